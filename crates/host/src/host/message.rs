//! A command on its way to a table, and what it came to.

use std::fmt;
use std::sync::Arc;

use parlour_rules::{Rules, Seat, Stage, Viewer};

use crate::Json;
use crate::game::Happened;
use crate::journal::MessageId;
use crate::table::{Identity, TableId};

/// A command on its way to a table: of the game's own type, or from outside as JSON
/// text.
#[derive(Clone, Debug)]
pub struct Message<C = String> {
    /// The table.
    pub table: TableId,
    /// Who sends it.
    pub from: Giver,
    /// The command.
    pub command: C,
    /// The stage it is meant for; nothing if it is meant for whatever comes.
    pub stage: Option<Stage>,
    /// The last entry the giver has seen, if the command depends on it.
    pub seen: Option<u64>,
    /// The version of the record that the giver has seen, if the command depends on
    /// it: on who sits where, say, or on a clock that is not stopped.
    pub version: Option<u64>,
    /// An id of the giver's own: the same one twice is one command.
    pub id: Option<String>,
}

/// Who gives a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Giver {
    /// Somebody, from their only or lowest seat.
    Person(Identity),
    /// Somebody who holds several seats, from this one.
    At(Identity, Seat),
    /// The host's own clock.
    Clock,
}

impl Giver {
    /// Who it is; nobody for the clock.
    pub(super) fn who(&self) -> Option<&Identity> {
        match self {
            Self::Person(who) | Self::At(who, _) => Some(who),
            Self::Clock => None,
        }
    }
}

impl<C> Message<C> {
    /// A command of somebody, for whatever stage there is.
    pub fn new(table: &TableId, from: &Identity, command: impl Into<C>) -> Self {
        Self::given_by(table, Giver::Person(from.clone()), command)
    }

    /// A command of whoever gives it, for whatever stage there is.
    pub fn given_by(table: &TableId, from: Giver, command: impl Into<C>) -> Self {
        Self {
            table: table.clone(),
            from,
            command: command.into(),
            stage: None,
            seen: None,
            version: None,
            id: None,
        }
    }
}

impl<C> Message<C> {
    /// The command, and what is around it.
    pub(super) fn apart(self) -> (C, Message<()>) {
        let around = Message {
            table: self.table,
            from: self.from,
            command: (),
            stage: self.stage,
            seen: self.seen,
            version: self.version,
            id: self.id,
        };
        (self.command, around)
    }

    /// The same message with another command.
    pub(super) fn with<D>(self, command: D) -> Message<D> {
        Message {
            table: self.table,
            from: self.from,
            command,
            stage: self.stage,
            seen: self.seen,
            version: self.version,
            id: self.id,
        }
    }

    /// Its id, with its giver.
    pub(super) fn heard(&self) -> Option<MessageId> {
        let who = self.from.who()?.clone();
        let message = self.id.clone()?;
        Some(MessageId { who, message })
    }
}

/// An accepted command. It is stored.
#[derive(Clone)]
pub struct Accepted {
    /// The number of its entry.
    pub seq: u64,
    /// Whether the message was heard before, and nothing new happened.
    pub repeated: bool,
    /// What happened, and who sent the command.
    pub(super) happened: Option<(Viewer, Arc<dyn Happened>)>,
}

impl Accepted {
    /// What its giver is told, a JSON array; nothing for a repeated message.
    pub fn told(&self) -> Option<Json> {
        let (giver, happened) = self.happened.as_ref()?;
        happened.told(*giver)
    }

    /// The same in the game's own types; nothing also if it is another game.
    pub fn seen<G: Rules>(&self) -> Option<Vec<G::Seen>> {
        let (giver, happened) = self.happened.as_ref()?;
        let events = happened.events().downcast_ref::<Vec<G::Event>>()?;
        let seen = events.iter().filter_map(|it| G::observe(it, *giver));
        Some(seen.collect())
    }
}

impl fmt::Debug for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accepted")
            .field("seq", &self.seq)
            .field("repeated", &self.repeated)
            .field("told", &self.told())
            .finish_non_exhaustive()
    }
}

impl Accepted {
    pub(super) fn again(seq: u64) -> Self {
        Self {
            seq,
            repeated: true,
            happened: None,
        }
    }
}
