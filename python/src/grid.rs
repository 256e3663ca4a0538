//! Sight and ways over numpy arrays.
//!
//! A map is a two-dimensional boolean array, True where something stands in the
//! way. Cells are index pairs `(row, column)`, as numpy counts them. An array is
//! read where it lies, whatever its strides; answers are new arrays.

use std::cell::RefCell;
use std::num::NonZero;
use std::ops::Range;
use std::thread;

use numpy::ndarray::ArrayView2;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use parlour_grid::fov::{ConeWidth, FieldOfView, Reach, Shape};
use parlour_grid::path::{Costs, DistanceMap, PathFinder, PathRules, Steps};
use parlour_grid::sight::Sight;
use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Direction, Point, Size, fov, sight};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::room::{unlit, with_room};

/// The most cells of a map. An array of any size may stand on one byte, so what it
/// weighs here is not bounded by what it weighs there.
const MOST_CELLS: u64 = 1 << 28;
/// The most cells of a map on which ways are looked for: each takes some 12 bytes.
const MOST_WALKED: u64 = 1 << 26;
/// The most cells that the fields of many observers hold together.
const MOST_SEEN: usize = 1 << 30;
/// So many cells within reach are looked at before another thread is started.
const WORTH_A_THREAD: usize = 1 << 16;

/// A row and a column.
type Cell = (i64, i64);
/// What a path costs or measures, and its cells, one row each.
type Way<'py, N> = Option<(N, Bound<'py, PyArray2<i64>>)>;

fn size_of(shape: &[usize]) -> PyResult<Size> {
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
fn bits_of(array: &ArrayView2<'_, bool>) -> PyResult<BitGrid> {
    size_of(array.shape())?;
    cut(array, 0..array.nrows(), 0..array.ncols())
}

/// The same of a map on which ways are looked for.
fn ground_of(array: &ArrayView2<'_, bool>) -> PyResult<BitGrid> {
    size_within(array.shape(), MOST_WALKED)?;
    bits_of(array)
}

/// The rows, or columns, that observers in some of them reach, of so many.
fn within(at: impl Iterator<Item = i32>, radius: Option<u32>, all: usize) -> Range<usize> {
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
fn cut(
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

fn point(size: Size, (row, column): Cell) -> PyResult<Point> {
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
fn show(view: &FieldOfView, cells: &mut [bool], width: usize, (row, column): (usize, usize)) {
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

fn array_of<'py>(py: Python<'py>, grid: &BitGrid) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let (height, width) = (grid.size().height() as usize, grid.size().width() as usize);
    let mut cells = unlit(height * width)?;
    spread(grid, &mut cells);
    PyArray1::from_vec(py, cells).reshape([height, width])
}

fn rows_of(
    py: Python<'_>,
    cells: impl Iterator<Item = Point>,
) -> PyResult<Bound<'_, PyArray2<i64>>> {
    let flat: Vec<i64> = cells
        .flat_map(|at| [i64::from(at.y), i64::from(at.x)])
        .collect();
    let count = flat.len() / 2;
    PyArray1::from_vec(py, flat).reshape([count, 2])
}

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

fn rules(steps: &str, costs: (u32, u32), max_cost: Option<u32>) -> PyResult<PathRules> {
    let steps = match steps {
        "eight" => Steps::Eight,
        "eight-no-cutting" => Steps::EightNoCutting,
        "four" => Steps::Four,
        _ => {
            return Err(PyValueError::new_err(format!(
                "steps is eight, eight-no-cutting or four, not {steps:?}"
            )));
        }
    };
    for cost in [costs.0, costs.1] {
        if !(1..=Costs::MAX).contains(&cost) {
            return Err(PyValueError::new_err(format!(
                "a step costs 1 to {}, not {cost}",
                Costs::MAX
            )));
        }
    }
    Ok(PathRules {
        steps,
        costs: Costs::new(costs.0, costs.1),
        max_cost,
    })
}

/// The cheapest path between two cells: its cost and its cells, both ends included,
/// one row each; None if there is none.
///
/// `steps` is `eight`, `eight-no-cutting` or `four`; `costs` are those of a straight
/// and of a diagonal step.
///
/// >>> import numpy as np
/// >>> from parlour.grid import find_path
/// >>> cost, cells = find_path(np.zeros((3, 5), dtype=bool), (0, 0), (0, 4))
/// >>> cost, cells[1].tolist()
/// (40, [0, 1])
#[pyfunction]
#[pyo3(signature = (blocked, start, goal, *, steps = "eight", costs = (10, 14), max_cost = None))]
pub fn find_path<'py>(
    py: Python<'py>,
    blocked: PyReadonlyArray2<'py, bool>,
    start: Cell,
    goal: Cell,
    steps: &str,
    costs: (u32, u32),
    max_cost: Option<u32>,
) -> PyResult<Way<'py, u32>> {
    let walls = ground_of(&blocked.as_array())?;
    let (start, goal) = (point(walls.size(), start)?, point(walls.size(), goal)?);
    let rules = rules(steps, costs, max_cost)?;
    let found = py.detach(|| {
        let mut finder = PathFinder::new();
        let path = finder.find(&walls, start, goal, &rules)?;
        let cells: Vec<Point> = path.cells().collect();
        Some((path.cost(), cells))
    });
    match found {
        Some((cost, cells)) => Ok(Some((cost, rows_of(py, cells.into_iter())?))),
        None => Ok(None),
    }
}

/// The shortest polyline between two cells, at any angle: its length and its
/// vertices, one row each; None if there is none.
#[pyfunction]
pub fn any_angle_path<'py>(
    py: Python<'py>,
    blocked: PyReadonlyArray2<'py, bool>,
    start: Cell,
    goal: Cell,
) -> PyResult<Way<'py, f64>> {
    let walls = ground_of(&blocked.as_array())?;
    let (start, goal) = (point(walls.size(), start)?, point(walls.size(), goal)?);
    let found = py.detach(|| {
        let mut finder = AnyAngleFinder::new();
        let path = finder.find(&walls, &Corners::new(&walls), start, goal)?;
        Some((path.length(), path.vertices().to_vec()))
    });
    match found {
        Some((length, vertices)) => Ok(Some((length, rows_of(py, vertices.into_iter())?))),
        None => Ok(None),
    }
}

/// What the way from each cell to the nearest goal costs: an array of int64, -1
/// where there is no way.
#[pyfunction]
#[pyo3(signature = (blocked, goals, *, steps = "eight", costs = (10, 14), max_cost = None))]
pub fn distance_map<'py>(
    py: Python<'py>,
    blocked: PyReadonlyArray2<'py, bool>,
    goals: Vec<Cell>,
    steps: &str,
    costs: (u32, u32),
    max_cost: Option<u32>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let walls = ground_of(&blocked.as_array())?;
    let size = walls.size();
    let goals: Vec<Point> = goals
        .iter()
        .map(|it| point(size, *it))
        .collect::<PyResult<_>>()?;
    let rules = rules(steps, costs, max_cost)?;
    let mut costs: Vec<i64> = with_room(size.area() as usize)?;
    py.detach(|| {
        let mut map = DistanceMap::new();
        map.compute(&walls, goals, &rules);
        costs.extend(size.cells().map(|cell| map.get(cell).map_or(-1, i64::from)));
    });
    PyArray1::from_vec(py, costs).reshape([size.height() as usize, size.width() as usize])
}
