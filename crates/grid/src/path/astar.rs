//! A*: the search that works on every map.

use super::finder::PathFinder;
use super::{PathRules, Steps};
use crate::{Direction, Point, Size};

/// Searches and leaves the turns of the path in the finder; the cost if found.
pub(super) fn search(
    finder: &mut PathFinder,
    size: Size,
    mut weight: impl FnMut(Point) -> u32,
    start: Point,
    goal: Point,
    rules: &PathRules,
) -> Option<u32> {
    let (from, to) = (size.id(start)?, size.id(goal)?);
    if weight(start) == 0 || weight(goal) == 0 {
        return None;
    }
    let rules = rules.limited();
    let dearest = rules.dearest();
    let estimate = |cell: Point| rules.estimate(cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));

    finder.nodes.begin(size);
    finder.open.clear();
    finder.nodes.improve(from, 0, 0);
    finder.open.push(estimate(start), from);
    while let Some((_, id)) = finder.open.pop() {
        let Some(node) = finder.nodes.close(id) else {
            continue;
        };
        if id == to {
            trace(finder, size, from, to);
            return Some(node.cost);
        }
        let cell = size.point(id).expect("open cells are on the map");
        for &way in rules.steps.directions() {
            let next = cell.step(way);
            let Some(next_id) = size.id(next) else {
                continue;
            };
            let factor = weight(next);
            if factor == 0 || !may_pass(cell, way, rules.steps, size, &mut weight) {
                continue;
            }
            let step = rules.costs.of(way).saturating_mul(factor);
            let cost = node.cost.saturating_add(step);
            let whole = cost.saturating_add(estimate(next));
            if whole <= dearest && finder.nodes.improve(next_id, cost, way as u8) {
                finder.open.push(whole, next_id);
            }
        }
    }
    None
}

/// Whether nothing beside a diagonal step forbids it.
pub(super) fn may_pass(
    cell: Point,
    way: Direction,
    steps: Steps,
    size: Size,
    weight: &mut impl FnMut(Point) -> u32,
) -> bool {
    if steps != Steps::EightNoCutting || !way.is_diagonal() {
        return true;
    }
    [way.turned(-1), way.turned(1)].into_iter().all(|beside| {
        let beside = cell.step(beside);
        size.contains(beside) && weight(beside) != 0
    })
}

/// Walks back from the goal and notes where the way turns.
fn trace(finder: &mut PathFinder, size: Size, from: u32, to: u32) {
    finder.turns.clear();
    let mut cell = size.point(to).expect("the goal is on the map");
    finder.turns.push(cell);
    let mut id = to;
    let mut last = None;
    while id != from {
        let way = finder.nodes.at(id).from;
        if last.is_some_and(|last| last != way) {
            finder.turns.push(cell);
        }
        last = Some(way);
        cell = cell.step(Direction::ALL[way as usize].opposite());
        id = size.id(cell).expect("the way came over the map");
    }
    if from != to {
        finder.turns.push(cell);
    }
}
