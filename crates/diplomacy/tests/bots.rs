//! Bots: their orders are legal on every board, follow from their input, cannot be
//! foretold without the seed, and cost no more than they may.

use parlour_diplomacy::bot::{
    Advice, Effort, Kind, Level, MEMORY, Past, PlayedPhase, Question, advise, coach, remember,
};
use parlour_diplomacy::{
    Board, Judge, Order, Position, Power, Rulebook, Scene, Step, Submitted, adjust, judge_retreats,
    resolve, turn,
};
use parlour_rules::Seed;

/// The full size with `PARLOUR_TEST_LONG`, otherwise a part of it.
fn size(full: u64, part: u64) -> u64 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        full
    } else {
        part
    }
}

fn question<'a>(board: &'a Board, position: &'a Position, power: Power, seed: u64) -> Question<'a> {
    Question {
        board,
        rules: Rulebook::default(),
        position,
        power,
        seed: Seed(seed),
        past: &[],
    }
}

/// Everybody's orders, power by power.
fn everybody(
    board: &Board,
    position: &Position,
    seed: u64,
    kind: impl Fn(Power) -> (Kind, u64),
) -> Vec<(Power, Vec<Order>)> {
    let powers: Vec<Power> = position.must_order(board).collect();
    let orders = powers.into_iter().map(|power| {
        let (kind, effort) = kind(power);
        let question = question(board, position, power, seed);
        let advice = advise(&question, kind, &mut Effort::positions(effort));
        (power, advice.orders)
    });
    orders.collect()
}

/// Carries orders out, after a look whether each is legal; false when somebody has won.
fn carry_out(board: &Board, position: &mut Position, orders: &[(Power, Vec<Order>)]) -> bool {
    let rules = Rulebook::default();
    let scene = Scene::new(board, position, rules);
    for (power, own) in orders {
        for order in own {
            let legal = scene.check(*power, *order);
            assert_eq!(legal, Ok(()), "{} in {}", order.show(board), position.phase);
        }
    }
    let all: Vec<Order> = orders.iter().flat_map(|(_, own)| own.clone()).collect();
    match position.phase.step {
        Step::Movement => {
            let mut judge = Judge::new(board, rules);
            let movement = judge.movement(position, &all);
            judge.apply_movement(&movement, position);
        }
        Step::Retreat => {
            judge_retreats(board, position, &all);
        }
        Step::Adjustment => {
            for (power, own) in orders {
                let done = adjust(board, rules.disband, position, *power, own);
                assert!(done.orders.iter().all(Result::is_ok), "{own:?}");
                assert_eq!(done.by_rule, 0, "every disband is chosen");
            }
        }
    }
    turn(board, position).solo.is_none()
}

#[test]
fn every_kind_orders_legally_on_every_board() {
    for board in Board::bundled() {
        for seed in 0..size(20, 2) {
            let mut position = board.start().clone();
            for _ in 0..size(60, 14) {
                // Another kind sits at every power in every game.
                let kinds = Kind::ALL.len() as u64;
                let kind = |power: Power| {
                    let at = (u64::from(power.0) + seed) % kinds;
                    (Kind::ALL[at as usize], 60)
                };
                let orders = everybody(board, &position, seed, kind);
                if !carry_out(board, &mut position, &orders) {
                    break;
                }
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let board = Board::standard();
    for kind in Kind::ALL {
        let mut position = board.start().clone();
        for _ in 0..3 {
            let orders = everybody(board, &position, 5, |_| (kind, 200));
            assert_eq!(
                orders,
                everybody(board, &position, 5, |_| (kind, 200)),
                "{kind}"
            );
            carry_out(board, &mut position, &orders);
        }
    }
}

#[test]
fn who_does_not_know_the_seed_cannot_foretell_orders() {
    let board = Board::standard();
    for kind in [
        Kind::Random,
        Kind::Greedy,
        Kind::Dumb,
        Kind::Search(Level::Easy),
        Kind::Search(Level::Club),
        Kind::Search(Level::Strong),
    ] {
        let effort = match kind {
            Kind::Search(level) => size(level.positions(), level.positions().min(400)),
            _ => 0,
        };
        let mut position = board.start().clone();
        let mut differs = false;
        for _ in 0..3 {
            let orders = everybody(board, &position, 1, |_| (kind, effort));
            let others = everybody(board, &position, 2, |_| (kind, effort));
            differs |= orders != others;
            carry_out(board, &mut position, &orders);
        }
        assert!(
            differs,
            "{kind}: two tables in the same position play the same"
        );
    }
}

#[test]
fn a_decision_judges_no_more_than_it_may() {
    // A line that was begun is played to its end, a few phases beyond the last position
    // that may be judged.
    const BEYOND: u64 = 12;
    for board in Board::bundled() {
        let mut position = board.start().clone();
        for seed in 0..size(1000, 12) {
            let powers: Vec<Power> = position.must_order(board).collect();
            for power in powers {
                let question = question(board, &position, power, seed);
                for most in [0, 40, 500] {
                    let mut effort = Effort::positions(most);
                    let advice = advise(&question, Kind::Search(Level::Club), &mut effort);
                    assert!(
                        advice.judged <= most + BEYOND,
                        "{} of {most}",
                        advice.judged
                    );
                }
            }
            let orders = everybody(board, &position, seed, |_| (Kind::Random, 0));
            if !carry_out(board, &mut position, &orders) {
                position = board.start().clone();
            }
        }
    }
}

#[test]
fn what_was_seen_before_counts_and_always_alike() {
    let board = Board::standard();
    let power = board.power("FRANCE").unwrap();
    let mut position = board.start().clone();
    let mut past = Vec::new();
    let orders = everybody(board, &position, 9, |_| (Kind::Greedy, 0));
    let seen = Past {
        position: position.clone(),
        orders: orders.iter().flat_map(|(_, own)| own.clone()).collect(),
    };
    remember(&mut past, seen);
    carry_out(board, &mut position, &orders);
    let asked = |past, kind: Kind| {
        let question = Question {
            past,
            ..question(board, &position, power, 1)
        };
        advise(&question, kind, &mut Effort::positions(600))
    };
    let club = Kind::Search(Level::Club);
    assert_eq!(asked(&past, club), asked(&past, club));
    assert_ne!(asked(&past, club).expected, asked(&[], club).expected);
    assert_eq!(asked(&past, Kind::Dumb), asked(&[], Kind::Dumb));
    // Older phases are forgotten: what is remembered is bounded.
    for _ in 0..20 {
        let oldest = past[0].clone();
        remember(&mut past, oldest);
    }
    assert_eq!(past.len(), MEMORY);
}

#[test]
fn advice_has_a_reason_in_words() {
    let board = Board::standard();
    let power = board.power("FRANCE").unwrap();
    let question = question(board, board.start(), power, 1);
    for kind in [Kind::Dumb, Kind::Search(Level::Easy)] {
        let advice = advise(&question, kind, &mut kind.effort());
        let reason = advice.reason(&question).unwrap();
        assert!(!reason.is_empty() && !reason.ends_with('.'), "{reason}");
    }
    assert_eq!(Advice::default().reason(&question), None);
}

#[test]
fn a_search_stops_when_it_is_told() {
    let board = Board::standard();
    let power = board.power("FRANCE").unwrap();
    let mut asked = 0_u32;
    let mut stop = || {
        asked += 1;
        asked > 5
    };
    let mut effort = Effort::until(&mut stop, u64::MAX);
    let question = question(board, board.start(), power, 1);
    let advice = advise(&question, Kind::Search(Level::Strong), &mut effort);
    assert_eq!(advice.orders.len(), 3);
    assert!(advice.judged < 400, "{}", advice.judged);
}

#[test]
fn a_power_with_few_orders_is_done_before_its_budget() {
    // On this board everybody begins with one unit: there is little to try.
    let board = Board::named("chaos").unwrap();
    let power = board.powers().next().unwrap();
    let question = question(board, board.start(), power, 1);
    let mut effort = Effort::positions(10_000_000);
    let advice = advise(&question, Kind::Search(Level::Strong), &mut effort);
    assert_eq!(advice.orders.len(), 1);
    assert!(advice.judged < 100_000, "{}", advice.judged);
}

#[test]
fn search_never_stands_in_its_own_way_and_sends_armies_with_their_fleets() {
    let board = Board::standard();
    let mut position = board.start().clone();
    let (mut supports, mut moves) = (0, 0);
    for _ in 0..size(60, 16) {
        let orders = everybody(board, &position, 3, |_| (Kind::Search(Level::Club), 300));
        for (_, own) in &orders {
            let goals: Vec<_> = own.iter().filter_map(|it| goal(board, *it)).collect();
            moves += goals.len();
            for (at, there) in goals.iter().enumerate() {
                assert!(
                    !goals[..at].contains(there),
                    "two go to {}",
                    board.code(*there)
                );
            }
            for order in own {
                // Nor do two change places, or one go where another stays.
                if let Order::Move {
                    unit, via: false, ..
                } = *order
                {
                    let there = goal(board, *order).unwrap();
                    let from = board.province_of(unit.at);
                    let stands = |it: &&Order| {
                        it.unit()
                            .is_some_and(|it| board.province_of(it.at) == there)
                    };
                    let blocked = own.iter().find(stands).is_some_and(|it| match it {
                        Order::Move { via, .. } => !via && goal(board, *it) == Some(from),
                        _ => true,
                    });
                    assert!(!blocked, "{} is stopped by its own", order.show(board));
                }
                supports += usize::from(matches!(
                    order,
                    Order::SupportMove { .. } | Order::SupportHold { .. }
                ));
                if let Order::Move {
                    unit,
                    to,
                    via: true,
                } = *order
                {
                    let carried = own.iter().any(|it| matches!(*it, Order::Convoy { army, to: there, .. } if army == unit && there == to));
                    assert!(carried, "nobody carries {}", order.show(board));
                }
            }
        }
        if !carry_out(board, &mut position, &orders) {
            break;
        }
    }
    assert!(supports > 0 && moves > 0);
}

#[test]
fn the_coach_names_the_phase_in_which_a_centre_was_given_away() {
    // Austria walks out of Vienna while Russia stands in Galicia.
    let board = Board::standard();
    let mut phases = Vec::new();
    let mut position = board.start().clone();
    for orders in [
        [("RUSSIA", "A WAR - GAL"), ("AUSTRIA", "A VIE - TYR")],
        [("RUSSIA", "A GAL - VIE"), ("AUSTRIA", "A TYR - MUN")],
    ] {
        let submitted =
            |(power, text): (&str, &str)| Submitted::new(board, board.power(power).unwrap(), text);
        let orders: Vec<Submitted> = orders.into_iter().map(submitted).collect();
        let next = resolve(board, Rulebook::default(), &position, &orders).next;
        phases.push(PlayedPhase {
            position: std::mem::replace(&mut position, next),
            orders,
        });
    }
    let easy = Kind::Search(Level::Easy);
    let lessons = coach(board, Rulebook::default(), &phases, Seed(1), easy, 3);
    assert!(!lessons.is_empty() && lessons.len() <= 3);
    for lesson in &lessons {
        assert!(lesson.after < lesson.before && lesson.after < lesson.instead);
        assert!(!lesson.better.is_empty() && !lesson.reason.is_empty());
    }
}

fn goal(board: &Board, order: Order) -> Option<parlour_diplomacy::Province> {
    match order {
        Order::Move { to, .. } => Some(board.province_of(to)),
        _ => None,
    }
}
