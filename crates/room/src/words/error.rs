//! Why words are not understood.

use super::{LONGEST_MESSAGE, MOST_ORDERS, Verb};

/// Why words are not understood. `Display` is what the speaker is told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// Nothing was said.
    #[error("say what you want to do; `help` lists what can be said")]
    Empty,
    /// Longer than any honest message.
    #[error("that message is too long: at most {} kB are read", LONGEST_MESSAGE / 1024)]
    TooLong,
    /// More orders than there are units.
    #[error("at most {MOST_ORDERS} orders fit into one message")]
    TooManyOrders,
    /// No such verb.
    #[error("`{word}` is not understood; {}`help` lists what can be said", suggestion(*.meant))]
    UnknownVerb {
        /// The word, shortened.
        word: String,
        /// The word that was probably meant.
        meant: Option<&'static str>,
    },
    /// More words than the verb takes.
    #[error("`{word}` is too much: `{}` is said with {takes}", .verb.word())]
    TooMuch {
        /// The verb.
        verb: Verb,
        /// The first word that is too much, shortened.
        word: String,
        /// What may follow the verb.
        takes: &'static str,
    },
    /// The verb is known, the rest does not fit.
    #[error("{what}, for instance `{example}`")]
    Misused {
        /// What is missing or wrong.
        what: &'static str,
        /// A correct line.
        example: &'static str,
    },
}

fn suggestion(meant: Option<&'static str>) -> String {
    meant.map_or(String::new(), |verb| format!("did you mean `{verb}`? "))
}

impl WordsError {
    /// The stable code of this refusal.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::TooManyOrders => "too_many_orders",
            Self::UnknownVerb { .. } => "unknown_word",
            Self::TooMuch { .. } | Self::Misused { .. } => "misused_word",
        }
    }
}
