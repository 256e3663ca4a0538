//! The drawing as a JSON Lines case, in and out: the records of [`crate::cases`].

use serde_json::{Map, Value, json};

use super::{Editor, Sheet, SheetError};
use crate::cases::{Field, Record, Solver, read_case};
use crate::sight::Sight;
use crate::{BitGrid, Point};

/// Reads one line of JSON, which has this number in its file.
pub(super) fn read(text: &str, line: usize) -> Result<Sheet, SheetError> {
    let record = read_case(text).map_err(|reason| SheetError::BrokenCase { line, reason })?;
    let mut sheet = Sheet::from_walls(record.blocked)?;
    sheet.set_observers(&record.observers);
    Ok(sheet)
}

/// Whether a text is one JSON value, over however many lines.
pub(super) fn is_whole(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

impl Editor {
    /// The drawing as one line of JSON Lines, its end included: walls, observer,
    /// the target if a path is shown, and every answer that `parlour sight solve`
    /// gives for them. Radius and mode have no place in it.
    pub fn case(&self, name: &str) -> String {
        let sheet = self.sheet();
        let shows_path = self.lens().any_angle || self.lens().grid_path.is_some();
        let mut record = Record {
            name: name.to_owned(),
            blocked: sheet.walls().clone(),
            observers: sheet.observers().to_vec(),
            target: self.target().filter(|_| shows_path),
            start: None,
            dest: None,
            want: Vec::new(),
        };
        record.want = Field::ALL
            .into_iter()
            .filter(|&field| record.allows(field).is_ok())
            .collect();
        let mut case = Map::new();
        case.insert("kind".to_owned(), json!("grid"));
        self.tell(&mut case, &record);
        if let Some(target) = record.target.and_then(|cell| sheet.size().id(cell)) {
            case.insert("target".to_owned(), json!(target));
        }
        format!("{}\n", Value::from(case))
    }

    /// The drawing in the place of a case that it came from: the name, the ends of its
    /// paths, what it asks and whatever else it holds stay; walls, observer and the
    /// answers it expects are those of the drawing. Nothing if it is no such case.
    pub(super) fn case_like(&self, text: &str) -> Option<String> {
        let Ok(Value::Object(mut case)) = serde_json::from_str(text) else {
            return None;
        };
        let of_one_view = case.contains_key("gridRows");
        let mut record = read_case(text).ok()?;
        record.blocked.clone_from(self.sheet().walls());
        record.observers = self.sheet().observers().to_vec();
        if of_one_view {
            let [observer] = record.observers[..] else {
                return Some(self.case(case.get("testName")?.as_str()?));
            };
            self.tell_view(&mut case, observer);
            return Some(format!("{}\n", Value::from(case)));
        }
        let asked = case.get("want").is_some_and(|want| !want.is_null());
        let expected = |field: &Field| case.contains_key(field.name());
        let mut fields: Vec<Field> = Field::ALL.into_iter().filter(expected).collect();
        if fields.is_empty() {
            fields.clone_from(&record.want);
        }
        fields.retain(|&field| record.allows(field).is_ok());
        if asked {
            record.want.retain(|field| fields.contains(field));
            let names = record.want.iter().map(|field| field.name());
            case.insert("want".to_owned(), names.collect());
        }
        for field in Field::ALL {
            case.remove(field.name());
        }
        record.want = fields;
        self.tell(&mut case, &record);
        Some(format!("{}\n", Value::from(case)))
    }

    /// Puts walls, observer and answers into a case.
    fn tell(&self, case: &mut Map<String, Value>, record: &Record) {
        let answers = Solver::default().solve(record).to_json(record);
        let answers: Value = serde_json::from_str(&answers).expect("answers are JSON");
        if let Value::Object(answers) = answers {
            case.extend(answers);
        }
        let size = self.sheet().size();
        case.insert("w".to_owned(), json!(size.width()));
        case.insert("h".to_owned(), json!(size.height()));
        case.insert("blocked".to_owned(), ids(self.sheet().walls()));
        let observers = record.observers.iter().filter_map(|&cell| size.id(cell));
        case.insert("observers".to_owned(), observers.map(Value::from).collect());
    }

    /// The same in the form that tells of one view.
    fn tell_view(&self, case: &mut Map<String, Value>, observer: Point) {
        let walls = self.sheet().walls();
        let mut sight = Sight::new();
        sight.compute(walls, observer);
        for (name, value) in [
            ("blockedCells", ids(walls)),
            ("startX", json!(observer.x)),
            ("startY", json!(observer.y)),
            ("expectedVisible", ids(sight.visible())),
        ] {
            case.insert(name.to_owned(), value);
        }
    }
}

fn ids(cells: &BitGrid) -> Value {
    let ids = cells.iter().filter_map(|cell| cells.size().id(cell));
    ids.map(Value::from).collect()
}
