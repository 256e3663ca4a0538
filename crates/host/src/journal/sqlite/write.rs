//! Changes of the database, several in one commit.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::read::{heard_at, number};
use super::{cards, deeds, notes, passes, press};
use crate::card::Face;
use crate::journal::rows::{self, columns, face_text, int, record_text, viewer_text};
use crate::journal::{
    Amend, Append, Appended, Change, Dropped, Due, JournalError, MARKED, MessageId, NewLetter,
    NewLog, NewNote, Snapshot, Sorted, Standing,
};
use crate::log::Stored;
use crate::pass::{Pass, PassChange};
use crate::press::{NewPress, Taken};
use crate::table::{Record, TableId};
use crate::{Json, Time};

/// How many changes are committed together at most.
const TOGETHER: usize = 128;

type Result<T> = std::result::Result<T, JournalError>;

/// Where the answer goes: found while the change is made, sent once it is stored.
pub(super) struct Written<T> {
    done: Option<oneshot::Sender<Result<T>>>,
    answer: Option<T>,
}

impl<T> Written<T> {
    pub fn new(done: oneshot::Sender<Result<T>>) -> Self {
        Self {
            done: Some(done),
            answer: None,
        }
    }

    fn tell(&mut self, stored: &Result<()>) {
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
    Face(TableId, Standing, Box<Face>, Written<bool>),
    Remove(TableId, Written<()>),
    Claim {
        now: Time,
        until: Time,
        at_most: u32,
        done: Written<Vec<Due>>,
    },
    PutOff(Due, Time, Written<()>),
    Lease {
        task: String,
        holder: String,
        now: Time,
        until: Time,
        done: Written<bool>,
    },
    Mark(String, Time, Written<()>),
    Delivered(Vec<u64>, Written<()>),
    SortLetters(Vec<Sorted>, Time, Written<()>),
    DropOld(Time, Written<Dropped>),
    KeepNotes(Vec<NewNote>, Time, Written<()>),
    ForgetDropped(String, u64, Written<()>),
    DropNotes(Vec<u64>, Written<()>),
    Passes(Box<PassChange>, Written<Vec<Pass>>),
    Tell(Box<NewPress>, Written<Taken>),
    Secret(String, String, Written<String>),
}

/// Writes until nobody can ask any more.
///
/// While several changes come at a time, they wait for others for as long as
/// `gather` says: a commit costs the disk about the same, whatever is in it.
pub(super) fn serve(writer: &Connection, queue: &mpsc::Receiver<Write>, gather: Duration) {
    let mut batch = Vec::new();
    let mut alone = true;
    while let Ok(job) = queue.recv() {
        batch.push(job);
        batch.extend(queue.try_iter().take(TOGETHER - 1));
        if !alone && !gather.is_zero() && batch.len() < TOGETHER {
            thread::sleep(gather);
            let room = TOGETHER - batch.len();
            batch.extend(queue.try_iter().take(room));
        }
        alone = batch.len() == 1;
        match commit(writer, &mut batch) {
            // One of them is at fault: each on its own.
            Err(fault) if fault.begun && !alone => {
                let mut locked = None;
                for job in &mut batch {
                    let stored = match &locked {
                        Some(error) => Err(JournalError::clone(error)),
                        None => commit(writer, std::slice::from_mut(job)).map_err(|fault| {
                            locked = (!fault.begun).then(|| fault.error.clone());
                            fault.error
                        }),
                    };
                    job.tell(&stored);
                }
            }
            stored => {
                let stored = stored.map_err(|fault| fault.error);
                for job in &mut batch {
                    job.tell(&stored);
                }
            }
        }
        batch.clear();
    }
}

/// Why nothing was stored, and whether it came as far as the changes themselves: to
/// begin, one waits for other processes, and not once more for each change.
struct Fault {
    begun: bool,
    error: JournalError,
}

/// Makes all changes, or none.
fn commit(writer: &Connection, jobs: &mut [Write]) -> std::result::Result<(), Fault> {
    let fault = |begun| move |error| Fault { begun, error };
    // Statements like the others: prepared once, and not for every commit.
    run(writer, "BEGIN IMMEDIATE", ()).map_err(fault(false))?;
    let made = jobs.iter_mut().try_for_each(|job| job.make(writer));
    let stored = made.and_then(|()| run(writer, "COMMIT", ()));
    if stored.is_err() && !writer.is_autocommit() {
        // Takes everything back. If that fails as well, so does the next beginning.
        let _ = writer.execute_batch("ROLLBACK");
    }
    stored.map(|_| ()).map_err(fault(true))
}

impl Write {
    fn make(&mut self, writer: &Connection) -> Result<()> {
        match self {
            Self::Create(new, done) => done.answer = Some(create(writer, new)?),
            Self::Append(it, done) => done.answer = Some(append(writer, it)?),
            Self::Finish(table, seq, end, done) => {
                done.answer = Some(finish(writer, table, *seq, end)?);
            }
            Self::Forget(before, done) => done.answer = Some(forget(writer, *before)?),
            Self::Amend(it, done) => done.answer = Some(amend(writer, it)?),
            Self::Snapshot(table, snapshot, done) => {
                done.answer = Some(keep_snapshot(writer, table, snapshot)?);
            }
            Self::Face(table, standing, face, done) => {
                done.answer = Some(cards::put(writer, table, *standing, face)?);
            }
            Self::Remove(table, done) => done.answer = Some(remove(writer, table)?),
            Self::Claim {
                now,
                until,
                at_most,
                done,
            } => done.answer = Some(claim(writer, *now, *until, *at_most)?),
            Self::PutOff(due, until, done) => done.answer = Some(put_off(writer, due, *until)?),
            Self::Lease {
                task,
                holder,
                now,
                until,
                done,
            } => done.answer = Some(lease(writer, task, holder, *now, *until)?),
            Self::Mark(name, until, done) => done.answer = Some(mark(writer, name, *until)?),
            Self::Delivered(letters, done) => {
                done.answer = Some(delivered(writer, letters)?);
            }
            Self::SortLetters(sorted, time, done) => {
                done.answer = Some(notes::sort_letters(writer, sorted, *time)?);
            }
            Self::DropOld(before, done) => done.answer = Some(notes::drop_old(writer, *before)?),
            Self::KeepNotes(kept, time, done) => {
                done.answer = Some(notes::keep(writer, kept, *time)?);
            }
            Self::ForgetDropped(to, number, done) => {
                done.answer = Some(notes::forget_dropped(writer, to, *number)?);
            }
            Self::DropNotes(ids, done) => done.answer = Some(notes::discard(writer, ids)?),
            Self::Passes(change, done) => done.answer = Some(passes::change(writer, change)?),
            Self::Tell(it, done) => done.answer = Some(press::tell(writer, it)?),
            Self::Secret(name, offered, done) => {
                done.answer = Some(passes::secret(writer, name, offered)?);
            }
        }
        Ok(())
    }

    fn tell(&mut self, stored: &Result<()>) {
        match self {
            Self::Create(_, done)
            | Self::Amend(_, done)
            | Self::Face(.., done)
            | Self::Lease { done, .. } => {
                done.tell(stored);
            }
            Self::Append(_, done) => done.tell(stored),
            Self::Claim { done, .. } => done.tell(stored),
            Self::Passes(_, done) => done.tell(stored),
            Self::Secret(.., done) => done.tell(stored),
            Self::Tell(_, done) => done.tell(stored),
            Self::DropOld(_, done) => done.tell(stored),
            Self::Finish(.., done)
            | Self::Forget(_, done)
            | Self::Snapshot(.., done)
            | Self::Remove(_, done)
            | Self::Mark(.., done)
            | Self::PutOff(.., done)
            | Self::SortLetters(.., done)
            | Self::KeepNotes(.., done)
            | Self::ForgetDropped(.., done)
            | Self::DropNotes(_, done)
            | Self::Delivered(_, done) => done.tell(stored),
        }
    }
}

/// One statement, prepared once; how many rows it changed.
pub(super) fn run(writer: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<usize> {
    Ok(writer.prepare_cached(sql)?.execute(values)?)
}

fn create(writer: &Connection, new: &NewLog) -> Result<bool> {
    let (stage, due, ends) = columns(new.deadline.as_ref());
    let hash = new.entries.last().map_or(new.start, |last| last.hash);
    let id = new.id.as_str();
    let made = run(
        writer,
        "INSERT INTO tables (id, seq, hash, version, changed, stage, due, ends, face, closed)
         VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8, CASE WHEN ?9 THEN max(?4, 1) ELSE 0 END)
         ON CONFLICT DO NOTHING",
        params![
            id,
            int(new.entries.len() as u64),
            hash.to_string(),
            int(new.time.0),
            stage,
            due,
            ends,
            face_text(&new.face),
            new.face.closed,
        ],
    )?;
    if made == 0 {
        return Ok(false);
    }
    let number = writer.last_insert_rowid();
    let record = "INSERT INTO records (number, header, record) VALUES (?1, ?2, ?3)";
    let values = (number, &new.header, record_text(&new.record));
    run(writer, record, values)?;
    for (seq, entry) in (1_i64..).zip(&new.entries) {
        put_entry(writer, number, seq, entry)?;
    }
    deeds::put(writer, number, 0, &new.deed)?;
    put_keys(writer, number, &new.record)?;
    if new.face.closed {
        cards::close_keys(writer, number)?;
    }
    Ok(true)
}

fn put_entry(writer: &Connection, number: i64, seq: i64, entry: &Stored) -> Result<()> {
    let sql = "INSERT INTO entries (number, seq, line) VALUES (?1, ?2, ?3)";
    run(writer, sql, (number, seq, &entry.line)).map(|_| ())
}

/// The table goes on if it is where the caller thinks; everything else follows.
fn append(writer: &Connection, append: &Append) -> Result<Appended> {
    let Some(number) = number(writer, &append.table)? else {
        return Ok(Appended::Behind);
    };
    if let Some(MessageId { who, message }) = &append.message
        && let Some(seq) = heard_at(writer, number, who, message)?
    {
        return Ok(Appended::Repeated(seq));
    }
    let (seq, time) = (int(append.seq), int(append.time.0));
    let last = append.end.as_ref().unwrap_or(&append.entry);
    let end = append.end.as_ref().map(|end| &end.line);
    let (before, version) = (int(append.seq - 1), int(append.version));
    let hash = last.hash.to_string();
    let (face, closes) = (face_text(&append.face), append.face.closed);
    let moved = match &append.deadline {
        Change::Keep => run(
            writer,
            "UPDATE tables SET seq = ?1, hash = ?2, ending = ?3, changed = ?4, face = ?8,
             closed = CASE WHEN ?9 AND closed = 0 THEN max(?4, 1) ELSE closed END
             WHERE number = ?5 AND seq = ?6 AND version = ?7 AND ending IS NULL",
            params![seq, hash, end, time, number, before, version, face, closes],
        )?,
        Change::Set(deadline) => {
            let (stage, due, ends) = columns(deadline.as_ref());
            run(
                writer,
                "UPDATE tables SET seq = ?1, hash = ?2, ending = ?3, changed = ?4, face = ?8,
                 closed = CASE WHEN ?9 AND closed = 0 THEN max(?4, 1) ELSE closed END,
                 stage = ?10, due = ?11, ends = ?12, claimed = 0
                 WHERE number = ?5 AND seq = ?6 AND version = ?7 AND ending IS NULL",
                params![
                    seq, hash, end, time, number, before, version, face, closes, stage, due, ends
                ],
            )?
        }
    };
    if moved == 0 {
        return Ok(Appended::Behind);
    }
    put_entry(writer, number, seq, &append.entry)?;
    if closes {
        cards::close_keys(writer, number)?;
    }
    if let Some(MessageId { who, message }) = &append.message {
        let sql = "INSERT INTO heard (number, who, message, seq, time)
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        run(writer, sql, params![number, who.0, message, seq, time])?;
    }
    put_letters(writer, append.table.as_str(), (seq, time), &append.letters)?;
    Ok(Appended::Done)
}

pub(super) fn put_letters(
    writer: &Connection,
    table: &str,
    (seq, time): (i64, i64),
    letters: &[NewLetter],
) -> Result<()> {
    let sql = "INSERT INTO outbox (table_id, seq, viewer, told, time) VALUES (?1, ?2, ?3, ?4, ?5)";
    for letter in letters {
        let (to, told) = (viewer_text(letter.to), letter.told.as_str());
        run(writer, sql, (table, seq, to, told, time))?;
    }
    Ok(())
}

fn finish(writer: &Connection, table: &TableId, seq: u64, end: &Stored) -> Result<()> {
    run(
        writer,
        "UPDATE tables SET ending = ?3, hash = ?4
         WHERE id = ?1 AND seq = ?2 AND ending IS NULL",
        (table.as_str(), int(seq), &end.line, end.hash.to_string()),
    )
    .map(|_| ())
}

fn forget(writer: &Connection, before: Time) -> Result<()> {
    // Leases that ran out so long ago are of no use to anybody either.
    for sql in [
        "DELETE FROM heard WHERE time < ?1",
        "DELETE FROM leases WHERE until < ?1",
    ] {
        run(writer, sql, [int(before.0)])?;
    }
    Ok(())
}

fn amend(writer: &Connection, amend: &Amend) -> Result<bool> {
    let Some(number) = number(writer, &amend.table)? else {
        return Ok(false);
    };
    let (version, time) = (int(amend.version), int(amend.time.0));
    if let Some(new) = &amend.opens {
        // Looked at first, for then the change below is made: neither without the other.
        let sql = "SELECT 1 FROM tables WHERE number = ?1 AND version = ?2";
        let present = writer.prepare_cached(sql)?.exists((number, version))?;
        if !present || !create(writer, new)? {
            return Ok(false);
        }
    }
    let (face, closes) = (face_text(&amend.face), amend.face.closed);
    let changed = match &amend.deadline {
        Change::Keep => run(
            writer,
            "UPDATE tables SET version = ?2 + 1, changed = ?3, face = ?4,
             closed = CASE WHEN ?5 AND closed = 0 THEN max(?3, 1) ELSE closed END
             WHERE number = ?1 AND version = ?2",
            (number, version, time, face, closes),
        )?,
        Change::Set(deadline) => {
            let (stage, due, ends) = columns(deadline.as_ref());
            run(
                writer,
                "UPDATE tables SET version = ?2 + 1, changed = ?3, face = ?4,
                 closed = CASE WHEN ?5 AND closed = 0 THEN max(?3, 1) ELSE closed END,
                 stage = ?6, due = ?7, ends = ?8, claimed = 0
                 WHERE number = ?1 AND version = ?2",
                (number, version, time, face, closes, stage, due, ends),
            )?
        }
    };
    if changed == 0 {
        return Ok(false);
    }
    let record = "UPDATE records SET record = ?2 WHERE number = ?1";
    run(writer, record, (number, record_text(&amend.record)))?;
    deeds::put(writer, number, amend.version + 1, &amend.deed)?;
    if amend.found_anew {
        put_keys(writer, number, &amend.record)?;
    }
    if closes {
        cards::close_keys(writer, number)?;
    }
    let seq = int(amend.seq);
    if let Some(MessageId { who, message }) = &amend.message {
        let sql = "INSERT OR IGNORE INTO heard (number, who, message, seq, time)
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        run(writer, sql, params![number, who.0, message, seq, time])?;
    }
    put_letters(writer, amend.table.as_str(), (seq, time), &amend.letters)?;
    Ok(true)
}

fn keep_snapshot(writer: &Connection, table: &TableId, snapshot: &Snapshot) -> Result<()> {
    let Some(number) = number(writer, table)? else {
        return Ok(());
    };
    let (seq, state) = (int(snapshot.seq), snapshot.state.as_str());
    run(
        writer,
        "INSERT INTO snapshots (number, seq, rules, state) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET seq = ?2, rules = ?3, state = ?4",
        (number, seq, snapshot.rules, state),
    )
    .map(|_| ())
}

fn remove(writer: &Connection, table: &TableId) -> Result<()> {
    let Some(number) = number(writer, table)? else {
        return Ok(());
    };
    for sql in [
        "DELETE FROM tables WHERE number = ?1",
        "DELETE FROM records WHERE number = ?1",
        "DELETE FROM entries WHERE number = ?1",
        "DELETE FROM deeds WHERE number = ?1",
        "DELETE FROM heard WHERE number = ?1",
        "DELETE FROM keys WHERE number = ?1",
        "DELETE FROM snapshots WHERE number = ?1",
    ] {
        run(writer, sql, [number])?;
    }
    for sql in [
        "DELETE FROM outbox WHERE table_id = ?1",
        "DELETE FROM press WHERE table_id = ?1",
    ] {
        run(writer, sql, [table.as_str()])?;
    }
    Ok(())
}

fn claim(writer: &Connection, now: Time, until: Time, at_most: u32) -> Result<Vec<Due>> {
    let mut update = writer.prepare_cached(
        "UPDATE tables SET claimed = ?2
         WHERE number IN (SELECT number FROM tables
                      WHERE due IS NOT NULL AND due <= ?1 AND claimed <= ?1
                      ORDER BY due, id LIMIT ?3)
         RETURNING id, stage, due, ends, seq, version",
    )?;
    let rows = update.query_map((int(now.0), int(until.0), at_most), |row| row.try_into())?;
    rows::claimed(rows.collect::<rusqlite::Result<_>>()?)
}

fn put_off(writer: &Connection, due: &Due, until: Time) -> Result<()> {
    let (stage, moment, _) = columns(Some(&due.deadline));
    let sql = "UPDATE tables SET claimed = ?4 WHERE id = ?1 AND stage = ?2 AND due = ?3";
    let values = (due.table.as_str(), stage, moment, int(until.0));
    run(writer, sql, values).map(|_| ())
}

fn lease(writer: &Connection, task: &str, holder: &str, now: Time, until: Time) -> Result<bool> {
    let taken = run(
        writer,
        "INSERT INTO leases (task, holder, until) VALUES (?1, ?2, ?4)
         ON CONFLICT DO UPDATE SET holder = ?2, until = ?4
         WHERE leases.holder = ?2 OR leases.until <= ?3",
        (task, holder, int(now.0), int(until.0)),
    )?;
    Ok(taken > 0)
}

fn mark(writer: &Connection, name: &str, until: Time) -> Result<()> {
    run(
        writer,
        "INSERT INTO leases (task, holder, until) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET holder = ?2, until = ?3",
        (name, MARKED, int(until.0)),
    )?;
    Ok(())
}

fn delivered(writer: &Connection, letters: &[u64]) -> Result<()> {
    for id in letters {
        run(writer, "DELETE FROM outbox WHERE id = ?1", [int(*id)])?;
    }
    Ok(())
}

/// Writes the words under which a table is found, those that are new.
fn put_keys(writer: &Connection, number: i64, record: &Record) -> Result<()> {
    let keys = Json::of(&record.keys());
    let gone = "DELETE FROM keys WHERE number = ?1
                AND key NOT IN (SELECT value FROM json_each(?2))";
    let new = "INSERT INTO keys (key, number) SELECT value, ?1 FROM json_each(?2) WHERE true
               ON CONFLICT DO NOTHING";
    for sql in [gone, new] {
        run(writer, sql, (number, keys.as_str()))?;
    }
    Ok(())
}
