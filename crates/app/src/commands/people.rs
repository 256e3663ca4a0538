//! `parlour people`: what is kept of a person, shown and erased on request.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use parlour_host::journal::backup::people;
use parlour_host::table::Identity;
use parlour_host::{Clock, SystemClock};

use crate::service::Database;

/// Which person of which house.
#[derive(Debug, Args)]
pub struct People {
    #[command(subcommand)]
    what: What,
    /// The database of the service, `sqlite:PATH` or `postgres://USER@HOST/NAME`.
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Print what is kept of a person, an object a line.
    Export {
        /// As the front knows them: `slack:U024BE7LH`, `telegram:5`, `web:…`.
        who: String,
    },
    /// Make a person "somebody" at every table and forget what is theirs alone. Stop
    /// whatever serves the database first: one that is in use is refused.
    Erase {
        /// As the front knows them.
        who: String,
        /// Do it without asking.
        #[arg(long, short)]
        yes: bool,
    },
}

impl People {
    /// Does it.
    pub fn run(self) -> Result<ExitCode> {
        let database: Database = self
            .database
            .context("say --database sqlite:PATH or --database postgres://…")?
            .parse()?;
        // Brought to the present form, if it is of an older one.
        drop(database.open()?);
        let folder = tempfolder()?;
        match self.what {
            What::Export { who } => {
                let who = identity(&who)?;
                let lines =
                    people::tell(database.store(), &who, folder.path(), io::stdout().lock())?;
                if lines == 0 {
                    writeln!(io::stderr(), "nothing is kept of {who}")?;
                }
            }
            What::Erase { who, yes } => {
                let who = identity(&who)?;
                if !yes && !agreed(&who)? {
                    return Ok(ExitCode::FAILURE);
                }
                let now = SystemClock.now();
                let erased = people::erase(database.store(), &who, folder.path(), now)?;
                writeln!(
                    io::stdout(),
                    "{who} is erased: somebody at {} tables, {} rows forgotten",
                    erased.tables,
                    erased.rows
                )?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn identity(text: &str) -> Result<Identity> {
    match text.split_once(':') {
        Some((platform, name)) if !platform.is_empty() && !name.is_empty() => {
            Ok(Identity::from(text))
        }
        _ => bail!("`{text}` is no person; say slack:U024BE7LH, telegram:5 or web:…"),
    }
}

/// Asks before what cannot be undone. Who cannot be asked has to say it before.
fn agreed(who: &Identity) -> Result<bool> {
    if !io::stdin().is_terminal() {
        bail!("erasing cannot be undone; say --yes");
    }
    let mut output = io::stdout();
    write!(
        output,
        "Erase {who} from every table? It cannot be undone. [y/N] "
    )?;
    output.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// A folder of ours alone, gone when this is dropped.
fn tempfolder() -> Result<TempFolder> {
    let name = format!("parlour-people-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::create_dir(&path).with_context(|| path.display().to_string())?;
    let folder = TempFolder(path);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let rights = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(folder.path(), rights)?;
    }
    Ok(folder)
}

struct TempFolder(std::path::PathBuf);

impl TempFolder {
    fn path(&self) -> &std::path::Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
