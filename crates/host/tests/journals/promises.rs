//! What every journal promises, asked of it directly.

mod cards;
mod claims;
mod deeds;
mod entries;
mod outbox;
mod passes;
mod press;
mod tables;

use parlour_host::audit::{Deed, Fact};
use parlour_host::card::Face;
use parlour_host::deadline::Deadline;
use parlour_host::journal::{Append, Appended, Change, Journal, NewLetter, NewLog};
use parlour_host::log::{Entry, Hash, Header, Stored};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Json, Time, wait};
use parlour_rules::{Actor, Fingerprint, Seat, Seed, Stage, Viewer};

use crate::bed::{Bed, MORNING, id, person};

fn record() -> Record {
    Record {
        title: "A table".to_owned(),
        game: "pig".to_owned(),
        owner: Identity::from("ann"),
        created: MORNING,
        started: Some(MORNING),
        chairs: vec![Some(person("ann")), None],
        spectators: vec![person("zoe")],
        open: false,
        invitations: Vec::new(),
        paused: None,
        letters: true,
        settings: Json::parse(r#"{"pace":"slow"}"#).unwrap(),
        tags: vec!["room 7".to_owned()],
        forked_from: None,
        moved_to: None,
        undo: None,
        refused_undos: 0,
        closed: None,
    }
}

/// How a table that goes on stands.
fn face(short: &str) -> Face {
    Face {
        stage: Some(Stage::new("turn-1")),
        short: short.to_owned(),
        ..Face::default()
    }
}

fn new_log(name: &str) -> NewLog {
    let setup = Json::parse(r#"{"players":2,"goal":100}"#).unwrap();
    let header = Header::new("pig", 1, setup, Seed(u64::MAX)).line();
    let start = Hash::of_header(&header);
    NewLog {
        id: id(name),
        start,
        header,
        entries: Vec::new(),
        record: record(),
        face: face("begun"),
        deadline: None,
        deed: deed(0, start),
        time: MORNING,
    }
}

/// A line of an audit.
fn deed(version: u64, previous: Hash) -> Stored {
    let deed = Deed {
        version,
        entries: 0,
        time: MORNING,
        who: Some("Ann".to_owned()),
        from: None,
        place: None,
        said: None,
        facts: vec![Fact::Title(format!("title {version}"))],
    };
    Stored::deed(&deed, previous)
}

fn create(bed: &Bed, name: &str) -> TableId {
    assert!(wait(bed.journal().create(new_log(name))).unwrap());
    id(name)
}

fn entry(seq: u64, previous: Hash) -> Stored {
    entry_at(seq, previous, MORNING)
}

fn entry_at(seq: u64, previous: Hash, time: Time) -> Stored {
    let entry = Entry {
        seq,
        stage: Stage::new("turn-1"),
        by: Actor::Seat(Seat(0)),
        command: Json::parse("\"roll\"").unwrap(),
        events: Json::parse(r#"[{"rolled":3}]"#).unwrap(),
        fingerprint: Fingerprint(seq),
        time,
        who: None,
        from: None,
        rules: None,
    };
    Stored::entry(&entry, previous)
}

/// The append that comes next for a table as it is stored.
fn next(journal: &dyn Journal, table: &TableId) -> Append {
    let kept = wait(journal.load(table)).unwrap().unwrap();
    let seq = kept.standing.seq + 1;
    Append {
        table: table.clone(),
        seq,
        version: kept.standing.version,
        entry: entry(seq, kept.hash),
        end: None,
        face: face(&format!("entry {seq}")),
        letters: Vec::new(),
        deadline: Change::Keep,
        message: None,
        time: MORNING,
    }
}

fn append(bed: &Bed, append: Append) -> Appended {
    wait(bed.journal().append(append)).unwrap()
}

fn letter(to: Viewer, told: &str) -> NewLetter {
    NewLetter {
        to,
        told: Json::parse(told).unwrap(),
    }
}

fn due(stage: &str, after: u64) -> Deadline {
    Deadline {
        stage: Stage::new(stage),
        due: MORNING.after(after),
        bell: None,
    }
}
