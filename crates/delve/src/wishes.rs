//! What a person has set for Delve.

use crate::keys::Keys;

/// Keys, hints, animations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// What keys do.
    pub keys: Keys,
    /// Whether hints are given.
    pub hints: bool,
    /// Whether blows, shots and blasts are not shown moment by moment.
    pub still: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            keys: Keys::default(),
            hints: true,
            still: false,
        }
    }
}
