//! Words through the room of a Diplomacy table: an order, from what somebody typed to
//! the answer they read, with everything that is stored of it. In memory by the
//! thread's CPU time; on SQLite, whose journal has a thread of its own, by that of the
//! process.

use std::sync::Arc;

use anyhow::Result;
use cpu_time::ProcessTime;
use parlour_host::journal::{Journal, MemoryJournal, SqliteJournal};
use parlour_host::table::Identity;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::{Answer, Heard, Room};
use parlour_rules::Seed;

use crate::measure::{Bench, Contender, OURS, Row};

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

/// Measures the area.
pub fn run(bench: &mut Bench) -> Result<()> {
    let memory = || Arc::new(MemoryJournal::new());
    let mut people = Table::open(memory(), "new", &POWERS)?;
    let mut bots = Table::open(memory(), "new bots=hold", &POWERS[..1])?;
    bench.scene(
        "orders through the room, in memory",
        100,
        vec![
            Contender::new(OURS, move |nth| people.order(nth)),
            Contender::new("parlour, beside six bots", move |nth| bots.order(nth)).listed_only(),
        ],
    )?;
    on_sqlite(bench)
}

/// How many orders are given in one round, and in how many rounds; the best counts.
const ORDERS: usize = 1_000;
const ROUNDS: usize = 5;

/// The same with everything kept in a file.
fn on_sqlite(bench: &Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let journal = SqliteJournal::open(folder.path().join("house.db"))?;
    let mut table = Table::open(Arc::new(journal), "new", &POWERS)?;
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let start = ProcessTime::now();
        for nth in 0..ORDERS {
            anyhow::ensure!(table.order(nth) > 0, "an order is refused");
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let row = Row {
        contender: OURS.to_owned(),
        per_second: ORDERS as f64 / best,
        extras: vec![("us", best * 1e6 / ORDERS as f64)],
        is_peer: false,
    };
    let scene = "orders through the room, on SQLite, by the process' CPU time";
    bench.print(scene, &[row])
}

/// A game that has begun.
struct Table {
    room: Room,
    messages: u64,
}

impl Table {
    fn open(journal: Arc<dyn Journal>, new: &str, powers: &[&str]) -> Result<Self> {
        let mut registry = Registry::new();
        Room::prepare(&mut registry);
        let entropy = Arc::new(SeededEntropy::new(Seed(5)));
        let host = Host::new(
            registry,
            journal,
            Arc::new(ManualClock::at(Time(1_900_000_000_000))),
            entropy.clone(),
        );
        let table = Self {
            room: Room::new(Arc::new(host), entropy),
            messages: 0,
        };
        let master = Identity::from("slack:master");
        let aloud = |text: &str| Heard::aloud("slack", "C1", master.clone(), "master", text);
        let opened = table.hear(&aloud(new))?.words();
        let code = opened.get(5..10).unwrap_or_default().to_owned();
        for power in powers {
            table.hear(&alone(power, &format!("join {code} {power}")))?;
        }
        table.hear(&aloud("start"))?;
        Ok(table)
    }

    fn hear(&self, heard: &Heard) -> Result<Answer> {
        let answer = wait(self.room.hear(heard))?;
        anyhow::ensure!(answer.refused.is_none(), "{}", answer.words());
        Ok(answer)
    }

    /// One order of Austria's, which takes the place of the one before.
    fn order(&mut self, nth: usize) -> u64 {
        self.messages += 1;
        let to = if nth.is_multiple_of(2) { "Bud" } else { "Gal" };
        let mut heard = alone("Austria", &format!("order A Vie-{to}"));
        heard.message = Some(self.messages.to_string());
        self.hear(&heard)
            .map_or(0, |answer| answer.says.len() as u64)
    }
}

fn alone(power: &str, text: &str) -> Heard {
    let who = Identity::from(format!("slack:{power}").as_str());
    Heard::in_private("slack", who, power, text)
}
