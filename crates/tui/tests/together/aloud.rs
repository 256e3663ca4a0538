//! A table with others in lines of words.

use std::cell::RefCell;
use std::io::Cursor;
use std::rc::Rc;

use parlour_rules::Seat;
use parlour_tui::kingslayer::{Gathering, read_aloud_together};

use crate::{Book, Made, lobby, open_lobby, table};

/// What is said at a table like this to some lines, and what they did.
fn spoken(gathering: Gathering, host: bool, lines: &str) -> (String, Vec<String>) {
    let book = Rc::new(RefCell::new(Book {
        gathering,
        host,
        first: true,
        ..Book::default()
    }));
    let mut out = Vec::new();
    let lines = Cursor::new(lines.to_owned());
    read_aloud_together(Box::new(Made(Rc::clone(&book))), lines, &mut out).unwrap();
    let done = std::mem::take(&mut book.borrow_mut().done);
    (String::from_utf8(out).unwrap(), done)
}

#[test]
fn the_lobby_is_told_and_arranged_by_lines() {
    let lines = "who\nhand\nready\nsay\nsay hello\nsay 2\nsay well played!\nsay want_next\n\
                 bot\nremove\naddresses\nquit\nquit\n";
    let (told, done) = spoken(lobby(), true, lines);
    assert!(
        told.contains(
            "1, Ann, you, ready; 2, Ben·[31m, not ready; 3, a free chair; 4, Bot 1, a bot."
        ),
        "{told}"
    );
    assert!(told.contains("Ben·[31m says: Hello!\n"), "{told}");
    assert!(told.contains("The game has not begun."), "{told}");
    assert!(told.contains("2, thanks: Thank you."), "{told}");
    assert!(told.contains("None of the phrases") || told.contains("none of the phrases"));
    assert!(told.contains("192.168.1.20:5555"), "{told}");
    assert!(told.contains("No bot is at the table."), "{told}");
    assert!(told.contains("Say quit again to leave."), "{told}");
    assert!(told.ends_with("Left.\n"), "{told}");
    let wanted = [
        "ready",
        "hello",
        "thanks",
        "well_played",
        "AddBot",
        "RemoveBot",
    ];
    assert_eq!(done, wanted);
    let (told, done) = spoken(lobby(), false, "bot\n");
    assert!(told.contains("Only the host may do that."), "{told}");
    assert!(told.ends_with("Your seat is kept.\n"), "{told}");
    assert_eq!(done, [""; 0]);
}

#[test]
fn a_turn_is_played_by_lines_and_the_next_player_named() {
    let gathering = Gathering {
        hints: Some(true),
        ..table()
    };
    let lines = "try 1\nhint\nnext 9\nyield\nplay 1\nlook\nquit\nlook\n";
    let (told, done) = spoken(gathering, false, lines);
    for words in [
        "Ben plays Seven of Diamonds for 7.",
        "Enemy 1 of 12: ",
        "Ann has 7 cards, Ben has 7 cards.",
        "Your turn: play cards.",
        "damage",
        "Hint: play ",
        "There are 2 players.",
        "Say yield again to do it.",
        "pay",
        "Your seat is kept; the others wait until you are back. Say quit again to leave.",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(done, ["hint"], "the table counts it");
    assert!(
        !told.contains("Left."),
        "a question is void once something else is said"
    );
    let strange: String = told.chars().filter(|it| !it.is_ascii()).collect();
    assert_eq!(strange, "", "{told}");
}

#[test]
fn hints_end_pause_and_trouble_are_told() {
    let (told, done) = spoken(table(), false, "hint\nexport\n");
    assert!(told.contains("At this table there are no hints."), "{told}");
    assert!(told.contains("Only the host of the table has the replay."));
    assert_eq!(done, [""; 0]);
    let paused = Gathering {
        missing: vec![Seat(1)],
        ..table()
    };
    let (told, done) = spoken(paused, true, "bot\nadmit ben\nadmit zoe\nexport\n");
    assert!(told.contains("Paused: waiting for Ben."), "{told}");
    assert!(told.contains("Name a player, or their number."), "{told}");
    assert!(told.contains("Written: /replays/game.jsonl.gz"), "{told}");
    assert_eq!(done, ["PutBot(Seat(1))", "Admit(Seat(1))"]);
    let full = Gathering {
        closed: Some("every seat is taken".into()),
        may_watch: true,
        ..Gathering::default()
    };
    let (told, done) = spoken(full, false, "ready\nwatch\nquit\n");
    assert!(told.contains("every seat is taken."), "{told}");
    assert!(told.contains("You have no seat: you watch."), "{told}");
    assert_eq!(done, ["watch"]);
    let elsewhere = Gathering {
        taken_over: true,
        trouble: Some("no answer.".into()),
        ..table()
    };
    let (told, done) = spoken(elsewhere, false, "take\n");
    assert!(
        told.contains("No answer.\nIt is tried again by itself."),
        "{told}"
    );
    assert_eq!(done, ["take back"]);
}

#[test]
fn what_cannot_be_read_changes_nothing() {
    let long = "9".repeat(100_000);
    let lines =
        format!("\nplay 0\nplay\nready now\nbogus\n{long}\n\u{7}\nsay nonsense\nquit\nquit\n");
    let (told, done) = spoken(table(), false, &lines);
    assert!(told.contains("The hand has 7 cards."), "{told}");
    assert!(told.contains("Name the cards"), "{told}");
    assert!(told.contains("Ready stands alone."), "{told}");
    assert!(told.contains("That is no command; help names them all."));
    assert!(told.contains("That is none of the phrases; say names them."));
    assert!(told.len() < 4_000, "nothing long is repeated");
    assert_eq!(done, [""; 0]);
    let (told, _) = spoken(Gathering::default(), false, "help\nrules\nlook\n");
    assert!(told.contains("say hello, or say 1"), "{told}");
    assert!(told.contains("Nobody is known at the table yet."), "{told}");
}

#[test]
fn the_link_is_told_on_a_line_of_its_own_and_its_code_when_it_is_asked_for() {
    let browsers = open_lobby().invitation.browsers.unwrap();
    let (told, _) = spoken(open_lobby(), true, "");
    let alone = |told: &str| told.lines().filter(|line| *line == browsers.link).count();
    assert_eq!(alone(&told), 1, "{told}");
    assert!(told.contains("Say qr for its code"), "{told}");
    assert!(!told.contains('█'), "{told}");
    let (told, _) = spoken(open_lobby(), true, "addresses\nqr\n");
    assert_eq!(alone(&told), 2, "{told}");
    let code = told.lines().filter(|line| line.starts_with("██")).count();
    assert_eq!(code, browsers.squares.len().div_ceil(2) + 2, "{told}");
    let (told, _) = spoken(lobby(), false, "qr\n");
    assert!(told.contains("There is no link here"), "{told}");
}
