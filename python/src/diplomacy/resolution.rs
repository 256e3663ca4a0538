//! What came of a phase: every order with its fate and its reason.

use std::collections::BTreeMap;

use parlour_diplomacy as engine;
use parlour_diplomacy::PhaseRecord;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::json;
use super::picture::{Drawn, Wishes};
use super::position::Position;

/// A phase and everything that came of it. Immutable.
///
/// >>> from parlour.diplomacy import Board
/// >>> resolution = Board.standard().start.judge(
/// ...     {"AUSTRIA": ["A Vie - Bud", "a budapest holds", "A Xyz - Abc"]})
/// >>> resolution.orders[0].reason
/// 'A VIE - BUD bounced: A BUD is of the same power and stays'
/// >>> resolution.orders[0].codes, resolution.orders[2].fault
/// (('bounce',), 'unknown_place')
/// >>> resolution.next.phase
/// 'F1901M'
#[pyclass(frozen, module = "parlour.diplomacy")]
pub struct Resolution {
    before: Position,
    rules: engine::Rulebook,
    pub inner: engine::Resolution,
    next: Position,
}

impl Resolution {
    pub fn new(before: Position, rules: engine::Rulebook, inner: engine::Resolution) -> Self {
        let next = Position::new(before.board.clone(), inner.next.clone());
        Self {
            before,
            rules,
            inner,
            next,
        }
    }

    fn units(&self, list: &[(engine::Power, engine::Unit)]) -> Vec<(String, String)> {
        let board = &self.before.board;
        let text = |(power, unit): &(engine::Power, engine::Unit)| {
            (
                board.power_name(*power).to_owned(),
                board.unit_text(*unit).to_string(),
            )
        };
        list.iter().map(text).collect()
    }

    fn asked(&self) -> PhaseRecord {
        let board = &self.before.board;
        let mut record = PhaseRecord::question(board, &self.before.inner);
        for judged in &self.inner.orders {
            if let Some(given) = &judged.given {
                let name = board.power_name(judged.power).to_owned();
                record.orders.entry(name).or_default().push(given.clone());
            }
        }
        let rules = self.rules.differing();
        record.rules = (!rules.is_empty()).then_some(rules);
        record.answered(board, &self.before.inner, &self.inner)
    }
}

#[pymethods]
impl Resolution {
    /// The phase that was judged.
    #[getter]
    fn phase(&self) -> String {
        self.inner.phase.to_string()
    }

    /// The position it was judged in.
    #[getter]
    fn before(&self) -> Position {
        self.before.clone()
    }

    /// The position at the beginning of the next phase.
    #[getter]
    fn next(&self) -> Position {
        self.next.clone()
    }

    /// Every order as an `OrderResult`, in the order of the seats, then the units
    /// that had none.
    #[getter]
    fn orders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = &self.before.board;
        let results = self.inner.orders.iter().map(|judged| {
            let mut strengths = BTreeMap::new();
            let reason = judged.reason.record(judged.codes);
            strengths.extend(reason.strengths);
            OrderResult {
                power: board.power_name(judged.power).to_owned(),
                given: judged.given.clone(),
                text: judged.text(board),
                unit: engine::order_key(board, &self.before.inner, judged),
                codes: judged.codes.texts(),
                fault: judged.fault.as_ref().map(engine::OrderFault::code),
                piece: judged.fault.as_ref().map(|fault| fault.piece().to_owned()),
                remarks: judged.remarks.iter().map(ToString::to_string).collect(),
                reason: reason.text,
                strengths,
                causes: reason.causes,
            }
        });
        PyTuple::new(py, results.collect::<Vec<_>>())
    }

    /// The result codes by unit, as records hold them; nothing means success.
    #[getter]
    fn results(&self) -> BTreeMap<String, Vec<String>> {
        self.asked().results.unwrap_or_default()
    }

    /// Units that were dislodged: power, unit, where it may go.
    #[getter]
    fn dislodged(&self) -> Vec<(String, String, Vec<String>)> {
        let board = &self.before.board;
        let one = |gone: &engine::Dislodged| {
            let places = gone.retreats.iter().map(|to| board.code(to).to_owned());
            (
                board.power_name(gone.power).to_owned(),
                board.unit_text(gone.unit).to_string(),
                places.collect(),
            )
        };
        self.inner.dislodged.iter().map(one).collect()
    }

    /// Units that left the board: power and unit.
    #[getter]
    fn disbanded(&self) -> Vec<(String, String)> {
        self.units(&self.inner.disbanded)
    }

    /// Units that were built: power and unit.
    #[getter]
    fn built(&self) -> Vec<(String, String)> {
        self.units(&self.inner.built)
    }

    /// Centres that changed hands: centre, old owner or None, new owner.
    #[getter]
    fn captured(&self) -> Vec<(String, Option<String>, String)> {
        let board = &self.before.board;
        let name = |power: engine::Power| board.power_name(power).to_owned();
        let turning = &self.inner.turning;
        let one =
            |(center, old, new): &(engine::Province, Option<engine::Power>, engine::Power)| {
                (board.code(*center).to_owned(), old.map(name), name(*new))
            };
        turning.captured.iter().map(one).collect()
    }

    /// Phases in which nobody had anything to order.
    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.inner
            .turning
            .skipped
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The power that won alone, if one did.
    #[getter]
    fn solo(&self) -> Option<String> {
        let solo = self.inner.turning.solo;
        solo.map(|power| self.before.board.power_name(power).to_owned())
    }

    /// The phase as a record with results, reasons and the next position: a dict
    /// that JSON can hold, as `parlour diplomacy adjudicate` writes it.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = serde_json::to_value(self.asked()).map_err(json::refuse)?;
        json::to_python(py, &value)
    }

    /// The phase with its orders and results as an SVG picture.
    #[pyo3(signature = (*, width = 1200, theme = "light", title = None, table = true))]
    fn svg(
        &self,
        py: Python<'_>,
        width: u32,
        theme: &str,
        title: Option<String>,
        table: bool,
    ) -> PyResult<String> {
        Drawn::resolved(&self.before, &self.inner).svg(
            py,
            Wishes {
                width,
                theme,
                title,
                table,
            },
        )
    }

    /// The phase with its orders and results as the bytes of a PNG picture.
    #[pyo3(signature = (*, width = 1200, theme = "light", title = None, table = true))]
    fn png(
        &self,
        py: Python<'_>,
        width: u32,
        theme: &str,
        title: Option<String>,
        table: bool,
    ) -> PyResult<Vec<u8>> {
        Drawn::resolved(&self.before, &self.inner).png(
            py,
            Wishes {
                width,
                theme,
                title,
                table,
            },
        )
    }

    fn __repr__(&self) -> String {
        let count = self.inner.orders.len();
        format!("<Resolution of {}, {count} orders>", self.inner.phase)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (Position, Bound<'py, PyDict>, super::rulebook::Rulebook),
    )> {
        let make = py.import("parlour.diplomacy")?.getattr("_judge")?;
        let orders = PyDict::new(py);
        for (name, texts) in self.asked().orders {
            orders.set_item(name, texts)?;
        }
        let rules = super::rulebook::Rulebook::of(self.rules);
        Ok((make, (self.before.clone(), orders, rules)))
    }
}

/// What became of one order. Immutable.
#[pyclass(frozen, get_all, module = "parlour.diplomacy")]
pub struct OrderResult {
    /// Who ordered it.
    power: String,
    /// The words as they were given; None for a unit without an order.
    given: Option<String>,
    /// The order as it was judged, or as it was written.
    text: String,
    /// The unit it is about.
    unit: String,
    #[pyo3(name = "_codes")]
    codes: Vec<String>,
    /// Why the order did not count, as a stable short name; None if it did.
    fault: Option<&'static str>,
    /// The offending piece of an order that did not count.
    piece: Option<String>,
    /// What was wrong with the words but did not matter.
    remarks: Vec<String>,
    /// Why it had its result, in one sentence.
    reason: String,
    /// The strengths that were compared, by name.
    strengths: BTreeMap<String, u32>,
    /// The orders that caused it.
    causes: Vec<String>,
}

#[pymethods]
impl OrderResult {
    /// The result codes; none means success.
    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.codes)
    }

    /// Whether the order was carried out.
    #[getter]
    fn succeeded(&self) -> bool {
        self.codes.is_empty()
    }

    fn __repr__(&self) -> String {
        format!("<{} {:?}: {}>", self.power, self.text, self.reason)
    }
}
