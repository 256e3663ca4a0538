//! Questions to the database.

use sqlx::PgConnection;

use super::text;
use super::trouble::Trouble;
use crate::Time;
use crate::journal::rows::{self, KeptRow, LetterRow, int, named};
use crate::journal::{Kept, Letter, Standing};
use crate::table::{Identity, TableId};

pub(super) async fn load(
    connection: &mut PgConnection,
    table: &TableId,
) -> Result<Option<Kept>, Trouble> {
    let row: Option<KeptRow> = sqlx::query_as(
        "SELECT t.header, t.seq, t.hash, t.ending, t.record, t.version, t.stage, t.due,
                s.seq, s.rules, s.state, t.ends, t.face,
                (SELECT d.line FROM deeds d WHERE d.table_id = t.id
                 ORDER BY d.version DESC LIMIT 1)
         FROM tables t LEFT JOIN snapshots s ON s.table_id = t.id
         WHERE t.id = $1",
    )
    .bind(table.as_str())
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| rows::kept(table, row)).transpose()?)
}

pub(super) async fn standing(
    connection: &mut PgConnection,
    table: &TableId,
) -> Result<Option<Standing>, Trouble> {
    let row: Option<(i64, i64)> = sqlx::query_as("SELECT seq, version FROM tables WHERE id = $1")
        .bind(table.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(row.map(rows::standing))
}

pub(super) async fn standings(
    connection: &mut PgConnection,
    tables: &[TableId],
) -> Result<Vec<(TableId, Standing)>, Trouble> {
    let names: Vec<&str> = tables.iter().map(TableId::as_str).collect();
    let rows: Vec<(String, i64, i64)> =
        sqlx::query_as("SELECT id, seq, version FROM tables WHERE id = ANY($1)")
            .bind(names)
            .fetch_all(connection)
            .await?;
    let standing = |(id, seq, version): (String, i64, i64)| {
        Some((id.parse().ok()?, rows::standing((seq, version))))
    };
    Ok(rows.into_iter().filter_map(standing).collect())
}

pub(super) async fn entries(
    connection: &mut PgConnection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<String>, Trouble> {
    let lines = sqlx::query_scalar(
        "SELECT line FROM entries WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
    )
    .bind(table.as_str())
    .bind(int(from))
    .bind(i64::from(at_most))
    .fetch_all(connection)
    .await?;
    Ok(lines)
}

pub(super) async fn deeds(
    connection: &mut PgConnection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<String>, Trouble> {
    let lines = sqlx::query_scalar(
        "SELECT line FROM deeds WHERE table_id = $1 AND version >= $2 ORDER BY version LIMIT $3",
    )
    .bind(table.as_str())
    .bind(int(from))
    .bind(i64::from(at_most))
    .fetch_all(connection)
    .await?;
    Ok(lines)
}

pub(super) async fn heard(
    connection: &mut PgConnection,
    table: &TableId,
    who: &Identity,
    message: &str,
) -> Result<Option<u64>, Trouble> {
    let seq: Option<i64> = sqlx::query_scalar(
        "SELECT seq FROM heard WHERE table_id = $1 AND who = $2 AND message = $3",
    )
    .bind(table.as_str())
    .bind(text(&who.0))
    .bind(text(message))
    .fetch_optional(connection)
    .await?;
    Ok(seq.map(|seq| seq as u64))
}

pub(super) async fn tables(connection: &mut PgConnection) -> Result<Vec<TableId>, Trouble> {
    let names = sqlx::query_scalar("SELECT id FROM tables ORDER BY changed DESC, id")
        .fetch_all(connection)
        .await?;
    Ok(named(names))
}

pub(super) async fn find(
    connection: &mut PgConnection,
    key: &str,
) -> Result<Vec<TableId>, Trouble> {
    let names = sqlx::query_scalar("SELECT table_id FROM keys WHERE key = $1 ORDER BY table_id")
        .bind(text(key))
        .fetch_all(connection)
        .await?;
    Ok(named(names))
}

/// The first that nobody has claimed; or one before it, when its claim ends. By the index,
/// not by all tables there are.
const NEXT_DUE: &str = "
    WITH free AS (
        SELECT due FROM tables WHERE due IS NOT NULL AND claimed <= due ORDER BY due LIMIT 1
    )
    SELECT least((SELECT due FROM free),
                 (SELECT min(claimed) FROM tables
                  WHERE due IS NOT NULL AND claimed > due
                    AND due < coalesce((SELECT due FROM free), 9223372036854775807)))";

pub(super) async fn next_due(connection: &mut PgConnection) -> Result<Option<Time>, Trouble> {
    let due: Option<i64> = sqlx::query_scalar(NEXT_DUE).fetch_one(connection).await?;
    Ok(due.map(|due| Time(due as u64)))
}

pub(super) async fn now(connection: &mut PgConnection) -> Result<Option<Time>, Trouble> {
    let now: i64 =
        sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            .fetch_one(connection)
            .await?;
    Ok(u64::try_from(now).ok().map(Time))
}

pub(super) async fn is_marked(connection: &mut PgConnection, name: &str) -> Result<bool, Trouble> {
    let sql = "SELECT EXISTS (SELECT FROM leases WHERE task = $1
               AND until > (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";
    let marked = sqlx::query_scalar(sql)
        .bind(text(name))
        .fetch_one(connection)
        .await?;
    Ok(marked)
}

pub(super) async fn letters(
    connection: &mut PgConnection,
    after: u64,
    at_most: u32,
) -> Result<Vec<Letter>, Trouble> {
    let rows: Vec<LetterRow> = sqlx::query_as(
        "SELECT id, table_id, seq, viewer, told, time FROM outbox WHERE id > $1 ORDER BY id LIMIT $2",
    )
    .bind(int(after))
    .bind(i64::from(at_most))
    .fetch_all(connection)
    .await?;
    let letters: Result<Vec<Letter>, _> = rows.into_iter().map(rows::letter).collect();
    Ok(letters?)
}
