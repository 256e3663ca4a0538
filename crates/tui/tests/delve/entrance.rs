//! The entrance: kinds of games, wishes, days and scores.

use std::rc::Rc;

use parlour_delve::{Difficulty, End};
use parlour_tui::delve::{DaysScreen, Kind, Score, ScoresScreen, entrance};
use parlour_tui::home::Saved;
use parlour_tui::{Colours, Input, Stack};
use ratatui::crossterm::event::KeyCode;

use crate::shelf::{Shelf, score};
use crate::{small, stack, type_keys};

#[test]
fn the_entrance_begins_every_kind_and_keeps_wishes() {
    let shelf = Rc::new(Shelf::default());
    let mut stack = stack(entrance(shelf.clone()), Colours::Full);
    insta::assert_snapshot!("entrance", small(&mut stack));
    let down = |stack: &mut Stack, rows: usize| {
        for _ in 0..rows {
            stack.answer(&Input::key(KeyCode::Down));
        }
    };
    for _ in 0..5 {
        stack.answer(&Input::key(KeyCode::Enter));
        stack.answer(&Input::letter('q'));
        down(&mut stack, 1);
    }
    let begun = [Kind::Ordinary, Kind::Daily, Kind::Practice];
    assert_eq!(*shelf.begun.borrow(), begun);
    assert_eq!(*shelf.asked.borrow(), ["Short(None)", "Weekly"]);
    shelf.asked.borrow_mut().clear();
    // A dungeon by its name, which is typed; Esc and an empty name begin nothing.
    for word in ["", "deep well"] {
        stack.answer(&Input::key(KeyCode::Enter));
        type_keys(&mut stack, word);
        stack.answer(&Input::key(KeyCode::Enter));
    }
    assert_eq!(*shelf.asked.borrow(), ["Named(\"deep well\")"]);
    type_keys(&mut stack, "q");
    stack.answer(&Input::key(KeyCode::Enter));
    type_keys(&mut stack, "q");
    assert!(small(&mut stack).contains("q_"), "what is typed is seen");
    stack.answer(&Input::key(KeyCode::Esc));
    assert_eq!(shelf.asked.borrow().len(), 1);
    down(&mut stack, 1);
    stack.answer(&Input::key(KeyCode::Enter));
    assert_eq!(shelf.asked.borrow()[1], "demo");
    type_keys(&mut stack, "q");
    down(&mut stack, 3);
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(!shelf.kept.borrow().hints);
    assert!(small(&mut stack).contains("off"));
    down(&mut stack, 1);
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(shelf.kept.borrow().still);
    down(&mut stack, 1);
    stack.answer(&Input::key(KeyCode::Enter));
    assert_eq!(shelf.kept.borrow().difficulty, Difficulty::Grim);
    assert!(small(&mut stack).contains("grim"));
}

#[test]
fn the_challenge_of_the_week_says_what_is_different() {
    let mut stack = stack(entrance(Rc::new(Shelf::default())), Colours::Full);
    for _ in 0..4 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    let text = small(&mut stack);
    assert!(text.contains("> Weekly challenge"), "{text}");
    assert!(text.contains("The challenge of 2031-W18"), "{text}");
}

/// The days one has played, the latest first; other games are not among them.
#[test]
fn ones_own_days_are_listed() {
    let scores = (1..=4).map(|day| Score {
        day: format!("2031-05-0{day}"),
        daily: day != 3,
        ..score(day * 700, End::Slain { by: "rat".into() })
    });
    let mut stack = stack(DaysScreen::new(scores.collect()), Colours::Full);
    let text = small(&mut stack);
    let line = |words: &str| text.lines().position(|line| line.contains(words));
    assert!(line("2031-05-04") < line("2031-05-02"), "{text}");
    assert!(line("2031-05-02") < line("2031-05-01"), "{text}");
    assert!(
        line("2031-05-04").is_some() && line("2031-05-03").is_none(),
        "{text}"
    );
    assert!(text.contains("  2800  slain by a rat on level 3"), "{text}");
}

#[test]
fn more_days_than_there_is_room_for_scroll() {
    let scores = (1..=30).map(|day| Score {
        day: format!("2031-05-{day:02}"),
        ..score(2_000 + day, End::Won)
    });
    let mut stack = stack(DaysScreen::new(scores.collect()), Colours::Full);
    let seen = |stack: &mut Stack, day: &str| small(stack).contains(day);
    assert!(small(&mut stack).contains("scroll"));
    assert!(seen(&mut stack, "2031-05-30") && !seen(&mut stack, "2031-05-01"));
    for _ in 0..40 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    assert!(!seen(&mut stack, "2031-05-30") && seen(&mut stack, "2031-05-01"));
    stack.answer(&Input::key(KeyCode::Up));
    assert!(!seen(&mut stack, "2031-05-01"));
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(stack.is_empty());
}

#[test]
fn scores_are_listed_by_points() {
    let scores = vec![
        score(300, End::Slain { by: "rat".into() }),
        score(5_000, End::Won),
    ];
    let mut stack = stack(ScoresScreen::new(scores), Colours::Full);
    insta::assert_snapshot!("scores", small(&mut stack));
}

/// Points from another dungeon do not compare, however many there are.
#[test]
fn games_with_content_of_ones_own_stand_apart_from_the_scores() {
    let mut scores: Vec<Score> = (1..=40).map(|points| score(points, End::Won)).collect();
    scores.push(Score {
        own_content: true,
        ..score(99_999, End::Won)
    });
    let mut short = score(88_888, End::Won);
    short.ending.mode = "short, grim".into();
    scores.push(short);
    let mut stack = stack(ScoresScreen::new(scores), Colours::Full);
    let text = small(&mut stack);
    let line = |words: &str| text.lines().position(|line| line.contains(words));
    let apart = line("Apart, because their points do not compare:");
    assert!(
        line("  1.     40") < apart && apart < line("  1.  99999"),
        "{text}"
    );
    assert!(apart.is_some() && line("99999").is_some(), "{text}");
    assert!(line("(short, grim)") > line("(own content)"), "{text}");
}

/// What was left stands above what can be begun, each told apart; the damaged
/// can only be deleted.
#[test]
fn the_entrance_offers_to_continue() {
    let saved = |title: &str, progress: &str| Saved {
        title: title.into(),
        progress: progress.into(),
        about: format!("About {title}."),
        damaged: progress == "cannot be read",
    };
    let shelf = Rc::new(Shelf::default());
    *shelf.left.borrow_mut() = vec![
        saved("Game, just now", "level 3, turn 812"),
        saved("Practice, 2 hours ago", "level 1, turn 40"),
        saved("Delve", "cannot be read"),
    ];
    let mut stack = stack(entrance(shelf.clone()), Colours::Full);
    insta::assert_snapshot!("entrance_continue", small(&mut stack));
    stack.answer(&Input::key(KeyCode::Down));
    stack.answer(&Input::key(KeyCode::Enter));
    stack.answer(&Input::letter('q'));
    stack.answer(&Input::key(KeyCode::Down));
    let text = small(&mut stack);
    assert!(
        text.contains("d deletes it.") && !text.contains("Enter goes on"),
        "{text}"
    );
    stack.answer(&Input::letter('d'));
    assert!(small(&mut stack).contains("Delete?"));
    stack.answer(&Input::letter('D'));
    let text = small(&mut stack);
    assert!(
        text.contains("Continue (2)") && !text.contains("cannot be read"),
        "{text}"
    );
    assert_eq!(*shelf.asked.borrow(), ["go on 1", "delete 2"]);
    // Many are listed when somebody asks for them.
    let many = (1..=9).map(|number| saved(&format!("Game {number}"), "level 1, turn 1"));
    *shelf.left.borrow_mut() = many.collect();
    let mut stack = self::stack(entrance(shelf), Colours::Full);
    let text = small(&mut stack);
    assert!(
        text.contains("Continue (9)") && !text.contains("Game 3"),
        "{text}"
    );
    assert!(text.contains("Back"), "{text}");
    type_keys(&mut stack, "3");
    assert!(small(&mut stack).contains("Game 9"));
}
