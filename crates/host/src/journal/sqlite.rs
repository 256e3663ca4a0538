//! A journal in an SQLite database, for any number of hosts and processes.
//!
//! The database is written by one task and read by another, on a thread of their
//! own, so that callers need no runtime. Writes that arrive together are committed
//! together: each is acknowledged when all are on the disk. An append changes the
//! row of its table only if that row still is what the caller thinks, and
//! everything else depends on that change.

mod notes;
mod read;
mod schema;
mod together;
mod write;

use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::{
    Amend, Answer, Append, Appended, Due, Journal, JournalError, Kept, Letter, NewLog, Snapshot,
    Standing,
};
use crate::Time;
use crate::log::Stored;
use crate::table::{Identity, TableId};
use read::Look;
use write::{Write, Written};

/// How long a write waits for another process.
const PATIENCE: Duration = Duration::from_secs(30);

/// Tables in a database.
#[derive(Debug)]
pub struct SqliteJournal {
    writes: mpsc::UnboundedSender<Write>,
    looks: mpsc::UnboundedSender<Look>,
    thread: Option<JoinHandle<()>>,
}

impl SqliteJournal {
    /// Opens a database, which is made if it is not there.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, JournalError> {
        let options = SqliteConnectOptions::new()
            .filename(path.as_ref())
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE);
        let (writes, write_queue) = mpsc::unbounded_channel();
        let (looks, look_queue) = mpsc::unbounded_channel();
        let (opened, open) = oneshot::channel();
        let work = move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => {
                    let _ = opened.send(Err(JournalError::Unreachable(error.to_string())));
                    return;
                }
            };
            runtime.block_on(async {
                let (writer, reader) = match connect(&options).await {
                    Ok(connections) => connections,
                    Err(error) => {
                        let _ = opened.send(Err(error));
                        return;
                    }
                };
                let _ = opened.send(Ok(()));
                let reading = tokio::spawn(read::serve(reader, look_queue));
                write::serve(writer, write_queue).await;
                let _ = reading.await;
            });
        };
        let thread = thread::Builder::new()
            .name("parlour-journal".to_owned())
            .spawn(work)
            .map_err(|error| JournalError::Unreachable(error.to_string()))?;
        crate::wait(open).unwrap_or_else(|_| Err(gone()))?;
        Ok(Self {
            writes,
            looks,
            thread: Some(thread),
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
        // Without senders, the tasks come to their end.
        (self.writes, _) = mpsc::unbounded_channel();
        (self.looks, _) = mpsc::unbounded_channel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn connect(
    options: &SqliteConnectOptions,
) -> Result<(SqliteConnection, SqliteConnection), JournalError> {
    let mut writer = options.connect().await.map_err(|error| failed(&error))?;
    schema::prepare(&mut writer).await?;
    notes::prepare(&mut writer).await?;
    together::prepare(&mut writer).await?;
    let reader = options.connect().await.map_err(|error| failed(&error))?;
    Ok((writer, reader))
}

async fn close(connection: SqliteConnection) {
    // A database that cannot be closed in order is put in order when it is opened.
    let _ = connection.close().await;
}

fn failed(error: &sqlx::Error) -> JournalError {
    JournalError::Unreachable(error.to_string())
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

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.look(|done| Look::Find(key.to_owned(), done))
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.write(|done| Write::Claim {
            now,
            until,
            at_most,
            done,
        })
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

    fn keep_notes(&self, notes: Vec<(String, String)>) -> Answer<'_, ()> {
        self.write(|done| Write::KeepNotes(notes, done))
    }

    fn notes(&self, after: u64, at_most: u32) -> Answer<'_, Vec<(u64, String)>> {
        self.look(|done| Look::Notes {
            after,
            at_most,
            done,
        })
    }

    fn drop_notes(&self, ids: Vec<u64>) -> Answer<'_, ()> {
        self.write(|done| Write::DropNotes(ids, done))
    }
}
