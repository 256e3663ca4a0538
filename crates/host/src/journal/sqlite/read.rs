//! Questions to the database, answered by a connection that only reads.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::{close, damaged, failed, int};
use crate::Time;
use crate::deadline::Deadline;
use crate::journal::{JournalError, Kept, Letter, Snapshot, Standing};
use crate::log::Hash;
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
        }
    }
    close(connection).await;
}

async fn load(
    reader: &mut SqliteConnection,
    table: &TableId,
) -> Result<Option<Kept>, JournalError> {
    let row = sqlx::query(
        "SELECT t.header, t.seq, t.hash, t.ending, t.record, t.version, t.stage, t.due,
                s.seq, s.rules, s.state
         FROM tables t LEFT JOIN snapshots s ON s.table_id = t.id
         WHERE t.id = ?1",
    )
    .bind(table.as_str())
    .fetch_optional(reader)
    .await
    .map_err(|error| failed(&error))?;
    row.map(|row| kept(table, &row)).transpose()
}

fn kept(table: &TableId, row: &SqliteRow) -> Result<Kept, JournalError> {
    let text = |column: usize| -> Result<String, JournalError> {
        row.try_get(column).map_err(|error| failed(&error))
    };
    let maybe_text = |column: usize| -> Result<Option<String>, JournalError> {
        row.try_get(column).map_err(|error| failed(&error))
    };
    let number = |column: usize| -> Result<u64, JournalError> {
        let number: i64 = row.try_get(column).map_err(|error| failed(&error))?;
        Ok(number as u64)
    };
    let record = text(4)?;
    let record = serde_json::from_str(&record).map_err(|error| damaged(table, "record", &error))?;
    let hash = Hash::from_hex(&text(2)?)
        .ok_or_else(|| damaged(table, "hash", &"not 64 lower-case hex digits"))?;
    let deadline = match maybe_text(6)? {
        None => None,
        Some(stage) => Some(Deadline {
            stage: read_stage(table, stage)?,
            due: Time(number(7)?),
        }),
    };
    // A snapshot that makes no sense is none.
    let snapshot = match maybe_text(10)? {
        None => None,
        Some(state) => match crate::Json::parse(&state) {
            Err(_) => None,
            Ok(state) => Some(Snapshot {
                seq: number(8)?,
                rules: number(9)? as u32,
                state,
            }),
        },
    };
    Ok(Kept {
        header: text(0)?,
        record,
        standing: Standing {
            seq: number(1)?,
            version: number(5)?,
        },
        hash,
        end: maybe_text(3)?,
        deadline,
        snapshot,
        torn: None,
    })
}

pub(super) fn read_stage(
    table: &TableId,
    stage: String,
) -> Result<parlour_rules::Stage, JournalError> {
    serde_json::from_value(serde_json::Value::String(stage))
        .map_err(|error| damaged(table, "stage", &error))
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
    Ok(row.map(|(seq, version)| Standing {
        seq: seq as u64,
        version: version as u64,
    }))
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

fn named(names: Vec<String>) -> Vec<TableId> {
    let ids = names.into_iter().filter_map(|name| name.parse().ok());
    ids.collect()
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
    let rows: Vec<(i64, String, i64, String, String)> = sqlx::query_as(
        "SELECT id, table_id, seq, viewer, told FROM outbox WHERE id > ?1 ORDER BY id LIMIT ?2",
    )
    .bind(int(after))
    .bind(i64::from(at_most))
    .fetch_all(reader)
    .await
    .map_err(|error| failed(&error))?;
    rows.into_iter()
        .map(|(id, table, seq, viewer, told)| {
            let wrong = |what: String| JournalError::Damaged {
                place: format!("letter {id}"),
                what,
            };
            Ok(Letter {
                id: id as u64,
                table: table.parse().map_err(|_| wrong("its table".to_owned()))?,
                seq: seq as u64,
                to: serde_json::from_str(&viewer).map_err(|error| wrong(error.to_string()))?,
                told: crate::Json::parse(&told).map_err(|error| wrong(error.to_string()))?,
            })
        })
        .collect()
}
