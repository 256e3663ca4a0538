//! Phase records and saved games of the PyPI package `diplomacy`, whole.

use parlour_diplomacy::saved::SavedGame;
use parlour_diplomacy::{PhaseRecord, answer};
use pyo3::prelude::*;
use serde_json::Value;

use super::json;
use super::rulebook::Rulebook;

/// Judges a phase record (a dict, or JSON text) and returns it with results,
/// reasons and the next position, as `parlour diplomacy adjudicate` does.
#[pyfunction]
#[pyo3(signature = (record, rules = None))]
pub fn judge_record<'py>(
    py: Python<'py>,
    record: &Bound<'py, PyAny>,
    rules: Option<&Rulebook>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = Rulebook::or_default(rules);
    let text = json::text_of(record)?;
    let judged = py.detach(|| {
        let record = PhaseRecord::parse(&text)?;
        answer(&record, rules)
    });
    let judged = judged.map_err(json::refuse)?;
    json::to_python(py, &serde_json::to_value(judged).map_err(json::refuse)?)
}

/// The phase records of a saved game of the PyPI package `diplomacy` (a dict, or
/// JSON text), one for each phase.
#[pyfunction]
pub fn import_saved<'py>(
    py: Python<'py>,
    saved: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let text = json::text_of(saved)?;
    let records = py.detach(|| SavedGame::parse(&text)?.records());
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
/// `diplomacy` reads it.
#[pyfunction]
#[pyo3(signature = (records, game_id = "game", rules = None))]
pub fn export_saved<'py>(
    py: Python<'py>,
    records: Vec<Bound<'py, PyAny>>,
    game_id: &str,
    rules: Option<&Rulebook>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut parsed = Vec::new();
    for record in &records {
        parsed.push(PhaseRecord::parse(&json::text_of(record)?).map_err(json::refuse)?);
    }
    let rules = Rulebook::or_default(rules);
    let saved = py.detach(|| SavedGame::of_records(game_id, &parsed, rules));
    let saved: Value = serde_json::to_value(saved.map_err(json::refuse)?).map_err(json::refuse)?;
    json::to_python(py, &saved)
}
