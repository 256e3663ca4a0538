//! The year's wheel keeping the contract of `rules`.
//!
//! A seat is a power, in the order of the board. Powers note orders in secret,
//! say that they are ready, and when all who must order are ready, or the clock
//! says so, the phase is resolved with what is there. Three facts about a power
//! are kept apart: whether it *must* order in this phase, whether it *has*
//! orders, which only its own seat knows, and whether it is *ready*, which
//! everybody knows.
//!
//! A power that neither orders nor says ready when the clock resolves a phase
//! has missed it, unless the phase is resolved before its time was up. After as many misses in a row as the setup allows it is in
//! civil disorder: nobody waits for it, its units hold, its retreats and its
//! removals follow the rules, its builds are waived. It comes back when it says
//! that it is ready or not, and when a phase is resolved with orders of its own;
//! before that the table does not learn that it has given some.

mod command;
mod decide;
mod draw;
mod event;
mod refusal;
mod setup;
mod state;

use parlour_rules::{Actor, Fingerprint, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};

use crate::view::{self, GameView};
use crate::{Place, Power};

pub use command::Command;
pub use decide::read_orders;
pub(crate) use decide::replaced;
pub use draw::Proposal;
pub use event::{Event, ResolvedOrder, ResolvedPhase};
pub use refusal::{Refusal, RefusedOrder};
pub use setup::{BoardRef, DrawRule, Setup, VoteRule};
pub use state::{GameState, PastPhase, PowerState};
pub(crate) use state::{read_order, read_position};

use event::GameOutcome as Over;
pub use event::GameOutcome;

/// The rules of Diplomacy.
#[derive(Clone, Copy, Debug)]
pub struct Diplomacy;

impl Rules for Diplomacy {
    const NAME: &'static str = "diplomacy";
    /// 2: reasons say that a unit was destroyed for want of a retreat, and why an army
    /// between neighbours went by sea or did not.
    const VERSION: u32 = 2;

    type Setup = Setup;
    type State = GameState;
    type Command = Command;
    type Event = Event;
    type Seen = Event;
    type View = GameView;
    type Refusal = Refusal;
    type Outcome = Over;

    fn seats(setup: &Setup) -> u8 {
        setup.map.played_count() as u8
    }

    fn start(setup: &Setup, _seed: Seed) -> Result<GameState, Refusal> {
        Ok(GameState::new(setup))
    }

    fn turn(state: &GameState) -> Turn<Over> {
        match state.outcome() {
            Some(outcome) => Turn::Over(outcome.clone()),
            None => Turn::Awaiting {
                stage: Stage::new(state.position().phase.to_string()),
                seats: awaited(state),
            },
        }
    }

    fn time_up(state: &GameState) -> Option<Command> {
        state.outcome().is_none().then_some(Command::Resolve)
    }

    fn decide(state: &GameState, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        decide::decide(state, by, command)
    }

    fn apply(state: &mut GameState, event: &Event) {
        state.apply(event);
    }

    fn observe(event: &Event, viewer: Viewer) -> Option<Event> {
        view::observe(event, viewer)
    }

    fn view(state: &GameState, viewer: Viewer) -> GameView {
        view::view(state, viewer)
    }

    fn fingerprint(state: &GameState) -> Fingerprint {
        state.fingerprint()
    }
}

/// The seats whose word would move the game forward: powers that must order and
/// are not ready.
fn awaited(state: &GameState) -> SeatSet {
    state
        .board()
        .powers()
        .filter(|power| state.owes_orders(*power) && !state.is_ready(*power))
        .map(seat_of)
        .collect()
}

/// The seat of a power.
pub fn seat_of(power: Power) -> Seat {
    Seat(power.0)
}

/// The power of a seat, if the board has so many.
pub fn power_of(state: &GameState, seat: Seat) -> Option<Power> {
    let count = state.board().played_count();
    (usize::from(seat.0) < count).then(|| Power::from_index(usize::from(seat.0)))
}
