//! The three forms a case file may have, told apart by their first letter.

use serde_json::{Map, Value};

use super::expect::Expect;
use super::record::{Field, Record, ids, size_of};
use crate::drawing::{Drawing, Mark};
use crate::{BitGrid, Point};

/// A case that could be read.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub record: Record,
    pub expect: Expect,
}

/// A case, or why it could not be read; with its name.
pub(super) type Read = (String, Result<Case, String>);

/// Reads all cases of a file.
pub(super) fn read(text: &str) -> Vec<Read> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        read_json(text)
    } else {
        read_drawings(text)
    }
}

/// One JSON value, or one on each line.
fn read_json(text: &str) -> Vec<Read> {
    let whole = match serde_json::from_str::<Value>(text) {
        Ok(value) => return vec![read_value(&value, 1)],
        Err(error) => error,
    };
    let lines: Vec<_> = (1_u32..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| (number, serde_json::from_str::<Value>(line)))
        .collect();
    if !lines
        .iter()
        .any(|(_, value)| matches!(value, Ok(Value::Object(_))))
    {
        return vec![("record 1".to_owned(), Err(format!("broken JSON: {whole}")))];
    }
    lines
        .into_iter()
        .map(|(number, value)| match value {
            Ok(value) => read_value(&value, number),
            Err(error) => {
                let reason = error
                    .to_string()
                    .replace(" at line 1 column ", " at column ");
                (
                    format!("record {number}"),
                    Err(format!("broken JSON: {reason}")),
                )
            }
        })
        .collect()
}

fn read_value(value: &Value, number: u32) -> Read {
    let Value::Object(object) = value else {
        return (
            format!("record {number}"),
            Err("a case is a JSON object".to_owned()),
        );
    };
    let named = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let name = named("name")
        .or_else(|| named("testName"))
        .unwrap_or_else(|| format!("record {number}"));
    let case = if object.contains_key("gridRows") {
        read_single(object, &name)
    } else {
        read_record(object)
    };
    (name, case)
}

/// What one JSON case asks, in either form, whether or not it expects anything.
#[cfg(feature = "editor")]
pub(crate) fn read_case(text: &str) -> Result<Record, String> {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(object)) if object.contains_key("gridRows") => {
            read_single(&object, "case").map(|case| case.record)
        }
        _ => Record::parse(text).map_err(|error| error.to_string()),
    }
}

/// A record of the JSON Lines form with its expected values.
fn read_record(object: &Map<String, Value>) -> Result<Case, String> {
    let record = Record::from_object(object).map_err(|error| error.reason)?;
    let expect = Expect::from_object(object, &record)?;
    if expect.fields().is_empty() {
        return Err("the record expects nothing".to_owned());
    }
    Ok(Case { record, expect })
}

/// The form with `gridRows` and `gridCols`.
fn read_single(object: &Map<String, Value>, name: &str) -> Result<Case, String> {
    let size = size_of(object, "gridCols", "gridRows")?;
    let set = |key: &str| {
        let cells = ids(object, key, size)?.ok_or(format!("`{key}` is missing"))?;
        let mut grid = BitGrid::new(size);
        for cell in cells {
            grid.set(cell, true);
        }
        Ok::<_, String>(grid)
    };
    let coordinate = |key: &str| match object.get(key) {
        None => Err(format!("`{key}` is missing")),
        Some(value) => value
            .as_i64()
            .and_then(|value| i32::try_from(value).ok())
            .ok_or_else(|| format!("`{key}` is no coordinate: {value}")),
    };
    // Whoever stands off the map sees nothing, which a case may well expect.
    let start = Point::new(coordinate("startX")?, coordinate("startY")?);
    let mut expect = Expect::default();
    expect.answers.visible = Some(set("expectedVisible")?);
    Ok(Case {
        record: record_of(name, set("blockedCells")?, start),
        expect,
    })
}

/// Drawings, with blank lines between them and comments after `;`.
fn read_drawings(text: &str) -> Vec<Read> {
    let mut cases = Vec::new();
    let mut rows: Vec<(u32, &str)> = Vec::new();
    for (number, line) in (1_u32..).zip(text.lines().chain([""])) {
        if line.starts_with(';') {
            continue;
        }
        if !line.trim().is_empty() {
            rows.push((number, line));
        } else if let Some((first_line, _)) = rows.first() {
            let name = format!("drawing {} (line {first_line})", cases.len() + 1);
            let case = read_drawing(&rows, &name);
            cases.push((name, case));
            rows.clear();
        }
    }
    if cases.is_empty() {
        cases.push((
            "drawing 1".to_owned(),
            Err("the file holds no case".to_owned()),
        ));
    }
    cases
}

fn read_drawing(rows: &[(u32, &str)], name: &str) -> Result<Case, String> {
    let drawing = Drawing::parse_rows(rows.iter().copied()).map_err(|error| error.to_string())?;
    let mut observers = drawing.observers();
    let (Some(observer), None) = (observers.next(), observers.next()) else {
        return Err(format!(
            "a drawing has exactly one s, this one has {}",
            drawing.observers().count()
        ));
    };
    let mut expect = Expect::default();
    expect.answers.visible = Some(drawing.cells_where(Mark::is_visible));
    let corners = drawing.cells_where(Mark::is_corner);
    // A drawing without a single corner tells of sight alone.
    if !corners.is_empty() {
        expect.answers.corners = Some(corners);
        let interesting = drawing.cells_where(|mark| mark == Mark::Interesting);
        expect.answers.interesting = Some(interesting);
        expect.untold = vec![observer];
    }
    Ok(Case {
        record: record_of(name, drawing.blocked(), observer),
        expect,
    })
}

fn record_of(name: &str, blocked: BitGrid, observer: Point) -> Record {
    Record {
        name: name.to_owned(),
        blocked,
        observers: vec![observer],
        target: None,
        start: None,
        dest: None,
        want: vec![Field::Visible],
    }
}
