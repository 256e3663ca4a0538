//! Who is told what, and where.

use parlour_host::wait;
use parlour_room::{Heard, Parcel, Spoken, To};

use crate::bed::{alone, aloud, carried, code_of, duel, mixed, room, texts, who, window};

#[test]
fn everybody_is_told_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = mixed(&room);
    let begun = carried(&room);
    assert!(texts(&begun, &To::Inbox(who("telegram", "Italy")))[0].contains("has joined"));
    assert!(
        texts(&begun, &window("slack", "C1")).len() >= 7,
        "each join is told"
    );
    // Telegram has no window yet, so its players are told in private.
    assert_eq!(aloud(&room, "slack", "C1", "ann", "force").refused, None);
    let told = carried(&room);
    let slack = texts(&told, &window("slack", "C1"));
    assert_eq!(slack.len(), 3, "{slack:?}");
    // What was ordered, and the board that it has led to.
    assert_eq!(slack[1], "picture S1901M.png");
    assert_eq!(slack[2], "picture F1901M-board.png");
    // In private it names its game, as somebody may play in several.
    let mut private = slack;
    private[0] = format!("Game {code}: {}", private[0]);
    assert_eq!(texts(&told, &To::Inbox(who("telegram", "Italy"))), private);
    assert!(texts(&told, &To::Inbox(who("slack", "Austria"))).is_empty());
    // Who shows it in a window on Telegram reads it there.
    assert_eq!(
        aloud(&room, "telegram", "-7", "Italy", &format!("link {code}")).refused,
        None
    );
    assert_eq!(alone(&room, "slack", "ann", "force").refused, None);
    let told = carried(&room);
    assert_eq!(texts(&told, &window("telegram", "-7")).len(), 3);
    assert!(texts(&told, &To::Inbox(who("telegram", "Italy"))).is_empty());
    // One running game in a group.
    assert_eq!(
        aloud(&room, "telegram", "-7", "Italy", "new").refused,
        Some("game_running")
    );
}

#[test]
fn what_was_not_sent_is_sent_after_a_restart_and_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let first = {
        let room = room(&file);
        mixed(&room);
        carried(&room);
        aloud(&room, "slack", "C1", "ann", "force");
        let parcels = wait(room.parcels("sender", 1000, 0, 16)).unwrap();
        let first: Vec<Parcel> = parcels.into_iter().take(3).collect();
        for parcel in &first {
            wait(room.sent(parcel)).unwrap();
        }
        first
    };
    let room = room(&file);
    let rest = carried(&room);
    let key = |it: &Parcel| (it.letter, it.part);
    assert!(
        first
            .iter()
            .all(|it| rest.iter().all(|other| key(it) != key(other)))
    );
    let whole = first[0].parts as usize;
    let letter = first[0].letter;
    let again = rest.iter().filter(|it| it.letter == letter).count();
    assert_eq!(again + 3, whole, "the other parts of the letter");
    let answer = alone(&room, "telegram", "Italy", "status");
    assert!(answer.words().contains("F1901M"), "{}", answer.words());
}

#[test]
fn who_is_ready_aloud_hears_in_private_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    let answer = aloud(&room, "slack", "C1", "ben", "ready");
    assert!(!answer.words().contains("without"), "{}", answer.words());
    let told = carried(&room);
    let ben = texts(&told, &To::Inbox(who("slack", "ben")));
    assert_eq!(
        ben,
        [format!(
            "You are ready in game {code}. Careful: Still without orders: F Nap, A Rom, A Ven."
        )]
    );
    assert!(
        told.iter()
            .all(|it| it.to == To::Inbox(who("slack", "ben")))
    );
}

#[test]
fn what_the_master_does_aside_is_told_once_and_says_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let aside = |text: &str| {
        let mut heard = Heard::aloud("slack", "C1", who("slack", "ann"), "ann", text);
        heard.spoken = Spoken::Aside;
        let answer = wait(room.hear(&heard)).unwrap();
        assert_eq!(answer.refused, None, "{text}: {}", answer.words());
        answer
    };
    let code = code_of(&aside("new bots=hold"));
    let told = carried(&room);
    let opened = texts(&told, &window("slack", "C1"));
    assert!(
        opened.len() == 1 && opened[0].starts_with(&format!("ann has opened game {code}.")),
        "{opened:?}"
    );
    assert_eq!(told[0].buttons[0].words, format!("join {code}"));
    aside(&format!("join {code} Austria"));
    carried(&room);
    let begun = aside("start").words();
    assert!(!begun.contains("Austria: ann"), "{begun}");
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert!(
        told.len() == 2 && told[0].contains("Austria: ann"),
        "{told:?}"
    );
    assert_eq!(told[1], "picture S1901M-board.png");
    aside("extend 12h");
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert_eq!(told.len(), 1);
    let moved = "The game master has moved the end of S1901M. Deadline ";
    assert!(told[0].starts_with(moved), "{told:?}");
}
