//! What a seat may know: the one place where secrets are cut.
//!
//! Everybody knows the position, who must order, who is ready, who is in civil
//! disorder or has conceded, that a draw is proposed, and everything about
//! phases that are resolved. Only a power's own seat knows its orders for the
//! present phase, what does not fit together in them, whether it proposed the
//! draw, and how it voted.
//!
//! A view holds the game's own types. Where it leaves the process it is text, of
//! the same notation as records, and is read back to the same view (`view/written.rs`).

mod written;

use std::sync::Arc;

use parlour_rules::Fingerprint;
use parlour_rules::Viewer;
use serde::{Deserialize, Serialize};

use crate::game::{BoardRef, Event, GameOutcome, GameState, ResolvedPhase, power_of};
use crate::{Board, Order, Phase, Position, Power, Rulebook, Step, Unit, Warning, warnings};

/// A game as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "written::Written", into = "written::Written")]
pub struct GameView {
    /// The board.
    pub board: BoardRef,
    /// The hash of the picture file that the board was drawn with when the game began.
    pub picture: Option<Fingerprint>,
    /// The rule choices.
    pub rules: Rulebook,
    /// The phase that is to be ordered.
    pub phase: Phase,
    /// Who stands where, who owns what, who must retreat or build.
    pub position: Position,
    /// Every power.
    pub powers: Vec<PowerView>,
    /// The proposed draw, if one is open.
    pub draw: Option<DrawView>,
    /// The phase that was resolved last.
    pub last: Option<Arc<ResolvedPhase>>,
    /// How the game ended.
    pub outcome: Option<GameOutcome>,
    /// What only this seat knows.
    pub own: Option<OwnView>,
}

/// What everybody knows of a power.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that are kept apart on purpose"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerView {
    /// Its name.
    pub name: String,
    /// How many centres it owns.
    pub centers: u32,
    /// How many units it has.
    pub units: u32,
    /// It has something to order in this phase.
    pub must_order: bool,
    /// It need not be waited for.
    pub ready: bool,
    /// Nobody plays it at present.
    pub disorder: bool,
    /// It has given up.
    pub conceded: bool,
    /// It has neither units nor centres left.
    pub eliminated: bool,
}

/// What everybody knows of a proposed draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawView {
    /// Who would share it.
    pub powers: Vec<String>,
}

/// What only a power's own seat knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnView {
    /// The power.
    pub power: Power,
    /// Its orders for this phase.
    pub orders: Vec<Order>,
    /// Its units that have no order yet; in Winter, nothing.
    pub without_orders: Vec<Unit>,
    /// Builds (above 0) or disbands (below 0) that are not ordered yet.
    pub adjustments_left: i32,
    /// What does not fit together in its own orders.
    pub warnings: Vec<Warning>,
    /// How it voted on the proposed draw.
    pub vote: Option<bool>,
    /// Whether it proposed that draw.
    pub proposed: bool,
}

/// What a viewer is told of an event.
pub(crate) fn observe(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::OrderNoted { seat, .. }
        | Event::OrderWithdrawn { seat, .. }
        | Event::DrawVoted { seat, .. } => (viewer == Viewer::Seat(*seat)).then(|| event.clone()),
        Event::DrawProposed { seat, powers, .. } => {
            let own = seat.is_some_and(|seat| viewer == Viewer::Seat(seat));
            Some(if own {
                event.clone()
            } else {
                Event::DrawProposed {
                    seat: None,
                    by: None,
                    powers: powers.clone(),
                }
            })
        }
        _ => Some(event.clone()),
    }
}

/// The game as a viewer may know it.
pub(crate) fn view(state: &GameState, viewer: Viewer) -> GameView {
    let board = state.board();
    let power = match viewer {
        Viewer::Seat(seat) => power_of(state, seat),
        Viewer::Spectator => None,
    };
    GameView {
        board: state.board_ref().clone(),
        picture: state.picture(),
        rules: state.rules(),
        phase: state.position().phase,
        position: state.position().clone(),
        powers: board
            .powers()
            .map(|power| power_view(state, board, power))
            .collect(),
        draw: state.proposal().map(|proposal| DrawView {
            powers: state
                .sharers(proposal)
                .map(|power| board.power_name(power).to_owned())
                .collect(),
        }),
        last: state.last().cloned(),
        outcome: state.outcome().cloned(),
        own: power.map(|power| own_view(state, board, power)),
    }
}

fn power_view(state: &GameState, board: &Board, power: Power) -> PowerView {
    let position = state.position();
    let standing = state.standing(power);
    PowerView {
        name: board.power_name(power).to_owned(),
        centers: position.center_count(power),
        units: position.unit_count(power),
        must_order: state.must_order(power),
        ready: standing.ready,
        disorder: standing.disorder,
        conceded: standing.conceded,
        eliminated: !position.is_alive(power),
    }
}

fn own_view(state: &GameState, board: &Board, power: Power) -> OwnView {
    let orders = state.orders(power);
    let position = state.position();
    let ordered = |province| {
        orders.iter().any(|order| {
            order
                .unit()
                .is_some_and(|unit| board.province_of(unit.at) == province)
        })
    };
    let without_orders = match position.phase.step {
        Step::Movement => position
            .units()
            .filter(|(province, placed)| placed.power == power && !ordered(*province))
            .map(|(_, placed)| placed.unit)
            .collect(),
        Step::Retreat => position
            .dislodged()
            .iter()
            .filter(|gone| gone.power == power && !ordered(board.province_of(gone.unit.at)))
            .map(|gone| gone.unit)
            .collect(),
        Step::Adjustment => Vec::new(),
    };
    let adjustments_left = match position.phase.step {
        Step::Adjustment => {
            let due = position.adjustment(board, power);
            due - due.signum() * orders.len() as i32
        }
        _ => 0,
    };
    let proposal = state.proposal();
    OwnView {
        power,
        orders: orders.to_vec(),
        without_orders,
        adjustments_left,
        warnings: warnings(board, position, power, orders),
        vote: proposal.and_then(|proposal| proposal.votes[usize::from(power.0)]),
        proposed: proposal.is_some_and(|proposal| proposal.by == Some(power)),
    }
}
