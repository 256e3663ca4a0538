//! Ways over arrays: cheapest steps, shortest lines, distance maps.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use parlour_grid::path::{Costs, DistanceMap, PathFinder, PathRules, Steps};
use parlour_grid::{AnyAngleFinder, Corners, Point};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::arrays::{Cell, ground_of, point, rows_of};
use crate::room::with_room;

/// What a path costs or measures, and its cells, one row each.
type Way<'py, N> = Option<(N, Bound<'py, PyArray2<i64>>)>;

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
