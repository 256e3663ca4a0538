//! The exceptions: what was refused, and where.
//!
//! All of them are `ValueError`s. Those that speak of a piece of input carry a
//! stable `code` for programs and the offending `piece`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};

create_exception!(
    parlour,
    ParlourError,
    PyValueError,
    "What the house refuses. Its text says what and where."
);
create_exception!(
    parlour,
    BoardError,
    ParlourError,
    "A text that is no board, or a board that is not there."
);
create_exception!(
    parlour,
    RulesError,
    ParlourError,
    "A rule choice that does not exist."
);
create_exception!(
    parlour,
    RecordError,
    ParlourError,
    "A position, phase record or saved game that cannot be."
);
create_exception!(
    parlour,
    NotationError,
    ParlourError,
    "A text that is no order. `code` is a stable name, `piece` the offending words."
);
create_exception!(
    parlour,
    IllegalOrder,
    ParlourError,
    "An order that cannot be played here. `code` is a stable name, `piece` what it is about."
);
create_exception!(
    parlour,
    PictureError,
    ParlourError,
    "A picture that cannot be drawn."
);
create_exception!(
    parlour,
    RefusedMove,
    ParlourError,
    "A move that the rules refuse. `code` is a stable name."
);

/// An exception that carries a code and the offending piece.
pub fn coded<E: PyTypeInfo>(py: Python<'_>, text: String, code: &str, piece: &str) -> PyErr {
    let exception = PyErr::new::<E, _>(text);
    let value = exception.value(py);
    for (name, said) in [("code", code), ("piece", piece)] {
        if let Err(fault) = value.setattr(name, said) {
            return fault;
        }
    }
    exception
}
