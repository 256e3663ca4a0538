//! Budgets, leads and ties.

use super::*;
use crate::bot::Level;
use crate::cases::Table;
use crate::game::Kingslayer;
use crate::setup::{House, Setup};
use parlour_rules::{Actor, Rules, Seed, Viewer};

/// What the bot says within so many looks at the clock, and how often it tried.
fn thought(text: &str, thorough: bool, looks: u32) -> (Advice, u32) {
    let view = Table::lay(text).view(0);
    let thinking = Thinking {
        play_outs: u32::MAX,
        thorough,
        ..Thinking::default()
    };
    let mut left = looks;
    let mut keep_going = || {
        left = left.saturating_sub(1);
        left > 0
    };
    let advice = advise(&view, &thinking, &mut keep_going).unwrap();
    let tries = advice.weighed.iter().map(|it| it.tries).sum();
    (advice, tries)
}

const MIDDLE: &str = "enemy QD; damage 9; hands 3C 8S 10H AC 5D 7S; \
    tavern 2C 4C 6D 9D 2H 4S 6H 8D 10C; discard 2S 3S 7C 9H JC; castle QS KH KC; jesters 1";

#[test]
fn who_is_thorough_uses_the_budget_where_moves_are_close() {
    let (short, few) = thought(MIDDLE, false, 3_000);
    let (long, many) = thought(MIDDLE, true, 3_000);
    assert!(many > few, "{many} and {few}");
    assert_eq!(long.weighed.len(), short.weighed.len());
    let again = thought(MIDDLE, true, 3_000);
    assert_eq!((long, many), again, "the same clock gives the same answer");
}

#[test]
fn what_is_beyond_doubt_needs_no_more_time() {
    let text = "enemy KC; damage 30; hands 10D 5D 9S; castle ; jesters 2";
    let (advice, tries) = thought(text, true, 1_000_000);
    assert_eq!(advice.command.to_string(), "play 10D");
    assert!(tries < 100_000, "{tries}");
}

/// What the bot does with so many play-outs, and how often it tried each move.
fn with_budget(text: &str, play_outs: u32) -> Advice {
    let thinking = Thinking {
        play_outs,
        ..Thinking::default()
    };
    advise(&Table::lay(text).view(0), &thinking, &mut || true).unwrap()
}

#[test]
fn without_play_outs_the_quick_player_decides() {
    let mut list = MoveList::new();
    let view = Table::lay(MIDDLE).view(0);
    let game = Beliefs::of(&view).sample(&mut Dice::new(1));
    let quick = Habits::for_players(1).choose(&game, &mut list).command();
    for play_outs in [0, 1, 20, 2 * PLAY_OUTS_EACH - 1] {
        let advice = with_budget(MIDDLE, play_outs);
        assert_eq!(advice.command, quick, "{play_outs}");
        assert!(advice.weighed.iter().all(|it| it.tries == 0));
        assert!(advice.weighed.len() > 10, "the others are still named");
    }
}

#[test]
fn no_budget_is_exceeded_and_only_so_many_moves_start_as_it_can_tell_apart() {
    for play_outs in [48, 50, 200, 1_000] {
        let advice = with_budget(MIDDLE, play_outs);
        let tries: u32 = advice.weighed.iter().map(|it| it.tries).sum();
        assert!(tries > 0 && tries <= play_outs, "{tries} of {play_outs}");
        let started = advice.weighed.iter().filter(|it| it.tries > 0).count();
        assert!(
            started <= (play_outs / PLAY_OUTS_EACH) as usize,
            "{started}"
        );
    }
}

#[test]
fn the_quick_players_choice_stands_where_nothing_is_better() {
    // The last enemy is out of reach of everything, so no move ever wins.
    let text = "enemy KC; hands 2C 3C; castle KD KH KS; jesters 0";
    let quick = with_budget(text, 0).command;
    for play_outs in [50, 200, 1_000] {
        assert_eq!(with_budget(text, play_outs).command, quick);
    }
}

#[test]
fn evidence_overturns_the_quick_player() {
    let mut overturned = 0;
    for seed in 0..40 {
        let state = Kingslayer::start(&Setup::for_players(4), Seed(seed)).unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(state.current));
        let command = |level: Level| {
            let advice = advise(&view, &level.thinking(seed), &mut || true);
            advice.unwrap().command
        };
        overturned += u32::from(command(Level::Master) != command(Level::Rookie));
    }
    assert!((5..40).contains(&overturned), "{overturned}");
}

#[test]
fn a_longest_decision_is_bounded_in_moves() {
    // Every play-out ends with the castle or before: each play does damage.
    let mut list = MoveList::new();
    let mut longest = 0;
    for game in 0..2_000_u64 {
        let mut dice = Dice::new(game);
        let players = 1 + (game % 4) as u8;
        let mut position = Position::deal(players, &House::default(), &mut dice);
        let moves = Habits::for_players(players).play_out(&mut position, &mut list, &mut dice);
        longest = longest.max(u64::from(moves));
    }
    assert!(longest < 4 * MOVES_EACH, "{longest}");
}

#[test]
fn who_sees_all_cards_is_asked_in_the_same_way() {
    let state = Kingslayer::start(&Setup::for_players(2), Seed(3)).unwrap();
    let advice = advise_open(&state, &Level::Friend.thinking(1)).unwrap();
    let by = Actor::Seat(state.current);
    assert!(Kingslayer::decide(&state, by, &advice.command).is_ok());
    let again = advise_open(&state, &Level::Friend.thinking(1));
    assert_eq!(Some(advice), again);
}
