//! Letters and notes, by who they are for.

use std::borrow::Cow;

use sqlx::{Connection, PgConnection};

use super::text;
use super::trouble::Trouble;
use crate::Time;
use crate::journal::post::{
    Dropped, LONGEST_QUEUE, NewNote, QUIET, Queue, REMEMBERED, Reader, Sorted, YIELDING,
};
use crate::journal::rows::{self, LetterRow, QueueRow, int};
use crate::journal::{Letter, MARKED};

/// Readers are found one after the other in the index, however many letters each has.
const LETTERS_EACH: &str = "
    WITH RECURSIVE found (table_id, viewer) AS (
        (SELECT table_id, viewer FROM outbox WHERE (table_id, viewer) > ($1, $2)
         ORDER BY table_id, viewer LIMIT 1)
        UNION ALL
        SELECT later.table_id, later.viewer FROM found CROSS JOIN LATERAL
            (SELECT table_id, viewer FROM outbox
             WHERE (table_id, viewer) > (found.table_id, found.viewer)
             ORDER BY table_id, viewer LIMIT 1) AS later
    )
    SELECT letter.id, letter.table_id, letter.seq, letter.viewer, letter.told, letter.time
    FROM (SELECT table_id, viewer FROM found LIMIT $3) AS reader CROSS JOIN LATERAL
        (SELECT * FROM outbox
         WHERE table_id = reader.table_id AND viewer = reader.viewer
         ORDER BY id LIMIT $4) AS letter
    ORDER BY letter.table_id, letter.viewer, letter.id";

pub(super) async fn letters_each(
    connection: &mut PgConnection,
    after: Option<&Reader>,
    readers: u32,
    each: u32,
) -> Result<Vec<Letter>, Trouble> {
    let (table, viewer) = rows::reader(after);
    let rows: Vec<LetterRow> = sqlx::query_as(LETTERS_EACH)
        .bind(table)
        .bind(viewer)
        .bind(i64::from(readers))
        .bind(i64::from(each))
        .fetch_all(connection)
        .await?;
    let letters: Result<Vec<Letter>, _> = rows.into_iter().map(rows::letter).collect();
    Ok(letters?)
}

pub(super) async fn sort_letters(
    connection: &mut PgConnection,
    sorted: &[Sorted],
    time: Time,
) -> Result<(), Trouble> {
    let mut transaction = connection.begin().await?;
    let letters: Vec<i64> = sorted.iter().map(|it| int(it.letter)).collect();
    let crossed_off: Vec<i64> =
        sqlx::query_scalar("DELETE FROM outbox WHERE id = ANY($1) RETURNING id")
            .bind(letters)
            .fetch_all(&mut *transaction)
            .await?;
    let ours = sorted
        .iter()
        .filter(|it| crossed_off.contains(&int(it.letter)));
    let notes: Vec<&NewNote> = ours.flat_map(|it| &it.notes).collect();
    put(&mut transaction, &notes, time).await?;
    transaction.commit().await?;
    Ok(())
}

pub(super) async fn keep(
    connection: &mut PgConnection,
    notes: &[NewNote],
    time: Time,
) -> Result<(), Trouble> {
    let notes: Vec<&NewNote> = notes.iter().collect();
    let mut transaction = connection.begin().await?;
    put(&mut transaction, &notes, time).await?;
    transaction.commit().await?;
    Ok(())
}

/// Puts notes into their queues, and drops what is too much in those.
async fn put(connection: &mut PgConnection, notes: &[&NewNote], time: Time) -> Result<(), Trouble> {
    let column = |of: fn(&NewNote) -> Cow<'_, str>| -> Vec<String> {
        notes.iter().map(|new| text(&of(new))).collect()
    };
    let asked: Vec<bool> = notes.iter().map(|new| new.asked).collect();
    let mut recipients = column(|new| Cow::Borrowed(&new.to));
    sqlx::query(
        "INSERT INTO notes (key, recipient, note, asked, time)
         SELECT new.key, new.recipient, new.note, new.asked, $5
         FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[])
             WITH ORDINALITY AS new (key, recipient, note, asked, nth)
         ORDER BY new.nth
         ON CONFLICT (key) DO NOTHING",
    )
    .bind(column(NewNote::stored_key))
    .bind(&recipients)
    .bind(column(|new| Cow::Borrowed(&new.note)))
    .bind(asked)
    .bind(int(time.0))
    .execute(&mut *connection)
    .await?;
    // In one order everywhere, so that nobody waits for each other. Of the voices that give
    // way each keeps as many of its newest as there is room for, and takes none from another.
    recipients.sort();
    recipients.dedup();
    sqlx::query(
        "WITH surplus AS (
             DELETE FROM notes USING unnest($1::text[]) AS queue (recipient) CROSS JOIN LATERAL
                 (SELECT id FROM
                      (SELECT id, yields, row_number() OVER (
                           PARTITION BY yields,
                               CASE WHEN yields THEN left(key, strpos(key, ' ')) END
                           ORDER BY id DESC) AS nth
                       FROM (SELECT id, key, starts_with(key, $3) AS yields FROM notes AS kept
                             WHERE kept.recipient = queue.recipient) AS waiting) AS ranked
                  ORDER BY yields, CASE WHEN yields THEN nth END, id DESC OFFSET $2) AS least
             WHERE notes.id = least.id
             RETURNING notes.recipient
         )
         INSERT INTO dropped (recipient, number)
         SELECT recipient, count(*) FROM surplus GROUP BY recipient ORDER BY recipient
         ON CONFLICT (recipient) DO UPDATE SET number = dropped.number + excluded.number",
    )
    .bind(recipients)
    .bind(i64::from(LONGEST_QUEUE))
    .bind(YIELDING)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn queues(
    connection: &mut PgConnection,
    after: &str,
    at_most: u32,
) -> Result<Vec<Queue>, Trouble> {
    let rows: Vec<QueueRow> = sqlx::query_as(
        "SELECT recipient, count(*), min(id), min(time), max(CASE WHEN asked THEN id ELSE 0 END),
                coalesce((SELECT number FROM dropped
                          WHERE dropped.recipient = notes.recipient), 0)
         FROM notes WHERE recipient > $1 GROUP BY recipient ORDER BY recipient LIMIT $2",
    )
    .bind(text(after))
    .bind(i64::from(at_most))
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(rows::queue).collect())
}

pub(super) async fn read(
    connection: &mut PgConnection,
    to: &str,
    at_most: u32,
) -> Result<Vec<(u64, String)>, Trouble> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, note FROM notes WHERE recipient = $1 ORDER BY id LIMIT $2")
            .bind(text(to))
            .bind(i64::from(at_most))
            .fetch_all(connection)
            .await?;
    Ok(rows
        .into_iter()
        .map(|(id, note)| (id as u64, note))
        .collect())
}

pub(super) async fn discard(connection: &mut PgConnection, ids: &[u64]) -> Result<(), Trouble> {
    let ids: Vec<i64> = ids.iter().map(|id| int(*id)).collect();
    sqlx::query("DELETE FROM notes WHERE id = ANY($1)")
        .bind(ids)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn forget_dropped(
    connection: &mut PgConnection,
    to: &str,
    number: u64,
) -> Result<(), Trouble> {
    for sql in [
        "UPDATE dropped SET number = number - $2 WHERE recipient = $1",
        "DELETE FROM dropped WHERE recipient = $1 AND number <= 0 AND $2 >= 0",
    ] {
        sqlx::query(sql)
            .bind(text(to))
            .bind(int(number))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub(super) async fn drop_old(
    connection: &mut PgConnection,
    before: Time,
) -> Result<Dropped, Trouble> {
    let before = int(before.0);
    sqlx::query(
        "DELETE FROM leases WHERE starts_with(task, $1) AND task NOT IN
             (SELECT $1 || recipient FROM dropped
              WHERE recipient NOT IN (SELECT recipient FROM notes))",
    )
    .bind(QUIET)
    .execute(&mut *connection)
    .await?;
    let notes: i64 = sqlx::query_scalar(
        "WITH old AS (DELETE FROM notes WHERE time < $1 RETURNING recipient),
         counted AS (INSERT INTO dropped (recipient, number)
             SELECT recipient, count(*) FROM old GROUP BY recipient ORDER BY recipient
             ON CONFLICT (recipient) DO UPDATE SET number = dropped.number + excluded.number)
         SELECT count(*) FROM old",
    )
    .bind(before)
    .fetch_one(&mut *connection)
    .await?;
    let letters = sqlx::query("DELETE FROM outbox WHERE time > 0 AND time < $1")
        .bind(before)
        .execute(&mut *connection)
        .await?;
    forget_quiet(connection, before).await?;
    Ok(Dropped {
        letters: letters.rows_affected(),
        notes: notes.unsigned_abs(),
    })
}

/// Forgets how many notes were dropped of those for whom nothing has waited for long. A
/// mark says since when.
async fn forget_quiet(connection: &mut PgConnection, before: i64) -> Result<(), Trouble> {
    let remembered = int(REMEMBERED);
    // Marks that have ended are swept after a while, so they end later than they are asked.
    sqlx::query(
        "INSERT INTO leases (task, holder, until)
         SELECT $1 || recipient, $2, $3 FROM dropped
         WHERE recipient NOT IN (SELECT recipient FROM notes) ORDER BY recipient
         ON CONFLICT DO NOTHING",
    )
    .bind(QUIET)
    .bind(MARKED)
    .bind(before + 2 * remembered)
    .execute(&mut *connection)
    .await?;
    for sql in [
        "DELETE FROM dropped WHERE $1 || recipient IN
             (SELECT task FROM leases WHERE until <= $2)",
        "DELETE FROM leases WHERE starts_with(task, $1) AND until <= $2",
    ] {
        sqlx::query(sql)
            .bind(QUIET)
            .bind(before + remembered)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
