//! What is known of a table beside its log, as lines of which the newest counts.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::cards;
use super::disk::{rewrite, unreachable};
use super::scan::Tail;
use crate::Time;
use crate::deadline::Deadline;
use crate::journal::shelf::{Folder, Shelf};
use crate::journal::{Append, Change, JournalError, Letter, MessageId, NewLetter};
use crate::log::{Hash, hash_in};
use crate::press::Said;
use crate::table::{Record, TableId};

/// One line of a side file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SideLine {
    /// The record has changed.
    Record {
        version: u64,
        record: Box<Record>,
        deadline: Change<Option<Deadline>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        letters: Vec<Letter>,
        /// The message that asked for it, and the entries there were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heard: Option<(MessageId, u64)>,
        /// Who has changed what. Older lines have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deed: Option<String>,
        time: Time,
    },
    /// What belongs to an entry. It counts if the log has that entry.
    Entry {
        seq: u64,
        hash: Hash,
        letters: Vec<Letter>,
        deadline: Change<Option<Deadline>>,
        heard: Option<MessageId>,
        time: Time,
    },
    /// Letters were crossed off.
    Delivered { letters: Vec<u64> },
    /// Something was said beside the game.
    Press {
        said: Box<Said>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        letters: Vec<Letter>,
        /// The message that asked for it, and the entries there were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heard: Option<(MessageId, u64)>,
    },
}

impl SideLine {
    /// What belongs to an entry, if there is anything.
    pub fn of(append: &Append, last_letter: u64) -> Option<Self> {
        let nothing = append.letters.is_empty()
            && append.deadline == Change::Keep
            && append.message.is_none();
        if nothing {
            return None;
        }
        let letters = numbered(
            &append.table,
            (append.seq, append.time),
            &append.letters,
            last_letter,
        );
        Some(Self::Entry {
            seq: append.seq,
            hash: append.entry.hash,
            letters,
            deadline: append.deadline.clone(),
            heard: append.message.clone(),
            time: append.time,
        })
    }

    /// Whether this belongs to an entry that the log does not have.
    fn is_ahead_of(&self, tail: &Tail) -> bool {
        let Self::Entry { seq, hash, .. } = self else {
            return false;
        };
        *seq > tail.seq || (*seq == tail.seq && tail.end.is_none() && *hash != tail.hash)
    }

    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("side lines are plain JSON")
    }
}

/// Letters with the ids that follow the last one.
pub(super) fn numbered(
    table: &TableId,
    (seq, time): (u64, Time),
    letters: &[NewLetter],
    last_letter: u64,
) -> Vec<Letter> {
    (last_letter + 1..)
        .zip(letters)
        .map(|(id, new)| Letter {
            id,
            table: table.clone(),
            seq,
            to: new.to,
            told: new.told.clone(),
            time,
        })
        .collect()
}

/// What the lines of a side file come to.
pub(super) struct Gathered {
    record: Box<Record>,
    version: u64,
    deadline: Option<Deadline>,
    letters: Vec<Letter>,
    /// The highest id, also of letters that are delivered.
    last_letter: u64,
    heard: Vec<(MessageId, u64, Time)>,
    /// The hash of the last deed.
    deed: Option<Hash>,
    press: Vec<Said>,
    /// When it changed last, as far as these lines tell.
    changed: Time,
}

/// Reads a side file; also the length of its complete lines, to which it is cut.
pub(super) fn gather(path: &Path, tail: &Tail) -> Result<(Gathered, u64), JournalError> {
    let broken = |error| unreachable(path, &error);
    let text = fs::read(path).map_err(broken)?;
    let length = text.iter().rposition(|byte| *byte == b'\n');
    let length = length.map_or(0, |place| place + 1);
    let mut gathered: Option<Gathered> = None;
    let mut kept = Vec::with_capacity(length);
    for (number, line) in (1..).zip(text[..length].split_inclusive(|byte| *byte == b'\n')) {
        let read: SideLine = serde_json::from_slice(line).map_err(|error| {
            let place = format!("line {number} of {}", path.display());
            let what = error.to_string();
            JournalError::Damaged { place, what }
        })?;
        // What waits for an entry that never came is dropped, for good: another
        // entry will have its number.
        if !read.is_ahead_of(tail) {
            kept.extend_from_slice(line);
            take_in(&mut gathered, read);
        }
    }
    if kept.len() < text.len() {
        rewrite(path, &kept)?;
    }
    let gathered = gathered.ok_or_else(|| JournalError::Damaged {
        place: path.display().to_string(),
        what: "there is no record of the table".to_owned(),
    })?;
    Ok((gathered, kept.len() as u64))
}

fn take_in(gathered: &mut Option<Gathered>, line: SideLine) {
    match (line, gathered) {
        (
            SideLine::Record {
                version,
                record,
                deadline,
                letters,
                heard,
                deed,
                time,
            },
            gathered,
        ) => {
            let mut known = gathered.take().unwrap_or_else(|| Gathered {
                record: record.clone(),
                version,
                deadline: None,
                letters: Vec::new(),
                last_letter: 0,
                heard: Vec::new(),
                deed: None,
                press: Vec::new(),
                changed: time,
            });
            known.record = record;
            known.version = version;
            let last = letters.last().map_or(0, |letter| letter.id);
            known.last_letter = known.last_letter.max(last);
            known.letters.extend(letters);
            let heard = heard.map(|(heard, seq)| (heard, seq, time));
            known.heard.extend(heard);
            known.deed = deed.as_deref().and_then(hash_in).or(known.deed);
            known.changed = time;
            if let Change::Set(deadline) = deadline {
                known.deadline = deadline;
            }
            *gathered = Some(known);
        }
        (
            SideLine::Entry {
                seq,
                hash: _,
                letters,
                deadline,
                heard,
                time,
            },
            Some(known),
        ) => {
            known.changed = time;
            let last = letters.last().map_or(0, |letter| letter.id);
            known.last_letter = known.last_letter.max(last);
            known.letters.extend(letters);
            known.heard.extend(heard.map(|heard| (heard, seq, time)));
            if let Change::Set(deadline) = deadline {
                known.deadline = deadline;
            }
        }
        (SideLine::Delivered { letters }, Some(known)) => {
            known.letters.retain(|letter| !letters.contains(&letter.id));
        }
        (
            SideLine::Press {
                said,
                letters,
                heard,
            },
            Some(known),
        ) => {
            let last = letters.last().map_or(0, |letter| letter.id);
            known.last_letter = known.last_letter.max(last);
            known.letters.extend(letters);
            let heard = heard.map(|(heard, seq)| (heard, seq, said.time));
            known.heard.extend(heard);
            known.press.push(*said);
        }
        (_, None) => {}
    }
}

/// The lines of an audit, from this version of the record on.
pub(super) fn deeds(path: &Path, from: u64, at_most: u32) -> Result<Vec<String>, JournalError> {
    let text = fs::read(path).map_err(|error| unreachable(path, &error))?;
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let deeds = lines.filter_map(|line| match serde_json::from_slice(line).ok()? {
        SideLine::Record { version, deed, .. } if version >= from => deed,
        _ => None,
    });
    Ok(deeds.take(at_most as usize).collect())
}

/// Puts a table that was read on the shelf.
pub(super) fn put_on_shelf(
    shelf: &mut Shelf,
    id: &TableId,
    gathered: Gathered,
    tail: Tail,
    card: Option<cards::Kept>,
) {
    let mut folder = Folder::new(tail.header, *gathered.record, tail.hash);
    folder.seq = tail.seq;
    folder.end = tail.end;
    folder.version = gathered.version;
    folder.deed = gathered.deed;
    folder.press = gathered.press;
    for (heard, seq, time) in gathered.heard {
        folder.hear(heard, seq, time);
    }
    let changed = gathered.changed.max(tail.time);
    let card = card.filter(|it| (it.seq, it.version) == (folder.seq, folder.version));
    let record = &folder.record;
    let is_closed = folder.end.is_some() || record.moved_to.is_some() || record.closed.is_some();
    folder.closed = match &card {
        Some(card) => card.closed,
        None => is_closed.then_some(changed),
    };
    folder.face = card.and_then(|it| it.face);
    shelf.put(id, folder, gathered.deadline, gathered.letters, changed);
    shelf.letters_were(gathered.last_letter);
}
