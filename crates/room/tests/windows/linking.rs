//! Windows belong to players: who may show a game elsewhere, and what that changes.

use crate::bed::{alone, aloud, carried, duel, inbox, mixed, room, texts, window};

#[test]
fn a_stranger_shows_a_game_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    let link = format!("link {code}");
    let refused = aloud(&room, "slack", "C9", "eve", &link);
    assert_eq!(refused.refused, Some("not_in_that_game"));
    assert!(refused.words().contains(&format!("join {code}")));
    // Who only stands by is no player either.
    alone(&room, "slack", "eve", &format!("join {code}"));
    let refused = aloud(&room, "slack", "C9", "eve", &link);
    assert_eq!(refused.refused, Some("not_in_that_game"));
    carried(&room);
    aloud(&room, "slack", "C1", "ann", "force");
    let told = carried(&room);
    assert!(texts(&told, &window("slack", "C9")).is_empty());
    assert!(!texts(&told, &window("slack", "C1")).is_empty());
}

#[test]
fn a_window_of_one_player_takes_nothing_from_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = mixed(&room);
    carried(&room);
    // One of four on Telegram shows the game in a group of their own.
    let linked = aloud(&room, "telegram", "-7", "Italy", &format!("link {code}"));
    assert_eq!(linked.refused, None, "{}", linked.words());
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert_eq!(
        told,
        ["Italy shows the game in another group (telegram -7)."]
    );
    aloud(&room, "slack", "C1", "ann", "force");
    let told = carried(&room);
    assert_eq!(texts(&told, &window("telegram", "-7")).len(), 3);
    assert!(texts(&told, &inbox("telegram", "Italy")).is_empty());
    for player in ["Germany", "Russia", "Turkey"] {
        assert_eq!(
            texts(&told, &inbox("telegram", player)).len(),
            3,
            "{player}"
        );
    }
    assert!(texts(&told, &inbox("slack", "Austria")).is_empty());
}

#[test]
fn who_is_linked_is_shown_and_can_be_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    for (chat, name) in [("C2", "ben"), ("C3", "ann")] {
        aloud(&room, "slack", chat, name, &format!("link {code}"));
    }
    let status = aloud(&room, "slack", "C2", "ben", "status").words();
    let shown = "It is shown in: 1. slack C1 (where it was opened); 2. slack C2 (linked by ben, \
                 here); 3. slack C3 (linked by ann).";
    assert!(status.contains(shown), "{status}");
    // Only who has linked a window, and the game master, take it away.
    let refused = aloud(&room, "slack", "C3", "ben", "unlink");
    assert_eq!(refused.refused, Some("not_yours"));
    let refused = aloud(&room, "slack", "C2", "eve", "unlink");
    assert_eq!(refused.refused, Some("not_in_that_game"));
    let refused = alone(&room, "slack", "ann", "unlink 9");
    assert_eq!(refused.refused, Some("not_linked"));
    let refused = alone(&room, "slack", "ann", "unlink");
    assert_eq!(refused.refused, Some("which_window"));
    assert!(
        refused.words().contains("2. slack C2"),
        "{}",
        refused.words()
    );
    carried(&room);
    assert_eq!(alone(&room, "slack", "ann", "unlink 2").refused, None);
    let gone = "ann has taken the game away from a group (slack C2).";
    let told = carried(&room);
    assert_eq!(texts(&told, &window("slack", "C1")), [gone]);
    assert_eq!(aloud(&room, "slack", "C3", "ann", "unlink").refused, None);
    carried(&room);
    aloud(&room, "slack", "C1", "ann", "force");
    let told = carried(&room);
    assert_eq!(texts(&told, &window("slack", "C1")).len(), 3);
    for chat in ["C2", "C3"] {
        assert!(texts(&told, &window("slack", chat)).is_empty(), "{chat}");
    }
    // With no window left, everybody is told in private.
    assert_eq!(aloud(&room, "slack", "C1", "ann", "unlink").refused, None);
    carried(&room);
    alone(&room, "slack", "ann", "force");
    let told = carried(&room);
    assert!(texts(&told, &window("slack", "C1")).is_empty());
    assert_eq!(texts(&told, &inbox("slack", "ben")).len(), 3);
}
