//! What is agreed at a table beside the rules of its games.

use parlour_regicide::bot::Level;
use serde::{Deserialize, Serialize};

/// How bots play at a table, and whether screens may give hints. What is not said is
/// as the house has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Customs {
    /// How strong bots are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// How long they take for a move at least, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<u32>,
    /// Whether everybody may ask for hints.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
}

impl Customs {
    pub(crate) fn are_unsaid(&self) -> bool {
        *self == Self::default()
    }
}
