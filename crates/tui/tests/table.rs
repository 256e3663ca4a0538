//! A table of Pig, played in words by two people at one machine.

#[path = "support/typing.rs"]
mod typing;

use std::sync::Arc;

use parlour_host::link::{Link, LocalLink};
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_rules::tiny::{NoSuchCommand, Pig};
use parlour_rules::{Seat, Seed};
use parlour_tui::table::{Speech, TableScreen};
use parlour_tui::{Input, Lent, Stack, Theme};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use typing::{drawn, say};

fn table() -> Stack {
    let mut games = Registry::new();
    games.register::<Pig>();
    let host = Arc::new(Host::in_memory(games));
    let me = Person::new(Identity::local(), "Ada");
    let setup = Json::parse(r#"{"players":2,"goal":20}"#).unwrap();
    let mut new = NewTable::new("pig", setup, Seed(7), me.clone());
    new.chairs = vec![Some(me.clone()), Some(me.clone())];
    let id = wait(host.open_table(new)).unwrap();
    let link = |seat| {
        let link = LocalLink::<Pig>::at_seat(&host, &id, &me.identity, Seat(seat)).unwrap();
        Box::new(link) as Box<dyn Link<Pig>>
    };
    let speech = Speech {
        parse: |line| {
            line.parse()
                .map_err(|error: NoSuchCommand| error.to_string())
        },
        hint: "roll, hold",
    };
    let screen = TableScreen::new("Pig", vec![link(0), link(1)], speech);
    Stack::new(Box::new(screen), Lent::silent(Theme::default()))
}

#[test]
fn a_table_after_a_few_moves() {
    let mut stack = table();
    insta::assert_snapshot!(drawn(&mut stack));
    say(&mut stack, "hold");
    say(&mut stack, "roll");
    say(&mut stack, "jump");
    say(&mut stack, "hold");
    say(&mut stack, "roll");
    insta::assert_snapshot!(drawn(&mut stack));
}

#[test]
fn the_seat_that_is_asked_is_shown() {
    let mut stack = table();
    assert!(drawn(&mut stack).contains("It is seat 0's turn."));
    say(&mut stack, "roll");
    say(&mut stack, "hold");
    assert!(drawn(&mut stack).contains("It is seat 1's turn."));
}

#[test]
fn a_refusal_is_told_in_the_words_of_the_game() {
    let mut stack = table();
    say(&mut stack, "hold");
    assert!(drawn(&mut stack).contains("there is nothing in the pot to hold"));
    say(&mut stack, "dance");
    assert!(drawn(&mut stack).contains("there is no command \"dance\""));
}

#[test]
fn the_last_move_can_be_taken_back() {
    let mut stack = table();
    let take_back = Input::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    stack.answer(&take_back);
    assert!(drawn(&mut stack).contains("there is nothing to take back"));
    say(&mut stack, "roll");
    assert!(!drawn(&mut stack).contains("pot: 0"));
    stack.answer(&take_back);
    let shown = drawn(&mut stack);
    assert!(shown.contains("pot: 0"), "{shown}");
}

#[test]
fn pasted_text_cannot_break_the_screen() {
    let mut stack = table();
    stack.answer(&Input::Paste(format!(
        "\x1b[2J{}\r\n",
        "roll ".repeat(100_000)
    )));
    let shown = drawn(&mut stack);
    assert!(shown.contains("> [2Jroll roll"), "{shown}");
    stack.answer(&Input::key(KeyCode::Enter));
    drawn(&mut stack);
    stack.answer(&Input::key(KeyCode::Esc));
    assert!(stack.is_empty());
}
