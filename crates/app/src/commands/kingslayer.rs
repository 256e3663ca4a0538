//! `parlour kingslayer`: the game alone and together, scenario files, and the bot.

mod analyse;
mod bot;
mod host;
mod join;

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use parlour_regicide::cases;
use parlour_rules::Seed;
use parlour_solo::Kind;
use parlour_tui::kingslayer::Wish;
use parlour_tui::runner;

use super::{Everywhere, home};
use crate::check::CheckArgs;
use crate::shelf::kingslayer::{begin, entrance_alone, read_aloud};

/// The words after `parlour kingslayer`. Without any, the entrance opens.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Kingslayer {
    /// Begin a game with these cards: a number, or any words.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Play the game of the day, the same for everybody.
    #[arg(long, conflicts_with_all = ["seed", "practice"])]
    daily: bool,
    /// Begin a game in which moves can be taken back.
    #[arg(long)]
    practice: bool,
    /// Play in lines of words, for screen readers and for terminals that cannot draw.
    #[arg(long)]
    plain: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Look at a finished game: the chance to win, and what cost most.
    Analyse(analyse::Analyse),
    /// Let the bot play many games and count.
    Bot(bot::Bot),
    /// Run scenario files against the rules.
    Check(CheckArgs),
    /// Host a table for others on the local network.
    Host(host::Hosting),
    /// Join a table on the local network.
    Join(join::Joining),
}

impl Kingslayer {
    /// Does what the command line asks.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        match self.command {
            None => self.play(everywhere),
            Some(Command::Analyse(analyse)) => analyse.run(everywhere),
            Some(Command::Bot(bot)) => bot.run(),
            Some(Command::Host(hosting)) => hosting.run(everywhere),
            Some(Command::Join(joining)) => joining.run(everywhere),
            Some(Command::Check(arguments)) => arguments.run(|text| {
                cases::check(text)
                    .into_iter()
                    .map(|it| (it.id, it.failures))
            }),
        }
    }

    fn play(&self, everywhere: &Everywhere) -> Result<ExitCode> {
        let (house, options) = home::prepare(everywhere)?;
        let visit = house.visit().map_err(|reason| anyhow!(reason))?;
        let kind = match (self.daily, self.practice) {
            (true, _) => Kind::Daily,
            (_, true) => Kind::Practice,
            _ => Kind::Ordinary,
        };
        let seed = self.seed.as_deref().map(Seed::from_text);
        let wish = Wish {
            kind,
            ..Wish::default()
        };
        let wish = (kind != Kind::Ordinary || seed.is_some()).then_some(wish);
        if self.plain {
            read_aloud(&visit, wish.as_ref(), seed)?;
            return Ok(ExitCode::SUCCESS);
        }
        let opened = match wish {
            None => Ok(entrance_alone(&visit)),
            Some(wish) => begin(&visit, &wish, seed),
        };
        runner::run(opened.map_err(|reason| anyhow!(reason))?, options)?;
        Ok(ExitCode::SUCCESS)
    }
}
