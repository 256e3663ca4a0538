//! `parlour export [TABLE] [--database URL]`: from a database to a file for `replay`
//! and `verify`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_host::card::{Card, Query};
use parlour_host::table::{Record, TableId};
use parlour_host::{Host, SystemClock, SystemEntropy, Time, wait};
use parlour_room::Room;
use parlour_solo::ago;

use super::Everywhere;
use crate::logs;
use crate::place::Place;
use crate::service::Database;
use crate::shelf;

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
        let Some(host) = host(self.database.as_deref(), everywhere)? else {
            writeln!(io::stdout(), "no table has been opened on this machine")?;
            return Ok(ExitCode::SUCCESS);
        };
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

/// A host over the database that is named, or over that of this machine; nothing if
/// there is none on this machine.
pub fn host(url: Option<&str>, everywhere: &Everywhere) -> Result<Option<Arc<Host>>> {
    let database = if let Some(url) = url {
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
            return Ok(None);
        }
        Database::Sqlite(file)
    };
    Ok(Some(Arc::new(Host::new(
        shelf::registry(everywhere.with_test_games),
        database.open()?,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    ))))
}

/// The table of this name; otherwise the one whose game has this code.
pub fn meant(host: &Arc<Host>, name: &str) -> Result<TableId> {
    let id: Option<TableId> = name.parse().ok();
    if let Some(id) = id
        && wait(host.card(&id))?.is_some()
    {
        return Ok(id);
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
    let mut output = io::stdout().lock();
    let mut query = Query::any().with_records();
    loop {
        let page = wait(host.cards(query.clone()))?;
        for card in &page.cards {
            writeln!(output, "{}", line(card, host.now()))?;
        }
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(ExitCode::SUCCESS),
        }
    }
}

/// A table in a list.
pub fn line(card: &Card, now: Time) -> String {
    let id = &card.table;
    let Some(record) = &card.record else {
        return format!("{id}\tits record cannot be read");
    };
    let begun = ago(record.created, now);
    format!("{id}\t{}\t{}\tbegun {begun}", game(record), progress(card))
}

/// How far a table has come.
pub fn progress(card: &Card) -> String {
    let entries = entries(card.standing.seq);
    let Some(face) = &card.face else {
        return format!("a game that is not here, {entries}");
    };
    match (&face.trouble, &face.stage) {
        (Some(trouble), _) => trouble.clone(),
        (None, Some(_)) if card.closed => {
            let moved_to = card.record.as_ref().and_then(|it| it.moved_to.as_ref());
            match moved_to {
                Some(table) => format!("goes on at {table}, {entries}"),
                None => format!("closed, {entries}"),
            }
        }
        (None, _) if card.closed => format!("over, {entries}"),
        (None, Some(stage)) if face.short.is_empty() => format!("{stage}, {entries}"),
        _ => format!("{}, {entries}", face.short),
    }
}

/// `diplomacy K7Q2M`, or the name alone of a game without a code.
pub fn game(record: &Record) -> String {
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
