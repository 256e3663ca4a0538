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

/// What is noted with a table.
#[derive(Serialize, Deserialize)]
struct Agreed {
    kind: String,
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

    /// The same; nothing if none was noted.
    pub fn noted(record: &Record) -> Option<Self> {
        let agreed = record.settings.read::<Agreed>().ok()?;
        (!agreed.kind.is_empty()).then(|| Self::named(&agreed.kind))
    }

    /// The settings of a table of this kind.
    pub(crate) fn settings(self) -> Json {
        let kind = self.name().to_owned();
        Json::of(&Agreed { kind })
    }
}
