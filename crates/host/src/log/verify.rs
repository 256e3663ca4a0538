//! Decides every command of a log again.

use std::fmt;
use std::sync::Arc;

use parlour_rules::Turn;

use super::read::Linked;
use super::{Ending, Entry, Hash, LogFile, ReplayError};
use crate::game::{Game, Position, Rejected};
use crate::{Json, Registry, quotable};

/// What became of a log that was decided again. Its words are those of
/// `parlour verify`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every entry is as the rules say, and the chain of hashes is whole.
    Verified {
        /// How many entries there are.
        entries: u64,
    },
    /// An entry is not as the rules say.
    Differs(Difference),
    /// All entries are right, but the end line is missing.
    Torn {
        /// The last complete entry.
        after: u64,
    },
}

/// The first entry that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its number; for the end line that of the last entry.
    pub entry: u64,
    /// What the rules, or the chain of hashes, ask for.
    pub expected: String,
    /// What the file says.
    pub found: String,
}

impl Difference {
    /// With both sides short enough to be read, whatever the file holds.
    pub(super) fn new(entry: u64, expected: &str, found: &str) -> Self {
        const LONGEST: usize = 400;
        Self {
            entry,
            expected: quotable(expected, LONGEST),
            found: quotable(found, LONGEST),
        }
    }
}

impl Verdict {
    /// Whether the log is complete and right.
    pub fn is_verified(&self) -> bool {
        matches!(self, Self::Verified { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verified { entries: 1 } => f.write_str("verified 1 entry"),
            Self::Verified { entries } => write!(f, "verified {entries} entries"),
            Self::Differs(difference) => difference.fmt(f),
            Self::Torn { after } => write!(f, "torn after entry {after}"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "entry {}: expected {}, found {}",
            self.entry, self.expected, self.found
        )
    }
}

/// Decides every command again and names the first entry that differs.
///
/// A log of older rules is decided by the present ones; where they disagree, the
/// difference says so. Rules newer than the present are an error.
pub fn verify(registry: &Registry, log: &LogFile) -> Result<Verdict, ReplayError> {
    let (game, mut position) = begin(registry, log)?;
    let older = log.header.rules < game.version();
    for (number, entry) in (1..).zip(&log.entries) {
        match check_entry(position.as_ref(), number, entry) {
            Ok(after) => position = after,
            Err((expected, found)) => {
                let mut difference = Difference::new(number, &expected, &found);
                if older {
                    let (then, now) = (log.header.rules, game.version());
                    let found = difference.found;
                    difference.found = format!("{found} (by rules {then}, these are rules {now})");
                }
                return Ok(Verdict::Differs(difference));
            }
        }
    }
    Ok(check_ending(position.as_ref(), log))
}

/// Whether what comes after the last entry fits the position it led to.
pub(super) fn check_ending(position: &dyn Position, log: &LogFile) -> Verdict {
    let entries = log.entries.len() as u64;
    let differs = |entry, expected: &str, found: &str| {
        Verdict::Differs(Difference::new(entry, expected, found))
    };
    let end = match &log.ending {
        Ending::Torn => return Verdict::Torn { after: entries },
        Ending::Bad(bad) => return differs(entries + 1, "an entry or the end", &bad.to_string()),
        Ending::Ended(end) => end,
    };
    let outcome = match position.turn() {
        Turn::Over(outcome) => outcome,
        Turn::Awaiting { .. } => Json::of(&()),
    };
    if end.value.entries != entries {
        let found = format!("an end line that counts {}", end.value.entries);
        return differs(entries, &format!("{entries} entries"), &found);
    }
    if end.value.end != outcome {
        let (expected, found) = (format!("end {outcome}"), format!("end {}", end.value.end));
        return differs(entries, &expected, &found);
    }
    if end.hash != end.expected {
        let (expected, found) = (end_hash(end.expected), end_hash(end.hash));
        return differs(entries, &expected, &found);
    }
    Verdict::Verified { entries }
}

type Beginning = (Arc<dyn Game>, Box<dyn Position>);

/// The game of a log, and its first position.
pub(super) fn begin(registry: &Registry, log: &LogFile) -> Result<Beginning, ReplayError> {
    let game = registry.game(&log.header.game)?;
    if log.header.rules > game.version() {
        return Err(ReplayError::NewerRules {
            game: game.name(),
            found: log.header.rules,
            known: game.version(),
        });
    }
    let start = game.start(&log.header.setup, log.header.seed)?;
    Ok((Arc::clone(game), start.position))
}

/// The position after the entry, or what was expected and what was found.
fn check_entry(
    position: &dyn Position,
    number: u64,
    entry: &Linked<Entry>,
) -> Result<Box<dyn Position>, (String, String)> {
    let Linked {
        value,
        hash,
        expected,
    } = entry;
    if value.seq != number {
        return Err((format!("seq {number}"), format!("seq {}", value.seq)));
    }
    match position.turn() {
        Turn::Over(outcome) => {
            return Err((
                format!("the end {outcome}"),
                format!("command {}", value.command),
            ));
        }
        Turn::Awaiting { stage, .. } if stage != value.stage => {
            return Err((format!("stage {stage}"), format!("stage {}", value.stage)));
        }
        Turn::Awaiting { .. } => {}
    }
    let proposal = match position.propose(value.by, value.command.as_str()) {
        Ok(proposal) => proposal,
        Err(Rejected::Refused(refusal)) => {
            let (expected, code) = (refusal.words, refusal.code);
            return Err((
                format!("a refusal, \"{expected}\" ({code})"),
                format!("command {}", value.command),
            ));
        }
        Err(Rejected::BadCommand(error)) => {
            return Err((
                "a command of this game".to_owned(),
                format!("{} ({error})", value.command),
            ));
        }
    };
    if !position.same_events(proposal.events.as_str(), value.events.as_str()) {
        return Err((
            format!("events {}", proposal.events),
            format!("events {}", value.events),
        ));
    }
    if proposal.fingerprint != value.fingerprint {
        return Err((
            format!("fingerprint {}", proposal.fingerprint),
            format!("fingerprint {}", value.fingerprint),
        ));
    }
    if hash != expected {
        return Err((format!("hash {expected}"), format!("hash {hash}")));
    }
    Ok(proposal.after)
}

fn end_hash(hash: Hash) -> String {
    format!("end hash {hash}")
}
