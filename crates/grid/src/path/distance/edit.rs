//! One wall more or less: only what it changes is computed again.
//!
//! A cell that opens lets ways through: the cells round it are spread from anew,
//! and the spread stops where it lowers nothing.
//!
//! A cell that closes takes ways away. Its neighbours are looked at by ascending
//! height: a cell keeps its height while a neighbour is left from which it comes,
//! and is raised to nothing otherwise, whereupon those that come from it are
//! looked at. What lies round the raised cells is then spread from anew.

use super::heights::{BLOCKED, GROUND, UNREACHED};
use super::spread::entry;
use super::{DistanceMap, highest};
use crate::path::PathRules;
use crate::{Direction, Point};

/// What a map was computed from, as far as edits need to know it again.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    /// The rules, if all ground is alike and the goals stay what they are.
    pub rules: Option<PathRules>,
    /// The places of the goals, also of those that are blocked, in order.
    pub goals: Vec<u32>,
    /// Cells that were raised and are to be reached again.
    raised: Vec<u32>,
}

impl DistanceMap {
    /// Tells the map that a cell is blocked or free from now on. The result is
    /// the one that computing anew would give, with the same goals and rules, but
    /// only the cells whose distance changes are visited.
    ///
    /// Says whether the map is up to date: not for a cell off the map, and not
    /// for a map whose ground differs or whose goals depend on the walls
    /// ([`compute_weighted`](Self::compute_weighted),
    /// [`compute_explore`](Self::compute_explore),
    /// [`compute_flee`](Self::compute_flee)); those stay as they are.
    ///
    /// ```
    /// use parlour_grid::path::{DistanceMap, PathRules};
    /// use parlour_grid::{BitGrid, Point, Size};
    ///
    /// let corridor = BitGrid::new(Size::new(9, 1));
    /// let mut map = DistanceMap::new();
    /// map.compute(&corridor, [Point::new(0, 0)], &PathRules::default());
    /// let (door, end) = (Point::new(4, 0), Point::new(8, 0));
    /// assert!(map.set(door, true));
    /// assert_eq!(map.get(end), None);
    /// assert!(map.set(door, false));
    /// assert_eq!(map.get(end), Some(80));
    /// ```
    pub fn set(&mut self, cell: Point, blocked: bool) -> bool {
        let (Some(rules), Some(place)) = (self.origin.rules, self.heights.place(cell)) else {
            return false;
        };
        if (self.heights.cells()[place] == BLOCKED) == blocked {
            return true;
        }
        self.queues.beginnings.clear();
        if blocked {
            self.close(place, &rules);
        } else {
            self.open_up(place);
        }
        self.queues.beginnings.sort_unstable();
        self.queues.beginnings.dedup();
        let highest = highest(GROUND, &rules);
        self.queues.spread(&mut self.heights, &rules, highest);
        true
    }

    fn open_up(&mut self, place: usize) {
        let is_goal = self.origin.goals.binary_search(&(place as u32)).is_ok();
        self.heights.cells_mut()[place] = if is_goal { GROUND } else { UNREACHED };
        self.begin_at(place);
        self.begin_round(place);
    }

    fn close(&mut self, place: usize, rules: &PathRules) {
        self.heights.cells_mut()[place] = BLOCKED;
        self.origin.raised.clear();
        self.open.clear();
        // All neighbours: also a diagonal step past the cell may be gone.
        for way in Direction::ALL {
            self.look_at(self.heights.beside(place, way));
        }
        while let Some((height, place)) = self.open.pop() {
            let place = place as usize;
            if self.heights.cells()[place] == height && !self.is_held(place, rules) {
                self.origin.raised.push(place as u32);
                self.heights.cells_mut()[place] = UNREACHED;
                for &way in rules.steps.directions() {
                    let near = self.heights.beside(place, way);
                    let comes = height.saturating_add(rules.costs.of(way));
                    if self.heights.cells()[near] == comes {
                        self.look_at(near);
                    }
                }
            }
        }
        for index in 0..self.origin.raised.len() {
            self.begin_round(self.origin.raised[index] as usize);
        }
    }

    /// Puts a cell that is reached on the list of those that may be raised.
    fn look_at(&mut self, place: usize) {
        let height = self.heights.cells()[place];
        if height != BLOCKED && height != UNREACHED {
            self.open.push(height, place as u32);
        }
    }

    /// Whether a cell is a goal, or some neighbour still gives it its height.
    fn is_held(&self, place: usize, rules: &PathRules) -> bool {
        let heights = self.heights.cells();
        let height = heights[place];
        height == GROUND
            || rules.steps.directions().iter().any(|&way| {
                let near = heights[self.heights.beside(place, way)];
                near != BLOCKED
                    && near.saturating_add(rules.costs.of(way)) == height
                    && self.may_pass(place, way)
            })
    }

    /// Spreads from the cells round a place that are reached.
    fn begin_round(&mut self, place: usize) {
        for way in Direction::ALL {
            self.begin_at(self.heights.beside(place, way));
        }
    }

    fn begin_at(&mut self, place: usize) {
        let height = self.heights.cells()[place];
        if height != BLOCKED && height != UNREACHED {
            self.queues.beginnings.push(entry(height, place));
        }
    }
}
