//! What a table tells its guests, and to whom.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlour_host::table::{Record, TableId};
use parlour_regicide::{Card, Seen, Step, View};
use parlour_rules::{Seat, SeatSet};

use crate::marshal::{Eyes, Log};
use crate::refusal::Refusal;
use crate::seating;

/// Where a guest hears what a table tells. The front of the guest carries it on.
pub trait Ear: Send + Sync {
    /// Takes what is told, at once. False if this guest takes no more: then they are
    /// no longer at the table, and their front reports them gone.
    fn hear(&self, told: &Told<'_>) -> bool;

    /// What the guest wanted could not be stored, and nobody knows what has become of
    /// it: they are to come back, see the table, and ask again under the same id.
    fn send_away(&self);
}

/// One thing that is told.
pub enum Told<'a> {
    /// The guest is at the table; the first thing they hear.
    Welcome(Welcome<'a>),
    /// How the table is now.
    Shown(Moment<'a>),
    /// What was asked is refused; nothing has changed.
    Refused {
        /// Why.
        refusal: &'a Refusal,
        /// How far the table has come.
        seq: u64,
        /// The guest's id of what they asked.
        re: Option<&'a str>,
    },
    /// The seat is played from elsewhere now; nothing is told after this.
    TakenOver {
        /// How far the table has come.
        seq: u64,
    },
}

/// The answer to whoever comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Welcome<'a> {
    /// Their seat; none for whoever watches.
    pub seat: Option<Seat>,
    /// Seats of the table.
    pub players: u8,
    /// By what the table is known again, over all its games.
    pub table: &'a str,
}

/// What all guests are shown alike.
pub struct Scene<'a> {
    /// No other scene of this process has the same number.
    pub number: u64,
    /// How far the table has come: rises with every change, over all its games.
    pub seq: u64,
    /// By what the table is known again, over all its games.
    pub table: &'a str,
    /// The present game.
    pub game: &'a TableId,
    /// The game, as everybody sees it.
    pub view: &'a View,
    /// Who sits where.
    pub record: &'a Record,
    /// The seats whose guests are connected.
    pub here: SeatSet,
    /// The seats whose guests the table misses; while there are any, it is paused.
    pub missed: SeatSet,
    /// The seats that said they are ready.
    pub ready: &'a BTreeSet<Seat>,
    /// How many hints were given in the present game.
    pub hints: u32,
    /// The newest lines of the log.
    pub log: &'a Log,
}

impl Scene<'_> {
    /// Whether the game has not begun.
    pub fn is_lobby(&self) -> bool {
        self.record.started.is_none()
    }

    /// While somebody is missed, they; in the lobby and at the end, who is not ready;
    /// else whose decision it is.
    pub fn waiting_for(&self) -> SeatSet {
        if !self.missed.is_empty() {
            self.missed
        } else if self.is_lobby() || self.view.step == Step::Over {
            seating::not_ready(self.record, self.ready)
        } else {
            SeatSet::EMPTY.with(self.view.current)
        }
    }
}

/// A scene, as one guest sees it.
pub struct Moment<'a> {
    /// What all see.
    pub scene: &'a Scene<'a>,
    /// The guest's seat; none for whoever watches.
    pub you: Option<Seat>,
    /// The guest's id of their own action, if this is the first to contain it.
    pub ack: Option<&'a str>,
    eyes: &'a Eyes,
}

impl<'a> Moment<'a> {
    pub(crate) fn new(
        scene: &'a Scene<'a>,
        eyes: &'a Eyes,
        you: Option<Seat>,
        ack: Option<&'a str>,
    ) -> Self {
        Self {
            scene,
            you,
            ack,
            eyes,
        }
    }

    /// The guest's cards. There are none before the start, nor for whoever watches.
    pub fn hand(&self) -> Vec<Card> {
        self.you.map_or_else(Vec::new, |seat| self.eyes.hand(seat))
    }

    /// How long the game has been played by the clock of the host, in milliseconds.
    pub fn played(&self) -> u64 {
        let record = self.scene.record;
        let begun = record.started.unwrap_or(record.created);
        self.eyes.now().since(begun)
    }

    /// What everybody was told of the entries after this one, with the number of the
    /// last; nothing if the host does not remember that far back.
    pub fn told_after(&self, entry: u64) -> Option<(u64, Vec<Seen>)> {
        let last = self.eyes.standing().seq;
        let told = self.eyes.told(entry + 1..=last)?;
        Some((last, told.into_iter().flat_map(|(_, seen)| seen).collect()))
    }

    /// All the guest may know of the game. Before the start nobody has looked at
    /// their cards, so all see the same.
    pub fn view(&self) -> Arc<View> {
        match self.you {
            Some(seat) => self.eyes.view_from(seat),
            None => self.eyes.view(),
        }
    }
}
