//! A clock that is stopped, and what a phase has left when it goes on.

use parlour_diplomacy::game::{Command, Diplomacy};
use parlour_host::host::Sender;
use parlour_host::{Message, wait};

use crate::bed::{aloud, carried, clocked, mixed};

/// Whatever ends a phase while the clock stands still: the next one has all its time.
#[test]
fn a_phase_that_began_while_the_clock_stood_still_has_its_own_length() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    mixed(&room);
    clock.advance(20 * 3_600_000);
    let said = |text: &str| aloud(&room, "slack", "C1", "ann", text).words();
    said("pause");
    let tables = wait(room.host().tables_of(&crate::bed::who("slack", "ann"))).unwrap();
    let resolve = Message::from_sender(&tables[0], Sender::Clock, Command::ResolveEarly);
    wait(room.host().command::<Diplomacy>(resolve)).unwrap();
    carried(&room);
    let resumed = said("resume");
    assert!(resumed.ends_with("in 24 h."), "{resumed}");
    clock.advance(20 * 3_600_000);
    said("pause");
    clock.advance(20 * 3_600_000);
    let resumed = said("resume");
    assert!(resumed.ends_with("in 4 h."), "{resumed}");
}
