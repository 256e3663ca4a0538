//! How tables stand, in a file for each: a cache, which may be lost.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Time;
use crate::card::{Card, Face};

/// A face, and what it was the face of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub seq: u64,
    pub version: u64,
    /// When nothing more was to happen there.
    pub closed: Option<Time>,
    pub face: Option<Face>,
}

impl Kept {
    pub fn of(card: Card) -> Self {
        Self {
            seq: card.standing.seq,
            version: card.standing.version,
            closed: card.closed.then_some(card.time),
            face: card.face,
        }
    }
}

/// What was kept. What makes no sense is nothing.
pub(super) fn read(path: &Path) -> Option<Kept> {
    let text = fs::read_to_string(path).ok()?;
    serde_json::from_str(&text).ok()
}
