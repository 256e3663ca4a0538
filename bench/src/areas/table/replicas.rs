//! Commands through one replica and through two, each a process of its own, on
//! one PostgreSQL server.
//!
//! Two scenes: replicas that take what they get of the machine, which they share
//! with the server; and replicas that are held back to a small part of a core, as
//! if they stood on small machines of their own, so that the server is not the
//! limit.

use std::time::Instant;

use anyhow::Result;

use super::limit::Means;
use super::replica::{self, Running, Share};
use super::server;
use crate::measure::{Bench, Row};

/// How many tables are played at once, however many replicas share them.
const TABLES: usize = 16;

/// How much of a core a small machine has, in hundredths.
const SMALL: u32 = 20;

/// How often one replica and two take turns, so that whatever else the machine
/// does meets both.
const TURNS: usize = 4;

/// Measures both scenes.
pub fn run(bench: &Bench) -> Result<()> {
    let schema = server::Schema::new()?;
    let free = "commands on PostgreSQL, by the clock";
    scene(bench, &schema, free, None)?;
    let means = Means::here();
    let small = format!("the same, {}", means.words(SMALL));
    scene(bench, &schema, &small, Some((means, SMALL)))
}

/// What so many replicas have done in all turns.
#[derive(Default)]
struct Total {
    commands: f64,
    seconds: f64,
    by_replicas: f64,
    /// Nothing if the server cannot be watched from here.
    by_server: Option<f64>,
}

fn scene(
    bench: &Bench,
    schema: &server::Schema,
    name: &str,
    limit: Option<(Means, u32)>,
) -> Result<()> {
    // Short turns would measure the beginning and the end.
    let seconds = (bench.seconds() / TURNS as f64).max(1.0);
    let mut totals = [Total::default(), Total::default()];
    for turn in 0..TURNS {
        for (many, total) in (1..=2).zip(&mut totals) {
            let limited = if limit.is_some() { "small" } else { "free" };
            let mut running = Vec::new();
            for number in 0..many {
                let share = Share {
                    url: schema.url().to_owned(),
                    name: format!("{limited}-{turn}-{many}-{number}"),
                    tables: TABLES / many,
                    seconds,
                };
                running.push(Running::start(&share, limit)?);
            }
            let before = schema.used();
            let start = Instant::now();
            for replica in &mut running {
                replica.begin()?;
            }
            for replica in &mut running {
                let done = replica.done()?;
                total.commands += done.commands;
                total.by_replicas += done.used;
            }
            total.seconds += start.elapsed().as_secs_f64();
            if let (Some(before), Some(after)) = (before, schema.used()) {
                let used = after.saturating_sub(before).as_secs_f64();
                *total.by_server.get_or_insert(0.0) += used;
            }
            drop(running);
        }
    }
    let rows = [
        totals[0].row("one replica", true),
        totals[1].row("two replicas", false),
    ];
    bench.print(name, &rows)
}

impl Total {
    fn row(&self, contender: &str, is_peer: bool) -> Row {
        let mut extras = vec![
            ("rep_ms", self.by_replicas / self.commands * 1e3),
            ("rep_cores", self.by_replicas / self.seconds),
        ];
        if let Some(server) = self.by_server {
            extras.push(("db_ms", server / self.commands * 1e3));
            extras.push(("db_cores", server / self.seconds));
        }
        Row {
            contender: contender.to_owned(),
            per_second: self.commands / self.seconds,
            extras,
            is_peer,
        }
    }
}

/// Makes the tables of the database, before anybody is measured.
pub fn prepare(url: &str) -> Result<()> {
    replica::room(url).map(drop)
}
