//! A journal in a PostgreSQL database, for several replicas of a service.
//!
//! There is no leader. An append changes the row of its table only if that row
//! still is what the caller thinks, and everything that belongs to the entry is
//! part of the same statement; entries have unique numbers besides. Deadlines are
//! claimed with `SKIP LOCKED`. Replicas give each other hints with `NOTIFY`, and
//! nothing depends on them. Leases go by the database's own clock, so that replicas
//! whose clocks differ agree on them, and replicas set their own clocks by it.
//!
//! The connections live on a small runtime of their own, so that callers need
//! none. Connections that break are made anew; a change whose outcome was lost
//! with its connection is asked again and compared with what is stored, so that
//! an acknowledged change happened once and an unacknowledged one at most once.

pub(super) mod address;
mod cards;
mod hints;
mod lines;
mod notes;
mod passes;
mod press;
mod read;
pub(super) mod schema;
pub(super) mod trouble;
mod write;

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;

use super::{
    Amend, Answer, Append, Appended, Changed, Dropped, Due, Journal, JournalError, Kept, Letter,
    NewLog, NewNote, Queue, Reader, Snapshot, Sorted, Standing,
};
use crate::Time;
use crate::card::{Face, Page, Query};
use crate::log::Stored;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::press::{NewPress, Press, Taken};
use crate::table::{Identity, TableId};
use lines::{Act, Lines};

/// The schema in which everything is kept, unless another is named.
pub(super) const SCHEMA: &str = "parlour";

/// Tables in a database.
#[derive(Debug)]
pub struct PostgresJournal {
    lines: Arc<Lines>,
    hints: mpsc::UnboundedSender<TableId>,
    heard: Arc<hints::Hints>,
    runtime: Option<Runtime>,
}

impl PostgresJournal {
    /// Opens the database at a URL, `postgres://USER:PASSWORD@HOST:PORT/NAME`.
    /// Its tables are made, in a schema of their own, if they are not there; the
    /// schema is `parlour` unless the URL ends in `?schema=NAME`. A parameter that
    /// neither we nor the driver know is an error.
    pub fn open(url: &str) -> Result<Self, JournalError> {
        let (url, schema) = address::split(url).map_err(JournalError::Unreachable)?;
        Self::open_schema(&url, schema.unwrap_or(SCHEMA))
    }

    /// The same in a schema of another name, for several houses in one database.
    pub fn open_schema(url: &str, schema: &str) -> Result<Self, JournalError> {
        let unreachable = |words: String| JournalError::Unreachable(words);
        let options = options(url, schema)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("parlour-journal")
            .enable_all()
            .build()
            .map_err(|error| unreachable(error.to_string()))?;
        let lines = Arc::new(Lines::new(options.clone()));
        let name = schema.to_owned();
        let preparing = {
            let lines = Arc::clone(&lines);
            runtime.spawn(async move {
                let act: Act<String, i64> =
                    |connection, name, _| Box::pin(schema::prepare(connection, name));
                lines.prepare(&name, act).await
            })
        };
        let me = crate::wait(preparing).unwrap_or_else(|_| Err(gone()))?;
        let (hints, queue) = mpsc::unbounded_channel();
        let heard = Arc::new(hints::Hints::default());
        let channel = schema.to_owned();
        runtime.spawn(hints::send(Arc::clone(&lines), channel.clone(), me, queue));
        runtime.spawn(hints::listen(options, channel, me, Arc::clone(&heard)));
        Ok(Self {
            lines,
            hints,
            heard,
            runtime: Some(runtime),
        })
    }

    fn ask<D: Send + Sync + 'static, T: Send + 'static>(
        &self,
        data: D,
        act: Act<D, T>,
    ) -> Answer<'static, T> {
        let Some(runtime) = &self.runtime else {
            return Box::pin(std::future::ready(Err(gone())));
        };
        let lines = Arc::clone(&self.lines);
        // Carried to its end even if nobody waits for the answer any more.
        let asking = runtime.spawn(async move { lines.ask(&data, act).await });
        Box::pin(async move { asking.await.unwrap_or_else(|_| Err(gone())) })
    }

    /// Does something to a table, and lets the other replicas know if it was done.
    fn change<D: Send + Sync + 'static, T: Send + 'static>(
        &self,
        table: TableId,
        data: D,
        act: Act<D, T>,
        done: fn(&T) -> bool,
    ) -> Answer<'static, T> {
        let hints = self.hints.clone();
        let asking = self.ask(data, act);
        Box::pin(async move {
            let answer = asking.await?;
            if done(&answer) {
                let _ = hints.send(table);
            }
            Ok(answer)
        })
    }
}

impl Drop for PostgresJournal {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A journal may be dropped within another runtime, which must not wait.
            if tokio::runtime::Handle::try_current().is_ok() {
                runtime.shutdown_background();
            } else {
                runtime.shutdown_timeout(Duration::from_secs(1));
            }
        }
    }
}

/// How connections are made that work in a schema.
pub(super) fn options(url: &str, schema: &str) -> Result<PgConnectOptions, JournalError> {
    if !schema::is_name(schema) {
        return Err(JournalError::Unreachable(format!(
            "\"{schema}\" is no name of a schema: lower-case letters, digits and _"
        )));
    }
    let options: PgConnectOptions = url
        .parse()
        .map_err(|error: sqlx::Error| JournalError::Unreachable(trouble::words(&error)))?;
    Ok(options
        .application_name(&caller(schema))
        .options([("search_path", schema), ("statement_timeout", "30s")]))
}

/// The name by which connections that work in a schema are told from others.
pub(super) fn caller(schema: &str) -> String {
    if schema == SCHEMA {
        return SCHEMA.to_owned();
    }
    format!("parlour {schema}")
}

fn gone() -> JournalError {
    JournalError::Unreachable("the journal is closed".to_owned())
}

/// A text as PostgreSQL can hold it: it knows no zero character.
fn text(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

impl Journal for PostgresJournal {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        let id = table.id.clone();
        self.change(
            id,
            table,
            |connection, new, again| Box::pin(write::create(connection, new, again)),
            |made| *made,
        )
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.ask(table.clone(), |connection, table, _| {
            Box::pin(read::load(connection, table))
        })
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.ask(table.clone(), |connection, table, _| {
            Box::pin(read::standing(connection, table))
        })
    }

    fn standings(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, Standing)>> {
        self.ask(tables, |connection, tables, _| {
            Box::pin(read::standings(connection, tables))
        })
    }

    fn changed(&self) -> Answer<'_, Changed> {
        Box::pin(async { Ok(self.heard.next().await) })
    }

    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.ask(
            (table.clone(), from, at_most),
            |connection, (table, from, at_most), _| {
                Box::pin(read::entries(connection, table, *from, *at_most))
            },
        )
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.ask(
            (table.clone(), from, at_most),
            |connection, (table, from, at_most), _| {
                Box::pin(read::deeds(connection, table, *from, *at_most))
            },
        )
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let id = append.table.clone();
        self.change(
            id,
            append,
            |connection, append, again| Box::pin(write::append(connection, append, again)),
            |appended| *appended == Appended::Done,
        )
    }

    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.ask(
            (table.clone(), seq, end),
            |connection, (table, seq, end), _| {
                Box::pin(write::finish(connection, table, *seq, end))
            },
        )
    }

    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.ask(
            (table.clone(), who.clone(), message.to_owned()),
            |connection, (table, who, message), _| {
                Box::pin(read::heard(connection, table, who, message))
            },
        )
    }

    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.ask(before, |connection, before, _| {
            Box::pin(write::forget(connection, *before))
        })
    }

    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        let id = amend.table.clone();
        let opened = amend.opens.as_ref().map(|new| new.id.clone());
        let hints = self.hints.clone();
        let changing = self.change(
            id,
            amend,
            |connection, amend, again| Box::pin(write::amend(connection, amend, again)),
            |changed| *changed,
        );
        Box::pin(async move {
            let changed = changing.await?;
            if let Some(opened) = opened.filter(|_| changed) {
                let _ = hints.send(opened);
            }
            Ok(changed)
        })
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.ask(
            (table.clone(), snapshot),
            |connection, (table, snapshot), _| {
                Box::pin(write::keep_snapshot(connection, table, snapshot))
            },
        )
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.change(
            table.clone(),
            table.clone(),
            |connection, table, _| Box::pin(write::remove(connection, table)),
            |()| true,
        )
    }

    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.ask((), |connection, (), _| Box::pin(read::tables(connection)))
    }

    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.ask(query, |connection, query, _| {
            Box::pin(cards::list(connection, query))
        })
    }

    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.ask(
            (table.clone(), standing, face),
            |connection, (table, standing, face), _| {
                Box::pin(cards::put(connection, table, *standing, face))
            },
        )
    }

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.ask(key.to_owned(), |connection, key, _| {
            Box::pin(read::find(connection, key))
        })
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.ask(
            (now, until, at_most),
            |connection, (now, until, at_most), _| {
                Box::pin(write::claim(connection, *now, *until, *at_most))
            },
        )
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.ask((due, until), |connection, (due, until), _| {
            Box::pin(write::put_off(connection, due, *until))
        })
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.ask((), |connection, (), _| Box::pin(read::next_due(connection)))
    }

    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.ask(
            (
                task.to_owned(),
                holder.to_owned(),
                until.0.saturating_sub(now.0),
            ),
            |connection, (task, holder, hold), _| {
                Box::pin(write::lease(connection, task, holder, *hold))
            },
        )
    }

    fn mark<'a>(&'a self, name: &'a str, now: Time, until: Time) -> Answer<'a, ()> {
        let hold = until.since(now);
        self.ask((name.to_owned(), hold), |connection, (name, hold), _| {
            Box::pin(write::mark(connection, name, *hold))
        })
    }

    fn now(&self) -> Answer<'_, Option<Time>> {
        self.ask((), |connection, (), _| Box::pin(read::now(connection)))
    }

    fn is_marked<'a>(&'a self, name: &'a str, _now: Time) -> Answer<'a, bool> {
        self.ask(name.to_owned(), |connection, name, _| {
            Box::pin(read::is_marked(connection, name))
        })
    }

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.ask((after, at_most), |connection, (after, at_most), _| {
            Box::pin(read::letters(connection, *after, *at_most))
        })
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.ask(letters, |connection, letters, _| {
            Box::pin(write::delivered(connection, letters))
        })
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.ask(
            (after, readers, each),
            |connection, (after, readers, each), _| {
                Box::pin(notes::letters_each(
                    connection,
                    after.as_ref(),
                    *readers,
                    *each,
                ))
            },
        )
    }

    fn sort_letters(&self, sorted: Vec<Sorted>, time: Time) -> Answer<'_, ()> {
        self.ask((sorted, time), |connection, (sorted, time), _| {
            Box::pin(notes::sort_letters(connection, sorted, *time))
        })
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.ask(before, |connection, before, _| {
            Box::pin(notes::drop_old(connection, *before))
        })
    }

    fn keep_notes(&self, kept: Vec<NewNote>, time: Time) -> Answer<'_, ()> {
        self.ask((kept, time), |connection, (kept, time), _| {
            Box::pin(notes::keep(connection, kept, *time))
        })
    }

    fn queues<'a>(&'a self, after: &'a str, at_most: u32) -> Answer<'a, Vec<Queue>> {
        self.ask(
            (after.to_owned(), at_most),
            |connection, (after, at_most), _| Box::pin(notes::queues(connection, after, *at_most)),
        )
    }

    fn notes<'a>(&'a self, to: &'a str, at_most: u32) -> Answer<'a, Vec<(u64, String)>> {
        self.ask((to.to_owned(), at_most), |connection, (to, at_most), _| {
            Box::pin(notes::read(connection, to, *at_most))
        })
    }

    fn forget_dropped<'a>(&'a self, to: &'a str, number: u64) -> Answer<'a, ()> {
        self.ask((to.to_owned(), number), |connection, (to, number), _| {
            Box::pin(notes::forget_dropped(connection, to, *number))
        })
    }

    fn drop_notes(&self, ids: Vec<u64>) -> Answer<'_, ()> {
        self.ask(ids, |connection, ids, _| {
            Box::pin(notes::discard(connection, ids))
        })
    }

    fn tell(&self, press: NewPress) -> Answer<'_, Taken> {
        self.ask(press, |connection, press, again| {
            Box::pin(press::tell(connection, press, again))
        })
    }

    fn press<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<Press>> {
        self.ask(
            (table.clone(), from, at_most),
            |connection, (table, from, at_most), _| {
                Box::pin(press::read(connection, table, *from, *at_most))
            },
        )
    }

    fn passes(&self, question: PassQuestion) -> Answer<'_, Vec<Pass>> {
        self.ask(question, |connection, question, _| {
            Box::pin(passes::find(connection, question))
        })
    }

    fn change_passes(&self, change: PassChange) -> Answer<'_, Vec<Pass>> {
        self.ask(change, |connection, change, again| {
            Box::pin(passes::change(connection, change, again))
        })
    }

    fn secret<'a>(&'a self, name: &'a str, offered: &'a str) -> Answer<'a, String> {
        let data = (name.to_owned(), offered.to_owned());
        self.ask(data, |connection, (name, offered), _| {
            Box::pin(passes::secret(connection, name, offered))
        })
    }
}
