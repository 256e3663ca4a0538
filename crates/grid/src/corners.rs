//! Corners: the cells round which a shortest way can turn.
//!
//! A free cell `c` is a corner in direction `(sx, sy)`, one of the four
//! diagonals, when `c + (sx, 0)` and `c + (0, sy)` are free and `c + (sx, sy)` is
//! blocked. Outside counts as blocked, so the border never makes a corner.
//!
//! A corner is *interesting* for an observer when it is visible and, for at least
//! one of its directions, `c + (sx, 0)` or `c + (0, sy)` is not visible.

use std::ops::Range;

use crate::{BitGrid, Direction, Grid, Point, Rect, Size};

/// All corners of a map with their directions, kept up to date cell by cell.
///
/// ```
/// use parlour_grid::{BitGrid, Corners, Direction, Point, Size};
///
/// let mut blocked = BitGrid::new(Size::new(3, 3));
/// blocked.set(Point::new(1, 1), true);
/// let mut corners = Corners::new(&blocked);
/// assert_eq!(corners.cells().count(), 4);
/// let north_west: Vec<_> = corners.directions(Point::new(0, 0)).collect();
/// assert_eq!(north_west, [Direction::SouthEast]);
///
/// blocked.set(Point::new(1, 1), false);
/// corners.update(&blocked, Point::new(1, 1));
/// assert!(corners.cells().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corners {
    /// The corners of each direction, in the order of [`Direction::DIAGONAL`].
    by_direction: [BitGrid; 4],
    any: BitGrid,
}

impl Corners {
    /// The corners of a map that says which of its cells are blocked: a
    /// [`BitGrid`], or any other [`Grid`].
    pub fn new(blocked: &impl Grid) -> Self {
        let mut corners = Self::default();
        corners.compute(blocked);
        corners
    }

    /// Becomes the corners of another map, keeping the memory.
    pub fn compute(&mut self, blocked: &impl Grid) {
        let size = blocked.size();
        if let Some(bits) = blocked.bits() {
            Self::by_direction(&mut self.by_direction, bits);
        } else {
            // The set of all corners is still to be made: it lends its memory.
            self.any.fill_from(size, |cell| blocked.holds(cell));
            Self::by_direction(&mut self.by_direction, &self.any);
        }
        self.any.reset(size);
        for grid in &self.by_direction {
            self.any |= grid;
        }
    }

    fn by_direction(found: &mut [BitGrid; 4], blocked: &BitGrid) {
        let size = blocked.size();
        for (grid, direction) in found.iter_mut().zip(Direction::DIAGONAL) {
            grid.reset(size);
            let delta = direction.delta();
            for y in 0..size.height() as i32 {
                let beyond = blocked.row(y + delta.y);
                if beyond.is_empty() {
                    continue;
                }
                let own = blocked.row(y);
                let found = grid.row_mut(y as usize);
                for (index, corner) in found.iter_mut().enumerate() {
                    *corner = !own[index]
                        & !beyond[index]
                        & !shifted(own, index, delta.x)
                        & shifted(beyond, index, delta.x);
                }
            }
            grid.trim();
        }
    }

    /// Brings the corners up to date after one cell of the map was changed: only
    /// it and its neighbours are looked at.
    ///
    /// # Panics
    /// If the map is of another size than the one the corners were computed for.
    pub fn update(&mut self, blocked: &impl Grid, changed: Point) {
        assert_eq!(self.size(), blocked.size(), "the corners are of this map");
        let free = |cell: Point| blocked.size().contains(cell) && !blocked.holds(cell);
        let near = Rect::around(changed, 1).intersection(self.size().rect());
        for cell in near.cells() {
            let mut any = false;
            for (grid, direction) in self.by_direction.iter_mut().zip(Direction::DIAGONAL) {
                let delta = direction.delta();
                let corner = free(cell)
                    && free(cell + Point::new(delta.x, 0))
                    && free(cell + Point::new(0, delta.y))
                    && !free(cell + delta);
                grid.set(cell, corner);
                any |= corner;
            }
            self.any.set(cell, any);
        }
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.any.size()
    }

    /// The cells that are corners in some direction.
    pub fn cells(&self) -> &BitGrid {
        &self.any
    }

    /// The directions in which a cell is a corner; none for most cells, and none
    /// off the map.
    pub fn directions(&self, cell: Point) -> impl Iterator<Item = Direction> {
        Direction::DIAGONAL
            .into_iter()
            .zip(&self.by_direction)
            .filter(move |(_, grid)| grid.contains(cell))
            .map(|(direction, _)| direction)
    }

    /// The corners that are interesting for whoever sees the `visible` cells,
    /// put into `interesting`, whose memory is kept.
    ///
    /// # Panics
    /// If the visible cells are of a map of another size.
    pub fn interesting_into(&self, visible: &BitGrid, interesting: &mut BitGrid) {
        let size = self.size();
        assert_eq!(size, visible.size(), "both are of one map");
        interesting.reset(size);
        self.add_interesting(visible, 0..size.height() as i32, interesting);
    }

    /// Puts the interesting corners of some rows into a set of the same size.
    pub(crate) fn add_interesting(
        &self,
        visible: &BitGrid,
        rows: Range<i32>,
        interesting: &mut BitGrid,
    ) {
        for (grid, direction) in self.by_direction.iter().zip(Direction::DIAGONAL) {
            let delta = direction.delta();
            for y in rows.clone() {
                let (own, beyond) = (visible.row(y), visible.row(y + delta.y));
                if beyond.is_empty() {
                    continue;
                }
                let corners = grid.row(y);
                let found = interesting.row_mut(y as usize);
                for index in 0..own.len() {
                    let candidates = corners[index] & own[index];
                    if candidates != 0 {
                        let both = beyond[index] & shifted(own, index, delta.x);
                        found[index] |= candidates & !both;
                    }
                }
            }
        }
    }

    /// The corners that are interesting for whoever sees the `visible` cells.
    pub fn interesting(&self, visible: &BitGrid) -> BitGrid {
        let mut interesting = BitGrid::default();
        self.interesting_into(visible, &mut interesting);
        interesting
    }
}

/// A word of the row, moved so that each bit holds its neighbour to the east
/// (`dx` 1) or to the west (`dx` -1).
fn shifted(row: &[u64], index: usize, dx: i32) -> u64 {
    let word = row[index];
    if dx > 0 {
        let next = row.get(index + 1).map_or(0, |next| next << 63);
        word >> 1 | next
    } else {
        let before = index.checked_sub(1).map_or(0, |before| row[before] >> 63);
        word << 1 | before
    }
}
