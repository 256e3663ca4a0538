//! The words of a table's own plane, beside the commands of the game: what a person
//! says to the table from a front that knows them by their identity.

use parlour_host::table::TableId;
use parlour_regicide::Phrase;
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::table::Control;

/// A word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "word", rename_all = "snake_case", deny_unknown_fields)]
pub enum Word {
    /// Sits down: at the seat that was theirs, or at one that is free.
    Join {},
    /// Sits down at this seat, or at the one that was theirs.
    Take {
        /// Which.
        seat: Seat,
    },
    /// Gets up in the lobby, and at the end; in a game, the table waits at once.
    Leave {},
    /// Leaves for good: a bot plays on at the seat, which is theirs no more. Before the
    /// game and after its end as [`Word::Leave`].
    Resign {},
    /// Is ready to begin, or for the next game.
    Ready {},
    /// Says a phrase.
    Say {
        /// Which.
        phrase: Phrase,
    },
    /// A hint is about to be given to whoever says it: the table counts it.
    Hint {},
    /// In the lobby: a bot takes a free seat.
    AddBot {},
    /// In the lobby: the last bot gets up.
    RemoveBot {},
    /// A bot takes the seat of somebody for whom the table waits.
    PutBot {
        /// Whose.
        seat: Seat,
    },
    /// A newcomer may take the seat of somebody for whom the table waits.
    Admit {
        /// Whose.
        seat: Seat,
    },
    /// After the end: a lobby, where bots and newcomers come and go.
    OpenLobby {},
}

impl Word {
    /// What whoever sits at the table may arrange.
    pub(crate) fn control(self) -> Option<Control> {
        match self {
            Self::AddBot {} => Some(Control::AddBot),
            Self::RemoveBot {} => Some(Control::RemoveBot),
            Self::PutBot { seat } => Some(Control::PutBot(seat)),
            Self::Admit { seat } => Some(Control::Admit(seat)),
            Self::OpenLobby {} => Some(Control::OpenLobby),
            Self::Join {}
            | Self::Take { .. }
            | Self::Leave {}
            | Self::Resign {}
            | Self::Ready {}
            | Self::Say { .. }
            | Self::Hint {} => None,
        }
    }
}

/// What has become of a word. It is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heard {
    /// The game at the table now: another one, where the word began the next.
    pub game: TableId,
    /// The speaker's seat now.
    pub seat: Option<Seat>,
    /// How far the table has come.
    pub seq: u64,
}

/// Why a word is not heard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unheard {
    /// The table says no, and nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It could not be stored, or the table was closed meanwhile: nobody knows what has
    /// become of it. Said again under the same id it is done once.
    #[error("it could not be stored; say it again")]
    Lost,
}
