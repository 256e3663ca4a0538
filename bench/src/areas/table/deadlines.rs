//! A thousand games in one process, and all their deadlines in one minute.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, ensure};
use parlour_diplomacy::game::{Diplomacy, Setup};
use parlour_host::deadline::StageBegun;
use parlour_host::host::Giver;
use parlour_host::journal::SqliteJournal;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, ManualClock, Message, NewTable, Registry, SystemEntropy, wait};
use parlour_rules::{Rules, Seat, Seed};

use super::MORNING;
use crate::measure::{Bench, OURS, Row};

/// How many games run.
const GAMES: usize = 1_000;

/// How long a phase lasts, in milliseconds.
const PHASE: u64 = 86_400_000;

/// The first orders of three powers; the others miss theirs.
const ORDERS: [(u8, &str); 3] = [
    (0, r#"{"order":["A Vie-Gal","A Bud-Ser","F Tri-Alb"]}"#),
    (1, r#"{"order":["F Lon-NTH","F Edi-NWG","A Lvp-Yor"]}"#),
    (
        2,
        r#"{"order":["A Par-Bur","A Mar S A Par-Bur","F Bre-MAO"]}"#,
    ),
];

/// A thousand games on SQLite, and all their deadlines at once.
pub fn run(bench: &Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let clock = Arc::new(ManualClock::at(MORNING));
    let journal = SqliteJournal::open(folder.path().join("house.db"))?;
    let mut games = Registry::new();
    games.register::<Diplomacy>();
    games.keep_time::<Diplomacy>(|phase: &StageBegun<'_>| Some(phase.now.after(PHASE)));
    let entropy = Arc::new(SystemEntropy);
    let host = Host::new(games, Arc::new(journal), Arc::clone(&clock) as _, entropy);
    for nth in 0..GAMES {
        let table = open(&host, nth)?;
        for order in ORDERS {
            give(&host, &table, nth, order)?;
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

fn open(host: &Host, nth: usize) -> Result<TableId> {
    let master = Person::new(format!("master-{nth}").as_str(), "Master");
    let setup = Json::of(&Setup::default());
    let mut new = NewTable::new(Diplomacy::NAME, setup, Seed(nth as u64), master.clone());
    new.chairs = vec![Some(master); 7];
    new.letters = true;
    Ok(wait(host.open_table(new))?)
}

/// One power's orders at one table.
fn give(host: &Host, table: &TableId, nth: usize, order: (u8, &str)) -> Result<()> {
    let (seat, command) = order;
    let master = Identity::from(format!("master-{nth}").as_str());
    let from = Giver::At(master, Seat(seat));
    wait(host.command_text(Message::given_by(table, from, command)))?;
    Ok(())
}
