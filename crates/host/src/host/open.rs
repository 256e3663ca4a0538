//! The tables that are in memory: as many as there is room for, and no longer than
//! somebody needs them.
//!
//! A table that nobody holds can always be fetched again, so it may leave at any
//! time. When there are too many, the one that was asked for longest ago leaves
//! first; what nobody has asked for during a while, and has no deadline near, leaves
//! anyway. Whoever watches a table holds it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::present::Table;
use crate::Time;
use crate::table::TableId;

/// How much may be in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// How many tables.
    pub tables: usize,
    /// How many bytes they may have together, as far as that can be told.
    pub bytes: u64,
}

impl Default for Space {
    fn default() -> Self {
        Self {
            tables: 256,
            bytes: 64 << 20,
        }
    }
}

/// The tables that are in memory.
#[derive(Default)]
pub(super) struct OpenTables {
    tables: BTreeMap<TableId, Arc<Table>>,
    pub space: Space,
    /// Counts how often tables were asked for.
    uses: u64,
    /// What it was when it was last looked who has gone.
    looked: u64,
}

impl OpenTables {
    pub fn get(&mut self, id: &TableId) -> Option<Arc<Table>> {
        let table = self.tables.get(id)?;
        self.uses += 1;
        table.used.store(self.uses, Ordering::Relaxed);
        Some(Arc::clone(table))
    }

    pub fn has(&self, id: &TableId) -> bool {
        self.tables.contains_key(id)
    }

    pub fn len(&self) -> usize {
        self.tables.len()
    }

    pub fn bytes(&self) -> u64 {
        let weights = self.tables.values();
        weights.map(|it| it.weight.load(Ordering::Relaxed)).sum()
    }

    /// Takes a table in, unless somebody else has meanwhile: there must be only one.
    pub fn take_in(&mut self, table: Table) -> Arc<Table> {
        let id = table.id.clone();
        self.uses += 1;
        table.used.store(self.uses, Ordering::Relaxed);
        let table = Arc::clone(self.tables.entry(id).or_insert_with(|| Arc::new(table)));
        self.make_room();
        table
    }

    pub fn remove(&mut self, id: &TableId) {
        self.tables.remove(id);
    }

    /// Those that somebody holds. Of the others it is not known any more whether they
    /// are up to date.
    pub fn held(&self) -> Vec<Arc<Table>> {
        let mut held = Vec::new();
        for table in self.tables.values() {
            if is_held(table) {
                held.push(Arc::clone(table));
            } else {
                table.unsure.store(true, Ordering::Relaxed);
            }
        }
        held
    }

    /// The one of this name, if somebody holds it; otherwise it is not known any more
    /// whether it is up to date.
    pub fn held_one(&self, id: &TableId) -> Option<Arc<Table>> {
        let table = self.tables.get(id)?;
        if !is_held(table) {
            table.unsure.store(true, Ordering::Relaxed);
            return None;
        }
        Some(Arc::clone(table))
    }

    /// Lets go of those that nobody holds, nobody has asked for since the last time,
    /// and whose deadlines are not before this moment.
    pub fn let_go(&mut self, soon: Time) {
        let before = std::mem::replace(&mut self.looked, self.uses);
        self.tables.retain(|_, table| {
            is_held(table)
                || table.used.load(Ordering::Relaxed) > before
                || table
                    .present()
                    .deadline
                    .as_ref()
                    .is_some_and(|it| it.strikes() < soon)
        });
    }

    /// Lets go of those that were asked for longest ago until the others have room.
    fn make_room(&mut self) {
        let mut bytes = self.bytes();
        while self.tables.len() > self.space.tables || bytes > self.space.bytes {
            let free = self.tables.values().filter(|it| !is_held(it));
            let Some(oldest) = free.min_by_key(|it| it.used.load(Ordering::Relaxed)) else {
                return;
            };
            bytes -= oldest.weight.load(Ordering::Relaxed).min(bytes);
            let id = oldest.id.clone();
            self.tables.remove(&id);
        }
    }
}

/// Whether anybody but the host itself has a table.
fn is_held(table: &Arc<Table>) -> bool {
    Arc::strong_count(table) > 1
}
