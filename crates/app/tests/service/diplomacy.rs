//! Diplomacy while services are killed: no order that was acknowledged is lost,
//! no phase is resolved twice, and nothing that was to be told is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlour_diplomacy::game::{Diplomacy, Setup};
use parlour_host::journal::{Journal, SqliteJournal};
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Host, Json, Message, NewTable, Refused, Registry, SystemClock, SystemEntropy, wait,
};
use parlour_room::Room;
use parlour_rules::{Rules, Seat, Seed, Stream, Viewer};

use crate::process::Served;

/// England's seat, and an order that it may give in every phase of movement.
const ENGLAND: u8 = 1;
const ORDER: &str = r#"{"order":["F Lon H"]}"#;

/// How long a phase lasts, in milliseconds.
const PHASE: u64 = 60;

fn kills() -> u32 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        100
    } else {
        10
    }
}

fn host(journal: Arc<dyn Journal>) -> Host {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    let entropy = Arc::new(SystemEntropy);
    Host::new(games, journal, Arc::new(SystemClock), entropy)
}

fn player(seat: u8) -> Person {
    Person::new(format!("player-{seat}").as_str(), "Player")
}

fn open_table(host: &Host) -> TableId {
    let setup = Json::of(&Setup::default());
    let mut new = NewTable::new(Diplomacy::NAME, setup, Seed(1), player(0));
    new.chairs = (0..7).map(|seat| Some(player(seat))).collect();
    new.letters = true;
    new.open = true;
    wait(host.open_table(new)).unwrap()
}

/// England orders, and the owner lets every phase end soon, until it is stopped.
fn play(host: &Host, table: &TableId, stop: &AtomicBool) -> BTreeMap<u64, u64> {
    let (owner, england) = (player(0).identity, player(ENGLAND).identity);
    let mut acks = BTreeMap::new();
    for message in 1_u64.. {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        let mut order = Message::new(table, &england, ORDER);
        order.id = Some(message.to_string());
        match wait(host.command(order)) {
            Ok(accepted) => drop(acks.insert(message, accepted.seq)),
            Err(Refused::Game(_)) => {}
            Err(refused) => panic!("{refused}"),
        }
        let kept = wait(host.journal().load(table)).unwrap().unwrap();
        if kept.deadline.is_none() {
            let soon = host.now().after(PHASE);
            wait(host.set_deadline(table, &owner, Some(soon))).unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    }
    acks
}

/// The phases that the clock has resolved, in order.
fn resolved(host: &Host, table: &TableId) -> Vec<String> {
    let lines = wait(host.journal().entries(table, 1, u32::MAX)).unwrap();
    let entries = lines
        .iter()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let by_clock = entries.filter(|entry| entry["by"] == "clock");
    by_clock
        .map(|entry| entry["stage"].as_str().unwrap().to_owned())
        .collect()
}

fn wait_for_a_phase(host: &Host, table: &TableId) {
    let before = resolved(host, table).len();
    let patience = Instant::now() + Duration::from_mins(1);
    while resolved(host, table).len() == before {
        assert!(Instant::now() < patience, "the table stands still");
        thread::sleep(Duration::from_millis(10));
    }
}

fn kill_and_go_on(host: &Host, url: &str, home: &Path) {
    let table = open_table(host);
    let stop = AtomicBool::new(false);
    let mut chance = Stream::new(Seed(23), 0);
    let acks = thread::scope(|scope| {
        let playing = scope.spawn(|| play(host, &table, &stop));
        for _ in 0..kills() {
            let served = Served::start(url, home);
            wait_for_a_phase(host, &table);
            thread::sleep(Duration::from_micros(u64::from(chance.below(90_000))));
            served.kill();
        }
        let last = Served::start(url, home);
        wait_for_a_phase(host, &table);
        stop.store(true, Ordering::SeqCst);
        assert!(last.terminate().success());
        playing.join().unwrap()
    });
    let archive = wait(host.export(&table)).unwrap();
    let log = read_log(&archive[..], Limits::default()).unwrap();
    let verdict = verify(host.registry(), &log).unwrap();
    assert!(verdict.is_verified(), "{verdict}");
    let phases = resolved(host, &table);
    let distinct: BTreeSet<&String> = phases.iter().collect();
    assert_eq!(distinct.len(), phases.len(), "a phase was resolved twice");
    assert!(!acks.is_empty());
    let england = player(ENGLAND).identity;
    for (message, seq) in &acks {
        let heard = wait(host.journal().heard(&table, &england, &message.to_string()));
        assert_eq!(heard.unwrap(), Some(*seq));
    }
    // Whatever a viewer was to be told of an entry waits in the outbox, once.
    let letters = wait(host.journal().letters(0, u32::MAX)).unwrap();
    let watcher = Identity::from("somebody");
    for (viewer, who) in [
        (Viewer::Spectator, &watcher),
        (Viewer::Seat(Seat(ENGLAND)), &england),
    ] {
        let told = wait(host.history(&table, who, 0, u32::MAX)).unwrap();
        assert!(!told.is_empty());
        for (seq, told) in told {
            let same = letters
                .iter()
                .filter(|it| it.seq == seq && it.to == viewer && it.told == told);
            assert_eq!(same.count(), 1, "entry {seq}, {viewer:?}");
        }
    }
}

#[test]
fn no_order_is_lost_and_no_phase_resolved_twice_when_services_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let host = host(Arc::new(SqliteJournal::open(&path).unwrap()));
    kill_and_go_on(&host, &format!("sqlite:{}", path.display()), folder.path());
}
