//! Bots that search think apart from whoever speaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parlour_host::wait;
use parlour_room::Thought;

use crate::bed::{alone, aloud, carried, code_of, room};

#[test]
fn nobody_waits_for_a_bot_that_searches_and_what_it_decides_counts() {
    let folder = tempfile::tempdir().unwrap();
    let rung = Arc::new(AtomicUsize::new(0));
    let bell = Arc::clone(&rung);
    let room = room(&folder.path().join("a.sqlite")).think_apart(Arc::new(move || {
        bell.fetch_add(1, Ordering::Relaxed);
    }));
    let code = code_of(&aloud(
        &room,
        "slack",
        "C1",
        "ann",
        "new bots=easy map=duel",
    ));
    alone(&room, "slack", "ann", &format!("join {code} Austria"));
    let started = aloud(&room, "slack", "C1", "ann", "start");
    assert_eq!(started.refused, None, "{}", started.words());
    let thoughts = room.thoughts();
    assert_eq!(thoughts.len(), 1, "the other power is a bot");
    assert_eq!(rung.load(Ordering::Relaxed), 1);
    // What is under way is not asked for again.
    wait(room.sweep()).unwrap();
    alone(&room, "slack", "ann", "status");
    assert!(room.thoughts().is_empty());
    // Ann is ready first: the phase waits for the bot, and she does not.
    let ready = alone(&room, "slack", "ann", "ready");
    assert_eq!(ready.refused, None, "{}", ready.words());
    assert!(
        alone(&room, "slack", "ann", "status")
            .words()
            .contains("S1901M")
    );
    for thought in thoughts {
        wait(room.decided(thought.think())).unwrap();
    }
    let status = alone(&room, "slack", "ann", "status").words();
    assert!(status.contains("F1901M"), "{status}");
    carried(&room);
    // A thought that is dropped is asked for again.
    drop(room.thoughts());
    wait(room.sweep()).unwrap();
    assert_eq!(room.thoughts().len(), 1);
}

#[test]
fn what_is_decided_too_late_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite")).think_apart(Arc::new(|| {}));
    let code = code_of(&aloud(
        &room,
        "slack",
        "C1",
        "ann",
        "new bots=easy map=duel",
    ));
    alone(&room, "slack", "ann", &format!("join {code} Austria"));
    aloud(&room, "slack", "C1", "ann", "start");
    let late = room.thoughts();
    assert_eq!(late.len(), 1);
    let forced = aloud(&room, "slack", "C1", "ann", "force");
    assert_eq!(forced.refused, None, "{}", forced.words());
    for thought in late {
        wait(room.decided(thought.think())).unwrap();
    }
    let status = alone(&room, "slack", "ann", "status").words();
    assert!(status.contains("F1901M"), "{status}");
}

#[test]
fn a_bot_answers_that_it_promises_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    for (setting, answers) in [("names=open", true), ("names=hidden", false)] {
        let new = format!("new bots=hold map=duel {setting}");
        let code = code_of(&aloud(&room, "slack", setting, "ann", &new));
        alone(&room, "slack", "ann", &format!("join {code} Austria"));
        aloud(&room, "slack", setting, "ann", "start");
        let told = alone(&room, "slack", "ann", &format!("{code} tell France peace?")).words();
        assert!(told.contains("Told to"), "{told}");
        assert_eq!(told.contains("promise nothing"), answers, "{told}");
    }
}

#[test]
fn the_coach_thinks_where_bots_do_and_once_for_all_who_ask() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite")).think_apart(Arc::new(|| {}));
    let code = code_of(&aloud(
        &room,
        "slack",
        "C1",
        "ann",
        "new bots=hold map=duel",
    ));
    alone(&room, "slack", "ann", &format!("join {code} Austria"));
    aloud(&room, "slack", "C1", "ann", "start");
    for _ in 0..3 {
        aloud(&room, "slack", "C1", "ann", "force");
    }
    // Whoever is alone with bots ends the game by giving up.
    alone(&room, "slack", "ann", "concede yes");
    let coach = format!("{code} coach");
    // Whatever is laid down is done with by another thread, as in a service.
    let coached = |done: fn(Thought)| {
        std::thread::scope(|scope| {
            let asked = scope.spawn(|| alone(&room, "slack", "ann", &coach));
            loop {
                if let Some(thought) = room.thoughts().pop() {
                    done(thought);
                    return asked.join().unwrap();
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        })
    };
    let dropped = coached(drop);
    assert_eq!(dropped.refused, Some("coach_busy"), "{}", dropped.words());
    let said = coached(|thought| drop(thought.think()));
    assert_eq!(said.refused, None, "{}", said.words());
    let again = alone(&room, "slack", "ann", &coach);
    assert_eq!(again.words(), said.words());
    assert!(room.thoughts().is_empty(), "what was said is kept");
}
