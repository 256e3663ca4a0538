//! What kind of game a table for one is: noted in its settings, beside the rules.

use parlour_host::Json;
use parlour_host::table::Record;
use serde::{Deserialize, Serialize};

/// What kind of game is begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A game that counts.
    #[default]
    Ordinary,
    /// Moves may be taken back; it does not count.
    Practice,
    /// The same for everybody on this day.
    Daily,
}

/// What is noted with a table, beside the rules.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Agreed {
    /// The kind of game.
    pub(crate) kind: String,
    /// How many hints were given.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) hints: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Agreed {
    /// What is noted in settings; nothing in those of another kind of table.
    pub(crate) fn read(settings: &Json) -> Option<Self> {
        settings.read().ok()
    }
}

impl Kind {
    /// Its name, as it is noted.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Practice => "practice",
            Self::Daily => "daily",
        }
    }

    /// The kind of this name. What is unknown is an ordinary game.
    pub fn named(name: &str) -> Self {
        match name {
            "practice" => Self::Practice,
            "daily" => Self::Daily,
            _ => Self::Ordinary,
        }
    }

    /// The kind a table was opened as.
    pub fn of(record: &Record) -> Self {
        Self::noted(record).unwrap_or_default()
    }

    /// The same; nothing if none was noted. What goes on from the middle of another
    /// game is practice, whatever that one was: its future has been seen.
    pub fn noted(record: &Record) -> Option<Self> {
        let agreed = Agreed::read(&record.settings)?;
        if agreed.kind.is_empty() {
            return None;
        }
        Some(match record.forked_from {
            Some(_) => Self::Practice,
            None => Self::named(&agreed.kind),
        })
    }

    /// The settings of a table of this kind.
    pub(crate) fn settings(self) -> Json {
        Json::of(&Agreed {
            kind: self.name().to_owned(),
            hints: 0,
        })
    }
}
