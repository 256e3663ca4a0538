//! A movement phase that was played: what it was told of, and what can be told of it.

use parlour_diplomacy::Province;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use super::Core;
use super::before::Before;
use super::holdings::{Orders, known};
use super::judged::{Gone, Judged};
use super::told;

/// A movement phase that was played: what it was told of, and what can be told of it.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Played {
    core: Py<Core>,
    before: Py<Before>,
    given: Vec<Orders>,
    codes: Py<PyList>,
    /// Whether somebody must retreat.
    #[pyo3(get)]
    retreats: bool,
    judged: PyOnceLock<Judged>,
    // Written out when somebody asks, and then the same whoever asks.
    result: PyOnceLock<Py<PyDict>>,
    command: PyOnceLock<Py<PyDict>>,
    dislodged: PyOnceLock<Py<PyDict>>,
    popped: PyOnceLock<Py<PyList>>,
    orders: PyOnceLock<Py<PyDict>>,
}

impl Played {
    /// A phase that was judged just now.
    pub fn of(
        py: Python<'_>,
        core: Py<Core>,
        before: Py<Before>,
        given: Vec<Orders>,
        codes: Py<PyList>,
        retreats: bool,
        judged: Judged,
    ) -> PyResult<Self> {
        let played = Self::unjudged(core, before, given, codes, retreats);
        played.judged.get_or_init(py, || judged);
        Ok(played)
    }

    fn unjudged(
        core: Py<Core>,
        before: Py<Before>,
        given: Vec<Orders>,
        codes: Py<PyList>,
        retreats: bool,
    ) -> Self {
        Self {
            core,
            before,
            given,
            codes,
            retreats,
            judged: PyOnceLock::new(),
            result: PyOnceLock::new(),
            command: PyOnceLock::new(),
            dislodged: PyOnceLock::new(),
            popped: PyOnceLock::new(),
            orders: PyOnceLock::new(),
        }
    }

    /// What the judge said; a copy judges once more.
    pub fn judged(&self, py: Python<'_>) -> PyResult<&Judged> {
        self.judged.get_or_try_init(py, || {
            let units = self.before.get().units();
            Judged::of(self.core.get(), py, &units, self.given.iter())
        })
    }

    /// The texts of the units that were dislodged.
    pub fn dislodged_units(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let judged = self.judged(py)?;
        self.texts_of(py, |at| judged.gone_from(at).is_some())
    }

    /// The texts of those of them that can go nowhere.
    pub fn popped_units(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let judged = self.judged(py)?;
        let is_lost = |gone: &Gone| gone.retreats.is_empty();
        self.texts_of(py, |at| judged.gone_from(at).is_some_and(is_lost))
    }

    /// The texts of the units in some of the provinces.
    fn texts_of(&self, py: Python<'_>, is: impl Fn(Province) -> bool) -> PyResult<Vec<String>> {
        let core = self.core.get();
        let mut texts = Vec::new();
        for entry in self.before.get().units().iter().flat_map(|own| own.iter()) {
            let unit = known(core, py, entry)?;
            if is(core.board.province_of(unit.at)) {
                texts.push(core.board.unit_text(unit).to_string());
            }
        }
        Ok(texts)
    }

    /// The orders of each power, by its name.
    fn given<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&Py<PyAny>, Bound<'py, PyDict>)>> {
        let names = self.before.get().names();
        let each = |(name, own): (_, &Orders)| -> PyResult<_> {
            Ok((name, own.dict(self.core.get(), py)?))
        };
        names.zip(&self.given).map(each).collect()
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
            let (core, units) = (self.core.get(), self.before.get().units());
            let codes = self.codes.bind(py);
            Ok(told::result(core, py, &units, self.judged(py)?, codes)?.unbind())
        })?;
        Ok(result.clone_ref(py))
    }

    /// By unit: the order that was judged.
    #[getter]
    fn command(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let command = self.command.get_or_try_init(py, || -> PyResult<_> {
            let (core, units) = (self.core.get(), self.before.get().units());
            Ok(told::command(core, py, &units, &self.given, self.judged(py)?)?.unbind())
        })?;
        Ok(command.clone_ref(py))
    }

    /// By dislodged unit: where its attacker came from.
    #[getter]
    fn dislodged(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let dislodged = self.dislodged.get_or_try_init(py, || -> PyResult<_> {
            let (core, units) = (self.core.get(), self.before.get().units());
            Ok(told::dislodged(core, py, &units, self.judged(py)?)?.unbind())
        })?;
        Ok(dislodged.clone_ref(py))
    }

    /// The dislodged units without a retreat.
    #[getter]
    fn popped(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        let popped = self.popped.get_or_try_init(py, || -> PyResult<_> {
            let (core, units) = (self.core.get(), self.before.get().units());
            Ok(told::popped(core, py, &units, self.judged(py)?)?.unbind())
        })?;
        Ok(popped.clone_ref(py))
    }

    /// By power: the units that were ordered.
    #[getter]
    fn ordered_units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, own) in self.given(py)? {
            all.set_item(name, own.keys())?;
        }
        Ok(all)
    }

    /// By power: the orders, as texts.
    #[getter]
    fn orders(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let orders = self.orders.get_or_try_init(py, || -> PyResult<_> {
            let all = PyDict::new(py);
            for (name, own) in self.before.get().names().zip(&self.given) {
                all.set_item(name, own.texts(self.core.get(), py)?)?;
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
        retreats: bool,
    ) -> Self {
        let given = given.into_iter().map(|own| Orders::Shown(own.into_any()));
        Self::unjudged(core, before, given.collect(), codes, retreats)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let given = this.given(py)?.into_iter().map(|(_, own)| own);
        let fields: [Bound<'py, PyAny>; 5] = [
            this.core.bind(py).clone().into_any(),
            this.before.bind(py).clone().into_any(),
            PyList::new(py, given.collect::<Vec<_>>())?.into_any(),
            this.codes.bind(py).clone().into_any(),
            this.retreats.into_pyobject(py)?.to_owned().into_any(),
        ];
        Ok((slf.get_type(), PyTuple::new(py, fields)?))
    }

    /// What is told of the copy is written out anew: programs change what they are told.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        Self::unjudged(
            self.core.clone_ref(py),
            self.before.clone_ref(py),
            self.given.iter().map(|own| own.shared(py)).collect(),
            self.codes.clone_ref(py),
            self.retreats,
        )
    }
}
