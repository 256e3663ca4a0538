//! `parlour kingslayer join`: sits down at a table on the local network.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use parlour_lan::discovery::look_around;
use parlour_tui::runner;

use super::super::{Everywhere, home};
use crate::party::{self, Visitor};
use crate::place::Place;

/// The words after `parlour kingslayer join`.
#[derive(Debug, Args)]
pub struct Joining {
    /// Where the table is, with or without its port; without it, tables are looked
    /// for, and listed if this is no terminal.
    #[arg(value_name = "ADDRESS[:PORT]")]
    address: Option<String>,
    /// What the others call you; without it, the name in the settings.
    #[arg(long)]
    name: Option<String>,
    /// The table, where the host has several.
    #[arg(long)]
    table: Option<String>,
    /// Watch, and take no seat.
    #[arg(long)]
    watch: bool,
}

impl Joining {
    /// Plays until the screen is closed.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        if self.address.is_none() && !io::stdout().is_terminal() {
            return list();
        }
        let (house, options) = home::prepare(everywhere)?;
        let place = Place::find()?;
        let visitor = Visitor {
            name: self.name.unwrap_or_else(|| house.name()),
            table: self.table,
            watch: self.watch,
        };
        let screen = match &self.address {
            Some(address) => party::join(&place, address, &visitor)?,
            None => party::find(&place, &visitor),
        };
        runner::run(screen, options)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints what discovery finds, a line for each table: address, seats, name.
fn list() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for found in look_around(Duration::from_secs(3))? {
        let address = std::net::SocketAddr::new(found.address, found.port);
        let name = parlour_tui::plain::printable(&found.name);
        let players = parlour_tui::plain::printable(&found.players);
        writeln!(out, "{address}\t{players}\t{name}")?;
    }
    Ok(ExitCode::SUCCESS)
}
