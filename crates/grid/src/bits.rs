//! Maps of yes and no, 64 cells to a word.

mod transpose;

use std::fmt;
use std::ops::{BitAndAssign, BitOrAssign, SubAssign};

pub(crate) use transpose::{transpose, transpose_rows, transpose_small};

use crate::{Point, Rect, Size};

/// A set of cells of a map: walls, what is explored, what is in sight.
///
/// Row `y` is `stride` words; bit `x % 64` of word `x / 64` is cell `x`. Bits
/// beyond the width are always 0. Questions about points off the map are
/// answered with `None` or `false`; they never reach another row.
///
/// ```
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let mut walls = BitGrid::new(Size::new(80, 50));
/// walls.set(Point::new(79, 3), true);
/// assert!(walls.contains(Point::new(79, 3)));
/// assert_eq!(walls.get(Point::new(80, 3)), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct BitGrid {
    size: Size,
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// The empty set over a map of this size.
    pub fn new(size: Size) -> Self {
        let stride = size.width().div_ceil(64) as usize;
        Self {
            size,
            stride,
            words: vec![0; stride * size.height() as usize],
        }
    }

    /// The set of all cells.
    pub fn full(size: Size) -> Self {
        let mut grid = Self::new(size);
        grid.fill();
        grid
    }

    /// The set of the cells for which the closure says yes.
    pub fn from_fn(size: Size, holds: impl FnMut(Point) -> bool) -> Self {
        let mut grid = Self::default();
        grid.fill_from(size, holds);
        grid
    }

    /// Becomes the set of the cells of a map for which the closure says yes,
    /// keeping the memory.
    pub fn fill_from(&mut self, size: Size, mut holds: impl FnMut(Point) -> bool) {
        self.reset(size);
        for y in 0..size.height() as usize {
            for x in 0..size.width() as usize {
                let bit = u64::from(holds(Point::new(x as i32, y as i32)));
                self.words[y * self.stride + x / 64] |= bit << (x % 64);
            }
        }
    }

    /// The set whose words, by row and from the west, the closure gives. Bits beyond
    /// the width are taken away.
    ///
    /// ```
    /// use parlour_grid::{BitGrid, Size};
    ///
    /// let size = Size::new(70, 2);
    /// let grid = BitGrid::from_words(size, |y, _| if y == 0 { u64::MAX } else { 0b101 });
    /// assert_eq!(grid, BitGrid::from_fn(size, |at| at.y == 0 || matches!(at.x % 64, 0 | 2)));
    /// ```
    pub fn from_words(size: Size, mut word: impl FnMut(usize, usize) -> u64) -> Self {
        let mut grid = Self::new(size);
        let (stride, width) = (grid.stride, size.width() as usize);
        for y in 0..size.height() as usize {
            for place in 0..width.div_ceil(64) {
                let left = width - place * 64;
                let kept = if left < 64 { (1 << left) - 1 } else { u64::MAX };
                grid.words[y * stride + place] = word(y, place) & kept;
            }
        }
        grid
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether the cell is in the set; `None` off the map.
    pub fn get(&self, point: Point) -> Option<bool> {
        if self.size.contains(point) {
            Some(self.bit(point.x as usize, point.y as usize))
        } else {
            None
        }
    }

    /// Whether the cell is on the map and in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.size.contains(point) && self.bit(point.x as usize, point.y as usize)
    }

    /// Puts the cell into the set, or takes it out; the answer is whether it was
    /// in before. Off the map nothing happens and the answer is `None`.
    pub fn set(&mut self, point: Point, value: bool) -> Option<bool> {
        if !self.size.contains(point) {
            return None;
        }
        let word = &mut self.words[point.y as usize * self.stride + point.x as usize / 64];
        let mask = 1 << (point.x as usize % 64);
        let before = *word & mask != 0;
        if value {
            *word |= mask;
        } else {
            *word &= !mask;
        }
        Some(before)
    }

    /// Takes every cell out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Puts every cell in.
    pub fn fill(&mut self) {
        self.words.fill(u64::MAX);
        self.trim();
    }

    /// Replaces the set by its complement.
    pub fn invert(&mut self) {
        for word in &mut self.words {
            *word = !*word;
        }
        self.trim();
    }

    /// Becomes the empty set over a map of another size, keeping the memory.
    pub fn reset(&mut self, size: Size) {
        self.size = size;
        self.stride = size.width().div_ceil(64) as usize;
        self.words.clear();
        self.words.resize(self.stride * size.height() as usize, 0);
    }

    /// Becomes a copy of another set, keeping the memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.size = other.size;
        self.stride = other.stride;
        self.words.clone_from(&other.words);
    }

    /// How many cells are in the set.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// How many cells of an area are in the set.
    pub fn count_in(&self, area: Rect) -> u32 {
        let area = area.intersection(self.size.rect());
        if area.is_empty() {
            return 0;
        }
        let (first, last) = (area.x as usize / 64, area.east() as usize / 64);
        let head = u64::MAX << (area.x % 64);
        let tail = u64::MAX >> (63 - area.east() % 64);
        (area.y..=area.south())
            .map(|y| match &self.row(y)[first..=last] {
                [one] => (one & head & tail).count_ones(),
                [west, between @ .., east] => {
                    let inner: u32 = between.iter().map(|word| word.count_ones()).sum();
                    (west & head).count_ones() + inner + (east & tail).count_ones()
                }
                [] => 0,
            })
            .sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cells of the set by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        let stride = self.stride;
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(index, &word)| {
                let (x, y) = ((index % stride * 64) as i32, (index / stride) as i32);
                ones(word).map(move |bit| Point::new(x + bit as i32, y))
            })
    }

    /// The words of one row, west first; none for a row off the map.
    pub fn row(&self, y: i32) -> &[u64] {
        match usize::try_from(y) {
            Ok(y) if y < self.size.height() as usize => {
                &self.words[y * self.stride..(y + 1) * self.stride]
            }
            _ => &[],
        }
    }

    /// All words, row by row, and how many a row has.
    pub(crate) fn words(&self) -> (&[u64], usize) {
        (&self.words, self.stride)
    }

    /// The words of one row, to be changed within the crate; whoever does keeps
    /// the bits beyond the width at 0.
    pub(crate) fn row_mut(&mut self, y: usize) -> &mut [u64] {
        &mut self.words[y * self.stride..(y + 1) * self.stride]
    }

    /// The set with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut turned = Self::new(self.size.transposed());
        let (rows, columns) = (self.size.height() as usize, self.size.width() as usize);
        let stride = turned.stride;
        turned.words.resize(self.stride * 64 * stride, 0);
        transpose_rows(&self.words, self.stride, rows, &mut turned.words, stride);
        turned.words.truncate(columns * stride);
        turned
    }

    fn bit(&self, x: usize, y: usize) -> bool {
        self.words[y * self.stride + x / 64] >> (x % 64) & 1 == 1
    }

    /// Clears the bits beyond the width.
    pub(crate) fn trim(&mut self) {
        let used = self.size.width() % 64;
        if used != 0 {
            for y in 0..self.size.height() as usize {
                self.words[(y + 1) * self.stride - 1] &= (1 << used) - 1;
            }
        }
    }

    fn zip(&mut self, other: &Self, mut change: impl FnMut(&mut u64, u64)) {
        assert_eq!(self.size, other.size, "both sets are over one map");
        for (word, &with) in self.words.iter_mut().zip(&other.words) {
            change(word, with);
        }
    }
}

/// The positions of the ones in a word, ascending.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros();
        word &= word - 1;
        Some(bit)
    })
}

/// Union. Panics unless both are of one size.
impl BitOrAssign<&Self> for BitGrid {
    fn bitor_assign(&mut self, other: &Self) {
        self.zip(other, |word, with| *word |= with);
    }
}

/// Intersection. Panics unless both are of one size.
impl BitAndAssign<&Self> for BitGrid {
    fn bitand_assign(&mut self, other: &Self) {
        self.zip(other, |word, with| *word &= with);
    }
}

/// Difference. Panics unless both are of one size.
impl SubAssign<&Self> for BitGrid {
    fn sub_assign(&mut self, other: &Self) {
        self.zip(other, |word, with| *word &= !with);
    }
}

/// Shown as rows of `#` (in the set) and `.`.
impl fmt::Debug for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "BitGrid {}", self.size)?;
        for y in 0..self.size.height() as usize {
            for x in 0..self.size.width() as usize {
                f.write_str(if self.bit(x, y) { "#" } else { "." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagonal(size: Size) -> BitGrid {
        BitGrid::from_fn(size, |cell| cell.x == cell.y)
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let size = Size::new(130, 70);
        let mut grid = BitGrid::new(size);
        for cell in size.cells().filter(|cell| cell.x == cell.y) {
            assert_eq!(grid.set(cell, true), Some(false));
        }
        assert_eq!(grid, diagonal(size));
        assert_eq!(grid.count(), 70);
        let cells: Vec<_> = grid.iter().collect();
        assert_eq!(cells, (0..70).map(|k| Point::new(k, k)).collect::<Vec<_>>());
        assert_eq!(grid.set(Point::new(3, 3), false), Some(true));
        assert_eq!(grid.get(Point::new(3, 3)), Some(false));
    }

    #[test]
    fn an_area_counts_its_cells_alone() {
        let size = Size::new(200, 5);
        let set = BitGrid::from_fn(size, |cell| (cell.x * 3 + cell.y) % 4 == 0);
        for area in [
            Rect::new(0, 0, 200, 5),
            Rect::new(63, 1, 1, 3),
            Rect::new(60, 0, 8, 2),
            Rect::new(10, 2, 150, 2),
            Rect::new(-5, -5, 9, 9),
            Rect::new(190, 3, 64, 64),
            Rect::new(300, 0, 4, 4),
            Rect::new(4, 4, 0, 3),
        ] {
            let counted = set.iter().filter(|&cell| area.contains(cell)).count();
            assert_eq!(set.count_in(area) as usize, counted, "{area:?}");
        }
    }

    #[test]
    fn points_off_the_map_are_nowhere() {
        let mut grid = BitGrid::full(Size::new(65, 2));
        for point in [(65, 0), (-1, 1), (0, 2), (0, -1), (i32::MAX, i32::MIN)] {
            assert_eq!(grid.get(point.into()), None);
            assert!(!grid.contains(point.into()));
            assert_eq!(grid.set(point.into(), false), None);
        }
        assert_eq!(grid.count(), 130);
        assert!(grid.row(-1).is_empty() && grid.row(2).is_empty());
    }

    #[test]
    fn complement_and_full_keep_the_margin_empty() {
        let size = Size::new(67, 3);
        let mut grid = BitGrid::new(size);
        grid.invert();
        assert_eq!(grid, BitGrid::full(size));
        assert_eq!(grid.count(), size.area());
        grid.invert();
        assert!(grid.is_empty());
    }

    #[test]
    fn algebra_of_sets() {
        let size = Size::new(70, 70);
        let mut grid = BitGrid::full(size);
        grid -= &diagonal(size);
        assert_eq!(grid.count(), 70 * 69);
        grid &= &diagonal(size);
        assert!(grid.is_empty());
        grid |= &diagonal(size);
        assert_eq!(grid.transposed(), grid);
    }

    #[test]
    fn maps_without_cells_hold_nothing() {
        for size in [Size::new(0, 0), Size::new(0, 5), Size::new(5, 0)] {
            let mut grid = BitGrid::full(size);
            assert_eq!((grid.count(), grid.iter().count()), (0, 0));
            assert_eq!(grid.set(Point::ORIGIN, true), None);
            assert_eq!(grid.transposed().size().width(), size.height());
        }
    }
}
