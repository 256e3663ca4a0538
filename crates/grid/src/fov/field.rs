//! The reusable result of a field of view.

use std::ops::Range;

use super::scan::mask;
use super::{Reach, Shape, fast, lazy};
use crate::bits::ones;
use crate::{BitGrid, Grid, Point, Rect, Size};

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
    pub(super) fast: fast::Scratch,
    pub(super) lazy: lazy::Scratch,
    /// What the light of one row reaches of the next.
    pub(super) nearer: Vec<u64>,
}

impl FieldOfView {
    /// A field of view in which nothing is seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sees from `observer` over a map that says which of its cells are opaque: a
    /// [`BitGrid`], or any other [`Grid`]. Nothing is seen from off the map.
    pub fn compute(&mut self, opaque: &impl Grid, observer: Point, reach: Reach) {
        match opaque.bits() {
            Some(bits) => self.compute_bits(bits, observer, reach),
            None => self.compute_with(opaque.size(), |cell| opaque.holds(cell), observer, reach),
        }
    }

    fn compute_bits(&mut self, opaque: &BitGrid, observer: Point, reach: Reach) {
        self.begin(opaque.size(), observer, reach);
        if !self.window.is_empty() {
            fast::cast(self, opaque);
        }
        self.cut(reach);
    }

    /// Sees from `observer` over any map: the closure says whether a cell is
    /// opaque. It is asked only about cells of the map, and only about those that
    /// sight comes to.
    pub fn compute_with(
        &mut self,
        size: Size,
        opaque: impl FnMut(Point) -> bool,
        observer: Point,
        reach: Reach,
    ) {
        self.begin(size, observer, reach);
        if !self.window.is_empty() {
            lazy::cast(self, opaque);
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

    /// The cells seen, up to 64 of a row at a time: a cell, and which of it and those
    /// east of it are seen, the lowest bit first. Words without any are left out.
    pub fn words(&self) -> impl Iterator<Item = (Point, u64)> {
        self.rows().flat_map(move |(y, words)| {
            (self.first_column..)
                .step_by(64)
                .zip(words)
                .filter(|(_, word)| **word != 0)
                .map(move |(x, &word)| (Point::new(x, y), word))
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

    /// Takes out what is not in the cone or not in the shape of the radius.
    fn cut(&mut self, reach: Reach) {
        if let Some(cone) = reach.cone {
            for row in self.reached.clone() {
                let dy = self.window.y + row as i32 - self.observer.y;
                let (from, to) = cone.columns(dy);
                self.keep(row, from, to);
            }
        }
        if let Some(radius) = reach.radius
            && reach.shape != Shape::Square
        {
            self.cut_shape(u64::from(radius.min(Size::MAX_SIDE * 2)), reach.shape);
        }
    }

    /// Takes out the cells beyond a radius. Going away from the observer's row the
    /// shape only gets narrower.
    fn cut_shape(&mut self, radius: u64, shape: Shape) {
        let own = self.observer.y - self.window.y;
        let mut half = radius;
        for away in 0..self.window.h {
            while half > 0 && !shape.holds(radius, half, away as u64) {
                half -= 1;
            }
            for row in [own - away, own + away] {
                if row >= 0 && self.reached.contains(&(row as usize)) {
                    self.keep(row as usize, -(half as i64), half as i64);
                }
            }
        }
    }

    /// Keeps only some columns of a row of the window, counted from the
    /// observer's, both ends included.
    fn keep(&mut self, row: usize, from: i64, to: i64) {
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
