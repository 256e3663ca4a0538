//! An adjustment phase in one go: units are built and disbanded, and what came of each
//! order is told when somebody asks.

use std::sync::Arc;

use parlour_diplomacy::{DisbandDistance, Place, Power, Unit, civil_disorder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use super::Core;
use super::before::Before;
use super::holdings::{hold, known, position};
use super::lists::{Entry, Field, List};

/// What is noted of a unit.
enum Note {
    /// It was ordered.
    Ordered,
    /// Its order is void.
    Void,
    /// It was built, or disbanded.
    Done,
}

/// An adjustment phase that was played.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Adjusted {
    core: Py<Core>,
    before: Py<Before>,
    /// The orders by power.
    given: Vec<Vec<Py<PyString>>>,
    done: Py<PyAny>,
    void: Py<PyAny>,
    told: PyOnceLock<Told>,
}

/// What came of it, written out.
struct Told {
    result: Py<PyDict>,
    ordered: Py<PyDict>,
    orders: Py<PyDict>,
}

impl Adjusted {
    /// Carries everything out once more, and writes it down.
    fn told(&self, py: Python<'_>) -> PyResult<&Told> {
        self.told.get_or_try_init(py, || {
            let (core, before) = (self.core.get(), self.before.get());
            let (result, ordered, orders) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
            let mut units = before.units();
            for (number, name) in before.names().enumerate() {
                let (own_ordered, own_orders) = (PyList::empty(py), PyList::empty(py));
                let mut note = |unit: &Entry<Unit>, note: Note| -> PyResult<()> {
                    let unit = unit.show(core, py);
                    let codes = match result.get_item(&unit)? {
                        Some(codes) => codes.cast_into::<PyList>()?,
                        None => PyList::empty(py),
                    };
                    match note {
                        Note::Ordered if !own_ordered.contains(&unit)? => {
                            own_ordered.append(&unit)?;
                        }
                        Note::Ordered => {}
                        Note::Void => codes.append(&self.void)?,
                        Note::Done => codes.append(&self.done)?,
                    }
                    result.set_item(unit, codes)
                };
                let given = &self.given[number];
                let centers = before.center_count(number);
                carry_out(core, py, &mut units, number, centers, given, &mut note)?;
                for order in given {
                    let text = order.bind(py).to_cow()?;
                    if !text.starts_with("VOID") && text != "WAIVE" {
                        own_orders.append(order)?;
                    }
                }
                ordered.set_item(name, own_ordered)?;
                orders.set_item(name, own_orders)?;
            }
            Ok(Told {
                result: result.unbind(),
                ordered: ordered.unbind(),
                orders: orders.unbind(),
            })
        })
    }
}

#[pymethods]
impl Adjusted {
    /// What the powers had before.
    #[getter]
    fn before(&self, py: Python<'_>) -> Py<Before> {
        self.before.clone_ref(py)
    }

    /// The same, written out.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.before.get().parts(py)
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
        Ok(self.told(py)?.result.clone_ref(py))
    }

    /// By power: the units that were ordered.
    #[getter]
    fn ordered_units(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.ordered.clone_ref(py))
    }

    /// By power: the orders, as texts.
    #[getter]
    fn orders(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.orders.clone_ref(py))
    }

    #[new]
    fn new(
        core: Py<Core>,
        before: Py<Before>,
        given: Vec<Vec<Py<PyString>>>,
        done: Py<PyAny>,
        void: Py<PyAny>,
    ) -> PyResult<Self> {
        if given.len() != before.get().names().count() {
            return Err(PyValueError::new_err("there are orders for each power"));
        }
        Ok(Self {
            core,
            before,
            given,
            done,
            void,
            told: PyOnceLock::new(),
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let given = this.given.iter().map(|own| PyList::new(py, own));
        let given = given.collect::<PyResult<Vec<_>>>()?;
        let fields: [Bound<'py, PyAny>; 5] = [
            this.core.bind(py).clone().into_any(),
            this.before.bind(py).clone().into_any(),
            PyList::new(py, given)?.into_any(),
            this.done.bind(py).clone(),
            this.void.bind(py).clone(),
        ];
        Ok((slf.get_type(), PyTuple::new(py, fields)?))
    }

    /// What is told of the copy is written out anew: programs change what they are told.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        let shared = |own: &Vec<Py<PyString>>| own.iter().map(|it| it.clone_ref(py)).collect();
        Self {
            core: self.core.clone_ref(py),
            before: self.before.clone_ref(py),
            given: self.given.iter().map(shared).collect(),
            done: self.done.clone_ref(py),
            void: self.void.clone_ref(py),
            told: PyOnceLock::new(),
        }
    }
}

/// Builds and disbands what the powers of a game have ordered. `done` and `void` are
/// what the two results are called.
pub fn adjust<'py>(
    core: &Bound<'py, Core>,
    powers: &Bound<'py, PyList>,
    done: Py<PyAny>,
    void: Py<PyAny>,
) -> PyResult<Adjusted> {
    let (py, own_core) = (core.py(), core);
    let core = core.get();
    let mut held = hold(core, powers)?;
    let before = Before::of(own_core, &held)?;
    let had = before.units();
    let mut units = had.clone();
    let mut given = Vec::with_capacity(held.len());
    for (number, own) in held.iter().enumerate() {
        let own: Vec<_> = own
            .adjustments(py)?
            .into_iter()
            .map(Bound::unbind)
            .collect();
        let centers = before.center_count(number);
        carry_out(core, py, &mut units, number, centers, &own, &mut |_, _| {
            Ok(())
        })?;
        given.push(own);
    }
    for ((own, had), units) in held.iter_mut().zip(had).zip(units) {
        if !Arc::ptr_eq(&had, &units) {
            own.settle_on(own_core);
            own.units = Field::Kept(units);
        }
        (own.adjust, own.retreats, own.civil_disorder) = (None, None, None);
    }
    Ok(Adjusted {
        core: own_core.clone().unbind(),
        before: Py::new(py, before)?,
        given,
        done,
        void,
        told: PyOnceLock::new(),
    })
}

/// Carries out the orders of one power, and tells what becomes of its units.
fn carry_out(
    core: &Core,
    py: Python<'_>,
    units: &mut [List<Unit>],
    power: usize,
    centers: usize,
    given: &[Py<PyString>],
    note: &mut dyn FnMut(&Entry<Unit>, Note) -> PyResult<()>,
) -> PyResult<()> {
    let count = units[power].len();
    let builds = count <= centers;
    let verb = if builds { "B" } else { "D" };
    let mut wanted = count.abs_diff(centers);
    let mut carried = Vec::new();
    for order in given {
        let text = order.bind(py).to_cow()?;
        let is_void = text.split_whitespace().next() == Some("VOID");
        let words = if is_void {
            text.trim_start().get(4..).unwrap_or_default().trim_start()
        } else {
            &*text
        };
        let unit = named(core, py, words).ok_or_else(|| {
            PyValueError::new_err(format!("\"{text}\" is no order of an adjustment phase"))
        })?;
        note(&unit, Note::Ordered)?;
        let fits = text.split_whitespace().next_back() == Some(verb);
        if is_void || !fits || wanted == 0 {
            note(&unit, Note::Void)?;
        } else {
            wanted -= 1;
            carried.push(unit);
        }
    }
    if !builds && wanted > 0 {
        let lost = disbanded(core, py, units, power, wanted, &carried)?;
        carried.extend(lost.into_iter().map(Entry::Known));
    }
    if carried.is_empty() {
        return Ok(());
    }
    let mut left = units[power].to_vec();
    for unit in &carried {
        if builds {
            left.push(unit.clone());
        } else if let Some(place) = left.iter().position(|it| is_same(core, py, it, unit)) {
            left.remove(place);
        }
        note(unit, Note::Done)?;
    }
    units[power] = Arc::new(left);
    Ok(())
}

/// The unit that an order names, in its two first words.
fn named(core: &Core, py: Python<'_>, order: &str) -> Option<Entry<Unit>> {
    if let Some((unit, _)) = core.headed(order) {
        return Some(Entry::Known(unit));
    }
    let mut words = order.split_whitespace();
    let (kind, place) = (words.next()?, words.next());
    let text = place.map_or_else(|| kind.to_owned(), |place| format!("{kind} {place}"));
    Some(match core.units.get(&text) {
        Some(unit) => Entry::Known(*unit),
        None => Entry::Other(Arc::new(PyString::new(py, &text).into_any().unbind())),
    })
}

/// The units a power loses because it did not choose enough of them.
fn disbanded(
    core: &Core,
    py: Python<'_>,
    units: &[List<Unit>],
    power: usize,
    count: usize,
    chosen: &[Entry<Unit>],
) -> PyResult<Vec<Unit>> {
    let mut position = position(core, py, units)?;
    for entry in chosen {
        let unit = known(core, py, entry)?;
        position.lift(core.board.province_of(unit.at));
    }
    let (board, power) = (core.board, Power::from_index(power));
    let count = count as u32;
    Ok(civil_disorder(
        board,
        DisbandDistance::Home,
        &position,
        power,
        count,
    ))
}

/// Whether two entries are the same text.
fn is_same(core: &Core, py: Python<'_>, one: &Entry<Unit>, other: &Entry<Unit>) -> bool {
    match (one.known(), other.known()) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.show(core, py).eq(other.show(core, py)).unwrap_or(false),
        _ => false,
    }
}
