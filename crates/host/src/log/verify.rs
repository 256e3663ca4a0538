//! Decides every command of a log again.

mod audit;

use std::fmt;
use std::sync::Arc;

use parlour_rules::Turn;

use super::ages::{Era, OutOfAge, events as events_of, start as start_of};
use super::read::Linked;
use super::{Ending, Entry, Hash, Header, LogFile, ReplayError};
use crate::game::{Game, Position, Rejected, Said};
use crate::{Json, Registry, quotable};

pub use audit::BadAudit;

/// What became of a log that was decided again. Its words are those of
/// `parlour verify`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every entry is as the rules say, and the chain of hashes is whole.
    Verified {
        /// How many entries there are.
        entries: u64,
    },
    /// The chain of hashes is whole, but older rules decided some of the entries,
    /// which cannot be decided again. Those that the present rules decided are as
    /// they say.
    Older {
        /// The rules of the first entry.
        rules: u32,
        /// The rules there are.
        present: u32,
        /// The first entry that the present rules decided, and the last, if any.
        again: Option<(u64, u64)>,
    },
    /// An entry is not as the rules say.
    Differs(Difference),
    /// All entries are right, but the audit is not whole.
    Audit(BadAudit),
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
    /// Whether nothing is wrong with the log but its age.
    pub fn is_older(&self) -> bool {
        matches!(self, Self::Older { .. })
    }

    /// Whether something is wrong with the log, or missing.
    pub fn is_wrong(&self) -> bool {
        !self.is_older() && !self.is_verified()
    }

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
            Self::Older {
                rules,
                present,
                again,
            } => {
                write!(f, "older rules: {rules}, these are {present}")?;
                match again {
                    Some((first, last)) if first == last => write!(f, "; verified entry {first}"),
                    Some((first, last)) => write!(f, "; verified entries {first} to {last}"),
                    None => Ok(()),
                }
            }
            Self::Differs(difference) => difference.fmt(f),
            Self::Audit(bad) => bad.fmt(f),
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
/// Entries of older rules are not decided again, only applied; it is said which
/// rules they are of. Rules newer than the present are an error.
pub fn verify(registry: &Registry, log: &LogFile) -> Result<Verdict, ReplayError> {
    let game = Arc::clone(registry.game(&log.header.game)?);
    let mut era = Era::of(&log.header, game.as_ref())
        .map_err(|newer| ReplayError::NewerRules { line: 1, newer })?;
    // The position as the present rules have it; nothing where they cannot follow.
    let start = start_of(game.as_ref(), &log.header);
    let mut position = match start {
        Ok(start) => Some(start.position),
        Err(_) if log.header.rules < game.version() => None,
        Err(bad) => return Err(bad.into()),
    };
    let mut first = None;
    for (number, entry) in (1..).zip(&log.entries) {
        let rules = match era.enter(&entry.value, game.as_ref()) {
            Ok(rules) => rules,
            Err(OutOfAge::Newer(newer)) => {
                let line = number + 1;
                return Err(ReplayError::NewerRules { line, newer });
            }
            Err(OutOfAge::Younger { latest, found }) => {
                let (expected, found) = (format!("rules {latest}"), format!("rules {found}"));
                return Ok(differs(number, &expected, &found));
            }
        };
        let checked = if rules < game.version() {
            check_chain(number, entry).map(|()| {
                let position = position.take()?;
                follow(game.as_ref(), position, rules, &entry.value)
            })
        } else {
            first.get_or_insert(number);
            match &position {
                Some(position) => check_entry(position.as_ref(), number, entry).map(Some),
                None => Err(("entries that fit".to_owned(), cannot_follow(&log.header))),
            }
        };
        match checked {
            Ok(after) => position = after,
            Err((expected, found)) => return Ok(differs(number, &expected, &found)),
        }
    }
    let older = era.older(game.as_ref()).is_some();
    let verdict = check_ending(position.as_deref().filter(|_| !older), log);
    Ok(match verdict {
        Verdict::Verified { entries } if older || log.header.rules < game.version() => {
            Verdict::Older {
                rules: log.header.rules,
                present: game.version(),
                again: first.map(|first| (first, entries)),
            }
        }
        other => other,
    })
}

fn differs(entry: u64, expected: &str, found: &str) -> Verdict {
    Verdict::Differs(Difference::new(entry, expected, found))
}

fn cannot_follow(header: &Header) -> String {
    format!(
        "a beginning of rules {} that cannot be applied",
        header.rules
    )
}

/// The position after an entry of older rules; nothing if it cannot be applied.
fn follow(
    game: &dyn Game,
    mut position: Box<dyn Position>,
    rules: u32,
    entry: &Entry,
) -> Option<Box<dyn Position>> {
    let events = events_of(game, rules, entry).ok()?;
    position.recall(events.as_str()).ok()?;
    Some(position)
}

/// Whether what comes after the last entry fits the position it led to; without a
/// position, how the game ended is not looked at.
pub(super) fn check_ending(position: Option<&dyn Position>, log: &LogFile) -> Verdict {
    let entries = log.entries.len() as u64;
    let end = match &log.ending {
        Ending::Torn => return Verdict::Torn { after: entries },
        Ending::Bad(bad) => return differs(entries + 1, "an entry or the end", &bad.to_string()),
        Ending::Ended(end) => end,
    };
    let outcome = position.map(|position| match position.turn() {
        Turn::Over(outcome) => outcome,
        Turn::Awaiting { .. } => Json::of(&()),
    });
    if end.value.entries != entries {
        let found = format!("an end line that counts {}", end.value.entries);
        return differs(entries, &format!("{entries} entries"), &found);
    }
    if let Some(outcome) = outcome
        && end.value.end != outcome
    {
        let (expected, found) = (format!("end {outcome}"), format!("end {}", end.value.end));
        return differs(entries, &expected, &found);
    }
    if end.hash != end.expected {
        let (expected, found) = (end_hash(end.expected), end_hash(end.hash));
        return differs(entries, &expected, &found);
    }
    match log.audit.as_ref().map(|it| audit::check(it, end, entries)) {
        None | Some(Ok(true)) => Verdict::Verified { entries },
        Some(Ok(false)) => Verdict::Torn { after: entries },
        Some(Err(bad)) => Verdict::Audit(bad),
    }
}

/// Whether an entry stands where it ought to.
fn check_chain(number: u64, entry: &Linked<Entry>) -> Result<(), (String, String)> {
    let (found, hash, expected) = (entry.value.seq, entry.hash, entry.expected);
    if found != number {
        return Err((format!("seq {number}"), format!("seq {found}")));
    }
    if hash != expected {
        return Err((format!("hash {expected}"), format!("hash {hash}")));
    }
    Ok(())
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
    let proposal = match position.propose(value.by, Said::Text(value.command.as_str())) {
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
