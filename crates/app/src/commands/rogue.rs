//! The roguelike framework: scenario files and the demo.

mod demo;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use parlour_rogue::cases;

use crate::check::CheckArgs;

/// The words after `parlour rogue`.
#[derive(Debug, Args)]
pub struct Rogue {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run scenario files against the framework.
    Check(CheckArgs),
    /// Play the demo: two levels, stairs, doors, goblins.
    Demo(demo::Demo),
}

impl Rogue {
    /// Does what the command line asks.
    pub fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Demo(demo) => demo.run(),
            Command::Check(arguments) => arguments.run(|text| {
                cases::check(text)
                    .into_iter()
                    .map(|it| (it.id, it.failures))
            }),
        }
    }
}
