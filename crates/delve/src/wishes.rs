//! What a person has set for Delve.

use crate::keys::Keys;
use crate::modes::Difficulty;

/// Keys, hints, animations, difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// What keys do.
    pub keys: Keys,
    /// Whether hints are given.
    pub hints: bool,
    /// Whether blows, shots and blasts are not shown moment by moment.
    pub still: bool,
    /// How hard creatures are in games that are begun.
    pub difficulty: Difficulty,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            keys: Keys::default(),
            hints: true,
            still: false,
            difficulty: Difficulty::Normal,
        }
    }
}
