//! Which letters are written: those that tell somebody something.

use std::sync::Arc;

use parlour_diplomacy::game::Diplomacy;
use parlour_host::journal::MemoryJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::{Body, Room};
use parlour_rules::Seed;

use crate::bed::{alone, aloud, carried, code_of};

/// A room whose house writes a letter of everything, or of what is worth one.
fn room(of_everything: bool) -> (Room, Arc<ManualClock>) {
    let mut registry = Registry::new();
    Room::prepare(&mut registry);
    if of_everything {
        registry.write_of::<Diplomacy>(|_, _| true);
    }
    let entropy = Arc::new(SeededEntropy::new(Seed(5)));
    let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
    let journal = Arc::new(MemoryJournal::new());
    let host = Host::new(registry, journal, clock.clone(), entropy.clone());
    (Room::new(Arc::new(host), entropy), clock)
}

/// What everybody was told in a game of three among bots, and by how many letters.
fn played(of_everything: bool) -> (Vec<String>, u64) {
    let (room, clock) = room(of_everything);
    let (mut told, mut letters) = (Vec::new(), 0);
    let code = code_of(&aloud(
        &room,
        "slack",
        "C1",
        "ann",
        "new bots=random misses=2",
    ));
    let people = [
        ("slack", "ann", "Austria"),
        ("telegram", "ben", "Italy"),
        ("telegram", "cleo", "Turkey"),
    ];
    for (platform, name, power) in people {
        alone(&room, platform, name, &format!("join {code} {power}"));
    }
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    let orders = [
        ("ann", "order A Bud-Ser"),
        ("ann", "order F Tri-Alb; A Vie-Bud"),
        ("ann", "clear"),
        ("ben", "all hold"),
        ("ben", "waive"),
        ("cleo", "order A Con-Bul"),
        ("cleo", "unready"),
    ];
    for round in 0..36 {
        let say = |name: &str, words: &str| {
            let (platform, ..) = people.iter().find(|it| it.1 == name).unwrap();
            alone(&room, platform, name, words);
        };
        for (name, words) in orders {
            say(name, words);
        }
        match round {
            5 => say("ben", "draw"),
            6 => say("ben", "draw yes"),
            8 => say("ben", "concede yes"),
            _ => {}
        }
        say("ann", "ready");
        // Sometimes nobody waits for the end of the phase.
        if round % 4 != 0 {
            say("ben", "ready");
            say("cleo", "ready");
        }
        clock.advance(26 * 3_600_000);
        for struck in wait(room.host().strike()).unwrap() {
            wait(room.struck(&struck)).unwrap();
        }
        letters += wait(room.host().journal().letters(0, u32::MAX))
            .unwrap()
            .len() as u64;
        for parcel in carried(&room) {
            let body = match &parcel.body {
                Body::Text(text) => text.clone(),
                Body::Picture(sketch) => sketch.file_name(),
                Body::File { name, .. } => name.clone(),
            };
            told.push(format!("{:?}: {body} {:?}", parcel.to, parcel.buttons));
        }
    }
    (told, letters)
}

#[test]
fn what_is_not_written_would_have_told_nobody_anything() {
    let (everything, all) = played(true);
    let (told, written) = played(false);
    assert_eq!(told, everything);
    for words in [
        "must retreat",
        "may build",
        "is in civil disorder",
        "has conceded",
    ] {
        assert!(told.iter().any(|it| it.contains(words)), "{words}");
    }
    assert!(written * 3 < all, "{written} of {all}");
}

#[test]
fn an_order_writes_to_nobody() {
    let (room, _) = room(false);
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new bots=hold"));
    alone(&room, "slack", "ann", &format!("join {code} Austria"));
    alone(&room, "slack", "ben", &format!("join {code} Italy"));
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    carried(&room);
    for words in ["order A Vie-Bud", "clear", "all hold", "ready", "unready"] {
        assert_eq!(alone(&room, "slack", "ann", words).refused, None, "{words}");
        let letters = wait(room.host().journal().letters(0, 9)).unwrap();
        assert!(letters.is_empty(), "{words}: {letters:?}");
    }
}
