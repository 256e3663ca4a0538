//! `parlour diplomacy explain`

use std::io::{self, BufWriter, Write};
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
    #[command(flatten)]
    rules: Rules,
}

impl Explain {
    /// Explains every record: one line per order. If there are several records,
    /// a line that starts with `#` stands before each.
    pub fn run(self) -> Result<ExitCode> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        let mut first: Option<(String, String)> = None;
        let mut count = 0;
        self.source.each(|Line { number, record }| {
            let told = record.and_then(|record| {
                explain(&record, self.rules.rules).map_err(|fault| fault.to_string())
            });
            match told {
                Ok((head, text)) => {
                    count += 1;
                    if count == 1 {
                        first = Some((head, text));
                        return Ok(());
                    }
                    if let Some((head, text)) = first.take() {
                        write!(out, "# {head}\n{text}")?;
                    }
                    write!(out, "# {head}\n{text}")?;
                }
                Err(fault) => {
                    code = ExitCode::FAILURE;
                    eprintln!("parlour: line {number}: {fault}");
                }
            }
            Ok(())
        })?;
        if let Some((_, text)) = first {
            write!(out, "{text}")?;
        }
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
