//! What bots and the coach say about orders.

use parlour_diplomacy::bot::{Advice, Kind, Level, PlayedPhase, advise, coach};
use parlour_diplomacy::{Board, Rulebook, Submitted, resolve};
use parlour_rules::Seed;

use crate::bed::question;

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
