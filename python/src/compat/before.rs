//! What the powers of a game had, kept so that it can be told later whatever a program
//! does with their lists: most programs look at little of a phase, and writing it all
//! out takes longer than judging it.

use std::borrow::Cow;
use std::collections::HashSet;

use parlour_diplomacy::{Location, Unit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use super::Core;
use super::holdings::{Held, Holdings, is_any};
use super::lists::{List, Named, read, show};

/// What one power had.
struct Part {
    name: Py<PyAny>,
    units: List<Unit>,
    /// None if nobody had to retreat.
    retreats: Option<Py<PyAny>>,
    centers: List<Location>,
    homes: List<Location>,
    influence: List<Location>,
    /// None if it was 0.
    civil_disorder: Option<Py<PyAny>>,
}

impl Part {
    fn of(core: &Core, py: Python<'_>, own: &Holdings) -> PyResult<Self> {
        let retreats = match &own.retreats {
            Some(retreats) if is_any(Some(retreats), py)? => Some(copied(retreats.bind(py))?),
            _ => None,
        };
        let civil_disorder = match &own.civil_disorder {
            Some(value) if is_any(Some(value), py)? => Some(value.clone_ref(py)),
            _ => None,
        };
        Ok(Self {
            name: own.name_of(py).unbind(),
            units: own.units.list(core, py)?,
            retreats,
            centers: own.centers.list(core, py)?,
            homes: own.homes.list(core, py)?,
            influence: own.influence.list(core, py)?,
            civil_disorder,
        })
    }

    /// The dislodged units, in a new dict.
    fn retreats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.retreats {
            Some(retreats) => copied(retreats.bind(py))?.into_bound(py),
            None => PyDict::new(py).into_any(),
        })
    }

    fn civil_disorder<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.civil_disorder {
            Some(value) => value.bind(py).clone(),
            None => PyInt::new(py, 0).into_any(),
        }
    }

    fn tuple<'py>(&self, core: &Core, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let fields: [Bound<'py, PyAny>; 7] = [
            self.name.bind(py).clone(),
            show(core, &self.units, py)?.into_any(),
            self.retreats(py)?,
            show(core, &self.centers, py)?.into_any(),
            show(core, &self.homes, py)?.into_any(),
            show(core, &self.influence, py)?.into_any(),
            self.civil_disorder(py),
        ];
        PyTuple::new(py, fields)
    }
}

/// A new dict of the same, with new lists; anything else as it is.
fn copied(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
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

/// The letters of a text as a number, for hashes.
pub fn mark(text: &str) -> u64 {
    let bytes = text.bytes();
    bytes.fold(0, |sum, byte| sum << 8 ^ sum >> 56 ^ u64::from(byte))
}

/// An entry that is a text.
fn text_of<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    value.cast::<PyString>()?.to_cow()
}

/// What the powers of a game had.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Before {
    core: Py<Core>,
    parts: Vec<Part>,
}

impl Before {
    pub fn of(core: &Bound<'_, Core>, held: &Held<'_>) -> PyResult<Self> {
        let py = core.py();
        let parts = held.iter().map(|own| Part::of(core.get(), py, own));
        Ok(Self {
            core: core.clone().unbind(),
            parts: parts.collect::<PyResult<_>>()?,
        })
    }

    /// The units by power.
    pub fn units(&self) -> Vec<List<Unit>> {
        self.parts.iter().map(|part| part.units.clone()).collect()
    }

    /// By power: the dislodged units and where they may go, if there are any.
    pub fn retreats(&self) -> impl Iterator<Item = Option<&Py<PyAny>>> {
        self.parts.iter().map(|part| part.retreats.as_ref())
    }

    /// The provinces in which units stand, as units name them.
    fn standing(&self, py: Python<'_>) -> PyResult<HashSet<String>> {
        let core = self.core.get();
        let mut standing = HashSet::new();
        for entry in self.parts.iter().flat_map(|part| part.units.iter()) {
            let unit = entry.show(core, py);
            standing.insert(text_of(&unit)?.chars().skip(2).take(3).collect());
        }
        Ok(standing)
    }

    /// How many centres a power had.
    pub fn center_count(&self, power: usize) -> usize {
        self.parts[power].centers.len()
    }

    /// The names of the powers.
    pub fn names(&self) -> impl Iterator<Item = &Py<PyAny>> {
        self.parts.iter().map(|part| &part.name)
    }
}

#[pymethods]
impl Before {
    /// By power: name, units, retreats, centers, homes, influence, civil_disorder; new
    /// lists each time.
    #[getter]
    pub fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let core = self.core.get();
        self.parts.iter().map(|part| part.tuple(core, py)).collect()
    }

    /// The position as a dict that JSON can hold, with a time, a note and the name of its
    /// phase; new lists each time.
    pub fn state<'py>(
        &self,
        timestamp: Bound<'py, PyAny>,
        note: Bound<'py, PyAny>,
        name: Bound<'py, PyAny>,
        build_any: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (py, core) = (name.py(), self.core.get());
        let winter = name.cast::<PyString>()?.to_cow()?.ends_with('A');
        let standing = if winter {
            self.standing(py)?
        } else {
            HashSet::new()
        };
        let [units, retreats, centers, homes, influence, disorder, builds] =
            std::array::from_fn(|_| PyDict::new(py));
        for part in &self.parts {
            let power = part.name.bind(py);
            let own_units = show(core, &part.units, py)?;
            let own_retreats = part.retreats(py)?;
            if part.retreats.is_some() {
                for unit in own_retreats.try_iter()? {
                    let unit = unit?;
                    own_units.append(format!("*{}", unit.cast::<PyString>()?.to_cow()?))?;
                }
            }
            let (own_centers, own_homes) =
                (show(core, &part.centers, py)?, show(core, &part.homes, py)?);
            let free = PyList::empty(py);
            let due = own_centers.len() as isize - part.units.len() as isize;
            if winter && due > 0 {
                let sites = if build_any { &own_centers } else { &own_homes };
                for site in sites {
                    if own_centers.contains(&site)? && !standing.contains(&*text_of(&site)?) {
                        free.append(site)?;
                    }
                }
            }
            let build = PyDict::new(py);
            let count = if winter {
                due.min(free.len() as isize)
            } else {
                0
            };
            build.set_item(intern!(py, "count"), count)?;
            build.set_item(intern!(py, "homes"), free)?;
            units.set_item(power, own_units)?;
            retreats.set_item(power, own_retreats)?;
            centers.set_item(power, own_centers)?;
            homes.set_item(power, own_homes)?;
            influence.set_item(power, show(core, &part.influence, py)?)?;
            disorder.set_item(power, part.civil_disorder(py))?;
            builds.set_item(power, build)?;
        }
        let state = PyDict::new(py);
        state.set_item(intern!(py, "timestamp"), timestamp)?;
        state.set_item(intern!(py, "zobrist_hash"), self.hash(py)?)?;
        state.set_item(intern!(py, "note"), note)?;
        state.set_item(intern!(py, "name"), name)?;
        state.set_item(intern!(py, "units"), units)?;
        state.set_item(intern!(py, "retreats"), retreats)?;
        state.set_item(intern!(py, "centers"), centers)?;
        state.set_item(intern!(py, "homes"), homes)?;
        state.set_item(intern!(py, "influence"), influence)?;
        state.set_item(intern!(py, "civil_disorder"), disorder)?;
        state.set_item(intern!(py, "builds"), builds)?;
        Ok(state)
    }

    /// A number for a position: the same for the same units, dislodged units and
    /// centres, whatever their order.
    #[getter]
    pub fn hash(&self, py: Python<'_>) -> PyResult<String> {
        let core = self.core.get();
        let mut sum = 0_u64;
        for (power, part) in self.parts.iter().enumerate() {
            let mut add = |kind: u64, mark: u64| {
                let mut mixed = mark ^ (power as u64 + 1) << 58 ^ kind << 55;
                mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                sum ^= mixed ^ mixed >> 31;
            };
            let of_text = |text: Bound<'_, PyAny>| Ok::<_, PyErr>(mark(&text.str()?.to_cow()?));
            for entry in part.units.iter() {
                add(
                    1,
                    match entry.known() {
                        Some(unit) => core.unit_mark(unit),
                        None => of_text(entry.show(core, py))?,
                    },
                );
            }
            for entry in part.centers.iter() {
                add(
                    3,
                    match entry.known() {
                        Some(at) => core.code_mark(at),
                        None => of_text(entry.show(core, py))?,
                    },
                );
            }
            if let Some(gone) = &part.retreats {
                for unit in gone.bind(py).try_iter()? {
                    add(2, of_text(unit?)?);
                }
            }
        }
        Ok(sum.to_string())
    }

    #[new]
    fn new(core: Py<Core>, parts: Vec<Bound<'_, PyTuple>>) -> PyResult<Self> {
        fn list<T: Named>(core: &Core, of: &Bound<'_, PyTuple>, place: usize) -> PyResult<List<T>> {
            Ok(read(core, &of.get_item(place)?)?.into())
        }
        let own = core.get();
        let part = |fields: &Bound<'_, PyTuple>| -> PyResult<Part> {
            let (retreats, disorder) = (fields.get_item(2)?, fields.get_item(6)?);
            Ok(Part {
                name: fields.get_item(0)?.unbind(),
                units: list(own, fields, 1)?,
                retreats: retreats.is_truthy()?.then(|| retreats.unbind()),
                centers: list(own, fields, 3)?,
                homes: list(own, fields, 4)?,
                influence: list(own, fields, 5)?,
                civil_disorder: disorder.is_truthy()?.then(|| disorder.unbind()),
            })
        };
        let parts = parts.iter().map(part).collect::<PyResult<_>>()?;
        Ok(Self { core, parts })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(
        Bound<'py, PyType>,
        (Bound<'py, Core>, Vec<Bound<'py, PyTuple>>),
    )> {
        let (py, this) = (slf.py(), slf.get());
        let core = this.core.bind(py).clone();
        Ok((slf.get_type(), (core, this.parts(py)?)))
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
