//! What a power of a game has: for the judge as what it names, for programs as the
//! lists and dicts of texts that the package has.

use std::sync::Arc;

use parlour_diplomacy::{Location, Order, Placed, Position, Power, Scene, Unit};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

use super::Core;
use super::lists::{Entry, Field, List};

/// The movement orders of a power.
pub enum Orders {
    /// As they were read.
    Kept(Vec<Order>),
    /// As a Python dict, by unit.
    Shown(Py<PyAny>),
}

impl Default for Orders {
    fn default() -> Self {
        Self::Kept(Vec::new())
    }
}

impl Orders {
    /// The dict, or a new one that is not kept.
    pub fn dict<'py>(&self, core: &Core, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self {
            Self::Shown(value) => Ok(value.bind(py).cast::<PyDict>()?.clone()),
            Self::Kept(orders) => {
                let dict = PyDict::new(py);
                for order in orders {
                    let (unit, tail) = core.words(py, *order)?;
                    dict.set_item(unit, tail)?;
                }
                Ok(dict)
            }
        }
    }

    /// The orders as texts, in a new list.
    pub fn texts<'py>(&self, core: &Core, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Self::Kept(orders) => {
                PyList::new(py, orders.iter().map(|order| core.shown(py, *order)))
            }
            Self::Shown(value) => {
                let texts = PyList::empty(py);
                for (unit, order) in value.bind(py).cast::<PyDict>()? {
                    texts.append(format!("{unit} {order}"))?;
                }
                Ok(texts)
            }
        }
    }

    /// Whether there are any.
    pub fn is_any(&self, py: Python<'_>) -> PyResult<bool> {
        match self {
            Self::Kept(orders) => Ok(!orders.is_empty()),
            Self::Shown(value) => value.bind(py).is_truthy(),
        }
    }

    /// The same for somebody else; who keeps a dict shares it.
    pub fn shared(&self, py: Python<'_>) -> Self {
        match self {
            Self::Kept(orders) => Self::Kept(orders.clone()),
            Self::Shown(value) => Self::Shown(value.clone_ref(py)),
        }
    }

    /// The same as they are now, whatever becomes of a dict that a program holds.
    pub fn apart(self, py: Python<'_>) -> PyResult<Self> {
        match self {
            Self::Kept(orders) => Ok(Self::Kept(orders)),
            Self::Shown(value) => {
                let own = value.bind(py).cast::<PyDict>()?.copy()?;
                Ok(Self::Shown(own.into_any().unbind()))
            }
        }
    }

    /// Walks the orders of units that stand there: the unit, and its order if it can
    /// be played.
    pub fn walk(
        &self,
        core: &Core,
        py: Python<'_>,
        scene: &Scene<'_>,
        power: Power,
        mut each: impl FnMut(Unit, Option<Order>),
    ) -> PyResult<()> {
        let stands = |unit: Unit| {
            let at = core.board.province_of(unit.at);
            scene.position.unit_in(at) == Some(Placed { power, unit })
        };
        match self {
            Self::Kept(orders) => {
                for order in orders {
                    let Some(unit) = order.unit().filter(|unit| stands(*unit)) else {
                        continue;
                    };
                    let exact = Some(*order).filter(|order| scene.check(power, *order).is_ok());
                    let text = || order.show(core.board).to_string();
                    each(
                        unit,
                        exact.or_else(|| core.playable(scene, power, &text()).ok()),
                    );
                }
            }
            Self::Shown(value) => {
                for (head, tail) in value.bind(py).cast::<PyDict>()? {
                    let (head, tail) = (head.cast::<PyString>()?, tail.cast::<PyString>()?);
                    let Some(unit) = core.known(head)?.filter(|unit| stands(*unit)) else {
                        continue;
                    };
                    let exact = core.tail(unit, tail)?;
                    let exact = exact.filter(|order| scene.check(power, *order).is_ok());
                    let text = || format!("{head} {tail}");
                    each(
                        unit,
                        exact.or_else(|| core.playable(scene, power, &text()).ok()),
                    );
                }
            }
        }
        Ok(())
    }
}

/// What a power has: units, centers, retreats, homes, influence, orders, adjust.
#[pyclass(subclass, module = "parlour._parlour")]
#[derive(Default)]
pub struct Holdings {
    /// The map that what is kept is on.
    core: Option<Py<Core>>,
    name: Option<Py<PyAny>>,
    pub units: Field<Unit>,
    pub centers: Field<Location>,
    pub homes: Field<Location>,
    pub influence: Field<Location>,
    pub orders: Orders,
    /// These are none while they are empty, or as they are in the beginning.
    pub retreats: Option<Py<PyAny>>,
    pub adjust: Option<Py<PyAny>>,
    pub civil_disorder: Option<Py<PyAny>>,
    pub order_is_set: Option<Py<PyAny>>,
    pub wait: Option<Py<PyAny>>,
    pub vote: Option<Py<PyAny>>,
}

impl Holdings {
    /// Says of which map is what is kept from now on.
    pub fn settle_on(&mut self, core: &Bound<'_, Core>) {
        if !self.core.as_ref().is_some_and(|own| own.is(core)) {
            self.core = Some(core.clone().unbind());
        }
    }

    /// Keeps what the lists name that nobody else has seen.
    fn keep(&mut self, core: &Bound<'_, Core>) -> PyResult<()> {
        let py = core.py();
        self.settle_on(core);
        let core = core.get();
        self.units.keep(core, py)?;
        self.centers.keep(core, py)?;
        self.homes.keep(core, py)?;
        self.influence.keep(core, py)
    }

    /// Takes lists back that a program has looked at and holds no more.
    fn take_back(&mut self, core: &Core, py: Python<'_>) -> PyResult<()> {
        let is_own = |own: &Py<Core>| std::ptr::eq(own.get(), core);
        if self.core.as_ref().is_some_and(is_own) {
            self.units.take_back(core, py)?;
            self.centers.take_back(core, py)?;
            self.homes.take_back(core, py)?;
            self.influence.take_back(core, py)?;
        }
        Ok(())
    }

    /// The power's name.
    pub fn name_of<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.name
            .as_ref()
            .map_or_else(|| py.None().into_bound(py), |name| name.bind(py).clone())
    }

    /// Whether units must retreat.
    pub fn has_retreats(&self, py: Python<'_>) -> PyResult<bool> {
        is_any(self.retreats.as_ref(), py)
    }

    /// The orders of an adjustment or retreat phase.
    pub fn adjustments<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let Some(adjust) = &self.adjust else {
            return Ok(Vec::new());
        };
        let each = |order: PyResult<Bound<'py, PyAny>>| Ok(order?.cast_into::<PyString>()?);
        adjust.bind(py).try_iter()?.map(each).collect()
    }
}

/// Whether an object says yes.
pub fn is_any(value: Option<&Py<PyAny>>, py: Python<'_>) -> PyResult<bool> {
    value.map_or(Ok(false), |value| value.bind(py).is_truthy())
}

/// What is there, made now if it is not.
fn made<'py>(
    place: &mut Option<Py<PyAny>>,
    py: Python<'py>,
    make: impl FnOnce() -> Bound<'py, PyAny>,
) -> Py<PyAny> {
    place.get_or_insert_with(|| make().unbind()).clone_ref(py)
}

#[pymethods]
impl Holdings {
    /// Nothing yet, whatever it is made with.
    #[new]
    #[pyo3(signature = (*_given, **_named))]
    fn new(_given: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    /// The power's name.
    #[getter(name)]
    fn get_name<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.name_of(py)
    }

    #[setter]
    fn set_name(&mut self, name: Py<PyAny>) {
        self.name = Some(name);
    }

    /// The units, as texts.
    #[getter(units)]
    fn get_units(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.units.show(self.core.as_ref(), py)
    }

    #[setter]
    fn set_units(&mut self, units: Py<PyAny>) {
        self.units = Field::Shown(units);
    }

    /// The centres.
    #[getter(centers)]
    fn get_centers(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.centers.show(self.core.as_ref(), py)
    }

    #[setter]
    fn set_centers(&mut self, centers: Py<PyAny>) {
        self.centers = Field::Shown(centers);
    }

    /// Where units may be built.
    #[getter(homes)]
    fn get_homes(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.homes.show(self.core.as_ref(), py)
    }

    #[setter]
    fn set_homes(&mut self, homes: Py<PyAny>) {
        self.homes = Field::Shown(homes);
    }

    /// Where units of the power were the last that were there.
    #[getter(influence)]
    fn get_influence(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.influence.show(self.core.as_ref(), py)
    }

    #[setter]
    fn set_influence(&mut self, influence: Py<PyAny>) {
        self.influence = Field::Shown(influence);
    }

    /// The movement orders, by unit.
    #[getter(orders)]
    fn get_orders(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Orders::Kept(orders) = &self.orders {
            let dict = match &self.core {
                Some(core) if !orders.is_empty() => self.orders.dict(core.get(), py)?,
                _ => PyDict::new(py),
            };
            self.orders = Orders::Shown(dict.into_any().unbind());
        }
        match &self.orders {
            Orders::Shown(value) => Ok(value.clone_ref(py)),
            Orders::Kept(_) => unreachable!("they were just shown"),
        }
    }

    #[setter]
    fn set_orders(&mut self, orders: Py<PyAny>) {
        self.orders = Orders::Shown(orders);
    }

    /// Whether something is ordered. Nothing is written out for it.
    #[getter(_is_ordered)]
    fn is_ordered(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.orders.is_any(py)? || is_any(self.adjust.as_ref(), py)?)
    }

    /// The dislodged units, and where they may go.
    #[getter(retreats)]
    fn get_retreats(&mut self, py: Python<'_>) -> Py<PyAny> {
        made(&mut self.retreats, py, || PyDict::new(py).into_any())
    }

    #[setter]
    fn set_retreats(&mut self, retreats: Py<PyAny>) {
        self.retreats = Some(retreats);
    }

    /// The orders of other phases.
    #[getter(adjust)]
    fn get_adjust(&mut self, py: Python<'_>) -> Py<PyAny> {
        made(&mut self.adjust, py, || PyList::empty(py).into_any())
    }

    #[setter]
    fn set_adjust(&mut self, adjust: Py<PyAny>) {
        self.adjust = Some(adjust);
    }

    /// 1 after a phase in which it left its builds or disbands to the rules.
    #[getter(civil_disorder)]
    fn get_civil_disorder(&mut self, py: Python<'_>) -> Py<PyAny> {
        made(&mut self.civil_disorder, py, || {
            PyInt::new(py, 0).into_any()
        })
    }

    #[setter]
    fn set_civil_disorder(&mut self, value: Py<PyAny>) {
        self.civil_disorder = Some(value);
    }

    /// 0 nothing was handed in, 1 nothing is to be handed in, 2 orders were.
    #[getter(order_is_set)]
    fn get_order_is_set(&mut self, py: Python<'_>) -> Py<PyAny> {
        made(&mut self.order_is_set, py, || PyInt::new(py, 0).into_any())
    }

    #[setter]
    fn set_order_is_set(&mut self, value: Py<PyAny>) {
        self.order_is_set = Some(value);
    }

    /// Whether it wants to wait.
    #[getter(wait)]
    fn get_wait(&mut self, py: Python<'_>) -> Py<PyAny> {
        made(&mut self.wait, py, || {
            PyBool::new(py, true).to_owned().into_any()
        })
    }

    #[setter]
    fn set_wait(&mut self, value: Py<PyAny>) {
        self.wait = Some(value);
    }

    /// `yes`, `no` or `neutral`.
    #[getter(vote)]
    fn get_vote(&mut self, py: Python<'_>) -> Py<PyAny> {
        made(&mut self.vote, py, || {
            intern!(py, "neutral").clone().into_any()
        })
    }

    #[setter]
    fn set_vote(&mut self, value: Py<PyAny>) {
        self.vote = Some(value);
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.units.visit(&visit)?;
        self.centers.visit(&visit)?;
        self.homes.visit(&visit)?;
        self.influence.visit(&visit)?;
        if let Orders::Shown(value) = &self.orders {
            visit.call(value)?;
        }
        visit.call(&self.name)?;
        visit.call(&self.retreats)?;
        visit.call(&self.adjust)?;
        visit.call(&self.civil_disorder)?;
        visit.call(&self.order_is_set)?;
        visit.call(&self.wait)?;
        visit.call(&self.vote)
    }

    fn __clear__(&mut self) {
        *self = Self::default();
    }
}

/// The powers of a game, held while something is done with them.
pub type Held<'py> = Vec<PyRefMut<'py, Holdings>>;

/// Takes the powers of a game, in the order of the map.
pub fn hold<'py>(core: &Core, powers: &Bound<'py, PyList>) -> PyResult<Held<'py>> {
    if powers.len() != core.board.powers().count() {
        return Err(PyValueError::new_err("there is one for each power"));
    }
    let py = powers.py();
    powers
        .iter()
        .map(|power| {
            let mut own = power.cast_into::<Holdings>()?.try_borrow_mut()?;
            own.take_back(core, py)?;
            Ok(own)
        })
        .collect()
}

/// Keeps what the powers of a new game have.
pub fn keep(core: &Bound<'_, Core>, powers: &Bound<'_, PyList>) -> PyResult<()> {
    let mut held = hold(core.get(), powers)?;
    held.iter_mut().try_for_each(|own| own.keep(core))
}

/// The units of all powers.
pub fn units(core: &Core, py: Python<'_>, held: &Held<'_>) -> PyResult<Vec<List<Unit>>> {
    held.iter().map(|own| own.units.list(core, py)).collect()
}

/// The position of lists of units by power.
pub fn position(core: &Core, py: Python<'_>, units: &[List<Unit>]) -> PyResult<Position> {
    let mut position = core.empty();
    for (power, own) in core.board.powers().zip(units) {
        for entry in own.iter() {
            let unit = known(core, py, entry)?;
            position.place(core.board.province_of(unit.at), Placed { power, unit });
        }
    }
    Ok(position)
}

/// The unit of an entry, or what is wrong with it.
pub fn known(core: &Core, py: Python<'_>, entry: &Entry<Unit>) -> PyResult<Unit> {
    match entry {
        Entry::Known(unit) => Ok(*unit),
        Entry::Other(value) => {
            let text = value.bind(py).cast::<PyString>()?.to_cow()?;
            let text: String = text.chars().take(40).collect();
            Err(PyValueError::new_err(format!(
                "\"{text}\" is no unit of the map {}",
                core.board.name()
            )))
        }
    }
}

/// A new list of a power.
pub fn kept<T>(list: Vec<Entry<T>>) -> Field<T> {
    Field::Kept(Arc::new(list))
}
