//! Case files of sight and paths: text in, answers and verdicts out.
//!
//! **JSON Lines**, one record a line. In: `name`, `w`, `h` and `blocked` (ids);
//! `observers` (ids) for `visible`, `corners`, `interesting` and `symmetric` (the
//! last needs exactly one); `observers[0]` to `target` for `octile_cut`,
//! `octile_nocut` and `anyangle`; `start` to `dest` for `path`; `want`, the fields
//! to answer (none: all that the inputs allow, except `path`). An input that is
//! null counts as absent. Other fields are left alone, so a file with expected
//! values can be solved again. Out: `name` and the wanted fields.
//!
//! - `visible`, `corners`, `interesting`: ids by exact sight, ascending.
//! - `symmetric`: ids of the free cells in the symmetric field of view; null when
//!   the observer stands in a wall.
//! - `octile_cut`, `octile_nocut`: the least cost at 70 straight and 99 diagonal,
//!   corners cut or not; null if there is no path.
//! - `anyangle`: the length of the shortest polyline, to nine decimals, or null.
//! - `path`: the ids where that polyline from `start` to `dest` begins, turns and
//!   ends, or null.
//!
//! [`check`] verifies files whose records carry the answers, as well as two other
//! forms of case: one JSON object with `testName`, `gridRows`, `gridCols`,
//! `blockedCells`, `startX`, `startY` and `expectedVisible`; and
//! [drawings](crate::drawing) with exactly one `s`, blank lines between cases,
//! lines that start with `;` being comments. Every case is run in all eight
//! orientations, and sight is run back from what was seen.

mod check;
mod expect;
mod forms;
mod record;
mod solve;

pub use check::{Verdict, check};
#[cfg(feature = "editor")]
pub(crate) use forms::read_case;
pub use record::{Field, Record, RecordError};
pub use solve::{Answers, Solver};
