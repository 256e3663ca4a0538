//! Why a table does not do what it is asked.

/// Why something is refused: a stable code and words for a person. Nothing has
/// changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A stable code, for programs.
    pub code: &'static str,
    /// The fact, in words.
    pub message: String,
}

impl Refusal {
    /// A refusal with these words.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// Every code that a table gives: its own, the game's, and what the host says of a table
/// that changed hands or rules meanwhile, or is gone.
pub const CODES: &[&str] = &[
    "already_seated",
    "not_seated",
    "unknown_token",
    "table_full",
    "paused",
    "stale",
    "game_over",
    "not_your_turn",
    "wrong_step",
    "unknown_card",
    "not_in_hand",
    "illegal_set",
    "jester_alone",
    "payment_too_small",
    "cannot_yield",
    "no_such_player",
    "phrase_not_allowed",
    "hint_not_allowed",
    "moved",
    "closed",
    "read_only",
    "older_rules",
    "newer_rules",
    "unknown_table",
    "unknown_game",
    "not_started",
    "not_your_seat",
    "no_such_seat",
];

/// The codes of words of a table's own plane, which no wire of its own carries.
pub const WORD_CODES: &[&str] = &[
    "already_started",
    "not_over",
    "no_bot",
    "not_vanished",
    "bad_name",
    "seat_taken",
];
