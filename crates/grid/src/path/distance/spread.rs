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

/// The memory of the queues, kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Queues {
    /// Where the spread begins, in order.
    pub beginnings: Vec<Entry>,
    straight: Vec<Entry>,
    diagonal: Vec<Entry>,
}

/// First in, first out, in borrowed memory.
struct Queue<'a> {
    /// Always one longer than all that is ever put in.
    entries: &'a mut [Entry],
    head: usize,
    tail: usize,
}

impl<'a> Queue<'a> {
    /// An empty queue with room for so many.
    fn new(memory: &'a mut Vec<Entry>, room: usize) -> Self {
        if memory.len() <= room {
            memory.resize(room + 1, 0);
        }
        Self {
            entries: memory,
            head: 0,
            tail: 0,
        }
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

    /// Lowers the cell at a place and puts it into the queue, if it is higher.
    /// Whether it is cannot be foreseen, so nothing branches on it: the entry is
    /// written anyway and counts or not.
    #[inline]
    fn lower(&mut self, cell: &mut u32, place: usize, height: u32) {
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
        let beginnings = &self.beginnings[..];
        let mut straight = Queue::new(&mut self.straight, cells.len());
        let mut diagonal = Queue::new(&mut self.diagonal, cells.len());
        let mut begun = 0;
        loop {
            let first = beginnings.get(begun).copied().unwrap_or(Entry::MAX);
            let (one, other) = (straight.front(), diagonal.front());
            let next = first.min(one).min(other);
            if next == Entry::MAX {
                return;
            }
            begun += usize::from(next == first);
            straight.head += usize::from(next == one);
            diagonal.head += usize::from(next == other);
            let (height, place) = ((next >> 32) as u32, next as u32 as usize);
            if cells[place] != height {
                continue;
            }
            let (north, south) = (place - stride, place + stride);
            let (above, rest) = cells[north - 1..].split_at_mut(stride);
            let (own, below) = rest.split_at_mut(stride);
            let ([nw, n, ne, ..], [w, _, e, ..], [sw, s, se, ..]) = (above, own, below) else {
                continue;
            };
            let total = height.saturating_add(rules.costs.straight);
            if total <= highest {
                straight.lower(n, north, total);
                straight.lower(e, place + 1, total);
                straight.lower(s, south, total);
                straight.lower(w, place - 1, total);
            }
            let total = height.saturating_add(rules.costs.diagonal);
            if !DIAGONAL || total > highest {
                continue;
            }
            let open = |cell: &u32| !NO_CUTTING || *cell != BLOCKED;
            let (up, right, down, left) = (open(n), open(e), open(s), open(w));
            if up && right {
                diagonal.lower(ne, north + 1, total);
            }
            if down && right {
                diagonal.lower(se, south + 1, total);
            }
            if down && left {
                diagonal.lower(sw, south - 1, total);
            }
            if up && left {
                diagonal.lower(nw, north - 1, total);
            }
        }
    }
}

/// The highest height that counts: nothing that was reached is
/// [`UNREACHED`].
pub(super) fn highest(lowest: u32, rules: &PathRules) -> u32 {
    lowest.saturating_add(rules.dearest()).min(UNREACHED - 1)
}
