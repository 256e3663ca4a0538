//! An explanation told one sentence after the other.

use super::{Explanation, Role, Step, Verdict};

/// How much of an explanation is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// The cells that were told of.
    pub steps: &'a [Step],
    /// Whether the end was told: the whole line, and the cone if there is one.
    pub end: bool,
}

impl Explanation {
    /// How many sentences [`beat`](Explanation::beat) tells: what is asked, one for
    /// each cell up to the one that decides, and how it ends.
    pub fn beats(&self) -> usize {
        self.told().len() + 2
    }

    /// What is shown with a sentence, or of the whole explanation if none is named.
    pub fn shown(&self, beat: Option<usize>) -> Shown<'_> {
        let told = self.told();
        match beat {
            Some(beat) if beat <= told.len() => Shown {
                steps: &told[..beat],
                end: false,
            },
            Some(_) => Shown {
                steps: told,
                end: true,
            },
            None => Shown {
                steps: &self.steps,
                end: true,
            },
        }
    }

    /// A sentence of the way: the first says what is asked, the last how it ends.
    pub fn beat(&self, number: usize) -> String {
        let Self { from, to, by, .. } = self;
        let told = self.told();
        let Some(before) = number.checked_sub(1) else {
            return match (by == to, from == to) {
                (_, true) => format!("{to} is the observer's own cell"),
                (true, _) => format!("from {from} a line goes to {to}"),
                (false, _) => format!("{to} is a wall; a line goes to the floor at {by}"),
            };
        };
        let Some(step) = told.get(before) else {
            return match self.cone_words() {
                Some(cone) => format!("{self}; {cone}"),
                None => self.to_string(),
            };
        };
        let cell = step.cell;
        let other_side = match step.role {
            Role::GrazedLow => Role::GrazedHigh,
            _ => Role::GrazedLow,
        };
        let touched = told[..before].iter().find(|it| it.role == other_side);
        match (step.role, touched) {
            (Role::Passed, _) => format!("{cell} is free: the line goes on"),
            (Role::Closes, _) => format!("the wall at {cell} is in the way"),
            (_, None) => format!("the wall at {cell} touches the line on one side: it goes on"),
            (_, Some(other)) => format!(
                "the wall at {cell} touches it on the other side than {}: it cannot pass",
                other.cell
            ),
        }
    }

    /// What leaves the cone no wider.
    pub fn cone_words(&self) -> Option<String> {
        let cone = self.cone.as_ref()?;
        let mut walls = cone.walls();
        let words = match (walls.next(), walls.next()) {
            (None, _) => "the whole of the cell is reached".to_owned(),
            (Some(wall), None) => format!("the wall at {wall} leaves a part of the cell"),
            (Some(one), Some(other)) if cone.is_a_line() => {
                format!("one line alone passes between the walls at {one} and {other}")
            }
            (Some(one), Some(other)) => {
                format!("a cone passes between the walls at {one} and {other}")
            }
        };
        Some(words)
    }

    /// The cells up to the one that decides.
    fn told(&self) -> &[Step] {
        if self.verdict != Verdict::Hidden {
            return &self.steps;
        }
        let first = |role| self.steps.iter().position(|step| step.role == role);
        let pair = first(Role::GrazedLow).zip(first(Role::GrazedHigh));
        let decided = first(Role::Closes).or(pair.map(|(low, high)| low.max(high)));
        decided.map_or(&self.steps, |at| &self.steps[..=at])
    }
}
