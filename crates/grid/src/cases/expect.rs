//! What a case expects, and the comparison with what was found.

#![expect(
    clippy::disallowed_types,
    reason = "the length of an any-angle path is a float"
)]

use std::fmt::{self, Write};

use serde_json::{Map, Value};

use super::record::{Field, Record, ids};
use super::solve::Answers;
use crate::sight::line_of_sight;
use crate::{BitGrid, Corners, Orientation, Point, Size};

/// How far two lengths of any-angle paths may be apart.
const TOLERANCE: f64 = 1e-6;

/// How many ids a failure names.
const NAMED: usize = 12;

/// The answers a case expects, and the cells of which it does not say whether
/// they are corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Expect {
    pub answers: Answers,
    pub untold: Vec<Point>,
}

/// An expectation that failed.
pub(super) struct Failure {
    text: String,
    /// What makes it another failure than one of the same kind in another
    /// orientation: paths of one length may lead elsewhere there.
    mark: String,
}

impl Failure {
    /// A failure that is like those of the same words.
    pub fn new(text: String) -> Self {
        Self {
            mark: text.clone(),
            text,
        }
    }

    /// Whether another orientation failed in the same way.
    pub fn is_like(&self, other: &Self) -> bool {
        self.mark == other.mark
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Expect {
    /// Reads the expected values of a record. A field that is there and null
    /// expects that there is no answer.
    pub fn from_object(object: &Map<String, Value>, record: &Record) -> Result<Self, String> {
        let size = record.blocked.size();
        let mut answers = Answers::default();
        for field in Field::ALL {
            let Some(value) = object.get(field.name()) else {
                continue;
            };
            record.allows(field)?;
            let set = || cells(object, field, size);
            match field {
                Field::Visible => answers.visible = Some(set()?),
                Field::Corners => answers.corners = Some(set()?),
                Field::Interesting => answers.interesting = Some(set()?),
                Field::Symmetric => answers.symmetric = Some(unless_null(value, set)?),
                Field::OctileCut => answers.octile_cut = Some(unless_null(value, || cost(value))?),
                Field::OctileNocut => {
                    answers.octile_nocut = Some(unless_null(value, || cost(value))?);
                }
                Field::Anyangle => {
                    let length = || value.as_f64().ok_or("`anyangle` is no number".to_owned());
                    answers.anyangle = Some(unless_null(value, length)?);
                }
                Field::Path => {
                    let list = || ids(object, "path", size).map(Option::unwrap_or_default);
                    answers.path = Some(unless_null(value, list)?);
                }
            }
        }
        Ok(Self {
            answers,
            untold: Vec::new(),
        })
    }

    /// The fields about which something is expected.
    pub fn fields(&self) -> Vec<Field> {
        let expected = &self.answers;
        Field::ALL
            .into_iter()
            .filter(|field| match field {
                Field::Visible => expected.visible.is_some(),
                Field::Corners => expected.corners.is_some(),
                Field::Interesting => expected.interesting.is_some(),
                Field::Symmetric => expected.symmetric.is_some(),
                Field::OctileCut => expected.octile_cut.is_some(),
                Field::OctileNocut => expected.octile_nocut.is_some(),
                Field::Anyangle => expected.anyangle.is_some(),
                Field::Path => expected.path.is_some(),
            })
            .collect()
    }

    /// Compares with what was found on the map laid in some orientation.
    pub fn compare(&self, found: &Answers, record: &Record, laid: Orientation) -> Vec<Failure> {
        let mut failures = Vec::new();
        let expected = &self.answers;
        let sets = [
            (Field::Visible, &expected.visible, &found.visible),
            (Field::Corners, &expected.corners, &found.corners),
            (
                Field::Interesting,
                &expected.interesting,
                &found.interesting,
            ),
        ];
        for (field, expected, found) in sets {
            let untold: &[Point] = match field {
                Field::Visible => &[],
                _ => &self.untold,
            };
            if let (Some(expected), Some(found)) = (expected, found) {
                failures.extend(set_difference(field, expected, found, laid, untold));
            }
        }
        match (&expected.symmetric, &found.symmetric) {
            (Some(Some(expected)), Some(Some(found))) => {
                failures.extend(set_difference(Field::Symmetric, expected, found, laid, &[]));
            }
            (Some(expected), Some(found)) if expected.is_some() != found.is_some() => {
                let word = |cells: &Option<BitGrid>| match cells {
                    Some(cells) => format!("{} cells", cells.count()),
                    None => "null".to_owned(),
                };
                failures.push(differing(Field::Symmetric, word(expected), word(found)));
            }
            _ => {}
        }
        for (field, expected, found) in [
            (Field::OctileCut, expected.octile_cut, found.octile_cut),
            (
                Field::OctileNocut,
                expected.octile_nocut,
                found.octile_nocut,
            ),
        ] {
            if let (Some(expected), Some(found)) = (expected, found)
                && expected != found
            {
                failures.push(differing(field, shown(expected), shown(found)));
            }
        }
        if let (Some(expected), Some(found)) = (expected.anyangle, found.anyangle)
            && !same_length(expected, found)
        {
            failures.push(Failure {
                mark: format!("length {found:.6?}"),
                ..differing(Field::Anyangle, shown(expected), shown(found))
            });
        }
        if let (Some(expected), Some(found)) = (&expected.path, &found.path) {
            failures.extend(compare_paths(
                expected.as_deref(),
                found.as_deref(),
                record,
                laid,
            ));
        }
        failures
    }
}

/// A path is as good as the expected one when both are as long; the expected one
/// must be a path in the first place.
fn compare_paths(
    expected: Option<&[Point]>,
    found: Option<&[Point]>,
    record: &Record,
    laid: Orientation,
) -> Option<Failure> {
    let length = |path: &[Point]| {
        path.windows(2)
            .map(|leg| leg[0].euclid(leg[1]))
            .sum::<f64>()
    };
    let size = record.blocked.size();
    // Cells are named as they are in the record as given.
    let word = |path: Option<&[Point]>, laid: Orientation| match path {
        None => "null".to_owned(),
        Some(path) => {
            let cells = path.iter().map(|&cell| laid.back(size, cell));
            let ids: Vec<_> = cells.filter_map(|cell| size.id(cell)).collect();
            format!("{ids:?} of length {:.9}", length(path))
        }
    };
    let given = Orientation::default();
    if let Some(path) = expected
        && let Some(flaw) = flaw_of(path, record)
    {
        return Some(Failure::new(format!(
            "path: expected {}, but {flaw}",
            word(expected, given)
        )));
    }
    (!same_length(expected.map(length), found.map(length))).then(|| Failure {
        mark: format!("path of length {:.6?}", found.map(length)),
        ..differing(Field::Path, word(expected, given), word(found, laid))
    })
}

/// What is wrong with an expected path, if anything is.
fn flaw_of(path: &[Point], record: &Record) -> Option<String> {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
        return Some("it has no cells".to_owned());
    };
    if (Some(first), Some(last)) != (record.start, record.dest) {
        return Some("it does not lead from start to dest".to_owned());
    }
    let blocked = &record.blocked;
    let corners = Corners::new(blocked);
    let id = |cell| shown(blocked.size().id(cell));
    if let Some(leg) = path
        .windows(2)
        .find(|leg| !line_of_sight(blocked, leg[0], leg[1]))
    {
        return Some(format!("{} does not see {}", id(leg[0]), id(leg[1])));
    }
    let inner = path.get(1..path.len() - 1).unwrap_or_default();
    inner
        .iter()
        .find(|&&cell| !corners.cells().contains(cell))
        .map(|&cell| format!("{} is no corner", id(cell)))
}

fn same_length(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= TOLERANCE,
        (None, None) => true,
        _ => false,
    }
}

/// Compares an expected set with one found on a map laid in some orientation.
fn set_difference(
    field: Field,
    expected: &BitGrid,
    found: &BitGrid,
    laid: Orientation,
    untold: &[Point],
) -> Option<Failure> {
    let size = expected.size();
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    for cell in size.cells() {
        let (wanted, there) = (
            expected.contains(cell),
            found.contains(laid.cell(size, cell)),
        );
        if wanted != there && !untold.contains(&cell) {
            let list = if wanted { &mut missing } else { &mut extra };
            list.extend(size.id(cell));
        }
    }
    (!missing.is_empty() || !extra.is_empty()).then(|| {
        let (want, got) = (expected.count(), found.count());
        let Failure { mut text, .. } =
            differing(field, format!("{want} cells"), format!("{got} cells"));
        for (word, cells) in [("missing", missing), ("too many", extra)] {
            if !cells.is_empty() {
                let named: Vec<_> = cells.iter().take(NAMED).map(u32::to_string).collect();
                let more = if cells.len() > NAMED { ", …" } else { "" };
                write!(text, "; {word}: {}{more}", named.join(", ")).expect("text grows");
            }
        }
        Failure::new(text)
    })
}

fn differing(field: Field, expected: impl fmt::Display, found: impl fmt::Display) -> Failure {
    let name = field.name();
    Failure::new(format!("{name}: expected {expected}, found {found}"))
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

fn unless_null<T>(
    value: &Value,
    read: impl FnOnce() -> Result<T, String>,
) -> Result<Option<T>, String> {
    if value.is_null() {
        Ok(None)
    } else {
        read().map(Some)
    }
}

fn cost(value: &Value) -> Result<u32, String> {
    value
        .as_u64()
        .and_then(|cost| u32::try_from(cost).ok())
        .ok_or_else(|| format!("a cost is a whole number or null, not {value}"))
}

fn cells(object: &Map<String, Value>, field: Field, size: Size) -> Result<BitGrid, String> {
    let mut set = BitGrid::new(size);
    let listed = ids(object, field.name(), size)?;
    let name = field.name();
    for cell in listed.ok_or_else(|| format!("`{name}` is not a list of ids: null"))? {
        set.set(cell, true);
    }
    Ok(set)
}
