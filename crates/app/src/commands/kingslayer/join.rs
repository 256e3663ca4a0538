//! `parlour kingslayer join`: sits down at a table on the local network.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_tui::runner;

use super::super::{Everywhere, home};
use crate::party::{self, Visitor};
use crate::place::Place;

/// The words after `parlour kingslayer join`.
#[derive(Debug, Args)]
pub struct Joining {
    /// Where the table is, with or without its port; without it, tables are looked
    /// for.
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
