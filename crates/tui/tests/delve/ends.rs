//! How a game ends, and how it is told.

use std::rc::Rc;

use parlour_tui::delve::{DelveScreen, Manner};
use parlour_tui::{Colours, Input, Stack};
use ratatui::crossterm::event::KeyCode;

use crate::shelf::Shelf;
use crate::{game, link, practice, small, stack, type_keys, with_hints};

/// The bot plays until it is over, and the recap tells how it ended.
#[test]
fn the_demo_plays_by_itself_and_ends_with_a_recap() {
    let manner = Manner {
        demo: true,
        ..Manner::default()
    };
    let mut stack = stack(game(3, manner), Colours::Full);
    assert!(stack.every().is_some());
    // News of the last command ring the bell; the next one waits for its time.
    let first = small(&mut stack);
    for _ in 0..100 {
        stack.woken();
    }
    assert_eq!(small(&mut stack), first, "bells do not hurry the demo");
    for _ in 0..30_000 {
        if stack.every().is_none() {
            break;
        }
        stack.due();
    }
    assert!(stack.every().is_none(), "the demo comes to an end");
    let text = small(&mut stack);
    assert!(
        text.contains("The end") && text.contains("points"),
        "{text}"
    );
    insta::assert_snapshot!("recap", text);
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(stack.is_empty());
}

/// Whoever walks about without sense dies soon; then there is a line to share, and `r`
/// steps through the last turns.
#[test]
fn the_recap_has_a_line_to_share_and_the_last_turns() {
    for (manner, dungeon) in [
        (with_hints(), "Delve, seed 1: "),
        (practice(), "Delve, seed 1, practice: "),
    ] {
        let shelf = Rc::new(Shelf::default());
        let mut stack = lost(manner, &shelf);
        let text = small(&mut stack);
        assert!(text.contains("To share:"), "{text}");
        assert!(text.contains(dungeon), "{text}");
        assert!(text.contains("r: the last ten turns"), "{text}");
        type_keys(&mut stack, "r");
        assert_eq!(*shelf.asked.borrow(), ["last turns"]);
    }
}

/// A game that is played without sense until it is over.
fn lost(manner: Manner, shelf: &Rc<Shelf>) -> Stack {
    let screen = DelveScreen::new(Box::new(link(1)), manner, Some(shelf.clone()));
    let mut stack = stack(screen, Colours::Full);
    let mut keys = "ohjklo>yubn".chars().cycle();
    for _ in 0..5_000 {
        if small(&mut stack).contains("The end") {
            break;
        }
        let key = keys.next().unwrap();
        type_keys(&mut stack, &key.to_string());
    }
    stack
}
