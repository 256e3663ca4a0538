//! A Diplomacy table in the terminal: several people at one keyboard, whose
//! orders stay their own.

#[path = "support/typing.rs"]
mod typing;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use parlour_host::journal::MemoryJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time};
use parlour_room::Room;
use parlour_room::local::Local;
use parlour_rules::Seed;
use parlour_tui::diplomacy::RoomScreen;
use parlour_tui::{Colours, Input, Lent, Stack, Theme};
use ratatui::crossterm::event::KeyCode;
use typing::{drawn, say};

/// A running game of people at this table.
fn table() -> Stack {
    table_in(Theme::default())
}

fn table_in(theme: Theme) -> Stack {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    let entropy = Arc::new(SeededEntropy::new(Seed(1)));
    let host = Host::new(
        games,
        Arc::new(MemoryJournal::new()),
        Arc::new(ManualClock::at(Time(1_900_000_000_000))),
        entropy.clone(),
    );
    let room = Arc::new(Room::new(Arc::new(host), entropy));
    let screen = RoomScreen::new(Local::new(room, "table"));
    let mut stack = Stack::new(Box::new(screen), Lent::silent(theme));
    for line in [
        "new bots=hold",
        "/as Austria",
        "/as England",
        "/as gm",
        "start",
    ] {
        say(&mut stack, line);
    }
    stack
}

/// The line that is being typed.
fn line(stack: &mut Stack) -> String {
    let text = drawn(stack);
    let line = text.lines().rfind(|line| line.contains("> "));
    line.unwrap_or_else(|| panic!("{text}")).to_owned()
}

fn picture(stack: &mut Stack, file: &Path) -> Vec<u8> {
    say(stack, &format!("/png {}", file.display()));
    fs::read(file).unwrap()
}

#[test]
fn a_picture_is_written_for_those_alone_who_have_seen_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut stack = table();
    say(&mut stack, "/as England");
    say(&mut stack, "map");
    let before = picture(&mut stack, &folder.path().join("before.png"));
    say(&mut stack, "/as Austria");
    say(&mut stack, "order A Vie-Tri");
    say(&mut stack, "mymap");
    let own = picture(&mut stack, &folder.path().join("own.png"));
    assert_ne!(own, before, "it has the order on it");
    for (speaker, file) in [("England", "england.png"), ("gm", "gm.png")] {
        say(&mut stack, &format!("/as {speaker}"));
        let seen = picture(&mut stack, &folder.path().join(file));
        assert_ne!(seen, own, "{speaker}");
    }
}

#[test]
fn a_line_is_called_back_by_those_alone_who_have_said_it() {
    let mut stack = table();
    say(&mut stack, "/as Austria");
    say(&mut stack, "order A Vie-Gal");
    for letter in "order A Bud".chars() {
        stack.answer(&Input::letter(letter));
    }
    stack.answer(&Input::key(KeyCode::Tab));
    for _ in 0..10 {
        let line = line(&mut stack);
        assert!(line.contains("ENGLAND> "), "{line}");
        assert!(!line.contains("order"), "{line}");
        stack.answer(&Input::key(KeyCode::Up));
    }
    // Back at Austria, all is as it was left.
    stack.answer(&Input::key(KeyCode::Down));
    stack.answer(&Input::key(KeyCode::Tab));
    stack.answer(&Input::key(KeyCode::Tab));
    let left = line(&mut stack);
    assert!(left.contains("AUSTRIA> order A Bud"), "{left}");
    stack.answer(&Input::key(KeyCode::Up));
    let said = line(&mut stack);
    assert!(said.contains("AUSTRIA> order A Vie-Gal"), "{said}");
}

#[test]
fn the_help_fits_and_the_key_that_opens_it_closes_it() {
    let mut stack = table();
    stack.answer(&Input::key(KeyCode::F(1)));
    let text = drawn(&mut stack);
    assert!(text.contains("under the mouse"), "{text}");
    for line in text.lines().filter(|line| line.contains("wheel  ")) {
        assert!(line.contains("wheel  read back"), "{line}");
    }
    stack.answer(&Input::key(KeyCode::F(1)));
    assert!(!drawn(&mut stack).contains("any key"));
}

#[test]
fn without_colours_a_list_below_the_map_says_whose_is_what() {
    let mut stack = table_in(Theme::new(Colours::None));
    stack.answer(&Input::key(KeyCode::F(2)));
    let text = drawn(&mut stack);
    for own in ["AUS: ABud FTri AVie", "ENG: FEdi FLon ALvp", "TUR: FAnk"] {
        assert!(text.contains(own), "{own} in\n{text}");
    }
    // Where there are colours they say it.
    let mut coloured = table();
    coloured.answer(&Input::key(KeyCode::F(2)));
    let text = drawn(&mut coloured);
    assert!(!text.contains("AUS: "), "{text}");
}
