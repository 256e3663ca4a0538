//! Squares of 64 by 64 cells, of which some are known.

use std::ops::Range;

use crate::bits::{ones, transpose};

/// Which lines the words of a square are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    #[default]
    Rows,
    Columns,
}

/// 64 cells of one line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    /// The cells that were asked for.
    pub known: u64,
    /// Those of them that are opaque.
    pub opaque: u64,
    pub seen: u64,
}

/// The squares of a window. One is cleared when it is first needed in a call;
/// the others are never touched.
#[derive(Clone, Debug, Default)]
pub(super) struct Squares {
    way: Way,
    /// How many squares lie side by side.
    across: usize,
    /// For each square: which call it was made ready in.
    stamps: Vec<u32>,
    stamp: u32,
    /// The lines of each, 64 a square.
    lines: Vec<Line>,
    ready: Vec<usize>,
}

impl Squares {
    /// Forgets all squares; the window has so many words in a row, and so many
    /// rows.
    pub fn begin(&mut self, way: Way, words: usize, rows: usize) {
        let count = words * rows.div_ceil(64);
        if self.stamps.len() < count {
            self.stamps.resize(count, 0);
            self.lines.resize(count * 64, Line::default());
        }
        if self.ready.capacity() < count {
            self.ready.clear();
            self.ready.reserve(count);
        }
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.ready.clear();
        self.across = words;
        self.way = way;
    }

    /// Where a word of a line is kept.
    #[inline]
    pub fn place(&self, line: usize, word: usize) -> usize {
        let square = match self.way {
            Way::Rows => line / 64 * self.across + word,
            Way::Columns => word * self.across + line / 64,
        };
        square * 64 + line % 64
    }

    /// A word kept at a place, made ready.
    #[inline]
    pub fn line(&mut self, place: usize) -> &mut Line {
        self.make_ready(place / 64);
        &mut self.lines[place]
    }

    /// A word that is ready.
    #[inline]
    pub fn at_mut(&mut self, place: usize) -> &mut Line {
        &mut self.lines[place]
    }

    #[inline]
    fn make_ready(&mut self, square: usize) {
        if self.stamps[square] != self.stamp {
            self.stamps[square] = self.stamp;
            self.ready.push(square);
            self.lines[square * 64..][..64].fill(Line::default());
        }
    }

    /// The opaque ones among some cells of a word; those not known are asked for.
    pub fn learn(
        &mut self,
        line: usize,
        word: usize,
        cells: u64,
        mut read: impl FnMut(i32) -> bool,
    ) -> u64 {
        let line = self.line(self.place(line, word));
        let missing = cells & !line.known;
        for at in ones(missing) {
            line.opaque |= u64::from(read((word << 6) as i32 + at as i32)) << at;
        }
        line.known |= missing;
        line.opaque & cells
    }

    /// Takes over, turned on its side, what the squares of columns hold.
    pub fn take_over(&mut self, columns: &Self) {
        for &square in &columns.ready {
            self.make_ready(square);
            let (from, to) = (
                &columns.lines[square * 64..][..64],
                &mut self.lines[square * 64..][..64],
            );
            let known = turned(from, |line| line.known);
            let opaque = turned(from, |line| line.opaque);
            let seen = turned(from, |line| line.seen);
            for (index, line) in to.iter_mut().enumerate() {
                *line = Line {
                    known: known[index],
                    opaque: opaque[index],
                    seen: seen[index],
                };
            }
        }
    }

    /// Puts what was seen into the window's rows. Says which rows may have got
    /// something.
    pub fn put_into(&self, rows: &mut [u64]) -> Range<usize> {
        let (mut top, mut bottom) = (usize::MAX, 0);
        for &square in &self.ready {
            let (word, down) = (square % self.across, square / self.across);
            top = top.min(down * 64);
            bottom = bottom.max(down * 64 + 64);
            let rows = rows[word..].chunks_mut(self.across).skip(down * 64);
            for (row, line) in rows.zip(&self.lines[square * 64..][..64]) {
                row[0] = line.seen;
            }
        }
        top..bottom
    }
}

fn turned(square: &[Line], part: impl Fn(&Line) -> u64) -> [u64; 64] {
    let mut bits = [0; 64];
    for (to, line) in bits.iter_mut().zip(square) {
        *to = part(line);
    }
    transpose(&mut bits);
    bits
}
