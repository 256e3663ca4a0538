//! Sight and ways over numpy arrays.
//!
//! A map is a two-dimensional boolean array, True where something stands in the
//! way. Cells are index pairs `(row, column)`, as numpy counts them. An array is
//! read where it lies, whatever its strides; answers are new arrays.

mod arrays;
pub mod ways;

use std::cell::RefCell;
use std::num::NonZero;
use std::thread;

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use parlour_grid::fov::{ConeWidth, FieldOfView, Reach, Shape};
use parlour_grid::sight::Sight;
use parlour_grid::{BitGrid, Corners, Direction, Point, fov, sight};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::room::unlit;
use arrays::{Cell, array_of, bits_of, cut, point, show, size_of, within};

/// The most cells that the fields of many observers hold together.
const MOST_SEEN: usize = 1 << 30;
/// So many cells within reach are looked at before another thread is started.
const WORTH_A_THREAD: usize = 1 << 16;

fn reach(radius: Option<u32>, shape: &str, facing: Option<&str>, width: &str) -> PyResult<Reach> {
    let shape = match shape {
        "square" => Shape::Square,
        "circle" => Shape::Circle,
        "octagon" => Shape::Octagon,
        _ => {
            return Err(PyValueError::new_err(format!(
                "shape is square, circle or octagon, not {shape:?}"
            )));
        }
    };
    let mut reach = Reach {
        radius,
        shape,
        ..Reach::UNLIMITED
    };
    if let Some(word) = facing {
        let names = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        let place = names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(word));
        let place = place.ok_or_else(|| {
            PyValueError::new_err(format!(
                "facing is one of {}, not {word:?}",
                names.join(", ")
            ))
        })?;
        let width = match width {
            "quarter" => ConeWidth::Quarter,
            "half" => ConeWidth::Half,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "cone is quarter or half, not {width:?}"
                )));
            }
        };
        reach = reach.facing(Direction::ALL[place], width);
    }
    Ok(reach)
}

/// What an observer sees: a boolean array, lit walls included.
///
/// `opaque` is True where sight ends, `at` the observer's `(row, column)`, `radius`
/// the largest distance; none is unlimited. `shape` says how it is measured: square
/// (the larger of rows and columns), circle (straight), octagon. `facing` (n, ne, e,
/// ...) and `cone` (quarter, half) cut a part of the compass.
/// Between floor cells sight is mutual.
///
/// >>> import numpy as np
/// >>> from parlour.grid import field_of_view
/// >>> walls = np.zeros((3, 7), dtype=bool)
/// >>> walls[:, 3] = True
/// >>> seen = field_of_view(walls, (1, 1), radius=5)
/// >>> bool(seen[1, 3]), bool(seen[1, 4])
/// (True, False)
#[pyfunction]
#[pyo3(signature = (opaque, at, radius = None, *, shape = "square", facing = None, cone = "quarter"))]
pub fn field_of_view<'py>(
    py: Python<'py>,
    opaque: PyReadonlyArray2<'py, bool>,
    at: Cell,
    radius: Option<u32>,
    shape: &str,
    facing: Option<&str>,
    cone: &str,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let cells = opaque.as_array();
    let at = point(size_of(cells.shape())?, at)?;
    let reach = reach(radius, shape, facing, cone)?;
    // What lies beyond the radius is not read.
    let (height, width) = cells.dim();
    let rows = within([at.y].into_iter(), radius, height);
    let columns = within([at.x].into_iter(), radius, width);
    let walls = cut(&cells, rows.clone(), columns.clone())?;
    let mut seen = unlit(height * width)?;
    py.detach(|| {
        let corner = Point::new(columns.start as i32, rows.start as i32);
        VIEW.with_borrow_mut(|view| {
            view.compute(&walls, at - corner, reach);
            show(view, &mut seen, width, (rows.start, columns.start));
        });
    });
    PyArray1::from_vec(py, seen).reshape([height, width])
}

thread_local! {
    /// One field of view for each thread; its memory is kept.
    static VIEW: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// What many observers see on one map: an array of shape (observers, rows, columns),
/// made on all cores. `radius` and `shape` are as in `field_of_view`.
#[pyfunction]
#[pyo3(signature = (opaque, at, radius = None, *, shape = "square"))]
pub fn field_of_view_many<'py>(
    py: Python<'py>,
    opaque: PyReadonlyArray2<'py, bool>,
    at: Vec<Cell>,
    radius: Option<u32>,
    shape: &str,
) -> PyResult<Bound<'py, PyArray3<bool>>> {
    let map = opaque.as_array();
    let size = size_of(map.shape())?;
    let observers: Vec<Point> = at
        .iter()
        .map(|it| point(size, *it))
        .collect::<PyResult<_>>()?;
    let area = size.area() as usize;
    let whole = area
        .checked_mul(observers.len())
        .filter(|cells| *cells <= MOST_SEEN);
    let whole = whole.ok_or_else(|| {
        PyValueError::new_err(format!(
            "{} fields of {area} cells are too many at once; ask for at most {MOST_SEEN} cells",
            observers.len()
        ))
    })?;
    let reach = reach(radius, shape, None, "quarter")?;
    let (height, width) = map.dim();
    // What nobody can reach is not read.
    let rows = within(observers.iter().map(|at| at.y), radius, height);
    let columns = within(observers.iter().map(|at| at.x), radius, width);
    let walls = cut(&map, rows.clone(), columns.clone())?;
    let corner = Point::new(columns.start as i32, rows.start as i32);
    let begin = (rows.start, columns.start);
    let mut cells = unlit(whole)?;
    py.detach(|| {
        if area == 0 || observers.is_empty() {
            return;
        }
        let look = |places: &[Point], fields: &mut [bool]| {
            VIEW.with_borrow_mut(|view| {
                for (at, field) in places.iter().zip(fields.chunks_exact_mut(area)) {
                    view.compute(&walls, *at - corner, reach);
                    show(view, field, width, begin);
                }
            });
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        // A thread costs more than a few small fields.
        let seen = (walls.size().area() as usize).max(1);
        let share = observers
            .len()
            .div_ceil(cores)
            .max(WORTH_A_THREAD.div_ceil(seen));
        if share >= observers.len() {
            look(&observers, &mut cells);
            return;
        }
        thread::scope(|scope| {
            for (places, fields) in observers.chunks(share).zip(cells.chunks_mut(share * area)) {
                let look = &look;
                scope.spawn(move || look(places, fields));
            }
        });
    });
    let (rows, columns) = (size.height() as usize, size.width() as usize);
    PyArray1::from_vec(py, cells).reshape([observers.len(), rows, columns])
}

/// Whether one cell sees another: as in `field_of_view`, or exactly
/// (`exact=True`), when a unit square slides there without touching a wall.
#[pyfunction]
#[pyo3(signature = (opaque, start, end, *, exact = false))]
pub fn line_of_sight(
    opaque: PyReadonlyArray2<'_, bool>,
    start: Cell,
    end: Cell,
    exact: bool,
) -> PyResult<bool> {
    let cells = opaque.as_array();
    let size = size_of(cells.shape())?;
    let (from, to) = (point(size, start)?, point(size, end)?);
    if exact {
        return Ok(sight::line_of_sight(&bits_of(&cells)?, from, to));
    }
    let opaque = |at: Point| cells[[at.y as usize, at.x as usize]];
    Ok(fov::line_of_sight(size, opaque, from, to))
}

/// Where a unit square can slide from the observers in a straight line without
/// overlapping a wall: exact sight, shared by all of them.
#[pyfunction]
#[pyo3(signature = (blocked, observers, radius = None))]
pub fn exact_sight<'py>(
    py: Python<'py>,
    blocked: PyReadonlyArray2<'py, bool>,
    observers: Vec<Cell>,
    radius: Option<u32>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let walls = bits_of(&blocked.as_array())?;
    let observers: Vec<Point> = observers
        .iter()
        .map(|it| point(walls.size(), *it))
        .collect::<PyResult<_>>()?;
    let seen = py.detach(|| {
        let mut sight = Sight::new();
        let mut seen = BitGrid::new(walls.size());
        for at in &observers {
            sight.compute_within(&walls, *at, radius);
            seen |= sight.visible();
        }
        seen
    });
    array_of(py, &seen)
}

/// The cells where shortest lines can turn.
#[pyfunction]
pub fn corners<'py>(
    py: Python<'py>,
    blocked: PyReadonlyArray2<'py, bool>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let walls = bits_of(&blocked.as_array())?;
    let corners = py.detach(|| Corners::new(&walls));
    array_of(py, corners.cells())
}

/// The corners that a visible field of cells leads round.
#[pyfunction]
pub fn interesting_corners<'py>(
    py: Python<'py>,
    blocked: PyReadonlyArray2<'py, bool>,
    visible: PyReadonlyArray2<'py, bool>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let walls = bits_of(&blocked.as_array())?;
    let visible = bits_of(&visible.as_array())?;
    if walls.size() != visible.size() {
        return Err(PyValueError::new_err(
            "blocked and visible are of different shapes",
        ));
    }
    let found = py.detach(|| Corners::new(&walls).interesting(&visible));
    array_of(py, &found)
}
