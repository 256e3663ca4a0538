//! `parlour restore [--database URL] FILE`.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_host::journal::backup::{BackupError, Checked, check, restore};

use super::backup::words;
use crate::place::{Place, make_room_for};
use crate::service::Database;

/// Which file, and where to.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Restore {
    /// The database, `sqlite:PATH` or `postgres://USER@HOST/NAME`, instead of the tables
    /// on this machine. It is made if it is not there.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// A file that `parlour backup` has written.
    file: PathBuf,
    /// Put it in the place of everything that the database holds.
    #[arg(long)]
    replace: bool,
    /// Only look whether the file is whole.
    #[arg(long, conflicts_with = "replace")]
    check: bool,
}

const AFTER_HELP: &str = "\
The file is read through first; then everything is stored or nothing is changed. With
--replace, stop whatever serves the database before: it would know tables that are gone.";

impl Restore {
    /// Puts the backup in.
    pub fn run(self) -> Result<ExitCode> {
        let name = || self.file.display().to_string();
        if self.check {
            let file = File::open(&self.file).with_context(name)?;
            let checked = check(file).with_context(name)?;
            return told("whole", &checked);
        }
        let database = match &self.database {
            Some(url) => url.parse()?,
            None => Database::Sqlite(Place::find()?.database()),
        };
        if let Database::Sqlite(path) = &database {
            make_room_for(path).with_context(|| path.display().to_string())?;
        }
        let checked = match restore(database.store(), &self.file, self.replace) {
            Err(held @ BackupError::NotEmpty { .. }) => {
                bail!("{held}; say --replace if they may go");
            }
            other => other.with_context(name)?,
        };
        told("restored", &checked)
    }
}

fn told(done: &str, checked: &Checked) -> Result<ExitCode> {
    let mut output = io::stdout();
    writeln!(output, "{done}: {}", words(checked.tally))?;
    for (table, what) in &checked.damaged {
        writeln!(
            output,
            "table {table} was damaged when the backup was taken: {what}"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
