//! What is agreed before the first phase.

use std::ops::Deref;
use std::sync::Arc;

use parlour_rules::Fingerprint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Board, BoardFile, Rulebook};

/// A board that a setup or state can hold and store: one that comes with the
/// crate, stored by its name and the hash of its file, or any other, stored whole.
///
/// A game goes on with the board it was begun on, also when the crate comes with
/// another of that name by then.
#[derive(Clone, Debug)]
pub enum BoardRef {
    /// One that comes with the crate, stored by its name and hash.
    Bundled(&'static Board),
    /// The first of its name that came with the crate, stored by its name alone, as
    /// games were before they named the hash.
    First(&'static Board),
    /// One that was read from a file. A game stores it whole, so that it goes on
    /// wherever its log is opened, and whatever becomes of that file.
    Own(Arc<Board>),
}

impl BoardRef {
    /// A board that comes with the crate, or that was added to this process.
    pub fn named(name: &str) -> Option<Self> {
        let board = Board::named(name)?;
        let bundled = board.pin().is_some();
        Some(if bundled {
            Self::Bundled(board)
        } else {
            Self::Own(Arc::new(board.clone()))
        })
    }
}

impl Default for BoardRef {
    fn default() -> Self {
        Self::Bundled(Board::standard())
    }
}

impl Deref for BoardRef {
    type Target = Board;

    fn deref(&self) -> &Board {
        match self {
            Self::Bundled(board) | Self::First(board) => board,
            Self::Own(board) => board,
        }
    }
}

impl PartialEq for BoardRef {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bundled(one), Self::Bundled(two)) | (Self::First(one), Self::First(two)) => {
                std::ptr::eq(*one, *two)
            }
            _ => **self == **other,
        }
    }
}

impl Eq for BoardRef {}

impl Serialize for BoardRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::First(board) => serializer.serialize_str(board.name()),
            Self::Bundled(board) => {
                let pin = board.pin().ok_or_else(|| {
                    serde::ser::Error::custom("the board does not come with the crate")
                })?;
                Pinned {
                    bundled: board.name().to_owned(),
                    hash: pin.hash,
                    base: pin.base,
                }
                .serialize(serializer)
            }
            Self::Own(board) => board.file().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for BoardRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = serde_json::Value::deserialize(deserializer)?;
        if let serde_json::Value::String(name) = &written {
            let fault = || serde::de::Error::custom(format!("there is no map \"{name}\""));
            return Board::first_named(name).map(Self::First).ok_or_else(fault);
        }
        if written.get("bundled").is_some() {
            let Pinned {
                bundled,
                hash,
                base,
            } = Pinned::deserialize(&written).map_err(serde::de::Error::custom)?;
            let fault = || {
                let upon = base.map_or(String::new(), |base| format!(" built upon {base}"));
                let words = format!("there is no map \"{bundled}\" with the hash {hash}{upon}");
                serde::de::Error::custom(words)
            };
            return Board::kept(&bundled, hash, base)
                .map(Self::Bundled)
                .ok_or_else(fault);
        }
        let file = BoardFile::deserialize(&written).map_err(serde::de::Error::custom)?;
        let board = Board::build(&file).map_err(serde::de::Error::custom)?;
        Ok(Self::Own(Arc::new(board)))
    }
}

/// A board that comes or came with the crate, as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pinned {
    bundled: String,
    hash: Fingerprint,
    /// The hash of what a variant is built upon; without it, the oldest there was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<Fingerprint>,
}

/// Who may share a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawRule {
    /// Draws include all survivors.
    #[default]
    Dias,
    /// A draw may leave survivors out, if they agree.
    Any,
}

/// Until when a vote on a draw may be changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteRule {
    /// Never, and the vote is closed when everybody has voted: so games were begun
    /// before there was a choice.
    #[default]
    Once,
    /// Until the phase ends, unless everybody has agreed before.
    UntilResolved,
}

/// Whether a member is what it was before there was a choice, and so need not be stored.
fn is_as_before<T: Default + PartialEq>(member: &T) -> bool {
    *member == T::default()
}

/// What is agreed before the first phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The board.
    #[serde(default)]
    pub map: BoardRef,
    /// The hash of the picture file that the board was drawn with when the game began,
    /// if there was one. No rule looks at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Fingerprint>,
    /// The rule choices.
    #[serde(default)]
    pub rules: Rulebook,
    /// Who may share a draw.
    #[serde(default)]
    pub draws: DrawRule,
    /// Until when a vote on a draw may be changed.
    #[serde(default, skip_serializing_if = "is_as_before")]
    pub votes: VoteRule,
    /// After so many phases missed in a row a power is in civil disorder;
    /// never if it is 0.
    #[serde(default)]
    pub misses: u8,
    /// The last year: after its Winter the survivors draw. If none is set, that is
    /// the last year of the calendar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_year: Option<u16>,
}
