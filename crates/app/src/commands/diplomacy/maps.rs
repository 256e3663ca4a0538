//! `parlour diplomacy maps`

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_diplomacy::{Board, BoardError, PhaseRecord};

/// The words after `parlour diplomacy maps`.
#[derive(Debug, Args)]
pub struct Maps {
    /// Print the first phase of this map as a record, ready for orders.
    #[arg(value_name = "MAP")]
    map: Option<String>,
    /// Look for faults in the data file of a map.
    #[arg(long, value_name = "FILE", conflicts_with = "map")]
    lint: Option<PathBuf>,
}

impl Maps {
    /// Lists the maps, prints one, or looks for faults in a file.
    pub fn run(self) -> Result<ExitCode> {
        let mut out = io::stdout().lock();
        if let Some(path) = &self.lint {
            let text = fs::read_to_string(path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            return Ok(lint(&mut out, &text)?);
        }
        if let Some(name) = &self.map {
            let Some(board) = Board::named(name) else {
                bail!("there is no map \"{name}\"; see `parlour diplomacy maps`");
            };
            let record = PhaseRecord::question(board, board.start());
            writeln!(out, "{}", serde_json::to_string(&record)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        for board in Board::bundled() {
            writeln!(
                out,
                "{:10} {} ({} powers, {} provinces, {} of {} centres win)",
                board.name(),
                board.title(),
                board.powers().count(),
                board.province_count(),
                board.target(),
                board.centers().len(),
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn lint(out: &mut impl Write, text: &str) -> io::Result<ExitCode> {
    Ok(match Board::parse(text) {
        Ok(board) => {
            writeln!(out, "{}: no faults", board.name())?;
            ExitCode::SUCCESS
        }
        Err(BoardError::Faults(faults)) => {
            for fault in faults {
                writeln!(out, "{fault}")?;
            }
            ExitCode::FAILURE
        }
        Err(fault) => {
            writeln!(out, "{fault}")?;
            ExitCode::FAILURE
        }
    })
}
