//! Questions to the database, answered by a connection that only reads.

use std::sync::mpsc;

use rusqlite::{Connection, OptionalExtension as _, Row};
use tokio::sync::oneshot;

use super::{cards, deeds, notes, passes, press};
use crate::Time;
use crate::card::{Page, Query};
use crate::journal::rows::{self, KeptRow, LetterRow, int, named};
use crate::journal::{JournalError, Kept, Letter, Queue, Reader, Standing};
use crate::pass::{Pass, PassQuestion};
use crate::press::Press;
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
    Deeds {
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
    Cards(Box<Query>, Reply<Page>),
    Find(String, Reply<Vec<TableId>>),
    NextDue(Reply<Option<Time>>),
    Marked(String, Time, Reply<bool>),
    Letters {
        after: u64,
        at_most: u32,
        done: Reply<Vec<Letter>>,
    },
    LettersEach {
        after: Option<Reader>,
        readers: u32,
        each: u32,
        done: Reply<Vec<Letter>>,
    },
    Queues(String, u32, Reply<Vec<Queue>>),
    Notes(String, u32, Reply<Vec<(u64, String)>>),
    Passes(Box<PassQuestion>, Reply<Vec<Pass>>),
    Press(TableId, u64, u32, Reply<Vec<Press>>),
}

/// Answers until nobody can ask any more.
pub(super) fn serve(reader: &Connection, queue: &mpsc::Receiver<Look>) {
    for look in queue {
        // Whoever asked may have stopped waiting for the answer.
        match look {
            Look::Load(table, done) => drop(done.send(load(reader, &table))),
            Look::Standing(table, done) => drop(done.send(standing(reader, &table))),
            Look::Entries {
                table,
                from,
                at_most,
                done,
            } => drop(done.send(entries(reader, &table, from, at_most))),
            Look::Deeds {
                table,
                from,
                at_most,
                done,
            } => drop(done.send(deeds::list(reader, &table, from, at_most))),
            Look::Heard {
                table,
                who,
                message,
                done,
            } => drop(done.send(heard(reader, &table, &who, &message))),
            Look::Tables(done) => drop(done.send(tables(reader))),
            Look::Cards(query, done) => drop(done.send(cards::list(reader, &query))),
            Look::Find(key, done) => drop(done.send(find(reader, &key))),
            Look::NextDue(done) => drop(done.send(next_due(reader))),
            Look::Marked(name, now, done) => drop(done.send(is_marked(reader, &name, now))),
            Look::Letters {
                after,
                at_most,
                done,
            } => drop(done.send(letters(reader, after, at_most))),
            Look::LettersEach {
                after,
                readers,
                each,
                done,
            } => {
                let letters = notes::letters_each(reader, after.as_ref(), readers, each);
                drop(done.send(letters));
            }
            Look::Queues(after, at_most, done) => {
                drop(done.send(notes::queues(reader, &after, at_most)));
            }
            Look::Notes(to, at_most, done) => {
                drop(done.send(notes::read(reader, &to, at_most)));
            }
            Look::Press(table, from, at_most, done) => {
                drop(done.send(press::read(reader, &table, from, at_most)));
            }
            Look::Passes(question, done) => drop(done.send(passes::find(reader, &question))),
        }
    }
}

fn load(reader: &Connection, table: &TableId) -> Result<Option<Kept>, JournalError> {
    let mut select = reader.prepare_cached(
        "SELECT r.header, t.seq, t.hash, t.ending, r.record, t.version, t.stage, t.due,
                s.seq, s.rules, s.state, t.ends, t.face,
                (SELECT d.line FROM deeds d WHERE d.number = t.number
                 ORDER BY d.version DESC LIMIT 1)
         FROM tables t JOIN records r ON r.number = t.number
         LEFT JOIN snapshots s ON s.number = t.number
         WHERE t.id = ?1",
    )?;
    let row = select.query_row([table.as_str()], |row| KeptRow::try_from(row));
    let row = row.optional()?;
    row.map(|row| rows::kept(table, row)).transpose()
}

fn standing(reader: &Connection, table: &TableId) -> Result<Option<Standing>, JournalError> {
    let mut select = reader.prepare_cached("SELECT seq, version FROM tables WHERE id = ?1")?;
    let row = select.query_row([table.as_str()], |row| <(i64, i64)>::try_from(row));
    Ok(row.optional()?.map(rows::standing))
}

fn entries(
    reader: &Connection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<String>, JournalError> {
    let mut select = reader.prepare_cached(
        "SELECT line FROM entries
         WHERE number = (SELECT number FROM tables WHERE id = ?1) AND seq >= ?2
         ORDER BY seq LIMIT ?3",
    )?;
    let lines = select.query_map((table.as_str(), int(from), at_most), first)?;
    Ok(lines.collect::<rusqlite::Result<_>>()?)
}

fn heard(
    reader: &Connection,
    table: &TableId,
    who: &Identity,
    message: &str,
) -> Result<Option<u64>, JournalError> {
    // In one statement: between two, a number may come to belong to another table.
    let mut select = reader.prepare_cached(
        "SELECT seq FROM heard
         WHERE number = (SELECT number FROM tables WHERE id = ?1) AND who = ?2 AND message = ?3",
    )?;
    let seq = select.query_row((table.as_str(), &who.0, message), seq_of);
    Ok(seq.optional()?)
}

/// The number of a table, for whoever holds the database.
pub(super) fn number(
    connection: &Connection,
    table: &TableId,
) -> Result<Option<i64>, JournalError> {
    let mut select = connection.prepare_cached("SELECT number FROM tables WHERE id = ?1")?;
    let number = select.query_row([table.as_str()], |row| row.get(0));
    Ok(number.optional()?)
}

/// The entry that a message led to, if it was heard at this table.
pub(super) fn heard_at(
    connection: &Connection,
    number: i64,
    who: &Identity,
    message: &str,
) -> Result<Option<u64>, JournalError> {
    let mut select = connection
        .prepare_cached("SELECT seq FROM heard WHERE number = ?1 AND who = ?2 AND message = ?3")?;
    let seq = select.query_row((number, &who.0, message), seq_of);
    Ok(seq.optional()?)
}

fn tables(reader: &Connection) -> Result<Vec<TableId>, JournalError> {
    let mut select = reader.prepare_cached("SELECT id FROM tables ORDER BY changed DESC, id")?;
    let names: rusqlite::Result<Vec<String>> = select.query_map((), first)?.collect();
    Ok(named(names?))
}

fn find(reader: &Connection, key: &str) -> Result<Vec<TableId>, JournalError> {
    let sql = "SELECT id FROM keys JOIN tables USING (number) WHERE key = ?1 ORDER BY id";
    let mut select = reader.prepare_cached(sql)?;
    let names: rusqlite::Result<Vec<String>> = select.query_map([key], first)?.collect();
    Ok(named(names?))
}

fn next_due(reader: &Connection) -> Result<Option<Time>, JournalError> {
    let sql = "SELECT min(max(due, claimed)) FROM tables WHERE due IS NOT NULL";
    let mut select = reader.prepare_cached(sql)?;
    let due: Option<i64> = select.query_row((), |row| row.get(0))?;
    Ok(due.map(|due| Time(due as u64)))
}

fn is_marked(reader: &Connection, name: &str, now: Time) -> Result<bool, JournalError> {
    let sql = "SELECT 1 FROM leases WHERE task = ?1 AND until > ?2";
    let mut select = reader.prepare_cached(sql)?;
    Ok(select.exists((name, int(now.0)))?)
}

fn letters(reader: &Connection, after: u64, at_most: u32) -> Result<Vec<Letter>, JournalError> {
    let mut select = reader.prepare_cached(
        "SELECT id, table_id, seq, viewer, told, time FROM outbox WHERE id > ?1 ORDER BY id LIMIT ?2",
    )?;
    let rows = select.query_map((int(after), at_most), |row| LetterRow::try_from(row))?;
    rows.map(|row| rows::letter(row?)).collect()
}

fn seq_of(row: &Row<'_>) -> rusqlite::Result<u64> {
    row.get::<_, i64>(0).map(|seq| seq as u64)
}

fn first(row: &Row<'_>) -> rusqlite::Result<String> {
    row.get(0)
}
