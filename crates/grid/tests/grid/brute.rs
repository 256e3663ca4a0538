//! The definitions, written down as plainly as possible and as slowly as need be.

#![expect(
    clippy::disallowed_types,
    reason = "lengths of any-angle paths are floats"
)]

use std::collections::BTreeSet;

use parlour_grid::path::{PathRules, Steps};
use parlour_grid::{BitGrid, Direction, Point, Rect};

/// Exact sight: the segment between two free cells stays out of the open square
/// of side 2 round every blocked cell.
pub fn exact_sees(blocked: &BitGrid, a: Point, b: Point) -> bool {
    let free = |cell: Point| blocked.get(cell) == Some(false);
    free(a)
        && free(b)
        && Rect::spanning(a, b)
            .cells()
            .all(|cell| !blocked.contains(cell) || !crosses_square(a, b, cell))
}

/// Whether a segment meets the open square of side 2 round a centre. On each axis
/// the part of the segment nearer than 1 is an open range of its length; they
/// must overlap each other and the range from 0 to 1.
fn crosses_square(a: Point, b: Point, centre: Point) -> bool {
    let mut low = (0_i64, 1_i64);
    let mut high = (1_i64, 1_i64);
    let less = |p: (i64, i64), q: (i64, i64)| p.0 * q.1 < q.0 * p.1;
    for (from, to, at) in [(a.x, b.x, centre.x), (a.y, b.y, centre.y)] {
        let (delta, off) = (i64::from(to - from), i64::from(at - from));
        if delta == 0 {
            if off.abs() >= 1 {
                return false;
            }
            continue;
        }
        let (one, other) = (off - 1, off + 1);
        let (enter, leave) = if delta > 0 {
            ((one, delta), (other, delta))
        } else {
            ((-other, -delta), (-one, -delta))
        };
        if less(low, enter) {
            low = enter;
        }
        if less(leave, high) {
            high = leave;
        }
    }
    less(low, high)
}

/// All cells visible from an observer by the definition.
pub fn exact_view(blocked: &BitGrid, from: Point) -> BitGrid {
    BitGrid::from_fn(blocked.size(), |to| exact_sees(blocked, from, to))
}

/// The directions in which a cell is a corner.
pub fn corner_directions(blocked: &BitGrid, cell: Point) -> Vec<Direction> {
    let free = |cell: Point| blocked.get(cell) == Some(false);
    Direction::DIAGONAL
        .into_iter()
        .filter(|way| {
            let delta = way.delta();
            free(cell)
                && free(Point::new(cell.x + delta.x, cell.y))
                && free(Point::new(cell.x, cell.y + delta.y))
                && !free(cell + delta)
        })
        .collect()
}

/// Whether a corner is interesting for whoever sees these cells.
pub fn is_interesting(blocked: &BitGrid, visible: &BitGrid, cell: Point) -> bool {
    visible.contains(cell)
        && corner_directions(blocked, cell).iter().any(|way| {
            let delta = way.delta();
            !visible.contains(Point::new(cell.x + delta.x, cell.y))
                || !visible.contains(Point::new(cell.x, cell.y + delta.y))
        })
}

/// The length of the shortest polyline over all corners.
pub fn any_angle_length(blocked: &BitGrid, start: Point, goal: Point) -> Option<f64> {
    let mut vertices: Vec<Point> = blocked
        .size()
        .cells()
        .filter(|&cell| !corner_directions(blocked, cell).is_empty())
        .collect();
    vertices.extend([start, goal]);
    let (first, last) = (vertices.len() - 2, vertices.len() - 1);
    let mut lengths = vec![f64::INFINITY; vertices.len()];
    let mut done = vec![false; vertices.len()];
    lengths[first] = 0.0;
    loop {
        let near = (0..vertices.len())
            .filter(|&v| !done[v] && lengths[v].is_finite())
            .min_by(|&v, &w| lengths[v].total_cmp(&lengths[w]))?;
        if near == last {
            return Some(lengths[last]);
        }
        done[near] = true;
        for to in 0..vertices.len() {
            let (a, b) = (vertices[near], vertices[to]);
            let (dx, dy) = (f64::from(b.x - a.x), f64::from(b.y - a.y));
            let length = lengths[near] + dx.hypot(dy);
            if !done[to] && length < lengths[to] && exact_sees(blocked, a, b) {
                lengths[to] = length;
            }
        }
    }
}

/// Symmetric sight between two cells taken as floor, in doubled coordinates.
fn floor_sees_floor(opaque: &BitGrid, a: Point, b: Point) -> bool {
    let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    let steep = dy.abs() > dx.abs();
    let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
    let (mut low, mut high) = (false, false);
    for step in 1..major.abs() {
        let along = step * major.signum();
        // The segment is at v = step * minor / |major| across.
        for across in -minor.abs()..=minor.abs() {
            let cell = if steep {
                Point::new(a.x + across as i32, a.y + along as i32)
            } else {
                Point::new(a.x + along as i32, a.y + across as i32)
            };
            if !opaque.contains(cell) {
                continue;
            }
            // Twice the distance from the wall's centre to v, times |major|.
            let off = 2 * (across * major.abs() - step * minor);
            if off.abs() < major.abs() {
                return false;
            }
            low |= off == -major.abs();
            high |= off == major.abs();
        }
    }
    !(low && high)
}

/// Symmetric sight of any cell: floor by the segment, walls by the floor before
/// them.
pub fn symmetric_sees(opaque: &BitGrid, from: Point, to: Point) -> bool {
    let size = opaque.size();
    if !size.contains(from) || !size.contains(to) {
        return false;
    }
    let is_floor = |cell: Point| cell == from || !opaque.contains(cell);
    if is_floor(to) {
        return floor_sees_floor(opaque, from, to);
    }
    to.neighbours().any(|floor| {
        let between = |a: i32, b: i32, c: i32| (a <= b && b <= c) || (c <= b && b <= a);
        size.contains(floor)
            && is_floor(floor)
            && between(from.x, floor.x, to.x)
            && between(from.y, floor.y, to.y)
            && floor_sees_floor(opaque, from, floor)
    })
}

/// Everything seen from a cell.
pub fn symmetric_view(opaque: &BitGrid, from: Point) -> BitGrid {
    BitGrid::from_fn(opaque.size(), |to| symmetric_sees(opaque, from, to))
}

/// Whether the rules allow a step, by their words.
pub fn step_is_legal(blocked: &BitGrid, rules: &PathRules, from: Point, to: Point) -> bool {
    let free = |cell: Point| blocked.get(cell) == Some(false);
    let Some(way) = Direction::from_delta(to - from) else {
        return false;
    };
    let beside = [Point::new(from.x, to.y), Point::new(to.x, from.y)];
    free(from)
        && free(to)
        && match rules.steps {
            Steps::Four => !way.is_diagonal(),
            Steps::Eight => true,
            Steps::EightNoCutting => beside.into_iter().all(free),
        }
}

/// Dijkstra's algorithm over an ordered set: the cost from `start` to each cell.
/// A step onto a cell costs its weight times the step's cost.
pub fn costs_from(
    blocked: &BitGrid,
    rules: &PathRules,
    start: Point,
    weight: impl Fn(Point) -> u32,
) -> Vec<Option<u32>> {
    let size = blocked.size();
    let mut costs = vec![None; size.area() as usize];
    let mut open = BTreeSet::new();
    if blocked.get(start) == Some(false) {
        costs[size.id(start).unwrap() as usize] = Some(0);
        open.insert((0, start));
    }
    while let Some((cost, cell)) = open.pop_first() {
        for next in cell.neighbours() {
            if !step_is_legal(blocked, rules, cell, next) {
                continue;
            }
            let way = Direction::from_delta(next - cell).unwrap();
            let total = cost + rules.costs.of(way) * weight(next);
            let known = &mut costs[size.id(next).unwrap() as usize];
            if known.is_none_or(|known| total < known) {
                *known = Some(total);
                open.insert((total, next));
            }
        }
    }
    costs
}
