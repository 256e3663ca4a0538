//! A journal in an SQLite database, for any number of hosts and processes.
//!
//! The database is written on one thread and read on another, so that callers
//! need no runtime and nobody waits for a disk but these. Writes that arrive
//! while others are being stored are committed together: each is acknowledged
//! when all are on the disk. An append changes the row of its table only if that
//! row still is what the caller thinks, and everything else depends on that
//! change.

mod cards;
mod deeds;
mod notes;
mod passes;
mod press;
mod read;
pub(super) mod schema;
mod write;

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use tokio::sync::oneshot;

use super::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter, NewLog,
    NewNote, Queue, Reader, Snapshot, Sorted, Standing,
};
use crate::Time;
use crate::card::{Face, Page, Query};
use crate::log::Stored;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::press::{NewPress, Press, Taken};
use crate::table::{Identity, TableId};
use read::Look;
use write::{Write, Written};

/// How long a write waits for another process.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// After how many changed pages they are carried from the write-ahead log to their
/// place, 16 MiB. Meanwhile every commit waits, so it is not done too often, and
/// pages that change again and again are carried once.
const CARRIED_PAGES: u32 = 4096;

/// How many pages a connection remembers, 16 MiB.
const KNOWN_PAGES: u32 = 4096;

/// How long writes wait for each other where there are many tables.
const GATHER: Duration = Duration::from_millis(5);

/// How many statements a connection keeps ready: more than there are.
const STATEMENTS: usize = 64;

/// Tables in a database.
#[derive(Debug)]
pub struct SqliteJournal {
    writes: mpsc::Sender<Write>,
    looks: mpsc::Sender<Look>,
    threads: Vec<JoinHandle<()>>,
    path: PathBuf,
}

impl SqliteJournal {
    /// Opens a database, which is made if it is not there.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, JournalError> {
        Self::open_with(path.as_ref(), Duration::ZERO)
    }

    /// The same for a host at whose many tables nobody minds some milliseconds: while
    /// writes come in numbers, they wait that long for each other, and many more can
    /// be stored.
    pub fn open_for_many(path: impl AsRef<Path>) -> Result<Self, JournalError> {
        Self::open_with(path.as_ref(), GATHER)
    }

    fn open_with(path: &Path, gather: Duration) -> Result<Self, JournalError> {
        let mut writer = connect(path)?;
        schema::prepare(&mut writer)?;
        let reader = connect(path)?;
        let (writes, write_queue) = mpsc::channel();
        let (looks, look_queue) = mpsc::channel();
        let begin = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
            thread.map_err(|error| JournalError::Unreachable(error.to_string()))
        };
        let writing = move || write::serve(&writer, &write_queue, gather);
        let reading = move || read::serve(&reader, &look_queue);
        Ok(Self {
            writes,
            looks,
            path: path.to_owned(),
            threads: vec![
                begin("journal-writer", Box::new(writing))?,
                begin("journal-reader", Box::new(reading))?,
            ],
        })
    }

    fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(Written<T>) -> Write,
    ) -> Answer<'static, T> {
        let (done, answer) = oneshot::channel();
        let sent = self.writes.send(job(Written::new(done)));
        Box::pin(async move {
            sent.map_err(|_| gone())?;
            answer.await.unwrap_or_else(|_| Err(gone()))
        })
    }

    fn look<T: Send + 'static>(
        &self,
        question: impl FnOnce(oneshot::Sender<Result<T, JournalError>>) -> Look,
    ) -> Answer<'static, T> {
        let (done, answer) = oneshot::channel();
        let sent = self.looks.send(question(done));
        Box::pin(async move {
            sent.map_err(|_| gone())?;
            answer.await.unwrap_or_else(|_| Err(gone()))
        })
    }
}

/// Waits until everything asked for is written.
impl Drop for SqliteJournal {
    fn drop(&mut self) {
        // Without senders, the threads come to their end.
        (self.writes, _) = mpsc::channel();
        (self.looks, _) = mpsc::channel();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// A connection whose commits are on the disk when they return.
fn connect(path: &Path) -> Result<Connection, JournalError> {
    // What SQLite puts beside the file has the rights of the file.
    crate::private::keep(path).map_err(|error| JournalError::Unreachable(error.to_string()))?;
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // A statement with `LIMIT ?` would otherwise be prepared anew for every number.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "cache_size", KNOWN_PAGES)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", CARRIED_PAGES)?;
    Ok(connection)
}

/// How many bytes the disk of a file has left for us.
#[cfg(unix)]
fn room(path: &Path) -> Result<Option<u64>, JournalError> {
    let disk = rustix::fs::statvfs(path);
    let disk = disk.map_err(|error| JournalError::Unreachable(error.to_string()))?;
    Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
}

#[cfg(not(unix))]
fn room(_: &Path) -> Result<Option<u64>, JournalError> {
    Ok(None)
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unreachable(error.to_string())
    }
}

fn gone() -> JournalError {
    JournalError::Unreachable("the journal's thread has ended".to_owned())
}

impl Journal for SqliteJournal {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.write(|done| Write::Create(Box::new(table), done))
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.look(|done| Look::Load(table.clone(), done))
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.look(|done| Look::Standing(table.clone(), done))
    }

    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.look(|done| Look::Entries {
            table: table.clone(),
            from,
            at_most,
            done,
        })
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.look(|done| Look::Deeds {
            table: table.clone(),
            from,
            at_most,
            done,
        })
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.write(|done| Write::Append(Box::new(append), done))
    }

    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.write(|done| Write::Finish(table.clone(), seq, end, done))
    }

    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.look(|done| Look::Heard {
            table: table.clone(),
            who: who.clone(),
            message: message.to_owned(),
            done,
        })
    }

    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.write(|done| Write::Forget(before, done))
    }

    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.write(|done| Write::Amend(Box::new(amend), done))
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.write(|done| Write::Snapshot(table.clone(), snapshot, done))
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.write(|done| Write::Remove(table.clone(), done))
    }

    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.look(Look::Tables)
    }

    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.look(|done| Look::Cards(Box::new(query), done))
    }

    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.write(|done| Write::Face(table.clone(), standing, Box::new(face), done))
    }

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.look(|done| Look::Find(key.to_owned(), done))
    }

    fn room(&self) -> Answer<'_, Option<u64>> {
        Box::pin(std::future::ready(room(&self.path)))
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.write(|done| Write::Claim {
            now,
            until,
            at_most,
            done,
        })
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.write(|done| Write::PutOff(due, until, done))
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.look(Look::NextDue)
    }

    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.write(|done| Write::Lease {
            task: task.to_owned(),
            holder: holder.to_owned(),
            now,
            until,
            done,
        })
    }

    fn mark<'a>(&'a self, name: &'a str, _now: Time, until: Time) -> Answer<'a, ()> {
        self.write(|done| Write::Mark(name.to_owned(), until, done))
    }

    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.look(|done| Look::Marked(name.to_owned(), now, done))
    }

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.look(|done| Look::Letters {
            after,
            at_most,
            done,
        })
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.write(|done| Write::Delivered(letters, done))
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.look(|done| Look::LettersEach {
            after,
            readers,
            each,
            done,
        })
    }

    fn sort_letters(&self, sorted: Vec<Sorted>, time: Time) -> Answer<'_, ()> {
        self.write(|done| Write::SortLetters(sorted, time, done))
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.write(|done| Write::DropOld(before, done))
    }

    fn keep_notes(&self, notes: Vec<NewNote>, time: Time) -> Answer<'_, ()> {
        self.write(|done| Write::KeepNotes(notes, time, done))
    }

    fn queues<'a>(&'a self, after: &'a str, at_most: u32) -> Answer<'a, Vec<Queue>> {
        self.look(|done| Look::Queues(after.to_owned(), at_most, done))
    }

    fn notes<'a>(&'a self, to: &'a str, at_most: u32) -> Answer<'a, Vec<(u64, String)>> {
        self.look(|done| Look::Notes(to.to_owned(), at_most, done))
    }

    fn forget_dropped<'a>(&'a self, to: &'a str, number: u64) -> Answer<'a, ()> {
        self.write(|done| Write::ForgetDropped(to.to_owned(), number, done))
    }

    fn drop_notes(&self, ids: Vec<u64>) -> Answer<'_, ()> {
        self.write(|done| Write::DropNotes(ids, done))
    }

    fn tell(&self, press: NewPress) -> Answer<'_, Taken> {
        self.write(|done| Write::Tell(Box::new(press), done))
    }

    fn press<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<Press>> {
        self.look(|done| Look::Press(table.clone(), from, at_most, done))
    }

    fn passes(&self, question: PassQuestion) -> Answer<'_, Vec<Pass>> {
        self.look(|done| Look::Passes(Box::new(question), done))
    }

    fn change_passes(&self, change: PassChange) -> Answer<'_, Vec<Pass>> {
        self.write(|done| Write::Passes(Box::new(change), done))
    }

    fn secret<'a>(&'a self, name: &'a str, offered: &'a str) -> Answer<'a, String> {
        self.write(|done| Write::Secret(name.to_owned(), offered.to_owned(), done))
    }
}
