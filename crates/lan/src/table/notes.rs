//! What the table keeps in the host's record beside the game: who is ready, how
//! far the wire's count had come before this game, what was said, and the ids of
//! the newest actions.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use parlour_host::Json;
use parlour_host::table::Record;
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::LOG_LINES;
use crate::wire::WireLogLine;

/// How many ids of actions are remembered for each seat.
const REMEMBERED_IDS: usize = 64;

/// Stored as the settings of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Added to the host's counters, so that the wire's count goes on over games.
    pub base: u64,
    /// How many games were played at this table before.
    pub game: u32,
    /// The seats that are ready for this game, or for the next one.
    pub ready: BTreeSet<Seat>,
    /// The log as it was when these notes were stored.
    pub log: VecDeque<WireLogLine>,
    /// The last entry whose words are in that log.
    pub logged: u64,
    /// The newest actions of each seat by their ids. Those that are moves stand in
    /// the journal too.
    ids: BTreeMap<Seat, VecDeque<String>>,
}

impl Notes {
    /// What a record keeps.
    pub fn of(record: &Record) -> Self {
        record.settings.read().unwrap_or_default()
    }

    /// As it is stored.
    pub fn json(&self) -> Json {
        Json::of(self)
    }

    /// Notes for the next game at the same table, whose count begins at `base`.
    pub fn for_next_game(&self, base: u64) -> Self {
        Self {
            base,
            game: self.game + 1,
            ids: self.ids.clone(),
            ..Self::default()
        }
    }

    /// Whether the seat's action is among the newest.
    pub fn knows(&self, seat: Seat, id: &str) -> bool {
        let ids = self.ids.get(&seat);
        ids.is_some_and(|ids| ids.iter().any(|known| known == id))
    }

    /// Remembers an action; true if an older one had to be forgotten for it.
    pub fn remember(&mut self, seat: Seat, id: &str) -> bool {
        let ids = self.ids.entry(seat).or_default();
        ids.push_back(id.to_owned());
        let full = ids.len() > REMEMBERED_IDS;
        if full {
            ids.pop_front();
        }
        full
    }

    /// The log as it goes out, to everybody alike.
    pub fn log_for_the_wire(&self) -> Box<RawValue> {
        to_raw_value(&self.log).expect("a log is plain JSON")
    }

    /// One more line of the log; the oldest goes when there are too many.
    pub fn write_log(&mut self, line: WireLogLine) {
        if self.log.len() == LOG_LINES {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// Somebody else sits there now.
    pub fn forget(&mut self, seat: Seat) {
        self.ids.remove(&seat);
        self.ready.remove(&seat);
    }
}
