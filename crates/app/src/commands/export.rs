//! `parlour export [TABLE] [--database URL]`: from a database to a file for `replay`
//! and `verify`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_host::table::{Record, TableId};
use parlour_host::{Host, Refused, SystemClock, SystemEntropy, wait};
use parlour_room::Room;

use super::Everywhere;
use crate::logs;
use crate::place::Place;
use crate::service::Database;
use crate::shelf;
use crate::tables::ago;

/// Which table, and where to.
#[derive(Debug, Args)]
pub struct Export {
    /// The table's name, or the code of a game of Diplomacy; without one, all tables
    /// are listed.
    table: Option<String>,
    /// The database of a service, `sqlite:PATH` or `postgres://USER@HOST/NAME`, instead
    /// of the tables on this machine.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The file to write, instead of TABLE.jsonl.gz here; plain unless its name ends
    /// in .gz. It holds every secret of the game.
    #[arg(long, short, value_name = "FILE", requires = "table")]
    output: Option<PathBuf>,
}

impl Export {
    /// Lists, or writes.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let database = if let Some(url) = &self.database {
            let database: Database = url.parse()?;
            if let Database::Sqlite(path) = &database
                && !path.exists()
            {
                bail!("{}: there is no such database", path.display());
            }
            database
        } else {
            let file = Place::find()?.database();
            if !file.exists() {
                writeln!(io::stdout(), "no table has been opened on this machine")?;
                return Ok(ExitCode::SUCCESS);
            }
            Database::Sqlite(file)
        };
        let host = Arc::new(Host::new(
            shelf::registry(everywhere.with_test_games),
            database.open()?,
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        ));
        let Some(name) = self.table else {
            return list(&host);
        };
        let table = meant(&host, &name)?;
        let bytes = wait(host.export(&table)).with_context(|| name.clone())?;
        let file = self
            .output
            .unwrap_or_else(|| PathBuf::from(format!("{table}.jsonl.gz")));
        logs::write(&file, &bytes)?;
        writeln!(io::stdout(), "{}", file.display())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The table of this name; otherwise the one whose game has this code.
fn meant(host: &Arc<Host>, name: &str) -> Result<TableId> {
    let id: Option<TableId> = name.parse().ok();
    if let Some(id) = id {
        match wait(host.record(&id)) {
            Ok(_) => return Ok(id),
            Err(Refused::UnknownTable(_)) => {}
            Err(refused) => return Err(refused.into()),
        }
    }
    let room = Room::new(Arc::clone(host), Arc::new(SystemEntropy));
    match wait(room.table_of_code(name))? {
        Some(id) => Ok(id),
        None => bail!("there is no table `{name}`, and no game has that code"),
    }
}

/// One line for each table, the latest first: name, game and its code, how far, since
/// when.
fn list(host: &Host) -> Result<ExitCode> {
    for id in wait(host.tables())? {
        let line = wait(host.record(&id)).map(|record| {
            let kept = wait(host.look(&id, &record.owner));
            let progress = kept.map_or_else(
                |refused| refused.to_string(),
                |glance| match glance.stage {
                    Some(stage) => {
                        let stands = shelf::standing(&record.game, &glance.view);
                        let stands = stands.map_or_else(|| stage.to_string(), |it| it.short);
                        format!("{stands}, {}", entries(glance.standing.seq))
                    }
                    None => format!("over, {}", entries(glance.standing.seq)),
                },
            );
            let begun = ago(record.created, host.now());
            format!("{id}\t{}\t{progress}\tbegun {begun}", game(&record))
        });
        writeln!(
            io::stdout(),
            "{}",
            line.unwrap_or_else(|refused| format!("{id}\t{refused}"))
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `diplomacy K7Q2M`, or the name alone of a game without a code.
fn game(record: &Record) -> String {
    match Room::code_of(record) {
        Some(code) => format!("{} {code}", record.game),
        None => record.game.clone(),
    }
}

fn entries(count: u64) -> String {
    match count {
        1 => String::from("1 entry"),
        _ => format!("{count} entries"),
    }
}
