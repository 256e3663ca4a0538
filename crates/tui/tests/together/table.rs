//! The lobby, and what stands above the table.

use std::time::Duration;

use parlour_rules::Seat;
use parlour_tui::Input;
use parlour_tui::kingslayer::{Gathering, Invitation};
use ratatui::crossterm::event::KeyCode;

use crate::{Stage, drawn, guest, lobby, table};

#[test]
fn the_lobby_shows_who_is_in_and_who_is_ready() {
    let mut stage = Stage::of(lobby(), true);
    insta::assert_snapshot!("lobby", drawn(&mut stage.stack));
    stage.press('r');
    stage.press('b');
    assert!(stage.press('x').contains("no bot is at the table"));
    assert_eq!(stage.done(), ["ready", "AddBot", "RemoveBot"]);
    let mut guest = Stage::of(lobby(), false);
    guest.press('b');
    guest.press('x');
    assert!(guest.done().is_empty(), "a guest does no favours");
}

#[test]
fn columns_of_the_lobby_hold_for_wide_and_long_names() {
    let mut gathering = lobby();
    gathering.guests[0].name = "x".repeat(24);
    gathering.guests[1].name = "日本語の名前テスト王様".into();
    let seen = drawn(&mut Stage::of(gathering, true).stack);
    for words in ["x (you) ready", "王様   not ready"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    assert!(seen.contains("192.168.1.20:5555"), "{seen}");
}

#[test]
fn phrases_are_offered_and_wishes_only_after_a_jester() {
    let mut stage = Stage::of(lobby(), false);
    let offered = stage.press('t');
    assert!(offered.contains("1 Hello!") && !offered.contains("go next"));
    stage.press('3');
    stage.press('t');
    stage.press('9');
    assert_eq!(stage.done(), ["well_played"]);
}

#[test]
fn above_the_table_it_says_who_is_waited_for() {
    let mut stage = Stage::of(
        Gathering {
            missing: vec![Seat(1)],
            ..table()
        },
        true,
    );
    let seen = drawn(&mut stage.stack);
    assert!(
        seen.contains("Paused") && seen.contains("Waiting for Ben…"),
        "{seen}"
    );
    assert!(seen.contains("Battlefield"), "the table stays in sight");
    for (key, asked) in [
        ('b', "A bot plays for Ben until they are back."),
        ('m', "Whoever comes next may take the seat of Ben for good."),
    ] {
        let seen = stage.press(key);
        let told = seen.contains(asked) && seen.contains("Paused: waiting for Ben…");
        assert!(told, "{seen}");
        assert!(stage.done().is_empty(), "it is asked once");
        stage.stack.answer(&Input::key(KeyCode::Esc));
        assert!(!drawn(&mut stage.stack).contains("Sure?"));
        assert!(stage.done().is_empty(), "and was not answered");
    }
    stage.press('b');
    stage.press('b');
    stage.press('m');
    let seen = stage.press('m');
    assert!(
        seen.contains("A new machine may take the seat of Ben."),
        "{seen}"
    );
    assert_eq!(stage.done(), ["PutBot(Seat(1))", "Admit(Seat(1))"]);
    let mut guest = Stage::of(
        Gathering {
            missing: vec![Seat(1)],
            ..table()
        },
        false,
    );
    for key in ['b', 'b', 'm', 'm'] {
        guest.press(key);
    }
    assert!(guest.done().is_empty());
}

/// One key has one meaning: also when somebody has just vanished.
#[test]
fn looking_back_never_gives_a_seat_away() {
    let over = Gathering {
        over: true,
        missing: vec![Seat(1)],
        ..table()
    };
    let mut stage = Stage::of(over, true);
    let seen = drawn(&mut stage.stack);
    assert!(
        seen.contains("m a new machine may take") && seen.contains("a look back"),
        "{seen}"
    );
    stage.press('a');
    stage.press('a');
    assert!(stage.done().is_empty());
}

#[test]
fn the_table_shows_the_log_and_keeps_the_bot_out() {
    let mut stage = Stage::of(table(), false);
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("Ben plays 7♦ for 7"), "{seen}");
    assert!(!seen.contains("hint"), "no advice at a table with others");
    assert!(stage.press('h').contains("At this table there are no"));
    stage.book.borrow_mut().refusals.push("slow down".into());
    stage.book.borrow_mut().gathering.trouble = Some("no answer".into());
    let seen = stage.press('1');
    assert!(seen.contains("Connection lost") && seen.contains("no answer"));
    let guests = std::mem::take(&mut stage.book.borrow_mut().gathering.guests);
    let seen = stage.press('1');
    assert!(
        seen.contains("Not connected yet"),
        "nothing was there to lose"
    );
    stage.book.borrow_mut().gathering.guests = guests;
    stage.book.borrow_mut().gathering.trouble = None;
    stage.book.borrow_mut().gathering.closed = Some("every seat is taken".into());
    assert!(stage.press('1').contains("every seat is taken"));
    stage.stack.answer(&Input::key(KeyCode::Esc));
    assert!(stage.stack.is_empty());
}

#[test]
fn after_the_end_everybody_is_asked_for_another_game() {
    let mut stage = Stage::of(
        Gathering {
            over: true,
            ..table()
        },
        false,
    );
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("n another game"));
    assert!(!seen.contains("back to the lobby"), "that is the host's");
    stage.press('n');
    stage.press('l');
    assert_eq!(stage.done(), ["ready"]);
    stage.book.borrow_mut().gathering.guests[0].ready = true;
    assert!(stage.press('z').contains("Waiting for Ben…"));
}

#[test]
fn at_the_end_the_table_can_be_seen_and_nobody_leaves_by_accident() {
    for host in [true, false] {
        let over = Gathering {
            over: true,
            ..table()
        };
        let mut stage = Stage::of(over, host);
        assert!(drawn(&mut stage.stack).contains("The castle stands"));
        let esc = Input::key(KeyCode::Esc);
        stage.stack.answer(&esc);
        let seen = drawn(&mut stage.stack);
        assert!(
            !seen.contains("The castle stands") && seen.contains("Battlefield"),
            "{seen}"
        );
        stage.stack.answer(&esc);
        assert!(
            drawn(&mut stage.stack).contains("The castle stands"),
            "and back"
        );
        let seen = stage.press('q');
        assert!(seen.contains("Leave?"));
        assert_eq!(seen.contains("everybody is cut off"), host, "{seen}");
        assert!(stage.press('n').contains("The castle stands"), "stayed");
        assert!(stage.done().is_empty(), "the n was an answer");
        stage.press('q');
        stage.press('y');
        assert!(!stage.stack.is_empty(), "y is no answer to this");
        stage.press('q');
        stage.stack.answer(&Input::letter('q'));
        assert!(stage.stack.is_empty());
    }
}

#[test]
fn at_the_end_a_missing_player_does_not_hide_the_result() {
    let over = Gathering {
        over: true,
        missing: vec![Seat(1)],
        ..table()
    };
    let mut stage = Stage::of(over, true);
    let seen = drawn(&mut stage.stack);
    assert!(
        seen.contains("The castle stands") && seen.contains("Waiting for Ben…"),
        "{seen}"
    );
    assert!(stage.press('l').contains("for the lobby"));
    assert!(stage.press('n').contains("The castle stands"), "not yet");
    assert!(stage.done().is_empty());
    stage.press('l');
    stage.press('l');
    assert_eq!(stage.done(), ["OpenLobby"]);
}

#[test]
fn the_host_is_asked_before_everybody_is_cut_off() {
    for gathering in [lobby(), table()] {
        let mut stage = Stage::of(gathering, true);
        let seen = stage.press('q');
        assert!(
            seen.contains("Leave?") && seen.contains("everybody is cut off"),
            "{seen}"
        );
        stage.stack.answer(&Input::key(KeyCode::Esc));
        assert!(!drawn(&mut stage.stack).contains("Leave?"));
        assert!(!stage.stack.is_empty());
    }
}

#[test]
fn a_seat_played_elsewhere_is_taken_back_by_a_key() {
    let taken = Gathering {
        taken_over: true,
        ..table()
    };
    let mut stage = Stage::of(taken, false);
    assert!(drawn(&mut stage.stack).contains("now played from another window"));
    stage.press('n');
    assert!(stage.done().is_empty(), "nothing else is done here");
    stage.stack.answer(&Input::key(KeyCode::Enter));
    assert_eq!(stage.done(), ["take back"]);
}

#[test]
fn with_several_missing_the_host_chooses_whom_a_favour_is_for() {
    let mut gathering = table();
    gathering.guests.push(guest("Cleo", false, false));
    gathering.missing = vec![Seat(1), Seat(2)];
    let mut stage = Stage::of(gathering, true);
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("For whom: ►2 Ben, 3 Cleo"), "{seen}");
    assert!(seen.contains("b a bot plays until Ben is back"));
    let seen = stage.press('3');
    assert!(seen.contains("b a bot plays until Cleo is back"), "{seen}");
    stage.press('1');
    stage.press('b');
    stage.press('b');
    assert_eq!(
        stage.done(),
        ["PutBot(Seat(2))"],
        "the first is not missing"
    );
    let addresses = Gathering {
        invitation: Invitation {
            words: vec!["192.168.1.20:5555".into()],
            browsers: None,
        },
        ..table()
    };
    let mut stage = Stage::of(addresses, true);
    assert!(stage.press('i').contains("192.168.1.20:5555"));
    assert!(!stage.press('i').contains("192.168.1.20:5555"));
}

/// Whether they left or lost the connection, the log says.
#[test]
fn who_is_not_in_the_lobby_is_away() {
    let mut gathering = lobby();
    gathering.guests[1].connected = false;
    gathering.log.push((Some(Seat(1)), "left".into()));
    let shown = drawn(&mut Stage::of(gathering, false).stack);
    let row = shown.lines().find(|row| row.contains("2  Ben")).unwrap();
    assert!(row.contains("away"), "{shown}");
    assert!(
        shown.contains("left") && !shown.contains("connection lost"),
        "{shown}"
    );
}

#[test]
fn a_hint_goes_when_what_it_says_is_no_longer_so() {
    let mut stage = Stage::of(lobby(), true);
    assert!(stage.press('x').contains("no bot is at the table"));
    stage.book.borrow_mut().gathering.guests[2] = guest("Cleo", false, false);
    stage.stack.woken();
    assert!(!drawn(&mut stage.stack).contains("no bot is at the table"));
}

/// "\"Waiting for NAME…\" comes back after a refused key."
#[test]
fn whom_the_table_waits_for_is_told_with_every_refusal() {
    let mut stage = Stage::of(table(), false);
    for key in ['y', '\n'] {
        let seen = match key {
            '\n' => {
                stage.stack.answer(&Input::key(KeyCode::Enter));
                drawn(&mut stage.stack)
            }
            key => stage.press(key),
        };
        let told = seen.contains("Not your turn. Waiting for") && seen.contains("│Ben…");
        assert!(told, "{seen}");
    }
}

/// "Esc does in a LAN game what the key box says": it clears, and never leaves.
#[test]
fn esc_in_a_game_clears_and_never_leaves() {
    let mut stage = Stage::of(table(), false);
    stage.press('1');
    for _ in 0..3 {
        stage.stack.answer(&Input::key(KeyCode::Esc));
        let seen = drawn(&mut stage.stack);
        assert!(
            !seen.contains("Leave?") && !seen.contains("selected"),
            "{seen}"
        );
    }
}

/// "A pause is told also while a question is open."
#[test]
fn a_pause_is_told_whatever_is_asked_meanwhile() {
    for key in ['q', 't'] {
        let mut stage = Stage::of(table(), false);
        stage.press(key);
        stage.book.borrow_mut().gathering.missing = vec![Seat(1)];
        stage.stack.woken();
        let seen = drawn(&mut stage.stack);
        assert!(seen.contains("Paused: waiting for Ben…"), "{key}: {seen}");
    }
}

/// "A full table offers to watch."
#[test]
fn a_table_without_a_seat_can_be_watched() {
    let full = Gathering {
        closed: Some("every seat at this table is taken".into()),
        may_watch: true,
        ..Gathering::default()
    };
    let mut stage = Stage::of(full, false);
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("w watches the game"), "{seen}");
    stage.press('w');
    assert_eq!(stage.done(), ["watch"]);
}

/// "Hints where the table allows them."
#[test]
fn hints_are_given_where_the_table_allows_them() {
    for hints in [None, Some(false), Some(true)] {
        let gathering = Gathering { hints, ..table() };
        let mut stage = Stage::beginning(gathering, false);
        let offered = drawn(&mut stage.stack).contains("h hint");
        let shown = stage.press('h');
        assert_eq!(offered, hints == Some(true));
        let refused = shown.contains("At this table there are no");
        assert_eq!(refused, !offered, "{shown}");
        assert_eq!(shown.contains("Hint"), offered, "{shown}");
        // The table counts it, once.
        stage.press('h');
        let counted: &[&str] = if offered { &["hint"] } else { &[] };
        assert_eq!(stage.done(), counted);
    }
}

/// "Clocks of one table agree": they show what the table says.
#[test]
fn the_clock_is_the_tables_own() {
    let gathering = Gathering {
        played: Some((7, Duration::from_secs(3_723))),
        over: true,
        ..table()
    };
    let mut stage = Stage::of(gathering, false);
    stage.stack.answer(&Input::key(KeyCode::Esc));
    let shown = drawn(&mut stage.stack);
    assert!(shown.contains("1:02:0"), "{shown}");
}

/// "Export at the end", and what one decided at this screen looked back on.
#[test]
fn after_the_end_the_host_exports_and_everybody_looks_back() {
    let gathering = Gathering {
        hints: Some(false),
        ..table()
    };
    let mut stage = Stage::beginning(gathering, true);
    stage.press('1');
    stage.stack.answer(&Input::key(KeyCode::Enter));
    stage.book.borrow_mut().gathering.over = true;
    stage.stack.woken();
    assert!(stage.press('e').contains("/replays/game.jsonl.gz"));
    let mut shown = stage.press('a');
    for _ in 0..6_000 {
        stage.stack.woken();
        shown = drawn(&mut stage.stack);
        if shown.contains("Decision 1 ") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(shown.contains("you played"), "{shown}");
    let mut watcher = Stage::of(
        Gathering {
            over: true,
            ..table()
        },
        false,
    );
    assert!(watcher.press('e').contains("Only the host"));
    assert!(watcher.press('a').contains("does not tell enough"));
}
