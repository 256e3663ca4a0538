//! The year's wheel: from the end of one phase to the beginning of the next
//! that somebody must order.

use crate::{Board, Phase, Place as _, Position, Power, Province, Season, Step};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One power won alone.
    Solo(Power),
    /// Several powers share the result.
    Draw(Vec<Power>),
}

/// What happened between two phases that were ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turning {
    /// Phases in which nobody had anything to order.
    pub skipped: Vec<Phase>,
    /// Centres that changed hands: the centre, its old and its new owner.
    pub captured: Vec<(Province, Option<Power>, Power)>,
    /// The power that won alone by this count of centres.
    pub solo: Option<Power>,
    /// Whether the calendar has ended: no phase follows, and the position keeps the
    /// name of the last one, W9999A.
    pub calendar_ended: bool,
}

/// Turns a position that was just judged to the next phase that somebody must
/// order. Dislodged units without a retreat are gone. After Fall centres change
/// hands; a power with enough of them and more than any other has won, if somebody plays it. After the
/// last Winter of the calendar there is nothing to turn to.
pub fn turn(board: &Board, position: &mut Position) -> Turning {
    let mut turning = Turning::default();
    let can_go: Vec<_> = position
        .dislodged()
        .iter()
        .copied()
        .filter(|unit| !unit.retreats.is_empty())
        .collect();
    position.set_dislodged(can_go);
    loop {
        let ended = position.phase;
        let Some(next) = ended.following() else {
            turning.calendar_ended = true;
            return turning;
        };
        position.phase = next;
        let fall_is_over = ended.season == Season::Fall && ended.step == Step::Retreat;
        if fall_is_over {
            turning.captured = capture(board, position);
            turning.solo = leader(board, position);
        }
        let somebody = match position.phase.step {
            Step::Movement => true,
            _ => position.somebody_must_order(board),
        };
        if somebody {
            return turning;
        }
        turning.skipped.push(position.phase);
    }
}

/// Every centre with a unit on it belongs to that unit's power.
fn capture(board: &Board, position: &mut Position) -> Vec<(Province, Option<Power>, Power)> {
    let mut captured = Vec::new();
    for center in position.occupied().and(board.centers()) {
        let Some(placed) = position.unit_in(center) else {
            continue;
        };
        let before = position.owner(center);
        if before != Some(placed.power) {
            captured.push((center, before, placed.power));
            position.set_owner(center, Some(placed.power));
        }
    }
    captured
}

/// The played power that owns enough centres, and more than any other.
fn leader(board: &Board, position: &Position) -> Option<Power> {
    let tally = position.tally();
    let count = |power: &Power| u32::from(tally.centers[power.index()]);
    let powers = || board.powers().filter(|power| !board.is_dummy(*power));
    let most = powers().map(|power| count(&power)).max()?;
    let mut leaders = powers().filter(|power| count(power) == most);
    let first = leaders.next()?;
    (most >= board.target() && leaders.next().is_none()).then_some(first)
}
