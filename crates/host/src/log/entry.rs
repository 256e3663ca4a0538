//! The three kinds of lines: header, entry, end.

use parlour_rules::{Actor, Fingerprint, Seed, Stage};
use serde::{Deserialize, Serialize};

use super::{FORMAT, Hash, line};
use crate::audit::{Deed, Seal};
use crate::{Json, Time};

/// The first line: which game, and from what it began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub parlour: u32,
    /// The name of the game.
    pub game: String,
    /// The version of its rules when the table was opened.
    pub rules: u32,
    /// What was agreed before the first move.
    pub setup: Json,
    /// What all chance grew from.
    pub seed: Seed,
}

impl Header {
    /// The header of a new log in the present format.
    pub fn new(game: &str, rules: u32, setup: Json, seed: Seed) -> Self {
        Self {
            parlour: FORMAT,
            game: game.to_owned(),
            rules,
            setup,
            seed,
        }
    }

    /// The line, without its line break.
    pub fn line(&self) -> String {
        to_line(self)
    }
}

/// One accepted command and what it caused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its place in the log, from 1.
    pub seq: u64,
    /// The stage in which it was given.
    pub stage: Stage,
    /// Who gave it.
    pub by: Actor,
    /// The command.
    pub command: Json,
    /// What happened, a list.
    pub events: Json,
    /// The fingerprint of the state afterwards.
    pub fingerprint: Fingerprint,
    /// When it was accepted.
    pub time: Time,
    /// What they are called who gave it; nothing for the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// What they are known by elsewhere, or only where, if the rest is a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The version of the rules that decided it, if it is not the header's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<u32>,
}

/// The last line: nothing comes after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The outcome; null if the game was not over.
    pub end: Json,
    /// How many entries there are.
    pub entries: u64,
}

/// A line after the header as it is stored: its text, and the hash in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The line, without its line break.
    pub line: String,
    /// The hash, which the next line continues.
    pub hash: Hash,
}

impl Stored {
    /// An entry as the next line after the one with this hash.
    pub fn entry(entry: &Entry, previous: Hash) -> Self {
        Self::link(line::of_entry(entry), previous)
    }

    /// The end as the next line after the one with this hash.
    pub fn end(end: &End, previous: Hash) -> Self {
        Self::link(to_line(end), previous)
    }

    /// A deed as the next line of an audit; the first comes after the header of the log.
    pub fn deed(deed: &Deed, previous: Hash) -> Self {
        Self::link(to_line(deed), previous)
    }

    /// The seal as the line after the last deed.
    pub(crate) fn seal(seal: &Seal, previous: Hash) -> Self {
        Self::link(to_line(seal), previous)
    }

    /// A JSON object as the next line after the one with this hash.
    pub(crate) fn link(mut body: String, previous: Hash) -> Self {
        let hash = previous.next(&body, "");
        body.pop();
        body.push_str(HASH_MEMBER);
        body.push_str(std::str::from_utf8(&hash.hex()).expect("hex digits are ASCII"));
        body.push_str("\"}");
        Self { line: body, hash }
    }
}

const HASH_MEMBER: &str = ",\"hash\":\"";

/// A line taken apart: the object without its hash, and the hash.
pub(super) struct Split<'a> {
    /// All before the member `"hash"`, without the closing brace.
    body: &'a str,
    pub hash: Hash,
}

impl<'a> Split<'a> {
    /// Nothing if the line does not end in its hash.
    pub fn of(line: &'a str) -> Option<Self> {
        let rest = line.strip_suffix("\"}")?;
        let hash_at = rest.len().checked_sub(64)?;
        let (front, hex) = (rest.get(..hash_at)?, rest.get(hash_at..)?);
        Some(Self {
            body: front.strip_suffix(HASH_MEMBER)?,
            hash: Hash::from_hex(hex)?,
        })
    }

    /// The hash that the line ought to have.
    pub fn expected_hash(&self, previous: Hash) -> Hash {
        previous.next(self.body, "}")
    }

    /// Reads the object without its hash.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&format!("{}}}", self.body))
    }
}

/// A line's object without its hash; nothing if the line does not end in one.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) fn without_hash(line: &str) -> Option<String> {
    Split::of(line).map(|split| format!("{}}}", split.body))
}

fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("lines are plain JSON")
}
