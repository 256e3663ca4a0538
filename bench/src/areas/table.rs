//! Many Diplomacy tables in one house: a thousand games whose deadlines fall on
//! the same minute, and commands through one replica and through two.
//!
//! All of it waits for the disk, so it is measured by the clock on the wall. The
//! scene with replicas needs a PostgreSQL server, which `PARLOUR_TEST_POSTGRES`
//! names: `cargo xtask postgres cargo run --release --manifest-path
//! bench/Cargo.toml -- table`. That server does not wait for the disk, so what
//! limits it is the processor.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use parlour_diplomacy::game::{Diplomacy, Setup};
use parlour_host::deadline::Phase;
use parlour_host::host::Sender;
use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Host, Json, ManualClock, Message, NewTable, Registry, SystemEntropy, Time, wait,
};
use parlour_rules::{Rules, Seat, Seed};

use crate::measure::{Bench, OURS, Row};

/// How many games run.
const GAMES: usize = 1_000;

/// How long a phase lasts, in milliseconds.
const PHASE: u64 = 86_400_000;

/// When the games begin.
const MORNING: Time = Time(1_900_000_000_000);

/// The first orders of three powers; the others miss theirs.
const ORDERS: [(u8, &str); 3] = [
    (0, r#"{"order":["A Vie-Gal","A Bud-Ser","F Tri-Alb"]}"#),
    (1, r#"{"order":["F Lon-NTH","F Edi-NWG","A Lvp-Yor"]}"#),
    (
        2,
        r#"{"order":["A Par-Bur","A Mar S A Par-Bur","F Bre-MAO"]}"#,
    ),
];

/// Measures the area.
pub fn run(bench: &mut Bench) -> Result<()> {
    deadlines(bench)?;
    replicas(bench)
}

fn host(journal: Arc<dyn Journal>, clock: &Arc<ManualClock>) -> Host {
    let mut games = Registry::new();
    games.register::<Diplomacy>();
    games.keep_time::<Diplomacy>(|phase: &Phase<'_>| Some(phase.now.after(PHASE)));
    let clock = Arc::clone(clock);
    Host::new(games, journal, clock as _, Arc::new(SystemEntropy))
}

fn open(host: &Host, nth: usize) -> Result<TableId> {
    let master = Person::new(format!("master-{nth}").as_str(), "Master");
    let setup = Json::of(&Setup::default());
    let mut new = NewTable::new(Diplomacy::NAME, setup, Seed(nth as u64), master.clone());
    new.chairs = vec![Some(master); 7];
    new.letters = true;
    Ok(wait(host.open_table(new))?)
}

/// One power's orders at one table.
fn order(host: &Host, table: &TableId, nth: usize, which: usize) -> Result<()> {
    let (seat, command) = ORDERS[which];
    let master = Identity::from(format!("master-{nth}").as_str());
    wait(host.command(Message {
        table: table.clone(),
        from: Sender::At(master, Seat(seat)),
        command: command.to_owned(),
        stage: None,
        seen: None,
        id: None,
    }))?;
    Ok(())
}

/// A thousand games on SQLite, and all their deadlines at once.
fn deadlines(bench: &Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let clock = Arc::new(ManualClock::at(MORNING));
    let journal = SqliteJournal::open(folder.path().join("house.db"))?;
    let host = host(Arc::new(journal), &clock);
    let tables: Vec<TableId> = (0..GAMES)
        .map(|nth| open(&host, nth))
        .collect::<Result<_>>()?;
    for (nth, table) in tables.iter().enumerate() {
        for which in 0..ORDERS.len() {
            order(&host, table, nth, which)?;
        }
    }
    clock.advance(PHASE);
    let start = Instant::now();
    let struck = wait(host.strike())?;
    let seconds = start.elapsed().as_secs_f64();
    let resolved = struck.iter().filter(|it| it.entry.is_some()).count();
    ensure!(resolved == GAMES, "only {resolved} games were resolved");
    // What is to be told, pictures too, waits in the outbox.
    let letters = wait(host.journal().letters(0, u32::MAX))?.len();
    let row = Row {
        contender: OURS.to_owned(),
        per_second: GAMES as f64 / seconds,
        extras: vec![("seconds", seconds), ("letters", letters as f64)],
        is_peer: false,
    };
    let scene = format!("{GAMES} deadlines at once on SQLite, by the clock");
    bench.print(&scene, &[row])
}

/// Commands a second through one replica and through two, eight tables at once
/// in both.
fn replicas(bench: &Bench) -> Result<()> {
    const TABLES: usize = 8;
    let server = std::env::var("PARLOUR_TEST_POSTGRES")
        .context("the scene with replicas needs a server; see the head of areas/table.rs")?;
    let clock = Arc::new(ManualClock::at(MORNING));
    let url = format!("{server}?schema=bench_{}", std::process::id());
    let replica = || -> Result<Host> { Ok(host(Arc::new(PostgresJournal::open(&url)?), &clock)) };
    let hosts = [replica()?, replica()?];
    let tables: Vec<TableId> = (0..2 * TABLES)
        .map(|nth| open(&hosts[0], nth))
        .collect::<Result<_>>()?;
    let slice = Duration::from_secs_f64(bench.seconds() / 4.0);
    let mut totals = [(0_u64, 0.0_f64); 2];
    // By turns, so that whatever else the machine does meets both.
    for _ in 0..4 {
        for (many, total) in (1..=2).zip(&mut totals) {
            let start = Instant::now();
            let end = start + slice;
            total.0 += thread::scope(|scope| -> Result<u64> {
                let running: Vec<_> = (0..2 * TABLES)
                    .map(|nth| {
                        let (host, table) = (&hosts[nth % many], &tables[nth]);
                        scope.spawn(move || -> Result<u64> {
                            let mut given = 0;
                            while Instant::now() < end {
                                order(host, table, nth, given as usize % ORDERS.len())?;
                                given += 1;
                            }
                            Ok(given)
                        })
                    })
                    .collect();
                let mut given = 0;
                for it in running {
                    given += it.join().map_err(|_| anyhow::anyhow!("a thread broke"))??;
                }
                Ok(given)
            })?;
            total.1 += start.elapsed().as_secs_f64();
        }
    }
    let rate = |(given, seconds): (u64, f64)| given as f64 / seconds;
    let rows = [
        Row {
            contender: "one replica".to_owned(),
            per_second: rate(totals[0]),
            extras: Vec::new(),
            is_peer: true,
        },
        Row {
            contender: "two replicas".to_owned(),
            per_second: rate(totals[1]),
            extras: Vec::new(),
            is_peer: false,
        },
    ];
    bench.print("commands on PostgreSQL by the clock", &rows)
}
