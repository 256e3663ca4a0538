//! Scenario files: text in, verdicts out.
//!
//! A file holds one JSON object per line: a setup, steps, and what is expected
//! after each step. An unknown operation, argument or expected field is an error
//! of the file, never ignored. The vocabulary is that of [`form`].

mod expect;
pub mod form;
mod framework;
mod hooks;
mod kit;
mod observed;
mod replay;
mod saving;
mod setup;
mod sights;
mod turns;
mod tutorial;

use parlour_rules::cases::{check_lines, read};
use serde_json::Value as Json;

use form::{Scenario, Step};
use observed::Observed;
use setup::Table;

pub use parlour_rules::cases::Verdict;

/// Runs every scenario of a file's text. Empty lines are passed over.
pub fn check(text: &str) -> Vec<Verdict> {
    check_lines(text, check_line)
}

fn check_line(number: u32, line: &str) -> Verdict {
    match read::<Scenario>(line) {
        Ok(scenario) => Verdict {
            failures: run(&scenario),
            id: scenario.id,
        },
        Err(problem) => Verdict::broken(number, line, problem),
    }
}

fn run(scenario: &Scenario) -> Vec<String> {
    let mut failures = Vec::new();
    let mut table = match Table::lay(&scenario.setup) {
        Ok(table) => table,
        Err(problem) => return vec![format!("setup: {problem}")],
    };
    for (number, step) in (1..).zip(&scenario.steps) {
        let place = |failure: String| format!("step {number} ({}): {failure}", step.op_name());
        match run_step(&mut table, step) {
            Ok(found) => failures.extend(found.into_iter().map(place)),
            Err(problem) => {
                failures.push(place(problem));
                // What follows would fail for the same reason.
                break;
            }
        }
    }
    failures
}

/// The expectations of a step that failed; an error if the step makes no sense.
fn run_step(table: &mut Table, step: &Step) -> Result<Vec<String>, String> {
    let op = step.op()?;
    let said = table.game.world.log().total();
    table.game.world.events.clear();
    let performed = if table.tutorial.is_some() {
        tutorial::perform(table, op)
    } else {
        framework::perform(table, op)
    };
    let mut seen: Observed = match performed {
        // What cannot be done is refused too, if that is what is expected.
        Err(problem) if step.expect().get("error").is_some_and(Json::is_string) => {
            Observed::new().failing(Some(problem))
        }
        performed => performed?,
    };
    seen.collect(table, said);
    expect::check(table, &seen, step.expect())
}
