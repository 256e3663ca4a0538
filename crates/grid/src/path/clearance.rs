//! Room for movers larger than one cell.
//!
//! A mover of side `k` covers `k` by `k` cells; its place is the north-west one.
//! It can stand where all of them are on the map and free. A straight step covers
//! nothing but the two places. A diagonal step brushes two cells besides, one on
//! each side: it may cut them or not, as [`Steps`](super::Steps) says, and they
//! are free exactly when the mover could make the step round either corner. So
//! the ways of a large mover are those of a mover of one cell over the map of
//! places, with the same rules and the same costs.

use super::{Path, PathFinder, PathRules};
use crate::{BitGrid, Grid, Point, Size};

/// For every cell the side of the largest square mover that can stand there, its
/// north-west cell on the cell.
///
/// ```
/// use parlour_grid::path::{Clearance, PathFinder, PathRules};
/// use parlour_grid::{BitGrid, Point, Size};
///
/// // A wall with two gaps: one cell wide at the top, two at the bottom.
/// let walls = BitGrid::from_fn(Size::new(9, 9), |cell| {
///     cell.x == 4 && cell.y != 0 && cell.y < 7
/// });
/// let clearance = Clearance::new(&walls);
/// let (start, goal) = (Point::new(1, 0), Point::new(6, 0));
/// let mut finder = PathFinder::new();
/// let rules = PathRules::counting_steps();
/// let mouse = finder.find_large(&clearance, 1, start, goal, &rules).unwrap();
/// assert_eq!(mouse.cost(), 5);
/// let ogre = finder.find_large(&clearance, 2, start, goal, &rules).unwrap();
/// assert_eq!(ogre.cost(), 15);
/// assert!(finder.find_large(&clearance, 3, start, goal, &rules).is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clearance {
    size: Size,
    sides: Vec<u8>,
}

impl Clearance {
    /// The largest side that is told apart; more room counts as this much.
    pub const MAX: u32 = u8::MAX as u32;

    /// The clearance of a map that says which of its cells are blocked.
    pub fn new(blocked: &impl Grid) -> Self {
        let mut clearance = Self::default();
        clearance.compute(blocked);
        clearance
    }

    /// Becomes the clearance of another map, keeping the memory.
    pub fn compute(&mut self, blocked: &impl Grid) {
        self.size = blocked.size();
        self.sides.clear();
        self.sides.resize(self.size.area() as usize, 0);
        for y in (0..self.size.height() as i32).rev() {
            for x in (0..self.size.width() as i32).rev() {
                let cell = Point::new(x, y);
                let side = self.side_at(cell, blocked.holds(cell));
                self.put(cell, side);
            }
        }
    }

    /// Brings the map up to date after one cell was blocked or freed: only cells
    /// whose clearance changes, and those beside them, are looked at.
    ///
    /// # Panics
    /// If the map is of another size than the one the clearance was computed for.
    pub fn update(&mut self, blocked: &impl Grid, changed: Point) {
        assert_eq!(self.size, blocked.size(), "the clearance is of this map");
        if !self.size.contains(changed) {
            return;
        }
        // What changed in a row lies between two columns; the row above changes
        // at most from one column west of it to its east end.
        let (mut west, mut east) = (changed.x, changed.x);
        for y in (0..=changed.y).rev() {
            let mut range: Option<(i32, i32)> = None;
            let mut x = east;
            while x >= 0 && (x >= west - 1 || range.is_some_and(|(first, _)| x >= first - 1)) {
                let cell = Point::new(x, y);
                let side = self.side_at(cell, blocked.holds(cell));
                if self.get(cell) != u32::from(side) {
                    self.put(cell, side);
                    range = Some((x, range.map_or(x, |(_, last)| last)));
                }
                x -= 1;
            }
            let Some((first, last)) = range else { return };
            (west, east) = (first, last);
        }
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side of the largest mover that can stand here; 0 for a blocked cell
    /// and off the map.
    pub fn get(&self, cell: Point) -> u32 {
        self.size
            .id(cell)
            .map_or(0, |id| u32::from(self.sides[id as usize]))
    }

    /// Whether a mover of this side can stand here. One without cells, or larger
    /// than [`Clearance::MAX`], cannot.
    pub fn fits(&self, side: u32, cell: Point) -> bool {
        side > 0 && self.get(cell) >= side
    }

    /// The places where a mover of this side cannot stand, as a map to find paths
    /// on: prepare it as a [`JumpMap`](super::JumpMap), compute a
    /// [`DistanceMap`](super::DistanceMap) over it. The memory is kept.
    pub fn blocked_into(&self, side: u32, blocked: &mut BitGrid) {
        blocked.fill_from(self.size, |cell| !self.fits(side, cell));
    }

    /// The places where a mover of this side cannot stand.
    pub fn blocked(&self, side: u32) -> BitGrid {
        let mut blocked = BitGrid::default();
        self.blocked_into(side, &mut blocked);
        blocked
    }

    /// A cell has one more than the least of its neighbours to the south and east.
    fn side_at(&self, cell: Point, is_blocked: bool) -> u8 {
        if is_blocked {
            return 0;
        }
        let near = |dx, dy| self.get(cell + Point::new(dx, dy));
        let least = near(1, 0).min(near(0, 1)).min(near(1, 1));
        (least + 1).min(Self::MAX) as u8
    }

    fn put(&mut self, cell: Point, side: u8) {
        if let Some(id) = self.size.id(cell) {
            self.sides[id as usize] = side;
        }
    }
}

impl PathFinder {
    /// The cheapest path of a mover of `side` by `side` cells; start, goal and all
    /// cells of the path are its north-west cell. Equals are chosen among as in
    /// [`find_with`](Self::find_with).
    pub fn find_large(
        &mut self,
        clearance: &Clearance,
        side: u32,
        start: Point,
        goal: Point,
        rules: &PathRules,
    ) -> Option<Path<'_>> {
        let fits = |cell| clearance.fits(side, cell);
        self.find_with(clearance.size(), fits, start, goal, rules)
    }
}
