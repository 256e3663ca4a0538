//! Backups: everything that a database holds, in one file, taken while it is in use.
//!
//! A backup is JSON lines, compressed by gzip, the same for both kinds of databases:
//!
//! ```text
//! {"parlour_backup":1,"database":"sqlite","form":4,"time":1900000000000}
//! {"in":"tables","row":{"id":"pig-7","header":"…","record":"…","seq":12,…},"hash":"…"}
//! {"in":"entries","row":{"table_id":"pig-7","seq":1,"line":"…"},"hash":"…"}
//! {"end":{"rows":2,"last":{"outbox":48}},"hash":"…"}
//! ```
//!
//! The first line says what kind of database it was and in which version of its form.
//! Every row names the table it stood in and its columns; rows that belong to a table
//! of the house name that in `table_id`, and the tables of the house come first. The
//! end counts the rows and tells the last number that each table has given.
//!
//! **The chain.** As in a [log](crate::log), every line after the first ends in a hash
//! over the one before, so that no byte can be changed without notice.
//!
//! **One moment.** What is written down is what one transaction sees. Whoever plays
//! meanwhile is not kept waiting.
//!
//! **Restoring** reads the whole file first and changes nothing if anything is wrong
//! with it. Then all of it is stored, or nothing. A backup of an older form is put into
//! tables of that form, which are then brought to the present one as a database would
//! be; into the other kind of database goes a backup of the present form alone.

mod check;
mod lines;
pub mod people;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::journal::JournalError;
use crate::{Time, quotable};
use lines::{Reader, Writer};

pub use check::{Checked, check};
pub use lines::Kind;

/// The version of the format, the value of `"parlour_backup"` in the first line.
pub const FORMAT: u32 = 1;

/// A database that is backed up or restored.
#[derive(Clone, Copy, Debug)]
pub enum Store<'a> {
    /// A file.
    #[cfg(feature = "sqlite")]
    Sqlite(&'a Path),
    /// A server, by its URL.
    #[cfg(feature = "postgres")]
    Postgres(&'a str),
}

/// How much a backup holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tables of the house.
    pub tables: u64,
    /// Entries of their logs.
    pub entries: u64,
    /// Rows in all.
    pub rows: u64,
}

/// What goes wrong with a backup.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The database does not do as it should.
    #[error(transparent)]
    Database(#[from] JournalError),
    /// The file does not do as it should.
    #[error("the backup: {0}")]
    File(#[from] io::Error),
    /// A line of the file is not what it should be.
    #[error("line {line} of the backup: {what}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// There is something in the database already.
    #[error("the database holds {tables} tables already; nothing is restored over them unasked")]
    NotEmpty {
        /// How many.
        tables: u64,
    },
    /// Somebody else uses the database.
    #[error(
        "the database is in use; stop every service and command that works with it, and say \
         this again"
    )]
    InUse,
    /// The backup is of a form that cannot be restored here.
    #[error(
        "the backup is of version {form} of a database of the other kind, \
             only version {known} goes into this one; restore it into one of its own kind first"
    )]
    OtherKind {
        /// Its version.
        form: i64,
        /// The one that could.
        known: i64,
    },
}

impl BackupError {
    fn line(line: u64, what: impl AsRef<str>) -> Self {
        Self::Line {
            line,
            what: quotable(what.as_ref(), 400),
        }
    }
}

/// Writes everything that a database holds.
pub fn back_up(store: Store<'_>, target: impl Write, now: Time) -> Result<Tally, BackupError> {
    match store {
        #[cfg(feature = "sqlite")]
        Store::Sqlite(path) => sqlite::dump(path, |head| Writer::new(target, head, now)),
        #[cfg(feature = "postgres")]
        Store::Postgres(url) => postgres::dump(url, |head| Writer::new(target, head, now)),
    }
}

/// Puts a backup into a database that holds nothing, or with `replace` in the place of
/// everything that it holds. All is stored, or nothing is changed.
pub fn restore(store: Store<'_>, file: &Path, replace: bool) -> Result<Checked, BackupError> {
    let open = || File::open(file);
    let checked = check(open()?)?;
    let again = Again {
        checked: &checked,
        reader: Reader::open(open()?)?.1,
    };
    match store {
        #[cfg(feature = "sqlite")]
        Store::Sqlite(path) => sqlite::restore(path, again, replace)?,
        #[cfg(feature = "postgres")]
        Store::Postgres(url) => postgres::restore(url, again, replace)?,
    }
    Ok(checked)
}

/// How long somebody else may take to leave a database: whoever ends is gone by then.
const LEAVING: Duration = Duration::from_secs(10);

/// Waits a little until nobody else has the database open.
fn left_alone(store: Store<'_>) -> Result<(), BackupError> {
    let begun = Instant::now();
    loop {
        let alone = match store {
            #[cfg(feature = "sqlite")]
            Store::Sqlite(path) => sqlite::is_left_alone(path)?,
            #[cfg(feature = "postgres")]
            Store::Postgres(url) => postgres::is_left_alone(url)?,
        };
        if alone {
            return Ok(());
        }
        if begun.elapsed() > LEAVING {
            return Err(BackupError::InUse);
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// A backup that was checked, read once more.
struct Again<'a, R> {
    checked: &'a Checked,
    reader: Reader<R>,
}

impl<R: Read> Again<'_, R> {
    /// The next row and its line; nothing after the last, if it is still the file that
    /// was checked.
    fn next(&mut self) -> Result<Option<(u64, lines::Row)>, BackupError> {
        match self.reader.next()? {
            lines::Line::Row(row) => Ok(Some((self.reader.number(), row))),
            lines::Line::End(_) if self.reader.seal() == self.checked.seal => Ok(None),
            lines::Line::End(_) => Err(BackupError::line(
                self.reader.number(),
                "the file has changed while it was read",
            )),
        }
    }
}
