//! The definitions, written down as plainly as possible and as slowly as need be.

use std::collections::BTreeSet;

use parlour_grid::path::{PathRules, Steps};
use parlour_grid::{BitGrid, Direction, Point};

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
