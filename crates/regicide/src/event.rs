//! What happened, and how each viewer is told.

use parlour_rules::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::state::Outcome;

/// One card drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Who drew it.
    pub seat: Seat,
    /// Which card it is.
    pub card: Card,
}

/// Something that happened. Chance is in it: nothing is drawn anew in a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Cards were laid on the table.
    CardsPlayed {
        /// By whom.
        seat: Seat,
        /// Which.
        cards: Vec<Card>,
        /// Their total.
        value: u16,
    },
    /// A Jester was laid on the table; the enemy's immunity ends.
    JesterPlayed {
        /// By whom.
        seat: Seat,
        /// Blocked spades that begin to shield (R10.4).
        unblocked: u16,
    },
    /// Cards went from the discard pile to the bottom of the tavern.
    Healed {
        /// Which, the uppermost first.
        cards: Vec<Card>,
    },
    /// Cards were drawn by diamonds.
    Drawn {
        /// Each card, in order.
        draws: Vec<Draw>,
    },
    /// The enemy's attack sank.
    Shielded {
        /// By how much.
        amount: u16,
    },
    /// Spades were played in vain for now.
    SpadesBlocked {
        /// Their play's total.
        amount: u16,
    },
    /// The enemy was hurt.
    DamageDealt {
        /// How much.
        amount: u16,
        /// Whether clubs doubled it.
        doubled: bool,
    },
    /// The enemy fell; the table was cleared.
    EnemyDefeated {
        /// Who it was.
        enemy: Card,
        /// Whether the damage was exact, so that it lies on the tavern (R7.4).
        captured: bool,
    },
    /// The next enemy was turned up.
    EnemyRevealed {
        /// Who it is.
        enemy: Card,
    },
    /// Nothing was played.
    Yielded {
        /// By whom.
        seat: Seat,
    },
    /// The enemy strikes, and the mover must pay.
    AttackFaced {
        /// Who must pay.
        seat: Seat,
        /// How much.
        due: u16,
    },
    /// The attack was paid for.
    AttackPaid {
        /// By whom.
        seat: Seat,
        /// With which cards.
        cards: Vec<Card>,
        /// What was owed.
        due: u16,
    },
    /// Solo: a Jester was turned, the hand discarded and refilled.
    JesterFlipped {
        /// The hand before.
        discarded: Vec<Card>,
        /// The hand after.
        drawn: Vec<Card>,
    },
    /// After a Jester somebody was named to go next.
    NextChosen {
        /// By whom.
        by: Seat,
        /// Who goes next.
        seat: Seat,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

/// How many cards somebody drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawCount {
    /// Who drew.
    pub seat: Seat,
    /// How many cards.
    pub count: u8,
}

/// An event as one viewer is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// It happened in the open.
    Open(Event),
    /// Cards were healed, which ones nobody knows.
    Healed {
        /// How many.
        count: u8,
    },
    /// Cards were drawn.
    Drawn {
        /// How many by each, in the order of their first draw.
        counts: Vec<DrawCount>,
        /// The viewer's own.
        yours: Vec<Card>,
    },
    /// A Jester was turned in a solo game.
    JesterFlipped {
        /// The hand before.
        discarded: Vec<Card>,
        /// How many cards were drawn.
        count: u8,
        /// The new hand, for its holder alone.
        yours: Vec<Card>,
    },
}

/// Cuts what the viewer must not know out of an event.
pub(crate) fn seen(event: &Event, viewer: Viewer) -> Seen {
    let own = |seat: Seat| viewer == Viewer::Seat(seat);
    match event {
        Event::Healed { cards } => Seen::Healed {
            count: cards.len() as u8,
        },
        Event::Drawn { draws } => {
            let mut counts: Vec<DrawCount> = Vec::new();
            for draw in draws {
                match counts.iter_mut().find(|it| it.seat == draw.seat) {
                    Some(it) => it.count += 1,
                    None => counts.push(DrawCount {
                        seat: draw.seat,
                        count: 1,
                    }),
                }
            }
            let mine = draws.iter().filter(|draw| own(draw.seat));
            Seen::Drawn {
                counts,
                yours: mine.map(|draw| draw.card).collect(),
            }
        }
        Event::JesterFlipped { discarded, drawn } => Seen::JesterFlipped {
            discarded: discarded.clone(),
            count: drawn.len() as u8,
            yours: if own(Seat(0)) {
                drawn.clone()
            } else {
                Vec::new()
            },
        },
        open => Seen::Open(open.clone()),
    }
}
