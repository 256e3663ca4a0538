//! Words through the room of a Diplomacy table: an order, from what somebody typed to
//! the answer they read, with everything that is stored of it. In memory, by the
//! thread's CPU time.

use std::sync::Arc;

use anyhow::Result;
use parlour_host::journal::MemoryJournal;
use parlour_host::table::Identity;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::{Answer, Heard, Room};
use parlour_rules::Seed;

use crate::measure::{Bench, Contender, OURS};

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

/// Measures the area.
pub fn run(bench: &mut Bench) -> Result<()> {
    let (people, bots) = (
        Table::open("new", &POWERS)?,
        Table::open("new bots=hold", &POWERS[..1])?,
    );
    let (mut people, mut bots) = (people, bots);
    bench.scene(
        "orders through the room, in memory",
        100,
        vec![
            Contender::new(OURS, move |nth| people.order(nth)),
            Contender::new("parlour, beside six bots", move |nth| bots.order(nth)).listed_only(),
        ],
    )
}

/// A game that has begun.
struct Table {
    room: Room,
    messages: u64,
}

impl Table {
    fn open(new: &str, powers: &[&str]) -> Result<Self> {
        let mut registry = Registry::new();
        Room::prepare(&mut registry);
        let entropy = Arc::new(SeededEntropy::new(Seed(5)));
        let host = Host::new(
            registry,
            Arc::new(MemoryJournal::new()),
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
