//! The answers to a record.

#![expect(
    clippy::disallowed_types,
    reason = "the length of an any-angle path is a float"
)]

use std::fmt::Write;

use serde_json::Value;

use super::record::{Field, Record, RecordError};
use crate::fov::{FieldOfView, Reach};
use crate::path::{PathFinder, PathRules, Steps};
use crate::sight::Sight;
use crate::{AnyAngleFinder, BitGrid, Corners, Point, Size};

/// Answers records one after another, keeping its memory.
///
/// ```
/// use parlour_grid::cases::Solver;
///
/// let line = r#"{"name":"slot","w":3,"h":1,"blocked":[2],"observers":[0],"want":["visible"]}"#;
/// let answer = Solver::default().solve_line(line).unwrap();
/// assert_eq!(answer, r#"{"name":"slot","visible":[0,1]}"#);
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    pub(super) sight: Sight,
    view: FieldOfView,
    pub(super) corners: Corners,
    finder: PathFinder,
    any_angle: AnyAngleFinder,
}

/// What was found for a record. A field that was not wanted is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// Visible cells.
    pub visible: Option<BitGrid>,
    /// Corners of the map.
    pub corners: Option<BitGrid>,
    /// Interesting corners.
    pub interesting: Option<BitGrid>,
    /// Free cells of the symmetric field of view; the inner none is an observer
    /// in a wall.
    pub symmetric: Option<Option<BitGrid>>,
    /// The least cost with corners cut; the inner none is no path.
    pub octile_cut: Option<Option<u32>>,
    /// The least cost without cutting corners.
    pub octile_nocut: Option<Option<u32>>,
    /// The length of the any-angle path.
    pub anyangle: Option<Option<f64>>,
    /// Its vertices, from start to dest.
    pub path: Option<Option<Vec<Point>>>,
}

impl Solver {
    /// Reads one line and writes the answer as one line, without its end.
    pub fn solve_line(&mut self, line: &str) -> Result<String, RecordError> {
        let record = Record::parse(line)?;
        Ok(self.solve(&record).to_json(&record))
    }

    /// Answers what the record wants.
    pub fn solve(&mut self, record: &Record) -> Answers {
        let wants = |field| record.want.contains(&field);
        let blocked = &record.blocked;
        let mut answers = Answers::default();
        let corners_matter = [
            Field::Corners,
            Field::Interesting,
            Field::Anyangle,
            Field::Path,
        ];
        if corners_matter.into_iter().any(wants) {
            self.corners.compute(blocked);
        }
        if wants(Field::Visible) || wants(Field::Interesting) {
            self.sight.compute_shared(blocked, &record.observers);
        }
        if wants(Field::Visible) {
            answers.visible = Some(self.sight.visible().clone());
        }
        if wants(Field::Corners) {
            answers.corners = Some(self.corners.cells().clone());
        }
        if wants(Field::Interesting) {
            answers.interesting = Some(self.corners.interesting(self.sight.visible()));
        }
        let ends = record.observers.first().copied().zip(record.target);
        for &field in &record.want {
            match (field, ends) {
                (Field::Symmetric, _) => {
                    answers.symmetric = Some(self.symmetric(blocked, record.observers[0]));
                }
                (Field::OctileCut, Some(ends)) => {
                    answers.octile_cut = Some(self.octile(blocked, ends, Steps::Eight));
                }
                (Field::OctileNocut, Some(ends)) => {
                    answers.octile_nocut = Some(self.octile(blocked, ends, Steps::EightNoCutting));
                }
                (Field::Anyangle, Some((from, to))) => {
                    let path = self.any_angle.find(blocked, &self.corners, from, to);
                    answers.anyangle = Some(path.map(|path| path.length()));
                }
                _ => {}
            }
        }
        if let (true, Some(from), Some(to)) = (wants(Field::Path), record.start, record.dest) {
            let path = self.any_angle.find(blocked, &self.corners, from, to);
            answers.path = Some(path.map(|path| path.vertices().to_vec()));
        }
        answers
    }

    fn symmetric(&mut self, blocked: &BitGrid, observer: Point) -> Option<BitGrid> {
        if blocked.contains(observer) {
            return None;
        }
        self.view.compute(blocked, observer, Reach::UNLIMITED);
        let mut free = self.view.to_grid();
        free -= blocked;
        Some(free)
    }

    fn octile(
        &mut self,
        blocked: &BitGrid,
        (from, to): (Point, Point),
        steps: Steps,
    ) -> Option<u32> {
        let rules = PathRules::new(70, 99).with(steps);
        let path = self.finder.find(blocked, from, to, &rules)?;
        Some(path.cost())
    }
}

impl Answers {
    /// The answers as one line of JSON: the record's name, then the fields.
    pub fn to_json(&self, record: &Record) -> String {
        let mut line = JsonLine::new(&record.name, record.blocked.size());
        let none = || "null".to_owned();
        if let Some(cells) = &self.visible {
            line.put_ids(Field::Visible, cells.iter());
        }
        if let Some(cells) = &self.corners {
            line.put_ids(Field::Corners, cells.iter());
        }
        if let Some(cells) = &self.interesting {
            line.put_ids(Field::Interesting, cells.iter());
        }
        match &self.symmetric {
            Some(Some(cells)) => line.put_ids(Field::Symmetric, cells.iter()),
            Some(None) => line.put(Field::Symmetric, &none()),
            None => {}
        }
        for (field, cost) in [
            (Field::OctileCut, self.octile_cut),
            (Field::OctileNocut, self.octile_nocut),
        ] {
            if let Some(cost) = cost {
                line.put(field, &cost.map_or_else(none, |cost| cost.to_string()));
            }
        }
        if let Some(length) = self.anyangle {
            let nine_decimals = |length: f64| format!("{:?}", (length * 1e9).round() / 1e9);
            line.put(Field::Anyangle, &length.map_or_else(none, nine_decimals));
        }
        match &self.path {
            Some(Some(cells)) => line.put_ids(Field::Path, cells.iter().copied()),
            Some(None) => line.put(Field::Path, &none()),
            None => {}
        }
        line.finish()
    }
}

/// A JSON object written field by field, so that long lists of ids go straight
/// into the text.
pub(super) struct JsonLine {
    text: String,
    size: Size,
}

impl JsonLine {
    pub fn new(name: &str, size: Size) -> Self {
        let text = format!("{{\"name\":{}", Value::from(name));
        Self { text, size }
    }

    pub fn put(&mut self, field: Field, value: &str) {
        self.put_named(field.name(), value);
    }

    pub fn put_named(&mut self, name: &str, value: &str) {
        let text = [",\"", name, "\":", value];
        self.text.extend(text);
    }

    pub fn put_ids(&mut self, field: Field, cells: impl Iterator<Item = Point>) {
        self.put_ids_named(field.name(), cells);
    }

    pub fn put_ids_named(&mut self, name: &str, cells: impl Iterator<Item = Point>) {
        self.put_named(name, "[");
        let mut separator = "";
        for id in cells.filter_map(|cell| self.size.id(cell)) {
            write!(self.text, "{separator}{id}").expect("text grows");
            separator = ",";
        }
        self.text.push(']');
    }

    pub fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}
