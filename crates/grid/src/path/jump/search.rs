//! The search itself.

use super::map::JumpMap;
use super::successors::{self, Directions, Successors};
use crate::path::queue::MonotoneQueue;
use crate::path::{PathRules, Steps};
use crate::{Direction, Point};

/// What is known of a cell: the search it belongs to, the least cost, the cell it
/// was reached from, and three sets of directions, a byte each: arrived in, still
/// to go on from, gone on in.
type Node = [u32; 4];

/// The cells of a search. Cells of earlier searches are told apart by their
/// stamp, so nothing is cleared.
#[derive(Clone, Debug, Default)]
pub(in crate::path) struct JumpNodes {
    nodes: Vec<Node>,
    stamp: u32,
}

impl JumpNodes {
    fn begin(&mut self, count: usize) {
        if self.nodes.len() < count {
            // Fresh zeroed memory: pages that no search touches cost nothing.
            self.nodes = vec![[0; 4]; count];
            self.stamp = 0;
        }
        if self.stamp == u32::MAX {
            self.nodes.fill([0; 4]);
            self.stamp = 0;
        }
        self.stamp += 1;
    }
}

const ARRIVED: u32 = 0;
const WAITING: u32 = 8;
const GONE: u32 = 16;

/// Searches and leaves the turns of the path, goal first, in `turns`; the cost if
/// found.
pub(in crate::path) fn search(
    nodes: &mut JumpNodes,
    open: &mut MonotoneQueue,
    turns: &mut Vec<Point>,
    map: &JumpMap,
    start: Point,
    goal: Point,
    rules: &PathRules,
) -> Option<u32> {
    if map.get(start) != Some(false) || map.get(goal) != Some(false) {
        return None;
    }
    if map.known_apart(start, goal) {
        return None;
    }
    let width = map.size().width() as usize + 2;
    nodes.begin(width * (map.size().height() as usize + 2));
    open.clear();
    let mut search = Search {
        map,
        width,
        goal: Place::of(goal),
        straight: u64::from(rules.costs.straight),
        diagonal: u64::from(rules.costs.diagonal),
        dearest: u64::from(rules.dearest()),
        nodes,
        open,
    };
    let cost = search.run(Place::of(start));
    if cost.is_some() {
        search.trace(Place::of(start), turns);
    } else if rules.max_cost.is_none() {
        map.learn_components();
    }
    cost
}

/// A cell, counted with the margin.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    x: usize,
    y: usize,
}

impl Place {
    fn of(cell: Point) -> Self {
        Self {
            x: cell.x as usize + 1,
            y: cell.y as usize + 1,
        }
    }

    fn cell(self) -> Point {
        Point::new(self.x as i32 - 1, self.y as i32 - 1)
    }
}

struct Search<'a> {
    map: &'a JumpMap,
    width: usize,
    goal: Place,
    straight: u64,
    diagonal: u64,
    dearest: u64,
    nodes: &'a mut JumpNodes,
    open: &'a mut MonotoneQueue,
}

impl Search<'_> {
    fn run(&mut self, start: Place) -> Option<u32> {
        let table = successors::successors(self.map.steps());
        let from = self.id(start);
        self.nodes.nodes[from] = [self.nodes.stamp, 0, from as u32, 0];
        if start == self.goal {
            return Some(0);
        }
        let all = successors::open(self.map.steps(), self.free_around(start));
        self.go_on(start, 0, all);
        while let Some((_, id)) = self.open.pop() {
            let id = id as usize;
            let place = Place {
                x: id % self.width,
                y: id / self.width,
            };
            let [_, cost, _, ways] = self.nodes.nodes[id];
            let waiting = (ways >> WAITING) as Directions;
            if waiting == 0 {
                continue;
            }
            if place == self.goal {
                return Some(cost);
            }
            let gone = (ways >> GONE) as Directions;
            let on = union(table, waiting, self.free_around(place)) & !gone;
            self.nodes.nodes[id][3] = ways & !(0xff << WAITING) | u32::from(on) << GONE;
            self.go_on(place, u64::from(cost), on);
        }
        None
    }

    /// The free neighbours of a cell.
    #[inline]
    fn free_around(&self, Place { x, y }: Place) -> Directions {
        let rows = &self.map.rows;
        let (above, own, below) = (rows.three(y - 1, x), rows.three(y, x), rows.three(y + 1, x));
        let blocked = (above >> 1 & 1)
            | (above >> 2 & 1) << 1
            | (own >> 2 & 1) << 2
            | (below >> 2 & 1) << 3
            | (below >> 1 & 1) << 4
            | (below & 1) << 5
            | (own & 1) << 6
            | (above & 1) << 7;
        !(blocked as Directions)
    }

    /// Jumps from a cell in each of the directions.
    #[inline]
    fn go_on(&mut self, from: Place, cost: u64, ways: Directions) {
        let parent = self.id(from) as u32;
        let mut left = ways;
        while left != 0 {
            let way = left.trailing_zeros() as usize;
            left &= left - 1;
            let way = Direction::ALL[way];
            if way.is_diagonal() {
                self.jump_diagonally(from, cost, way, parent);
            } else {
                self.jump_straight(from, cost, way, parent);
            }
        }
    }

    /// Opens the next stop along a row or column, if it is not a wall.
    #[inline]
    fn jump_straight(&mut self, from: Place, cost: u64, way: Direction, parent: u32) {
        let Place { x, y } = from;
        let goal = self.goal;
        let (rows, columns) = (&self.map.rows, &self.map.columns);
        let (stop, length) = match way {
            Direction::East => {
                let mut stop = rows.next_ahead(y, x);
                if goal.y == y && goal.x > x && goal.x <= stop {
                    stop = goal.x;
                }
                (Place { x: stop, y }, stop - x)
            }
            Direction::West => {
                let mut stop = rows.next_behind(y, x);
                if goal.y == y && goal.x < x && goal.x >= stop {
                    stop = goal.x;
                }
                (Place { x: stop, y }, x - stop)
            }
            Direction::South => {
                let mut stop = columns.next_ahead(x, y);
                if goal.x == x && goal.y > y && goal.y <= stop {
                    stop = goal.y;
                }
                (Place { x, y: stop }, stop - y)
            }
            _ => {
                let mut stop = columns.next_behind(x, y);
                if goal.x == x && goal.y < y && goal.y >= stop {
                    stop = goal.y;
                }
                (Place { x, y: stop }, y - stop)
            }
        };
        if !rows.is_blocked(stop.y, stop.x) {
            self.open(stop, cost + length as u64 * self.straight, parent, way);
        }
    }

    /// Walks along a diagonal. What lies straight ahead of its cells is opened
    /// from here; a cell with a forced neighbour is opened itself and ends the
    /// walk.
    fn jump_diagonally(&mut self, from: Place, cost: u64, way: Direction, parent: u32) {
        let (beside, other) = (way.turned(-1), way.turned(1));
        let (vertical, horizontal) = if beside.delta().x == 0 {
            (beside, other)
        } else {
            (other, beside)
        };
        let (dx, dy) = (horizontal.delta().x as isize, vertical.delta().y as isize);
        let cutting = self.map.steps() == Steps::Eight;
        let rows = &self.map.rows;
        let (mut at, mut cost) = (from, cost);
        loop {
            let (x, y) = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            if rows.is_blocked(y, x) {
                return;
            }
            let (side, above) = (rows.is_blocked(at.y, x), rows.is_blocked(y, at.x));
            if !cutting && (side || above) {
                return;
            }
            let before = at;
            at = Place { x, y };
            cost += self.diagonal;
            if at == self.goal {
                self.open(at, cost, parent, way);
                return;
            }
            // Past a wall beside the step there may be a forced neighbour.
            let forced = cutting
                && (above && !rows.is_blocked(y.wrapping_add_signed(dy), before.x)
                    || side && !rows.is_blocked(before.y, x.wrapping_add_signed(dx)));
            if forced {
                self.open(at, cost, parent, way);
                return;
            }
            self.jump_straight(at, cost, horizontal, parent);
            self.jump_straight(at, cost, vertical, parent);
        }
    }

    /// Opens a cell that was reached at this cost, going this way.
    #[inline]
    fn open(&mut self, place: Place, cost: u64, parent: u32, way: Direction) {
        let (dx, dy) = (place.x.abs_diff(self.goal.x), place.y.abs_diff(self.goal.y));
        let (short, long) = (dx.min(dy) as u64, dx.max(dy) as u64);
        let whole = cost + short * self.diagonal + (long - short) * self.straight;
        if whole > self.dearest {
            return;
        }
        let (id, bit) = (self.id(place), 1 << way as u32);
        let node = &mut self.nodes.nodes[id];
        let cost = cost as u32;
        let [stamp, known, _, ways] = *node;
        if stamp != self.nodes.stamp || cost < known {
            *node = [
                self.nodes.stamp,
                cost,
                parent,
                bit << ARRIVED | bit << WAITING,
            ];
        } else if cost == known && ways & bit == 0 {
            // As cheap from another side: its successors count too.
            node[3] |= bit << ARRIVED | bit << WAITING;
            if ways >> WAITING & 0xff != 0 {
                return;
            }
        } else {
            return;
        }
        self.open.push(whole as u32, id as u32);
    }

    fn id(&self, place: Place) -> usize {
        place.y * self.width + place.x
    }

    /// Walks back from the goal. Each leg went diagonally first.
    fn trace(&self, start: Place, turns: &mut Vec<Point>) {
        turns.clear();
        let mut at = self.goal;
        turns.push(at.cell());
        while at != start {
            let parent = self.nodes.nodes[self.id(at)][2] as usize;
            let from = Place {
                x: parent % self.width,
                y: parent / self.width,
            };
            let (to, cell) = (at.cell(), from.cell());
            let delta = to - cell;
            let steps = delta.x.abs().min(delta.y.abs());
            let bend = cell + Point::new(delta.x.signum() * steps, delta.y.signum() * steps);
            if bend != cell && bend != to {
                turns.push(bend);
            }
            turns.push(cell);
            at = from;
        }
    }
}

/// The directions to go on in after arriving in any of these.
#[inline]
fn union(table: &Successors, arrived: Directions, free: Directions) -> Directions {
    let (mut on, mut left) = (0, arrived);
    while left != 0 {
        on |= table[left.trailing_zeros() as usize][free as usize];
        left &= left - 1;
    }
    on
}
