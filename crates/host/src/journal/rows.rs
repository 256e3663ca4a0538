//! What both kinds of databases keep in their columns, read and written once.

use parlour_rules::{Stage, Viewer};

use super::{Due, JournalError, Kept, Letter, Queue, Reader, Snapshot, Standing};
use crate::Time;
use crate::card::{Card, Cursor, Face, Page, Query};
use crate::deadline::Deadline;
use crate::log::{Hash, hash_in};
use crate::press::{Press, Said};
use crate::table::{Record, TableId};

/// A table with its snapshot: header, seq, hash, ending, record, version, stage,
/// due; of the snapshot seq, rules, state; ends, the face, and the last deed.
pub(super) type KeptRow = (
    String,
    i64,
    String,
    Option<String>,
    String,
    i64,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<String>,
    Option<String>,
);

/// A card as it stands in its row; with the record if it was asked for.
pub(super) struct CardRow<'a> {
    pub id: &'a str,
    pub seq: i64,
    pub version: i64,
    pub time: i64,
    pub closed: i64,
    pub face: Option<&'a str>,
    pub record: Option<&'a str>,
    pub due: Option<i64>,
}

/// What was found for a list: when it changed last, and what tells it from others of
/// that moment.
pub(super) struct Listed<P> {
    pub time: i64,
    pub place: P,
    /// Nothing if it was not written by us.
    pub card: Option<Card>,
}

/// A claimed deadline: table, stage, due, ends, seq, version.
pub(super) type ClaimedRow = (String, String, i64, Option<i64>, i64, i64);

/// A letter: id, table, seq, viewer, told, time.
pub(super) type LetterRow = (i64, String, i64, String, String, i64);

/// What waits for a recipient: to, notes, oldest, asked, dropped.
pub(super) type QueueRow = (String, i64, i64, i64, i64, i64);

pub(super) fn queue((to, notes, oldest, since, asked, dropped): QueueRow) -> Queue {
    Queue {
        to,
        notes: notes as u64,
        oldest: oldest as u64,
        since: Time(since as u64),
        asked: asked as u64,
        dropped: dropped as u64,
    }
}

/// A reader as columns; nobody is before all.
pub(super) fn reader(reader: Option<&Reader>) -> (String, String) {
    reader.map_or_else(Default::default, |it| {
        (it.table.as_str().to_owned(), viewer_text(it.viewer))
    })
}

/// A number as databases know it. What is too large is as good as for ever.
pub(super) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// What is stored in a column makes no sense.
fn damaged(table: &TableId, column: &str, what: &dyn std::fmt::Display) -> JournalError {
    JournalError::Damaged {
        place: format!("table {table}, {column}"),
        what: what.to_string(),
    }
}

pub(super) fn kept(table: &TableId, row: KeptRow) -> Result<Kept, JournalError> {
    let (
        header,
        seq,
        hash,
        end,
        record,
        version,
        stage,
        due,
        snapshot_seq,
        rules,
        state,
        ends,
        face,
        deed,
    ) = row;
    let record = serde_json::from_str(&record).map_err(|error| damaged(table, "record", &error))?;
    let hash = Hash::from_hex(&hash)
        .ok_or_else(|| damaged(table, "hash", &"not 64 lower-case hex digits"))?;
    let deed = deed.map(|line| {
        let hash = hash_in(&line);
        hash.ok_or_else(|| damaged(table, "the last deed", &"it does not end in its hash"))
    });
    let deadline = match (stage, due) {
        (Some(stage), Some(due)) => Some(read_deadline(read_stage(table, stage)?, due, ends)),
        _ => None,
    };
    // A snapshot that makes no sense is none.
    let state = state.and_then(|state| crate::Json::parse(&state).ok());
    let snapshot = state.map(|state| Snapshot {
        seq: snapshot_seq.unwrap_or(0) as u64,
        rules: rules.unwrap_or(0) as u32,
        state,
    });
    Ok(Kept {
        header,
        record,
        standing: standing((seq, version)),
        hash,
        end,
        deed: deed.transpose()?,
        deadline,
        snapshot,
        face: face.and_then(|face| serde_json::from_str(&face).ok()),
        torn: None,
    })
}

/// A page of what was found, of which there may be one more than were asked for.
pub(super) fn paged<P: ToString>(mut found: Vec<Listed<P>>, query: &Query) -> Page {
    let more = found.len() > query.at_most as usize;
    found.truncate(query.at_most as usize);
    let last = found.last().filter(|_| more);
    Page {
        next: last.map(|it| Cursor::new(Time(it.time as u64), it.place.to_string())),
        cards: found.into_iter().filter_map(|it| it.card).collect(),
    }
}

/// A card, read where its row lies. What is no name was not written by us; a face or a
/// record that makes no sense is none.
pub(super) fn card(row: &CardRow<'_>, query: &Query) -> Option<Card> {
    Some(Card {
        table: row.id.parse().ok()?,
        standing: standing((row.seq, row.version)),
        time: Time(row.time as u64),
        closed: row.closed > 0,
        face: row.face.and_then(|text| Face::read(text, query)),
        record: row.record.and_then(|text| serde_json::from_str(text).ok()),
        due: row.due.map(|due| Time(due as u64)),
    })
}

pub(super) fn face_text(face: &Face) -> String {
    serde_json::to_string(face).expect("faces are plain JSON")
}

pub(super) fn standing((seq, version): (i64, i64)) -> Standing {
    Standing {
        seq: seq as u64,
        version: version as u64,
    }
}

fn read_stage(table: &TableId, stage: String) -> Result<Stage, JournalError> {
    serde_json::from_value(serde_json::Value::String(stage))
        .map_err(|error| damaged(table, "stage", &error))
}

/// Names of tables. What is no name was not written by us.
pub(super) fn named(names: Vec<String>) -> Vec<TableId> {
    let ids = names.into_iter().filter_map(|name| name.parse().ok());
    ids.collect()
}

/// Claimed deadlines, the earliest first.
pub(super) fn claimed(rows: Vec<ClaimedRow>) -> Result<Vec<Due>, JournalError> {
    let mut claimed = Vec::new();
    for (name, stage, due, ends, seq, version) in rows {
        let Ok(table) = name.parse::<TableId>() else {
            continue;
        };
        let stage = read_stage(&table, stage)?;
        claimed.push(Due {
            table,
            deadline: read_deadline(stage, due, ends),
            standing: standing((seq, version)),
        });
    }
    claimed.sort_by(|one, other| {
        let key = |it: &Due| (it.deadline.strikes(), it.table.clone());
        key(one).cmp(&key(other))
    });
    Ok(claimed)
}

pub(super) fn letter(row: LetterRow) -> Result<Letter, JournalError> {
    let (id, table, seq, viewer, told, time) = row;
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
        time: Time(time as u64),
    })
}

/// A deadline from its columns: when it strikes, and when time is up if later.
fn read_deadline(stage: Stage, strikes: i64, ends: Option<i64>) -> Deadline {
    Deadline {
        stage,
        due: Time(ends.unwrap_or(strikes) as u64),
        bell: ends.map(|_| Time(strikes as u64)),
    }
}

/// A deadline as columns: the stage, when it strikes next, and when its time is
/// up if that is later.
pub(super) type DeadlineColumns = (Option<String>, Option<i64>, Option<i64>);

/// A deadline as columns.
pub(super) fn columns(deadline: Option<&Deadline>) -> DeadlineColumns {
    let stage = deadline.map(|it| it.stage.as_str().to_owned());
    let ends = deadline.filter(|it| it.bell.is_some());
    (
        stage,
        deadline.map(|it| int(it.strikes().0)),
        ends.map(|it| int(it.due.0)),
    )
}

pub(super) fn record_text(record: &Record) -> String {
    serde_json::to_string(record).expect("records are plain JSON")
}

/// Press as it stands in its row.
pub(super) fn said_text(said: &Said) -> String {
    serde_json::to_string(said).expect("press is plain JSON")
}

pub(super) fn said(table: &TableId, nth: i64, text: &str) -> Result<Press, JournalError> {
    let said = serde_json::from_str(text).map_err(|error| JournalError::Damaged {
        place: format!("press {nth} of table {table}"),
        what: error.to_string(),
    })?;
    Ok(Press {
        number: nth as u64,
        said,
    })
}

pub(super) fn viewer_text(viewer: Viewer) -> String {
    serde_json::to_string(&viewer).expect("viewers are plain JSON")
}
