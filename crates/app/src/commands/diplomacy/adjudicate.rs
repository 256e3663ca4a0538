//! `parlour diplomacy adjudicate`

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_diplomacy::answer;

use super::Rules;
use super::lines::Source;

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
        let rules = self.rules.rules;
        self.source
            .answer_each(|record| answer(record, rules).map_err(|fault| fault.to_string()))
    }
}
