//! `parlour replay FILE`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_host::log::{Older, Replay, Verdict};
use parlour_rules::{Turn, Viewer};
use parlour_tui::replay::{ReplayScreen, entry_words};
use parlour_tui::{plain, runner};

use super::{Everywhere, home};
use crate::{logs, shelf};

/// Which file is stepped through.
#[derive(Debug, Args)]
pub struct Replaying {
    /// A game's file, plain (.jsonl) or compressed (.jsonl.gz).
    file: PathBuf,
    /// Print every entry instead of opening a screen, as if there were no terminal.
    #[arg(long)]
    print: bool,
}

impl Replaying {
    /// Stepping through this file.
    pub fn of(file: PathBuf) -> Self {
        Self { file, print: false }
    }

    /// Opens the screen, or prints what it would show.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let log = logs::open(&self.file)?;
        let registry = shelf::registry(everywhere.with_test_games);
        let replay =
            Replay::open(&registry, log).with_context(|| self.file.display().to_string())?;
        if self.print || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            return print(replay).with_context(|| self.file.display().to_string());
        }
        let picture = shelf::picture(&replay.log().header.game);
        let screen = ReplayScreen::new(replay, picture);
        let (_, options) = home::prepare(everywhere)?;
        runner::run(Box::new(screen), options)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn print(mut replay: Replay) -> Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    let picture = shelf::picture(&replay.log().header.game);
    let header = &replay.log().header;
    writeln!(
        out,
        "{} with {}, seed {}",
        plain::printable(&header.game),
        plain::line(header.setup.as_str()),
        header.seed
    )?;
    if let Some(older) = replay.older() {
        let Older { rules, present, .. } = older;
        writeln!(
            out,
            "played under older rules: {rules}, these are {present}"
        )?;
    }
    loop {
        match replay.forward() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                out.flush()?;
                return Err(error.into());
            }
        }
        if let Some(entry) = replay.entry() {
            let view = replay.position().view(Viewer::Spectator);
            if let Some(words) = picture.printed(entry.events.as_str(), view.as_str()) {
                let words: Vec<String> = words.lines().map(plain::printable).collect();
                writeln!(out, "{} {}", entry.seq, words.join("\n"))?;
            } else {
                let events = plain::line(entry.events.as_str());
                writeln!(out, "{} {}: {events}", entry.seq, entry_words(entry))?;
            }
        }
    }
    match replay.position().turn() {
        Turn::Over(outcome) => {
            let said = picture
                .printed("[]", "")
                .map(|_| picture.outcome(outcome.as_str()));
            let said = said.unwrap_or_else(|| plain::line(outcome.as_str()));
            writeln!(out, "over: {}", plain::printable(&said))?;
        }
        Turn::Awaiting { stage, .. } => writeln!(out, "unfinished, at {stage}")?,
    }
    match replay.closing() {
        Some(Verdict::Differs(difference)) => {
            out.flush()?;
            bail!(difference.to_string());
        }
        Some(torn @ (Verdict::Torn { .. } | Verdict::Audit(_))) => writeln!(out, "{torn}")?,
        Some(Verdict::Verified { .. } | Verdict::Older { .. }) | None => {}
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
