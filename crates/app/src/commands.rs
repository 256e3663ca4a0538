//! The command line: one file for each area, registered here.
//!
//! An area's file holds a type with clap's derive and a method
//! `run(self) -> anyhow::Result<ExitCode>`. To add one: a `mod` line, a variant
//! of [`Command`] whose first doc line is its help, an arm in [`Parlour::run`].

mod audit;
mod backup;
mod completions;
mod delve;
mod diplomacy;
mod export;
mod home;
mod kingslayer;
mod man;
mod people;
mod ready;
mod replay;
mod restore;
mod rogue;
mod serve;
mod sight;
mod tables;
mod verify;
mod web;

use std::io::{self, Write};
use std::process::ExitCode;

pub use serve::Retention;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use crate::boards;
use crate::place::Place;

/// A house for turn-based games. Without a command, the home screen opens.
#[derive(Debug, Parser)]
#[command(name = "parlour", version, propagate_version = true)]
#[command(after_help = AFTER_HELP)]
pub struct Parlour {
    #[command(flatten)]
    everywhere: Everywhere,
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Environment:
  PARLOUR_HOME  one folder for settings, games and the log, instead of the platform's
  PARLOUR_LOG   how much the log file holds: off, error, warn, info, debug, trace
  NO_COLOR      draw without colours

Exit codes: 0 all is well, 1 something failed or was found wrong, 2 the command line
was not understood, 3 the log is in order but was played under older rules (verify).";

/// Switches that every command understands.
#[derive(Debug, Args)]
pub struct Everywhere {
    /// Draw without colours; the variable `NO_COLOR` does the same.
    #[arg(long, global = true)]
    no_color: bool,
    /// Offer small games that try out the house itself.
    #[arg(long, global = true, hide = true)]
    pub with_test_games: bool,
}

impl Everywhere {
    /// What switches colours off, if anything does.
    pub fn colours_forced_by(&self) -> Option<&'static str> {
        let variable = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match (self.no_color, variable) {
            (true, _) => Some("--no-color"),
            (false, true) => Some("NO_COLOR"),
            (false, false) => None,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Tell who did what at a table, in order and without secrets.
    Audit(audit::Audit),
    /// Write everything that a database holds to one file, while it is in use.
    Backup(backup::Backup),
    /// Print the completions for a shell.
    Completions(completions::Completions),
    /// Delve: the roguelike, alone.
    Delve(delve::Delve),
    /// Diplomacy: play at a table here; judge, list and explain orders.
    Diplomacy(diplomacy::Diplomacy),
    /// List the tables on this machine, or write one to a file.
    Export(export::Export),
    /// Kingslayer: play alone, run scenario files, let the bot play.
    Kingslayer(kingslayer::Kingslayer),
    /// Print the manual page.
    Man(man::Man),
    /// Show what is kept of a person, or erase them.
    People(people::People),
    /// Ask a service on this machine whether it does its work.
    Ready(ready::Ready),
    /// Step through the file of a game.
    Replay(replay::Replaying),
    /// Put a backup into a database.
    Restore(restore::Restore),
    /// The roguelike framework: scenario files and a demo.
    Rogue(rogue::Rogue),
    /// Keep tables for others: deadlines, replicas and HTTP, until it is stopped.
    Serve(serve::Serve),
    /// Sight and paths on a grid: the editor, records and case files.
    Sight(sight::Sight),
    /// List the tables of a database, close them, delete them.
    Tables(tables::Tables),
    /// Decide every command in the file of a game again.
    Verify(verify::Verify),
    /// Play in a browser on this machine.
    Web(web::Web),
}

impl Parlour {
    /// Does what the command line asks.
    pub fn run(self) -> Result<ExitCode> {
        know_boards();
        match self.command {
            None => home::run(&self.everywhere),
            Some(Command::Audit(audit)) => audit.run(&self.everywhere),
            Some(Command::Backup(backup)) => backup.run(),
            Some(Command::Completions(completions)) => completions.run(),
            Some(Command::Delve(delve)) => delve.run(&self.everywhere),
            Some(Command::Diplomacy(diplomacy)) => diplomacy.run(&self.everywhere),
            Some(Command::Export(export)) => export.run(&self.everywhere),
            Some(Command::Kingslayer(kingslayer)) => kingslayer.run(&self.everywhere),
            Some(Command::Man(man)) => man.run(),
            Some(Command::People(people)) => people.run(),
            Some(Command::Ready(ready)) => ready.run(),
            Some(Command::Replay(replaying)) => replaying.run(&self.everywhere),
            Some(Command::Restore(restore)) => restore.run(),
            Some(Command::Rogue(rogue)) => rogue.run(),
            Some(Command::Serve(serve)) => serve.run(&self.everywhere),
            Some(Command::Tables(tables)) => tables.run(&self.everywhere),
            Some(Command::Verify(verify)) => verify.run(&self.everywhere),
            Some(Command::Sight(sight)) => sight.run(&self.everywhere),
            Some(Command::Web(web)) => web.run(&self.everywhere),
        }
    }
}

/// Makes the boards known that were added on this machine. One that cannot be played is
/// no reason to stop.
fn know_boards() {
    let Ok(place) = Place::find() else { return };
    for words in boards::load(&place.boards()) {
        let words = parlour_tui::plain::printable(&words);
        let _ = writeln!(io::stderr(), "parlour: {words}");
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Parlour::command().debug_assert();
    }

    /// Words after `parlour` in backticks.
    fn named(text: &str) -> impl Iterator<Item = &str> {
        let quoted = text.split('`').skip(1).step_by(2);
        let words = quoted.filter_map(|words| words.strip_prefix("parlour "));
        words
            .filter_map(|words| words.split_whitespace().next())
            .filter(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()))
    }

    #[test]
    fn documents_name_commands_that_exist() {
        let command = Parlour::command();
        for (document, text) in [
            ("README.md", include_str!("../../../README.md")),
            ("CONTRIBUTING.md", include_str!("../../../CONTRIBUTING.md")),
            ("ARCHITECTURE.md", include_str!("../../../ARCHITECTURE.md")),
            ("CHANGELOG.md", include_str!("../../../CHANGELOG.md")),
            ("docs/why.md", include_str!("../../../docs/why.md")),
        ] {
            for word in named(text) {
                let known = command.find_subcommand(word).is_some();
                assert!(
                    known,
                    "{document} names `parlour {word}`, which is not there"
                );
            }
        }
    }
}
