//! What is still to be told.

use std::collections::BTreeMap;

use parlour_rules::Viewer;

use super::Shelf;
use crate::Time;
use crate::journal::{Letter, NewLetter, Reader, Sorted};
use crate::table::TableId;

impl Shelf {
    /// Ids of letters up to this have been given.
    #[cfg(feature = "file")]
    pub fn letters_were(&mut self, last: u64) {
        self.last_letter = self.last_letter.max(last);
    }

    /// The id that was given to a letter last.
    #[cfg(feature = "file")]
    pub fn last_letter(&self) -> u64 {
        self.last_letter
    }

    /// Those of these letters that are still here, by table.
    #[cfg(feature = "file")]
    pub fn letters_by_table(&self, letters: &[u64]) -> BTreeMap<TableId, Vec<u64>> {
        let mut tables: BTreeMap<TableId, Vec<u64>> = BTreeMap::new();
        for letter in letters.iter().filter_map(|id| self.letters.get(id)) {
            let table = letter.table.clone();
            tables.entry(table).or_default().push(letter.id);
        }
        tables
    }

    pub fn letters(&self, after: u64, at_most: u32) -> Vec<Letter> {
        let later = self.letters.range(after + 1..).map(|(_, letter)| letter);
        later.take(at_most as usize).cloned().collect()
    }

    pub fn delivered(&mut self, letters: &[u64]) {
        for id in letters {
            self.letters.remove(id);
        }
    }

    pub fn letters_each(&self, after: Option<&Reader>, readers: u32, each: u32) -> Vec<Letter> {
        let name = |table: &TableId, viewer: Viewer| (table.clone(), format!("{viewer:?}"));
        let after = after.map(|it| name(&it.table, it.viewer));
        let mut waiting: BTreeMap<(TableId, String), Vec<&Letter>> = BTreeMap::new();
        for letter in self.letters.values() {
            let reader = name(&letter.table, letter.to);
            if after.as_ref().is_none_or(|after| reader > *after) {
                waiting.entry(reader).or_default().push(letter);
            }
        }
        let some = waiting.into_values().take(readers as usize);
        let oldest = some.flat_map(|letters| letters.into_iter().take(each as usize));
        oldest.cloned().collect()
    }

    pub fn sort_letters(&mut self, sorted: Vec<Sorted>, time: Time) {
        for Sorted { letter, notes } in sorted {
            if self.letters.remove(&letter).is_some() {
                self.pigeonholes.keep(notes, time);
            }
        }
    }

    /// The letters that have waited since before a moment.
    pub fn old_letters(&self, before: Time) -> Vec<u64> {
        let old = |letter: &&Letter| letter.time > Time(0) && letter.time < before;
        let old = self.letters.values().filter(old);
        old.map(|letter| letter.id).collect()
    }

    pub(super) fn post(&mut self, table: &TableId, seq: u64, letters: Vec<NewLetter>, time: Time) {
        for new in letters {
            self.last_letter += 1;
            let letter = Letter {
                id: self.last_letter,
                table: table.clone(),
                seq,
                to: new.to,
                told: new.told,
                time,
            };
            self.letters.insert(letter.id, letter);
        }
    }
}
