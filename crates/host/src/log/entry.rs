//! The three kinds of lines: header, entry, end.

use parlour_rules::{Actor, Fingerprint, Seed, Stage};
use serde::{Deserialize, Serialize, Serializer};

use super::chain::write_hex;
use super::{FORMAT, Hash};
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
    #[serde(serialize_with = "in_digits")]
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
        let names = [&entry.who, &entry.from];
        let names = names.map(|name| name.as_ref().map_or(0, String::len));
        let game = [
            entry.stage.as_str(),
            entry.command.as_str(),
            entry.events.as_str(),
        ];
        let inside = names.iter().sum::<usize>() + game.map(str::len).iter().sum::<usize>();
        Self::link(to_line_of(entry, inside + REST_OF_LINE), previous)
    }

    /// The end as the next line after the one with this hash.
    pub fn end(end: &End, previous: Hash) -> Self {
        let inside = end.end.as_str().len();
        Self::link(to_line_of(end, inside + REST_OF_LINE), previous)
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

/// How many bytes a line seldom passes beside what is known to be long, its hash included.
/// A journal in memory keeps lines as they were made, so there is no more room than that.
const REST_OF_LINE: usize = 224;

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

/// A fingerprint as it writes itself, without the detour by way of its words: every
/// command has one.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn in_digits<S: Serializer>(print: &Fingerprint, serializer: S) -> Result<S::Ok, S::Error> {
    let mut digits = [0; 16];
    write_hex(&print.0.to_be_bytes(), &mut digits);
    serializer.serialize_str(std::str::from_utf8(&digits).expect("hex digits are ASCII"))
}

fn to_line(value: &impl Serialize) -> String {
    to_line_of(value, 0)
}

/// A line that has about so many bytes.
fn to_line_of(value: &impl Serialize, bytes: usize) -> String {
    let mut line = Vec::with_capacity(bytes);
    serde_json::to_writer(&mut line, value).expect("lines are plain JSON");
    String::from_utf8(line).expect("JSON is text")
}
