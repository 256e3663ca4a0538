//! A game looked at afterwards: the same game gives the same curve, and what is
//! called better is better.

use std::io::{Write, stdout};

use parlour_regicide::analysis::{Analysis, Budget, Decision, Progress, analyse};
use parlour_regicide::bot::{Level, advise, duel};
use parlour_regicide::{Command, Kingslayer, Setup};
use parlour_rules::{Actor, Rules, Seed, Turn, Viewer};

/// A game in which every third decision is the first that comes to hand.
fn careless_game(players: u8, seed: u64) -> Vec<Decision> {
    let mut state = Kingslayer::start(&Setup::for_players(players), Seed(seed)).unwrap();
    let mut decisions = Vec::new();
    while let Turn::Awaiting { seats, .. } = Kingslayer::turn(&state) {
        let seat = seats.iter().next().unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(seat));
        let number = decisions.len() as u64 + 1;
        let first = parlour_regicide::question::legal(&view)
            .into_iter()
            .find(|_| number.is_multiple_of(3));
        let command = first.unwrap_or_else(|| {
            let thinking = Level::Rookie.thinking(seed);
            advise(&view, &thinking, &mut || true).unwrap().command
        });
        for event in Kingslayer::decide(&state, Actor::Seat(seat), &command).unwrap() {
            Kingslayer::apply(&mut state, &event);
        }
        decisions.push(Decision {
            number,
            view,
            command,
        });
    }
    decisions
}

const SMALL: Budget = Budget {
    seed: 0,
    search: 200,
    games: 60,
    again: 400,
};

fn analysed(decisions: &[Decision]) -> Analysis {
    analyse(decisions, &SMALL, &mut |_| true).unwrap()
}

#[test]
fn the_same_game_gives_the_same_curve_and_every_decision_has_a_moment() {
    for players in 1..=4 {
        let decisions = careless_game(players, 11);
        let analysis = analysed(&decisions);
        assert_eq!(analysis, analysed(&decisions));
        let numbers = analysis.moments.iter().map(|moment| moment.number);
        assert!(numbers.eq(decisions.iter().map(|decision| decision.number)));
        for moment in &analysis.moments {
            assert!(moment.chance <= moment.best && moment.best <= 1_000);
        }
    }
}

#[test]
fn what_is_called_better_wins_more_of_ten_times_as_many_other_games() {
    // In full size as many cases, at the usual budget, as the goal names.
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    let (budget, cases) = if long {
        (Budget::default(), 200)
    } else {
        (SMALL, 10)
    };
    let (mut told, mut confirmed) = (0, 0);
    for seed in 0..400 {
        if told >= cases {
            break;
        }
        let decisions = careless_game(1 + (seed % 4) as u8, seed);
        let analysis = analyse(&decisions, &budget, &mut |_| true).unwrap();
        assert!(analysis.costly.len() <= 3);
        assert!(
            analysis.costly.is_sorted_by_key(|it| -it.duel.gain()),
            "the worst comes first"
        );
        for costly in analysis.costly {
            let decision = &decisions[costly.number as usize - 1];
            let games = budget.again * 10;
            let again = duel(&decision.view, &costly.done, &costly.better, games, 77).unwrap();
            told += 1;
            confirmed += u32::from(again.other > again.one);
            if long {
                // Whoever watches the long run sees how far it is.
                let (one, other) = (again.one, again.other);
                let words = format!("{confirmed} of {told}: seed {seed}, {one} and {other}");
                writeln!(stdout(), "{words} of {games}").unwrap();
            }
            assert!(!costly.why.is_empty() && costly.done != costly.better);
        }
    }
    assert!(told >= cases, "{told}");
    assert!(confirmed * 10 >= told * 9, "{confirmed} of {told}");
}

#[test]
fn the_way_is_told_to_its_end_and_whoever_stops_gets_nothing() {
    let decisions = careless_game(1, 3);
    let mut steps: Vec<Progress> = Vec::new();
    analyse(&decisions, &SMALL, &mut |step| {
        steps.push(step);
        true
    });
    assert!(steps.iter().zip(1..).all(|(step, at)| step.done == at));
    let last = steps.last().unwrap();
    assert_eq!(last.done, last.of);

    let mut looks = 0;
    let stopped = analyse(&decisions, &SMALL, &mut |_| {
        looks += 1;
        looks < 5
    });
    assert_eq!((stopped, looks), (None, 5));
}

#[test]
fn what_nobody_could_have_decided_has_no_moment() {
    let mut decisions = careless_game(2, 5);
    decisions.truncate(4);
    decisions[1].command = "play KS".parse::<Command>().unwrap();
    let numbers: Vec<u64> = analysed(&decisions)
        .moments
        .iter()
        .map(|moment| moment.number)
        .collect();
    assert_eq!(numbers, [1, 3, 4]);
    assert_eq!(analysed(&[]).moments, []);
}
