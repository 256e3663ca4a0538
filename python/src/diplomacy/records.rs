//! Phase records and saved games of the PyPI package `diplomacy`, whole.

use parlour_diplomacy as engine;
use parlour_diplomacy::saved::{self, SavedGame};
use parlour_diplomacy::{PhaseRecord, RecordError, answer};
use pyo3::prelude::*;
use serde_json::Value;

use super::board::Board;
use super::json;
use super::rulebook::Rulebook;

/// Judges a phase record (a dict, or JSON text) and returns it with results,
/// reasons and the next position, as `parlour diplomacy adjudicate` does. A record names
/// one of the maps that come with the house; give `board` for any other.
///
/// >>> from parlour.diplomacy import Board, judge_record
/// >>> start = Board.standard().start.record()
/// >>> judge_record(dict(start, orders={"FRANCE": ["A PAR - BUR"]}))["next"]["units"]["FRANCE"]
/// ['A BUR', 'A MAR', 'F BRE']
#[pyfunction]
#[pyo3(signature = (record, rules = None, board = None))]
pub fn judge_record<'py>(
    py: Python<'py>,
    record: &Bound<'py, PyAny>,
    rules: Option<&Rulebook>,
    board: Option<Board>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = Rulebook::or_default(rules);
    let text = json::text_of(record)?;
    let judged = py.detach(|| {
        let record = PhaseRecord::parse(&text)?;
        match &board {
            Some(board) => answer_on(&board.inner, &record, rules),
            None => answer(&record, rules),
        }
    });
    let judged = judged.map_err(json::refuse)?;
    json::to_python(py, &serde_json::to_value(judged).map_err(json::refuse)?)
}

/// Answers a record of a board of somebody's own, which it need not name.
fn answer_on(
    board: &engine::Board,
    record: &PhaseRecord,
    defaults: engine::Rulebook,
) -> Result<PhaseRecord, RecordError> {
    if let Some(map) = record.map.as_deref().filter(|map| *map != board.name()) {
        return Err(RecordError::Misfit {
            place: map.chars().take(40).collect(),
            what: format!("the record is of this map, the board is {}", board.name()),
        });
    }
    let rules = record.rulebook(defaults)?;
    let position = record.position(board)?;
    let orders = record.submitted(board)?;
    let resolution = engine::resolve(board, rules, &position, &orders);
    Ok(record.answered(board, &position, &resolution))
}

/// The phase records of a saved game of the PyPI package `diplomacy` (a dict, or
/// JSON text), one for each phase. `board` is what it is played on, if the package's
/// name of its map is not one of those both know.
#[pyfunction]
#[pyo3(signature = (saved, board = None))]
pub fn import_saved<'py>(
    py: Python<'py>,
    saved: &Bound<'py, PyAny>,
    board: Option<Board>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let text = json::text_of(saved)?;
    let records = py.detach(|| {
        let saved = SavedGame::parse(&text)?;
        match &board {
            Some(board) => saved.records_on(&board.inner),
            None => saved.records(),
        }
    });
    let records = records.map_err(json::refuse)?;
    let mut read = Vec::new();
    for record in records {
        read.push(json::to_python(
            py,
            &serde_json::to_value(record).map_err(json::refuse)?,
        )?);
    }
    Ok(read)
}

/// The saved game of phase records that follow one another, as the PyPI package
/// `diplomacy` reads it. `board` is what they are of, if it does not come with the house.
#[pyfunction]
#[pyo3(signature = (records, game_id = "game", rules = None, board = None))]
pub fn export_saved<'py>(
    py: Python<'py>,
    records: Vec<Bound<'py, PyAny>>,
    game_id: &str,
    rules: Option<&Rulebook>,
    board: Option<Board>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut parsed = Vec::new();
    for record in &records {
        parsed.push(PhaseRecord::parse(&json::text_of(record)?).map_err(json::refuse)?);
    }
    let rules = Rulebook::or_default(rules);
    let saved = py.detach(|| match &board {
        Some(board) => SavedGame::of_records_on(game_id, &parsed, rules, &board.inner),
        None => SavedGame::of_records(game_id, &parsed, rules),
    });
    let saved: Value = serde_json::to_value(saved.map_err(json::refuse)?).map_err(json::refuse)?;
    json::to_python(py, &saved)
}

/// The PyPI package's names of maps, each with ours.
#[pyfunction]
pub fn package_maps() -> Vec<(&'static str, &'static str)> {
    saved::maps_of_package().collect()
}
