//! Scenario files: text in, verdicts out.
//!
//! A file holds one JSON object per line: a position or a new game, some
//! actions, and what is expected after the last of them. A field that is not
//! known is an error of the file. The form is described by the types in
//! [`form`].

pub mod form;
mod position;
mod run;
mod table;

use parlour_rules::cases::{check_lines, read};

pub use parlour_rules::cases::Verdict;
pub use table::Table;

/// Runs every scenario of a file's text. Empty lines are passed over.
pub fn check(text: &str) -> Vec<Verdict> {
    check_lines(text, check_line)
}

fn check_line(number: u32, line: &str) -> Verdict {
    match read::<form::Scenario>(line) {
        Ok(scenario) => Verdict {
            failures: run::run(&scenario),
            id: scenario.id,
        },
        Err(problem) => {
            let problem = format!("expected a scenario, found: {problem}");
            Verdict::broken(number, line, problem)
        }
    }
}
