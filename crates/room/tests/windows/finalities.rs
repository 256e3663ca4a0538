//! What nothing brings back is asked about once, and what is left lying keeps no
//! group from playing.

use parlour_host::wait;
use parlour_room::{Answer, Heard, Room};

use crate::bed::{alone, aloud, carried, clocked, code_of, duel, inbox, room, texts, who, window};

/// Words from a front that shows buttons.
fn pressed(room: &Room, name: &str, text: &str) -> Answer {
    let mut heard = Heard::in_private("slack", who("slack", name), name, text);
    heard.has_buttons = true;
    wait(room.hear(&heard)).unwrap()
}

#[test]
fn what_cannot_be_taken_back_is_asked_once() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    duel(&room);
    alone(&room, "slack", "ben", "draw");
    carried(&room);
    let before = alone(&room, "slack", "ann", "status").words();
    for (words, button) in [
        ("concede", "Give up for good"),
        ("concede y", "Give up for good"),
        ("draw y", "Agree to the draw"),
        ("force", "Resolve S1901M now"),
        ("force y", "Resolve S1901M now"),
    ] {
        let asked = pressed(&room, "ann", words);
        assert_eq!((asked.refused, asked.buttons.len()), (None, 1), "{words}");
        assert_eq!(asked.buttons[0].label, button);
        assert!(
            asked.words().ends_with("nothing has changed yet."),
            "{}",
            asked.words()
        );
        assert!(carried(&room).is_empty(), "{words}");
        assert_eq!(alone(&room, "slack", "ann", "status").words(), before);
    }
    let button = pressed(&room, "ann", "force").buttons.remove(0).words;
    let done = pressed(&room, "ann", &button).words();
    assert!(done.contains("S1901M is resolved"), "{done}");
    // At one terminal everybody sees who speaks.
    let done = alone(&room, "slack", "ann", "force").words();
    assert!(done.contains("F1901M is resolved"), "{done}");
}

/// Its game master may be gone: a game that nobody has touched for two days keeps no group
/// from playing. It is not called off for that, and nobody does it by a slip.
#[test]
fn a_lobby_that_is_left_lying_leaves_its_group_to_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    let first = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    let hours = |hours: u64| clock.advance(hours * 3_600_000);
    hours(47);
    alone(&room, "slack", "cid", &format!("join {first} Italy"));
    hours(47);
    let early = aloud(&room, "slack", "C1", "ben", "new bots=hold");
    assert_eq!(early.refused, Some("game_running"));
    assert!(early.words().contains("two days"), "{}", early.words());
    let early = aloud(&room, "slack", "C1", "ben", "new yes bots=hold");
    assert_eq!(early.refused, Some("game_running"));
    hours(2);
    carried(&room);
    let asked = aloud(&room, "slack", "C1", "ben", "new bots=hold");
    assert_eq!(asked.refused, None);
    assert!(asked.words().contains(&first), "{}", asked.words());
    assert!(
        asked.words().contains("Somebody has joined."),
        "{}",
        asked.words()
    );
    assert_eq!(asked.buttons[0].words, "new yes bots=hold");
    assert!(carried(&room).is_empty(), "nothing has changed");
    let opened = aloud(&room, "slack", "C1", "ben", "new yes bots=hold");
    assert_eq!(opened.refused, None, "{}", opened.words());
    let parcels = carried(&room);
    // Where it was shown, and whoever is in it, wherever they read.
    for to in [
        window("slack", "C1"),
        inbox("slack", "ann"),
        inbox("slack", "cid"),
    ] {
        let told = texts(&parcels, &to);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains(&format!("Game {first} is not called off.")),
            "{told:?}"
        );
    }
    // It goes on.
    let joined = alone(&room, "slack", "dan", &format!("join {first} France"));
    assert_eq!(joined.refused, None, "{}", joined.words());
    let linked = aloud(&room, "slack", "C2", "ann", &format!("link {first}"));
    assert_eq!(linked.refused, None, "{}", linked.words());
    // One that has begun stays, however long nobody says anything.
    let second = code_of(&opened);
    alone(&room, "slack", "ben", &format!("join {second} Italy"));
    assert_eq!(aloud(&room, "slack", "C1", "ben", "start").refused, None);
    hours(1_000);
    let running = aloud(&room, "slack", "C1", "eve", "new");
    assert_eq!(running.refused, Some("game_running"));
}
