//! Where tables are kept: in memory, in files, in a database.
//!
//! A [`Journal`] stores lines and records; it reads neither. Its one duty is the
//! order of things: an entry is stored only as the next one, together with
//! everything that belongs to it, or not at all. Several hosts may share one
//! journal; who comes second is told so and looks again.
//!
//! All journals keep the same promises, under one test suite
//! (`tests/journals/`).

#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub mod backup;
#[cfg(feature = "file")]
mod file;
mod memory;
#[cfg(feature = "testing")]
pub mod passing;
mod pigeonholes;
pub mod post;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod rows;
mod shelf;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::future::Future;
use std::pin::Pin;

use parlour_rules::Viewer;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::card::{Face, Page, Query};
use crate::deadline::Deadline;
use crate::log::{Hash, Stored};
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::press::{NewPress, Press, Taken};
use crate::table::{Identity, Record, TableId};
use crate::{Json, Time};

#[cfg(feature = "file")]
pub use file::FileJournal;
pub use memory::MemoryJournal;
pub use post::{Dropped, NewNote, Queue, Reader, Sorted};
#[cfg(feature = "postgres")]
pub use postgres::PostgresJournal;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteJournal;

/// An answer that may take time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, JournalError>> + Send + 'a>>;

/// A place where tables are kept.
pub trait Journal: Send + Sync {
    /// Begins a table. False if there is one of that name.
    fn create(&self, table: NewLog) -> Answer<'_, bool>;

    /// Everything needed to sit down at a table, but its entries.
    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>>;

    /// How far a table has come, for those who look now and then.
    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>>;

    /// How far each of these tables has come; those that are gone are left out.
    fn standings(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, Standing)>> {
        Box::pin(async move {
            let mut standings = Vec::new();
            for table in tables {
                let standing = self.standing(&table).await?;
                standings.extend(standing.map(|standing| (table, standing)));
            }
            Ok(standings)
        })
    }

    /// Ready when somebody else has changed something, as far as this journal is
    /// told. A hint only: it may come late, too often or not at all, so whoever
    /// waits looks now and then as well.
    fn changed(&self) -> Answer<'_, Changed> {
        Box::pin(std::future::pending())
    }

    /// Entry lines from this number on, in order, at most so many.
    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>>;

    /// The lines of a table's [audit](crate::audit) from this version of its record on,
    /// in order, at most so many.
    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>>;

    /// Stores the next entry and all that belongs to it.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// Writes the end line of a table whose game is over, should it be missing.
    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()>;

    /// The entry that a message has led to.
    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>>;

    /// Forgets the ids of messages heard before this moment.
    fn forget_messages(&self, before: Time) -> Answer<'_, ()>;

    /// Changes what is known of a table, and begins the table that is to come after it.
    /// False if it has changed meanwhile, or if there is one of the other's name.
    fn amend(&self, amend: Amend) -> Answer<'_, bool>;

    /// Keeps a snapshot, in the place of an older one.
    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()>;

    /// Forgets a table with everything that belongs to it.
    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()>;

    /// All tables, the one that changed last first.
    fn tables(&self) -> Answer<'_, Vec<TableId>>;

    /// The cards of tables, newest first, a page at a time.
    fn cards(&self, query: Query) -> Answer<'_, Page>;

    /// Gives a table another face, if it is still where the caller thinks.
    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool>;

    /// The tables that have this key.
    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>>;

    /// Takes deadlines that are due. None of them is given to anybody else
    /// before `until`; what becomes of it must be stored by then.
    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>>;

    /// A claimed deadline that could not be struck is given to nobody before this moment,
    /// unless it is another by now.
    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()>;

    /// When the next deadline is due, so that somebody can sleep until then.
    fn next_due(&self) -> Answer<'_, Option<Time>>;

    /// What time it is by the journal's own clock, if it has one: all who share the
    /// journal may go by it.
    fn now(&self) -> Answer<'_, Option<Time>> {
        Box::pin(async { Ok(None) })
    }

    /// How many bytes there is room for where it stores, if it knows.
    fn room(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    /// Lets one holder have a named task until a moment. True for whoever has it,
    /// also again; false while another has it. A journal with a clock of its own
    /// goes by that: then only the time from `now` to `until` counts.
    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool>;

    /// Sets a mark until a moment, whoever has set it before; one that stands until
    /// now is lifted. A mark and a task of one name are the same thing, by the same
    /// clock: nobody else has the task while the mark stands.
    fn mark<'a>(&'a self, name: &'a str, now: Time, until: Time) -> Answer<'a, ()>;

    /// Whether a mark stands now. Asking changes nothing.
    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool>;

    /// Letters not yet delivered, with ids above this, oldest first.
    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>>;

    /// Crosses letters off.
    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()>;

    /// The oldest letters of each reader after this one, of so many readers and so
    /// many of each: readers in an order of the journal's own, the letters of one
    /// oldest first.
    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>>;

    /// Crosses letters off and keeps notes in their place, of those that were not
    /// crossed off before. Only journals of services keep notes.
    fn sort_letters(&self, _sorted: Vec<Sorted>, _time: Time) -> Answer<'_, ()> {
        Box::pin(async { Err(no_notes()) })
    }

    /// Drops letters and notes that have waited since before this moment, and says how
    /// many.
    fn drop_old(&self, before: Time) -> Answer<'_, Dropped>;

    /// Keeps notes of a front's own until they are dropped. A key that is kept already
    /// stays as it is.
    fn keep_notes(&self, _notes: Vec<NewNote>, _time: Time) -> Answer<'_, ()> {
        Box::pin(async { Err(no_notes()) })
    }

    /// What waits for whom, by the names of recipients, beginning after this one.
    fn queues<'a>(&'a self, _after: &'a str, _at_most: u32) -> Answer<'a, Vec<Queue>> {
        Box::pin(async { Err(no_notes()) })
    }

    /// The notes that wait for a recipient, oldest first, with their numbers. Where none
    /// are kept, none wait.
    fn notes<'a>(&'a self, _to: &'a str, _at_most: u32) -> Answer<'a, Vec<(u64, String)>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// A recipient was told that so many notes were dropped.
    fn forget_dropped<'a>(&'a self, _to: &'a str, _number: u64) -> Answer<'a, ()> {
        Box::pin(async { Err(no_notes()) })
    }

    /// Drops notes.
    fn drop_notes(&self, _ids: Vec<u64>) -> Answer<'_, ()> {
        Box::pin(async { Err(no_notes()) })
    }

    /// Keeps press under the next number of its table, with all that belongs to it, if
    /// the record is the one it was worded by.
    fn tell(&self, _press: NewPress) -> Answer<'_, Taken> {
        Box::pin(async { Err(no_press()) })
    }

    /// The press of a table from this number on, in order, at most so much. Who may read
    /// it is for the caller to know.
    fn press<'a>(
        &'a self,
        _table: &'a TableId,
        _from: u64,
        _at_most: u32,
    ) -> Answer<'a, Vec<Press>> {
        Box::pin(async { Err(no_press()) })
    }

    /// Passes, as a question says. Like notes, only journals of services keep them.
    fn passes(&self, _question: PassQuestion) -> Answer<'_, Vec<Pass>> {
        Box::pin(async { Err(no_passes()) })
    }

    /// Changes passes, and tells which.
    fn change_passes(&self, _change: PassChange) -> Answer<'_, Vec<Pass>> {
        Box::pin(async { Err(no_passes()) })
    }

    /// A secret of the house under a name: the one that was offered first, so that all
    /// who serve one journal have the same.
    fn secret<'a>(&'a self, _name: &'a str, _offered: &'a str) -> Answer<'a, String> {
        Box::pin(async { Err(no_passes()) })
    }
}

fn no_press() -> JournalError {
    JournalError::Unreachable("this journal keeps no press".to_owned())
}

fn no_passes() -> JournalError {
    JournalError::Unreachable("this journal keeps no passes".to_owned())
}

/// Who holds what is marked: nobody who would ask for a task.
const MARKED: &str = "marked";

fn no_notes() -> JournalError {
    JournalError::Unreachable("this journal keeps no notes of fronts".to_owned())
}

/// What goes wrong with a journal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JournalError {
    /// The disk or the database does not answer.
    #[error("the journal cannot be reached: {0}")]
    Unreachable(String),
    /// What is stored makes no sense.
    #[error("the journal is damaged at {place}: {what}")]
    Damaged {
        /// The table, the file, the line.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// Another process has it.
    #[error("{0} is in use by another process")]
    InUse(String),
    /// A newer program made it, and this one would not know what it changes.
    #[error(
        "{place} was made by a newer parlour: its form is version {found}, \
         this program knows versions up to {known}"
    )]
    TooNew {
        /// Which database.
        place: String,
        /// The version of its form.
        found: i64,
        /// The newest version there is here.
        known: i64,
    },
}

/// A table to begin with.
#[derive(Clone, Debug)]
pub struct NewLog {
    /// Its name.
    pub id: TableId,
    /// The header line.
    pub header: String,
    /// The hash of the header line.
    pub start: Hash,
    /// Entries that are taken over from another table, and the last hash.
    pub entries: Vec<Stored>,
    /// What is known of it.
    pub record: Record,
    /// How it stands.
    pub face: Face,
    /// The first deadline.
    pub deadline: Option<Deadline>,
    /// The deed that opens it, the first line of its audit.
    pub deed: Stored,
    /// When it is begun.
    pub time: Time,
}

/// What was stored of a table.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The header line.
    pub header: String,
    /// What is known of the table, and how far it has come.
    pub record: Record,
    /// How far it has come.
    pub standing: Standing,
    /// The hash of the last line.
    pub hash: Hash,
    /// The end line, if there is one.
    pub end: Option<String>,
    /// The hash of the last deed, if there is one.
    pub deed: Option<Hash>,
    /// When time is up.
    pub deadline: Option<Deadline>,
    /// The newest snapshot.
    pub snapshot: Option<Snapshot>,
    /// How it stands, if somebody has looked.
    pub face: Option<Face>,
    /// A last line that was cut off half written, and has been set aside.
    pub torn: Option<Torn>,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// The number of entries.
    pub seq: u64,
    /// How often its record has changed.
    pub version: u64,
}

/// What somebody else may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// These tables.
    Tables(Vec<TableId>),
    /// Anything: some word of it was lost.
    Anything,
}

/// A half-written last line that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The last complete entry.
    pub after: u64,
    /// How many bytes were set aside.
    pub bytes: u64,
}

/// A state that can be restored without its history. A cache: it may be lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The number of entries that led to it.
    pub seq: u64,
    /// The version of the rules that wrote it.
    pub rules: u32,
    /// The state.
    pub state: Json,
}

/// The next entry of a table.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// Its number: one more than the entries there are.
    pub seq: u64,
    /// The version of the record that it was decided under.
    pub version: u64,
    /// The line.
    pub entry: Stored,
    /// The end line, if the game is over.
    pub end: Option<Stored>,
    /// How the table stands from then on.
    pub face: Face,
    /// What is to be told, and to whom.
    pub letters: Vec<NewLetter>,
    /// What becomes of the deadline.
    pub deadline: Change<Option<Deadline>>,
    /// The message that asked for it.
    pub message: Option<MessageId>,
    /// When it was accepted.
    pub time: Time,
}

/// A value that may stay as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change<T> {
    /// As it is.
    Keep,
    /// From now on this.
    Set(T),
}

/// A message with an id of its sender's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageId {
    /// The sender.
    pub who: Identity,
    /// The id.
    pub message: String,
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is stored, for good.
    Done,
    /// The table has moved on: look again.
    Behind,
    /// This message was heard before, and led to that entry.
    Repeated(u64),
}

/// A change of a record.
#[derive(Clone, Debug)]
pub struct Amend {
    /// The table.
    pub table: TableId,
    /// The version that is changed.
    pub version: u64,
    /// The record from now on.
    pub record: Record,
    /// How the table stands from then on.
    pub face: Face,
    /// Whether the table is found under other words than before. If not, the words of
    /// the record are those of the version that is changed, and a journal may leave
    /// them as they are.
    pub found_anew: bool,
    /// What becomes of the deadline.
    pub deadline: Change<Option<Deadline>>,
    /// What is to be told of it, and to whom.
    pub letters: Vec<NewLetter>,
    /// The message that asked for it, which is heard from now on. Whether it was
    /// heard before, the sender has asked.
    pub message: Option<MessageId>,
    /// The number of entries there are, which letters and message name.
    pub seq: u64,
    /// Who has changed what: the next line of its audit, stored with the change.
    pub deed: Stored,
    /// The table that comes after this one: begun with the change, and never without it.
    pub opens: Option<Box<NewLog>>,
    /// When it changes.
    pub time: Time,
}

/// A deadline that somebody has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The table.
    pub table: TableId,
    /// The stage whose time is up.
    pub deadline: Deadline,
    /// How far the table had come then: who knows it so has not to ask again.
    pub standing: Standing,
}

/// What a viewer is to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewLetter {
    /// To whom.
    pub to: Viewer,
    /// What, a JSON array of what the game lets them see.
    pub told: Json,
}

/// What a viewer is still to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// Its number in the outbox; later letters have higher ones.
    pub id: u64,
    /// The table.
    pub table: TableId,
    /// The entry it tells of.
    pub seq: u64,
    /// To whom.
    pub to: Viewer,
    /// What.
    pub told: Json,
    /// When it was written; 0 if that was not noted yet.
    #[serde(default)]
    pub time: Time,
}
