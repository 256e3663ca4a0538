//! A group that goes on under another id, in which somebody was quicker than the
//! platform's word of it.

use parlour_host::wait;
use parlour_room::{Room, Window};

use crate::bed::{alone, aloud, carried, clocked, code_of, room, texts, window};

/// A game of bots in a group, begun.
fn running(room: &Room, chat: &str, master: &str) -> String {
    let code = code_of(&aloud(room, "telegram", chat, master, "new bots=hold"));
    alone(room, "telegram", master, &format!("join {code} Austria"));
    let begun = aloud(room, "telegram", chat, master, "start");
    assert_eq!(begun.refused, None, "{}", begun.words());
    code
}

fn moved(room: &Room) {
    let chat = |chat: &str| Window {
        platform: String::from("telegram"),
        chat: chat.to_owned(),
    };
    wait(room.move_window(&chat("-7"), &chat("-1007"))).unwrap();
}

#[test]
fn a_game_that_waits_in_the_new_group_gives_way_to_the_old_groups() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let old = running(&room, "-7", "ann");
    let new = code_of(&aloud(&room, "telegram", "-1007", "ben", "new"));
    alone(&room, "telegram", "ben", &format!("join {new} France"));
    carried(&room);
    moved(&room);
    let status = aloud(&room, "telegram", "-1007", "ben", "status").words();
    assert!(status.contains(&old) && !status.contains(&new), "{status}");
    let told = texts(&carried(&room), &window("telegram", "-1007"));
    let words = format!("Game {new} is called off: game {old} goes on here.");
    assert_eq!(told, [words]);
    // Heard again, it changes nothing.
    moved(&room);
    assert!(carried(&room).is_empty());
    let again = alone(&room, "telegram", "cy", &format!("join {new}"));
    assert_eq!(again.refused, Some("game_over"));
}

#[test]
fn a_game_that_waits_in_the_old_group_gives_way_to_one_that_has_begun() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    let old = code_of(&aloud(&room, "telegram", "-7", "ann", "new"));
    clock.advance(1_000);
    let new = running(&room, "-1007", "ben");
    carried(&room);
    moved(&room);
    let status = aloud(&room, "telegram", "-1007", "ann", "status").words();
    assert!(status.contains(&new) && !status.contains(&old), "{status}");
    let told = texts(&carried(&room), &window("telegram", "-1007"));
    let words = format!("Game {old} is called off: game {new} goes on here.");
    assert_eq!(told, [words]);
}

#[test]
fn of_two_running_games_the_older_is_meant_and_the_other_named_by_its_code() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    let old = running(&room, "-7", "ann");
    clock.advance(1_000);
    let new = running(&room, "-1007", "ben");
    carried(&room);
    moved(&room);
    let said = |words: &str| aloud(&room, "telegram", "-1007", "ann", words);
    let status = said("status").words();
    assert!(status.contains(&old), "{status}");
    let status = said(&format!("{new} status")).words();
    assert!(status.contains(&new), "{status}");
    let told = texts(&carried(&room), &window("telegram", "-1007"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains(&format!("What is said here is about game {old};"))
            && told[0].contains(&format!("`{new} status`")),
        "{told:?}"
    );
    assert_eq!(said("force").refused, None);
    let told = texts(&carried(&room), &window("telegram", "-1007"));
    assert!(told[0].contains("(S1901M):"), "{told:?}");
}

#[test]
fn a_game_that_is_over_hides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let old = running(&room, "-7", "ann");
    let over = aloud(&room, "telegram", "-7", "ann", "concede yes");
    assert_eq!(over.refused, None, "{}", over.words());
    let new = code_of(&aloud(&room, "telegram", "-1007", "ben", "new"));
    carried(&room);
    moved(&room);
    let status = aloud(&room, "telegram", "-1007", "ben", "status").words();
    assert!(status.contains(&new) && !status.contains(&old), "{status}");
    assert!(carried(&room).is_empty());
}
