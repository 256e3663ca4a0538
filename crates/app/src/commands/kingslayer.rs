//! `parlour kingslayer`: scenario files, and the bot.

mod bot;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use parlour_regicide::cases;

use crate::check::{CheckArgs, Verdict};

/// The words after `parlour kingslayer`.
#[derive(Debug, Args)]
pub struct Kingslayer {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let the bot play many games and count.
    Bot(bot::Bot),
    /// Run scenario files against the rules.
    Check(CheckArgs),
}

impl Kingslayer {
    /// Does what the command line asks.
    pub fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Bot(bot) => bot.run(),
            Command::Check(arguments) => arguments.run(|_, text| {
                let verdicts = cases::check(text).into_iter();
                Ok::<_, anyhow::Error>(
                    verdicts
                        .map(|verdict| Verdict::failed(verdict.id, verdict.failures))
                        .collect(),
                )
            }),
        }
    }
}
