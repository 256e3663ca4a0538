//! Many Diplomacy tables in one house: a thousand games whose deadlines fall on
//! the same minute, and commands through one replica and through two.
//!
//! All of it waits for the disk or for a server, so it is measured by the clock on
//! the wall. The scenes with replicas need a PostgreSQL server: the one that
//! `PARLOUR_TEST_POSTGRES` names, otherwise a private one that `cargo xtask
//! postgres` starts and stops. That one does not wait for the disk, so what limits
//! it is the processor.

mod deadlines;
mod limit;
mod replica;
mod replicas;
mod server;

use anyhow::Result;
use parlour_host::Time;

use crate::measure::Bench;

/// When the games begin.
const MORNING: Time = Time(1_900_000_000_000);

/// Measures the area.
pub fn run(bench: &mut Bench) -> Result<()> {
    deadlines::run(bench)?;
    if server::is_named() {
        return run_replicas(bench);
    }
    if let Err(reason) = server::beside_a_private_one(bench) {
        eprintln!(
            "left out: commands through replicas on PostgreSQL: {reason:#}\n\
             {} names a server for them: postgres://USER@HOST:PORT/NAME",
            server::VARIABLE
        );
    }
    Ok(())
}

/// Measures only the scenes with replicas.
pub fn run_replicas(bench: &mut Bench) -> Result<()> {
    replicas::run(bench)
}

/// One replica, started by those scenes.
pub fn run_replica() -> Result<()> {
    replica::serve()
}
