//! `parlour man`: the manual pages, made from the same words as `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};

/// Where the pages go.
#[derive(Debug, Args)]
pub struct Man {
    /// Write a page for every command into this folder, instead of printing the
    /// first one: `parlour man | man -l -`.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Man {
    /// Prints the first page, or writes them all.
    pub fn run(self) -> Result<ExitCode> {
        let command = super::Parlour::command();
        if let Some(folder) = self.folder {
            fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(command, &folder))
                .with_context(|| folder.display().to_string())?;
        } else {
            let mut text = Vec::new();
            clap_mangen::Man::new(command).render(&mut text)?;
            io::stdout().write_all(&text)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
