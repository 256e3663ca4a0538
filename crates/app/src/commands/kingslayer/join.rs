//! `parlour kingslayer join`: sits down at a table on the local network.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use parlour_lan::discovery::look_around;
use parlour_lan::protocol;
use parlour_tui::runner;

use super::super::{Everywhere, home};
use crate::party::address::{self, Address};
use crate::party::{self, Verdict, Visitor};
use crate::place::Place;

/// The words after `parlour kingslayer join`.
#[derive(Debug, Args)]
pub struct Joining {
    /// Where the table is, with or without its port; without it, tables are looked
    /// for, and listed if this is no terminal.
    #[arg(value_name = "ADDRESS[:PORT][/TABLE]", value_parser = address::read)]
    address: Option<Address>,
    /// What the others call you; without it, the name in the settings.
    #[arg(long)]
    name: Option<String>,
    /// The table, where the host has several.
    #[arg(long)]
    table: Option<String>,
    /// Watch, and take no seat.
    #[arg(long)]
    watch: bool,
    /// Play in lines of words, for screen readers and for terminals that cannot draw.
    #[arg(long)]
    plain: bool,
}

impl Joining {
    /// Plays until the screen is closed.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        if self.address.is_none() && !self.plain && !io::stdout().is_terminal() {
            return list();
        }
        let (house, options) = home::prepare(everywhere)?;
        let place = Place::find()?;
        let name = protocol::name(&self.name.unwrap_or_else(|| house.name()));
        let visitor = Visitor {
            name: name.map_err(|refusal| anyhow!("--name: {}", refusal.message))?,
            table: self.table,
            watch: self.watch,
        };
        let verdict = Verdict::default();
        if self.plain {
            let Some(address) = self.address.map_or_else(choose, |it| Ok(Some(it)))? else {
                return Ok(ExitCode::SUCCESS);
            };
            party::join_aloud(&place, &address, &visitor, &verdict)?;
        } else {
            let screen = match &self.address {
                Some(address) => party::join(&place, address, &visitor, &verdict)?,
                None => party::find(&place, &visitor, &verdict),
            };
            runner::run(screen, options)?;
        }
        if let Some(reason) = verdict.get() {
            bail!("the table does not let you in: {reason}");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Lets somebody choose among the tables that discovery finds, by lines.
fn choose() -> Result<Option<Address>> {
    println!("Looking around.");
    let found = party::look_around_once()?;
    if found.is_empty() {
        bail!("no table is found on this network; name its address behind join");
    }
    for (table, number) in found.iter().zip(1..) {
        let name = parlour_tui::plain::printable(&table.name);
        let players = parlour_tui::plain::printable(&table.players);
        println!("{number}: {name}, for {players}, at {}.", table.address);
    }
    println!("Say a number.");
    let Some(number) = party::chosen_line(found.len())? else {
        return Ok(None);
    };
    let address = address::read(&found[number - 1].address);
    address.map(Some).map_err(|reason| anyhow!(reason))
}

/// Prints what discovery finds, a line for each table: address, seats, name.
fn list() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let all = look_around(Duration::from_secs(3))?;
    if all.is_empty() {
        eprintln!("no table is found on this network");
    }
    for found in all {
        let address = std::net::SocketAddr::new(found.address, found.port);
        let name = parlour_tui::plain::printable(&found.name);
        let players = parlour_tui::plain::printable(&found.players);
        writeln!(out, "{address}\t{players}\t{name}")?;
    }
    Ok(ExitCode::SUCCESS)
}
