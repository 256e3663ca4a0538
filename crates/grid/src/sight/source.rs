//! Where the scan reads its rows: bits that are at hand, or words put together
//! from any map when they are first asked for.

use crate::{BitGrid, Grid, Point, Size};

/// A map that gives two of its rows laid over each other.
pub(crate) trait Source {
    fn size(&self) -> Size;

    /// Whether a cell is on the map and free.
    fn is_free(&self, cell: Point) -> bool;

    /// The rows `near` and `far`, both of the map.
    fn pair(&mut self, near: i32, far: i32) -> impl Pair;
}

/// Two rows laid over each other.
pub(crate) trait Pair {
    /// The cells of a word that are blocked in either row.
    fn word(&mut self, index: usize) -> u64;
}

impl Source for &BitGrid {
    fn size(&self) -> Size {
        BitGrid::size(self)
    }

    fn is_free(&self, cell: Point) -> bool {
        self.get(cell) == Some(false)
    }

    fn pair(&mut self, near: i32, far: i32) -> impl Pair {
        (self.row(near), self.row(far))
    }
}

impl Pair for (&[u64], &[u64]) {
    #[inline]
    fn word(&mut self, index: usize) -> u64 {
        self.0[index] | self.1[index]
    }
}

/// Words of a map that were read since the last beginning.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadWords {
    words: Vec<u64>,
    /// For each word: since which beginning it is known.
    stamps: Vec<u32>,
    stamp: u32,
    stride: usize,
}

impl ReadWords {
    /// Forgets everything: the map may have changed.
    pub fn begin<'a, G: Grid>(&'a mut self, map: &'a G) -> AnyMap<'a, G> {
        self.stride = map.size().width().div_ceil(64) as usize;
        let count = self.stride * map.size().height() as usize;
        if self.stamps.len() < count {
            self.stamps.resize(count, 0);
            self.words.resize(count, 0);
        }
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        AnyMap { read: self, map }
    }
}

/// Any map, read 64 cells at a time and only once.
#[derive(Debug)]
pub(crate) struct AnyMap<'a, G> {
    read: &'a mut ReadWords,
    map: &'a G,
}

impl<G: Grid> AnyMap<'_, G> {
    #[inline]
    fn word(&mut self, y: i32, index: usize) -> u64 {
        let at = y as usize * self.read.stride + index;
        if self.read.stamps[at] != self.read.stamp {
            self.read.stamps[at] = self.read.stamp;
            self.read.words[at] = self.read_word(y, index);
        }
        self.read.words[at]
    }

    fn read_word(&self, y: i32, index: usize) -> u64 {
        let first = index as i32 * 64;
        let count = (self.map.size().width() as i32 - first).min(64);
        (0..count).fold(0, |word, bit| {
            word | u64::from(self.map.holds(Point::new(first + bit, y))) << bit
        })
    }
}

impl<G: Grid> Source for AnyMap<'_, G> {
    fn size(&self) -> Size {
        self.map.size()
    }

    fn is_free(&self, cell: Point) -> bool {
        self.map.size().contains(cell) && !self.map.holds(cell)
    }

    fn pair(&mut self, near: i32, far: i32) -> impl Pair {
        TwoRows {
            map: self,
            near,
            far,
        }
    }
}

struct TwoRows<'a, 'b, G> {
    map: &'a mut AnyMap<'b, G>,
    near: i32,
    far: i32,
}

impl<G: Grid> Pair for TwoRows<'_, '_, G> {
    #[inline]
    fn word(&mut self, index: usize) -> u64 {
        self.map.word(self.near, index) | self.map.word(self.far, index)
    }
}
