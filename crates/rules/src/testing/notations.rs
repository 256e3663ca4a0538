//! Printing and reading are inverse.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::walk::{Game, walk};
use super::{Check, Fault, Report, Sampler, Size};
use crate::{Rules, Turn};

/// One value that went through a notation and back.
#[derive(Clone, Debug)]
pub struct RoundTrip {
    notation: &'static str,
    complaint: Option<String>,
}

impl RoundTrip {
    /// Prints the value, reads the text, compares, and prints once more.
    pub fn of<T, E>(
        notation: &'static str,
        value: &T,
        print: impl Fn(&T) -> String,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Self
    where
        T: fmt::Debug + Eq,
        E: fmt::Display,
    {
        let text = print(value);
        let complaint = match read(&text) {
            Err(error) => Some(format!(
                "{value:?} prints as {text:?}, which reads: {error}"
            )),
            Ok(back) if back != *value => Some(format!(
                "{value:?} prints as {text:?}, which reads as {back:?}"
            )),
            Ok(back) => {
                let again = print(&back);
                (again != text).then(|| format!("{text:?} is printed as {again:?} the next time"))
            }
        };
        Self {
            notation,
            complaint,
        }
    }
}

/// Setups, commands, events and states survive JSON and hold no float, and so does
/// whatever a viewer is shown or told, and the outcome; every notation of the game
/// reads what it prints.
pub fn check_notations<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    let mut round_trips = 0;
    let mut report = walk(
        sampler,
        size,
        Check::Notations,
        |game, moment, chance| {
            let mut complaints = Vec::new();
            if game.entries == 0 {
                complaints.push(("setup", json_complaint(&game.setup)));
            }
            complaints.push(("command", json_complaint(moment.command)));
            for event in moment.answer.iter().flatten() {
                complaints.push(("event", json_complaint(event)));
            }
            complaints.push(("state", json_complaint(moment.state)));
            for viewer in game.viewers() {
                let view = G::view(moment.state, viewer);
                complaints.push(("view", json_difference(&view)));
                for event in moment.answer.iter().flatten() {
                    if let Some(seen) = G::observe(event, viewer) {
                        complaints.push(("telling", json_difference(&seen)));
                    }
                }
            }
            for trip in sampler.round_trips(moment.state, chance) {
                complaints.push((trip.notation, trip.complaint));
            }
            round_trips += complaints.len() as u32;
            raise(game, complaints)
        },
        |game, state, _| {
            let Turn::Over(outcome) = G::turn(state) else {
                return Ok(());
            };
            let mut complaints = vec![("outcome", json_difference(&outcome))];
            for viewer in game.viewers() {
                complaints.push(("view", json_difference(&G::view(state, viewer))));
            }
            raise(game, complaints)
        },
    )?;
    report.round_trips = round_trips;
    Ok(report)
}

/// The first complaint, if there is one.
fn raise<G: Rules>(
    game: &Game<G>,
    complaints: Vec<(&'static str, Option<String>)>,
) -> Result<(), Fault> {
    match complaints.into_iter().find(|(_, it)| it.is_some()) {
        Some((notation, Some(it))) => {
            Err(game.fault(Check::Notations, format!("{notation}: {it}")))
        }
        _ => Ok(()),
    }
}

/// The same, and the value that is read must be equal: what is left out of the text
/// shows only so.
fn json_difference<T>(value: &T) -> Option<String>
where
    T: Serialize + DeserializeOwned + fmt::Debug + Eq,
{
    let complaint = json_complaint(value);
    if complaint.is_some() {
        return complaint;
    }
    let text = serde_json::to_string(value).ok()?;
    let back: T = serde_json::from_str(&text).ok()?;
    (back != *value).then(|| format!("expected {value:?}, found {back:?}"))
}

/// What is wrong with a value's JSON, by its text: a setup need not be `Eq`.
fn json_complaint<T: Serialize + DeserializeOwned + fmt::Debug>(value: &T) -> Option<String> {
    let text = match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => return Some(format!("{value:?} cannot be written: {error}")),
    };
    let back: T = match serde_json::from_str(&text) {
        Ok(back) => back,
        Err(error) => return Some(format!("{text} cannot be read: {error}")),
    };
    let again = serde_json::to_string(&back).unwrap_or_else(|error| error.to_string());
    if again != text {
        return Some(format!("expected {text}, found {again}"));
    }
    match serde_json::from_str(&text) {
        Ok(tree) if has_float(&tree) => Some(format!("there is a float in {text}")),
        Ok(_) => None,
        Err(error) => Some(format!("{text} is not JSON: {error}")),
    }
}

fn has_float(tree: &Value) -> bool {
    match tree {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(fields) => fields.values().any(has_float),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}
