//! Positions: who stands where, what may be ordered, what comes of it.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use parlour_diplomacy as engine;
use parlour_diplomacy::notation;
use parlour_diplomacy::{
    ByPower, LegalOrders, NextRecord, Outcome, PhaseRecord, Scene, Scoring, Step, Submitted,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::board::{Board, power_named, style_named};
use super::json;
use super::picture::{Drawn, Wishes};
use super::resolution::Resolution;
use super::rulebook::Rulebook;
use super::sheet::Sheet;
use crate::errors::{IllegalOrder, NotationError, ParlourError, coded};

/// Who stands where at the beginning of a phase. Immutable.
///
/// >>> from parlour.diplomacy import Board, Position
/// >>> start = Board.standard().start
/// >>> start.phase, start.units["FRANCE"]
/// ('S1901M', ['A MAR', 'A PAR', 'F BRE'])
/// >>> "A PAR - BUR" in start.legal_orders("FRANCE")
/// True
/// >>> start.judge({"FRANCE": ["A PAR - BUR"]}).next.phase
/// 'F1901M'
/// >>> Position(Board.standard(), "S1905M", {"ITALY": ["F VEN", "A VEN"]})
/// Traceback (most recent call last):
///     ...
/// parlour.RecordError: A VEN: two units in one province
#[pyclass(frozen, module = "parlour.diplomacy", from_py_object)]
#[derive(Clone)]
pub struct Position {
    pub board: Arc<Sheet>,
    pub inner: Arc<engine::Position>,
}

impl Position {
    pub fn new(board: Arc<Sheet>, inner: engine::Position) -> Self {
        Self {
            board,
            inner: Arc::new(inner),
        }
    }

    fn text(&self) -> NextRecord {
        NextRecord::of(&self.board, &self.inner)
    }

    /// The orders that were handed in, by power, in the order of the seats.
    pub fn submitted(&self, orders: &Bound<'_, PyDict>) -> PyResult<Vec<Submitted>> {
        let mut by_power = BTreeMap::new();
        for (name, list) in orders {
            let power = power_named(&self.board, &name.cast::<PyString>()?.to_cow()?)?;
            by_power.insert(power, order_texts(&list)?);
        }
        let mut submitted = Vec::new();
        for (power, texts) in by_power {
            for text in texts {
                submitted.push(Submitted::new(&self.board, power, &text));
            }
        }
        Ok(submitted)
    }

    /// The number of a legal order.
    pub fn encoded(&self, py: Python<'_>, power: &str, text: &str) -> PyResult<i64> {
        let (_, checked) = self.read(py, power, text, None)?;
        Ok(super::batch::codes::encode(checked.order))
    }

    fn read(
        &self,
        py: Python<'_>,
        power: &str,
        text: &str,
        rules: Option<&Rulebook>,
    ) -> PyResult<(engine::Power, engine::Checked)> {
        let power = power_named(&self.board, power)?;
        let read = notation::read_order(&self.board, text).map_err(|fault| {
            coded::<NotationError>(py, fault.to_string(), fault.code(), fault.piece())
        })?;
        let scene = Scene::new(&self.board, &self.inner, Rulebook::or_default(rules));
        let checked = engine::check(&scene, power, read).map_err(|fault| {
            coded::<IllegalOrder>(py, fault.to_string(), fault.code(), fault.piece())
        })?;
        Ok((power, checked))
    }
}

/// A list of order texts; one text alone is no list of letters.
fn order_texts(list: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = list.cast::<PyString>() {
        return Ok(vec![text.to_cow()?.into_owned()]);
    }
    list.try_iter()?.map(|text| text?.extract()).collect()
}

#[pymethods]
impl Position {
    /// A position by its parts: units, owned centres, and in retreat phases each
    /// dislodged unit with where it may go.
    #[new]
    #[pyo3(signature = (board, phase, units, centers = None, dislodged = None))]
    fn make(
        board: Board,
        phase: &str,
        units: ByPower<Vec<String>>,
        centers: Option<ByPower<Vec<String>>>,
        dislodged: Option<ByPower<BTreeMap<String, Vec<String>>>>,
    ) -> PyResult<Self> {
        let mut record = PhaseRecord::question(&board.inner, board.inner.start());
        record.phase = phase.parse().map_err(json::refuse)?;
        record.units = units;
        record.centers = centers;
        record.dislodged = dislodged;
        record.builds = None;
        let position = record.position(&board.inner).map_err(json::refuse)?;
        Ok(Self::new(board.inner, position))
    }

    /// The position a phase record describes: a dict, or JSON text. A record names
    /// one of the maps that come with the house; give `board` for any other.
    #[staticmethod]
    #[pyo3(signature = (record, board = None))]
    fn from_record(record: &Bound<'_, PyAny>, board: Option<Board>) -> PyResult<Self> {
        let record = PhaseRecord::parse(&json::text_of(record)?).map_err(json::refuse)?;
        let board = match board {
            Some(board) => board.inner,
            None => super::board::bundled(record.map.as_deref().unwrap_or("standard"))?,
        };
        let position = record.position(&board).map_err(json::refuse)?;
        Ok(Self::new(board, position))
    }

    /// The position as a phase record without orders: a dict that JSON can hold.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = PhaseRecord::question(&self.board, &self.inner);
        let value = serde_json::to_value(record).map_err(json::refuse)?;
        json::to_python(py, &value)
    }

    /// The board it is on.
    #[getter]
    fn board(&self) -> Board {
        Board {
            inner: self.board.clone(),
        }
    }

    /// The phase that is to be ordered, for instance `S1901M`.
    #[getter]
    fn phase(&self) -> String {
        self.inner.phase.to_string()
    }

    /// The year.
    #[getter]
    fn year(&self) -> u16 {
        self.inner.phase.year
    }

    /// `movement`, `retreat` or `adjustment`.
    #[getter]
    fn step(&self) -> &'static str {
        match self.inner.phase.step {
            Step::Movement => "movement",
            Step::Retreat => "retreat",
            Step::Adjustment => "adjustment",
        }
    }

    /// The units that stand, by power; powers without any are left out.
    #[getter]
    fn units(&self) -> ByPower<Vec<String>> {
        self.text().units
    }

    /// The owned centres, by power.
    #[getter]
    fn centers(&self) -> ByPower<Vec<String>> {
        self.text().centers
    }

    /// By power: each dislodged unit, and where it may go.
    #[getter]
    fn dislodged(&self) -> ByPower<BTreeMap<String, Vec<String>>> {
        self.text().dislodged
    }

    /// In adjustment phases: how many units each power may build (above 0) or must
    /// disband (below 0).
    #[getter]
    fn builds(&self) -> ByPower<i32> {
        self.text().builds
    }

    /// The powers that have something to order.
    #[getter]
    fn must_order(&self) -> Vec<String> {
        let powers = self.inner.must_order(&self.board);
        powers
            .map(|it| self.board.power_name(it).to_owned())
            .collect()
    }

    /// Whether a power still has a unit or a centre.
    fn is_alive(&self, power: &str) -> PyResult<bool> {
        Ok(self.inner.is_alive(power_named(&self.board, power)?))
    }

    /// All legal orders of a power, each once, in the notation of records. In an
    /// adjustment phase with builds `WAIVE` is among them.
    #[pyo3(signature = (power, rules = None))]
    fn legal_orders(
        &self,
        py: Python<'_>,
        power: &str,
        rules: Option<&Rulebook>,
    ) -> PyResult<Vec<String>> {
        let power = power_named(&self.board, power)?;
        let rules = Rulebook::or_default(rules);
        Ok(py.detach(|| {
            let orders = engine::legal_orders_of_power(&self.board, &self.inner, rules, power);
            orders
                .iter()
                .map(|order| order.show(&self.board).to_string())
                .collect()
        }))
    }

    /// All legal orders of each unit that may be ordered, by unit. Builds are not of
    /// any unit; ask `legal_orders` for them.
    #[pyo3(signature = (rules = None))]
    fn legal_orders_by_unit(
        &self,
        py: Python<'_>,
        rules: Option<&Rulebook>,
    ) -> BTreeMap<String, Vec<String>> {
        let rules = Rulebook::or_default(rules);
        py.detach(|| {
            let board = &*self.board;
            let scene = Scene::new(board, &self.inner, rules);
            let mut lists = LegalOrders::default();
            lists.gather(&scene);
            let mut orders = Vec::new();
            for province in board.provinces() {
                lists.of_unit(&scene, province, &mut orders);
            }
            let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for order in orders {
                if let Some(unit) = order.unit() {
                    let unit = board.unit_text(unit).to_string();
                    found
                        .entry(unit)
                        .or_default()
                        .push(order.show(board).to_string());
                }
            }
            found
        })
    }

    /// The order as it would be played, in the notation of records, and what was
    /// wrong with its words but did not matter. Raises `NotationError` or
    /// `IllegalOrder`.
    ///
    /// >>> from parlour.diplomacy import Board
    /// >>> start = Board.standard().start
    /// >>> start.check_order("FRANCE", "fleet paris to burgundy")
    /// ('A PAR - BUR', ['F PAR was read as A PAR'])
    /// >>> start.check_order("FRANCE", "A Par - Lon")
    /// Traceback (most recent call last):
    ///     ...
    /// parlour.IllegalOrder: ...
    #[pyo3(signature = (power, text, rules = None))]
    fn check_order(
        &self,
        py: Python<'_>,
        power: &str,
        text: &str,
        rules: Option<&Rulebook>,
    ) -> PyResult<(String, Vec<String>)> {
        let (_, checked) = self.read(py, power, text, rules)?;
        let remarks = checked.remarks.iter().map(ToString::to_string).collect();
        Ok((checked.order.show(&self.board).to_string(), remarks))
    }

    /// An order that is legal here in another notation: `record`, `chat`, `english`
    /// or `daide`.
    ///
    /// >>> from parlour.diplomacy import Board
    /// >>> Board.standard().start.write_order("AUSTRIA", "A Vie - Bud", "daide")
    /// '( AUS AMY VIE ) MTO BUD'
    #[pyo3(signature = (power, text, style = "record", rules = None))]
    fn write_order(
        &self,
        py: Python<'_>,
        power: &str,
        text: &str,
        style: &str,
        rules: Option<&Rulebook>,
    ) -> PyResult<String> {
        let style = style_named(style)?;
        let (power, checked) = self.read(py, power, text, rules)?;
        Ok(notation::write_order(
            &self.board,
            &self.inner,
            power,
            checked.order,
            style,
        ))
    }

    /// Judges the phase and turns to the next. `orders` holds lists of order texts
    /// by power, in any notation. Nothing that is written there raises: an order
    /// that cannot be read or played comes back with its fault, and its unit holds.
    #[pyo3(signature = (orders, rules = None))]
    fn judge(
        &self,
        py: Python<'_>,
        orders: &Bound<'_, PyDict>,
        rules: Option<&Rulebook>,
    ) -> PyResult<Resolution> {
        let submitted = self.submitted(orders)?;
        let rules = Rulebook::or_default(rules);
        let judged = py.detach(|| engine::resolve(&self.board, rules, &self.inner, &submitted));
        Ok(Resolution::new(self.clone(), rules, judged))
    }

    /// Each power's share of a game that ends here, as `fractions.Fraction`.
    ///
    /// `scoring` is `draw-size`, `sum-of-squares`, `centers`, `leader` or
    /// `winner-takes-all`. `solo` names a power that won alone; otherwise `draw` names
    /// those who share, or everybody who is left.
    #[pyo3(signature = (scoring, solo = None, draw = None))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        scoring: &str,
        solo: Option<&str>,
        draw: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let scoring = scoring_named(scoring)?;
        let board = &*self.board;
        let powers: Vec<engine::Power> = board.powers().collect();
        let outcome = match (solo, draw) {
            (Some(power), _) => Outcome::Solo(power_named(board, power)?),
            (None, Some(names)) => {
                let sharing: PyResult<_> = names.iter().map(|it| power_named(board, it)).collect();
                Outcome::Draw(sharing?)
            }
            (None, None) => {
                let alive = powers.iter().copied().filter(|it| self.inner.is_alive(*it));
                Outcome::Draw(alive.collect())
            }
        };
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let shares = PyDict::new(py);
        for power in &powers {
            let share = scoring.share(&outcome, &self.inner, &powers, *power);
            shares.set_item(
                board.power_name(*power),
                fraction.call1((share.part, share.whole))?,
            )?;
        }
        Ok(shares)
    }

    /// The position as an SVG picture, with orders drawn if they are given.
    #[pyo3(signature = (orders = None, *, width = 1200, theme = "light", title = None, table = true))]
    fn svg(
        &self,
        py: Python<'_>,
        orders: Option<&Bound<'_, PyDict>>,
        width: u32,
        theme: &str,
        title: Option<String>,
        table: bool,
    ) -> PyResult<String> {
        let drawn = Drawn::pending(py, self, orders)?;
        drawn.svg(
            py,
            Wishes {
                width,
                theme,
                title,
                table,
            },
        )
    }

    /// The position as the bytes of a PNG picture.
    #[pyo3(signature = (orders = None, *, width = 1200, theme = "light", title = None, table = true))]
    fn png(
        &self,
        py: Python<'_>,
        orders: Option<&Bound<'_, PyDict>>,
        width: u32,
        theme: &str,
        title: Option<String>,
        table: bool,
    ) -> PyResult<Vec<u8>> {
        let drawn = Drawn::pending(py, self, orders)?;
        drawn.png(
            py,
            Wishes {
                width,
                theme,
                title,
                table,
            },
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
            && (Arc::ptr_eq(&self.board, &other.board) || self.board == other.board)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.phase.hash(&mut hasher);
        for (province, placed) in self.inner.units() {
            (province, placed).hash(&mut hasher);
        }
        for center in self.board.centers() {
            self.inner.owner(center).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let units = self.inner.units().count();
        format!(
            "<Position {} on {:?}, {units} units>",
            self.inner.phase,
            self.board.name()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let class = py.import("parlour.diplomacy")?.getattr("Position")?;
        let text = self.text();
        let parts = PyList::new(
            py,
            [
                Board {
                    inner: self.board.clone(),
                }
                .into_pyobject(py)?
                .into_any(),
                self.phase().into_pyobject(py)?.into_any(),
                text.units.into_pyobject(py)?.into_any(),
                text.centers.into_pyobject(py)?.into_any(),
                text.dislodged.into_pyobject(py)?.into_any(),
            ],
        )?;
        Ok((class.into_any(), parts.to_tuple().into_any()))
    }
}

/// A way to give points by its name.
pub fn scoring_named(name: &str) -> PyResult<Scoring> {
    match name {
        "draw-size" => Ok(Scoring::DrawSize),
        "sum-of-squares" => Ok(Scoring::SumOfSquares),
        "centers" => Ok(Scoring::Centers),
        "leader" => Ok(Scoring::Leader),
        "winner-takes-all" => Ok(Scoring::WinnerTakesAll),
        _ => Err(ParlourError::new_err(format!(
            "there is no scoring {name:?}; there are draw-size, sum-of-squares, centers, \
             leader, winner-takes-all"
        ))),
    }
}
