//! What a guest asks of a table.

use parlour_regicide::{Card, Command, Phrase};
use parlour_rules::Seat;

use crate::refusal::Refusal;

/// What a seat may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play these cards.
    Play(Vec<Card>),
    /// Pay with these cards.
    Discard(Vec<Card>),
    /// Play nothing.
    Yield,
    /// After a Jester: who goes next.
    ChooseNext(Seat),
    /// Ready to begin, or for the next game.
    Ready,
    /// One of the fixed phrases.
    Say(Phrase),
    /// A hint is about to be given at the seat's screen: the table counts it.
    Hint,
}

/// An action with what comes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is done; or, where the message is well formed, which of its words is
    /// none of the game's. Whether the table takes actions at all comes first, so
    /// the table gives that answer.
    pub action: Result<Action, Refusal>,
    /// The newest state the guest has seen.
    pub seq: Option<u64>,
    /// The guest's own name for this action: the same one twice is one action.
    pub id: Option<String>,
}

impl Asked {
    /// The move of the game that is asked for, if it is one.
    pub(crate) fn command(&self) -> Option<Command> {
        Some(match self.action.as_ref().ok()? {
            Action::Play(cards) => Command::Play(cards.clone()),
            Action::Discard(cards) => Command::Pay(cards.clone()),
            Action::Yield => Command::Yield,
            Action::ChooseNext(next) => Command::Next(*next),
            Action::Ready | Action::Say(_) | Action::Hint => return None,
        })
    }
}
