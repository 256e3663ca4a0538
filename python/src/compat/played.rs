//! A movement phase that was played: what it was told of, and what can be told of it.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use super::Core;
use super::before::Before;
use super::holdings::Orders;
use super::told::{Told, tell};

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
    told: PyOnceLock<Told>,
    orders: PyOnceLock<Py<PyDict>>,
}

impl Played {
    pub fn of(
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
            told: PyOnceLock::new(),
            orders: PyOnceLock::new(),
        }
    }

    /// Judges once more, and writes everything out.
    fn told(&self, py: Python<'_>) -> PyResult<&Told> {
        self.told.get_or_try_init(py, || {
            let codes = self.codes.bind(py);
            tell(self.core.get(), py, self.before.get(), &self.given, codes)
        })
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

    /// The hash of what the powers had.
    #[getter]
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        self.before.get().hash(py)
    }

    /// By unit: its result codes.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.result.clone_ref(py))
    }

    /// By unit: the order that was judged.
    #[getter]
    fn command(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.command.clone_ref(py))
    }

    /// By dislodged unit: where its attacker came from.
    #[getter]
    fn dislodged(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.told(py)?.dislodged.clone_ref(py))
    }

    /// The dislodged units without a retreat.
    #[getter]
    fn popped(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        Ok(self.told(py)?.popped.clone_ref(py))
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
            for (name, own) in self.given(py)? {
                let texts = PyList::empty(py);
                for (unit, order) in own {
                    texts.append(format!("{unit} {order}"))?;
                }
                all.set_item(name, texts)?;
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
        Self::of(core, before, given.collect(), codes, retreats)
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
        Self::of(
            self.core.clone_ref(py),
            self.before.clone_ref(py),
            self.given.iter().map(|own| own.shared(py)).collect(),
            self.codes.clone_ref(py),
            self.retreats,
        )
    }
}
