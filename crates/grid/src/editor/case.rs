//! The drawing as a JSON Lines case, in and out: the records of [`crate::cases`].

use serde_json::{Value, json};

use super::{Editor, Sheet, SheetError};
use crate::Point;
use crate::cases::{Field, Record, Solver, read_case};

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
        let answers = Solver::default().solve(&record).to_json(&record);
        let mut case: Value = serde_json::from_str(&answers).expect("answers are JSON");
        let size = sheet.size();
        let id = |cell: Point| size.id(cell).map_or(Value::Null, Value::from);
        case["kind"] = json!("grid");
        case["w"] = json!(size.width());
        case["h"] = json!(size.height());
        case["blocked"] = sheet.walls().iter().map(id).collect();
        case["observers"] = sheet.observers().iter().copied().map(id).collect();
        if let Some(target) = record.target {
            case["target"] = id(target);
        }
        format!("{case}\n")
    }
}
