//! Steps through a log, forward and back.

use std::sync::Arc;

use parlour_rules::Viewer;
use thiserror::Error;

use super::ages::{
    Era, NewerRules, Older, OutOfAge, events as events_of, older, start as start_of,
};
use super::verify::{Difference, Verdict, check_ending};
use super::{Entry, LogFile};
use crate::game::{BadSetup, Game, Happened, Position, Start, UnknownGame};
use crate::{Json, Registry};

/// Every so many entries a position is kept, so that going back is quick.
const STRIDE: usize = 64;

/// A log and a place in it. At place 0 nothing has happened yet; at place `k`
/// the first `k` entries have.
///
/// Replay applies the stored events and checks the fingerprints and the chain of
/// hashes, and at the end the end line. It decides nothing: that is [`verify`](super::verify)'s work.
pub struct Replay {
    game: Arc<dyn Game>,
    log: LogFile,
    /// The setup in the present form.
    setup: Json,
    seats: u8,
    at: usize,
    era: Era,
    position: Box<dyn Position>,
    happened: Option<Arc<dyn Happened>>,
    /// The positions at 0, `STRIDE`, 2 `STRIDE`, … as far as they were reached.
    kept: Vec<(Box<dyn Position>, Era)>,
}

/// Why a log cannot be played.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ReplayError {
    /// The header names a game that is not here.
    #[error("line 1: {0}")]
    UnknownGame(UnknownGame),
    /// The header's setup is not accepted.
    #[error("line 1: {0}")]
    BadSetup(BadSetup),
    /// The log was written by rules that are not here yet.
    #[error("line {line}: {newer}")]
    NewerRules {
        /// The line that names them.
        line: u64,
        /// Which rules.
        newer: NewerRules,
    },
    /// An entry does not fit; the replay stands before it.
    #[error("entry {}: expected {}, found {}", .0.entry, .0.expected, .0.found)]
    Differs(Box<Difference>),
}

impl From<UnknownGame> for ReplayError {
    fn from(unknown: UnknownGame) -> Self {
        Self::UnknownGame(unknown)
    }
}

impl From<BadSetup> for ReplayError {
    fn from(bad: BadSetup) -> Self {
        Self::BadSetup(bad)
    }
}

impl Replay {
    /// Stands before the first entry.
    pub fn open(registry: &Registry, log: LogFile) -> Result<Self, ReplayError> {
        let game = Arc::clone(registry.game(&log.header.game)?);
        let era = Era::of(&log.header, game.as_ref())
            .map_err(|newer| ReplayError::NewerRules { line: 1, newer })?;
        let Start {
            position,
            seats,
            setup,
        } = start_of(game.as_ref(), &log.header)?;
        Ok(Self {
            game,
            log,
            setup,
            seats,
            at: 0,
            era,
            kept: vec![(position.copy(), era)],
            position,
            happened: None,
        })
    }

    /// The log that is played.
    pub fn log(&self) -> &LogFile {
        &self.log
    }

    /// The game that is played.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// What was agreed before the first move, in the form of the present rules.
    pub fn setup(&self) -> &Json {
        &self.setup
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// What is to be said of the log if it was begun under older rules: its entries
    /// are shown as they were written, but not checked against the present rules.
    pub fn older(&self) -> Option<Older> {
        older(self.game.as_ref(), self.log.header.rules)
    }

    /// How many entries have been played.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.log.entries.len()
    }

    /// Whether there is no entry at all.
    pub fn is_empty(&self) -> bool {
        self.log.entries.is_empty()
    }

    /// The entry that was played last; nothing at the start.
    pub fn entry(&self) -> Option<&Entry> {
        let last = self.at.checked_sub(1)?;
        Some(&self.log.entries[last].value)
    }

    /// What a viewer was told of the last entry, as a JSON array.
    pub fn told(&self, viewer: Viewer) -> Option<Json> {
        self.happened.as_ref()?.told(viewer)
    }

    /// The present position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Plays the next entry; false at the end.
    pub fn forward(&mut self) -> Result<bool, ReplayError> {
        let Some(linked) = self.log.entries.get(self.at) else {
            return Ok(false);
        };
        let number = self.at as u64 + 1;
        let entry = &linked.value;
        let differs = |expected: String, found: String| {
            let difference = Difference::new(number, &expected, &found);
            Err(ReplayError::Differs(Box::new(difference)))
        };
        if entry.seq != number {
            return differs(format!("seq {number}"), format!("seq {}", entry.seq));
        }
        if linked.hash != linked.expected {
            let (expected, found) = (linked.expected, linked.hash);
            return differs(format!("hash {expected}"), format!("hash {found}"));
        }
        let mut era = self.era;
        let rules = match era.enter(entry, self.game.as_ref()) {
            Ok(rules) => rules,
            Err(OutOfAge::Newer(newer)) => {
                let line = number + 1;
                return Err(ReplayError::NewerRules { line, newer });
            }
            Err(OutOfAge::Younger { latest, found }) => {
                return differs(format!("rules {latest}"), format!("rules {found}"));
            }
        };
        let mut next = self.position.copy();
        let recalled = events_of(self.game.as_ref(), rules, entry)
            .and_then(|events| next.recall(events.as_str()));
        let happened = match recalled {
            Ok(happened) => happened,
            Err(error) => return differs("events that fit".to_owned(), error.to_string()),
        };
        let print = next.fingerprint();
        if rules == self.game.version() && print != entry.fingerprint {
            let found = format!("fingerprint {}", entry.fingerprint);
            return differs(format!("fingerprint {print}"), found);
        }
        self.at += 1;
        self.era = era;
        self.position = next;
        self.happened = Some(happened);
        if self.at == self.kept.len() * STRIDE {
            self.kept.push((self.position.copy(), era));
        }
        Ok(true)
    }

    /// What is to be said of the lines after the last entry, once all entries are
    /// played: the end line fits, or differs, or is missing.
    pub fn closing(&self) -> Option<Verdict> {
        let played = self.at == self.len();
        let older = self.era.older(self.game.as_ref()).is_some();
        let position = (!older).then(|| self.position());
        played.then(|| check_ending(position, &self.log))
    }

    /// Takes the last entry back; false at the start.
    pub fn back(&mut self) -> Result<bool, ReplayError> {
        match self.at.checked_sub(1) {
            None => Ok(false),
            Some(place) => self.go_to(place).map(|()| true),
        }
    }

    /// Goes before the first entry.
    pub fn to_start(&mut self) {
        self.at = 0;
        let (position, era) = &self.kept[0];
        (self.position, self.era) = (position.copy(), *era);
        self.happened = None;
    }

    /// Plays to the end.
    pub fn to_end(&mut self) -> Result<(), ReplayError> {
        while self.forward()? {}
        Ok(())
    }

    /// Goes to a place: before it the first `place` entries have happened. A
    /// place after the end is the end.
    pub fn go_to(&mut self, place: usize) -> Result<(), ReplayError> {
        let place = place.min(self.len());
        if place < self.at {
            // From the kept position before the entry that leads to the place,
            // so that what was told of it is known again.
            let kept = (place.saturating_sub(1) / STRIDE).min(self.kept.len() - 1);
            self.at = kept * STRIDE;
            let (position, era) = &self.kept[kept];
            (self.position, self.era) = (position.copy(), *era);
            self.happened = None;
        }
        while self.at < place {
            self.forward()?;
        }
        Ok(())
    }
}
