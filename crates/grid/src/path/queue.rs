//! The open list: a queue for keys that never fall below the last one taken.
//!
//! Four levels of 256 buckets, one level per byte of the key. A key that differs
//! from the last one taken in its highest byte waits on the highest level, and so
//! on down; only the lowest level is ever taken from, and a bucket of a higher
//! level is dealt out to the lower ones when its turn comes. So a key moves at
//! most three times, whatever the costs, and starting anew clears 16 words.
//!
//! Among equal keys the last one put is taken first, unless both waited on a
//! higher level, where dealing out may turn them round; the order is always the
//! same for the same calls.

/// The end of a chain.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    id: u32,
    next: u32,
}

/// The queue. Entries live in one growing array that is kept between searches.
#[derive(Clone, Debug)]
pub(crate) struct MonotoneQueue {
    entries: Vec<Entry>,
    heads: Vec<u32>,
    /// Which buckets are not empty: 256 bits for each of the four levels.
    filled: [[u64; 4]; 4],
    last: u32,
}

impl Default for MonotoneQueue {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            heads: vec![NONE; 4 * 256],
            filled: [[0; 4]; 4],
            last: 0,
        }
    }
}

impl MonotoneQueue {
    /// Empties the queue; the next keys may start anywhere.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.filled = [[0; 4]; 4];
        self.last = 0;
    }

    /// Puts an id under a key that is not less than the last key taken.
    pub fn push(&mut self, key: u32, id: u32) {
        debug_assert!(key >= self.last, "keys never fall");
        let entry = self.entries.len() as u32;
        self.entries.push(Entry {
            key,
            id,
            next: NONE,
        });
        self.chain(entry);
    }

    /// Takes the id with the least key.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            if let Some(bucket) = next_filled(&self.filled[0], self.last & 255) {
                let head = self.heads[bucket as usize];
                let Entry { key, id, next } = self.entries[head as usize];
                self.heads[bucket as usize] = next;
                if next == NONE {
                    self.filled[0][bucket as usize / 64] &= !(1 << (bucket % 64));
                }
                self.last = key;
                return Some((key, id));
            }
            let level = (1..4).find(|&level| self.filled[level] != [0; 4])?;
            let bucket = next_filled(&self.filled[level], 0)?;
            self.deal_out(level, bucket);
        }
    }

    /// Hangs an entry into the bucket where it belongs as of now.
    fn chain(&mut self, entry: u32) {
        let key = self.entries[entry as usize].key;
        let differing = key ^ self.last;
        let level = (differing | 1).ilog2() / 8;
        let bucket = key >> (8 * level) & 255;
        let head = &mut self.heads[(level * 256 + bucket) as usize];
        let filled = &mut self.filled[level as usize][bucket as usize / 64];
        let mask = 1 << (bucket % 64);
        self.entries[entry as usize].next = if *filled & mask == 0 { NONE } else { *head };
        *head = entry;
        *filled |= mask;
    }

    /// Moves the entries of a bucket to lower levels.
    fn deal_out(&mut self, level: usize, bucket: u32) {
        let mut chain = self.heads[level * 256 + bucket as usize];
        self.filled[level][bucket as usize / 64] &= !(1 << (bucket % 64));
        // All keys of the bucket share the bytes from this level up.
        let shift = 8 * level as u32;
        let key = self.entries[chain as usize].key;
        self.last = key >> shift << shift;
        while chain != NONE {
            let next = self.entries[chain as usize].next;
            self.chain(chain);
            chain = next;
        }
    }
}

/// The first filled bucket at or after `from`.
fn next_filled(filled: &[u64; 4], from: u32) -> Option<u32> {
    let mut index = from as usize / 64;
    let mut word = filled[index] & (u64::MAX << (from % 64));
    loop {
        if word != 0 {
            return Some(index as u32 * 64 + word.trailing_zeros());
        }
        index += 1;
        word = *filled.get(index)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_out_in_order_whatever_their_size() {
        let mut queue = MonotoneQueue::default();
        for spread in [3_u64, 300, 70_000, 20_000_000, 4_000_000_000] {
            queue.clear();
            let mut held = Vec::new();
            let mut state = spread;
            let mut last = 0_u64;
            for turn in 0..4000_u32 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let key = (last + (state >> 33) % spread).min(u64::from(u32::MAX)) as u32;
                queue.push(key, turn);
                held.push(key);
                if turn % 3 == 2 {
                    let (taken, _) = queue.pop().unwrap();
                    let least = *held.iter().min().unwrap();
                    assert_eq!(taken, least);
                    held.remove(held.iter().position(|&key| key == least).unwrap());
                    last = u64::from(taken);
                }
            }
            held.sort_unstable();
            for key in held {
                assert_eq!(queue.pop().unwrap().0, key);
            }
            assert_eq!(queue.pop(), None);
        }
    }

    #[test]
    fn of_equal_keys_the_last_put_is_taken_first() {
        let mut queue = MonotoneQueue::default();
        for id in 0..5 {
            queue.push(7, id);
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop())
            .map(|(_, id)| id)
            .collect();
        assert_eq!(order, [4, 3, 2, 1, 0]);
    }
}
