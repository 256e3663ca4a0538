//! Dijkstra's algorithm for two costs of a step.
//!
//! Cells are settled in the order of their distance. So whatever is put off by a
//! straight step comes in that order too, and likewise by a diagonal one: two
//! plain queues and a list of beginnings, each in order by itself, take the place
//! of a heap. The next cell is the least of the three at the front. No queue holds
//! a cell twice, so their memory is bounded by the map.

use super::heights::{BLOCKED, Heights, UNREACHED};
use crate::path::{PathRules, Steps};

/// A cell to be settled: its height in the upper half, its place in the lower, so
/// that the least is the lowest.
pub(super) type Entry = u64;

/// The queues, kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Queues {
    /// Where the spread begins, in order.
    pub beginnings: Vec<Entry>,
    straight: Queue,
    diagonal: Queue,
}

/// First in, first out.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Always one longer than all that is ever put in.
    entries: Vec<Entry>,
    head: usize,
    tail: usize,
}

impl Queue {
    /// Empties the queue and makes room.
    fn begin(&mut self, room: usize) {
        if self.entries.len() <= room {
            self.entries.resize(room + 1, 0);
        }
        self.head = 0;
        self.tail = 0;
    }

    /// The entry at the front, or one that is after all others.
    #[inline]
    fn front(&self) -> Entry {
        if self.head < self.tail {
            self.entries[self.head]
        } else {
            Entry::MAX
        }
    }

    /// Lowers a cell and puts it into the queue, if it is higher. Whether it is
    /// cannot be foreseen, so nothing branches on it: the entry is written anyway
    /// and counts or not.
    #[inline]
    fn lower(&mut self, cells: &mut [u32], place: usize, height: u32) {
        let cell = &mut cells[place];
        let counts = height < *cell;
        *cell = height.min(*cell);
        self.entries[self.tail] = entry(height, place);
        self.tail += usize::from(counts);
    }
}

/// The entry for a place at a height.
pub(super) fn entry(height: u32, place: usize) -> Entry {
    u64::from(height) << 32 | place as u64
}

impl Queues {
    /// Lowers every height to what the cheapest way to a beginning makes it.
    pub fn spread(&mut self, heights: &mut Heights, rules: &PathRules, highest: u32) {
        match rules.steps {
            Steps::Four => self.run::<false, false>(heights, rules, highest),
            Steps::Eight => self.run::<true, false>(heights, rules, highest),
            Steps::EightNoCutting => self.run::<true, true>(heights, rules, highest),
        }
    }

    fn run<const DIAGONAL: bool, const NO_CUTTING: bool>(
        &mut self,
        heights: &mut Heights,
        rules: &PathRules,
        highest: u32,
    ) {
        let stride = heights.stride();
        let cells = heights.cells_mut();
        self.straight.begin(cells.len());
        self.diagonal.begin(if DIAGONAL { cells.len() } else { 0 });
        let mut begun = 0;
        loop {
            let first = self.beginnings.get(begun).copied().unwrap_or(Entry::MAX);
            let (one, other) = (self.straight.front(), self.diagonal.front());
            let next = first.min(one).min(other);
            if next == Entry::MAX {
                return;
            }
            begun += usize::from(next == first);
            self.straight.head += usize::from(next == one);
            self.diagonal.head += usize::from(next == other);
            let (height, place) = ((next >> 32) as u32, next as u32 as usize);
            if cells[place] != height {
                continue;
            }
            let (north, south) = (place - stride, place + stride);
            let total = height.saturating_add(rules.costs.straight);
            if total <= highest {
                for near in [north, place + 1, south, place - 1] {
                    self.straight.lower(cells, near, total);
                }
            }
            let total = height.saturating_add(rules.costs.diagonal);
            if !DIAGONAL || total > highest {
                continue;
            }
            let corners = [
                (north + 1, north, place + 1),
                (south + 1, south, place + 1),
                (south - 1, south, place - 1),
                (north - 1, north, place - 1),
            ];
            for (near, one, other) in corners {
                if !NO_CUTTING || (cells[one] != BLOCKED && cells[other] != BLOCKED) {
                    self.diagonal.lower(cells, near, total);
                }
            }
        }
    }
}

/// The highest height that counts: nothing that was reached is
/// [`UNREACHED`].
pub(super) fn highest(lowest: u32, rules: &PathRules) -> u32 {
    lowest.saturating_add(rules.dearest()).min(UNREACHED - 1)
}
