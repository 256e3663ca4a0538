//! `parlour kingslayer analyse FILE`: the chance to win, decision by decision, and
//! the decisions that cost most.

mod curve;
mod report;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_host::log::Replay;
use parlour_regicide::analysis::{Analysis, Budget, Decision, Progress, analyse};
use parlour_tui::kingslayer::PlayedGame;

use crate::commands::Everywhere;
use crate::{logs, shelf};

/// Which game is looked at, how long, and what comes of it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Analyse {
    /// A game's file, plain (.jsonl) or compressed (.jsonl.gz).
    file: PathBuf,
    /// Also draw the curve: FILE.svg or FILE.png; may be given more than once.
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Play out so many made-up games to look for a better move, for each decision;
    /// the other games that are played out grow with it.
    #[arg(long, value_name = "R", default_value_t = Budget::default().search,
          value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    rollouts: u32,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  parlour kingslayer analyse game.jsonl
  parlour kingslayer analyse game.jsonl.gz -o curve.svg -o curve.png
  parlour kingslayer analyse game.jsonl --rollouts 10000";

impl Analyse {
    /// Reads the file, thinks, prints, draws.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        for path in &self.output {
            Format::of(path)?;
        }
        let game = self
            .read(everywhere)
            .with_context(|| self.file.display().to_string())?;
        let analysis = self.think(&game.decisions)?;
        let mut out = io::stdout().lock();
        if self.json {
            report::json(&mut out, &game, &analysis)?;
        } else {
            report::text(&mut out, &game, &analysis)?;
        }
        for path in &self.output {
            let svg = curve::svg(&game, &analysis);
            let bytes = match Format::of(path)? {
                Format::Svg => svg.into_bytes(),
                Format::Png => parlour_atlas::png_of_svg(&svg)?,
            };
            fs::write(path, bytes)
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The decisions of the file, each with what its seat could know.
    fn read(&self, everywhere: &Everywhere) -> Result<PlayedGame> {
        let log = logs::open(&self.file)?;
        let registry = shelf::registry(everywhere.with_test_games);
        PlayedGame::of(&mut Replay::open(&registry, log)?).map_err(anyhow::Error::msg)
    }

    fn think(&self, decisions: &[Decision]) -> Result<Analysis> {
        let usual = Budget::default();
        let grown = |games: u32| {
            let games = u64::from(games) * u64::from(self.rollouts) / u64::from(usual.search);
            (games as u32).max(10)
        };
        let budget = Budget {
            search: self.rollouts,
            games: grown(usual.games),
            again: grown(usual.again),
            ..usual
        };
        let shown = io::stderr().is_terminal();
        let mut tell = |progress: Progress| {
            if shown {
                let Progress { done, of } = progress;
                // Whoever cannot be told how far it is can do without.
                let _ = write!(io::stderr(), "\rlooking at decisions: {done} of {of}");
            }
            true
        };
        let analysis = analyse(decisions, &budget, &mut tell);
        if shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        analysis.context("the analysis was stopped")
    }
}

/// What a picture is written as, by the ending of its name.
enum Format {
    Svg,
    Png,
}

impl Format {
    fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => bail!("{}: the name must end in .svg or .png", path.display()),
        }
    }
}
