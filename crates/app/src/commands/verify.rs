//! `parlour verify FILE`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use parlour_host::log::verify;

use super::Everywhere;
use crate::logs;
use crate::shelf;

/// The exit code for a log that is in order, but of older rules.
const OLDER_RULES: u8 = 3;

/// Which file is decided again.
#[derive(Debug, Args)]
pub struct Verify {
    /// A game's file, plain (.jsonl) or compressed (.jsonl.gz).
    file: PathBuf,
}

impl Verify {
    /// Prints the verdict in one line, and in another that the audit is whole if there is
    /// one.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let log = logs::open(&self.file)?;
        let registry = shelf::registry(everywhere.with_test_games);
        let verdict = verify(&registry, &log).with_context(|| self.file.display().to_string())?;
        let mut output = io::stdout();
        writeln!(output, "{verdict}")?;
        if let Some(audit) = log.audit.as_ref().filter(|_| !verdict.is_wrong()) {
            let changes = match audit.deeds.len() {
                1 => String::from("1 change"),
                count => format!("{count} changes"),
            };
            writeln!(output, "audit whole, {changes} of the table")?;
        }
        Ok(if verdict.is_verified() {
            ExitCode::SUCCESS
        } else if verdict.is_older() {
            ExitCode::from(OLDER_RULES)
        } else {
            ExitCode::FAILURE
        })
    }
}
