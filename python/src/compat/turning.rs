//! A phase of a game in one go: what the powers have is read, judged and replaced.
//!
//! What the powers had is copied list by list, so that it can be told later whatever a
//! program does with theirs: most programs look at little of a phase, and writing it all
//! out takes longer than judging it.

use parlour_diplomacy::{Location, Place, Placed, Scene, Unit, UnitKind};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use super::Core;
use super::movement::{Turned, judge};
use super::words::movers;

/// What one power had.
struct Part {
    /// The power itself, for its name.
    power: Py<PyAny>,
    units: Py<PyList>,
    retreats: Py<PyAny>,
    centers: Py<PyAny>,
    homes: Py<PyAny>,
    influence: Py<PyList>,
    civil_disorder: Py<PyAny>,
}

impl Part {
    fn of(power: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = power.py();
        Ok(Self {
            power: power.clone().unbind(),
            units: copied(&power.getattr(intern!(py, "units"))?)?,
            retreats: copied_dict(&power.getattr(intern!(py, "retreats"))?)?,
            centers: copied(&power.getattr(intern!(py, "centers"))?)?.into_any(),
            homes: copied(&power.getattr(intern!(py, "homes"))?)?.into_any(),
            influence: copied(&power.getattr(intern!(py, "influence"))?)?,
            civil_disorder: power.getattr(intern!(py, "civil_disorder"))?.unbind(),
        })
    }

    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let power = self.power.bind(py);
        // What was pickled has the name alone.
        match power.cast::<PyString>() {
            Ok(name) => Ok(name.clone().into_any()),
            Err(_) => power.getattr(intern!(py, "name")),
        }
    }

    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let name = self.name(py)?;
        let fields: [&Bound<'py, PyAny>; 7] = [
            &name,
            self.units.bind(py),
            self.retreats.bind(py),
            self.centers.bind(py),
            self.homes.bind(py),
            self.influence.bind(py),
            self.civil_disorder.bind(py),
        ];
        PyTuple::new(py, fields)
    }
}

/// A list as it is; anything else that can be walked as a new one.
fn list(value: &Bound<'_, PyAny>) -> PyResult<Py<PyList>> {
    if let Ok(list) = value.cast_exact::<PyList>() {
        return Ok(list.clone().unbind());
    }
    let items = value.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(value.py(), items)?.unbind())
}

/// A new list of the same.
fn copied(value: &Bound<'_, PyAny>) -> PyResult<Py<PyList>> {
    let own = list(value)?.into_bound(value.py());
    Ok(own.get_slice(0, own.len()).unbind())
}

/// A new dict of the same, with new lists; anything else as it is.
fn copied_dict(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let Ok(dict) = value.cast::<PyDict>() else {
        return Ok(value.clone().unbind());
    };
    let own = dict.copy()?;
    for (unit, places) in dict {
        if let Ok(places) = places.cast::<PyList>() {
            own.set_item(unit, places.get_slice(0, places.len()))?;
        }
    }
    Ok(own.into_any().unbind())
}

/// What the powers of a game had.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Before(Vec<Part>);

impl Before {
    pub fn of(powers: &[Bound<'_, PyAny>]) -> PyResult<Self> {
        Ok(Self(powers.iter().map(Part::of).collect::<PyResult<_>>()?))
    }
}

#[pymethods]
impl Before {
    /// By power: name, units, retreats, centers, homes, influence, civil_disorder.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.0.iter().map(|part| part.tuple(py)).collect()
    }

    #[new]
    fn new(parts: Vec<Bound<'_, PyTuple>>) -> PyResult<Self> {
        let part = |fields: &Bound<'_, PyTuple>| -> PyResult<Part> {
            Ok(Part {
                power: fields.get_item(0)?.unbind(),
                units: list(&fields.get_item(1)?)?,
                retreats: fields.get_item(2)?.unbind(),
                centers: fields.get_item(3)?.unbind(),
                homes: fields.get_item(4)?.unbind(),
                influence: list(&fields.get_item(5)?)?,
                civil_disorder: fields.get_item(6)?.unbind(),
            })
        };
        Ok(Self(parts.iter().map(part).collect::<PyResult<_>>()?))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (Vec<Bound<'py, PyTuple>>,))> {
        Ok((slf.get_type(), (slf.get().parts(slf.py())?,)))
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// A movement phase that was played: what it was told of, and what can be told of it.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Played {
    core: Py<Core>,
    before: Py<Before>,
    given: Vec<Py<PyDict>>,
    codes: Py<PyList>,
    /// The dislodged units, with where their attackers came from.
    #[pyo3(get)]
    dislodged: Py<PyDict>,
    /// Those of them without a retreat.
    #[pyo3(get)]
    popped: Py<PyList>,
    /// Whether somebody must retreat.
    #[pyo3(get)]
    retreats: bool,
    told: PyOnceLock<Turned>,
    orders: PyOnceLock<Py<PyDict>>,
}

impl Played {
    /// Judges once more, and writes everything out.
    fn told(&self, py: Python<'_>) -> PyResult<&Turned> {
        self.told.get_or_try_init(py, || {
            let units: Vec<Bound<'_, PyList>> = self
                .before
                .get()
                .0
                .iter()
                .map(|part| part.units.bind(py).clone())
                .collect();
            let given: Vec<Bound<'_, PyDict>> =
                self.given.iter().map(|own| own.bind(py).clone()).collect();
            let codes: Vec<Bound<'_, PyAny>> = self.codes.bind(py).iter().collect();
            judge(self.core.get(), py, &units, &given, &codes)
        })
    }
}

#[pymethods]
impl Played {
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

    /// By unit: its result codes.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.result(py))
    }

    /// By unit: the order that was judged.
    #[getter]
    fn command(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.command(py))
    }

    /// By power: the units that were ordered.
    #[getter]
    fn ordered_units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (part, own) in self.before.get().0.iter().zip(&self.given) {
            all.set_item(part.name(py)?, own.bind(py).keys())?;
        }
        Ok(all)
    }

    /// By power: the orders, as texts.
    #[getter]
    fn orders(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let orders = self.orders.get_or_try_init(py, || -> PyResult<_> {
            let all = PyDict::new(py);
            for (part, own) in self.before.get().0.iter().zip(&self.given) {
                let texts = PyList::empty(py);
                for (unit, order) in own.bind(py) {
                    texts.append(format!("{unit} {order}"))?;
                }
                all.set_item(part.name(py)?, texts)?;
            }
            Ok(all.unbind())
        })?;
        Ok(orders.clone_ref(py))
    }

    #[new]
    fn new(
        core: Py<Core>,
        before: Py<Before>,
        given: Vec<Py<PyDict>>,
        codes: Py<PyList>,
        dislodged: Py<PyDict>,
        popped: Py<PyList>,
        retreats: bool,
    ) -> Self {
        Self {
            core,
            before,
            given,
            codes,
            dislodged,
            popped,
            retreats,
            told: PyOnceLock::new(),
            orders: PyOnceLock::new(),
        }
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let given = PyList::new(py, &this.given)?;
        let fields: [Bound<'py, PyAny>; 7] = [
            this.core.bind(py).clone().into_any(),
            this.before.bind(py).clone().into_any(),
            given.into_any(),
            this.codes.bind(py).clone().into_any(),
            this.dislodged.bind(py).clone().into_any(),
            this.popped.bind(py).clone().into_any(),
            this.retreats.into_pyobject(py)?.to_owned().into_any(),
        ];
        Ok((slf.get_type(), PyTuple::new(py, fields)?))
    }

    /// What is told of the copy is written out anew: programs change what they are told.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let popped = self.popped.bind(py);
        Ok(Self {
            core: self.core.clone_ref(py),
            before: self.before.clone_ref(py),
            given: self.given.iter().map(|own| own.clone_ref(py)).collect(),
            codes: self.codes.clone_ref(py),
            dislodged: self.dislodged.bind(py).copy()?.unbind(),
            popped: popped.get_slice(0, popped.len()).unbind(),
            retreats: self.retreats,
            told: PyOnceLock::new(),
            orders: PyOnceLock::new(),
        })
    }
}

/// Judges a movement phase of a game and puts what follows into its powers.
pub fn play<'py>(
    core: &Bound<'py, Core>,
    powers: &[Bound<'py, PyAny>],
    codes: Bound<'py, PyList>,
) -> PyResult<Played> {
    let (py, own_core) = (core.py(), core);
    let core = core.get();
    let board = core.board;
    let before = Before::of(powers)?;
    let units: Vec<Bound<'py, PyList>> = before
        .0
        .iter()
        .map(|part| part.units.bind(py).clone())
        .collect();
    let (position, standing) = core.standing(&units)?;
    let scene = Scene::new(board, &position, core.rules);
    let mut legal = Vec::with_capacity(40);
    let mut given = Vec::with_capacity(powers.len());
    for (power, own) in board.powers().zip(powers) {
        let orders = own.getattr(intern!(py, "orders"))?.cast_into::<PyDict>()?;
        for (head, tail) in &orders {
            let Some(unit) = core.known(head.cast::<PyString>()?)? else {
                continue;
            };
            if position.unit_in(board.province_of(unit.at)) != Some(Placed { power, unit }) {
                continue;
            }
            let tail = tail.cast::<PyString>()?;
            let exact = core.tail(unit, tail)?;
            let exact = exact.filter(|order| scene.check(power, *order).is_ok());
            legal.extend(exact.or_else(|| {
                let text = format!("{head} {tail}");
                core.playable(&scene, power, &text).ok()
            }));
        }
        given.push(orders.unbind());
    }
    let (movement, dislodgers, next) = core.with_judge(|judge| {
        let movement = judge.movement(&position, &legal);
        let dislodgers: Vec<_> = movement
            .dislodged
            .iter()
            .map(|at| (at, judge.dislodger(&movement, at)))
            .collect();
        let next = (!dislodgers.is_empty()).then(|| {
            let mut next = position.clone();
            judge.apply_movement(&movement, &mut next);
            next
        });
        (movement, dislodgers, next)
    });
    let mut goals = vec![Location(0); board.province_count()];
    for (unit, to) in movers(&legal) {
        goals[board.province_of(unit.at).index()] = to;
    }
    let (dislodged, popped) = (PyDict::new(py), PyList::empty(py));
    let mut retreating = false;
    let mut entered = vec![false; board.province_count()];
    let mut moved: Vec<(Unit, Location)> = Vec::new();
    let mut own_entered: Vec<Vec<usize>> = Vec::with_capacity(powers.len());
    for (power, own) in powers.iter().zip(standing) {
        let mut stand: Vec<Bound<'py, PyAny>> = Vec::with_capacity(own.len() + 1);
        let mut retreats = None;
        moved.clear();
        for (text, unit) in own {
            let at = board.province_of(unit.at);
            if movement.moved.contains(at) {
                moved.push((unit, goals[at.index()]));
            } else if movement.dislodged.contains(at) {
                let attacker = dislodgers.iter().find(|(gone, _)| *gone == at);
                let from = attacker.and_then(|(_, from)| *from);
                let from = from.map(|from| core.codes[from.index()].bind(py));
                dislodged.set_item(&text, from)?;
                let gone = next
                    .as_ref()
                    .and_then(|next| next.dislodged_from(board, at));
                let places = gone.into_iter().flat_map(|gone| gone.retreats);
                let mut places: Vec<Location> = places.collect();
                places.sort_unstable_by_key(|to| board.code(*to));
                if places.is_empty() {
                    popped.append(&text)?;
                } else {
                    retreating = true;
                    let places = places.iter().map(|to| &core.codes[to.index()]);
                    let places = PyList::new(py, places.collect::<Vec<_>>())?;
                    retreats
                        .get_or_insert_with(|| PyDict::new(py))
                        .set_item(&text, places)?;
                }
            } else {
                stand.push(text);
            }
        }
        let mut own_goals = Vec::with_capacity(moved.len());
        for &(unit, to) in &moved {
            let province = board.province_of(to);
            let at = if unit.kind == UnitKind::Army {
                province.into()
            } else {
                to
            };
            let unit = Unit {
                kind: unit.kind,
                at,
            };
            stand.push(core.text(py, unit).clone().into_any());
            entered[province.index()] = true;
            own_goals.push(province.index());
        }
        own_entered.push(own_goals);
        power.setattr(intern!(py, "units"), PyList::new(py, stand)?)?;
        let retreats = retreats.unwrap_or_else(|| PyDict::new(py));
        power.setattr(intern!(py, "retreats"), retreats)?;
        power.setattr(intern!(py, "orders"), PyDict::new(py))?;
    }
    for ((power, part), goals) in powers.iter().zip(&before.0).zip(&own_entered) {
        if part.civil_disorder.bind(py).is_truthy()? {
            power.setattr(intern!(py, "civil_disorder"), 0)?;
        }
        let mut kept: Vec<Bound<'py, PyAny>> = Vec::with_capacity(20);
        for loc in part.influence.bind(py) {
            let place = core.location(&loc).map(|at| board.province_of(at).index());
            if place.is_none_or(|place| !entered[place]) {
                kept.push(loc);
            }
        }
        let came = goals
            .iter()
            .map(|at| core.codes[*at].bind(py).clone().into_any());
        kept.extend(came);
        power.setattr(intern!(py, "influence"), PyList::new(py, kept)?)?;
    }
    Ok(Played {
        core: own_core.clone().unbind(),
        before: Py::new(py, before)?,
        given,
        codes: codes.unbind(),
        dislodged: dislodged.unbind(),
        popped: popped.unbind(),
        retreats: retreating,
        told: PyOnceLock::new(),
        orders: PyOnceLock::new(),
    })
}

/// Gives every centre with a unit on it to that unit's power.
pub fn capture<'py>(
    core: &Core,
    py: Python<'py>,
    powers: &[Bound<'py, PyAny>],
) -> PyResult<(Bound<'py, PyDict>, Vec<usize>)> {
    let board = core.board;
    let lost = PyDict::new(py);
    let mut holders = vec![usize::MAX; board.province_count()];
    let mut owners = holders.clone();
    let mut centers = Vec::with_capacity(powers.len());
    for (number, power) in powers.iter().enumerate() {
        for text in list(&power.getattr(intern!(py, "units"))?)?.bind(py) {
            let unit = core.unit(&text)?;
            holders[board.province_of(unit.at).index()] = number;
        }
        let own = list(&power.getattr(intern!(py, "centers"))?)?.into_bound(py);
        for center in &own {
            if let Some(at) = core.location(&center) {
                owners[board.province_of(at).index()] = number;
            }
        }
        centers.push(own);
    }
    let mut gained: Vec<Vec<Location>> = vec![Vec::new(); powers.len()];
    let mut given_up = vec![false; powers.len()];
    for at in board.centers().iter() {
        let (holder, owner) = (holders[at.index()], owners[at.index()]);
        if holder == usize::MAX || holder == owner {
            continue;
        }
        if let Some(power) = powers.get(owner) {
            given_up[owner] = true;
            lost.set_item(&core.codes[Location::from(at).index()], power)?;
        }
        gained[holder].push(at.into());
    }
    let mut counts = Vec::with_capacity(powers.len());
    for (number, power) in powers.iter().enumerate() {
        if gained[number].is_empty() && !given_up[number] {
            counts.push(centers[number].len());
            continue;
        }
        let keeps = |center: &Bound<'py, PyAny>| {
            core.location(center).is_none_or(|at| {
                let holder = holders[board.province_of(at).index()];
                holder == usize::MAX || holder == number
            })
        };
        let mut own: Vec<Bound<'py, PyAny>> = centers[number].iter().filter(keeps).collect();
        let new = gained[number].iter().map(|at| &core.codes[at.index()]);
        own.extend(new.map(|code| code.bind(py).clone().into_any()));
        counts.push(own.len());
        power.setattr(intern!(py, "centers"), PyList::new(py, own)?)?;
    }
    Ok((lost, counts))
}

/// Whether some power has more units than centres, or fewer and a place to build.
pub fn must_adjust(core: &Core, powers: &[Bound<'_, PyAny>], build_any: bool) -> PyResult<bool> {
    let board = core.board;
    let mut standing = vec![false; board.province_count()];
    let mut poor = Vec::new();
    let mut rich = false;
    for power in powers {
        let py = power.py();
        let units = list(&power.getattr(intern!(py, "units"))?)?;
        let centers = list(&power.getattr(intern!(py, "centers"))?)?;
        let (units, centers) = (units.bind(py), centers.bind(py));
        rich |= units.len() > centers.len();
        if units.len() < centers.len() {
            poor.push((power, centers.clone()));
        }
        for text in units {
            let unit = core.unit(&text)?;
            standing[board.province_of(unit.at).index()] = true;
        }
    }
    if rich {
        return Ok(true);
    }
    for (power, centers) in poor {
        let sites = if build_any {
            centers.clone()
        } else {
            list(&power.getattr(intern!(power.py(), "homes"))?)?.into_bound(power.py())
        };
        for site in sites {
            let free = core.location(&site).is_some_and(|at| {
                !standing[board.province_of(at).index()]
                    && centers
                        .iter()
                        .any(|center| core.location(&center) == Some(at))
            });
            if free {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
