//! Letters and notes, by who they are for.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::write::run;
use crate::Time;
use crate::journal::post::{
    Dropped, LONGEST_QUEUE, NewNote, QUIET, Queue, REMEMBERED, Reader, Sorted, YIELDING,
};
use crate::journal::rows::{self, LetterRow, QueueRow, int};
use crate::journal::{JournalError, Letter, MARKED};

type Result<T> = std::result::Result<T, JournalError>;

/// Readers are found one after the other in the index, however many letters each has.
const LETTERS_EACH: &str = "
    WITH RECURSIVE reader (table_id, viewer) AS (
        SELECT * FROM (SELECT table_id, viewer FROM outbox
                       WHERE (table_id, viewer) > (?1, ?2)
                       ORDER BY table_id, viewer LIMIT 1)
        UNION ALL
        SELECT later.table_id, later.viewer FROM reader JOIN outbox later ON later.id =
            (SELECT id FROM outbox
             WHERE (table_id, viewer) > (reader.table_id, reader.viewer)
             ORDER BY table_id, viewer, id LIMIT 1)
        LIMIT ?3
    )
    SELECT letter.id, letter.table_id, seq, letter.viewer, told, time
    FROM reader JOIN outbox letter ON letter.id IN
        (SELECT id FROM outbox
         WHERE table_id = reader.table_id AND viewer = reader.viewer ORDER BY id LIMIT ?4)
    ORDER BY letter.table_id, letter.viewer, letter.id";

/// What is too much in a queue. Of the voices that give way each keeps as many of its
/// newest as there is room for, so that it takes none from another.
const SURPLUS: &str = "
    DELETE FROM notes WHERE id IN (
        SELECT id FROM (
            SELECT id, yields, row_number() OVER (
                PARTITION BY yields, CASE WHEN yields THEN substr(key, 1, instr(key, ' ')) END
                ORDER BY id DESC) AS nth
            FROM (SELECT id, key, substr(key, 1, length(?3)) = ?3 AS yields
                  FROM notes WHERE recipient = ?1))
        ORDER BY yields, CASE WHEN yields THEN nth END, id DESC LIMIT -1 OFFSET ?2)";

pub(super) fn letters_each(
    connection: &Connection,
    after: Option<&Reader>,
    readers: u32,
    each: u32,
) -> Result<Vec<Letter>> {
    let (table, viewer) = rows::reader(after);
    let mut select = connection.prepare_cached(LETTERS_EACH)?;
    let rows = select.query_map((table, viewer, readers, each), |row| {
        LetterRow::try_from(row)
    })?;
    rows.map(|row| rows::letter(row?)).collect()
}

pub(super) fn sort_letters(writer: &Connection, sorted: &[Sorted], time: Time) -> Result<()> {
    for Sorted { letter, notes } in sorted {
        let crossed_off = run(writer, "DELETE FROM outbox WHERE id = ?1", [int(*letter)])?;
        if crossed_off > 0 {
            keep(writer, notes, time)?;
        }
    }
    Ok(())
}

pub(super) fn keep(writer: &Connection, notes: &[NewNote], time: Time) -> Result<()> {
    let sql = "INSERT INTO notes (key, recipient, asked, note, time) VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT DO NOTHING";
    for new in notes {
        let key = new.stored_key();
        let values = (&*key, &new.to, new.asked, &new.note, int(time.0));
        run(writer, sql, values)?;
    }
    let recipients: BTreeSet<&str> = notes.iter().map(|new| new.to.as_str()).collect();
    for to in recipients {
        let dropped = run(writer, SURPLUS, (to, LONGEST_QUEUE, YIELDING))?;
        if dropped > 0 {
            let count = "INSERT INTO dropped (recipient, number) VALUES (?1, ?2)
                         ON CONFLICT DO UPDATE SET number = number + ?2";
            run(writer, count, (to, int(dropped as u64)))?;
        }
    }
    Ok(())
}

pub(super) fn queues(reader: &Connection, after: &str, at_most: u32) -> Result<Vec<Queue>> {
    let mut select = reader.prepare_cached(
        "SELECT recipient, count(*), min(id), min(time), max(CASE WHEN asked THEN id ELSE 0 END),
                coalesce((SELECT number FROM dropped
                          WHERE dropped.recipient = notes.recipient), 0)
         FROM notes WHERE recipient > ?1 GROUP BY recipient ORDER BY recipient LIMIT ?2",
    )?;
    let rows = select.query_map((after, at_most), |row| QueueRow::try_from(row))?;
    rows.map(|row| Ok(rows::queue(row?))).collect()
}

pub(super) fn read(reader: &Connection, to: &str, at_most: u32) -> Result<Vec<(u64, String)>> {
    let sql = "SELECT id, note FROM notes WHERE recipient = ?1 ORDER BY id LIMIT ?2";
    let mut select = reader.prepare_cached(sql)?;
    let rows = select.query_map((to, at_most), |row| {
        let id: i64 = row.get(0)?;
        Ok((id as u64, row.get(1)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn discard(writer: &Connection, ids: &[u64]) -> Result<()> {
    for id in ids {
        run(writer, "DELETE FROM notes WHERE id = ?1", [int(*id)])?;
    }
    Ok(())
}

pub(super) fn forget_dropped(writer: &Connection, to: &str, number: u64) -> Result<()> {
    let less = "UPDATE dropped SET number = number - ?2 WHERE recipient = ?1";
    run(writer, less, (to, int(number)))?;
    let none = "DELETE FROM dropped WHERE recipient = ?1 AND number <= 0";
    run(writer, none, [to]).map(|_| ())
}

pub(super) fn drop_old(writer: &Connection, before: Time) -> Result<Dropped> {
    let before = [int(before.0)];
    let heard = "DELETE FROM leases WHERE task GLOB ?1 || '*' AND task NOT IN
             (SELECT ?1 || recipient FROM dropped
              WHERE recipient NOT IN (SELECT recipient FROM notes))";
    run(writer, heard, [QUIET])?;
    let counted = "INSERT INTO dropped (recipient, number)
         SELECT recipient, count(*) FROM notes WHERE time < ?1 GROUP BY recipient
         ON CONFLICT DO UPDATE SET number = number + excluded.number";
    run(writer, counted, before)?;
    let notes = run(writer, "DELETE FROM notes WHERE time < ?1", before)?;
    let letters = "DELETE FROM outbox WHERE time > 0 AND time < ?1";
    let letters = run(writer, letters, before)?;
    forget_quiet(writer, before[0])?;
    Ok(Dropped {
        letters: letters as u64,
        notes: notes as u64,
    })
}

/// Forgets how many notes were dropped of those for whom nothing has waited for long. A
/// mark says since when.
fn forget_quiet(writer: &Connection, before: i64) -> Result<()> {
    // Marks that have ended are swept after a while, so they end later than they are asked.
    let quiet = "INSERT INTO leases (task, holder, until)
             SELECT ?1 || recipient, ?2, ?3 FROM dropped
             WHERE recipient NOT IN (SELECT recipient FROM notes)
             ON CONFLICT DO NOTHING";
    let remembered = int(REMEMBERED);
    run(writer, quiet, (QUIET, MARKED, before + 2 * remembered))?;
    for sql in [
        "DELETE FROM dropped WHERE ?1 || recipient IN
             (SELECT task FROM leases WHERE until <= ?2)",
        "DELETE FROM leases WHERE task GLOB ?1 || '*' AND until <= ?2",
    ] {
        run(writer, sql, (QUIET, before + remembered))?;
    }
    Ok(())
}
