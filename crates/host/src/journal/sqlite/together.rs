//! Many appends in one call to the database.
//!
//! Each statement that is sent to the database wakes two threads, which costs
//! more than the statement itself. So a whole batch of appends goes as the rows of
//! one insertion into a view, and a trigger behind the view stores each of them,
//! or not, by the same conditions as an append on its own. The trigger notes
//! which rows were stored.

use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};

use super::failed;
use crate::journal::rows::{columns, int};
use crate::journal::{Append, Change, JournalError};

/// The view and the trigger belong to the connection, not to the file.
const SCHEMA: &str = "
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE stored (place INTEGER PRIMARY KEY);
    CREATE TEMP VIEW appends AS SELECT
        NULL AS place, NULL AS table_id, NULL AS seq, NULL AS version, NULL AS hash,
        NULL AS ending, NULL AS time, NULL AS keep, NULL AS stage, NULL AS due, NULL AS ends,
        NULL AS line, NULL AS who, NULL AS message;
    CREATE TEMP TRIGGER append_each INSTEAD OF INSERT ON appends BEGIN
        UPDATE tables SET
            seq = NEW.seq, hash = NEW.hash, ending = NEW.ending, changed = NEW.time,
            stage = iif(NEW.keep, stage, NEW.stage), due = iif(NEW.keep, due, NEW.due),
            ends = iif(NEW.keep, ends, NEW.ends), claimed = iif(NEW.keep, claimed, 0)
            WHERE id = NEW.table_id AND seq = NEW.seq - 1 AND version = NEW.version
            AND ending IS NULL AND NOT EXISTS (SELECT 1 FROM heard
                WHERE table_id = NEW.table_id AND who = NEW.who AND message = NEW.message);
        INSERT INTO stored SELECT NEW.place WHERE changes() = 1;
        INSERT INTO entries (table_id, seq, line)
            SELECT NEW.table_id, NEW.seq, NEW.line WHERE changes() = 1;
        INSERT INTO heard (table_id, who, message, seq, time)
            SELECT NEW.table_id, NEW.who, NEW.message, NEW.seq, NEW.time
            WHERE changes() = 1 AND NEW.who IS NOT NULL;
    END;";

/// Makes a connection ready for [`append_all`].
pub(super) async fn prepare(writer: &mut SqliteConnection) -> Result<(), JournalError> {
    let made = sqlx::raw_sql(SCHEMA).execute(writer).await;
    made.map(|_| ()).map_err(|error| failed(&error))
}

/// Whether an append fits into a row: letters do not.
pub(super) fn fits(append: &Append) -> bool {
    append.letters.is_empty()
}

/// Stores appends, in this order; which of them were stored. `alone` makes them a
/// transaction of their own, which may be left open if it fails; otherwise one is
/// open already.
pub(super) async fn append_all(
    writer: &mut SqliteConnection,
    appends: &[&Append],
    alone: bool,
) -> Result<Vec<bool>, JournalError> {
    let mut query = sqlx::query(AssertSqlSafe(sql(appends.len(), alone)));
    for (place, append) in (0_i64..).zip(appends) {
        let (keep, (stage, due, ends)) = match &append.deadline {
            Change::Keep => (true, columns(None)),
            Change::Set(deadline) => (false, columns(deadline.as_ref())),
        };
        let last = append.end.as_ref().unwrap_or(&append.entry);
        let message = append.message.as_ref();
        query = query
            .bind(place)
            .bind(append.table.as_str())
            .bind(int(append.seq))
            .bind(int(append.version))
            .bind(last.hash.to_string())
            .bind(append.end.as_ref().map(|end| end.line.as_str()))
            .bind(int(append.time.0))
            .bind(keep)
            .bind(stage)
            .bind(due)
            .bind(ends)
            .bind(append.entry.line.as_str())
            .bind(message.map(|heard| heard.who.0.as_str()))
            .bind(message.map(|heard| heard.message.as_str()));
    }
    // What is not bound is null, and a row of nulls changes nothing.
    let rows = query.fetch_all(writer).await;
    let rows = rows.map_err(|error| failed(&error))?;
    let mut stored = vec![false; appends.len()];
    for row in rows {
        let places: String = row.get(0);
        let places: Vec<usize> =
            serde_json::from_str(&places).expect("the database lists whole numbers");
        for place in places {
            stored[place] = true;
        }
    }
    Ok(stored)
}

/// The statements for so many rows, rounded up so that few texts are enough for
/// all.
fn sql(rows: usize, alone: bool) -> String {
    let row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let rows = vec![row; rows.next_power_of_two()].join(", ");
    let (begin, commit) = if alone {
        ("BEGIN IMMEDIATE; ", "; COMMIT")
    } else {
        ("", "")
    };
    format!(
        "{begin}INSERT INTO appends VALUES {rows};
         SELECT json_group_array(place) FROM stored; DELETE FROM stored{commit}"
    )
}
