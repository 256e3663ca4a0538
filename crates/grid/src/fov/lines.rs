//! Lines of bits: one word, many words, and tiles turned on their side.

use super::scan::Lines;
use super::tiles::Tiles;
use crate::BitGrid;

/// The bits from `from` to `to`, both included; the caller sees to the order.
#[inline]
pub(super) fn mask(from: i32, to: i32) -> u64 {
    u64::MAX << from & u64::MAX >> (63 - to)
}

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
    fn next_opaque(&self, from: i32, to: i32) -> Option<i32> {
        first_one(self.word, from, to)
    }

    #[inline]
    fn next_open(&self, from: i32, to: i32) -> Option<i32> {
        first_one(!self.word, from, to)
    }

    #[inline]
    fn see(&mut self, from: i32, to: i32) {
        if from <= to {
            self.seen[self.line] |= mask(from, to) & !self.word;
        }
    }
}

#[inline]
fn first_one(word: u64, from: i32, to: i32) -> Option<i32> {
    if from > to {
        return None;
    }
    let bits = word & mask(from, to);
    (bits != 0).then(|| bits.trailing_zeros() as i32)
}

/// The first wanted cell over several words, each given by its index.
fn find(from: i32, to: i32, word: impl Fn(usize) -> u64) -> Option<i32> {
    if from > to {
        return None;
    }
    let (mut index, end) = (from as usize / 64, to as usize / 64);
    let mut bits = word(index) & u64::MAX << (from % 64);
    while bits == 0 {
        if index == end {
            return None;
        }
        index += 1;
        bits = word(index);
    }
    let cell = index as i32 * 64 + bits.trailing_zeros() as i32;
    (cell <= to).then_some(cell)
}

/// Calls for each word that cells from `from` to `to` lie in, with their mask.
fn for_each_word(from: i32, to: i32, mut each: impl FnMut(usize, u64)) {
    if from > to {
        return;
    }
    let (first, last) = (from as usize / 64, to as usize / 64);
    for index in first..=last {
        let low = if index == first { from % 64 } else { 0 };
        let high = if index == last { to % 64 } else { 63 };
        each(index, mask(low, high));
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

    fn next_opaque(&self, from: i32, to: i32) -> Option<i32> {
        find(from, to, |index| self.row[index])
    }

    fn next_open(&self, from: i32, to: i32) -> Option<i32> {
        find(from, to, |index| !self.row[index])
    }

    fn see(&mut self, from: i32, to: i32) {
        let seen = &mut self.seen[self.line * self.stride..][..self.stride];
        let row = self.row;
        for_each_word(from, to, |index, mask| seen[index] |= mask & !row[index]);
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

    fn next_opaque(&self, from: i32, to: i32) -> Option<i32> {
        find(from, to, |index| self.tiles.opaque(self.line, index))
    }

    fn next_open(&self, from: i32, to: i32) -> Option<i32> {
        find(from, to, |index| !self.tiles.opaque(self.line, index))
    }

    fn see(&mut self, from: i32, to: i32) {
        let line = self.line;
        for_each_word(from, to, |index, mask| {
            let opaque = self.tiles.opaque(line, index);
            self.tiles.see(line, index, mask & !opaque);
        });
    }
}
