//! `parlour completions SHELL`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Which shell the completions are for.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell that reads them.
    shell: Shell,
}

impl Completions {
    /// Prints them to standard output.
    pub fn run(self) -> Result<ExitCode> {
        let mut command = super::Parlour::command();
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "parlour", &mut text);
        io::stdout().write_all(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
