//! `parlour diplomacy explain`

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_diplomacy::{Board, PhaseRecord, RecordError, Resolution, Rulebook, resolve};

use super::Rules;
use super::lines::{Line, Source};

/// The words after `parlour diplomacy explain`.
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    source: Source,
    /// Name each record on a line that starts with #; a terminal is told so
    /// without asking.
    #[arg(long)]
    heads: bool,
    #[command(flatten)]
    rules: Rules,
}

impl Explain {
    /// Explains every record: one line per order.
    pub fn run(self) -> Result<ExitCode> {
        let heads = self.heads || io::stdout().is_terminal();
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        self.source.each(|Line { number, record }| {
            let told = record.and_then(|record| {
                explain(&record, self.rules.rules).map_err(|fault| fault.to_string())
            });
            match told {
                Ok((head, text)) if heads => write!(out, "# {head}\n{text}")?,
                Ok((_, text)) => write!(out, "{text}")?,
                Err(fault) => {
                    code = ExitCode::FAILURE;
                    eprintln!("parlour: line {number}: {fault}");
                }
            }
            Ok(())
        })?;
        out.flush()?;
        Ok(code)
    }
}

fn explain(record: &PhaseRecord, defaults: Rulebook) -> Result<(String, String), RecordError> {
    let board = record.board()?;
    let rules = record.rulebook(defaults)?;
    let position = record.position(board)?;
    let resolution = resolve(board, rules, &position, &record.submitted(board)?);
    let head = match &record.id {
        Some(id) => format!("{id}, {}", record.phase.words()),
        None => record.phase.words(),
    };
    Ok((head, sentences(board, &resolution)))
}

fn sentences(board: &Board, resolution: &Resolution) -> String {
    let line = |judged: &parlour_diplomacy::Judged| {
        format!(
            "{}: {}\n",
            board.power_name(judged.power),
            judged.reason.text
        )
    };
    resolution.orders.iter().map(line).collect()
}
