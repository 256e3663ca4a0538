//! What a check found wrong.

use std::fmt;

/// The checks of the kit, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Random commands lead to an end.
    RandomPlay,
    /// A refusal changes nothing.
    Refusals,
    /// Replayed events give the state.
    Replay,
    /// The same question gets the same answer.
    Decisions,
    /// Nobody learns what is hidden from them.
    Secrecy,
    /// Printing and reading are inverse.
    Notations,
    /// The recorded playthrough still happens.
    Golden,
}

/// A broken promise: which one, in which game, after which entry.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The check that found it.
    pub check: Check,
    /// The name of the game.
    pub game: &'static str,
    /// The number of the random game, counted from 0.
    pub round: u32,
    /// How many commands had been accepted by then.
    pub entries: u32,
    /// What is wrong, with what was expected and what was found.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} of {}, game {}, after {} entries: {}",
            self.check, self.game, self.round, self.entries, self.what
        )
    }
}

/// The same words, so that `unwrap` in a test prints them.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Fault {}
