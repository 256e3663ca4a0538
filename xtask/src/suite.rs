//! A row of parts, each timed, and what came of them.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Above this many minutes in all, the suite warns.
const LONGEST: f64 = 30.0;

/// What came of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// So many checks held.
    Passed(u64),
    /// So many held, so many did not.
    Failed(u64, u64),
    /// It could not run, for this reason.
    NotRun(String),
}

impl Outcome {
    /// One check that holds or not.
    pub fn one(ok: bool) -> Self {
        if ok {
            Self::Passed(1)
        } else {
            Self::Failed(0, 1)
        }
    }

    /// A list of faults, printed; none is a pass.
    pub fn of_faults(faults: &[String]) -> Self {
        for fault in faults {
            println!("  {fault}");
        }
        Self::one(faults.is_empty())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed(1) => write!(f, "in order"),
            Self::Passed(count) => write!(f, "{count} passed"),
            Self::Failed(0, 1) => write!(f, "FAILED"),
            Self::Failed(passed, failed) => write!(f, "FAILED: {passed} passed, {failed} failed"),
            Self::NotRun(reason) => write!(f, "not run: {reason}"),
        }
    }
}

/// The parts that have run so far.
#[derive(Default)]
pub struct Suite {
    parts: Vec<(&'static str, Outcome, Duration)>,
}

impl Suite {
    /// Runs one part and notes what came of it. An error is a failure.
    pub fn part(&mut self, name: &'static str, run: impl FnOnce() -> Result<Outcome>) {
        println!("\n=== {name}");
        let start = Instant::now();
        let outcome = run().unwrap_or_else(|error| {
            println!("  {error:#}");
            Outcome::Failed(0, 1)
        });
        println!("=== {name}: {outcome}");
        self.parts.push((name, outcome, start.elapsed()));
    }

    /// Whether a part has failed so far.
    pub fn has_failed(&self) -> bool {
        let mut outcomes = self.parts.iter().map(|(_, outcome, _)| outcome);
        outcomes.any(|outcome| matches!(outcome, Outcome::Failed(..)))
    }

    /// Prints the table, the warning and the closing count.
    pub fn close(self, strict: bool) -> ExitCode {
        let (lines, good) = self.summary(strict);
        println!();
        for line in lines {
            println!("{line}");
        }
        if good {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }

    fn summary(&self, strict: bool) -> (Vec<String>, bool) {
        let minutes = |time: Duration| time.as_secs_f64() / 60.0;
        let mut lines = Vec::new();
        let (mut passed, mut failed) = (0, 0);
        for (name, outcome, time) in &self.parts {
            lines.push(format!("{name:<10} {:>6.1} min  {outcome}", minutes(*time)));
            match outcome {
                Outcome::Passed(good) => passed += good,
                Outcome::Failed(good, bad) => {
                    passed += good;
                    failed += bad;
                }
                Outcome::NotRun(_) => failed += u64::from(strict),
            }
        }
        let whole = minutes(self.parts.iter().map(|(_, _, time)| *time).sum());
        lines.push(format!("{:<10} {whole:>6.1} min", "in all"));
        if whole > LONGEST {
            lines.push(format!(
                "warning: more than {LONGEST} minutes; make a part shorter"
            ));
        }
        let not_run = self
            .parts
            .iter()
            .filter(|(_, outcome, _)| matches!(outcome, Outcome::NotRun(_)));
        for (name, outcome, _) in not_run {
            let weight = if strict {
                ", which is a failure under CI=true"
            } else {
                ""
            };
            lines.push(format!("{name} was {outcome}{weight}"));
        }
        lines.push(format!("{passed} passed, {failed} failed"));
        (lines, failed == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(outcomes: &[Outcome]) -> Suite {
        let mut suite = Suite::default();
        for outcome in outcomes {
            suite.part("part", || Ok(outcome.clone()));
        }
        suite
    }

    #[test]
    fn the_last_line_adds_up() {
        let (lines, good) = suite(&[Outcome::Passed(3), Outcome::Failed(2, 1)]).summary(false);
        assert_eq!(lines.last().unwrap(), "5 passed, 1 failed");
        assert!(!good);
    }

    #[test]
    fn a_part_not_run_is_listed_with_its_reason() {
        let (lines, good) = suite(&[Outcome::NotRun("no browser".into())]).summary(false);
        assert!(
            lines
                .iter()
                .any(|line| line == "part was not run: no browser"),
            "{lines:?}"
        );
        assert!(good);
    }

    #[test]
    fn under_ci_a_part_not_run_is_a_failure() {
        let (lines, good) = suite(&[Outcome::NotRun("no browser".into())]).summary(true);
        assert_eq!(lines.last().unwrap(), "0 passed, 1 failed");
        assert!(!good);
    }

    #[test]
    fn an_error_is_a_failure() {
        let mut suite = Suite::default();
        suite.part("part", || anyhow::bail!("gone"));
        assert!(!suite.summary(false).1);
    }

    #[test]
    fn more_than_thirty_minutes_is_warned_of() {
        let mut suite = suite(&[Outcome::Passed(1)]);
        assert!(!suite.summary(false).0.concat().contains("warning"));
        suite.parts[0].2 = Duration::from_mins(31);
        assert!(
            suite
                .summary(false)
                .0
                .concat()
                .contains("warning: more than 30 minutes")
        );
    }
}
