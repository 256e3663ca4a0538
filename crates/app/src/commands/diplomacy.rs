//! Diplomacy: records judged, compared, drawn, listed, explained and exchanged.

mod adjudicate;
mod coach;
mod draw;
mod explain;
mod export;
mod import;
mod league;
mod lines;
mod maps;
mod orders;
mod play;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use parlour_diplomacy::{Rulebook, cases};

use super::Everywhere;
use crate::check::CheckArgs;

/// The words after `parlour diplomacy`.
#[derive(Debug, Args)]
pub struct Diplomacy {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge phase records: the same records with results, reasons and the next position.
    #[command(after_help = RECORDS)]
    Adjudicate(adjudicate::Adjudicate),
    /// Compare case tables and phase records with what they expect.
    #[command(after_help = RULES)]
    Check(Check),
    /// Name the phases of a finished game that cost most, and what was better.
    Coach(coach::Coach),
    /// Draw a position, a phase with its orders, or a whole game.
    Draw(Box<draw::Draw>),
    /// List the legal orders in phase records.
    Orders(orders::Orders),
    /// Say in one sentence what became of each order.
    #[command(after_help = RULES)]
    Explain(explain::Explain),
    /// Turn saved games of the Python package `diplomacy` into phase records.
    Import(import::Import),
    /// Turn phase records into saved games of the Python package `diplomacy`.
    #[command(after_help = RULES)]
    Export(export::Export),
    /// Play at a table in this terminal, or run a whole session from a file.
    #[command(after_help = play::SCRIPTS)]
    Play(play::Play),
    /// Let bots play many games against each other, and count.
    #[command(after_help = league::AFTER_HELP)]
    League(Box<league::League>),
    /// List the maps, or print the first phase of one as a record.
    Maps(maps::Maps),
}

const RECORDS: &str = "\
A record is one JSON object on a line, for instance
  {\"phase\":\"S1901M\",\"units\":{\"AUSTRIA\":[\"A VIE\",\"A BUD\"]},\"orders\":{\"AUSTRIA\":[\"A Vie - Gal\"]}}
`parlour diplomacy maps standard` prints one to start from. A record that cannot be read
is answered by {\"line\":N,\"error\":\"...\"}, and the exit code is 1.

Rules are the defaults for records without their own; see `parlour diplomacy check --help`.";

const RULES: &str = "\
Rules, the default first:
  edition=2023|1982|1971          several at once; single keys override it
  paradox=szykman|1982|2000|all-hold
  convoy=intent|any|own-fleet|explicit
  via=strict|land-fallback|land-fallback-full
  disband=owned|home
  routes=any-open|all-open
  cut_from=province|sea
  dislodged_bounce=unless-head-to-head|never
  convoy_retreat=allowed|forbidden
  text=lenient|strict";

/// The rule choices on the command line.
#[derive(Debug, Args)]
struct Rules {
    /// Rule choices for records without their own, as key=value[,key=value...].
    #[arg(
        long,
        value_name = "RULES",
        default_value = "",
        hide_default_value = true
    )]
    rules: Rulebook,
}

#[derive(Debug, Args)]
struct Check {
    #[command(flatten)]
    files: CheckArgs,
    #[command(flatten)]
    rules: Rules,
}

impl Diplomacy {
    /// Does what the command line asks.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        match self.command {
            Command::Adjudicate(adjudicate) => adjudicate.run(),
            Command::Check(check) => check.run(),
            Command::Coach(coach) => coach.run(),
            Command::Draw(draw) => draw.run(),
            Command::Orders(orders) => orders.run(),
            Command::Explain(explain) => explain.run(),
            Command::Import(import) => import.run(),
            Command::Export(export) => export.run(),
            Command::League(league) => league.run(),
            Command::Maps(maps) => maps.run(),
            Command::Play(play) => play.run(everywhere),
        }
    }
}

impl Check {
    fn run(self) -> Result<ExitCode> {
        let rules = self.rules.rules;
        self.files.run(|text| {
            let verdicts = cases::check_lines(text, rules).into_iter();
            verdicts.map(|it| (it.id, it.failures))
        })
    }
}
