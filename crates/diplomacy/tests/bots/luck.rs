//! Orders follow from what is asked and from nothing else, and cannot be foretold.

use parlour_diplomacy::Board;
use parlour_diplomacy::bot::{Effort, Kind, Level, MEMORY, Past, Question, advise, remember};

use crate::bed::{carry_out, everybody, question, size};

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
