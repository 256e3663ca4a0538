//! Messages that a platform brings again.

use parlour_host::{Time, wait};
use parlour_room::{Heard, Room, Spoken};

use crate::bed::{alone, aloud, carried, clocked, duel, room, texts, who, window};

/// A platform brings a message again when it was not acknowledged: whatever it
/// says is done once.
#[test]
fn a_message_that_comes_twice_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let twice = |chat: Option<&str>, name: &str, id: &str, text: &str| {
        let mut heard = Heard::in_private("slack", who("slack", name), name, text);
        heard.chat = chat.map(str::to_owned);
        if chat.is_some() {
            heard.spoken = Spoken::Aside;
        }
        heard.message = Some(id.to_owned());
        let first = wait(room.hear(&heard)).unwrap();
        let again = wait(room.hear(&heard)).unwrap();
        assert_eq!(first.refused, None, "{text}: {}", first.words());
        assert_eq!(again.refused, None, "{text}: {}", again.words());
        (first.words(), again.words())
    };
    let same = |chat: Option<&str>, name: &str, id: &str, text: &str| {
        let (first, again) = twice(chat, name, id, text);
        assert_eq!(first, again, "{text}");
        first
    };
    // In a group, where only one game may run, and in private.
    let opened = same(Some("C1"), "ann", "m1", "new bots=hold");
    let code = opened[5..10].to_owned();
    let alone = same(None, "cy", "m1", "new");
    assert_ne!(alone[5..10], code, "somebody else's message is another one");
    let games = wait(room.host().tables_of(&who("slack", "cy"))).unwrap();
    assert_eq!(games.len(), 1);
    same(None, "bob", "m2", &format!("join {code} Italy"));
    same(None, "dan", "m3", &format!("join {code}"));
    same(None, "dan", "m4", &format!("use {code}"));
    same(Some("C2"), "dan", "m5", &format!("link {code}"));
    assert_eq!(alone_status(&room, "dan").matches("any power").count(), 1);
    same(Some("C1"), "ann", "m6", "deadline movement=48h");
    same(Some("C1"), "ann", "m7", "start");
    let now = same(Some("C1"), "ann", "m8", "extend 12h");
    assert!(now.ends_with("in 3 days."), "60 h: {now}");
    same(Some("C1"), "ann", "m9", "pause");
    same(Some("C1"), "ann", "m10", "resume");
    let (first, again) = twice(None, "bob", "m11", "order A Ven-Pie");
    assert!(first.starts_with("Noted: A Ven - Pie.") && again.starts_with("Noted already."));
    let (_, again) = twice(None, "bob", "m12", "ready");
    assert!(
        again.starts_with("Heard already. It is Spring 1901"),
        "{again}"
    );
    let (first, again) = twice(Some("C1"), "ann", "m13", "force");
    assert!(first.starts_with("S1901M is resolved"), "{first}");
    assert!(
        again.starts_with("Heard already. It is Fall 1901"),
        "{again}"
    );
    same(Some("C1"), "ann", "m14", "replace Italy <@U9>");
    same(Some("C1"), "ann", "m15", "kick Italy");
    same(None, "eve", "m16", &format!("join {code} Italy"));
    let status = alone_status(&room, "eve");
    assert!(!status.contains("disorder"), "{status}");
    let told = carried(&room);
    let count = |words: &str| {
        let told = texts(&told, &window("slack", "C2"));
        told.iter().filter(|it| it.contains(words)).count()
    };
    assert_eq!(count("has stopped the clock"), 1);
    assert_eq!(count("Spring 1901, movement (S1901M):"), 1);
    assert_eq!(count("eve plays Italy"), 1);
}

/// Words that were right when they were said are refused by the time they come again:
/// the game is over, or its clock is stopped. They have done their work all the same.
#[test]
fn a_message_that_comes_again_too_late_has_done_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let say = |name: &str, id: &str, text: &str| {
        let mut heard = Heard::in_private("slack", who("slack", name), name, text);
        heard.message = Some(id.to_owned());
        wait(room.hear(&heard)).unwrap()
    };
    let powers = [
        "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
    ];
    let opened = say("Austria", "m1", "new").words();
    let code = opened[5..10].to_owned();
    for power in powers {
        let joined = say(power, "m2", &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{}", joined.words());
    }
    assert_eq!(say("Austria", "m3", "start").refused, None);
    let first = say("Italy", "m4", "ready").words();
    assert!(first.starts_with("Italy is ready."), "{first}");
    say("Austria", "m5", "pause");
    let again = say("Italy", "m4", "ready");
    assert_eq!(again.refused, None, "{}", again.words());
    assert!(again.words().starts_with("Heard already. It is Spring"));
    assert_eq!(say("Italy", "m6", "ready").refused, Some("paused"));
    say("Austria", "m7", "resume");
    assert_eq!(say("Austria", "m8", "draw").refused, None);
    for power in &powers[1..] {
        let voted = say(power, "m9", "draw yes");
        assert_eq!(voted.refused, None, "{}", voted.words());
    }
    let over = say("Italy", "m10", "ready");
    assert_eq!(over.refused, Some("game_over"), "{}", over.words());
    let all = [("Turkey", "m9", "draw yes"), ("Italy", "m4", "ready")];
    for (name, id, text) in all {
        let again = say(name, id, text);
        assert_eq!(again.refused, None, "{}", again.words());
        assert!(again.words().starts_with("Heard already. "));
    }
}

fn alone_status(room: &Room, name: &str) -> String {
    alone(room, "slack", name, "status").words()
}

/// A platform keeps what was written while nobody listened. It was meant for the phase
/// of that time, and the next one has begun since.
#[test]
fn words_that_waited_are_not_taken_for_a_phase_that_has_begun_since() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    duel(&room);
    let now = || room.host().now();
    let say = |id: &str, text: &str, written: Option<Time>| {
        let mut heard = Heard::in_private("slack", who("slack", "ben"), "ben", text);
        heard.message = Some(id.to_owned());
        heard.written = written;
        wait(room.hear(&heard)).unwrap()
    };
    let early = now();
    clock.advance(3_600_000);
    let noted = say("m0", "order A Ven-Pie", Some(early));
    assert_eq!(noted.refused, None, "in the same phase: {}", noted.words());
    clock.advance(3_600_000);
    let late = now();
    clock.advance(25_000);
    aloud(&room, "slack", "C1", "ann", "force");
    clock.advance(60_000);
    let stale = "That was written before F1901M began, so it was not taken for it; say it again \
                 if you mean F1901M.";
    for (number, words) in [
        "order A Rom-Ven",
        "ready",
        "clear",
        "clear A Rom",
        "unready",
        "draw",
        "draw yes",
    ]
    .iter()
    .enumerate()
    {
        let answer = say(&format!("m1{number}"), words, Some(late));
        assert_eq!(answer.refused, Some("stale"), "{words}: {}", answer.words());
        assert_eq!(answer.words(), stale, "{words}");
    }
    let own = alone(&room, "slack", "ben", "orders").words();
    assert!(own.contains("F1901M: no orders."), "{own}");
    // What has done its work before has done it.
    let again = say("m0", "order A Ven-Pie", Some(early));
    assert_eq!(again.refused, None);
    assert!(again.words().starts_with("Heard already."), "{again:?}");
    // A phase that is named is meant; clocks differ a little; words without a time
    // are said now.
    let named = say("m2", "order F1901M A Rom-Ven", Some(late));
    assert_eq!(named.refused, None, "{}", named.words());
    let past = say("m3", "order S1901M A Rom-Ven", Some(late));
    assert_eq!(past.refused, Some("stale"));
    let near = say("m4", "order F Nap-ION", Some(late.after(16_000)));
    assert_eq!(near.refused, None, "{}", near.words());
    assert_eq!(say("m5", "order A Rom H", None).refused, None);
    // Whoever has given up means it in every phase.
    assert_eq!(say("m6", "concede yes", Some(late)).refused, None);
}
