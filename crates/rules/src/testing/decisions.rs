//! The same question gets the same answer.

use super::walk::walk;
use super::{Check, Fault, Report, Sampler, Size};
use crate::Rules;

/// Deciding twice gives the same events or the same refusal, on the state and on
/// a copy, whatever was asked in between.
pub fn check_decisions<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    walk(
        sampler,
        size,
        Check::Decisions,
        |game, moment, chance| {
            let copy = moment.state.clone();
            for _ in 0..2 {
                if let Some(other) = sampler.command(&copy, moment.by, chance) {
                    let _ = G::decide(&copy, moment.by, &other);
                }
                let again = G::decide(&copy, moment.by, moment.command);
                if again != *moment.answer {
                    let what = format!(
                        "{:?} by {:?}: expected {:?}, found {again:?}",
                        moment.command, moment.by, moment.answer
                    );
                    return Err(game.fault(Check::Decisions, what));
                }
            }
            Ok(())
        },
        |_, _, _| Ok(()),
    )
}
