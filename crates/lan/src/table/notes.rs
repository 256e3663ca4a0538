//! What the table keeps in the host's record beside the game: who is ready, how
//! far the wire's count had come before this game, what was said.

use std::collections::BTreeSet;

use parlour_host::Json;
use parlour_host::table::Record;
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

/// Stored as the settings of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Added to the host's counters, so that the wire's count goes on over games.
    pub base: u64,
    /// The seats that are ready for this game, or for the next one.
    pub ready: BTreeSet<Seat>,
    /// How many phrases were said, so that saying one is a stored change.
    pub said: u64,
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
}
