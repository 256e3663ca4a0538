//! Distance maps: from every cell to the nearest of many goals.

mod edit;
mod heights;
mod spread;

use super::queue::MonotoneQueue;
use super::{PathRules, Steps, frontier};
use crate::grid::bits_of;
use crate::{Direction, Grid, Point, Size};
use heights::{BLOCKED, GROUND, Heights, UNREACHED};
use spread::{Queues, entry, highest};

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
    steps: Steps,
    heights: Heights,
    queues: Queues,
    open: MonotoneQueue,
    origin: edit::Origin,
}

impl DistanceMap {
    /// A map of no cells.
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the distances over a map that says which of its cells are blocked: a
    /// [`BitGrid`](crate::BitGrid), or any other [`Grid`], each cell of which is asked
    /// once. Goals that are blocked or off the map are ignored. With
    /// [`PathRules::max_cost`] cells further off stay unreached.
    pub fn compute(
        &mut self,
        blocked: &impl Grid,
        goals: impl IntoIterator<Item = Point>,
        rules: &PathRules,
    ) {
        if let Some(bits) = blocked.bits() {
            self.heights.free_but(bits);
        } else {
            let free = |cell| !blocked.holds(cell);
            self.heights.free_where(blocked.size(), free);
        }
        self.spread_from(goals, rules);
        self.origin.rules = Some(rules.limited());
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
        self.heights.free_where(size, passable);
        self.spread_from(goals, rules);
        self.origin.rules = Some(rules.limited());
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
        self.heights.free_where(size, |cell| weight(cell) != 0);
        self.begin(goals, rules);
        self.spread_weighted(rules, weight);
    }

    /// Makes this the map of the ways to unexplored ground: every explored,
    /// unblocked cell with the distance to the nearest one on the
    /// [`frontier`]. Says whether there is a frontier at all.
    ///
    /// # Panics
    /// If the two sets are over maps of different sizes.
    pub fn compute_explore(
        &mut self,
        explored: &impl Grid,
        blocked: &impl Grid,
        rules: &PathRules,
    ) -> bool {
        assert_eq!(explored.size(), blocked.size(), "both are over one map");
        let (explored, blocked) = (bits_of(explored), bits_of(blocked));
        let (explored, blocked) = (&*explored, &*blocked);
        self.heights.free_where(explored.size(), |cell| {
            explored.contains(cell) && !blocked.contains(cell)
        });
        let mut any = false;
        self.spread_from(frontier(explored, blocked).inspect(|_| any = true), rules);
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
        let rules = rules.limited();
        self.steps = rules.steps;
        self.origin.rules = None;
        self.heights.copy_from(&threat.heights);
        let scaled = |height: u32| {
            let distance = u64::from(height - GROUND) * u64::from(factor) / 10;
            distance.min(u64::from(UNREACHED / 2)) as u32
        };
        let is_reached = |height: u32| height != BLOCKED && height != UNREACHED;
        let heights = self.heights.cells_mut();
        let reached = heights.iter().filter(|&&height| is_reached(height));
        let furthest = scaled(reached.max().copied().unwrap_or(GROUND));
        self.queues.beginnings.clear();
        for (place, height) in heights.iter_mut().enumerate() {
            if is_reached(*height) {
                *height = furthest - scaled(*height) + GROUND;
                self.queues.beginnings.push(entry(*height, place));
            }
        }
        self.queues.beginnings.sort_unstable();
        self.queues.spread(&mut self.heights, &rules, UNREACHED - 1);
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.heights.size()
    }

    /// What the way from the cell to the nearest goal costs; `None` if there is
    /// no way, if the cell is blocked, or off the map.
    pub fn get(&self, cell: Point) -> Option<u32> {
        match self.heights.cells()[self.heights.place(cell)?] {
            BLOCKED | UNREACHED => None,
            height => Some(height - GROUND),
        }
    }

    /// The neighbour to step to: the lowest of those that a legal step reaches
    /// and that are lower than the cell itself; of equals the first in the order
    /// of [`Steps::directions`].
    pub fn downhill(&self, cell: Point) -> Option<Point> {
        let place = self.heights.place(cell)?;
        let heights = self.heights.cells();
        let mut lowest = heights[place];
        let mut to = None;
        for &way in self.steps.directions() {
            let height = heights[self.heights.beside(place, way)];
            if height != BLOCKED && height < lowest && self.may_pass(place, way) {
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

    fn may_pass(&self, place: usize, way: Direction) -> bool {
        let open = |beside| self.heights.cells()[self.heights.beside(place, beside)] != BLOCKED;
        self.steps != Steps::EightNoCutting
            || !way.is_diagonal()
            || (open(way.turned(-1)) && open(way.turned(1)))
    }

    /// Puts the goals on the ground.
    fn begin(&mut self, goals: impl IntoIterator<Item = Point>, rules: &PathRules) {
        self.steps = rules.steps;
        self.origin.rules = None;
        self.origin.goals.clear();
        self.queues.beginnings.clear();
        for goal in goals {
            let Some(place) = self.heights.place(goal) else {
                continue;
            };
            self.origin.goals.push(place as u32);
            if self.heights.cells()[place] == UNREACHED {
                self.heights.cells_mut()[place] = GROUND;
                self.queues.beginnings.push(entry(GROUND, place));
            }
        }
        self.origin.goals.sort_unstable();
    }

    /// Computes the distances to goals where all ground is alike.
    fn spread_from(&mut self, goals: impl IntoIterator<Item = Point>, rules: &PathRules) {
        self.begin(goals, rules);
        let rules = rules.limited();
        let highest = highest(GROUND, &rules);
        self.queues.spread(&mut self.heights, &rules, highest);
    }

    /// Computes the distances to goals where ground differs.
    fn spread_weighted(&mut self, rules: &PathRules, mut weight: impl FnMut(Point) -> u32) {
        let rules = rules.limited();
        let highest = highest(GROUND, &rules);
        self.open.clear();
        for &beginning in &self.queues.beginnings {
            self.open.push(GROUND, beginning as u32);
        }
        while let Some((height, place)) = self.open.pop() {
            let place = place as usize;
            if self.heights.cells()[place] != height {
                continue;
            }
            let factor = weight(self.heights.cell(place)).max(1);
            for &way in rules.steps.directions() {
                let near = self.heights.beside(place, way);
                let step = rules.costs.of(way).saturating_mul(factor);
                let total = height.saturating_add(step);
                let lower = total < self.heights.cells()[near] && total <= highest;
                if lower && self.may_pass(place, way) {
                    self.heights.cells_mut()[near] = total;
                    self.open.push(total, near as u32);
                }
            }
        }
    }
}
