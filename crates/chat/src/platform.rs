//! The platforms, and what is different at each of them for the house.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::desk::Spoken;
use crate::{slack, telegram};

/// A platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Slack.
    Slack,
    /// Telegram.
    Telegram,
}

impl Platform {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Slack, Self::Telegram];

    /// Its name in identities and windows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slack => "slack",
            Self::Telegram => "telegram",
        }
    }

    /// The platform of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|platform| platform.name() == name)
    }

    /// What words begin with where they are spoken like this: in private they are heard
    /// as they are.
    pub(crate) fn typed_with(self, spoken: Spoken) -> &'static str {
        match self {
            _ if spoken == Spoken::Alone => "",
            Self::Slack => slack::TYPED,
            Self::Telegram => telegram::TYPED,
        }
    }

    /// Whether `start` greets in a private chat, because the platform says it there.
    pub(crate) fn start_greets(self) -> bool {
        match self {
            Self::Slack => false,
            Self::Telegram => true,
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
