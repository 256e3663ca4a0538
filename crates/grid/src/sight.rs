//! Exact sight: what a unit square could be slid to in a straight line.
//!
//! **The rule.** Cell `T` is visible from observer cell `O` when both are on the
//! map and free, and a unit square slid in a straight line from `O` to `T` never
//! overlaps the interior of a blocked cell. Equivalently: the segment between the
//! two centres stays out of the open square of side 2 round the centre of every
//! blocked cell.
//!
//! | question | answer |
//! | --- | --- |
//! | grazing a wall's corner, sliding along a wall's face | allowed |
//! | a slot exactly one cell wide, at any slope | passable |
//! | a diagonal step | one blocked cell beside it hides the diagonal neighbour |
//! | blocked cells | never visible |
//! | an observer in a wall or off the map | sees nothing |
//! | the observer's own cell | visible |
//! | the map's border | blocks nothing by itself |
//! | several observer cells | see what each of them sees: the intersection |
//!
//! Sight is exactly mutual, and the eight flips and turns of a map change
//! nothing. There is no radius unless one is asked for: a square, a circle or an
//! octagon.

mod beam;
mod line_of_sight;
mod scan;
mod source;

pub use line_of_sight::line_of_sight;

pub(crate) use source::{ReadWords, Source};

use crate::bits::ones;
use crate::fov::{Reach, Shape};
use crate::{BitGrid, Grid, Point, Rect, Size};

/// The cells visible from an observer. Compute again and again into one of
/// these: after the first few calls nothing is allocated, and only rows that
/// were reached are ever cleared.
///
/// ```
/// use parlour_grid::sight::Sight;
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let mut blocked = BitGrid::new(Size::new(5, 3));
/// blocked.set(Point::new(2, 1), true);
/// let mut sight = Sight::new();
/// sight.compute(&blocked, Point::new(1, 1));
/// assert!(sight.contains(Point::new(1, 0)), "straight up");
/// assert!(!sight.contains(Point::new(2, 0)), "past the block's edge, but too near");
/// assert!(!sight.contains(Point::new(2, 1)), "blocked cells are never visible");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sight {
    visible: BitGrid,
    /// The rows that may hold visible cells.
    rows: std::ops::Range<usize>,
    scan: scan::Scan,
    /// What was read of a map that is not bits.
    read: ReadWords,
    /// The observers after the first, one at a time.
    other: Option<Box<Sight>>,
}

impl Sight {
    /// Nothing is visible yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sees from one cell, without a limit. The map says which of its cells are
    /// blocked: a [`BitGrid`], or any other [`Grid`].
    pub fn compute(&mut self, blocked: &impl Grid, observer: Point) {
        self.compute_within(blocked, observer, None);
    }

    /// Sees from one cell, up to a Chebyshev distance if one is given.
    pub fn compute_within(&mut self, blocked: &impl Grid, observer: Point, radius: Option<u32>) {
        if let Some(mut bits) = blocked.bits() {
            self.see(&mut bits, observer, radius);
        } else {
            let mut read = std::mem::take(&mut self.read);
            self.see(&mut read.begin(blocked), observer, radius);
            self.read = read;
        }
    }

    /// Sees from one cell as far as `reach` says: square, circle or octagon, all round
    /// or in a cone. What is seen is the unlimited sight cut to it, so that within a
    /// radius of any shape sight stays mutual.
    ///
    /// ```
    /// use parlour_grid::fov::Reach;
    /// use parlour_grid::sight::Sight;
    /// use parlour_grid::{BitGrid, Point, Size};
    ///
    /// let open = BitGrid::new(Size::new(9, 9));
    /// let mut sight = Sight::new();
    /// sight.compute_reach(&open, Point::new(4, 4), Reach::circle(2));
    /// assert_eq!(sight.count(), 13);
    /// ```
    pub fn compute_reach(&mut self, blocked: &impl Grid, observer: Point, reach: Reach) {
        self.compute_within(blocked, observer, reach.radius);
        if reach.cone.is_none() && (reach.radius.is_none() || reach.shape == Shape::Square) {
            return;
        }
        for y in self.rows.clone() {
            for (index, word) in self.visible.row_mut(y).iter_mut().enumerate() {
                for bit in ones(*word) {
                    let cell = Point::new((index * 64) as i32 + bit as i32, y as i32);
                    if !reach.covers(observer, cell) {
                        *word &= !(1 << bit);
                    }
                }
            }
        }
    }

    /// Sees from several cells at once, as a large creature does: what every one
    /// of them sees. From no cell at all nothing is visible.
    pub fn compute_shared(&mut self, blocked: &impl Grid, observers: &[Point]) {
        if let Some(mut bits) = blocked.bits() {
            self.see_shared(&mut bits, observers);
        } else {
            let mut read = std::mem::take(&mut self.read);
            self.see_shared(&mut read.begin(blocked), observers);
            self.read = read;
        }
    }

    /// Sees from one cell of a map in the form that the scan reads.
    pub(crate) fn see(&mut self, map: &mut impl Source, observer: Point, radius: Option<u32>) {
        self.begin(map.size());
        if !map.is_free(observer) {
            return;
        }
        let window = match radius {
            Some(radius) => Rect::around(observer, radius).intersection(map.size().rect()),
            None => map.size().rect(),
        };
        self.rows = self.scan.run(map, observer, window, &mut self.visible);
    }

    fn see_shared(&mut self, map: &mut impl Source, observers: &[Point]) {
        let Some((&first, others)) = observers.split_first() else {
            self.begin(map.size());
            return;
        };
        self.see(map, first, None);
        let mut other = self.other.take().unwrap_or_default();
        for &observer in others {
            other.see(map, observer, None);
            for row in self.rows.clone() {
                let seen = other.visible.row(row as i32);
                for (word, with) in self.visible.row_mut(row).iter_mut().zip(seen) {
                    *word &= with;
                }
            }
        }
        self.other = Some(other);
    }

    /// Whether the cell is visible.
    pub fn contains(&self, cell: Point) -> bool {
        self.visible.contains(cell)
    }

    /// The visible cells as a set over the map.
    pub fn visible(&self) -> &BitGrid {
        &self.visible
    }

    /// The visible cells by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        self.visible.iter()
    }

    /// How many cells are visible.
    pub fn count(&self) -> u32 {
        self.visible.count()
    }

    /// The rows outside which nothing is visible.
    pub(crate) fn rows(&self) -> std::ops::Range<i32> {
        self.rows.start as i32..self.rows.end as i32
    }

    fn begin(&mut self, size: Size) {
        if self.visible.size() == size {
            for row in self.rows.clone() {
                self.visible.row_mut(row).fill(0);
            }
        } else {
            self.visible.reset(size);
        }
        self.rows = 0..0;
    }
}
