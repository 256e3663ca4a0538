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

pub use table::Table;

/// What became of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The scenario's id, or `line N` if the line could not be read.
    pub id: String,
    /// What it is about; empty if the line could not be read.
    pub title: String,
    /// Every expectation that failed, each with what was expected and found.
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
    match serde_json::from_str::<form::Scenario>(line) {
        Ok(scenario) => {
            let failures = run::run(&scenario);
            Verdict {
                id: scenario.id,
                title: scenario.title,
                failures,
            }
        }
        Err(problem) => {
            let problem = problem.to_string();
            // A scenario is one line, so the reader's own line number says nothing.
            let problem = problem.replace(" at line 1 column ", " at column ");
            let problem = format!("expected a scenario, found: {problem}");
            let (id, problem) = match named(line) {
                Some(id) => (id, format!("line {number}: {problem}")),
                None => (format!("line {number}"), problem),
            };
            Verdict {
                id,
                title: String::new(),
                failures: vec![problem],
            }
        }
    }
}

/// The id of a line that is no scenario but still an object.
fn named(line: &str) -> Option<String> {
    let json: serde_json::Value = serde_json::from_str(line).ok()?;
    Some(json.get("id")?.as_str()?.to_string())
}
