//! The platforms. This file alone names them: one more is a folder beside the others,
//! and its module, its variant and its row here (`docs/chat-platform.md`).

pub mod slack;
pub mod telegram;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::desk::Spoken;
use crate::settings::Reading;

/// A platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Slack.
    Slack,
    /// Telegram.
    Telegram,
}

/// All that is different at a platform for the rest of the house.
pub(crate) struct Manner {
    /// Its name in identities, windows and figures.
    pub name: &'static str,
    /// Its name as people write it.
    pub title: &'static str,
    /// What words begin with in a group.
    pub typed: &'static str,
    /// Whether `start` greets in a private chat, because the platform says it there.
    pub start_greets: bool,
    /// The names of its settings, in the order of the documents.
    pub settings: &'static [&'static str],
    /// Reads them; nothing if its token is not set.
    pub read: Reading,
}

impl Platform {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Slack, Self::Telegram];

    fn manner(self) -> &'static Manner {
        match self {
            Self::Slack => &slack::MANNER,
            Self::Telegram => &telegram::MANNER,
        }
    }

    /// Its name in identities and windows.
    pub fn name(self) -> &'static str {
        self.manner().name
    }

    /// Its name as people write it.
    pub fn title(self) -> &'static str {
        self.manner().title
    }

    /// The names of its settings in the environment, in the order of the documents.
    pub fn settings(self) -> &'static [&'static str] {
        self.manner().settings
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
        match spoken {
            Spoken::Alone => "",
            _ => self.manner().typed,
        }
    }

    /// Whether `start` greets in a private chat, because the platform says it there.
    pub(crate) fn start_greets(self) -> bool {
        self.manner().start_greets
    }

    /// How its settings are read.
    pub(crate) fn reading(self) -> Reading {
        self.manner().read
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_kept_under_its_name_and_read_back() {
        for platform in Platform::ALL {
            let kept = serde_json::to_value(platform).unwrap();
            assert_eq!(kept, platform.name());
            assert_eq!(Platform::named(platform.name()), Some(platform));
            assert_eq!(platform.title().to_lowercase(), platform.name());
        }
    }

    #[test]
    fn settings_say_whose_they_are() {
        for platform in Platform::ALL {
            let begin = format!("PARLOUR_{}_", platform.name().to_uppercase());
            for name in platform.settings() {
                assert!(name.starts_with(&begin), "{name}");
            }
        }
    }
}
