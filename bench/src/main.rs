//! Parlour beside its peers, in one run and by one clock.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml -- AREA [--seconds S] [--json]`
//!
//! Every area is one file under `areas/`, registered in `areas.rs`. It builds
//! scenes, each with its contenders; [`measure`] runs them in turns, so that all
//! share the machine's good and bad moments, and keeps the best round of each by
//! the thread's CPU time.

mod areas;
mod maps;
mod measure;
mod table;

use clap::Parser;

use areas::Area;
use measure::Bench;

/// Measures one area of Parlour beside its peers.
#[derive(Debug, Parser)]
#[command(name = "bench")]
struct Arguments {
    /// What to measure.
    area: Area,
    /// CPU seconds for each contender of each scene.
    #[arg(long, default_value_t = 1.0, value_name = "S")]
    seconds: f64,
    /// One JSON object a line instead of tables.
    #[arg(long)]
    json: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    anyhow::ensure!(
        arguments.seconds.is_finite() && arguments.seconds > 0.0,
        "--seconds is a positive number"
    );
    let mut bench = Bench::new(arguments.seconds, arguments.json);
    arguments.area.run(&mut bench)
}
