//! What people may say at the table (R12).
//!
//! Nothing may reveal or suggest a hand, so there is no free text, only these
//! phrases. A wish to go next, or not, may be said after a Jester until the next
//! turn begins.

use serde::{Deserialize, Serialize};

use crate::state::Step;

/// A fixed phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Thanks.
    Thanks,
    /// Praise.
    WellPlayed,
    /// Regret.
    Sorry,
    /// After a Jester: I would like to go next.
    WantNext,
    /// After a Jester: I would rather not go next.
    RatherNot,
}

impl Phrase {
    /// All phrases.
    pub const ALL: [Self; 6] = [
        Self::Hello,
        Self::Thanks,
        Self::WellPlayed,
        Self::Sorry,
        Self::WantNext,
        Self::RatherNot,
    ];

    /// The name on the wire.
    pub fn id(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Thanks => "thanks",
            Self::WellPlayed => "well_played",
            Self::Sorry => "sorry",
            Self::WantNext => "want_next",
            Self::RatherNot => "rather_not",
        }
    }

    /// The phrase with this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phrase| phrase.id() == id)
    }

    /// What the others read.
    pub fn words(self) -> &'static str {
        match self {
            Self::Hello => "Hello!",
            Self::Thanks => "Thank you.",
            Self::WellPlayed => "Well played!",
            Self::Sorry => "Sorry about that.",
            Self::WantNext => "I would like to go next.",
            Self::RatherNot => "I would rather not go next.",
        }
    }

    /// Whether it may be said now.
    pub fn is_allowed_in(self, step: Step) -> bool {
        !matches!(self, Self::WantNext | Self::RatherNot) || step == Step::Choose
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r12_wishes_to_go_next_are_said_only_after_a_jester() {
        for phrase in Phrase::ALL {
            let wish = matches!(phrase, Phrase::WantNext | Phrase::RatherNot);
            assert!(phrase.is_allowed_in(Step::Choose));
            for step in [Step::Play, Step::Suffer, Step::Over] {
                assert_eq!(phrase.is_allowed_in(step), !wish, "{phrase:?} in {step:?}");
            }
            assert_eq!(Phrase::from_id(phrase.id()), Some(phrase));
        }
        assert_eq!(Phrase::from_id("10 of clubs"), None);
    }
}
