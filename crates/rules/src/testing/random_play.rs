//! Random commands lead to an end.

use super::walk::{Ending, walk};
use super::{Check, Fault, Report, Sampler, Size};
use crate::{Rules, Turn};

/// Plays random games to their end. No game gets stuck, none goes on for ever,
/// and the table only ever waits for seats that exist, or for a deadline.
pub fn check_random_play<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    walk(
        sampler,
        size,
        Check::RandomPlay,
        |game, moment, _| {
            let Turn::Awaiting { seats, stage } = G::turn(moment.state) else {
                return Ok(());
            };
            if let Some(seat) = seats.iter().find(|seat| seat.0 >= game.seats) {
                let what = format!("waits for {seat}, but only {} seats exist", game.seats);
                return Err(game.fault(Check::RandomPlay, what));
            }
            if seats.is_empty() && G::time_up(moment.state).is_none() {
                let what = format!("stage {stage} waits for nobody and has no deadline");
                return Err(game.fault(Check::RandomPlay, what));
            }
            Ok(())
        },
        |game, state, ending| match ending {
            Ending::Over => Ok(()),
            Ending::OutOfSteps => Err(game.fault(Check::RandomPlay, "the game does not end")),
            Ending::Stuck => {
                let what = format!("no sampled command is accepted in {:?}", G::turn(state));
                Err(game.fault(Check::RandomPlay, what))
            }
        },
    )
}
