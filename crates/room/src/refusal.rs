//! Why a room does not do what it is asked.

use parlour_host::Refused;
use parlour_host::journal::JournalError;

use crate::phrase;
use crate::{SettingError, WordsError};

/// A refusal in words for the speaker. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Refusal {
    /// The stable code, for programs.
    pub code: &'static str,
    /// A sentence.
    pub words: String,
}

impl Refusal {
    pub(crate) fn new(code: &'static str, words: impl Into<String>) -> Self {
        Self {
            code,
            words: words.into(),
        }
    }
}

/// A refusal, or the database does not answer.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    Refusal(Refusal),
    Journal(JournalError),
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Journal(error) => Self::Journal(error),
            Refused::StaleStage { named, current } => {
                let words = format!("That was meant for {named}; it is {current} now.");
                Self::Refusal(Refusal::new("stale", words))
            }
            refused => {
                let words = phrase::sentence(&phrase::plain(&refused.to_string()));
                Self::Refusal(Refusal::new(refused.code(), words))
            }
        }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal)
    }
}

impl From<SettingError> for Trouble {
    fn from(error: SettingError) -> Self {
        Refusal::new("bad_setting", phrase::sentence(&error.to_string())).into()
    }
}

impl From<WordsError> for Trouble {
    fn from(error: WordsError) -> Self {
        Refusal::new(error.code(), phrase::sentence(&error.to_string())).into()
    }
}

pub(crate) fn refuse<T>(code: &'static str, words: impl Into<String>) -> Result<T, Trouble> {
    Err(Refusal::new(code, words).into())
}
