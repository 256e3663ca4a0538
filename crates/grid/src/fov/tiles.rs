//! Squares of 64 by 64 cells turned on their side, so that a column of the map
//! is bits of one word too.

use std::ops::Range;

use crate::BitGrid;
use crate::bits::transpose;

/// The tiles of a window of a map. A tile is turned when it is first needed; the
/// others are never touched.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// For each tile: which call it was made ready in.
    stamps: Vec<u32>,
    stamp: u32,
    opaque: Vec<[u64; 64]>,
    seen: Vec<[u64; 64]>,
    ready: Vec<usize>,
    /// How many tiles lie side by side, and the word and row of the map where
    /// the first begins.
    across: usize,
    first_word: usize,
    first_row: i32,
    rows: usize,
}

impl Tiles {
    /// Forgets all tiles; the window has so many words in a row, and so many rows.
    pub fn begin(&mut self, first_word: usize, words: usize, first_row: i32, rows: usize) {
        let count = words * rows.div_ceil(64);
        if self.stamps.len() < count {
            self.stamps.resize(count, 0);
            self.opaque.resize(count, [0; 64]);
            self.seen.resize(count, [0; 64]);
        }
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.ready.clear();
        self.across = words;
        self.first_word = first_word;
        self.first_row = first_row;
        self.rows = rows;
    }

    /// Makes the tile ready that holds these 64 columns and these 64 rows.
    #[inline]
    pub fn ready(&mut self, map: &BitGrid, word: usize, down: usize) {
        let tile = down * self.across + word;
        if self.stamps[tile] != self.stamp {
            self.turn(map, word, down, tile);
        }
    }

    fn turn(&mut self, map: &BitGrid, word: usize, down: usize, tile: usize) {
        self.stamps[tile] = self.stamp;
        self.ready.push(tile);
        self.seen[tile] = [0; 64];
        let square = &mut self.opaque[tile];
        *square = [0; 64];
        let first = self.first_row + down as i32 * 64;
        for (row, y) in square.iter_mut().take(self.rows - down * 64).zip(first..) {
            *row = map.row(y)[self.first_word + word];
        }
        transpose(square);
    }

    /// The opaque cells of a column, 64 rows at a time.
    #[inline]
    pub fn opaque(&self, column: usize, down: usize) -> u64 {
        self.opaque[down * self.across + column / 64][column % 64]
    }

    /// Sees cells of a column.
    #[inline]
    pub fn see(&mut self, column: usize, down: usize, cells: u64) {
        self.seen[down * self.across + column / 64][column % 64] |= cells;
    }

    /// Turns what was seen back and puts it into the window's rows. Says which
    /// rows may have got something.
    pub fn put_into(&mut self, rows: &mut [u64]) -> Range<usize> {
        let (mut top, mut bottom) = (usize::MAX, 0);
        for &tile in &self.ready {
            let square = &mut self.seen[tile];
            transpose(square);
            let (word, down) = (tile % self.across, tile / self.across);
            top = top.min(down * 64);
            bottom = bottom.max(down * 64 + 64);
            let rows = rows[word..].chunks_mut(self.across).skip(down * 64);
            for (row, bits) in rows.zip(square.iter()) {
                row[0] |= bits;
            }
        }
        top..bottom
    }
}
