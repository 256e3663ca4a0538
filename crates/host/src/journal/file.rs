//! A journal of plain files in one folder, for one process at a time.
//!
//! A table has up to four files:
//!
//! - `NAME.jsonl`: its log, in the format of [`log`](crate::log). Anybody may read
//!   it while it grows.
//! - `NAME.side.jsonl`: what is known beside the log: the record with its audit,
//!   letters, deadlines, ids of messages, press. Lines of our own; the newest counts.
//! - `NAME.snapshot.json`: a cache, may be deleted.
//! - `NAME.card.json`: its face, for lists. A cache as well: one that is not of the
//!   last entry and record is none.
//!
//! **Order.** What belongs to an entry is written and synced to the side file
//! first, together with the entry's hash; then the entry is written and synced.
//! An entry is there exactly when its line is: a side line whose entry never came
//! is dropped when the files are opened.
//!
//! **Torn lines.** A log that does not end in a line break was cut off while it
//! was written. If its last line is complete, it counts; otherwise it is set aside
//! in `NAME.torn` and reported, and the entries before it are kept.
//!
//! Every call blocks until the disk has answered.

mod cards;
mod disk;
mod scan;
mod side;
mod tables;

use std::fs::{File, TryLockError};
use std::future::ready;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter, NewLog,
    Reader, Snapshot, Standing, Torn,
};
use crate::card::{Face, Page, Query};
use crate::log::Stored;
use crate::press::{NewPress, Press, Taken};
use crate::table::{Identity, TableId};
use crate::{Time, locked, private};
use disk::unreachable;
use tables::{Inner, log_path, snapshot_path};

/// Tables in files.
#[derive(Debug)]
pub struct FileJournal {
    folder: PathBuf,
    /// Held for as long as the journal is open.
    _lock: File,
    inner: Mutex<Inner>,
}

impl FileJournal {
    /// Opens the journal in a folder, which is made if it is not there.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, JournalError> {
        let folder = folder.as_ref().to_owned();
        private::make_folder(&folder).map_err(|error| unreachable(&folder, &error))?;
        let lock_path = folder.join("lock");
        let lock = private::create(&lock_path).map_err(|error| unreachable(&lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::InUse(folder.display().to_string()));
            }
            Err(TryLockError::Error(error)) => return Err(unreachable(&lock_path, &error)),
        }
        let inner = Mutex::new(Inner::open(&folder)?);
        Ok(Self {
            folder,
            _lock: lock,
            inner,
        })
    }

    /// The file in which a table's log grows.
    pub fn log_path(&self, table: &TableId) -> PathBuf {
        log_path(&self.folder, table)
    }

    /// The tables whose last line was found half written, and set aside.
    pub fn torn(&self) -> Vec<(TableId, Torn)> {
        locked(&self.inner).torn()
    }

    /// The tables whose files make no sense, and why. They cannot be opened.
    pub fn damaged(&self) -> Vec<(TableId, JournalError)> {
        locked(&self.inner).damaged()
    }

    fn answer<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Path, &mut Inner) -> Result<T, JournalError>,
    ) -> Answer<'_, T> {
        Box::pin(ready(act(&self.folder, &mut locked(&self.inner))))
    }
}

impl Journal for FileJournal {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.answer(|folder, inner| inner.create(folder, table))
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.answer(|folder, inner| inner.load(folder, table))
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.answer(|_, inner| Ok(inner.shelf.standing(table)))
    }

    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.answer(|folder, inner| inner.entries(folder, table, from, at_most))
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.answer(|folder, inner| inner.deeds(folder, table, from, at_most))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.answer(|folder, inner| inner.append(folder, append))
    }

    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.answer(|_, inner| inner.finish(table, seq, end))
    }

    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.answer(|_, inner| Ok(inner.shelf.heard(table, who, message)))
    }

    /// In memory only: the ids come back, and are forgotten again, after a restart.
    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.answer(|_, inner| {
            inner.shelf.forget_messages(before);
            Ok(())
        })
    }

    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.answer(|folder, inner| inner.amend(folder, amend))
    }

    fn tell(&self, press: NewPress) -> Answer<'_, Taken> {
        self.answer(|_, inner| inner.tell(press))
    }

    fn press<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<Press>> {
        self.answer(|_, inner| Ok(inner.shelf.press(table, from, at_most)))
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.answer(|folder, _| disk::replace(&snapshot_path(folder, table), &snapshot))
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.answer(|folder, inner| inner.remove(folder, table))
    }

    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.answer(|_, inner| Ok(inner.shelf.tables()))
    }

    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.answer(|_, inner| Ok(inner.shelf.cards(&query)))
    }

    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.answer(|folder, inner| {
            let put = inner.shelf.put_face(table, standing, face);
            inner.keep_card(folder, table);
            Ok(put)
        })
    }

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.answer(|_, inner| Ok(inner.shelf.find(key)))
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.answer(|_, inner| Ok(inner.shelf.claim_due(now, until, at_most)))
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.answer(|_, inner| {
            inner.shelf.put_off(&due, until);
            Ok(())
        })
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.answer(|_, inner| Ok(inner.shelf.next_due()))
    }

    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.answer(|_, inner| Ok(inner.shelf.lease(task, holder, now, until)))
    }

    fn mark<'a>(&'a self, name: &'a str, _now: Time, until: Time) -> Answer<'a, ()> {
        self.answer(|_, inner| {
            inner.shelf.mark(name, until);
            Ok(())
        })
    }

    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.answer(|_, inner| Ok(inner.shelf.is_marked(name, now)))
    }

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.answer(|_, inner| Ok(inner.shelf.letters(after, at_most)))
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.answer(|_, inner| inner.delivered(&letters))
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.answer(|_, inner| Ok(inner.shelf.letters_each(after.as_ref(), readers, each)))
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.answer(|_, inner| {
            let old = inner.shelf.old_letters(before);
            inner.delivered(&old)?;
            let letters = old.len() as u64;
            Ok(Dropped { letters, notes: 0 })
        })
    }
}
