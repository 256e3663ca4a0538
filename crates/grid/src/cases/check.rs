//! Runs cases: in all eight orientations, and back from what was seen.

use super::expect::Failure;
use super::forms::{self, Case};
use super::record::{Field, Record};
use super::solve::{Answers, Solver};
use crate::fov;
use crate::sight::line_of_sight;
use crate::{BitGrid, Orientation, Point};

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The name of the case, or where in the file it stands.
    pub id: String,
    /// Every expectation that failed, each with what was expected and found.
    pub failures: Vec<String>,
}

impl Verdict {
    /// Whether nothing failed.
    pub fn ok(&self) -> bool {
        self.failures.is_empty()
    }
}

/// How many cells the sights that are run back may look at, for each
/// orientation. A small map is run back from every visible cell, a large one from
/// every so manieth.
const BACKWARD_BUDGET: u32 = 1 << 22;

/// Verifies every case of a file's text.
pub fn check(text: &str) -> Vec<Verdict> {
    let mut solver = Solver::default();
    forms::read(text)
        .into_iter()
        .map(|(id, case)| {
            let failures = match case {
                Ok(case) => run(&mut solver, &case),
                Err(reason) => vec![reason],
            };
            Verdict { id, failures }
        })
        .collect()
}

/// An expectation that failed, and in which orientations.
struct Told {
    failure: Failure,
    ways: Vec<Orientation>,
}

/// Runs a case in all orientations. What fails alike in several is told once.
fn run(solver: &mut Solver, case: &Case) -> Vec<String> {
    let mut told: Vec<Told> = Vec::new();
    let mut record = case.record.clone();
    record.want = case.expect.fields();
    for way in Orientation::all() {
        let laid = lay(&record, way);
        let found = solver.solve(&laid);
        let found_here = case.expect.compare(&found, &record, way);
        let back = look_back(solver, &laid, &found, (&record, way));
        for failure in found_here.into_iter().chain(back) {
            match told.iter_mut().find(|it| it.failure.is_like(&failure)) {
                Some(told) => told.ways.push(way),
                None => told.push(Told {
                    failure,
                    ways: vec![way],
                }),
            }
        }
    }
    told.iter()
        .map(|told| format!("{} ({})", told.failure, names_of(&told.ways)))
        .collect()
}

/// In which of the eight orientations something failed.
fn names_of(ways: &[Orientation]) -> String {
    let all = Orientation::all().count();
    if ways.len() == all {
        return format!("in all {all} orientations");
    }
    let names: Vec<_> = ways.iter().copied().map(name_of).collect();
    format!(
        "in {} of {all} orientations: {}",
        ways.len(),
        names.join("; ")
    )
}

fn name_of(way: Orientation) -> String {
    let words: Vec<_> = [
        (way.flip_x, "flipped left-right"),
        (way.flip_y, "flipped top-bottom"),
        (way.transpose, "transposed"),
    ]
    .into_iter()
    .filter_map(|(done, word)| done.then_some(word))
    .collect();
    if words.is_empty() {
        "as given".to_owned()
    } else {
        words.join(", ")
    }
}

/// The same record on a map laid otherwise.
fn lay(record: &Record, way: Orientation) -> Record {
    let size = record.blocked.size();
    let cell = |cell: Point| way.cell(size, cell);
    Record {
        name: record.name.clone(),
        blocked: way.set(&record.blocked),
        observers: record.observers.iter().copied().map(cell).collect(),
        target: record.target.map(cell),
        start: record.start.map(cell),
        dest: record.dest.map(cell),
        want: record.want.clone(),
    }
}

/// Looks back from cells that were seen: each must see every observer. Cells are
/// named as they are in the record as given.
fn look_back(
    solver: &mut Solver,
    record: &Record,
    found: &Answers,
    (given, way): (&Record, Orientation),
) -> Option<Failure> {
    let blocked = &record.blocked;
    let size = given.blocked.size();
    let id = |cell: Point| size.id(way.back(size, cell)).unwrap_or_default();
    let unseen = |field: Field, back: Point, from: Point| {
        Failure::new(format!(
            "{}: expected {} to see {} in return, found that it does not",
            field.name(),
            id(back),
            id(from)
        ))
    };
    if let Some(visible) = &found.visible {
        for back in some_of(visible) {
            solver.sight.compute(blocked, back);
            for &from in &record.observers {
                if !solver.sight.contains(from) || !line_of_sight(blocked, back, from) {
                    return Some(unseen(Field::Visible, back, from));
                }
            }
        }
    }
    if let (Some(Some(seen)), Some(&from)) = (&found.symmetric, record.observers.first()) {
        let opaque = |cell| blocked.contains(cell);
        for back in some_of(seen) {
            if !fov::line_of_sight(blocked.size(), opaque, back, from) {
                return Some(unseen(Field::Symmetric, back, from));
            }
        }
    }
    None
}

/// As many of the cells as the budget allows, evenly spread.
fn some_of(cells: &BitGrid) -> impl Iterator<Item = Point> {
    let affordable = (BACKWARD_BUDGET / cells.size().area().max(1)).max(16);
    let stride = cells.count().div_ceil(affordable).max(1);
    cells.iter().step_by(stride as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations_are_counted_and_named() {
        let all: Vec<_> = Orientation::all().collect();
        assert_eq!(names_of(&all), "in all 8 orientations");
        assert_eq!(
            names_of(&[all[0], all[1], all[6]]),
            "in 3 of 8 orientations: as given; flipped left-right; flipped top-bottom, transposed"
        );
    }
}
