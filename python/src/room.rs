//! Memory for large answers: what there is no room for raises, and aborts nothing.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// So many bytes are taken for granted.
const SMALL: usize = 1 << 24;

/// An empty list with room for so many.
pub fn with_room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| {
        let bytes = count.saturating_mul(size_of::<T>());
        PyMemoryError::new_err(format!("there is no room for an answer of {bytes} bytes"))
    })?;
    Ok(list)
}

/// So many cells that are False.
pub fn unlit(count: usize) -> PyResult<Vec<bool>> {
    if count <= SMALL {
        // Fresh pages are empty already: nothing is written.
        return Ok(vec![false; count]);
    }
    let mut cells = with_room(count)?;
    cells.resize(count, false);
    Ok(cells)
}
