//! The table in lines of words: what is said, and that it is the same game.

use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person};
use parlour_host::{Json, NewTable, wait};
use parlour_regicide::question::legal;
use parlour_regicide::{Command, Kingslayer, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};
use parlour_tui::kingslayer::{Kind, read_aloud};

use crate::entrance::Nobody;
use crate::host;

/// What is answered to some lines at a fresh table.
fn spoken(seed: u64, kind: Kind, lines: &str) -> String {
    let host = host();
    let me = Person::new(Identity::local(), "Ada");
    let setup = Json::of(&Setup::for_players(1));
    let mut new = NewTable::new("kingslayer", setup, Seed(seed), me.clone());
    new.chairs = vec![Some(me.clone())];
    let id = wait(host.open_table(new)).unwrap();
    let link = LocalLink::<Kingslayer>::new(&host, &id, &me.identity).unwrap();
    let mut out = Vec::new();
    read_aloud(Box::new(link), kind, &Nobody, lines.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_whole_game_is_played_by_lines() {
    for seed in 0..5 {
        let mut state = Kingslayer::start(&Setup::for_players(1), Seed(seed)).unwrap();
        let mut lines = String::new();
        let viewer = Viewer::Seat(Seat(0));
        let outcome = loop {
            let view = Kingslayer::view(&state, viewer);
            if let Some(outcome) = view.outcome {
                break outcome;
            }
            let command = legal(&view).into_iter().next_back().unwrap();
            let said_twice = command == Command::Flip;
            for _ in 0..=usize::from(said_twice) {
                lines.push_str(&command.to_string());
                lines.push('\n');
            }
            let events = Kingslayer::decide(&state, Actor::Seat(Seat(0)), &command).unwrap();
            for event in &events {
                Kingslayer::apply(&mut state, event);
            }
        };
        let told = spoken(seed, Kind::Ordinary, &lines);
        let end = if outcome.loss.is_some() {
            "You have lost"
        } else {
            "You have won"
        };
        assert!(told.contains(end), "{told}");
        assert!(
            told.contains(&format!(
                "{} of 12 enemies",
                Kingslayer::view(&state, viewer).defeated
            )),
            "{told}"
        );
        assert!(told.ends_with("The game is kept.\n"), "{told}");
    }
}

#[test]
fn cards_are_named_by_letters_or_numbers_and_weighed_first() {
    let told = spoken(1, Kind::Ordinary, "hand\ntry 1\n1\nquit\n");
    assert!(told.contains("1: "), "{told}");
    assert!(told.contains("damage"), "{told}");
    assert!(told.contains("You play"), "{told}");
    assert!(told.ends_with("Left. The game is kept.\n"), "{told}");
}

#[test]
fn what_ends_something_is_said_twice() {
    let once = spoken(1, Kind::Ordinary, "flip\nlook\nflip\nquit\n");
    assert!(!once.contains("A Jester is turned"), "{once}");
    let twice = spoken(1, Kind::Ordinary, "flip\nflip\nquit\n");
    assert!(twice.contains("A Jester is turned"), "{twice}");
}

#[test]
fn moves_are_taken_back_in_practice_only() {
    let told = spoken(1, Kind::Ordinary, "play 1\nundo\n");
    assert!(told.contains("in practice games only"), "{told}");
    let told = spoken(1, Kind::Practice, "undo\nplay 1\nundo\n");
    assert!(told.contains("nothing to take back"), "{told}");
    assert!(told.contains("The last move is taken back."), "{told}");
}

#[test]
fn what_cannot_be_read_is_told_and_changes_nothing() {
    let long = "9".repeat(100_000);
    let lines = format!("\nplay 0\nplay 99\nplay\nplay Q\nlook on\nbogus\n{long}\n\u{7}\nquit\n");
    let told = spoken(1, Kind::Ordinary, &lines);
    assert_eq!(told.matches("The hand has 8 cards.").count(), 2, "{told}");
    assert!(told.contains("Name the cards"), "{told}");
    assert!(told.contains("A card is written like 5H"), "{told}");
    assert!(told.contains("Look stands alone."), "{told}");
    assert!(told.contains("That is no command; help names them all."));
    assert!(told.ends_with("Left. Nothing was played.\n"), "{told}");
    assert!(told.len() < 4_000, "nothing long is repeated");
}

#[test]
fn nothing_needs_a_sign_or_a_colour() {
    let told = spoken(
        2,
        Kind::Practice,
        "help\nrules\ncastle\nplay 1\nlook\nhint\n",
    );
    let strange: String = told.chars().filter(|it| !it.is_ascii()).collect();
    assert_eq!(strange, "", "{told}");
}
