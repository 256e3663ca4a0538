//! `parlour diplomacy play`: a table in this terminal, or a session from a file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::{Clock, SystemClock, Time, wait};
use parlour_room::Body;
use parlour_room::local::Said;
use parlour_room::script::{Ended, Script, lines, moment};
use parlour_rules::Rules;
use parlour_tui::runner;

use crate::commands::{Everywhere, home};
use crate::logs;
use crate::shelf::diplomacy::{begin, go_on};

pub const SCRIPTS: &str = "\
A script has one command on a line, with or without a leading slash; `#` begins a comment.
  /as POWER            takes that seat; /as gm is the game master, as are lines before it
  advance 13h          moves the script's clock
  expect-refused LINE  stops with exit code 1 if the line is accepted
Everything else is what one says at the table: new, start, order, ready, status, help, ...
What is said goes to standard output with [public] or [POWER] in front. Refusals do not
stop a script; at its end the exit code is 0.";

/// How to play.
#[derive(Debug, Args)]
pub struct Play {
    /// Open a new table instead of the one that was left last.
    #[arg(long, conflicts_with = "script")]
    new: bool,
    /// Run this script instead; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Write the pictures of the script into this folder, and its files (`export`), which
    /// are written here otherwise.
    #[arg(long, value_name = "FOLDER", requires = "script")]
    pictures: Option<PathBuf>,
    /// Write the game's log at the end, for `parlour verify` and `parlour replay`:
    /// compressed if the name ends in .gz, otherwise plain.
    #[arg(long, value_name = "FILE", requires = "script")]
    log: Option<PathBuf>,
    /// When the script's clock begins, for instance 2031-05-01T18:00 (UTC); today
    /// at midnight if it is left out.
    #[arg(long, value_name = "MOMENT", requires = "script")]
    clock: Option<String>,
    /// What all chance of the script grows from.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "script")]
    seed: u64,
}

impl Play {
    /// Plays.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        match &self.script {
            Some(path) => self.run_script(path),
            None => self.play_here(everywhere),
        }
    }

    /// The table that was left last, or a new one.
    fn play_here(&self, everywhere: &Everywhere) -> Result<ExitCode> {
        let (house, options) = home::prepare(everywhere)?;
        let visit = house.visit().map_err(|reason| anyhow!(reason))?;
        let left = if self.new {
            None
        } else {
            visit.newest_of(Diplomacy::NAME)?
        };
        let opened = match left {
            Some(table) => go_on(&visit, &table),
            None => Ok(begin(&visit)),
        };
        runner::run(opened.map_err(|reason| anyhow!(reason))?, options)?;
        Ok(ExitCode::SUCCESS)
    }

    fn run_script(&self, path: &Path) -> Result<ExitCode> {
        let name = || path.display().to_string();
        let text = if path == Path::new("-") {
            io::read_to_string(io::stdin()).with_context(name)?
        } else {
            fs::read_to_string(path).with_context(name)?
        };
        let begin = match &self.clock {
            Some(text) => moment(text).with_context(|| format!("`{text}` is no moment"))?,
            None => Time(SystemClock.now().0 / DAY * DAY),
        };
        if let Some(folder) = &self.pictures {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let mut script = Script::new(begin, self.seed);
        let mut kept = 0;
        let mut trouble = None;
        let mut out = io::stdout().lock();
        let ended = script.run(&text, |said| {
            let told = tell(&mut out, said);
            let told = told.and_then(|()| self.keep(said, &mut kept));
            trouble = trouble.take().or(told.err());
        })?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        if let Some(file) = &self.log {
            let table = script.table()?.context("the script opened no game")?;
            let log = wait(script.host().export(&table))?;
            logs::write(file, &log)?;
        }
        match ended {
            Ended::Complete => Ok(ExitCode::SUCCESS),
            Ended::Accepted { line, words } => {
                eprintln!(
                    "{}:{line}: accepted, but a refusal was expected: {words}",
                    name()
                );
                Ok(ExitCode::FAILURE)
            }
        }
    }

    /// Writes pictures, numbered as they come, where a folder was named; and every file
    /// that is announced, under its name, there or else here.
    fn keep(&self, said: &Said, kept: &mut u32) -> Result<()> {
        let folder = self.pictures.as_deref();
        let (file, bytes) = match (&said.body, folder) {
            (Body::Text(_), _) | (Body::Picture(_), None) => return Ok(()),
            (Body::Picture(sketch), Some(folder)) => {
                *kept += 1;
                let name = format!("{kept:03}-{}", sketch.file_name());
                (folder.join(name), sketch.png()?)
            }
            (Body::File { name, bytes }, folder) => {
                (folder.unwrap_or(Path::new("")).join(name), bytes.clone())
            }
        };
        fs::write(&file, bytes).with_context(|| file.display().to_string())
    }
}

/// A day in milliseconds.
const DAY: u64 = 24 * 3_600_000;

fn tell(out: &mut impl Write, said: &Said) -> Result<()> {
    for line in lines(said) {
        writeln!(out, "{line}").context("standard output")?;
    }
    Ok(())
}
