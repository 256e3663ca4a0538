//! Lines of bits: one word, many words, and tiles turned on their side.

use super::scan::Lines;
use super::tiles::Tiles;
use crate::BitGrid;

/// Lines of at most 64 cells, a word each.
pub(super) struct OneWord<'a> {
    opaque: &'a [u64],
    seen: &'a mut [u64],
    line: usize,
}

impl<'a> OneWord<'a> {
    pub fn new(opaque: &'a [u64], seen: &'a mut [u64]) -> Self {
        Self {
            opaque,
            seen,
            line: 0,
        }
    }
}

impl Lines for OneWord<'_> {
    #[inline]
    fn go(&mut self, line: usize, _: usize, _: u64) -> u64 {
        self.line = line;
        self.opaque[line]
    }

    #[inline]
    fn see(&mut self, cells: u64) {
        self.seen[self.line] |= cells;
    }
}

/// The rows of a map of any width, from some word and row of it on.
pub(super) struct Rows<'a> {
    /// The map's words from there on, and how many a row has.
    opaque: &'a [u64],
    map_stride: usize,
    seen: &'a mut [u64],
    stride: usize,
    place: usize,
}

impl<'a> Rows<'a> {
    pub fn new(
        opaque: &'a BitGrid,
        first_word: usize,
        first_row: i32,
        seen: &'a mut [u64],
        stride: usize,
    ) -> Self {
        let (words, map_stride) = opaque.words();
        Self {
            opaque: &words[first_row as usize * map_stride + first_word..],
            map_stride,
            seen,
            stride,
            place: 0,
        }
    }
}

impl Lines for Rows<'_> {
    #[inline]
    fn go(&mut self, line: usize, word: usize, _: u64) -> u64 {
        self.place = line * self.stride + word;
        self.opaque[line * self.map_stride + word]
    }

    #[inline]
    fn see(&mut self, cells: u64) {
        self.seen[self.place] |= cells;
    }
}

/// The columns of a map of any size, as tiles that are turned on their side when
/// they are first needed.
pub(super) struct Columns<'a> {
    tiles: &'a mut Tiles,
    opaque: &'a BitGrid,
    place: usize,
}

impl<'a> Columns<'a> {
    pub fn new(tiles: &'a mut Tiles, opaque: &'a BitGrid) -> Self {
        Self {
            tiles,
            opaque,
            place: 0,
        }
    }
}

impl Lines for Columns<'_> {
    #[inline]
    fn go(&mut self, line: usize, word: usize, _: u64) -> u64 {
        self.place = self.tiles.ready(self.opaque, line, word);
        self.tiles.opaque(self.place)
    }

    #[inline]
    fn see(&mut self, cells: u64) {
        self.tiles.see(self.place, cells);
    }
}
