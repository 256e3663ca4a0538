//! A refusal changes nothing.

use super::walk::walk;
use super::{Check, Fault, Report, Sampler, Size};
use crate::{Actor, Refuse, Rules, Seat};

/// A refused command leaves the state equal, with the same fingerprint and the
/// same answers to other commands; its reason has words and a code in
/// `snake_case`. A seat that does not exist is always refused.
pub fn check_refusals<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    let mut foreign = 0;
    let mut report = walk(
        sampler,
        size,
        Check::Refusals,
        |game, moment, chance| {
            let fault = |what: String| Err(game.fault(Check::Refusals, what));
            let nobody = Actor::Seat(Seat(game.seats));
            if G::decide(moment.state, nobody, moment.command).is_ok() {
                return fault(format!(
                    "{nobody:?} does not exist, but may {:?}",
                    moment.command
                ));
            }
            foreign += 1;
            let Err(refusal) = moment.answer else {
                return Ok(());
            };
            let code = refusal.code();
            let is_snake = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
            if code.is_empty() || !code.bytes().all(is_snake) || refusal.to_string().is_empty() {
                return fault(format!(
                    "{refusal:?} lacks words or a snake_case code: {code}"
                ));
            }
            let other = sampler.command(moment.state, moment.by, chance);
            let ask = |state: &G::State| other.as_ref().map(|it| G::decide(state, moment.by, it));
            let (before, print) = (as_json(moment.state), G::fingerprint(moment.state));
            let answer = ask(moment.state);
            if G::decide(moment.state, moment.by, moment.command).as_ref() != Err(refusal) {
                return fault(format!("{:?} is not refused a second time", moment.command));
            }
            if as_json(moment.state) != before || G::fingerprint(moment.state) != print {
                return fault(format!(
                    "the refused {:?} changed the state",
                    moment.command
                ));
            }
            if ask(moment.state) != answer {
                return fault(format!(
                    "the refused {:?} changed the answer to {other:?}",
                    moment.command
                ));
            }
            Ok(())
        },
        |_, _, _| Ok(()),
    )?;
    report.refused += foreign;
    Ok(report)
}

/// States are compared as text, because equality is the game's own code.
pub(super) fn as_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("stored values have text keys")
}
