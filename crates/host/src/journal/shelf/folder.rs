//! One table, as it lies on the shelf.

use std::collections::BTreeMap;

use crate::Time;
use crate::card::{Card, Face, TROUBLED};
use crate::deadline::Deadline;
use crate::journal::{MessageId, Snapshot, Standing};
use crate::log::Hash;
use crate::press::Said;
use crate::table::{Identity, Record, TableId};

/// One table.
#[derive(Debug)]
pub(in crate::journal) struct Folder {
    pub header: String,
    pub seq: u64,
    /// The lines, unless they are kept elsewhere.
    pub entries: Option<Vec<String>>,
    /// Likewise those of the audit, each with the version it tells of.
    pub(super) deeds: Option<Vec<(u64, String)>>,
    /// The hash of the last deed.
    pub deed: Option<Hash>,
    pub hash: Hash,
    pub end: Option<String>,
    pub record: Record,
    pub version: u64,
    pub deadline: Option<Deadline>,
    pub snapshot: Option<Snapshot>,
    pub face: Option<Face>,
    /// When nothing more was to happen there; nothing while it may.
    pub closed: Option<Time>,
    /// What was said there beside the game.
    pub press: Vec<Said>,
    pub(super) heard: BTreeMap<Identity, BTreeMap<String, (u64, Time)>>,
    pub(super) claimed_until: Time,
    /// When it changed last, and which of all changes that was.
    pub(super) changed: (Time, u64),
}

impl Folder {
    /// A table without entries, whose lines are kept elsewhere.
    pub fn new(header: String, record: Record, hash: Hash) -> Self {
        Self {
            header,
            seq: 0,
            entries: None,
            deeds: None,
            deed: None,
            hash,
            end: None,
            record,
            version: 0,
            deadline: None,
            snapshot: None,
            face: None,
            closed: None,
            press: Vec::new(),
            heard: BTreeMap::new(),
            claimed_until: Time(0),
            changed: (Time(0), 0),
        }
    }

    /// Remembers the id of a message.
    pub fn hear(&mut self, heard: MessageId, seq: u64, time: Time) {
        let MessageId { who, message } = heard;
        let theirs = self.heard.entry(who).or_default();
        theirs.insert(message, (seq, time));
    }

    /// The entry that a message has led to.
    pub fn heard_at(&self, who: &Identity, message: &str) -> Option<u64> {
        self.heard.get(who)?.get(message).map(|(seq, _)| *seq)
    }

    /// Forgets messages from before a moment.
    pub fn forget_messages(&mut self, before: Time) {
        self.heard.retain(|_, theirs| {
            theirs.retain(|_, (_, time)| *time >= before);
            !theirs.is_empty()
        });
    }

    pub(super) fn standing(&self) -> Standing {
        Standing {
            seq: self.seq,
            version: self.version,
        }
    }

    /// The table has another face from this moment on.
    pub(super) fn wear(&mut self, face: Face, time: Time) {
        if face.closed {
            self.closed.get_or_insert(time);
        }
        self.face = Some(face);
    }

    /// The words under which the table is found.
    pub(super) fn keys(&self) -> Vec<String> {
        let mut keys = self.record.keys();
        if self.face.as_ref().is_some_and(|it| it.trouble.is_some()) {
            keys.push(TROUBLED.to_owned());
        }
        keys
    }

    /// The card of the table with this name, without its record.
    pub(super) fn card(&self, id: &TableId) -> Card {
        Card {
            table: id.clone(),
            standing: self.standing(),
            time: self.time(),
            closed: self.closed.is_some(),
            face: self.face.clone(),
            record: None,
            due: self.deadline.as_ref().map(|it| it.due),
        }
    }

    /// Where the table stands in a list.
    pub(super) fn time(&self) -> Time {
        self.closed.unwrap_or(self.changed.0)
    }
}
