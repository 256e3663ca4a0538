//! Whose turn it is: actors ordered by (tick, sequence).
//!
//! Whoever has the smallest next-action acts; of equals the one scheduled
//! longest ago. An actor that is scheduled anew, removed or changed leaves a
//! stale entry behind, which is recognised by its sequence number and skipped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One scheduled turn: tick, sequence, slot.
type Entry = Reverse<(i64, u64, u32)>;

/// The scheduled turns of one level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    heap: BinaryHeap<Entry>,
}

impl Queue {
    pub(crate) fn push(&mut self, tick: i64, sequence: u64, slot: u32) {
        self.heap.push(Reverse((tick, sequence, slot)));
    }

    /// The first turn that is still meant, without taking it.
    pub(crate) fn peek(&mut self, meant: impl Fn(u32, u64) -> bool) -> Option<(i64, u32)> {
        while let Some(&Reverse((tick, sequence, slot))) = self.heap.peek() {
            if meant(slot, sequence) {
                return Some((tick, slot));
            }
            self.heap.pop();
        }
        None
    }

    /// Puts the actor that [`peek`](Queue::peek) just answered at its next turn.
    pub(crate) fn reschedule_first(&mut self, tick: i64, sequence: u64, slot: u32) {
        if let Some(mut first) = self.heap.peek_mut()
            && first.0.2 == slot
        {
            *first = Reverse((tick, sequence, slot));
            return;
        }
        self.push(tick, sequence, slot);
    }

    pub(crate) fn len(&self) -> usize {
        self.heap.len()
    }
}
