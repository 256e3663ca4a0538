//! Changes of the database. Each is one statement, and so happens whole or not
//! at all; only the removal of a table, and a table that is left for the next one, take
//! several.
//!
//! A change that was tried before over a connection that broke may have happened.
//! Then it is found undoable, and what is stored is compared with what was meant.

use sqlx::{Connection, PgConnection};

use super::read::heard;
use super::text;
use super::trouble::Trouble;
use crate::Time;
use crate::journal::rows::{self, ClaimedRow, columns, face_text, int, record_text, viewer_text};
use crate::journal::{Amend, Append, Appended, Change, Due, MARKED, NewLog, Snapshot};
use crate::log::Stored;
use crate::table::{Record, TableId};

const CREATE: &str = "
    WITH made AS (
        INSERT INTO tables (id, header, seq, hash, record, version, changed, stage, due, ends,
                            face, closed)
        VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $11,
                $12, CASE WHEN $13 THEN greatest($6::bigint, 1) ELSE 0 END)
        ON CONFLICT DO NOTHING RETURNING id, closed
    ), lines AS (
        INSERT INTO entries (table_id, seq, line)
        SELECT made.id, entry.seq, entry.line
        FROM made, unnest($9::text[]) WITH ORDINALITY AS entry (line, seq)
    ), deed AS (
        INSERT INTO deeds (table_id, version, line) SELECT id, 0, $14 FROM made
    ), words AS (
        INSERT INTO keys (key, table_id, closed)
        SELECT key, made.id, made.closed FROM made, unnest($10::text[]) AS key
    )
    SELECT count(*) FROM made";

pub(super) async fn create(
    connection: &mut PgConnection,
    new: &NewLog,
    again: bool,
) -> Result<bool, Trouble> {
    let (stage, due, ends) = columns(new.deadline.as_ref());
    let hash = new.entries.last().map_or(new.start, |last| last.hash);
    let lines: Vec<&str> = new.entries.iter().map(|it| it.line.as_str()).collect();
    let made: i64 = sqlx::query_scalar(CREATE)
        .bind(new.id.as_str())
        .bind(new.header.as_str())
        .bind(int(new.entries.len() as u64))
        .bind(hash.to_string())
        .bind(record_text(&new.record))
        .bind(int(new.time.0))
        .bind(stage)
        .bind(due)
        .bind(lines)
        .bind(keys(&new.record))
        .bind(ends)
        .bind(face_text(&new.face))
        .bind(new.face.closed)
        .bind(new.deed.line.as_str())
        .fetch_one(&mut *connection)
        .await?;
    if made > 0 || !again {
        return Ok(made > 0);
    }
    stored_deed(connection, &new.id, 0, &new.deed).await
}

const APPEND: &str = "
    WITH moved AS (
        UPDATE tables
        SET seq = $2, hash = $3, ending = $4, changed = $5,
            stage = CASE WHEN $6 THEN $7 ELSE stage END,
            due = CASE WHEN $6 THEN $8 ELSE due END,
            ends = CASE WHEN $6 THEN $15 ELSE ends END,
            claimed = CASE WHEN $6 THEN 0 ELSE claimed END,
            face = $16,
            closed = CASE WHEN $17 AND closed = 0 THEN greatest($5::bigint, 1) ELSE closed END
        WHERE id = $1 AND seq = $2::bigint - 1 AND version = $9 AND ending IS NULL
          AND NOT EXISTS (SELECT 1 FROM heard
                          WHERE table_id = $1 AND who = $10 AND message = $11)
        RETURNING id, closed
    ), entry AS (
        INSERT INTO entries (table_id, seq, line) SELECT id, $2, $12 FROM moved
    ), message AS (
        INSERT INTO heard (table_id, who, message, seq, time)
        SELECT id, $10, $11, $2, $5 FROM moved WHERE $10 IS NOT NULL
    ), letters AS (
        INSERT INTO outbox (table_id, seq, viewer, told, time)
        SELECT moved.id, $2, letter.viewer, letter.told, $5
        FROM moved, unnest($13::text[], $14::text[]) WITH ORDINALITY AS letter (viewer, told, nth)
        ORDER BY letter.nth
    ), keyed AS (
        UPDATE keys SET closed = moved.closed FROM moved
        WHERE $17 AND keys.table_id = moved.id AND keys.closed = 0
    )
    SELECT count(*) FROM moved";

pub(super) async fn append(
    connection: &mut PgConnection,
    append: &Append,
    again: bool,
) -> Result<Appended, Trouble> {
    let last = append.end.as_ref().unwrap_or(&append.entry);
    let (sets, (stage, due, ends)) = changed_columns(&append.deadline);
    let who = append.message.as_ref().map(|it| text(&it.who.0));
    let message = append.message.as_ref().map(|it| text(&it.message));
    let viewers: Vec<String> = append.letters.iter().map(|it| viewer_text(it.to)).collect();
    let told: Vec<&str> = append.letters.iter().map(|it| it.told.as_str()).collect();
    let moved: i64 = sqlx::query_scalar(APPEND)
        .bind(append.table.as_str())
        .bind(int(append.seq))
        .bind(last.hash.to_string())
        .bind(append.end.as_ref().map(|end| end.line.as_str()))
        .bind(int(append.time.0))
        .bind(sets)
        .bind(stage)
        .bind(due)
        .bind(int(append.version))
        .bind(who)
        .bind(message)
        .bind(append.entry.line.as_str())
        .bind(viewers)
        .bind(told)
        .bind(ends)
        .bind(face_text(&append.face))
        .bind(append.face.closed)
        .fetch_one(&mut *connection)
        .await?;
    if moved > 0 {
        return Ok(Appended::Done);
    }
    if again {
        let line: Option<String> =
            sqlx::query_scalar("SELECT line FROM entries WHERE table_id = $1 AND seq = $2")
                .bind(append.table.as_str())
                .bind(int(append.seq))
                .fetch_optional(&mut *connection)
                .await?;
        if line.as_ref() == Some(&append.entry.line) {
            return Ok(Appended::Done);
        }
    }
    if let Some(it) = &append.message
        && let Some(seq) = heard(connection, &append.table, &it.who, &it.message).await?
    {
        return Ok(Appended::Repeated(seq));
    }
    Ok(Appended::Behind)
}

pub(super) async fn finish(
    connection: &mut PgConnection,
    table: &TableId,
    seq: u64,
    end: &Stored,
) -> Result<(), Trouble> {
    sqlx::query(
        "UPDATE tables SET ending = $3, hash = $4 WHERE id = $1 AND seq = $2 AND ending IS NULL",
    )
    .bind(table.as_str())
    .bind(int(seq))
    .bind(end.line.as_str())
    .bind(end.hash.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn forget(connection: &mut PgConnection, before: Time) -> Result<(), Trouble> {
    // Leases that ran out so long ago are of no use to anybody either.
    for sql in [
        "DELETE FROM heard WHERE time < $1",
        "DELETE FROM leases
         WHERE until < least($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)",
    ] {
        sqlx::query(sql)
            .bind(int(before.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

const AMEND: &str = "
    WITH changed AS (
        UPDATE tables
        SET record = $3, version = $2::bigint + 1, changed = $4,
            stage = CASE WHEN $5 THEN $6 ELSE stage END,
            due = CASE WHEN $5 THEN $7 ELSE due END,
            ends = CASE WHEN $5 THEN $9 ELSE ends END,
            claimed = CASE WHEN $5 THEN 0 ELSE claimed END,
            face = $15,
            closed = CASE WHEN $16 AND closed = 0 THEN greatest($4::bigint, 1) ELSE closed END
        WHERE id = $1 AND version = $2
        RETURNING id, closed
    ), deed AS (
        INSERT INTO deeds (table_id, version, line)
        SELECT id, $2::bigint + 1, $17 FROM changed
    ), gone AS (
        DELETE FROM keys USING changed
        WHERE keys.table_id = changed.id AND keys.key <> ALL($8::text[])
    ), keyed AS (
        UPDATE keys SET closed = changed.closed FROM changed
        WHERE $16 AND keys.table_id = changed.id AND keys.closed = 0 AND keys.key = ANY($8::text[])
    ), added AS (
        INSERT INTO keys (key, table_id, closed)
        SELECT key, changed.id, changed.closed FROM changed, unnest($8::text[]) AS key
        ON CONFLICT DO NOTHING
    ), letters AS (
        INSERT INTO outbox (table_id, seq, viewer, told, time)
        SELECT changed.id, $10, letter.viewer, letter.told, $4
        FROM changed, unnest($11::text[], $12::text[]) WITH ORDINALITY AS letter (viewer, told, nth)
        ORDER BY letter.nth
    ), message AS (
        INSERT INTO heard (table_id, who, message, seq, time)
        SELECT id, $13::text, $14::text, $10, $4 FROM changed WHERE $13::text IS NOT NULL
        ON CONFLICT DO NOTHING
    )
    SELECT count(*) FROM changed";

pub(super) async fn amend(
    connection: &mut PgConnection,
    amend: &Amend,
    again: bool,
) -> Result<bool, Trouble> {
    let Some(new) = &amend.opens else {
        return change(connection, amend, again).await;
    };
    let mut transaction = connection.begin().await?;
    // The row of the table that is left first: who is behind begins nothing.
    let done = change(&mut transaction, amend, again).await?
        && create(&mut transaction, new, again).await?;
    if done {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    Ok(done)
}

async fn change(
    connection: &mut PgConnection,
    amend: &Amend,
    again: bool,
) -> Result<bool, Trouble> {
    let (sets, (stage, due, ends)) = changed_columns(&amend.deadline);
    let viewers: Vec<String> = amend.letters.iter().map(|it| viewer_text(it.to)).collect();
    let told: Vec<&str> = amend.letters.iter().map(|it| it.told.as_str()).collect();
    let who = amend.message.as_ref().map(|it| text(&it.who.0));
    let message = amend.message.as_ref().map(|it| text(&it.message));
    let changed: i64 = sqlx::query_scalar(AMEND)
        .bind(amend.table.as_str())
        .bind(int(amend.version))
        .bind(record_text(&amend.record))
        .bind(int(amend.time.0))
        .bind(sets)
        .bind(stage)
        .bind(due)
        .bind(keys(&amend.record))
        .bind(ends)
        .bind(int(amend.seq))
        .bind(viewers)
        .bind(told)
        .bind(who)
        .bind(message)
        .bind(face_text(&amend.face))
        .bind(amend.face.closed)
        .bind(amend.deed.line.as_str())
        .fetch_one(&mut *connection)
        .await?;
    if changed > 0 || !again {
        return Ok(changed > 0);
    }
    stored_deed(connection, &amend.table, amend.version + 1, &amend.deed).await
}

/// Whether a change of a record was made: whoever makes one leaves its deed.
async fn stored_deed(
    connection: &mut PgConnection,
    table: &TableId,
    version: u64,
    deed: &Stored,
) -> Result<bool, Trouble> {
    let stored: Option<String> =
        sqlx::query_scalar("SELECT line FROM deeds WHERE table_id = $1 AND version = $2")
            .bind(table.as_str())
            .bind(int(version))
            .fetch_optional(connection)
            .await?;
    Ok(stored.as_ref() == Some(&deed.line))
}

pub(super) async fn keep_snapshot(
    connection: &mut PgConnection,
    table: &TableId,
    snapshot: &Snapshot,
) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO snapshots (table_id, seq, rules, state) VALUES ($1, $2, $3, $4)
         ON CONFLICT (table_id) DO UPDATE SET seq = $2, rules = $3, state = $4",
    )
    .bind(table.as_str())
    .bind(int(snapshot.seq))
    .bind(i64::from(snapshot.rules))
    .bind(snapshot.state.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn remove(connection: &mut PgConnection, table: &TableId) -> Result<(), Trouble> {
    // The row first: whoever would append to the table waits, and finds it gone.
    let mut transaction = connection.begin().await?;
    for statement in [
        "DELETE FROM tables WHERE id = $1",
        "DELETE FROM entries WHERE table_id = $1",
        "DELETE FROM deeds WHERE table_id = $1",
        "DELETE FROM heard WHERE table_id = $1",
        "DELETE FROM keys WHERE table_id = $1",
        "DELETE FROM snapshots WHERE table_id = $1",
        "DELETE FROM outbox WHERE table_id = $1",
        "DELETE FROM press WHERE table_id = $1",
    ] {
        sqlx::query(statement)
            .bind(table.as_str())
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Who claims at the same moment passes over the rows that another holds. Those of one
/// moment come in no order, as the index has them: to sort all of them for each few that
/// are taken would be the most of the work when many games wait for the same moment.
pub(super) async fn claim(
    connection: &mut PgConnection,
    now: Time,
    until: Time,
    at_most: u32,
) -> Result<Vec<Due>, Trouble> {
    let rows: Vec<ClaimedRow> = sqlx::query_as(
        "UPDATE tables SET claimed = $2
         WHERE id IN (SELECT id FROM tables
                      WHERE due IS NOT NULL AND due <= $1 AND claimed <= $1
                      ORDER BY due LIMIT $3
                      FOR UPDATE SKIP LOCKED)
         RETURNING id, stage, due, ends, seq, version",
    )
    .bind(int(now.0))
    .bind(int(until.0))
    .bind(i64::from(at_most))
    .fetch_all(connection)
    .await?;
    Ok(rows::claimed(rows)?)
}

pub(super) async fn put_off(
    connection: &mut PgConnection,
    due: &Due,
    until: Time,
) -> Result<(), Trouble> {
    let (stage, moment, _) = columns(Some(&due.deadline));
    sqlx::query("UPDATE tables SET claimed = $4 WHERE id = $1 AND stage = $2 AND due = $3")
        .bind(due.table.as_str())
        .bind(stage)
        .bind(moment)
        .bind(int(until.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// So far ahead that no clock will ever be there, and sums still fit.
const FOR_EVER: u64 = 1 << 53;

/// By the database's clock: replicas need not agree on the time.
pub(super) async fn lease(
    connection: &mut PgConnection,
    task: &str,
    holder: &str,
    hold: u64,
) -> Result<bool, Trouble> {
    let taken = sqlx::query(
        "WITH clock (now) AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
         INSERT INTO leases (task, holder, until) SELECT $1, $2, now + $3 FROM clock
         ON CONFLICT (task) DO UPDATE SET holder = $2, until = excluded.until
         WHERE leases.holder = $2 OR leases.until <= excluded.until - $3",
    )
    .bind(text(task))
    .bind(text(holder))
    .bind(int(hold.min(FOR_EVER)))
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() > 0)
}

pub(super) async fn mark(
    connection: &mut PgConnection,
    name: &str,
    hold: u64,
) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO leases (task, holder, until)
         SELECT $1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3
         ON CONFLICT (task) DO UPDATE SET holder = $2, until = excluded.until",
    )
    .bind(text(name))
    .bind(MARKED)
    .bind(int(hold.min(FOR_EVER)))
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn delivered(
    connection: &mut PgConnection,
    letters: &[u64],
) -> Result<(), Trouble> {
    let ids: Vec<i64> = letters.iter().map(|id| int(*id)).collect();
    sqlx::query("DELETE FROM outbox WHERE id = ANY($1)")
        .bind(ids)
        .execute(connection)
        .await?;
    Ok(())
}

fn keys(record: &Record) -> Vec<String> {
    record.keys().iter().map(|key| text(key)).collect()
}

/// Whether the deadline changes, and its columns if it does.
fn changed_columns(
    change: &Change<Option<crate::deadline::Deadline>>,
) -> (bool, rows::DeadlineColumns) {
    match change {
        Change::Keep => (false, (None, None, None)),
        Change::Set(deadline) => (true, columns(deadline.as_ref())),
    }
}
