//! Press.

use sqlx::{Connection, PgConnection};

use super::read::heard;
use super::text;
use super::trouble::Trouble;
use crate::journal::rows::{int, said, said_text, viewer_text};
use crate::press::{MOST, NewPress, Press, Taken};
use crate::table::TableId;

const TELL: &str = "
    WITH kept AS (
        INSERT INTO press (table_id, nth, said) VALUES ($1, $2, $3) RETURNING table_id
    ), message AS (
        INSERT INTO heard (table_id, who, message, seq, time)
        SELECT table_id, $4::text, $5::text, $6, $7 FROM kept WHERE $4::text IS NOT NULL
    )
    INSERT INTO outbox (table_id, seq, viewer, told, time)
    SELECT kept.table_id, $6, letter.viewer, letter.told, $7
    FROM kept, unnest($8::text[], $9::text[]) WITH ORDINALITY AS letter (viewer, told, nth)
    ORDER BY letter.nth";

/// `again` if the answer to the same press was lost with a connection: it may have been
/// kept.
pub(super) async fn tell(
    connection: &mut PgConnection,
    press: &NewPress,
    again: bool,
) -> Result<Taken, Trouble> {
    let words = text(&said_text(&press.said));
    let table = press.table.as_str();
    let mut transaction = connection.begin().await?;
    // One after the other: whoever waits here counts what the one before has kept.
    let version: Option<i64> =
        sqlx::query_scalar("SELECT version FROM tables WHERE id = $1 FOR UPDATE")
            .bind(table)
            .fetch_optional(&mut *transaction)
            .await?;
    let Some(version) = version else {
        return Ok(Taken::Behind);
    };
    if again {
        let kept: Option<i64> =
            sqlx::query_scalar("SELECT max(nth) FROM press WHERE table_id = $1 AND said = $2")
                .bind(table)
                .bind(&words)
                .fetch_one(&mut *transaction)
                .await?;
        if let Some(nth) = kept {
            return Ok(Taken::Done(nth as u64));
        }
    }
    if let Some(it) = &press.message
        && heard(&mut transaction, &press.table, &it.who, &it.message)
            .await?
            .is_some()
    {
        return Ok(Taken::Repeated);
    }
    if version != int(press.version) {
        return Ok(Taken::Behind);
    }
    let last: i64 =
        sqlx::query_scalar("SELECT coalesce(max(nth), 0) FROM press WHERE table_id = $1")
            .bind(table)
            .fetch_one(&mut *transaction)
            .await?;
    let nth = last + 1;
    if nth > int(MOST) {
        return Ok(Taken::Full);
    }
    let viewers: Vec<String> = press.letters.iter().map(|it| viewer_text(it.to)).collect();
    let told: Vec<&str> = press.letters.iter().map(|it| it.told.as_str()).collect();
    sqlx::query(TELL)
        .bind(table)
        .bind(nth)
        .bind(&words)
        .bind(press.message.as_ref().map(|it| text(&it.who.0)))
        .bind(press.message.as_ref().map(|it| text(&it.message)))
        .bind(int(press.seq))
        .bind(int(press.said.time.0))
        .bind(viewers)
        .bind(told)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Taken::Done(nth as u64))
}

pub(super) async fn read(
    connection: &mut PgConnection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<Press>, Trouble> {
    let rows: Vec<(i64, String)> = sqlx::query_as(
        "SELECT nth, said FROM press WHERE table_id = $1 AND nth >= $2 ORDER BY nth LIMIT $3",
    )
    .bind(table.as_str())
    .bind(int(from))
    .bind(i64::from(at_most))
    .fetch_all(connection)
    .await?;
    let press: Result<Vec<Press>, _> = rows
        .into_iter()
        .map(|(nth, words)| said(table, nth, &words))
        .collect();
    Ok(press?)
}
