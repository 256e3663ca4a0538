//! Under which rules a log was played.
//!
//! The header names the version that the table was opened under. An entry that
//! other rules decided names them itself, so that a table can go on for years and
//! its log still says of every entry by which rules it was decided. The rules of a
//! log never grow younger.

use std::borrow::Cow;
use std::fmt;

use parlour_rules::Age;
use thiserror::Error;

use super::{Entry, Header};
use crate::Json;
use crate::game::{BadEvents, BadSetup, Game, Start};

/// A log, or an entry of it, was written by rules that are not here yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rules {found} of {game} are newer than rules {known}, the newest known here")]
pub struct NewerRules {
    /// The game.
    pub game: &'static str,
    /// The version it was written by.
    pub found: u32,
    /// The version there is.
    pub known: u32,
}

/// A game that was played under older rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Older {
    /// The version of the rules it was played under.
    pub rules: u32,
    /// The version there is now.
    pub present: u32,
    /// What becomes of it.
    pub age: Age,
}

/// A sentence for whoever opens such a game.
impl fmt::Display for Older {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, present, .. } = self;
        write!(
            f,
            "This game was played under older rules ({rules}, these are {present})"
        )?;
        match self.age {
            Age::Continues => f.write_str("; from here on the present rules decide."),
            Age::ReadOnly(reason) => write!(f, " and can only be read: {reason}."),
        }
    }
}

/// Follows the rules from entry to entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Era {
    /// The version the header names.
    header: u32,
    /// The version of the latest entry; at first that of the header.
    latest: u32,
}

/// Why an entry does not fit the entries before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum OutOfAge {
    /// Its rules are not here yet.
    #[error(transparent)]
    Newer(#[from] NewerRules),
    /// It was decided by older rules than an entry before it.
    #[error("expected rules {latest} or later, found rules {found}")]
    Younger { latest: u32, found: u32 },
}

impl Era {
    /// At the beginning of a log.
    pub fn of(header: &Header, game: &dyn Game) -> Result<Self, NewerRules> {
        known(game, header.rules)?;
        Ok(Self {
            header: header.rules,
            latest: header.rules,
        })
    }

    /// The version that decided an entry, which is the latest from now on.
    pub fn enter(&mut self, entry: &Entry, game: &dyn Game) -> Result<u32, OutOfAge> {
        let (latest, found) = (self.latest, entry.rules.unwrap_or(self.header));
        if found < latest {
            return Err(OutOfAge::Younger { latest, found });
        }
        known(game, found)?;
        self.latest = found;
        Ok(found)
    }

    /// How the next entry says that these rules have decided it.
    pub fn mark(self, version: u32) -> Option<u32> {
        (version != self.header).then_some(version)
    }

    /// The next entry was decided by these rules.
    pub fn reach(&mut self, version: u32) {
        self.latest = version;
    }

    /// What is to be said of the game as long as the present rules have decided
    /// nothing of it.
    pub fn older(self, game: &dyn Game) -> Option<Older> {
        older(game, self.latest)
    }
}

/// Whether a version is known here.
fn known(game: &dyn Game, found: u32) -> Result<(), NewerRules> {
    let known = game.version();
    if found > known {
        let game = game.name();
        return Err(NewerRules { game, found, known });
    }
    Ok(())
}

/// A version as an age, unless it is the present one.
pub(crate) fn older(game: &dyn Game, rules: u32) -> Option<Older> {
    let present = game.version();
    (rules < present).then(|| Older {
        rules,
        present,
        age: game.age(rules),
    })
}

/// The start of a log, from its setup in the present form.
pub(crate) fn start(game: &dyn Game, header: &Header) -> Result<Start, BadSetup> {
    let setup = game.setup_of(header.rules, &header.setup)?;
    game.start(&setup, header.seed)
}

/// The events of an entry that these rules decided, in the present form.
pub(crate) fn events<'a>(
    game: &dyn Game,
    rules: u32,
    entry: &'a Entry,
) -> Result<Cow<'a, Json>, BadEvents> {
    game.events_of(rules, &entry.events)
}
