//! `parlour diplomacy adjudicate`

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_diplomacy::answer;

use super::Rules;
use super::lines::{Line, Source};

/// The words after `parlour diplomacy adjudicate`.
#[derive(Debug, Args)]
pub struct Adjudicate {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rules: Rules,
}

impl Adjudicate {
    /// Answers every record.
    pub fn run(self) -> Result<ExitCode> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        self.source.each(|Line { number, record }| {
            let answered = record.and_then(|record| {
                answer(&record, self.rules.rules).map_err(|fault| fault.to_string())
            });
            match answered {
                Ok(record) => serde_json::to_writer(&mut out, &record)?,
                Err(fault) => {
                    code = ExitCode::FAILURE;
                    tell_fault(&mut out, number, &fault)?;
                }
            }
            writeln!(out)?;
            Ok(())
        })?;
        out.flush()?;
        Ok(code)
    }
}

/// The line that stands in place of an answer; people see it too.
pub fn tell_fault(out: &mut impl Write, number: u64, fault: &str) -> Result<()> {
    eprintln!("parlour: line {number}: {fault}");
    let line = serde_json::json!({ "line": number, "error": fault });
    serde_json::to_writer(out, &line)?;
    Ok(())
}
