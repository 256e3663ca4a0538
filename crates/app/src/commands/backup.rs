//! `parlour backup [--database URL] FILE`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_host::journal::backup::{Tally, back_up};
use parlour_host::{Clock, SystemClock, private};

use crate::place::Place;
use crate::service::Database;

/// Which database, and where to.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Backup {
    /// The database, `sqlite:PATH` or `postgres://USER@HOST/NAME`, instead of the tables
    /// on this machine.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The file to write, which must not be there yet. It holds every secret of every game.
    file: PathBuf,
}

const AFTER_HELP: &str = "\
The service may run meanwhile: the backup is what one moment held. `parlour restore` puts
it back, also into a database of the other kind.";

impl Backup {
    /// Writes the file, whole or not at all.
    pub fn run(self) -> Result<ExitCode> {
        let database = there(self.database.as_deref())?;
        if self.file.exists() {
            bail!("{}: it is there already", self.file.display());
        }
        let tally = write(&database, &self.file)?;
        writeln!(io::stdout(), "{}: {}", self.file.display(), words(tally))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The database that is named, or that of this machine; it must be there.
pub(super) fn there(url: Option<&str>) -> Result<Database> {
    let database = match url {
        Some(url) => url.parse()?,
        None => Database::Sqlite(Place::find()?.database()),
    };
    if let Database::Sqlite(path) = &database
        && !path.exists()
    {
        bail!("{}: there is no such database", path.display());
    }
    Ok(database)
}

/// Under another name first: what has the name is whole.
fn write(database: &Database, file: &Path) -> Result<Tally> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = (|| {
        let mut target = private::create(&beside)?;
        let tally = back_up(database.store(), &mut target, SystemClock.now())?;
        target.sync_all()?;
        // A name that somebody took meanwhile stays theirs.
        fs::hard_link(&beside, file).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Err(error),
            _ => fs::rename(&beside, file),
        })?;
        anyhow::Ok(tally)
    })();
    let _ = fs::remove_file(&beside);
    written.with_context(|| file.display().to_string())
}

/// How much it is, in words.
pub(super) fn words(tally: Tally) -> String {
    let count = |count: u64, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    format!(
        "{}, {}",
        count(tally.tables, "table", "tables"),
        count(tally.entries, "entry", "entries")
    )
}
