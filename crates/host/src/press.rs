//! Press: what players say to each other beside the game.
//!
//! It is kept beside a table's log and never in it. As entries it would tell everybody
//! who talks when, be refused before the start, during a pause and after the end, and
//! stand open in every export. Its numbers are its own, and so are its readers: they are
//! settled when it is said, and who comes later inherits nothing.
//!
//! There is a pace for each who speaks and none for the table, so that nobody's many words
//! leave others without theirs.

use parlour_rules::{Seat, Stage};
use serde::{Deserialize, Serialize};

use crate::Time;
use crate::journal::{MessageId, NewLetter};
use crate::table::{Identity, TableId};

/// The longest press, in bytes.
pub const LONGEST_WORDS: usize = 8 * 1024;

/// The most that one table keeps: more than all who play there come to in a year, each at
/// the pace that is left to them after their [`SHARE`].
pub const MOST: u64 = 100_000;

/// How much each who speaks may say at a table before they are heard seldom.
pub const SHARE: u64 = 2_500;

/// So many times at most each who speaks is heard within so long.
pub const PACES: [Pace; 2] = [
    Pace {
        most: 30,
        within: 60_000,
        named: "a minute",
    },
    Pace {
        most: 300,
        within: 3_600_000,
        named: "an hour",
    },
];

/// The pace of whoever has had their [`SHARE`]. Whoever takes over a seat inherits it, so it is
/// one that a game can be played at.
pub const SLOW: Pace = Pace {
    most: 30,
    within: 24 * 3_600_000,
    named: "a day",
};

/// How much may be said in how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How often.
    pub most: usize,
    /// In how many milliseconds.
    pub within: u64,
    /// The same in words.
    pub named: &'static str,
}

/// The seat of whoever speaks before they have one. Nobody ever sits there.
pub const NO_SEAT: Seat = Seat(u8::MAX);

/// Something that was said, with its number at its table, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press {
    /// Its number.
    pub number: u64,
    /// What it is.
    pub said: Said,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// When.
    pub time: Time,
    /// In which stage; in none once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// By which seat; by [`NO_SEAT`] before they have one.
    pub from: Seat,
    /// To which seats; to everybody if it names none.
    pub to: Vec<Seat>,
    /// Who may read it, unless everybody may: then it names at most who said it without
    /// having a seat.
    pub readers: Vec<Identity>,
    /// The words.
    pub words: String,
}

impl Said {
    /// Whether everybody may read it.
    pub fn is_public(&self) -> bool {
        self.to.is_empty()
    }

    /// Whether somebody may read it, or nobody in particular.
    pub fn is_for(&self, who: Option<&Identity>) -> bool {
        self.is_public() || who.is_some_and(|who| self.readers.contains(who))
    }
}

/// Whoever speaks, as far as what they say is counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speaker {
    /// Whoever has a seat.
    Seat(Seat),
    /// Somebody who has none.
    Person(Identity),
}

impl Said {
    /// Who has said it.
    pub fn speaker(&self) -> Speaker {
        match self.readers.first().filter(|_| self.from == NO_SEAT) {
            Some(who) => Speaker::Person(who.clone()),
            None => Speaker::Seat(self.from),
        }
    }
}

/// Something that is to be kept, and told to those who may read it.
#[derive(Clone, Debug)]
pub struct NewPress {
    /// The table.
    pub table: TableId,
    /// The version of the record that says who sits where.
    pub version: u64,
    /// What was said.
    pub said: Said,
    /// What is to be told of it, and to whom.
    pub letters: Vec<NewLetter>,
    /// The message that asked for it.
    pub message: Option<MessageId>,
    /// The number of entries there are, which letters and message name.
    pub seq: u64,
}

/// What became of press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is kept under this number.
    Done(u64),
    /// The record has changed meanwhile: look again.
    Behind,
    /// This message was heard before.
    Repeated,
    /// The table keeps no more.
    Full,
}

/// A table, as whoever words press sees it.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// What is known of it.
    pub record: &'a crate::table::Record,
    /// The stage; none once the game is over.
    pub stage: Option<&'a Stage>,
    /// What time it is.
    pub now: Time,
}
