//! Changes of the database, several in one commit.

use sqlx::{AssertSqlSafe, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::read::heard;
use super::{close, failed, notes, together};
use crate::journal::rows::{self, columns, int, record_text, viewer_text};
use crate::journal::{Amend, Append, Appended, Change, Due, Heard, JournalError, NewLog, Snapshot};
use crate::log::Stored;
use crate::table::{Record, TableId};
use crate::{Json, Time};

/// How many changes are committed together at most.
const TOGETHER: usize = 128;

/// Where the answer goes: found while the change is made, sent once it is stored.
pub(super) struct Written<T> {
    done: Option<oneshot::Sender<Result<T, JournalError>>>,
    answer: Option<T>,
}

impl<T> Written<T> {
    pub fn new(done: oneshot::Sender<Result<T, JournalError>>) -> Self {
        Self {
            done: Some(done),
            answer: None,
        }
    }

    fn tell(&mut self, stored: &Result<(), JournalError>) {
        let answer = match (stored, self.answer.take()) {
            (Ok(()), Some(answer)) => Ok(answer),
            (Ok(()), None) => Err(super::gone()),
            (Err(error), _) => Err(error.clone()),
        };
        if let Some(done) = self.done.take() {
            // Whoever asked may have stopped waiting; it is stored all the same.
            let _ = done.send(answer);
        }
    }
}

/// A change, and where its answer goes.
pub(super) enum Write {
    Create(Box<NewLog>, Written<bool>),
    Append(Box<Append>, Written<Appended>),
    Finish(TableId, u64, Stored, Written<()>),
    Forget(Time, Written<()>),
    Amend(Box<Amend>, Written<bool>),
    Snapshot(TableId, Snapshot, Written<()>),
    Remove(TableId, Written<()>),
    Claim {
        now: Time,
        until: Time,
        at_most: u32,
        done: Written<Vec<Due>>,
    },
    Lease {
        task: String,
        holder: String,
        now: Time,
        until: Time,
        done: Written<bool>,
    },
    Delivered(Vec<u64>, Written<()>),
    KeepNotes(Vec<(String, String)>, Written<()>),
    DropNotes(Vec<u64>, Written<()>),
}

/// Writes until nobody can ask any more.
pub(super) async fn serve(
    mut connection: SqliteConnection,
    mut queue: mpsc::UnboundedReceiver<Write>,
) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, TOGETHER).await > 0 {
        let stored = commit(&mut connection, &mut batch).await;
        if stored.is_err() && batch.len() > 1 {
            // One of them is at fault: each on its own.
            for job in &mut batch {
                let stored = commit(&mut connection, std::slice::from_mut(job)).await;
                job.tell(&stored);
            }
        } else {
            for job in &mut batch {
                job.tell(&stored);
            }
        }
        batch.clear();
    }
    close(connection).await;
}

/// Makes all changes, or none. Plain appends go in one call; whatever else there
/// is, belongs to other tables, or is told that it came second.
async fn commit(writer: &mut SqliteConnection, jobs: &mut [Write]) -> Result<(), JournalError> {
    let plain = |job: &Write| match job {
        Write::Append(append, _) => together::fits(append),
        _ => false,
    };
    let alone = jobs.iter().all(plain);
    if !alone {
        run(writer, "BEGIN IMMEDIATE").await?;
    }
    let made = make_all(writer, jobs, plain, alone).await;
    let committed = match made {
        Ok(()) if !alone => run(writer, "COMMIT").await,
        made => made,
    };
    if committed.is_err() {
        // Refused if nothing was begun, and then there is nothing to undo.
        let _ = run(writer, "ROLLBACK").await;
        return committed;
    }
    for job in jobs {
        // All is stored: what cannot be looked up fails alone.
        if let Write::Append(append, done) = job
            && done.answer == Some(Appended::Behind)
        {
            done.answer = not_appended(writer, append).await.ok();
        }
    }
    Ok(())
}

/// Makes the changes; an append that was not stored is behind, for now.
async fn make_all(
    writer: &mut SqliteConnection,
    jobs: &mut [Write],
    plain: impl Fn(&Write) -> bool,
    alone: bool,
) -> Result<(), JournalError> {
    let appends = jobs.iter().filter(|job| plain(job));
    let appends: Vec<&Append> = appends
        .filter_map(|job| match job {
            Write::Append(append, _) => Some(append.as_ref()),
            _ => None,
        })
        .collect();
    let stored = if appends.is_empty() {
        Vec::new()
    } else {
        together::append_all(writer, &appends, alone).await?
    };
    let mut stored = stored.into_iter();
    for job in jobs {
        match job {
            Write::Append(append, done) if together::fits(append) => {
                let told = |stored| {
                    if stored {
                        Appended::Done
                    } else {
                        Appended::Behind
                    }
                };
                done.answer = stored.next().map(told);
            }
            other => other.make(writer).await?,
        }
    }
    Ok(())
}

async fn run(writer: &mut SqliteConnection, sql: &'static str) -> Result<(), JournalError> {
    sqlx::query(sql)
        .execute(writer)
        .await
        .map(|_| ())
        .map_err(|error| failed(&error))
}

impl Write {
    async fn make(&mut self, writer: &mut SqliteConnection) -> Result<(), JournalError> {
        match self {
            Self::Create(new, done) => done.answer = Some(create(writer, new).await?),
            Self::Append(it, done) => done.answer = Some(append(writer, it).await?),
            Self::Finish(table, seq, end, done) => {
                done.answer = Some(finish(writer, table, *seq, end).await?);
            }
            Self::Forget(before, done) => done.answer = Some(forget(writer, *before).await?),
            Self::Amend(it, done) => done.answer = Some(amend(writer, it).await?),
            Self::Snapshot(table, snapshot, done) => {
                done.answer = Some(keep_snapshot(writer, table, snapshot).await?);
            }
            Self::Remove(table, done) => done.answer = Some(remove(writer, table).await?),
            Self::Claim {
                now,
                until,
                at_most,
                done,
            } => done.answer = Some(claim(writer, *now, *until, *at_most).await?),
            Self::Lease {
                task,
                holder,
                now,
                until,
                done,
            } => done.answer = Some(lease(writer, task, holder, *now, *until).await?),
            Self::Delivered(letters, done) => {
                done.answer = Some(delivered(writer, letters).await?);
            }
            Self::KeepNotes(kept, done) => done.answer = Some(notes::keep(writer, kept).await?),
            Self::DropNotes(ids, done) => done.answer = Some(notes::discard(writer, ids).await?),
        }
        Ok(())
    }

    fn tell(&mut self, stored: &Result<(), JournalError>) {
        match self {
            Self::Create(_, done) | Self::Amend(_, done) | Self::Lease { done, .. } => {
                done.tell(stored);
            }
            Self::Append(_, done) => done.tell(stored),
            Self::Claim { done, .. } => done.tell(stored),
            Self::Finish(.., done)
            | Self::Forget(_, done)
            | Self::Snapshot(.., done)
            | Self::Remove(_, done)
            | Self::KeepNotes(_, done)
            | Self::DropNotes(_, done)
            | Self::Delivered(_, done) => done.tell(stored),
        }
    }
}

async fn create(writer: &mut SqliteConnection, new: &NewLog) -> Result<bool, JournalError> {
    let (stage, due, ends) = columns(new.deadline.as_ref());
    let hash = new.entries.last().map_or(new.start, |last| last.hash);
    let made = sqlx::query(
        "INSERT INTO tables (id, header, seq, hash, record, version, changed, stage, due, ends)
         VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(new.header.as_str())
    .bind(int(new.entries.len() as u64))
    .bind(hash.to_string())
    .bind(record_text(&new.record))
    .bind(int(new.time.0))
    .bind(stage)
    .bind(due)
    .bind(ends)
    .execute(&mut *writer)
    .await
    .map_err(|error| failed(&error))?;
    if made.rows_affected() == 0 {
        return Ok(false);
    }
    for (seq, entry) in (1_i64..).zip(&new.entries) {
        sqlx::query("INSERT INTO entries (table_id, seq, line) VALUES (?1, ?2, ?3)")
            .bind(new.id.as_str())
            .bind(seq)
            .bind(entry.line.as_str())
            .execute(&mut *writer)
            .await
            .map_err(|error| failed(&error))?;
    }
    put_keys(writer, &new.id, &new.record).await?;
    Ok(true)
}

/// One call, several statements: each depends on the change before it, so that
/// all of them happen or none.
async fn append(writer: &mut SqliteConnection, append: &Append) -> Result<Appended, JournalError> {
    let (table, seq) = (append.table.as_str(), int(append.seq));
    let message = append.message.as_ref();
    let mut query = sqlx::query(AssertSqlSafe(append_sql(append)));
    // The table goes on, if it is where the caller thinks.
    query = query
        .bind(seq)
        .bind(
            append
                .end
                .as_ref()
                .unwrap_or(&append.entry)
                .hash
                .to_string(),
        )
        .bind(append.end.as_ref().map(|end| end.line.as_str()))
        .bind(int(append.time.0));
    if let Change::Set(deadline) = &append.deadline {
        let (stage, due, ends) = columns(deadline.as_ref());
        query = query.bind(stage).bind(due).bind(ends);
    }
    query = query
        .bind(table)
        .bind(int(append.seq - 1))
        .bind(int(append.version));
    if let Some(Heard { who, message }) = message {
        query = query.bind(table).bind(who.0.as_str()).bind(message);
    }
    // The entry.
    query = query.bind(table).bind(seq).bind(append.entry.line.as_str());
    // The message.
    if let Some(Heard { who, message }) = message {
        query = query.bind(table).bind(who.0.as_str()).bind(message);
        query = query.bind(seq).bind(int(append.time.0));
    }
    // The letters.
    for letter in &append.letters {
        query = query.bind(table).bind(seq).bind(viewer_text(letter.to));
        query = query.bind(letter.told.as_str());
    }
    let done = query
        .execute(&mut *writer)
        .await
        .map_err(|error| failed(&error))?;
    if done.rows_affected() > 0 {
        return Ok(Appended::Done);
    }
    not_appended(writer, append).await
}

/// Why nothing was stored: the message was heard before, or the table has moved
/// on.
async fn not_appended(
    writer: &mut SqliteConnection,
    append: &Append,
) -> Result<Appended, JournalError> {
    if let Some(Heard { who, message }) = &append.message
        && let Some(seq) = heard(writer, &append.table, who, message).await?
    {
        return Ok(Appended::Repeated(seq));
    }
    Ok(Appended::Behind)
}

/// The statements of an append, whose values come in the order of [`append`].
fn append_sql(append: &Append) -> String {
    let mut sql = String::from("UPDATE tables SET seq = ?, hash = ?, ending = ?, changed = ?");
    if append.deadline != Change::Keep {
        sql.push_str(", stage = ?, due = ?, ends = ?, claimed = 0");
    }
    sql.push_str(" WHERE id = ? AND seq = ? AND version = ? AND ending IS NULL");
    if append.message.is_some() {
        sql.push_str(
            " AND NOT EXISTS (SELECT 1 FROM heard
              WHERE table_id = ? AND who = ? AND message = ?)",
        );
    }
    sql.push_str("; INSERT INTO entries (table_id, seq, line) SELECT ?, ?, ? WHERE changes() = 1");
    if append.message.is_some() {
        sql.push_str(
            "; INSERT INTO heard (table_id, who, message, seq, time)
              SELECT ?, ?, ?, ?, ? WHERE changes() = 1",
        );
    }
    if !append.letters.is_empty() {
        sql.push_str(
            "; INSERT INTO outbox (table_id, seq, viewer, told)
              SELECT column1, column2, column3, column4 FROM (VALUES ",
        );
        sql.push_str(&vec!["(?, ?, ?, ?)"; append.letters.len()].join(", "));
        sql.push_str(") WHERE changes() = 1");
    }
    sql
}

async fn finish(
    writer: &mut SqliteConnection,
    table: &TableId,
    seq: u64,
    end: &Stored,
) -> Result<(), JournalError> {
    sqlx::query(
        "UPDATE tables SET ending = ?3, hash = ?4
         WHERE id = ?1 AND seq = ?2 AND ending IS NULL",
    )
    .bind(table.as_str())
    .bind(int(seq))
    .bind(end.line.as_str())
    .bind(end.hash.to_string())
    .execute(writer)
    .await
    .map(|_| ())
    .map_err(|error| failed(&error))
}

async fn forget(writer: &mut SqliteConnection, before: Time) -> Result<(), JournalError> {
    // Leases that ran out so long ago are of no use to anybody either.
    for sql in [
        "DELETE FROM heard WHERE time < ?1",
        "DELETE FROM leases WHERE until < ?1",
    ] {
        sqlx::query(sql)
            .bind(int(before.0))
            .execute(&mut *writer)
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(())
}

async fn amend(writer: &mut SqliteConnection, amend: &Amend) -> Result<bool, JournalError> {
    let keep = "UPDATE tables SET record = ?3, version = ?2 + 1, changed = ?4
                WHERE id = ?1 AND version = ?2";
    let set = "UPDATE tables SET record = ?3, version = ?2 + 1, changed = ?4,
                stage = ?5, due = ?6, ends = ?7, claimed = 0
                WHERE id = ?1 AND version = ?2";
    let query = match &amend.deadline {
        Change::Keep => sqlx::query(keep),
        Change::Set(_) => sqlx::query(set),
    };
    let mut query = query
        .bind(amend.table.as_str())
        .bind(int(amend.version))
        .bind(record_text(&amend.record))
        .bind(int(amend.time.0));
    if let Change::Set(deadline) = &amend.deadline {
        let (stage, due, ends) = columns(deadline.as_ref());
        query = query.bind(stage).bind(due).bind(ends);
    }
    let changed = query
        .execute(&mut *writer)
        .await
        .map_err(|error| failed(&error))?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    put_keys(writer, &amend.table, &amend.record).await?;
    for letter in &amend.letters {
        sqlx::query("INSERT INTO outbox (table_id, seq, viewer, told) VALUES (?1, ?2, ?3, ?4)")
            .bind(amend.table.as_str())
            .bind(int(amend.seq))
            .bind(viewer_text(letter.to))
            .bind(letter.told.as_str())
            .execute(&mut *writer)
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(true)
}

async fn keep_snapshot(
    writer: &mut SqliteConnection,
    table: &TableId,
    snapshot: &Snapshot,
) -> Result<(), JournalError> {
    sqlx::query(
        "INSERT INTO snapshots (table_id, seq, rules, state) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET seq = ?2, rules = ?3, state = ?4",
    )
    .bind(table.as_str())
    .bind(int(snapshot.seq))
    .bind(i64::from(snapshot.rules))
    .bind(snapshot.state.as_str())
    .execute(writer)
    .await
    .map(|_| ())
    .map_err(|error| failed(&error))
}

async fn remove(writer: &mut SqliteConnection, table: &TableId) -> Result<(), JournalError> {
    sqlx::query(
        "DELETE FROM tables WHERE id = ?1;
         DELETE FROM entries WHERE table_id = ?1;
         DELETE FROM heard WHERE table_id = ?1;
         DELETE FROM keys WHERE table_id = ?1;
         DELETE FROM snapshots WHERE table_id = ?1;
         DELETE FROM outbox WHERE table_id = ?1",
    )
    .bind(table.as_str())
    .execute(writer)
    .await
    .map(|_| ())
    .map_err(|error| failed(&error))
}

async fn claim(
    writer: &mut SqliteConnection,
    now: Time,
    until: Time,
    at_most: u32,
) -> Result<Vec<Due>, JournalError> {
    let rows: Vec<(String, String, i64, Option<i64>)> = sqlx::query_as(
        "UPDATE tables SET claimed = ?2
         WHERE id IN (SELECT id FROM tables
                      WHERE due IS NOT NULL AND due <= ?1 AND claimed <= ?1
                      ORDER BY due, id LIMIT ?3)
         RETURNING id, stage, due, ends",
    )
    .bind(int(now.0))
    .bind(int(until.0))
    .bind(i64::from(at_most))
    .fetch_all(writer)
    .await
    .map_err(|error| failed(&error))?;
    rows::claimed(rows)
}

async fn lease(
    writer: &mut SqliteConnection,
    task: &str,
    holder: &str,
    now: Time,
    until: Time,
) -> Result<bool, JournalError> {
    let taken = sqlx::query(
        "INSERT INTO leases (task, holder, until) VALUES (?1, ?2, ?4)
         ON CONFLICT DO UPDATE SET holder = ?2, until = ?4
         WHERE leases.holder = ?2 OR leases.until <= ?3",
    )
    .bind(task)
    .bind(holder)
    .bind(int(now.0))
    .bind(int(until.0))
    .execute(writer)
    .await
    .map_err(|error| failed(&error))?;
    Ok(taken.rows_affected() > 0)
}

async fn delivered(writer: &mut SqliteConnection, letters: &[u64]) -> Result<(), JournalError> {
    for id in letters {
        sqlx::query("DELETE FROM outbox WHERE id = ?1")
            .bind(int(*id))
            .execute(&mut *writer)
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// Writes the words under which a table is found, in one call.
async fn put_keys(
    writer: &mut SqliteConnection,
    table: &TableId,
    record: &Record,
) -> Result<(), JournalError> {
    let keys = Json::of(&record.keys());
    sqlx::query(
        "DELETE FROM keys WHERE table_id = ?1;
         INSERT INTO keys (key, table_id) SELECT value, ?1 FROM json_each(?2)",
    )
    .bind(table.as_str())
    .bind(keys.as_str())
    .execute(writer)
    .await
    .map(|_| ())
    .map_err(|error| failed(&error))
}
