//! A retreat phase in one go: units get away or are gone, and what came of each order is
//! told when somebody asks.
//!
//! Orders and units are texts here, as the package has them: a program may have put
//! anything into the lists of a power, and there are few of them.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use super::Core;
use super::before::Before;
use super::holdings::{hold, kept};
use super::lists::{Entry, Named};
use super::played::Played;

/// Places of the results among those of `result_bits`.
const VOID: usize = 1;
const BOUNCE: usize = 4;
const DISBAND: usize = 7;

/// What goes into a retreat phase.
struct Given {
    /// By power, the units that must retreat.
    retreats: Vec<Vec<String>>,
    /// By power, the orders.
    orders: Vec<Vec<String>>,
    /// The units that were dislodged in the last movement.
    dislodged: Vec<String>,
    /// Those that are gone already.
    popped: Vec<String>,
}

/// What comes of it.
#[derive(Default)]
struct Outcome {
    /// By unit: its results.
    results: Vec<(String, Vec<usize>)>,
    /// By power: the units that were ordered.
    ordered: Vec<Vec<String>>,
    /// Who got away, in the order in which they land: power, unit, place.
    landed: Vec<(usize, String, String)>,
    /// The units that are gone.
    popped: Vec<String>,
}

impl Outcome {
    fn results_of(&mut self, unit: &str) -> &mut Vec<usize> {
        let place = self.results.iter().position(|(own, _)| own == unit);
        let place = place.unwrap_or_else(|| {
            self.results.push((unit.to_owned(), Vec::new()));
            self.results.len() - 1
        });
        &mut self.results[place].1
    }

    /// A unit that had to retreat is gone.
    fn lose(&mut self, unit: &str) {
        let results = self.results_of(unit);
        if !results.contains(&DISBAND) {
            results.push(DISBAND);
        }
        if !self.popped.iter().any(|it| it == unit) {
            self.popped.push(unit.to_owned());
        }
    }

    fn of(given: &Given) -> PyResult<Self> {
        let mut outcome = Self {
            popped: given.popped.clone(),
            ..Self::default()
        };
        for unit in given.retreats.iter().flatten() {
            outcome.results_of(unit);
        }
        // By province that units go to: which.
        let mut goals: Vec<(String, Vec<String>)> = Vec::new();
        for orders in &given.orders {
            let mut ordered: Vec<String> = Vec::new();
            for text in orders {
                let order = Words::of(text)?;
                if order.is_void {
                    *outcome.results_of(&order.unit) = vec![VOID];
                } else if let Some(to) = &order.to {
                    let province: String = to.chars().take(3).collect();
                    match goals.iter_mut().find(|(goal, _)| *goal == province) {
                        Some((_, units)) => units.push(order.unit.clone()),
                        None => goals.push((province, vec![order.unit.clone()])),
                    }
                }
                if !ordered.contains(&order.unit) {
                    ordered.push(order.unit);
                }
            }
            outcome.ordered.push(ordered);
        }
        for (_, units) in goals.iter().filter(|(_, units)| units.len() > 1) {
            for unit in units {
                *outcome.results_of(unit) = vec![BOUNCE, DISBAND];
            }
            outcome.popped.extend(units.iter().cloned());
        }
        let gone = outcome.popped.clone();
        let mut dislodged = given.dislodged.clone();
        for (power, (orders, retreats)) in given.orders.iter().zip(&given.retreats).enumerate() {
            for text in orders {
                let order = Words::of(text)?;
                if let (false, Some(to)) = (order.is_void || gone.contains(&order.unit), order.to) {
                    let landed = format!("{} {to}", order.kind);
                    dislodged.retain(|unit| *unit != order.unit);
                    outcome.landed.push((power, landed, to));
                }
            }
            for unit in retreats.iter().filter(|unit| dislodged.contains(unit)) {
                outcome.lose(unit);
            }
        }
        for unit in &dislodged {
            outcome.lose(unit);
        }
        Ok(outcome)
    }
}

/// An order of a retreat phase in its words.
struct Words {
    is_void: bool,
    kind: String,
    unit: String,
    /// Where it goes, if it goes anywhere.
    to: Option<String>,
}

impl Words {
    fn of(text: &str) -> PyResult<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_void = words.first() == Some(&"VOID");
        let named = words.get(usize::from(is_void)..).unwrap_or_default();
        let Some(kind) = named.first() else {
            let fault = format!("\"{text}\" is no order of a retreat phase");
            return Err(PyValueError::new_err(fault));
        };
        Ok(Self {
            is_void,
            kind: (*kind).to_owned(),
            unit: named[..named.len().min(2)].join(" "),
            to: (!is_void && words.len() == 4).then(|| words[3].to_owned()),
        })
    }
}

/// A retreat phase that was played.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Retreated {
    core: Py<Core>,
    before: Py<Before>,
    given: Arc<Given>,
    outcome: Arc<Outcome>,
    codes: Py<PyList>,
    // Written out when somebody asks, and then the same whoever asks.
    result: PyOnceLock<Py<PyDict>>,
    ordered: PyOnceLock<Py<PyDict>>,
    popped: PyOnceLock<Py<PyList>>,
    orders: PyOnceLock<Py<PyDict>>,
}

impl Retreated {
    fn of(
        core: Py<Core>,
        before: Py<Before>,
        given: Arc<Given>,
        outcome: Arc<Outcome>,
        codes: Py<PyList>,
    ) -> Self {
        Self {
            core,
            before,
            given,
            outcome,
            codes,
            result: PyOnceLock::new(),
            ordered: PyOnceLock::new(),
            popped: PyOnceLock::new(),
            orders: PyOnceLock::new(),
        }
    }

    /// A dict by the names of the powers.
    fn by_power(&self, py: Python<'_>, lists: &[Vec<&String>]) -> PyResult<Py<PyDict>> {
        let all = PyDict::new(py);
        for (name, list) in self.before.get().names().zip(lists) {
            all.set_item(name, PyList::new(py, list)?)?;
        }
        Ok(all.unbind())
    }
}

/// Retreats the dislodged units of a game, or takes them away.
pub fn retreat(
    core: &Bound<'_, Core>,
    powers: &Bound<'_, PyList>,
    dislodged: &Bound<'_, PyAny>,
    popped: &Bound<'_, PyAny>,
    codes: Py<PyList>,
) -> PyResult<Retreated> {
    let (py, own_core) = (core.py(), core);
    let core = core.get();
    let mut held = hold(core, powers)?;
    let before = Before::of(own_core, &held)?;
    let mut orders = Vec::with_capacity(held.len());
    for own in &held {
        let own = own.adjustments(py)?;
        orders.push(texts(own.iter().map(|it| Ok(it.clone().into_any())))?);
    }
    let given = Given {
        retreats: retreats_of(&before, py)?,
        orders,
        dislodged: match dislodged.cast_exact::<Played>() {
            Ok(played) => played.get().dislodged_units(py)?,
            Err(_) => texts(dislodged.try_iter()?)?,
        },
        popped: if let Ok(played) = popped.cast_exact::<Played>() {
            played.get().popped_units(py)?
        } else if let Ok(retreated) = popped.cast_exact::<Retreated>() {
            retreated.get().outcome.popped.clone()
        } else {
            texts(popped.try_iter()?)?
        },
    };
    let outcome = Outcome::of(&given)?;
    for (power, unit, place) in &outcome.landed {
        let (unit, place) = (
            entry(py, unit, &core.units),
            entry(py, place, &core.locations),
        );
        for own in &mut held {
            let influence = own.influence.list(core, py)?;
            if influence.iter().any(|it| is_same(core, py, it, &place)) {
                let others = influence.iter().filter(|it| !is_same(core, py, it, &place));
                own.influence = kept(others.cloned().collect());
                own.settle_on(own_core);
            }
        }
        let own = &mut held[*power];
        own.settle_on(own_core);
        let units = own.units.list(core, py)?;
        own.units = kept(units.iter().cloned().chain([unit]).collect());
        let influence = own.influence.list(core, py)?;
        own.influence = kept(influence.iter().cloned().chain([place]).collect());
    }
    for own in &mut held {
        (own.adjust, own.retreats, own.civil_disorder) = (None, None, None);
    }
    let core = own_core.clone().unbind();
    let before = Py::new(py, before)?;
    Ok(Retreated::of(
        core,
        before,
        Arc::new(given),
        Arc::new(outcome),
        codes,
    ))
}

/// By power, the units that must retreat.
fn retreats_of(before: &Before, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
    let each = |own: Option<&Py<PyAny>>| match own {
        Some(own) => texts(own.bind(py).try_iter()?),
        None => Ok(Vec::new()),
    };
    before.retreats().map(each).collect()
}

/// Texts out of Python's.
fn texts<'py>(values: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>) -> PyResult<Vec<String>> {
    values
        .map(|value| Ok(value?.cast::<PyString>()?.to_cow()?.into_owned()))
        .collect()
}

/// What a text names on the map, or the text.
fn entry<T: Named>(
    py: Python<'_>,
    text: &str,
    known: &std::collections::HashMap<String, T>,
) -> Entry<T> {
    match known.get(text) {
        Some(known) => Entry::Known(*known),
        None => Entry::Other(Arc::new(PyString::new(py, text).into_any().unbind())),
    }
}

/// Whether two entries are the same text.
fn is_same<T: Named>(core: &Core, py: Python<'_>, one: &Entry<T>, other: &Entry<T>) -> bool {
    one.show(core, py).eq(other.show(core, py)).unwrap_or(false)
}

#[pymethods]
impl Retreated {
    /// What the powers had before.
    #[getter]
    fn before(&self, py: Python<'_>) -> Py<Before> {
        self.before.clone_ref(py)
    }

    /// The same, as the state of a phase.
    fn state<'py>(
        &self,
        timestamp: Bound<'py, PyAny>,
        note: Bound<'py, PyAny>,
        name: Bound<'py, PyAny>,
        build_any: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.before.get().state(timestamp, note, name, build_any)
    }

    /// By unit: its result codes.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let result = self.result.get_or_try_init(py, || -> PyResult<_> {
            let (result, codes) = (PyDict::new(py), self.codes.bind(py));
            for (unit, own) in &self.outcome.results {
                let own = own.iter().map(|place| codes.get_item(*place));
                result.set_item(unit, own.collect::<PyResult<Vec<_>>>()?)?;
            }
            Ok(result.unbind())
        })?;
        Ok(result.clone_ref(py))
    }

    /// By power: the units that were ordered.
    #[getter]
    fn ordered_units(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let ordered = self.ordered.get_or_try_init(py, || {
            let lists = self.outcome.ordered.iter().map(|own| own.iter().collect());
            self.by_power(py, &lists.collect::<Vec<_>>())
        })?;
        Ok(ordered.clone_ref(py))
    }

    /// The dislodged units that are gone.
    #[getter]
    fn popped(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        let popped = self.popped.get_or_try_init(py, || -> PyResult<_> {
            Ok(PyList::new(py, &self.outcome.popped)?.unbind())
        })?;
        Ok(popped.clone_ref(py))
    }

    /// By power: the orders, as texts.
    #[getter]
    fn orders(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let orders = self.orders.get_or_try_init(py, || {
            let is_told = |order: &&String| *order != "WAIVE" && !order.starts_with("VOID");
            let lists = self.given.orders.iter();
            let lists = lists.map(|own| own.iter().filter(is_told).collect());
            self.by_power(py, &lists.collect::<Vec<_>>())
        })?;
        Ok(orders.clone_ref(py))
    }

    #[new]
    fn new(
        py: Python<'_>,
        core: Py<Core>,
        before: Py<Before>,
        orders: Vec<Vec<String>>,
        dislodged: Vec<String>,
        popped: Vec<String>,
        codes: Py<PyList>,
    ) -> PyResult<Self> {
        let retreats = retreats_of(before.get(), py)?;
        if orders.len() != retreats.len() || codes.bind(py).len() <= DISBAND {
            return Err(PyValueError::new_err("there are orders for each power"));
        }
        let given = Given {
            retreats,
            orders,
            dislodged,
            popped,
        };
        let outcome = Outcome::of(&given)?;
        Ok(Self::of(
            core,
            before,
            Arc::new(given),
            Arc::new(outcome),
            codes,
        ))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let given = &this.given;
        let fields: [Bound<'py, PyAny>; 6] = [
            this.core.bind(py).clone().into_any(),
            this.before.bind(py).clone().into_any(),
            given.orders.clone().into_pyobject(py)?,
            given.dislodged.clone().into_pyobject(py)?,
            given.popped.clone().into_pyobject(py)?,
            this.codes.bind(py).clone().into_any(),
        ];
        Ok((slf.get_type(), PyTuple::new(py, fields)?))
    }

    /// What is told of the copy is written out anew: programs change what they are told.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        Self::of(
            self.core.clone_ref(py),
            self.before.clone_ref(py),
            self.given.clone(),
            self.outcome.clone(),
            self.codes.clone_ref(py),
        )
    }
}
