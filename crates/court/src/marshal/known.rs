//! The ids of what each seat has done, as far as they are kept in memory. What is
//! forgotten here stands in the journal.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};

use parlour_rules::Seat;

/// How many ids are known for each seat.
const MOST: usize = 4096;

/// The newest ids of each seat. Of an id only a hash is kept, under a key that
/// nobody knows.
#[derive(Default)]
pub struct KnownIds {
    key: RandomState,
    seats: BTreeMap<Seat, Newest>,
}

#[derive(Default)]
struct Newest {
    hashes: HashSet<u64>,
    /// The oldest first.
    order: VecDeque<u64>,
}

impl KnownIds {
    /// Whether the seat's action is among the newest.
    pub fn has(&self, seat: Seat, id: &str) -> bool {
        let newest = self.seats.get(&seat);
        newest.is_some_and(|newest| newest.hashes.contains(&self.key.hash_one(id)))
    }

    /// Remembers an action; true if an older one had to be forgotten for it.
    pub fn remember(&mut self, seat: Seat, id: &str) -> bool {
        let hash = self.key.hash_one(id);
        let newest = self.seats.entry(seat).or_default();
        if !newest.hashes.insert(hash) {
            return false;
        }
        newest.order.push_back(hash);
        if newest.order.len() <= MOST {
            return false;
        }
        if let Some(oldest) = newest.order.pop_front() {
            newest.hashes.remove(&oldest);
        }
        true
    }

    /// Somebody else sits there now.
    pub fn forget(&mut self, seat: Seat) {
        self.seats.remove(&seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_ids_of_each_seat_are_known() {
        let mut known = KnownIds::default();
        let forgot = (0..MOST).any(|id| known.remember(Seat(0), &id.to_string()));
        assert!(!forgot && known.has(Seat(0), "0"));
        assert!(!known.remember(Seat(0), "0"), "once is enough");
        assert!(!known.has(Seat(1), "0"));
        assert!(known.remember(Seat(0), "one more"));
        assert!(!known.has(Seat(0), "0") && known.has(Seat(0), "1"));
        known.forget(Seat(0));
        assert!(!known.has(Seat(0), "1"));
    }
}
