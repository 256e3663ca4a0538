//! Rule choices, by their keys.

use std::collections::BTreeMap;

use parlour_diplomacy as engine;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::errors::RulesError;

/// The rule choices a phase is judged by.
///
/// >>> from parlour.diplomacy import Rulebook
/// >>> Rulebook(paradox="1982").differing
/// {'paradox': '1982'}
/// >>> Rulebook.edition("1971").choices["routes"]
/// 'all-open'
#[pyclass(frozen, eq, hash, module = "parlour.diplomacy", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rulebook {
    pub inner: Choices,
}

/// A rulebook that can be hashed: its choices are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Choices(pub engine::Rulebook);

impl std::hash::Hash for Choices {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.choices().hash(state);
    }
}

impl Rulebook {
    pub fn of(inner: engine::Rulebook) -> Self {
        Self {
            inner: Choices(inner),
        }
    }

    /// The choices that were given, or the usual ones.
    pub fn or_default(given: Option<&Self>) -> engine::Rulebook {
        given.map_or_else(engine::Rulebook::default, |rules| rules.inner.0)
    }
}

#[pymethods]
impl Rulebook {
    #[new]
    #[pyo3(signature = (**choices))]
    fn new(choices: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut said = BTreeMap::new();
        for (key, value) in choices.into_iter().flatten() {
            said.insert(key.extract::<String>()?, value.str()?.extract::<String>()?);
        }
        let rules = engine::Rulebook::default().with(&said);
        rules
            .map(Self::of)
            .map_err(|fault| RulesError::new_err(fault.to_string()))
    }

    /// A rulebook by its year: 2023 (the usual choices), 1982 or 1971.
    #[classmethod]
    fn edition(_class: &Bound<'_, PyType>, year: &Bound<'_, PyAny>) -> PyResult<Self> {
        let year: String = year.str()?.extract()?;
        engine::Rulebook::edition(&year)
            .map(Self::of)
            .map_err(|fault| RulesError::new_err(fault.to_string()))
    }

    /// Every choice, by its key.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let choices = PyDict::new(py);
        for (key, value) in self.inner.0.choices() {
            choices.set_item(key, value)?;
        }
        Ok(choices)
    }

    /// The choices that differ from the usual ones, as records hold them.
    #[getter]
    fn differing(&self) -> BTreeMap<String, String> {
        self.inner.0.differing()
    }

    fn __repr__(&self) -> String {
        let said = self.inner.0.differing();
        let said: Vec<String> = said.iter().map(|(k, v)| format!("{k}={v:?}")).collect();
        format!("Rulebook({})", said.join(", "))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<(String, String)>,))> {
        let make = py.import("parlour.diplomacy")?.getattr("_rulebook")?;
        Ok((make, (self.inner.0.differing().into_iter().collect(),)))
    }
}
