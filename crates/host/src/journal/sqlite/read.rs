//! Questions to the database, answered by a connection that only reads.

use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::{close, failed, notes};
use crate::Time;
use crate::journal::rows::{self, KeptRow, LetterRow, int, named};
use crate::journal::{JournalError, Kept, Letter, Standing};
use crate::table::{Identity, TableId};

type Reply<T> = oneshot::Sender<Result<T, JournalError>>;

/// A question, and where its answer goes.
pub(super) enum Look {
    Load(TableId, Reply<Option<Kept>>),
    Standing(TableId, Reply<Option<Standing>>),
    Entries {
        table: TableId,
        from: u64,
        at_most: u32,
        done: Reply<Vec<String>>,
    },
    Heard {
        table: TableId,
        who: Identity,
        message: String,
        done: Reply<Option<u64>>,
    },
    Tables(Reply<Vec<TableId>>),
    Find(String, Reply<Vec<TableId>>),
    NextDue(Reply<Option<Time>>),
    Letters {
        after: u64,
        at_most: u32,
        done: Reply<Vec<Letter>>,
    },
    Notes {
        after: u64,
        at_most: u32,
        done: Reply<Vec<(u64, String)>>,
    },
}

/// Answers until nobody can ask any more.
pub(super) async fn serve(
    mut connection: SqliteConnection,
    mut queue: mpsc::UnboundedReceiver<Look>,
) {
    while let Some(look) = queue.recv().await {
        let reader = &mut connection;
        // Whoever asked may have stopped waiting for the answer.
        match look {
            Look::Load(table, done) => drop(done.send(load(reader, &table).await)),
            Look::Standing(table, done) => drop(done.send(standing(reader, &table).await)),
            Look::Entries {
                table,
                from,
                at_most,
                done,
            } => drop(done.send(entries(reader, &table, from, at_most).await)),
            Look::Heard {
                table,
                who,
                message,
                done,
            } => drop(done.send(heard(reader, &table, &who, &message).await)),
            Look::Tables(done) => drop(done.send(tables(reader).await)),
            Look::Find(key, done) => drop(done.send(find(reader, &key).await)),
            Look::NextDue(done) => drop(done.send(next_due(reader).await)),
            Look::Letters {
                after,
                at_most,
                done,
            } => drop(done.send(letters(reader, after, at_most).await)),
            Look::Notes {
                after,
                at_most,
                done,
            } => drop(done.send(notes::read(reader, after, at_most).await)),
        }
    }
    close(connection).await;
}

async fn load(
    reader: &mut SqliteConnection,
    table: &TableId,
) -> Result<Option<Kept>, JournalError> {
    let row: Option<KeptRow> = sqlx::query_as(
        "SELECT t.header, t.seq, t.hash, t.ending, t.record, t.version, t.stage, t.due,
                s.seq, s.rules, s.state, t.ends
         FROM tables t LEFT JOIN snapshots s ON s.table_id = t.id
         WHERE t.id = ?1",
    )
    .bind(table.as_str())
    .fetch_optional(reader)
    .await
    .map_err(|error| failed(&error))?;
    row.map(|row| rows::kept(table, row)).transpose()
}

async fn standing(
    reader: &mut SqliteConnection,
    table: &TableId,
) -> Result<Option<Standing>, JournalError> {
    let row: Option<(i64, i64)> = sqlx::query_as("SELECT seq, version FROM tables WHERE id = ?1")
        .bind(table.as_str())
        .fetch_optional(reader)
        .await
        .map_err(|error| failed(&error))?;
    Ok(row.map(rows::standing))
}

async fn entries(
    reader: &mut SqliteConnection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<String>, JournalError> {
    sqlx::query_scalar(
        "SELECT line FROM entries WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
    )
    .bind(table.as_str())
    .bind(int(from))
    .bind(i64::from(at_most))
    .fetch_all(reader)
    .await
    .map_err(|error| failed(&error))
}

pub(super) async fn heard(
    connection: &mut SqliteConnection,
    table: &TableId,
    who: &Identity,
    message: &str,
) -> Result<Option<u64>, JournalError> {
    let seq: Option<i64> = sqlx::query_scalar(
        "SELECT seq FROM heard WHERE table_id = ?1 AND who = ?2 AND message = ?3",
    )
    .bind(table.as_str())
    .bind(who.0.as_str())
    .bind(message)
    .fetch_optional(connection)
    .await
    .map_err(|error| failed(&error))?;
    Ok(seq.map(|seq| seq as u64))
}

async fn tables(reader: &mut SqliteConnection) -> Result<Vec<TableId>, JournalError> {
    let names: Vec<String> = sqlx::query_scalar("SELECT id FROM tables ORDER BY changed DESC, id")
        .fetch_all(reader)
        .await
        .map_err(|error| failed(&error))?;
    Ok(named(names))
}

async fn find(reader: &mut SqliteConnection, key: &str) -> Result<Vec<TableId>, JournalError> {
    let names: Vec<String> =
        sqlx::query_scalar("SELECT table_id FROM keys WHERE key = ?1 ORDER BY table_id")
            .bind(key)
            .fetch_all(reader)
            .await
            .map_err(|error| failed(&error))?;
    Ok(named(names))
}

async fn next_due(reader: &mut SqliteConnection) -> Result<Option<Time>, JournalError> {
    let due: Option<i64> =
        sqlx::query_scalar("SELECT min(max(due, claimed)) FROM tables WHERE due IS NOT NULL")
            .fetch_one(reader)
            .await
            .map_err(|error| failed(&error))?;
    Ok(due.map(|due| Time(due as u64)))
}

async fn letters(
    reader: &mut SqliteConnection,
    after: u64,
    at_most: u32,
) -> Result<Vec<Letter>, JournalError> {
    let rows: Vec<LetterRow> = sqlx::query_as(
        "SELECT id, table_id, seq, viewer, told FROM outbox WHERE id > ?1 ORDER BY id LIMIT ?2",
    )
    .bind(int(after))
    .bind(i64::from(at_most))
    .fetch_all(reader)
    .await
    .map_err(|error| failed(&error))?;
    rows.into_iter().map(rows::letter).collect()
}
