//! Lines of bits: one word, many words, and tiles turned on their side.

use super::scan::Lines;
use super::tiles::Tiles;
use crate::BitGrid;

/// Lines of at most 64 cells, a word each.
pub(super) struct OneWord<'a> {
    pub opaque: &'a [u64],
    pub seen: &'a mut [u64],
    pub line: usize,
    pub word: u64,
}

impl<'a> OneWord<'a> {
    pub fn new(opaque: &'a [u64], seen: &'a mut [u64]) -> Self {
        Self {
            opaque,
            seen,
            line: 0,
            word: 0,
        }
    }
}

impl Lines for OneWord<'_> {
    #[inline]
    fn enter(&mut self, line: usize, _: i32, _: i32) {
        self.line = line;
        self.word = self.opaque[line];
    }

    #[inline]
    fn opaque(&self, _: usize) -> u64 {
        self.word
    }

    #[inline]
    fn see(&mut self, _: usize, cells: u64) {
        self.seen[self.line] |= cells;
    }
}

/// The rows of a map of any width, from some word and row of it on.
pub(super) struct Rows<'a> {
    opaque: &'a BitGrid,
    first_word: usize,
    first_row: i32,
    seen: &'a mut [u64],
    stride: usize,
    row: &'a [u64],
    line: usize,
}

impl<'a> Rows<'a> {
    pub fn new(
        opaque: &'a BitGrid,
        first_word: usize,
        first_row: i32,
        seen: &'a mut [u64],
        stride: usize,
    ) -> Self {
        Self {
            opaque,
            first_word,
            first_row,
            seen,
            stride,
            row: &[],
            line: 0,
        }
    }
}

impl Lines for Rows<'_> {
    fn enter(&mut self, line: usize, _: i32, _: i32) {
        self.line = line;
        self.row = &self.opaque.row(self.first_row + line as i32)[self.first_word..];
    }

    #[inline]
    fn opaque(&self, word: usize) -> u64 {
        self.row[word]
    }

    #[inline]
    fn see(&mut self, word: usize, cells: u64) {
        self.seen[self.line * self.stride + word] |= cells;
    }
}

/// The columns of a map of any size, as tiles that are turned on their side when
/// they are first needed.
pub(super) struct Columns<'a> {
    pub tiles: &'a mut Tiles,
    pub opaque: &'a BitGrid,
    pub line: usize,
}

impl Lines for Columns<'_> {
    fn enter(&mut self, line: usize, from: i32, to: i32) {
        self.line = line;
        if from <= to {
            for across in from as usize / 64..=to as usize / 64 {
                self.tiles.ready(self.opaque, line / 64, across);
            }
        }
    }

    #[inline]
    fn opaque(&self, word: usize) -> u64 {
        self.tiles.opaque(self.line, word)
    }

    #[inline]
    fn see(&mut self, word: usize, cells: u64) {
        self.tiles.see(self.line, word, cells);
    }
}
