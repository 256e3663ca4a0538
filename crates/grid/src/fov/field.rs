//! The reusable result of a field of view.

use super::{Reach, cast};
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
    /// Which word of a map's row is the first one kept.
    pub(super) first_word: usize,
    /// Words kept per row.
    pub(super) stride: usize,
    pub(super) words: Vec<u64>,
    pub(super) scratch: cast::Scratch,
}

impl FieldOfView {
    /// A field of view in which nothing is seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sees from `observer` over a map whose opaque cells are given as bits.
    /// Nothing is seen from off the map.
    pub fn compute(&mut self, opaque: &BitGrid, observer: Point, reach: Reach) {
        self.compute_with(opaque.size(), |cell| opaque.contains(cell), observer, reach);
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
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells seen, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        let stride = self.stride.max(1);
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(index, &word)| {
                let x = ((self.first_word + index % stride) * 64) as i32;
                let y = self.window.y + (index / stride) as i32;
                ones(word).map(move |bit| Point::new(x + bit as i32, y))
            })
    }

    /// Puts every cell seen into a set over the same map: how a level is
    /// remembered.
    ///
    /// # Panics
    /// If the set is over a map of another size.
    pub fn add_to(&self, explored: &mut BitGrid) {
        assert_eq!(explored.size(), self.size, "both are over one map");
        for (row, words) in self.words.chunks_exact(self.stride.max(1)).enumerate() {
            let into = explored.row_mut(self.window.y as usize + row);
            for (word, seen) in into[self.first_word..].iter_mut().zip(words) {
                *word |= seen;
            }
        }
    }

    /// The cells seen as a set over the whole map.
    pub fn to_grid(&self) -> BitGrid {
        let mut grid = BitGrid::new(self.size);
        self.add_to(&mut grid);
        grid
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
        self.words.clear();
        if self.window.is_empty() {
            self.stride = 0;
            return;
        }
        self.first_word = self.window.x as usize / 64;
        self.stride = self.window.east() as usize / 64 - self.first_word + 1;
        self.words.resize(self.stride * self.window.h as usize, 0);
    }

    /// Takes out what is not in the cone.
    fn cut(&mut self, reach: Reach) {
        let Some(cone) = reach.cone else { return };
        for row in 0..self.window.h {
            for x in self.window.x..=self.window.east() {
                let cell = Point::new(x, self.window.y + row);
                if !cone.covers(self.observer, cell) {
                    let (index, mask) = self.place(cell);
                    self.words[index] &= !mask;
                }
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
        let (x, row) = (cell.x as usize, (cell.y - self.window.y) as usize);
        let index = row * self.stride + x / 64 - self.first_word;
        (index, 1 << (x % 64))
    }
}
