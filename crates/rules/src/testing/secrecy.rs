//! Nobody learns what is hidden from them.

use super::walk::{Game, Moment, walk};
use super::{Check, Fault, Report, Sampler, Size, Twin};
use crate::{Actor, Rules, Viewer};

/// For every viewer, a play and its [`Twin`], which differ only in what that
/// viewer may not know, look alike: the same view before and after, the same
/// telling, the same seats awaited, and to one's own command the same answer.
///
/// A game that is not [`OPEN`](Sampler::OPEN) must have had twins that differ.
pub fn check_secrecy<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    let mut twins = 0;
    let mut report = walk(
        sampler,
        size,
        Check::Secrecy,
        |game, moment, chance| {
            for viewer in game.viewers() {
                let twin =
                    sampler.disguise(moment.state, moment.by, moment.command, viewer, chance);
                let Some(twin) = twin else { continue };
                if twin.state == *moment.state && twin.command == *moment.command {
                    continue;
                }
                if compare(game, moment, &twin, viewer)? {
                    twins += 1;
                }
            }
            Ok(())
        },
        |_, _, _| Ok(()),
    )?;
    report.twins = twins;
    if report.twins == 0 && !<_ as OpenGame<G>>::is_open(sampler) {
        return Err(Fault {
            check: Check::Secrecy,
            game: G::NAME,
            round: size.games,
            entries: 0,
            what: "nothing was ever disguised, so nothing was checked".to_owned(),
        });
    }
    Ok(report)
}

/// Reads [`Sampler::OPEN`] through a reference of unnamed type.
trait OpenGame<G: Rules> {
    fn is_open(&self) -> bool;
}

impl<G: Rules, S: Sampler<G>> OpenGame<G> for S {
    fn is_open(&self) -> bool {
        S::OPEN
    }
}

/// Whether the two could be compared; a fault if the viewer can tell them apart.
fn compare<G: Rules>(
    game: &Game<G>,
    moment: &Moment<'_, G>,
    twin: &Twin<G>,
    viewer: Viewer,
) -> Result<bool, Fault> {
    let told_apart = |by: &str, expected: String, found: String| {
        let what = format!(
            "{viewer:?} tells {:?} of {:?} from its twin {:?} by {by}: expected {expected}, found {found}",
            moment.command, moment.by, twin.command
        );
        Err(game.fault(Check::Secrecy, what))
    };
    let (state, other) = (moment.state, &twin.state);
    let (view, twin_view) = (G::view(state, viewer), G::view(other, viewer));
    if view != twin_view {
        return told_apart("its view", format!("{view:?}"), format!("{twin_view:?}"));
    }
    let (turn, twin_turn) = (G::turn(state), G::turn(other));
    if turn != twin_turn {
        return told_apart("the turn", format!("{turn:?}"), format!("{twin_turn:?}"));
    }
    let twin_answer = G::decide(other, moment.by, &twin.command);
    let own = match (moment.by, viewer) {
        (Actor::Seat(by), Viewer::Seat(seat)) => by == seat,
        _ => false,
    };
    let (events, twin_events) = match (moment.answer, &twin_answer) {
        (Ok(events), Ok(twin_events)) => (events, twin_events),
        (Err(refusal), Err(twin_refusal)) if !own || refusal == twin_refusal => return Ok(true),
        _ if own => {
            let (expected, found) = (format!("{:?}", moment.answer), format!("{twin_answer:?}"));
            return told_apart("the answer", expected, found);
        }
        // Another's command that only one of the two states allows.
        _ => return Ok(false),
    };
    let told = |events: &[G::Event]| -> Vec<G::Seen> {
        let seen = events.iter().filter_map(|event| G::observe(event, viewer));
        seen.collect()
    };
    let (seen, twin_seen) = (told(events), told(twin_events));
    if seen != twin_seen {
        let (expected, found) = (format!("{seen:?}"), format!("{twin_seen:?}"));
        return told_apart("what it is told", expected, found);
    }
    let after = |state: &G::State, events: &[G::Event]| {
        let mut state = state.clone();
        for event in events {
            G::apply(&mut state, event);
        }
        (G::view(&state, viewer), G::turn(&state))
    };
    let (next, twin_next) = (after(state, events), after(other, twin_events));
    if next != twin_next {
        let (expected, found) = (format!("{next:?}"), format!("{twin_next:?}"));
        return told_apart("its view afterwards", expected, found);
    }
    Ok(true)
}
