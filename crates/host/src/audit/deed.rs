//! One line of an audit, and the line that seals an exported one.

use serde::{Deserialize, Serialize};

use super::Fact;
use crate::Time;
use crate::log::{Hash, read_linked};

/// A change of a table's record: when, by whom, from where, and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// The version of the record from then on.
    pub version: u64,
    /// How many entries there were.
    pub entries: u64,
    /// When.
    pub time: Time,
    /// What they are called who asked for it; nothing if that is not known, or if it was
    /// the clock or the house itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// What they are known by elsewhere, or only where, if the rest is a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The group, channel or command in which it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// In which words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// What has changed; nothing if somebody was only told something.
    pub facts: Vec<Fact>,
}

/// The last line of an exported audit: it binds the deeds to the log they belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// How many deeds there are.
    pub deeds: u64,
    /// The hash of the end line of the log.
    pub log: Hash,
}

/// Reads a stored deed; its hash is not checked.
pub(crate) fn read_deed(line: &str) -> Result<Deed, String> {
    read_linked(line).map_err(|what| format!("not a deed: {what}"))
}
