//! What a person does at the table, and what is said to it.

use std::time::Duration;

use parlour_regicide::Setup;
use parlour_tui::{Colours, Input, Stack};
use ratatui::crossterm::event::KeyCode;

use crate::{click_on, game, game_of, in_one_line, press, small, solo, stack, wide};

#[test]
fn a_game_is_played_by_the_mouse_alone() {
    let mut stack = solo();
    click_on(&mut stack, "s sort");
    assert!(small(&mut stack).contains("by suit"));
    click_on(&mut stack, "f turns one");
    click_on(&mut stack, "Esc back");
    assert!(!small(&mut stack).contains("Turn a Jester?"));
    click_on(&mut stack, "f turn Jester");
    click_on(&mut stack, "f again: turn it");
    assert!(wide(&mut stack).contains("A Jester is turned"));
    small(&mut stack);
    stack.answer(&Input::click_at(6, 13));
    assert!(small(&mut stack).contains("selected"));
    click_on(&mut stack, "Enter play");
    assert!(!small(&mut stack).contains("selected"), "it was played");
    click_on(&mut stack, "F1 help");
    assert!(small(&mut stack).contains("any key back"));
    stack.answer(&Input::key(KeyCode::Esc));
    click_on(&mut stack, "h hint");
    assert!(small(&mut stack).contains("Hint"));
    click_on(&mut stack, "q leave");
    // Beside the box: nothing is meant, least of all the key that lies there.
    stack.answer(&Input::click_at(20, 21));
    assert!(!small(&mut stack).contains("Leave?"));
    click_on(&mut stack, "q leave");
    click_on(&mut stack, "q again: leave");
    assert!(stack.is_empty());
}

#[test]
fn what_is_said_counts_the_cards_that_are_there() {
    let mut stack = solo();
    press(&mut stack, "\n");
    assert!(small(&mut stack).contains("Select cards first: 1 to 8."));
    press(&mut stack, "s1\n\n");
    let shown = in_one_line(&mut stack);
    assert!(shown.contains("Select cards worth 10: 1 to 7."), "{shown}");
    press(&mut stack, "1\n");
    assert!(in_one_line(&mut stack).contains("and the enemy's attack needs 10 (R8.2)"));
}

#[test]
fn a_payment_that_the_house_refuses_has_no_button() {
    let mut setup = Setup::for_players(1);
    setup.house.surplus_payment = false;
    let mut stack = stack(game_of(&setup, 7, false, None), Colours::Full);
    press(&mut stack, "s1\n");
    for key in "1234567".chars() {
        press(&mut stack, &key.to_string());
        let shown = small(&mut stack);
        let needless = shown.contains("Not needed: ");
        assert!(
            !(needless && shown.contains("Enter: pay")),
            "no button: {shown}"
        );
        if needless {
            assert!(in_one_line(&mut stack).contains("This house takes no surplus. (R8.2)"));
            press(&mut stack, "\n");
            assert!(in_one_line(&mut stack).contains("This house allows no surplus"));
            return;
        }
    }
    panic!("seven cards are more than needed");
}

/// Every line of what a play would do is there, whatever else is said.
#[test]
fn a_hint_leaves_the_preview_as_it_is() {
    let mut stack = solo();
    press(&mut stack, "s1");
    let preview = |stack: &mut Stack| {
        let shown = small(stack);
        let rows = shown.lines().skip(3).take(4);
        let inside = |row: &str| row.chars().skip(28).take(30).collect::<String>();
        rows.map(inside).collect::<Vec<_>>()
    };
    let before = preview(&mut stack);
    assert!(before[3].contains("Then pay"), "{before:?}");
    press(&mut stack, "h");
    for _ in 0..6_000 {
        stack.woken();
        if wide(&mut stack).contains("played out") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let shown = small(&mut stack);
    assert!(shown.contains("Hint: h selects it"), "{shown}");
    assert_eq!(preview(&mut stack), before);
    stack.answer(&Input::key(KeyCode::Esc));
    assert!(small(&mut stack).contains("Rules"), "the hint is put away");
}

#[test]
fn a_refused_play_says_which_rule_forbids_it() {
    let mut stack = solo();
    press(&mut stack, "s12345678\n");
    let shown = wide(&mut stack);
    assert!(shown.contains("(R4."), "{shown}");
    assert!(shown.contains("This cannot be played."), "{shown}");
}

/// R1.5: "Contents of the discard: face up, top visible".
#[test]
fn the_top_of_the_discard_pile_is_seen() {
    let mut stack = stack_of_practice();
    let pile = |stack: &mut Stack| {
        let shown = wide(stack);
        let (_, after) = shown.split_once("Discard ").expect("the pile is counted");
        let words: Vec<&str> = after.split_whitespace().take(3).collect();
        words.join(" ")
    };
    assert_eq!(pile(&mut stack), "0 Castle 11");
    press(&mut stack, "1\n");
    let shown = wide(&mut stack);
    assert!(shown.contains("It strikes: pay"), "{shown}");
    // The whole hand is paid; its last card lies on top.
    press(&mut stack, "1234567\n");
    let after = pile(&mut stack);
    let card = after.strip_prefix("7 top ").expect(&after);
    let log = wide(&mut stack);
    assert!(log.contains(card), "{card} was paid:\n{log}");
    press(&mut stack, "u");
    assert_eq!(pile(&mut stack), "0 Castle 11", "it is taken back");
}

#[test]
fn moves_are_taken_back_in_practice_only() {
    let mut stack = solo();
    press(&mut stack, "s1\nu");
    assert!(wide(&mut stack).contains("in practice games only"));
    let mut stack = stack_of_practice();
    press(&mut stack, "u");
    assert!(wide(&mut stack).contains("nothing to take back"));
    let before = wide(&mut stack);
    press(&mut stack, "s1\n");
    assert!(!wide(&mut stack).contains("8 of 8"));
    press(&mut stack, "u");
    let after = wide(&mut stack);
    assert!(
        after.contains("8 of 8") && after.contains("taken back"),
        "{before}{after}"
    );
}

fn stack_of_practice() -> Stack {
    stack(game(1, 7, true), Colours::Full)
}

#[test]
fn a_hint_comes_and_can_be_selected() {
    let mut stack = solo();
    press(&mut stack, "h");
    for _ in 0..6_000 {
        stack.woken();
        if wide(&mut stack).contains("played out") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let shown = wide(&mut stack);
    assert!(shown.contains("games played out were won"), "{shown}");
    press(&mut stack, "h");
    assert!(
        wide(&mut stack).contains("selected"),
        "{}",
        wide(&mut stack)
    );
}
