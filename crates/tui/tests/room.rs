//! A Diplomacy table in the terminal: several people at one keyboard, whose
//! orders stay their own.

#[path = "support/typing.rs"]
mod typing;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlour_host::journal::MemoryJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::Room;
use parlour_room::local::Local;
use parlour_rules::Seed;
use parlour_tui::diplomacy::{Minds, RoomScreen};
use parlour_tui::{Colours, Input, Lent, Stack, Theme};
use ratatui::crossterm::event::KeyCode;
use typing::{drawn, say};

/// A running game of people at this table.
fn table() -> Stack {
    table_in(Theme::default())
}

fn table_in(theme: Theme) -> Stack {
    let screen = RoomScreen::new(Local::new(Arc::new(room()), "table"));
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

/// A room before a host in memory.
fn room() -> Room {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    let entropy = Arc::new(SeededEntropy::new(Seed(1)));
    let host = Host::new(
        games,
        Arc::new(MemoryJournal::new()),
        Arc::new(ManualClock::at(Time(1_900_000_000_000))),
        entropy.clone(),
    );
    Room::new(Arc::new(host), entropy)
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

/// What one person says who plays Austria against bots that search.
const AGAINST_BOTS: [&str; 4] = ["new bots=easy", "/as Austria", "/as gm", "start"];

#[test]
fn while_bots_think_the_table_goes_on_and_says_so() {
    // Nobody thinks here but the test.
    let room = Arc::new(room().think_apart(Arc::new(|| {})));
    let screen = RoomScreen::new(Local::new(Arc::clone(&room), "table"));
    let mut stack = Stack::new(Box::new(screen), Lent::silent(Theme::default()));
    for line in AGAINST_BOTS {
        say(&mut stack, line);
    }
    assert!(drawn(&mut stack).contains("6 bots think…"));
    for line in ["/as Austria", "order A Vie-Gal", "ready"] {
        say(&mut stack, line);
    }
    let text = drawn(&mut stack);
    assert!(text.contains("Spring 1901"), "nobody else is ready: {text}");
    let mut thoughts = room.thoughts();
    let last = thoughts.pop().unwrap();
    for thought in thoughts {
        wait(room.decided(thought.think())).unwrap();
    }
    stack.woken();
    let text = drawn(&mut stack);
    assert!(text.contains(" thinks…"), "{text}");
    wait(room.decided(last.think())).unwrap();
    stack.woken();
    let text = drawn(&mut stack);
    assert!(text.contains("Fall 1901, movement"), "{text}");
}

/// Wakes the screen until it shows these words.
fn until(stack: &mut Stack, words: &str) -> String {
    let begun = Instant::now();
    loop {
        let text = drawn(stack);
        if text.contains(words) {
            return text;
        }
        assert!(begun.elapsed() < Duration::from_mins(2), "{words}: {text}");
        sleep(Duration::from_millis(5));
        stack.woken();
    }
}

#[test]
fn bots_and_the_coach_think_beside_the_screen() {
    let (room, minds) = Minds::apart(room());
    let local = Local::new(room, "table");
    let screen = RoomScreen::with_minds(local, minds);
    let mut stack = Stack::new(Box::new(screen), Lent::silent(Theme::default()));
    for line in AGAINST_BOTS {
        say(&mut stack, line);
    }
    say(&mut stack, "/as Austria");
    say(&mut stack, "ready");
    until(&mut stack, "Fall 1901, movement");
    // The bots who are left behind agree on a draw.
    say(&mut stack, "concede yes");
    say(&mut stack, "coach");
    until(&mut stack, "chance");
}
