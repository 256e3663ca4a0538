//! Arrays of booleans as bits and back, without copying where they need not be.

use std::ops::Range;

use numpy::ndarray::ArrayView2;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use parlour_grid::fov::FieldOfView;
use parlour_grid::{BitGrid, Point, Size};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::room::unlit;

/// The most cells of a map. An array of any size may stand on one byte, so what it
/// weighs here is not bounded by what it weighs there.
const MOST_CELLS: u64 = 1 << 28;
/// The most cells of a map on which ways are looked for: each takes some 12 bytes.
const MOST_WALKED: u64 = 1 << 26;

/// A row and a column.
pub type Cell = (i64, i64);

pub fn size_of(shape: &[usize]) -> PyResult<Size> {
    size_within(shape, MOST_CELLS)
}

fn size_within(shape: &[usize], most: u64) -> PyResult<Size> {
    let side = |cells: usize| u32::try_from(cells).ok();
    let size = side(shape[1]).zip(side(shape[0]));
    let size = size.and_then(|(width, height)| Size::checked(width, height));
    size.filter(|size| u64::from(size.area()) <= most)
        .ok_or_else(|| {
            PyValueError::new_err(format!(
                "a map of {} by {} is too large: at most 2^24 cells a side and 2^{} in all",
                shape[0],
                shape[1],
                most.ilog2()
            ))
        })
}

/// The cells of an array as bits.
pub fn bits_of(array: &ArrayView2<'_, bool>) -> PyResult<BitGrid> {
    size_of(array.shape())?;
    cut(array, 0..array.nrows(), 0..array.ncols())
}

/// The same of a map on which ways are looked for.
pub fn ground_of(array: &ArrayView2<'_, bool>) -> PyResult<BitGrid> {
    size_within(array.shape(), MOST_WALKED)?;
    bits_of(array)
}

/// The rows, or columns, that observers in some of them reach, of so many.
pub fn within(at: impl Iterator<Item = i32>, radius: Option<u32>, all: usize) -> Range<usize> {
    let far = radius.map_or(usize::MAX, |radius| radius as usize);
    let reached = at.map(|at| {
        let at = at as usize;
        (
            at.saturating_sub(far),
            at.saturating_add(far).min(all - 1) + 1,
        )
    });
    let span = reached.reduce(|one, two| (one.0.min(two.0), one.1.max(two.1)));
    let (from, to) = span.unwrap_or((0, 0));
    from..to
}

/// The cells of some rows and columns of an array as bits.
pub fn cut(
    array: &ArrayView2<'_, bool>,
    rows: Range<usize>,
    columns: Range<usize>,
) -> PyResult<BitGrid> {
    let size = size_of(&[rows.len(), columns.len()])?;
    let width = array.ncols();
    Ok(match array.as_slice() {
        Some(cells) => BitGrid::from_words(size, |y, word| {
            let row = (rows.start + y) * width;
            let from = columns.start + word * 64;
            packed(&cells[row + from..row + (from + 64).min(columns.end)])
        }),
        None => BitGrid::from_fn(size, |at| {
            array[[rows.start + at.y as usize, columns.start + at.x as usize]]
        }),
    })
}

/// At most 64 cells as the bits of a word: eight bytes become eight bits by one
/// multiplication.
fn packed(cells: &[bool]) -> u64 {
    let (eights, rest) = cells.as_chunks::<8>();
    let mut word = 0;
    for (place, eight) in eights.iter().enumerate() {
        let bytes = u64::from_le_bytes(eight.map(u8::from));
        word |= (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (place * 8);
    }
    for (place, cell) in rest.iter().enumerate() {
        word |= u64::from(*cell) << (eights.len() * 8 + place);
    }
    word
}

pub fn point(size: Size, (row, column): Cell) -> PyResult<Point> {
    let inside = row >= 0
        && column >= 0
        && row < i64::from(size.height())
        && column < i64::from(size.width());
    if inside {
        Ok(Point::new(column as i32, row as i32))
    } else {
        let (rows, columns) = (size.height(), size.width());
        Err(PyIndexError::new_err(format!(
            "the cell ({row}, {column}) is not on the map of {rows} rows and {columns} columns"
        )))
    }
}

/// The bits written out, one byte a cell.
fn spread(grid: &BitGrid, cells: &mut [bool]) {
    let width = grid.size().width() as usize;
    if width == 0 {
        return;
    }
    for (y, row) in cells.chunks_exact_mut(width).enumerate() {
        let words = grid.row(y as i32);
        for (word, cells) in words.iter().zip(row.chunks_mut(64)) {
            if *word == 0 {
                continue;
            }
            for (bit, cell) in cells.iter_mut().enumerate() {
                *cell = word >> bit & 1 != 0;
            }
        }
    }
}

/// What is seen written out, one byte a cell, in rows of so many; the view's own cells
/// begin at a row and a column.
pub fn show(view: &FieldOfView, cells: &mut [bool], width: usize, (row, column): (usize, usize)) {
    for (at, mut word) in view.words() {
        let mut place = (row + at.y as usize) * width + column + at.x as usize;
        while word != 0 {
            let skipped = word.trailing_zeros();
            place += skipped as usize;
            let run = (word >> skipped).trailing_ones();
            cells[place..place + run as usize].fill(true);
            place += run as usize;
            word = word.checked_shr(skipped + run).unwrap_or(0);
        }
    }
}

pub fn array_of<'py>(py: Python<'py>, grid: &BitGrid) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let (height, width) = (grid.size().height() as usize, grid.size().width() as usize);
    let mut cells = unlit(height * width)?;
    spread(grid, &mut cells);
    PyArray1::from_vec(py, cells).reshape([height, width])
}

pub fn rows_of(
    py: Python<'_>,
    cells: impl Iterator<Item = Point>,
) -> PyResult<Bound<'_, PyArray2<i64>>> {
    let flat: Vec<i64> = cells
        .flat_map(|at| [i64::from(at.y), i64::from(at.x)])
        .collect();
    let count = flat.len() / 2;
    PyArray1::from_vec(py, flat).reshape([count, 2])
}
