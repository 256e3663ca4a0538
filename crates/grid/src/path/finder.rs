//! The reusable searcher and the path it finds.

use std::iter::FusedIterator;

use super::jump::{self, JumpMap, JumpNodes};
use super::queue::MonotoneQueue;
use super::{PathRules, Steps, astar};
use crate::{BitGrid, Direction, Grid, Point, Size};

/// Finds cheapest paths and keeps its memory between searches.
///
/// ```
/// use parlour_grid::path::{PathFinder, PathRules};
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let mut walls = BitGrid::new(Size::new(5, 3));
/// walls.set(Point::new(2, 0), true);
/// walls.set(Point::new(2, 1), true);
///
/// let mut finder = PathFinder::new();
/// let (start, goal) = (Point::new(0, 0), Point::new(4, 0));
/// let path = finder.find(&walls, start, goal, &PathRules::default()).unwrap();
/// assert_eq!(path.cost(), 14 * 4);
/// let cells: Vec<_> = path.cells().map(|cell| (cell.x, cell.y)).collect();
/// assert_eq!(cells, [(0, 0), (1, 1), (2, 2), (3, 1), (4, 0)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    pub(super) nodes: Nodes,
    pub(super) open: MonotoneQueue,
    /// Where the path turns, goal first.
    pub(super) turns: Vec<Point>,
    jump_nodes: JumpNodes,
    /// The maps of the last searches over bits, with and without cutting corners.
    cutting: Prepared,
    no_cutting: Prepared,
    /// The last map that was not bits, read into them.
    read: BitGrid,
}

/// A map as it was last seen, and the same prepared.
#[derive(Clone, Debug, Default)]
struct Prepared {
    last: BitGrid,
    map: JumpMap,
}

impl PathFinder {
    /// A finder that has searched nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cheapest path over a map that says which of its cells are blocked: a
    /// [`BitGrid`], or any other [`Grid`], each cell of which is asked once a call.
    ///
    /// The map is prepared for jump-point search on the first call; as long as it
    /// stays the same, or changes by a few cells between calls, that work is kept.
    /// Equals are chosen among as in [`find_on`](PathFinder::find_on).
    pub fn find(
        &mut self,
        blocked: &impl Grid,
        start: Point,
        goal: Point,
        rules: &PathRules,
    ) -> Option<Path<'_>> {
        if !can_jump(rules) {
            let free = |cell| !blocked.holds(cell);
            return self.find_with(blocked.size(), free, start, goal, rules);
        }
        let cost = if let Some(bits) = blocked.bits() {
            self.jump_over(bits, start, goal, rules)
        } else {
            let mut read = std::mem::take(&mut self.read);
            read.fill_from(blocked.size(), |cell| blocked.holds(cell));
            let cost = self.jump_over(&read, start, goal, rules);
            self.read = read;
            cost
        };
        cost.map(|cost| self.path(cost))
    }

    /// What the cheapest path over bits costs; its turns are left in place.
    fn jump_over(
        &mut self,
        blocked: &BitGrid,
        start: Point,
        goal: Point,
        rules: &PathRules,
    ) -> Option<u32> {
        let prepared = match rules.steps {
            Steps::Eight => &mut self.cutting,
            Steps::EightNoCutting | Steps::Four => &mut self.no_cutting,
        };
        if prepared.last != *blocked || prepared.map.steps() != rules.steps {
            prepared.map.follow(&prepared.last, blocked, rules.steps);
            prepared.last.copy_from(blocked);
        }
        jump::search(
            &mut self.jump_nodes,
            &mut self.open,
            &mut self.turns,
            &prepared.map,
            start,
            goal,
            &rules.limited(),
        )
    }

    /// The cheapest path over a prepared map.
    ///
    /// Among equally cheap paths: jump-point search takes, of the open cells with
    /// the least estimate, one opened last; from a cell it jumps clockwise from
    /// north, each leg goes diagonally first, and a cell keeps the first parent
    /// among equals. Where jumping is not possible (four directions, other steps
    /// than the map was prepared for, a diagonal that costs less than a straight
    /// step or more than two) the search is that of
    /// [`find_with`](PathFinder::find_with).
    pub fn find_on(
        &mut self,
        map: &JumpMap,
        start: Point,
        goal: Point,
        rules: &PathRules,
    ) -> Option<Path<'_>> {
        if !can_jump(rules) || map.steps() != rules.steps {
            let free = |cell| map.get(cell) == Some(false);
            return self.find_with(map.size(), free, start, goal, rules);
        }
        let cost = jump::search(
            &mut self.jump_nodes,
            &mut self.open,
            &mut self.turns,
            map,
            start,
            goal,
            &rules.limited(),
        );
        cost.map(|cost| self.path(cost))
    }

    /// The cheapest path over any map: the closure says whether a cell of the map
    /// is passable.
    ///
    /// Among equally cheap paths: A* takes, of the open cells with the least
    /// estimate, the one opened last; it tries directions in the order of
    /// [`Steps::directions`](super::Steps::directions), and a cell keeps the
    /// first parent among equals.
    pub fn find_with(
        &mut self,
        size: Size,
        mut passable: impl FnMut(Point) -> bool,
        start: Point,
        goal: Point,
        rules: &PathRules,
    ) -> Option<Path<'_>> {
        self.find_weighted(size, |cell| u32::from(passable(cell)), start, goal, rules)
    }

    /// The cheapest path over a map of differing ground: the closure gives the
    /// weight of a cell of the map, by which the cost of a step onto it is
    /// multiplied. 0 is blocked, 1 is plain ground. The weight of the start does
    /// not count, unless it is 0.
    ///
    /// Equals are chosen among as in [`find_with`](PathFinder::find_with).
    pub fn find_weighted(
        &mut self,
        size: Size,
        weight: impl FnMut(Point) -> u32,
        start: Point,
        goal: Point,
        rules: &PathRules,
    ) -> Option<Path<'_>> {
        let cost = astar::search(self, size, weight, start, goal, rules)?;
        Some(self.path(cost))
    }

    /// The path along the turns.
    fn path(&self, cost: u32) -> Path<'_> {
        Path {
            turns: &self.turns,
            cost,
        }
    }
}

/// Whether the pruning of jump-point search holds.
fn can_jump(rules: &PathRules) -> bool {
    let costs = rules.costs.limited();
    rules.steps != Steps::Four
        && costs.straight <= costs.diagonal
        && costs.diagonal <= 2 * costs.straight
}

/// What is known of the cells of a map during a search. Cells of earlier
/// searches are told apart by their stamp, so nothing is cleared.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    cells: Vec<Node>,
    stamp: u32,
}

/// One cell of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Twice the number of the search, plus 1 when the cell is closed.
    mark: u32,
    /// The cost of the cheapest way here so far.
    pub cost: u32,
    /// The direction of the last step here, or anything at the start.
    pub from: u8,
}

impl Nodes {
    /// Forgets everything, and makes room for a map.
    pub fn begin(&mut self, size: Size) {
        let area = size.area() as usize;
        if self.cells.len() < area {
            self.cells.resize(area, Node::default());
        }
        if self.stamp >= u32::MAX - 3 {
            self.cells.fill(Node::default());
            self.stamp = 0;
        }
        self.stamp += 2;
    }

    /// Opens the cell, or opens it anew on a cheaper way. Says whether it did.
    pub fn improve(&mut self, id: u32, cost: u32, from: u8) -> bool {
        let node = &mut self.cells[id as usize];
        if node.mark >= self.stamp && node.cost <= cost {
            return false;
        }
        *node = Node {
            mark: self.stamp,
            cost,
            from,
        };
        true
    }

    /// Closes the cell; nothing if it was closed before.
    pub fn close(&mut self, id: u32) -> Option<Node> {
        let node = &mut self.cells[id as usize];
        if node.mark != self.stamp {
            return None;
        }
        node.mark |= 1;
        Some(*node)
    }

    /// What is known of a cell that this search has reached.
    pub fn at(&self, id: u32) -> Node {
        self.cells[id as usize]
    }
}

/// A path: cells from start to goal, both included, each a step from the last.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    turns: &'a [Point],
    cost: u32,
}

impl<'a> Path<'a> {
    /// What the path costs.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// How many steps it has: one fewer than cells.
    pub fn steps(&self) -> u32 {
        self.turns
            .windows(2)
            .map(|leg| leg[0].chebyshev(leg[1]))
            .sum()
    }

    /// The first cell.
    pub fn start(&self) -> Point {
        self.turns[self.turns.len() - 1]
    }

    /// The last cell.
    pub fn goal(&self) -> Point {
        self.turns[0]
    }

    /// The cell after the first; none if start and goal are one.
    pub fn next(&self) -> Option<Point> {
        self.cells().nth(1)
    }

    /// The cells from start to goal.
    pub fn cells(&self) -> PathCells<'a> {
        let (&at, turns) = self.turns.split_last().expect("a path has a start");
        PathCells {
            at: Some(at),
            turns,
        }
    }
}

/// The cells of a [`Path`], start first.
#[derive(Clone, Debug)]
pub struct PathCells<'a> {
    at: Option<Point>,
    /// The turns still ahead, the nearest last.
    turns: &'a [Point],
}

impl Iterator for PathCells<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let cell = self.at?;
        self.at = self.turns.last().map(|&turn| {
            let way = Direction::towards(cell, turn).expect("turns differ from cells before");
            let next = cell.step(way);
            if next == turn {
                self.turns = &self.turns[..self.turns.len() - 1];
            }
            next
        });
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let Some(at) = self.at else {
            return (0, Some(0));
        };
        let legs = self.turns.windows(2).map(|leg| leg[0].chebyshev(leg[1]));
        let first = self.turns.last().map_or(0, |turn| at.chebyshev(*turn));
        let cells = 1 + (legs.sum::<u32>() + first) as usize;
        (cells, Some(cells))
    }
}

impl ExactSizeIterator for PathCells<'_> {}
impl FusedIterator for PathCells<'_> {}
