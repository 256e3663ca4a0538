//! JSON between both sides: Python's own reader makes the objects.

use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::Value;

use crate::errors::RecordError;

/// A value as Python objects: dicts, lists, texts and numbers.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?
        .call_method1("loads", (value.to_string(),))
}

/// JSON text of a value that is text already, or of objects.
pub fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    let dumped = value.py().import("json")?.call_method1("dumps", (value,))?;
    dumped.extract()
}

/// What does not fit is told as a fault of the record.
pub fn refuse(fault: impl ToString) -> PyErr {
    RecordError::new_err(fault.to_string())
}
