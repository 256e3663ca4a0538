//! The command line: one file for each area, registered here.
//!
//! An area's file holds a type with clap's derive and a method
//! `run(self) -> anyhow::Result<ExitCode>`. To add one: a `mod` line, a variant
//! of [`Command`] whose first doc line is its help, an arm in [`Parlour::run`].

mod completions;
mod kingslayer;
mod man;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// A house for turn-based games. Without a command, the home screen opens.
#[derive(Debug, Parser)]
#[command(name = "parlour", version, about, propagate_version = true)]
pub struct Parlour {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the completions for a shell.
    Completions(completions::Completions),
    /// Kingslayer, the card game against the twelve of the castle.
    Kingslayer(kingslayer::Kingslayer),
    /// Print the manual page.
    Man(man::Man),
}

impl Parlour {
    /// Does what the command line asks.
    pub fn run(self) -> Result<ExitCode> {
        match self.command {
            None => anyhow::bail!("there is nothing to play yet; see `parlour --help`"),
            Some(Command::Completions(completions)) => completions.run(),
            Some(Command::Kingslayer(kingslayer)) => kingslayer.run(),
            Some(Command::Man(man)) => man.run(),
        }
    }
}
