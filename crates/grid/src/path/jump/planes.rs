//! Blocked cells and stops, a line of bits each.

use crate::bits::transpose_rows;
use crate::path::Steps;

/// One kind of line, rows or columns, with a margin of blocked cells on all
/// sides: cell `i` of line `j` is bit `i + 1` of line `j + 1`.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    stride: usize,
    blocked: Vec<u64>,
    /// Where a jump towards higher cells stops: blocked, or with a forced
    /// neighbour.
    ahead: Vec<u64>,
    /// The same towards lower cells.
    behind: Vec<u64>,
}

impl Planes {
    /// Becomes lines of blocked cells only; the stops are still to be found.
    pub fn block_all(&mut self, cells: usize, lines: usize) {
        self.stride = (cells + 2).div_ceil(64);
        self.blocked.clear();
        self.blocked.resize(self.stride * (lines + 2), u64::MAX);
    }

    /// Becomes the columns of some rows, of which there are so many, each with so
    /// many cells.
    pub fn turn(&mut self, rows: &Self, cells: usize, lines: usize) {
        self.stride = (lines + 2).div_ceil(64);
        self.blocked.clear();
        self.blocked.resize(rows.stride * 64 * self.stride, 0);
        transpose_rows(
            &rows.blocked,
            rows.stride,
            lines + 2,
            &mut self.blocked,
            self.stride,
        );
        self.blocked.truncate((cells + 2) * self.stride);
        // Beyond the lines all is blocked.
        let used = (lines + 2) % 64;
        if used != 0 {
            for line in self.blocked.chunks_exact_mut(self.stride) {
                line[self.stride - 1] |= u64::MAX << used;
            }
        }
    }

    /// A line of blocked cells.
    pub fn line(&self, line: usize) -> &[u64] {
        &self.blocked[line * self.stride..][..self.stride]
    }

    pub fn line_mut(&mut self, line: usize) -> &mut [u64] {
        &mut self.blocked[line * self.stride..][..self.stride]
    }

    pub fn lines(&self) -> usize {
        self.blocked.len() / self.stride
    }

    #[inline]
    pub fn is_blocked(&self, line: usize, at: usize) -> bool {
        self.blocked[line * self.stride + at / 64] >> (at % 64) & 1 == 1
    }

    pub fn set(&mut self, line: usize, at: usize, blocked: bool) {
        let word = &mut self.blocked[line * self.stride + at / 64];
        let mask = 1 << (at % 64);
        if blocked {
            *word |= mask;
        } else {
            *word &= !mask;
        }
    }

    /// Finds all stops.
    pub fn find_stops(&mut self, steps: Steps) {
        self.ahead.clone_from(&self.blocked);
        self.behind.clone_from(&self.blocked);
        for line in 1..self.lines() - 1 {
            self.find_stops_of(line, steps);
        }
    }

    /// Finds the stops of one line that is not on the margin.
    ///
    /// Where corners are cut, a cell has a forced neighbour beside its next one
    /// if a wall beside it ends there. Where they are not, it has one at its own
    /// side if a wall ended just before it.
    pub fn find_stops_of(&mut self, line: usize, steps: Steps) {
        let stride = self.stride;
        for word in 0..stride {
            let (mut ahead, mut behind) = (0, 0);
            for beside in [line - 1, line + 1] {
                let row = &self.blocked[beside * stride..][..stride];
                let walls = row[word];
                let next = row.get(word + 1).copied().unwrap_or(u64::MAX);
                let before = word.checked_sub(1).map_or(u64::MAX, |word| row[word]);
                let higher = walls >> 1 | next << 63;
                let lower = walls << 1 | before >> 63;
                if steps == Steps::Eight {
                    ahead |= walls & !higher;
                    behind |= walls & !lower;
                } else {
                    ahead |= lower & !walls;
                    behind |= higher & !walls;
                }
            }
            let place = line * stride + word;
            self.ahead[place] = self.blocked[place] | ahead;
            self.behind[place] = self.blocked[place] | behind;
        }
    }

    /// The first stop of a line after a place.
    #[inline]
    pub fn next_ahead(&self, line: usize, at: usize) -> usize {
        let line = &self.ahead[line * self.stride..][..self.stride];
        let from = at + 1;
        let mut word = from / 64;
        let mut bits = line[word] & u64::MAX << (from % 64);
        while bits == 0 {
            word += 1;
            bits = line[word];
        }
        word * 64 + bits.trailing_zeros() as usize
    }

    /// The first stop of a line before a place.
    #[inline]
    pub fn next_behind(&self, line: usize, at: usize) -> usize {
        let line = &self.behind[line * self.stride..][..self.stride];
        let from = at - 1;
        let mut word = from / 64;
        let mut bits = line[word] & u64::MAX >> (63 - from % 64);
        while bits == 0 {
            word -= 1;
            bits = line[word];
        }
        word * 64 + 63 - bits.leading_zeros() as usize
    }

    /// Three cells of a line, the middle one at this place: bit 0 is the one
    /// before it.
    #[inline]
    pub fn three(&self, line: usize, at: usize) -> u64 {
        let line = &self.blocked[line * self.stride..][..self.stride];
        let from = at - 1;
        let (word, shift) = (from / 64, from % 64);
        let mut bits = line[word] >> shift;
        if shift > 61 {
            bits |= line[word + 1] << (64 - shift);
        }
        bits & 7
    }
}
