//! How much the bot thinks, and for what.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How the bot is to think.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// What its chance grows from.
    pub seed: u64,
    /// The most games it plays out for one decision; with none it does what the
    /// quick player would.
    pub play_outs: u32,
    /// Solo: play for the gold medal, turning no Jester as long as there is any
    /// other move. Once one has been turned, a win is all that counts.
    pub gold: bool,
    /// Whether moves that have fallen behind are tried again while there is budget
    /// left, until the best is beyond doubt. Otherwise it stops at the first move
    /// that is alone in the lead.
    pub thorough: bool,
}

impl Default for Thinking {
    fn default() -> Self {
        Self {
            seed: 0,
            play_outs: Level::Master.play_outs(),
            gold: false,
            thorough: false,
        }
    }
}

/// How strong a bot is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Does what comes to mind first, without trying anything.
    Rookie,
    /// Tries what comes to mind, a little.
    #[default]
    Friend,
    /// Tries everything that is worth a thought.
    Master,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 3] = [Self::Rookie, Self::Friend, Self::Master];

    /// The most games it plays out for one decision.
    pub const fn play_outs(self) -> u32 {
        match self {
            Self::Rookie => 0,
            Self::Friend => 200,
            Self::Master => 1_000,
        }
    }

    /// Its name, in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rookie => "rookie",
            Self::Friend => "friend",
            Self::Master => "master",
        }
    }

    /// How a bot of this level thinks.
    pub fn thinking(self, seed: u64) -> Thinking {
        Thinking {
            seed,
            play_outs: self.play_outs(),
            ..Thinking::default()
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a bot is a rookie, a friend or a master")
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        let named = |level: &Self| level.name().eq_ignore_ascii_case(word.trim());
        Self::ALL.into_iter().find(named).ok_or(UnknownLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_words_and_each_thinks_more_than_the_one_before() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(" Master".parse(), Ok(Level::Master));
        assert_eq!("grandmaster".parse::<Level>(), Err(UnknownLevel));
        assert!(Level::ALL.is_sorted_by_key(|level| level.play_outs()));
    }
}
