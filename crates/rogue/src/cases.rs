//! Scenario files: text in, verdicts out.
//!
//! A file holds one JSON object per line: a setup, steps, and what is expected
//! after each step. An unknown operation, argument or expected field is an error
//! of the file, never ignored. The vocabulary is that of [`form`].

mod expect;
pub mod form;
mod framework;
mod observed;
mod replay;
mod saving;
mod setup;
mod tutorial;

use serde_json::Value as Json;

use form::{Scenario, Step};
use observed::Observed;
use setup::Table;

/// What became of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The scenario's id, or `line N` if the line could not be read.
    pub id: String,
    /// What it is about; empty if the line could not be read.
    pub title: String,
    /// Every expectation that failed, each with what was expected and found, and
    /// every error of the file.
    pub failures: Vec<String>,
}

impl Verdict {
    /// Whether nothing failed.
    pub fn ok(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs every scenario of a file's text. Empty lines are passed over.
pub fn check(text: &str) -> Vec<Verdict> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| check_line(number, line))
        .collect()
}

fn check_line(number: u32, line: &str) -> Verdict {
    let scenario: Scenario = match serde_json::from_str(line) {
        Ok(scenario) => scenario,
        Err(problem) => {
            let problem = problem.to_string();
            // A scenario is one line, so the reader's own line number says nothing.
            let problem = problem.replace(" at line 1 column ", " at column ");
            let (id, problem) = match named(line) {
                Some(id) => (id, format!("line {number}: {problem}")),
                None => (format!("line {number}"), problem),
            };
            return Verdict {
                id,
                title: String::new(),
                failures: vec![problem],
            };
        }
    };
    Verdict {
        failures: run(&scenario),
        id: scenario.id,
        title: scenario.title.unwrap_or_default(),
    }
}

/// The id of a line that is no scenario but still an object.
fn named(line: &str) -> Option<String> {
    let json: Json = serde_json::from_str(line).ok()?;
    Some(json.get("id")?.as_str()?.to_string())
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
