//! Services are killed at random moments while their clocks close rounds and
//! players bid through another host on the same database.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlour_host::deadline::StageBegun;
use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::log::{Limits, Verdict, read_log, verify};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Host, Json, Message, NewTable, Refused, Registry, SystemClock, SystemEntropy, wait,
};
use parlour_rules::tiny::{Bids, BidsSetup};
use parlour_rules::{Seed, Stream};

use crate::process::Served;

const TABLES: usize = 6;
const PLAYERS: [&str; 2] = ["ann", "bob"];

/// A game has at most so many rounds, and must not end before the kills do: they
/// have at least so many times the length of a round.
const ROUNDS: u16 = 1_000;

fn is_long() -> bool {
    std::env::var_os("PARLOUR_TEST_LONG").is_some()
}

/// How often services are killed, for each kind of database.
fn kills() -> u32 {
    if is_long() { 300 } else { 30 }
}

/// How long a round lasts, in milliseconds.
fn round() -> u64 {
    if is_long() { 500 } else { 250 }
}

fn host(journal: Arc<dyn Journal>) -> Host {
    let mut games = Registry::new();
    games.register::<Bids>();
    games.keep_time::<Bids>(|phase: &StageBegun<'_>| Some(phase.now.after(round())));
    Host::new(
        games,
        journal,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    )
}

fn open_tables(host: &Host) -> Vec<TableId> {
    let open = |nth: usize| {
        let setup = BidsSetup {
            players: PLAYERS.len() as u8,
            rounds: ROUNDS,
            coins: 100,
        };
        let owner = Person::new(PLAYERS[0], "Ann");
        let mut new = NewTable::new("bids", Json::of(&setup), Seed(nth as u64), owner);
        new.chairs.push(Some(Person::new(PLAYERS[1], "Bob")));
        new.settings = Json::of(&round());
        new.letters = true;
        wait(host.open_table(new)).unwrap()
    };
    (0..TABLES).map(open).collect()
}

/// Bids in every round it sees until it is stopped; what was acknowledged, by
/// table and message.
fn bid(host: &Host, tables: &[TableId], stop: &AtomicBool) -> BTreeMap<(TableId, u64), u64> {
    let mut acks = BTreeMap::new();
    let ann = Identity::from(PLAYERS[0]);
    let mut message = 0;
    while !stop.load(Ordering::SeqCst) {
        for table in tables {
            message += 1;
            let mut bid = Message::new(table, &ann, "{\"bid\":0}");
            bid.id = Some(message.to_string());
            match wait(host.command_text(bid)) {
                Ok(accepted) => {
                    acks.insert((table.clone(), message), accepted.seq);
                }
                // The bid of this round is in; the clock will end it.
                Err(Refused::Game(_)) => {}
                Err(refused) => panic!("{refused}"),
            }
        }
        thread::sleep(Duration::from_millis(20));
    }
    acks
}

fn check(host: &Host, tables: &[TableId], acks: &BTreeMap<(TableId, u64), u64>) {
    let journal = host.journal();
    let letters = wait(journal.letters(0, u32::MAX)).unwrap();
    for table in tables {
        let archive = wait(host.export(table)).unwrap();
        let log = read_log(&archive[..], Limits::default()).unwrap();
        let verdict = verify(host.registry(), &log).unwrap();
        let lines = wait(journal.entries(table, 1, u32::MAX)).unwrap();
        let entries = lines.len() as u64;
        assert_eq!(verdict, Verdict::Verified { entries });
        // No round is closed twice, and every one before the last is closed.
        let mut closed = Vec::new();
        for line in &lines {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            if entry["by"] == "clock" {
                closed.push(entry["stage"].as_str().unwrap().to_owned());
            }
        }
        let rounds: Vec<String> = (1..=closed.len())
            .map(|nth| format!("round-{nth}"))
            .collect();
        assert_eq!(closed, rounds, "table {table}");
        // No letter is missing or doubled.
        let mine: Vec<_> = letters.iter().filter(|it| it.table == *table).collect();
        let distinct: BTreeSet<_> = mine.iter().map(|it| (it.seq, it.to)).collect();
        assert_eq!(distinct.len(), mine.len());
        assert_eq!(mine.len(), lines.len() * (PLAYERS.len() + 1));
    }
    assert!(
        acks.len() > tables.len(),
        "only {} bids were taken",
        acks.len()
    );
    let ann = Identity::from(PLAYERS[0]);
    for ((table, message), seq) in acks {
        let heard = wait(journal.heard(table, &ann, &message.to_string())).unwrap();
        assert_eq!(heard, Some(*seq), "table {table}, message {message}");
    }
}

/// The round that each table is in: its deadline names it.
fn rounds(host: &Host, tables: &[TableId]) -> Vec<u32> {
    let round = |table: &TableId| {
        let kept = wait(host.journal().load(table)).unwrap().unwrap();
        let stage = kept.deadline.unwrap().stage.to_string();
        stage.strip_prefix("round-").unwrap().parse().unwrap()
    };
    tables.iter().map(round).collect()
}

/// Waits until the clock has closed more rounds: at so many tables at least one
/// more than before.
fn wait_for_rounds(host: &Host, tables: &[TableId], before: &[u32], at_tables: usize) {
    let patience = Instant::now() + Duration::from_mins(1);
    loop {
        let now = rounds(host, tables);
        let moved = now.iter().zip(before).filter(|(now, then)| now > then);
        if moved.count() >= at_tables {
            return;
        }
        assert!(Instant::now() < patience, "tables stand still: {now:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// So many services at once, of which one is killed each time: one in four while
/// it begins, the others in the middle of their work.
fn kill_and_go_on(host: &Host, url: &str, home: &Path, services: usize) {
    let tables = open_tables(host);
    let stop = AtomicBool::new(false);
    let mut chance = Stream::new(Seed(17), 0);
    let acks = thread::scope(|scope| {
        let bidding = scope.spawn(|| bid(host, &tables, &stop));
        let mut running: Vec<Served> = Vec::new();
        for nth in 0..kills() {
            let before = rounds(host, &tables);
            while running.len() < services {
                running.push(Served::start(url, home));
            }
            if nth % 4 > 0 {
                wait_for_rounds(host, &tables, &before, 1);
            }
            thread::sleep(Duration::from_micros(u64::from(chance.below(20_000))));
            running
                .remove(chance.below(services as u32) as usize)
                .kill();
        }
        // One that is left alone takes up what the dead have claimed.
        drop(running);
        let last = Served::start(url, home);
        for _ in 0..2 {
            wait_for_rounds(host, &tables, &rounds(host, &tables), tables.len());
        }
        stop.store(true, Ordering::SeqCst);
        assert!(last.terminate().success());
        bidding.join().unwrap()
    });
    check(host, &tables, &acks);
}

#[test]
fn nothing_is_lost_or_done_twice_when_services_on_sqlite_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let host = host(Arc::new(SqliteJournal::open(&path).unwrap()));
    kill_and_go_on(
        &host,
        &format!("sqlite:{}", path.display()),
        folder.path(),
        1,
    );
}

#[test]
fn nothing_is_lost_or_done_twice_when_replicas_on_postgres_are_killed() {
    let Some(server) = crate::process::postgres() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let url = format!("{server}?schema=service_{}", std::process::id());
    let host = host(Arc::new(PostgresJournal::open(&url).unwrap()));
    kill_and_go_on(&host, &url, folder.path(), 2);
}
