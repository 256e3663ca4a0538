//! What a seat may know: the one place where secrets are cut.
//!
//! Everybody knows the position, who must order, who is ready, who is in civil
//! disorder or has conceded, that a draw is proposed, and everything about
//! phases that are resolved. Only a power's own seat knows its orders for the
//! present phase, what does not fit together in them, whether it proposed the
//! draw, and how it voted.

use parlour_rules::Viewer;
use serde::Serialize;

use crate::game::{Event, GameOutcome, GameState, ResolvedPhase, power_of};
use crate::{Board, NextRecord, Phase, Power, Rulebook, Step, warnings};

/// A game as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameView {
    /// The board's name.
    pub map: String,
    /// The rule choices.
    pub rules: Rulebook,
    /// The phase that is to be ordered.
    pub phase: Phase,
    /// Who stands where, who owns what, who must retreat or build.
    pub position: NextRecord,
    /// Every power.
    pub powers: Vec<PowerView>,
    /// The proposed draw, if one is open.
    pub draw: Option<DrawView>,
    /// The phase that was resolved last.
    pub last: Option<ResolvedPhase>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawView {
    /// Who would share it.
    pub powers: Vec<String>,
}

/// What only a power's own seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// The power.
    pub power: String,
    /// Its orders for this phase.
    pub orders: Vec<String>,
    /// Its units that have no order yet; in Winter, nothing.
    pub without_orders: Vec<String>,
    /// Builds (above 0) or disbands (below 0) that are not ordered yet.
    pub adjustments_left: i32,
    /// What does not fit together in its own orders.
    pub warnings: Vec<String>,
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
        map: board.name().to_owned(),
        rules: state.rules(),
        phase: state.position().phase,
        position: NextRecord::of(board, state.position()),
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
            .map(|(_, placed)| board.unit_text(placed.unit).to_string())
            .collect(),
        Step::Retreat => position
            .dislodged()
            .iter()
            .filter(|gone| gone.power == power && !ordered(board.province_of(gone.unit.at)))
            .map(|gone| board.unit_text(gone.unit).to_string())
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
        power: board.power_name(power).to_owned(),
        orders: orders
            .iter()
            .map(|order| order.show(board).to_string())
            .collect(),
        without_orders,
        adjustments_left,
        warnings: warnings(board, position, power, orders)
            .iter()
            .map(ToString::to_string)
            .collect(),
        vote: proposal.and_then(|proposal| proposal.votes[usize::from(power.0)]),
        proposed: proposal.is_some_and(|proposal| proposal.by == Some(power)),
    }
}
