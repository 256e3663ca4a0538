//! How much press there is for whom, counted as it comes: whoever looks at a table is
//! told so each time, and nobody reads all of it again for that.

use std::collections::{BTreeMap, BTreeSet};

use parlour_rules::Seat;

use crate::press::Press;
use crate::table::Identity;

/// Counts of a table's press. It holds numbers only, by who spoke and who may read.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How much was counted: the number of the last one.
    last: u64,
    all: BTreeMap<Seat, u64>,
    public: BTreeMap<Seat, u64>,
    private: BTreeMap<Identity, BTreeMap<Seat, u64>>,
}

impl Tally {
    /// The number from which on nothing was counted yet.
    pub fn next(&self) -> u64 {
        self.last + 1
    }

    /// Counts what was read, leaving out what somebody else has counted meanwhile.
    pub fn count(&mut self, page: &[Press]) {
        for Press { number, said } in page {
            if *number <= self.last {
                continue;
            }
            self.last = *number;
            *self.all.entry(said.from).or_default() += 1;
            if said.is_public() {
                *self.public.entry(said.from).or_default() += 1;
                continue;
            }
            for reader in said.readers.iter().collect::<BTreeSet<_>>() {
                let from = self.private.entry(reader.clone()).or_default();
                *from.entry(said.from).or_default() += 1;
            }
        }
    }

    /// How much a reader may read, without what these seats said.
    pub fn of(&self, reader: Option<&Identity>, open: bool, without: &[Seat]) -> u64 {
        let sum = |counts: &BTreeMap<Seat, u64>| -> u64 {
            let heard = counts.iter().filter(|(from, _)| !without.contains(from));
            heard.map(|(_, count)| count).sum()
        };
        if open {
            return sum(&self.all);
        }
        let private = reader.and_then(|reader| self.private.get(reader));
        sum(&self.public) + private.map_or(0, sum)
    }
}
