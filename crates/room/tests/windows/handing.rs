//! A power that changes hands while somebody dies: between the new player in the
//! roster and the word of it in the game.

use parlour_host::audit::Asker;
use parlour_host::table::{Person, TableId};
use parlour_host::wait;
use parlour_room::Room;

use crate::bed::{alone, aloud, clocked, duel, who};

/// What a room has done that died in the middle of `replace Italy @bob`.
fn half_replaced(room: &Room) -> TableId {
    let tables = wait(room.host().tables_of(&who("slack", "ann"))).unwrap();
    wait(room.host().revise(&tables[0], &Asker::house(), |revision| {
        let mut sheet: serde_json::Value = revision.record.settings.read().unwrap();
        sheet["handed"] = serde_json::json!([4]);
        revision.record.settings = parlour_host::Json::of(&sheet);
        revision.record.chairs[4] = Some(Person::new(who("slack", "bob"), "bob"));
        Ok::<_, parlour_host::Refused>(())
    }))
    .unwrap();
    tables[0].clone()
}

#[test]
fn a_deadline_does_not_carry_out_orders_of_the_player_before() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    duel(&room);
    assert_eq!(
        alone(&room, "slack", "ben", "order A Ven-Pie").refused,
        None
    );
    half_replaced(&room);
    // Nobody says a word until the phase is over.
    clock.advance(24 * 3_600_000 + 1);
    for _ in 0..3 {
        wait(room.tick()).unwrap();
        clock.advance(2_000);
    }
    let history = aloud(&room, "slack", "C1", "ann", "history S1901M").words();
    assert!(history.contains("Italy: A Ven H"), "{history}");
    assert!(!history.contains("A Ven - Pie"), "{history}");
    let status = aloud(&room, "slack", "C1", "ann", "status").words();
    assert!(status.contains("F1901M"), "{status}");
}

#[test]
fn the_new_player_is_reminded_of_what_they_owe_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    duel(&room);
    let orders = "order A Ven-Pie; A Rom-Ven; F Nap-ION";
    assert_eq!(alone(&room, "slack", "ben", orders).refused, None);
    half_replaced(&room);
    clock.advance(18 * 3_600_000 + 1);
    for _ in 0..3 {
        wait(room.tick()).unwrap();
        clock.advance(2_000);
    }
    let told = crate::bed::carried(&room);
    let bob = parlour_room::To::Inbox(who("slack", "bob"));
    let told = crate::bed::texts(&told, &bob);
    assert!(
        told.iter()
            .any(|it| it.contains("Still without orders: F Nap, A Rom, A Ven.")),
        "{told:?}"
    );
}
