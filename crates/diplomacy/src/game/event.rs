//! What happened, as text that outlives the program's own types.

use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::{ByPower, NextRecord, Phase, ReasonRecord};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A power noted an order.
    OrderNoted {
        /// Who knows of it.
        seat: Seat,
        /// Whose.
        power: String,
        /// The order, in the notation of the records.
        order: String,
        /// The order it takes the place of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
        /// What was wrong with its words but did not matter.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<String>,
    },
    /// A power took an order back.
    OrderWithdrawn {
        /// Who knows of it.
        seat: Seat,
        /// Whose.
        power: String,
        /// The order.
        order: String,
    },
    /// A power need not be waited for.
    Readied {
        /// Which.
        power: String,
    },
    /// A power wants to be waited for again.
    Unreadied {
        /// Which.
        power: String,
    },
    /// A power that had to order did not.
    NoMoveReceived {
        /// Which.
        power: String,
        /// How many in a row it is.
        misses: u8,
    },
    /// A power is in civil disorder.
    DisorderBegan {
        /// Which.
        power: String,
    },
    /// A power is played again, after civil disorder or after a concession.
    DisorderEnded {
        /// Which.
        power: String,
    },
    /// Somebody else plays a power from now on: nobody has been ready, missed a
    /// phase, ordered, or voted on a draw for it.
    HandedOver {
        /// Which.
        power: String,
    },
    /// A phase was resolved.
    PhaseResolved(Box<ResolvedPhase>),
    /// Nobody had anything to order in a phase.
    PhaseSkipped {
        /// Which.
        phase: Phase,
    },
    /// A power has neither units nor centres left.
    PowerEliminated {
        /// Which.
        power: String,
    },
    /// A draw was proposed. By whom is known only to the proposer.
    DrawProposed {
        /// The seat that knows who proposed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Who proposed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Who would share it.
        powers: Vec<String>,
    },
    /// A power voted on the draw; known only to itself.
    DrawVoted {
        /// Who knows of it.
        seat: Seat,
        /// Which.
        power: String,
        /// How.
        yes: bool,
    },
    /// The proposed draw was not agreed to. By whom is not said.
    DrawFailed,
    /// The proposed draw is off: too few of its powers are left to share it.
    DrawFell,
    /// A power gave up.
    Conceded {
        /// Which.
        power: String,
    },
    /// The game is over.
    GameEnded(GameOutcome),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameOutcome {
    /// One power won alone: by centres, or because all others gave up.
    Solo(String),
    /// These powers share the result.
    Draw(Vec<String>),
}

/// A resolved phase: every order with its reason, and the next position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedPhase {
    /// The phase.
    pub phase: Phase,
    /// Every order, in the order of the powers.
    pub orders: Vec<ResolvedOrder>,
    /// Units that left the board.
    #[serde(default, skip_serializing_if = "ByPower::is_empty")]
    pub disbanded: ByPower<Vec<String>>,
    /// Centres that changed hands: the centre, its old and its new owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<(String, Option<String>, String)>,
    /// The next position.
    pub next: NextRecord,
}

/// One order of a resolved phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedOrder {
    /// Whose.
    pub power: String,
    /// The order; a hold or disband that was not ordered is marked below.
    pub order: String,
    /// False if the unit was given no order.
    pub given: bool,
    /// The result codes; none means success.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<String>,
    /// Why.
    pub reason: ReasonRecord,
}
