//! Kingslayer over the network: one host process on one core, many tables, and
//! scripted clients that move at a steady pace.
//!
//! A reply is the time from writing an action to having read the state that
//! acknowledges it. The host is this program again, bound to the first core
//! where `taskset` can do that, and the clients to the others; its journal is a
//! database on the disk, as for people. `PARLOUR_BENCH_TABLES` changes the number
//! of tables.

mod clients;
mod host;
mod script;

use std::time::Duration;

use anyhow::Result;

use crate::measure::{Bench, OURS, Row};
use clients::Played;
use host::HostProcess;

pub use host::{cpu_of, keep_off_its_core, on_its_core, serve};

/// Tables, if nothing else is asked for.
const TABLES: u32 = 200;

/// Moves a second at each table.
const PACE: u32 = 20;

/// How long the tables play before anything is counted.
const WARM_UP: Duration = Duration::from_secs(2);

/// Runs the clients and prints the row.
pub fn run(bench: &mut Bench) -> Result<()> {
    let tables = std::env::var("PARLOUR_BENCH_TABLES")
        .ok()
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(TABLES);
    let folder = tempfile::tempdir()?;
    let mut host = HostProcess::start(folder.path(), tables)?;
    host::keep_off_its_core();
    let time = Duration::from_secs_f64(bench.seconds().max(5.0));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let played = runtime.block_on(clients::play(&host, tables, time))?;
    let Played {
        moves,
        mut replies,
        mut since_due,
        refused,
        host_cpu,
        clients_cpu,
        bytes,
    } = played;
    let (stored_p50, stored_p99) = host.finish()?;
    let seconds = time.as_secs_f64();
    let moves = moves as f64;
    let row = Row {
        contender: OURS.into(),
        per_second: moves / seconds,
        extras: vec![
            ("p50_ms", at(&mut replies, 0.5)),
            ("p99_ms", at(&mut replies, 0.99)),
            ("worst_ms", at(&mut replies, 1.0)),
            // The same, from the moment the move was due.
            ("due_p99_ms", at(&mut since_due, 0.99)),
            // Of which: until the entry is on the disk.
            ("store_p50", stored_p50),
            ("store_p99", stored_p99),
            ("refused", refused as f64),
            ("host_cores", host_cpu / seconds),
            ("us_a_move", host_cpu * 1e6 / moves.max(1.0)),
            ("our_cores", clients_cpu / seconds),
            ("kb_a_move", bytes as f64 / 1e3 / moves.max(1.0)),
        ],
        is_peer: false,
    };
    bench.print(
        &format!("{tables} tables of 4, {PACE} moves a second each"),
        &[row],
    )
}

/// The time that this share of all was not slower than, in milliseconds.
pub fn at(times: &mut [Duration], share: f64) -> f64 {
    times.sort_unstable();
    let place = (times.len() as f64 * share).ceil() as usize;
    let time = times.get(place.saturating_sub(1).min(times.len().saturating_sub(1)));
    time.map_or(0.0, |it| it.as_secs_f64() * 1000.0)
}
