//! Replayed events give the state.

use super::refusals::as_json;
use super::walk::walk;
use super::{Check, Fault, Report, Sampler, Size};
use crate::{Fingerprint, Rules};

/// Events that were written down, read back and applied to a fresh start give
/// the state and its fingerprint; a state read back from a snapshot goes on as
/// the original; states that differ have different fingerprints.
pub fn check_replay<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    let mut last: Option<(G::State, Fingerprint)> = None;
    walk(
        sampler,
        size,
        Check::Replay,
        |game, moment, _| {
            let fault = |what: String| Err(game.fault(Check::Replay, what));
            let print = G::fingerprint(moment.state);
            if let Some((state, seen)) = &last
                && state != moment.state
                && *seen == print
            {
                return fault(format!("two states share the fingerprint {print}"));
            }
            last = Some((moment.state.clone(), print));

            let Ok(events) = moment.answer else {
                return Ok(());
            };
            let mut restored: G::State = match serde_json::from_str(&as_json(moment.state)) {
                Ok(state) => state,
                Err(error) => return fault(format!("the state cannot be read back: {error}")),
            };
            let mut original = moment.state.clone();
            for event in events {
                G::apply(&mut original, event);
                G::apply(&mut restored, event);
            }
            if restored != original || G::fingerprint(&restored) != G::fingerprint(&original) {
                return fault(format!(
                    "a restored state goes another way: expected {original:?}, found {restored:?}"
                ));
            }
            Ok(())
        },
        |game, state, _| {
            let fault = |what: String| Err(game.fault(Check::Replay, what));
            let mut replayed = match G::start(&game.setup, game.seed) {
                Ok(start) if start == game.start => start,
                other => return fault(format!("a second start differs: {other:?}")),
            };
            for event in &game.events {
                let Ok(event) = serde_json::from_str::<G::Event>(&as_json(event)) else {
                    return fault(format!("{event:?} cannot be read back"));
                };
                G::apply(&mut replayed, &event);
            }
            if replayed != *state || G::fingerprint(&replayed) != G::fingerprint(state) {
                return fault(format!("expected {state:?}, found {replayed:?}"));
            }
            Ok(())
        },
    )
}
