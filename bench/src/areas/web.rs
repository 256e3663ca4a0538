//! Browsers at the door: what open streams cost, how soon a move is at all who look on,
//! and how many bytes a page has.
//!
//! The house is this program again, bound to the first core where `taskset` can do that,
//! and the browsers to the others; its journal is a database on the disk. Its tables play
//! Pig without an end. `PARLOUR_BENCH_TABLES` changes the number of tables.

mod browsers;
mod house;

use std::time::Duration;

use anyhow::Result;

use super::lan::{at, keep_off_its_core};
use crate::measure::{Bench, OURS, Row};
use browsers::{Page, Played, Streams};
use house::HouseProcess;

pub use house::serve;

/// Tables, if nothing else is asked for.
const TABLES: u32 = 200;

/// Streams of each person where streams are counted: 5,000 in all.
const STREAMS: u32 = 25;

/// Who looks on at each table where moves are counted.
const VIEWERS: u32 = 4;

/// Moves a second at each table.
const PACE: u32 = 20;

/// How long the tables play before anything is counted.
const WARM_UP: Duration = Duration::from_secs(2);

/// Pages whose bytes are counted.
const PAGES: [Page; 2] = [
    Page {
        name: "home_kb",
        path: "/",
        later: &[],
    },
    Page {
        name: "table_kb",
        path: "/t/any",
        later: &[
            "/assets/kingslayer/page.js",
            "/assets/kingslayer/table.css",
            "/assets/cards.css",
        ],
    },
];

/// Runs the scenes and prints their rows.
pub fn run(bench: &mut Bench) -> Result<()> {
    let tables = std::env::var("PARLOUR_BENCH_TABLES")
        .ok()
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(TABLES);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let local = tokio::task::LocalSet::new();
    streams(bench, &runtime, &local, tables)?;
    moves(bench, &runtime, &local, tables)
}

type Runtime = tokio::runtime::Runtime;
type Local = tokio::task::LocalSet;

fn streams(bench: &mut Bench, runtime: &Runtime, local: &Local, tables: u32) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let house = HouseProcess::start(folder.path(), tables)?;
    keep_off_its_core();
    let before = house.resident();
    let opened = local.block_on(runtime, async {
        let streams = Streams::open(&house, STREAMS).await?;
        let sizes = browsers::sizes(&house, &PAGES).await?;
        anyhow::Ok((streams, sizes, house.resident()))
    })?;
    let (streams, sizes, after) = opened;
    let mut extras = vec![
        ("streams", streams.count as f64),
        ("resident_mb", after / 1e6),
        ("kb_a_stream", (after - before) / 1e3 / streams.count as f64),
    ];
    extras.extend(sizes);
    let row = Row {
        contender: OURS.into(),
        per_second: streams.count as f64 / streams.took.as_secs_f64(),
        extras,
        is_peer: false,
    };
    let scene = format!("{} open streams", streams.count);
    bench.print(&scene, &[row])
}

fn moves(bench: &mut Bench, runtime: &Runtime, local: &Local, tables: u32) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let house = HouseProcess::start(folder.path(), tables)?;
    let time = Duration::from_secs_f64(bench.seconds().max(5.0));
    let played = local.block_on(runtime, browsers::play(&house, time))?;
    let Played {
        mut seen,
        moves,
        house_cpu,
        bytes,
    } = played;
    let (seconds, moves) = (time.as_secs_f64(), moves as f64);
    let row = Row {
        contender: OURS.into(),
        per_second: moves / seconds,
        extras: vec![
            // From writing a move to having read it on the last of its streams.
            ("p50_ms", at(&mut seen, 0.5)),
            ("p99_ms", at(&mut seen, 0.99)),
            ("worst_ms", at(&mut seen, 1.0)),
            ("house_cores", house_cpu / seconds),
            ("us_a_move", house_cpu * 1e6 / moves.max(1.0)),
            ("kb_a_move", bytes as f64 / 1e3 / moves.max(1.0)),
        ],
        is_peer: false,
    };
    let scene = format!("{tables} tables with {VIEWERS} viewers, {PACE} moves a second each");
    bench.print(&scene, &[row])
}
