//! The reusable result of a field of view.

use std::ops::Range;

use super::scan::mask;
use super::{Reach, cast, fast};
use crate::bits::ones;
use crate::{BitGrid, Point, Rect, Size};

/// What an observer sees. Compute again and again into one of these: after the
/// first few calls nothing is allocated, and only the cells within reach are
/// ever touched, whatever the size of the map.
///
/// ```
/// use parlour_grid::fov::{FieldOfView, Reach};
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let mut opaque = BitGrid::new(Size::new(9, 5));
/// opaque.set(Point::new(4, 2), true);
/// let mut view = FieldOfView::new();
/// view.compute(&opaque, Point::new(1, 2), Reach::UNLIMITED);
/// assert!(view.contains(Point::new(4, 2)), "the pillar is lit");
/// assert!(!view.contains(Point::new(7, 2)), "and hides what lies behind");
/// ```
#[derive(Clone, Debug, Default)]
pub struct FieldOfView {
    pub(super) size: Size,
    pub(super) observer: Point,
    pub(super) window: Rect,
    /// The column of the first bit kept: the window's own where a row of it fits
    /// one word, else the first of a word of the map.
    pub(super) first_column: i32,
    /// Words kept per row.
    pub(super) stride: usize,
    pub(super) words: Vec<u64>,
    /// The rows of the window that may hold something.
    pub(super) reached: Range<usize>,
    pub(super) scratch: cast::Scratch,
    pub(super) fast: fast::Scratch,
}

impl FieldOfView {
    /// A field of view in which nothing is seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sees from `observer` over a map whose opaque cells are given as bits.
    /// Nothing is seen from off the map.
    pub fn compute(&mut self, opaque: &BitGrid, observer: Point, reach: Reach) {
        self.begin(opaque.size(), observer, reach);
        if !self.window.is_empty() {
            fast::cast(self, opaque);
        }
        self.cut(reach);
    }

    /// Sees from `observer` over any map: the closure says whether a cell is
    /// opaque. It is asked only about cells of the map.
    pub fn compute_with(
        &mut self,
        size: Size,
        opaque: impl FnMut(Point) -> bool,
        observer: Point,
        reach: Reach,
    ) {
        self.begin(size, observer, reach);
        if !self.window.is_empty() {
            cast::cast(self, opaque);
        }
        self.cut(reach);
    }

    /// Where it was seen from.
    pub fn observer(&self) -> Point {
        self.observer
    }

    /// Whether the cell is seen.
    pub fn contains(&self, cell: Point) -> bool {
        self.window.contains(cell) && {
            let (index, mask) = self.place(cell);
            self.words[index] & mask != 0
        }
    }

    /// How many cells are seen.
    pub fn count(&self) -> u32 {
        self.rows()
            .flat_map(|(_, words)| words)
            .map(|word| word.count_ones())
            .sum()
    }

    /// The cells seen, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        self.rows().flat_map(move |(y, words)| {
            (self.first_column..)
                .step_by(64)
                .zip(words)
                .flat_map(move |(x, &word)| {
                    ones(word).map(move |bit| Point::new(x + bit as i32, y))
                })
        })
    }

    /// Puts every cell seen into a set over the same map: how a level is
    /// remembered.
    ///
    /// # Panics
    /// If the set is over a map of another size.
    pub fn add_to(&self, explored: &mut BitGrid) {
        assert_eq!(explored.size(), self.size, "both are over one map");
        let (first, shift) = (self.first_column as usize / 64, self.first_column % 64);
        for (y, words) in self.rows() {
            let into = &mut explored.row_mut(y as usize)[first..];
            for (index, &seen) in words.iter().enumerate() {
                into[index] |= seen << shift;
                if shift != 0 && seen >> (64 - shift) != 0 {
                    into[index + 1] |= seen >> (64 - shift);
                }
            }
        }
    }

    /// The cells seen as a set over the whole map.
    pub fn to_grid(&self) -> BitGrid {
        let mut grid = BitGrid::new(self.size);
        self.add_to(&mut grid);
        grid
    }

    /// The rows that may hold something, each with its `y`.
    fn rows(&self) -> impl Iterator<Item = (i32, &[u64])> {
        let first = self.reached.start;
        (self.window.y + first as i32..).zip(
            self.words
                .chunks_exact(self.stride.max(1))
                .take(self.reached.end)
                .skip(first),
        )
    }

    /// Makes room for what is within reach and sees nothing yet.
    fn begin(&mut self, size: Size, observer: Point, reach: Reach) {
        self.size = size;
        self.observer = observer;
        self.window = if size.contains(observer) {
            reach.window(size, observer)
        } else {
            Rect::default()
        };
        let (x, rows) = (self.window.x, self.window.h.max(0) as usize);
        let is_square = self.window.w <= 64 && rows <= 64;
        self.first_column = if is_square { x } else { x & !63 };
        let stride = if is_square {
            usize::from(rows > 0)
        } else {
            (self.window.east() - self.first_column) as usize / 64 + 1
        };
        if self.stride == stride && self.words.len() == stride * rows {
            // The same shape again: only what was reached is cleared.
            let dirty = self.reached.start * stride..self.reached.end * stride;
            self.words[dirty].fill(0);
        } else {
            self.stride = stride;
            self.words.clear();
            self.words.resize(stride * rows, 0);
        }
        self.reached = 0..rows;
    }

    /// Takes out what is not in the cone.
    fn cut(&mut self, reach: Reach) {
        let Some(cone) = reach.cone else { return };
        for row in self.reached.clone() {
            let dy = self.window.y + row as i32 - self.observer.y;
            let (from, to) = cone.columns(dy);
            for index in 0..self.stride {
                let start = i64::from(self.first_column - self.observer.x) + index as i64 * 64;
                let (low, high) = ((from - start).max(0), (to - start).min(63));
                self.words[row * self.stride + index] &= if low <= high {
                    mask(low as i32, high as i32)
                } else {
                    0
                };
            }
        }
    }

    /// Puts a cell of the window in.
    pub(super) fn see(&mut self, cell: Point) {
        let (index, mask) = self.place(cell);
        self.words[index] |= mask;
    }

    /// The word and bit of a cell of the window.
    fn place(&self, cell: Point) -> (usize, u64) {
        let column = (cell.x - self.first_column) as usize;
        let row = (cell.y - self.window.y) as usize;
        (row * self.stride + column / 64, 1 << (column % 64))
    }
}
