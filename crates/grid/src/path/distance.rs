//! Distance maps: from every cell to the nearest of many goals.

use super::queue::MonotoneQueue;
use super::{PathRules, Steps, frontier};
use crate::{BitGrid, Direction, Point, Size};

/// A passable cell that no goal has reached.
const UNREACHED: u32 = u32::MAX - 1;
/// A cell that cannot be entered.
const BLOCKED: u32 = u32::MAX;

/// What it costs to walk from each cell to the nearest goal ("Dijkstra map").
///
/// One map serves any number of movers: each takes the step
/// [`downhill`](DistanceMap::downhill). Compute again into the same map and
/// nothing is allocated.
///
/// ```
/// use parlour_grid::path::{DistanceMap, PathRules};
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let walls = BitGrid::new(Size::new(9, 9));
/// let mut map = DistanceMap::new();
/// map.compute(&walls, [Point::new(4, 4)], &PathRules::default());
/// assert_eq!(map.get(Point::new(0, 2)), Some(2 * 14 + 2 * 10));
/// assert_eq!(map.downhill(Point::new(4, 7)), Some(Point::new(4, 6)));
/// assert_eq!(map.downhill(Point::new(4, 4)), None, "already there");
/// ```
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    size: Size,
    steps: Steps,
    /// Distances, with a blocked cell before every row and a blocked row above
    /// and below, so that neighbours need no range check.
    cells: Vec<u32>,
    open: MonotoneQueue,
}

impl DistanceMap {
    /// A map of no cells.
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the distances over a map whose blocked cells are given as bits.
    /// Goals that are blocked or off the map are ignored. With
    /// [`PathRules::max_cost`] cells further off stay unreached.
    pub fn compute(
        &mut self,
        blocked: &BitGrid,
        goals: impl IntoIterator<Item = Point>,
        rules: &PathRules,
    ) {
        self.compute_with(blocked.size(), |cell| !blocked.contains(cell), goals, rules);
    }

    /// Computes the distances over any map: the closure says whether a cell is
    /// passable, and is asked once for each.
    pub fn compute_with(
        &mut self,
        size: Size,
        passable: impl FnMut(Point) -> bool,
        goals: impl IntoIterator<Item = Point>,
        rules: &PathRules,
    ) {
        self.begin(size, rules.steps, passable);
        self.start(goals);
        self.spread(rules, |_| 1);
    }

    /// Computes the distances over a map of differing ground: the closure gives
    /// the weight by which a step onto a cell is multiplied; 0 is blocked. A goal
    /// has its weight too, paid on the last step.
    pub fn compute_weighted(
        &mut self,
        size: Size,
        mut weight: impl FnMut(Point) -> u32,
        goals: impl IntoIterator<Item = Point>,
        rules: &PathRules,
    ) {
        self.begin(size, rules.steps, |cell| weight(cell) != 0);
        self.start(goals);
        self.spread(rules, weight);
    }

    /// Makes this the map of the ways to unexplored ground: every explored,
    /// unblocked cell with the distance to the nearest one on the
    /// [`frontier`]. Says whether there is a frontier at all.
    ///
    /// # Panics
    /// If the two sets are over maps of different sizes.
    pub fn compute_explore(
        &mut self,
        explored: &BitGrid,
        blocked: &BitGrid,
        rules: &PathRules,
    ) -> bool {
        assert_eq!(explored.size(), blocked.size(), "both are over one map");
        self.begin(explored.size(), rules.steps, |cell| {
            explored.contains(cell) && !blocked.contains(cell)
        });
        let mut any = false;
        self.start(frontier(explored, blocked).inspect(|_| any = true));
        self.spread(rules, |_| 1);
        any
    }

    /// Makes this the map for running away from the goals of `threat`: downhill
    /// leads away from them, and out of dead ends where that pays.
    ///
    /// Every reached cell starts with its distance times `factor` tenths, turned
    /// round so that far is low; then the distances are evened out as if those
    /// were goals of that height. 12 tenths is the usual factor: the larger, the
    /// further a mover will run towards a threat to get past it. At most 10
    /// gives a plain "away", without ways out of dead ends.
    pub fn compute_flee(&mut self, threat: &Self, factor: u32, rules: &PathRules) {
        self.size = threat.size;
        self.steps = rules.steps;
        self.cells.clear();
        self.cells.extend_from_slice(&threat.cells);
        self.open.clear();
        let scaled = |distance: u32| {
            (u64::from(distance) * u64::from(factor) / 10).min(u64::from(UNREACHED) - 1) as u32
        };
        let reached = |&&distance: &&u32| distance < UNREACHED;
        let furthest = threat.cells.iter().filter(reached).max().copied();
        let highest = scaled(furthest.unwrap_or(0));
        for (index, cell) in self.cells.iter_mut().enumerate() {
            if *cell < UNREACHED {
                *cell = highest - scaled(*cell);
                self.open.push(*cell, index as u32);
            }
        }
        self.spread(rules, |_| 1);
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What the way from the cell to the nearest goal costs; `None` if there is
    /// no way, if the cell is blocked, or off the map.
    pub fn get(&self, cell: Point) -> Option<u32> {
        let cost = self.cells[self.index(cell)?];
        (cost < UNREACHED).then_some(cost)
    }

    /// The neighbour to step to: the lowest of those that a legal step reaches
    /// and that are lower than the cell itself; of equals the first in the order
    /// of [`Steps::directions`].
    pub fn downhill(&self, cell: Point) -> Option<Point> {
        let index = self.index(cell)?;
        let mut lowest = self.cells[index];
        let mut to = None;
        for &way in self.steps.directions() {
            let height = self.cells[self.beside(index, way)];
            if height < lowest && self.may_pass(index, way) {
                lowest = height;
                to = Some(cell.step(way));
            }
        }
        to
    }

    /// The cells from `cell` down to a goal, both included, as
    /// [`downhill`](DistanceMap::downhill) leads; none for a cell that is not
    /// reached.
    pub fn descent(&self, cell: Point) -> impl Iterator<Item = Point> {
        let first = self.get(cell).map(|_| cell);
        std::iter::successors(first, |&cell| self.downhill(cell))
    }

    const fn stride(&self) -> usize {
        self.size.width() as usize + 1
    }

    /// Where a cell of the map is kept.
    fn index(&self, cell: Point) -> Option<usize> {
        self.size
            .contains(cell)
            .then(|| (cell.y as usize + 1) * self.stride() + cell.x as usize + 1)
    }

    /// The cell kept at a place that is not on the margin.
    fn cell(&self, index: usize) -> Point {
        let (x, y) = (index % self.stride(), index / self.stride());
        Point::new(x as i32 - 1, y as i32 - 1)
    }

    /// The place of a neighbour.
    fn beside(&self, index: usize, way: Direction) -> usize {
        let delta = way.delta();
        index
            .wrapping_add_signed(delta.y as isize * self.stride() as isize)
            .wrapping_add_signed(delta.x as isize)
    }

    fn may_pass(&self, index: usize, way: Direction) -> bool {
        self.steps != Steps::EightNoCutting
            || !way.is_diagonal()
            || (self.cells[self.beside(index, way.turned(-1))] != BLOCKED
                && self.cells[self.beside(index, way.turned(1))] != BLOCKED)
    }

    /// Asks for every cell whether it is passable.
    fn begin(&mut self, size: Size, steps: Steps, mut passable: impl FnMut(Point) -> bool) {
        self.size = size;
        self.steps = steps;
        self.open.clear();
        let stride = self.stride();
        self.cells.clear();
        self.cells
            .resize((size.height() as usize + 2) * stride + 1, BLOCKED);
        for y in 0..size.height() as usize {
            let row = &mut self.cells[(y + 1) * stride + 1..][..stride - 1];
            for (x, cell) in row.iter_mut().enumerate() {
                if passable(Point::new(x as i32, y as i32)) {
                    *cell = UNREACHED;
                }
            }
        }
    }

    /// Sets the goals to 0.
    fn start(&mut self, goals: impl IntoIterator<Item = Point>) {
        for goal in goals {
            if let Some(index) = self.index(goal)
                && self.cells[index] == UNREACHED
            {
                self.cells[index] = 0;
                self.open.push(0, index as u32);
            }
        }
    }

    /// Dijkstra's algorithm, from whatever is in the open list.
    fn spread(&mut self, rules: &PathRules, mut weight: impl FnMut(Point) -> u32) {
        let rules = rules.limited();
        let dearest = rules.dearest().min(UNREACHED - 1);
        while let Some((cost, index)) = self.open.pop() {
            let index = index as usize;
            if self.cells[index] != cost {
                continue;
            }
            let factor = weight(self.cell(index)).max(1);
            let straight = cost.saturating_add(rules.costs.straight.saturating_mul(factor));
            let diagonal = cost.saturating_add(rules.costs.diagonal.saturating_mul(factor));
            for &way in rules.steps.directions() {
                let there = self.beside(index, way);
                let total = if way.is_diagonal() {
                    diagonal
                } else {
                    straight
                };
                let before = self.cells[there];
                if before != BLOCKED
                    && total < before
                    && total <= dearest
                    && self.may_pass(index, way)
                {
                    self.cells[there] = total;
                    self.open.push(total, there as u32);
                }
            }
        }
    }
}
