//! What the powers of a game had, kept so that it can be told later whatever a program
//! does with their lists: most programs look at little of a phase, and writing it all
//! out takes longer than judging it.

use parlour_diplomacy::{Location, Unit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple, PyType};

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

    fn tuple<'py>(&self, core: &Core, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let retreats = match &self.retreats {
            Some(retreats) => copied(retreats.bind(py))?.into_bound(py),
            None => PyDict::new(py).into_any(),
        };
        let civil_disorder = match &self.civil_disorder {
            Some(value) => value.bind(py).clone(),
            None => PyInt::new(py, 0).into_any(),
        };
        let fields: [Bound<'py, PyAny>; 7] = [
            self.name.bind(py).clone(),
            show(core, &self.units, py)?.into_any(),
            retreats,
            show(core, &self.centers, py)?.into_any(),
            show(core, &self.homes, py)?.into_any(),
            show(core, &self.influence, py)?.into_any(),
            civil_disorder,
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

    /// A number for a position: the same for the same units, dislodged units and
    /// centres, whatever their order.
    #[getter]
    pub fn hash(&self, py: Python<'_>) -> PyResult<String> {
        let mut sum = 0_u64;
        let mut add = |power: usize, kind: u64, text: &Bound<'_, PyAny>| -> PyResult<()> {
            let text = text.str()?;
            let bytes = text
                .to_cow()?
                .bytes()
                .fold(0_u64, |sum, byte| sum << 8 ^ sum >> 56 ^ u64::from(byte));
            let mut mixed = bytes ^ (power as u64 + 1) << 58 ^ kind << 55;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            sum ^= mixed ^ mixed >> 31;
            Ok(())
        };
        let core = self.core.get();
        for (power, part) in self.parts.iter().enumerate() {
            for unit in part.units.iter() {
                add(power, 1, &unit.show(core, py))?;
            }
            for center in part.centers.iter() {
                add(power, 3, &center.show(core, py))?;
            }
            if let Some(gone) = &part.retreats {
                for unit in gone.bind(py).try_iter()? {
                    add(power, 2, &unit?)?;
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
