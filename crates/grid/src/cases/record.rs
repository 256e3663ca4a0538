//! One record: a map and what is asked of it.

use std::fmt;

use serde_json::{Map, Value};

use crate::{BitGrid, Point, Size};

/// The most cells a record's map may have: 2^24.
const MAX_AREA: u64 = 1 << 24;

/// What can be asked of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The cells visible by exact sight.
    Visible,
    /// The corners of the map.
    Corners,
    /// The corners that are interesting for the observers.
    Interesting,
    /// The free cells in the symmetric field of view.
    Symmetric,
    /// The least cost with corners cut.
    OctileCut,
    /// The least cost without cutting corners.
    OctileNocut,
    /// The length of the any-angle shortest path.
    Anyangle,
    /// The vertices of an any-angle shortest path.
    Path,
}

impl Field {
    /// All fields, in the order in which they are answered.
    pub const ALL: [Self; 8] = [
        Self::Visible,
        Self::Corners,
        Self::Interesting,
        Self::Symmetric,
        Self::OctileCut,
        Self::OctileNocut,
        Self::Anyangle,
        Self::Path,
    ];

    /// The name it has in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Corners => "corners",
            Self::Interesting => "interesting",
            Self::Symmetric => "symmetric",
            Self::OctileCut => "octile_cut",
            Self::OctileNocut => "octile_nocut",
            Self::Anyangle => "anyangle",
            Self::Path => "path",
        }
    }

    /// The field of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// A record that has been read and found in order.
#[derive(Clone, Debug)]
pub struct Record {
    /// What it is called.
    pub name: String,
    /// The blocked cells.
    pub blocked: BitGrid,
    /// Where is looked from.
    pub observers: Vec<Point>,
    /// Where paths of the first observer lead.
    pub target: Option<Point>,
    /// Where `path` begins.
    pub start: Option<Point>,
    /// Where `path` ends.
    pub dest: Option<Point>,
    /// What is to be answered.
    pub want: Vec<Field>,
}

impl Record {
    /// Reads a record from one line of JSON.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let value: Value = serde_json::from_str(line).map_err(|error| RecordError {
            name: None,
            // A record is one line, so the reader's own line number says nothing.
            reason: format!("broken JSON: {error}").replace(" at line 1 column ", " at column "),
        })?;
        match value {
            Value::Object(object) => Self::from_object(&object),
            _ => Err(RecordError::new(None, "a record is a JSON object")),
        }
    }

    /// Reads a record from a JSON object.
    pub fn from_object(object: &Map<String, Value>) -> Result<Self, RecordError> {
        let name = match object.get("name") {
            Some(Value::String(name)) => name.clone(),
            Some(_) => return Err(RecordError::new(None, "`name` is not text")),
            None => return Err(RecordError::new(None, "`name` is missing")),
        };
        Self::read(object, &name).map_err(|reason| RecordError::new(Some(name), reason))
    }

    fn read(object: &Map<String, Value>, name: &str) -> Result<Self, String> {
        let size = size_of(object, "w", "h")?;
        let blocked = ids(object, "blocked", size)?.ok_or("`blocked` is missing")?;
        let mut grid = BitGrid::new(size);
        for cell in blocked {
            grid.set(cell, true);
        }
        let mut record = Self {
            name: name.to_owned(),
            blocked: grid,
            observers: ids(object, "observers", size)?.unwrap_or_default(),
            target: id(object, "target", size)?,
            start: id(object, "start", size)?,
            dest: id(object, "dest", size)?,
            want: Vec::new(),
        };
        record.want = match wanted(object)? {
            Some(fields) => {
                for &field in &fields {
                    record.allows(field)?;
                }
                fields
            }
            None => record.allowed_by_inputs(),
        };
        Ok(record)
    }

    /// Every field the inputs allow, except `path`. Corners count only where
    /// there are observers.
    fn allowed_by_inputs(&self) -> Vec<Field> {
        Field::ALL
            .into_iter()
            .filter(|&field| field != Field::Path && self.allows(field).is_ok())
            .filter(|&field| field != Field::Corners || !self.observers.is_empty())
            .collect()
    }

    /// Whether the inputs that a field needs are there; if not, which is missing.
    pub fn allows(&self, field: Field) -> Result<(), String> {
        let missing = match field {
            Field::Corners => None,
            Field::Visible | Field::Interesting => {
                self.observers.is_empty().then_some("an observer")
            }
            Field::Symmetric => (self.observers.len() != 1).then_some("exactly one observer"),
            Field::OctileCut | Field::OctileNocut | Field::Anyangle => (self.observers.is_empty()
                || self.target.is_none())
            .then_some("an observer and a target"),
            Field::Path => {
                (self.start.is_none() || self.dest.is_none()).then_some("a start and a dest")
            }
        };
        match missing {
            None => Ok(()),
            Some(what) => Err(format!("`{}` needs {what}", field.name())),
        }
    }
}

/// Why a record cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The record's name, if it could be read.
    pub name: Option<String>,
    /// What is wrong with it.
    pub reason: String,
}

impl RecordError {
    fn new(name: Option<String>, reason: impl Into<String>) -> Self {
        Self {
            name,
            reason: reason.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for RecordError {}

/// Width and height from two fields.
pub(super) fn size_of(
    object: &Map<String, Value>,
    width: &str,
    height: &str,
) -> Result<Size, String> {
    let side = |name: &str| match object.get(name) {
        None => Err(format!("`{name}` is missing")),
        Some(value) => match value.as_u64() {
            Some(0) => Err(format!("`{name}` is 0")),
            Some(side) => Ok(side),
            None => Err(format!("`{name}` is not a whole number: {}", shown(value))),
        },
    };
    let (width, height) = (side(width)?, side(height)?);
    if width.saturating_mul(height) > MAX_AREA {
        return Err(format!(
            "the map has {width} x {height} cells, more than {MAX_AREA}"
        ));
    }
    Size::checked(width as u32, height as u32).ok_or_else(|| crate::TooLarge.to_string())
}

/// A field's value; one that is null counts as absent.
fn given<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// A list of different ids.
pub(super) fn ids(
    object: &Map<String, Value>,
    name: &str,
    size: Size,
) -> Result<Option<Vec<Point>>, String> {
    let list = match given(object, name) {
        None => return Ok(None),
        Some(Value::Array(list)) => list,
        Some(value) => return Err(format!("`{name}` is not a list of ids: {}", shown(value))),
    };
    let mut seen = BitGrid::new(size);
    list.iter()
        .map(|value| {
            let cell = cell_of(value, name, size)?;
            if seen.set(cell, true) == Some(true) {
                return Err(format!("`{name}` holds the id {value} twice"));
            }
            Ok(cell)
        })
        .collect::<Result<_, _>>()
        .map(Some)
}

/// A single id.
fn id(object: &Map<String, Value>, name: &str, size: Size) -> Result<Option<Point>, String> {
    given(object, name)
        .map(|value| cell_of(value, name, size))
        .transpose()
}

fn cell_of(value: &Value, name: &str, size: Size) -> Result<Point, String> {
    let id = value
        .as_u64()
        .ok_or_else(|| format!("`{name}` holds {}, which is no id", shown(value)))?;
    u32::try_from(id)
        .ok()
        .and_then(|id| size.point(id))
        .ok_or_else(|| format!("`{name}` holds the id {id}, the map has {}", size.area()))
}

/// The wanted fields; nothing if no wish is made.
fn wanted(object: &Map<String, Value>) -> Result<Option<Vec<Field>>, String> {
    let list = match given(object, "want") {
        None => return Ok(None),
        Some(Value::Array(list)) if list.is_empty() => return Ok(None),
        Some(Value::Array(list)) => list,
        Some(value) => return Err(format!("`want` is not a list of fields: {}", shown(value))),
    };
    let mut fields = list
        .iter()
        .map(|value| {
            value
                .as_str()
                .and_then(Field::from_name)
                .ok_or_else(|| format!("`want` holds the unknown field {}", shown(value)))
        })
        .collect::<Result<Vec<_>, _>>()?;
    fields.sort_unstable();
    fields.dedup();
    Ok(Some(fields))
}

/// A value for a message, cut short.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        text
    } else {
        text.chars().take(40).chain(['…']).collect()
    }
}
