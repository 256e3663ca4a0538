//! Who reads in a window: whoever was seen there, and nobody else. All others are told in
//! private, and nobody is told twice once it is known where they read.

use parlour_host::audit::Asker;
use parlour_host::{Json, Refused, wait};
use parlour_room::{Heard, Room, Spoken};

use crate::bed::{alone, aloud, carried, code_of, inbox, room, texts, who, window};

/// A game of Ann, who has opened it in a channel, and Ben, who has joined by a private
/// message, among bots that hold.
fn with_ben_in_private(room: &Room) -> String {
    let code = code_of(&aloud(room, "slack", "C1", "ann", "new bots=hold"));
    alone(room, "slack", "ann", &format!("join {code} Austria"));
    let joined = alone(room, "slack", "ben", &format!("join {code} Italy")).words();
    assert!(joined.contains("comes to you in private"), "{joined}");
    assert_eq!(aloud(room, "slack", "C1", "ann", "start").refused, None);
    carried(room);
    code
}

/// How much Ben is told in private of a phase that is resolved; the channel has it all.
fn told_ben(room: &Room) -> usize {
    assert_eq!(aloud(room, "slack", "C1", "ann", "force").refused, None);
    let told = carried(room);
    assert_eq!(texts(&told, &window("slack", "C1")).len(), 3);
    assert!(texts(&told, &inbox("slack", "ann")).is_empty());
    texts(&told, &inbox("slack", "ben")).len()
}

#[test]
fn who_was_never_seen_in_a_window_keeps_their_own_news() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = with_ben_in_private(&room);
    assert_eq!(told_ben(&room), 3);
    // A window of the game master's takes nothing from him either, nor does what he says
    // in private or where the game is not shown.
    aloud(&room, "slack", "C2", "ann", &format!("link {code}"));
    aloud(&room, "slack", "C3", "ben", &format!("{code} status"));
    alone(&room, "slack", "ben", "status");
    carried(&room);
    assert_eq!(told_ben(&room), 3);
    // Nor what somebody else says there.
    aloud(&room, "slack", "C1", "eve", "status");
    assert_eq!(told_ben(&room), 3);
}

#[test]
fn who_says_something_in_a_window_reads_there_and_is_told_once() {
    for spoken in [Spoken::Aloud, Spoken::Aside] {
        for words in ["status", "map", "orders", "ready", "nonsense", "draw yes"] {
            let folder = tempfile::tempdir().unwrap();
            let room = room(&folder.path().join("a.sqlite"));
            with_ben_in_private(&room);
            let mut heard = Heard::aloud("slack", "C1", who("slack", "ben"), "ben", words);
            heard.spoken = spoken;
            wait(room.hear(&heard)).unwrap();
            carried(&room);
            assert_eq!(told_ben(&room), 0, "{spoken:?} {words}");
        }
    }
}

#[test]
fn who_joins_in_a_window_reads_there_until_it_sees_the_game_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new bots=hold"));
    let joined = aloud(&room, "slack", "C1", "ben", "join Italy").words();
    assert!(!joined.contains("in private"), "{joined}");
    aloud(&room, "slack", "C1", "ann", "join Austria");
    aloud(&room, "slack", "C1", "ann", "start");
    carried(&room);
    assert_eq!(told_ben(&room), 0);
    aloud(&room, "slack", "C2", "ann", &format!("link {code}"));
    aloud(&room, "slack", "C1", "ann", "unlink");
    carried(&room);
    aloud(&room, "slack", "C2", "ann", "force");
    let told = carried(&room);
    assert_eq!(texts(&told, &inbox("slack", "ben")).len(), 3);
}

/// A group that goes on under another id is read by the same people.
#[test]
fn who_was_seen_is_known_where_the_group_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    with_ben_in_private(&room);
    aloud(&room, "slack", "C1", "ben", "status");
    let group = |chat: &str| parlour_room::Window {
        platform: String::from("slack"),
        chat: chat.to_owned(),
    };
    wait(room.move_window(&group("C1"), &group("C7"))).unwrap();
    carried(&room);
    aloud(&room, "slack", "C7", "ann", "force");
    let told = carried(&room);
    assert_eq!(texts(&told, &window("slack", "C7")).len(), 3);
    for name in ["ann", "ben"] {
        assert!(texts(&told, &inbox("slack", name)).is_empty(), "{name}");
    }
}

/// Of a game that was begun before it was kept who was seen, everybody of a platform
/// reads in the game master's windows there, as they did.
#[test]
fn a_game_from_before_goes_on_by_the_rule_it_began_with() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = with_ben_in_private(&room);
    let table = wait(room.table_of_code(&code)).unwrap().unwrap();
    let house = Asker::house();
    let aged = room.host().revise(&table, &house, |revision| {
        let mut sheet: serde_json::Value = revision.record.settings.read().unwrap();
        let seen = sheet.as_object_mut().unwrap().remove("seen");
        assert!(seen.is_some());
        revision.record.settings = Json::of(&sheet);
        Ok::<_, Refused>(())
    });
    wait(aged).unwrap();
    assert_eq!(told_ben(&room), 0);
    aloud(&room, "slack", "C1", "ben", "status");
    assert_eq!(told_ben(&room), 0);
}
