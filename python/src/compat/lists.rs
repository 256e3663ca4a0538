//! Lists of texts that a program may look at and change, and what they stand for.
//!
//! A list is kept as what its texts name until somebody asks for it. From then on the
//! Python list is what counts, because it may have been changed, and it is read anew
//! each time; until nobody but the power holds it.

use std::sync::Arc;

use parlour_diplomacy::{Location, Unit};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::Core;

/// What a text can name on a map.
pub trait Named: Copy {
    /// What a text names; none if it names nothing.
    fn find(core: &Core, value: &Bound<'_, PyAny>) -> PyResult<Option<Self>>;
    /// Its text.
    fn text<'py>(self, core: &Core, py: Python<'py>) -> Bound<'py, PyString>;
}

impl Named for Unit {
    fn find(core: &Core, value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        value
            .cast::<PyString>()
            .map_or(Ok(None), |text| core.known(text))
    }

    fn text<'py>(self, core: &Core, py: Python<'py>) -> Bound<'py, PyString> {
        core.text(py, self).clone()
    }
}

impl Named for Location {
    fn find(core: &Core, value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(core.location(value))
    }

    fn text<'py>(self, core: &Core, py: Python<'py>) -> Bound<'py, PyString> {
        core.code(py, self).clone()
    }
}

/// One entry of a list.
#[derive(Clone)]
pub enum Entry<T> {
    /// Something on the map.
    Known(T),
    /// Whatever else a program has put there.
    Other(Arc<Py<PyAny>>),
}

impl<T: Named> Entry<T> {
    /// What an object names.
    pub fn of(core: &Core, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(match T::find(core, value)? {
            Some(known) => Self::Known(known),
            None => Self::Other(Arc::new(value.clone().unbind())),
        })
    }

    /// The object.
    pub fn show<'py>(&self, core: &Core, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Self::Known(known) => known.text(core, py).into_any(),
            Self::Other(value) => value.bind(py).clone(),
        }
    }

    /// What it names on the map.
    pub fn known(&self) -> Option<T> {
        match self {
            Self::Known(known) => Some(*known),
            Self::Other(_) => None,
        }
    }
}

/// A list that nobody changes any more.
pub type List<T> = Arc<Vec<Entry<T>>>;

/// A list of a power.
pub enum Field<T> {
    /// As what it names.
    Kept(List<T>),
    /// As a Python list, or whatever a program has put there.
    Shown(Py<PyAny>),
}

impl<T> Default for Field<T> {
    fn default() -> Self {
        Self::Kept(Arc::default())
    }
}

impl<T: Named> Field<T> {
    /// What it names just now.
    pub fn list(&self, core: &Core, py: Python<'_>) -> PyResult<List<T>> {
        match self {
            Self::Kept(list) => Ok(list.clone()),
            Self::Shown(value) => read(core, value.bind(py)).map(Arc::new),
        }
    }

    /// Keeps what a list names that nobody else has seen.
    pub fn keep(&mut self, core: &Core, py: Python<'_>) -> PyResult<()> {
        *self = Self::Kept(self.list(core, py)?);
        Ok(())
    }

    /// Keeps what a list names that was shown and that nobody else holds any more.
    #[inline]
    #[expect(deprecated, reason = "what takes its place is unsafe code")]
    pub fn take_back(&mut self, core: &Core, py: Python<'_>) -> PyResult<()> {
        match self {
            Self::Shown(value) if value.get_refcnt(py) == 1 => self.keep(core, py),
            _ => Ok(()),
        }
    }

    /// The Python list. Without a map nothing was kept.
    pub fn show(&mut self, core: Option<&Py<Core>>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Self::Kept(list) = self {
            let shown = match core {
                Some(core) => show(core.get(), list, py)?,
                None => PyList::empty(py),
            };
            *self = Self::Shown(shown.into_any().unbind());
        }
        match self {
            Self::Shown(value) => Ok(value.clone_ref(py)),
            Self::Kept(_) => unreachable!("it was just shown"),
        }
    }

    /// For the garbage collector.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self {
            Self::Shown(value) => visit.call(value),
            Self::Kept(_) => Ok(()),
        }
    }
}

/// A new Python list.
pub fn show<'py, T: Named>(
    core: &Core,
    list: &[Entry<T>],
    py: Python<'py>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, list.iter().map(|entry| entry.show(core, py)))
}

/// What the entries of anything that can be walked name.
pub fn read<T: Named>(core: &Core, value: &Bound<'_, PyAny>) -> PyResult<Vec<Entry<T>>> {
    if let Ok(list) = value.cast_exact::<PyList>() {
        return list.iter().map(|entry| Entry::of(core, &entry)).collect();
    }
    let mut walk = value.try_iter()?;
    walk.try_fold(Vec::new(), |mut list, entry| {
        list.push(Entry::of(core, &entry?)?);
        Ok(list)
    })
}
