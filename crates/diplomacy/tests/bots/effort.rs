//! A decision costs no more than it may, and no more than there is to find.

use parlour_diplomacy::bot::{Effort, Kind, Level, advise};
use parlour_diplomacy::{Board, Power};

use crate::bed::{carry_out, everybody, question, size};

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
