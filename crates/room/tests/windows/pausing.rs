//! A clock that is stopped, what a phase has left when it goes on, and who is first.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use parlour_diplomacy::game::{Command, Diplomacy};
use parlour_host::host::Giver;
use parlour_host::journal::{Journal, MemoryJournal};
use parlour_host::{Clock, Host, ManualClock, Message, Registry, SeededEntropy, Time, wait};
use parlour_room::Room;
use parlour_rules::{Seed, Viewer};

use crate::bed::{
    POWERS, alone, aloud, carried, clocked, code_of, duel, inbox, mixed, texts, window,
};

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
    let resolve = Message::given_by(&tables[0], Giver::Clock, Command::ResolveEarly);
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

/// A clock that does something when it is asked for the nth time from now on.
struct Trap {
    left: AtomicU32,
    act: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Trap {
    fn set(&self, nth: u32, act: impl FnOnce() + Send + 'static) {
        *self.act.lock().unwrap() = Some(Box::new(act));
        self.left.store(nth, Ordering::SeqCst);
    }

    /// Whether it was asked so often.
    fn is_sprung(&self) -> bool {
        self.act.lock().unwrap().is_none()
    }
}

impl Clock for Trap {
    fn now(&self) -> Time {
        if self.left.load(Ordering::SeqCst) > 0 && self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            let act = self.act.lock().unwrap().take();
            act.expect("it is set")();
        }
        Time(1_900_000_000_000)
    }
}

fn room_over(journal: &Arc<dyn Journal>, clock: Arc<dyn Clock>) -> Room {
    let mut registry = Registry::new();
    Room::prepare(&mut registry);
    let entropy = Arc::new(SeededEntropy::new(Seed(5)));
    let host = Host::new(registry, Arc::clone(journal), clock, entropy.clone());
    Room::new(Arc::new(host), entropy)
}

/// The last `ready` at one replica, a `pause` at another, at every moment that the
/// first one looks at its clock: the phase in which the clock was stopped goes on.
#[test]
fn a_pause_of_the_same_instant_never_loses_to_the_last_ready() {
    let mut paused_first = 0;
    for nth in 1.. {
        let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
        let trap = Arc::new(Trap {
            left: AtomicU32::new(0),
            act: Mutex::new(None),
        });
        let room = room_over(&journal, trap.clone());
        let still = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
        let other = room_over(&journal, still);
        mixed(&room);
        for (number, power) in POWERS.iter().enumerate().skip(1) {
            let platform = if number < 3 { "slack" } else { "telegram" };
            assert_eq!(alone(&room, platform, power, "ready").refused, None);
        }
        trap.set(nth, move || {
            let paused = aloud(&other, "slack", "C1", "ann", "pause");
            assert_eq!(paused.refused, None, "{paused:?}");
        });
        let ready = alone(&room, "slack", "Austria", "ready");
        if !trap.is_sprung() {
            assert!(nth > 1, "the clock is looked at on the way");
            break;
        }
        let table = wait(room.host().tables_of(&crate::bed::who("slack", "ann"))).unwrap();
        let sight = wait(room.host().sight::<Diplomacy>(&table[0], Viewer::Spectator)).unwrap();
        let phase = sight.view.phase.to_string();
        let settings = sight.record.settings.as_str();
        let stopped_in = |phase: &str| settings.contains(&format!(r#""phase":"{phase}""#));
        assert!(stopped_in(&phase), "look {nth}: {phase}, {settings}");
        if ready.refused == Some("paused") {
            paused_first += 1;
            assert_eq!(phase, "S1901M", "look {nth}");
        } else {
            assert_eq!(ready.refused, None, "look {nth}: {ready:?}");
        }
    }
    assert!(
        paused_first > 0,
        "some pause came between the look and the entry"
    );
}

/// What is resolved for nobody and told to everybody, for ever, helps nobody.
#[test]
fn a_game_that_nobody_plays_any_more_comes_to_rest_and_anybody_of_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    let day = || {
        clock.advance(25 * 3_600_000);
        wait(room.tick()).unwrap();
    };
    // One of two who plays is enough.
    for _ in 0..12 {
        alone(&room, "slack", "ben", "order A Ven H");
        day();
    }
    carried(&room);
    let status = || aloud(&room, "slack", "C1", "ben", "status").words();
    assert!(!status().contains("The clock is stopped"), "{}", status());
    for _ in 0..12 {
        day();
    }
    let stopped = status();
    assert!(stopped.contains("The clock is stopped"), "{stopped}");
    let parcels = carried(&room);
    let told = texts(&parcels, &window("slack", "C1"));
    let rest: Vec<&String> = told
        .iter()
        .filter(|it| it.starts_with("Nobody has played"))
        .collect();
    assert_eq!(rest.len(), 1, "{told:?}");
    // Nothing happens any more.
    day();
    assert_eq!(status(), stopped);
    assert!(carried(&room).is_empty());
    // Not only its master lets it go on.
    let stranger = aloud(&room, "slack", "C1", "eve", "resume");
    assert_eq!(stranger.refused, Some("not_master"));
    let resumed = aloud(&room, "slack", "C1", "ben", "resume");
    assert_eq!(resumed.refused, None, "{}", resumed.words());
    assert!(resumed.words().contains("Deadline"), "{}", resumed.words());
    assert!(!status().contains("The clock is stopped"));
    // Once more left alone it rests again, and gives its group to another game.
    for _ in 0..12 {
        day();
    }
    carried(&room);
    let asked = aloud(&room, "slack", "C1", "eve", "new bots=hold");
    assert_eq!(asked.refused, None);
    assert!(asked.words().contains(&code), "{}", asked.words());
    let opened = aloud(&room, "slack", "C1", "eve", "new yes bots=hold");
    assert_ne!(code_of(&opened), code, "{}", opened.words());
    let told = texts(&carried(&room), &inbox("slack", "ben"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("`resume`"), "{told:?}");
    let resumed = alone(&room, "slack", "ben", &format!("{code} resume"));
    assert_eq!(resumed.refused, None, "{}", resumed.words());
}

/// A table of bots alone was meant so.
#[test]
fn bots_that_play_alone_are_not_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    aloud(&room, "slack", "C1", "ann", "new bots=hold");
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    for _ in 0..12 {
        clock.advance(25 * 3_600_000);
        wait(room.tick()).unwrap();
    }
    let status = aloud(&room, "slack", "C1", "ann", "status").words();
    assert!(!status.contains("The clock is stopped"), "{status}");
}
