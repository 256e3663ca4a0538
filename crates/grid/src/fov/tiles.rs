//! Squares of 64 by 64 cells turned on their side, so that a column of the map
//! is bits of one word too.

use std::ops::Range;

use crate::BitGrid;
use crate::bits::transpose;

/// 64 rows of one column.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    opaque: u64,
    seen: u64,
}

/// The tiles of a window of a map. A tile is turned when it is first needed; the
/// others are never touched.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// For each tile: which call it was made ready in.
    stamps: Vec<u32>,
    stamp: u32,
    /// The columns of each, 64 a tile.
    columns: Vec<Column>,
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
            self.columns.resize(count * 64, Column::default());
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

    /// Where 64 rows of a column are kept; the tile is made ready.
    #[inline]
    pub fn ready(&mut self, map: &BitGrid, column: usize, down: usize) -> usize {
        let tile = down * self.across + column / 64;
        if self.stamps[tile] != self.stamp {
            self.turn(map, column / 64, down, tile);
        }
        tile * 64 + column % 64
    }

    #[inline(never)]
    fn turn(&mut self, map: &BitGrid, word: usize, down: usize, tile: usize) {
        self.stamps[tile] = self.stamp;
        self.ready.push(tile);
        let mut square = [0; 64];
        let first = self.first_row + down as i32 * 64;
        for (row, y) in square.iter_mut().take(self.rows - down * 64).zip(first..) {
            *row = map.row(y)[self.first_word + word];
        }
        transpose(&mut square);
        let columns = &mut self.columns[tile * 64..][..64];
        for (column, opaque) in columns.iter_mut().zip(square) {
            *column = Column { opaque, seen: 0 };
        }
    }

    /// The opaque cells of a column, 64 rows at a time.
    #[inline]
    pub fn opaque(&self, place: usize) -> u64 {
        self.columns[place].opaque
    }

    /// Sees cells of a column.
    #[inline]
    pub fn see(&mut self, place: usize, cells: u64) {
        self.columns[place].seen |= cells;
    }

    /// Turns what was seen back and puts it into the window's rows. Says which
    /// rows may have got something.
    pub fn put_into(&mut self, rows: &mut [u64]) -> Range<usize> {
        let (mut top, mut bottom) = (usize::MAX, 0);
        for &tile in &self.ready {
            let mut square = [0; 64];
            let columns = &self.columns[tile * 64..][..64];
            for (row, column) in square.iter_mut().zip(columns) {
                *row = column.seen;
            }
            transpose(&mut square);
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
