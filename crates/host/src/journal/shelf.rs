//! Tables in memory: what the memory journal is, and what the file journal keeps
//! beside its files.

mod cards;
mod claims;
mod folder;
mod letters;
mod passes;
mod press;

use std::collections::{BTreeMap, BTreeSet};

use super::pigeonholes::Pigeonholes;
use super::{Amend, Append, Appended, Change, Kept, Letter, MessageId, NewLog, Snapshot, Standing};
use crate::Time;
use crate::deadline::Deadline;
use crate::log::Stored;
use crate::table::{Identity, TableId};
pub(super) use folder::Folder;

/// All tables.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    tables: BTreeMap<TableId, Folder>,
    keys: BTreeMap<String, BTreeSet<TableId>>,
    deadlines: BTreeSet<(Time, TableId)>,
    letters: BTreeMap<u64, Letter>,
    last_letter: u64,
    leases: BTreeMap<String, (String, Time)>,
    pub pigeonholes: Pigeonholes,
    pub passes: passes::Passes,
    /// Counts changes, to tell those of one millisecond apart.
    changes: u64,
}

impl Shelf {
    pub fn has(&self, table: &TableId) -> bool {
        self.tables.contains_key(table)
    }

    pub fn create(&mut self, new: NewLog) -> bool {
        if self.has(&new.id) {
            return false;
        }
        let hash = new.entries.last().map_or(new.start, |last| last.hash);
        let mut folder = Folder::new(new.header, new.record, hash);
        folder.seq = new.entries.len() as u64;
        folder.entries = Some(new.entries.into_iter().map(|it| it.line).collect());
        folder.deeds = Some(vec![(0, new.deed.line)]);
        folder.deed = Some(new.deed.hash);
        folder.wear(new.face, new.time);
        self.put(&new.id, folder, new.deadline, Vec::new(), new.time);
        true
    }

    /// Puts a whole table on the shelf.
    pub fn put(
        &mut self,
        id: &TableId,
        folder: Folder,
        deadline: Option<Deadline>,
        letters: Vec<Letter>,
        changed: Time,
    ) {
        for key in folder.keys() {
            self.keys.entry(key).or_default().insert(id.clone());
        }
        for letter in letters {
            self.last_letter = self.last_letter.max(letter.id);
            self.letters.insert(letter.id, letter);
        }
        self.tables.insert(id.clone(), folder);
        self.set_deadline(id, deadline);
        self.touch(id, changed);
    }

    /// The lines of a table are kept elsewhere from now on.
    #[cfg(feature = "file")]
    pub fn lines_are_elsewhere(&mut self, table: &TableId) {
        if let Some(folder) = self.tables.get_mut(table) {
            folder.entries = None;
            folder.deeds = None;
        }
    }

    pub fn load(&self, table: &TableId) -> Option<Kept> {
        let folder = self.tables.get(table)?;
        Some(Kept {
            header: folder.header.clone(),
            record: folder.record.clone(),
            standing: folder.standing(),
            hash: folder.hash,
            end: folder.end.clone(),
            deed: folder.deed,
            deadline: folder.deadline.clone(),
            snapshot: folder.snapshot.clone(),
            face: folder.face.clone(),
            torn: None,
        })
    }

    pub fn standing(&self, table: &TableId) -> Option<Standing> {
        self.tables.get(table).map(Folder::standing)
    }

    pub fn entries(&self, table: &TableId, from: u64, at_most: u32) -> Vec<String> {
        let Some(folder) = self.tables.get(table) else {
            return Vec::new();
        };
        let first = from.max(1) as usize - 1;
        let entries = folder.entries.iter().flatten().skip(first);
        entries.take(at_most as usize).cloned().collect()
    }

    pub fn deeds(&self, table: &TableId, from: u64, at_most: u32) -> Vec<String> {
        let folder = self.tables.get(table);
        let deeds = folder.iter().flat_map(|it| it.deeds.iter().flatten());
        let deeds = deeds.filter(|(version, _)| *version >= from);
        let lines = deeds.take(at_most as usize).map(|(_, line)| line.clone());
        lines.collect()
    }

    /// What an append would come to; changes nothing.
    pub fn check_append(&self, append: &Append) -> Appended {
        let Some(folder) = self.tables.get(&append.table) else {
            return Appended::Behind;
        };
        if let Some(MessageId { who, message }) = &append.message
            && let Some(seq) = folder.heard_at(who, message)
        {
            return Appended::Repeated(seq);
        }
        let next = Standing {
            seq: append.seq - 1,
            version: append.version,
        };
        if folder.standing() != next || folder.end.is_some() {
            return Appended::Behind;
        }
        Appended::Done
    }

    /// Stores an append that was checked.
    pub fn append(&mut self, append: Append) {
        let Append { table, seq, .. } = append;
        let Some(folder) = self.tables.get_mut(&table) else {
            return;
        };
        folder.hash = append.end.as_ref().unwrap_or(&append.entry).hash;
        folder.seq = seq;
        if let Some(entries) = &mut folder.entries {
            entries.push(append.entry.line);
        }
        folder.end = append.end.map(|end| end.line);
        folder.wear(append.face, append.time);
        if let Some(heard) = append.message {
            folder.hear(heard, seq, append.time);
        }
        self.post(&table, seq, append.letters, append.time);
        if let Change::Set(deadline) = append.deadline {
            self.set_deadline(&table, deadline);
        }
        self.touch(&table, append.time);
    }

    pub fn finish(&mut self, table: &TableId, seq: u64, end: Stored) {
        if let Some(folder) = self.tables.get_mut(table)
            && folder.seq == seq
            && folder.end.is_none()
        {
            folder.hash = end.hash;
            folder.end = Some(end.line);
        }
    }

    pub fn heard(&self, table: &TableId, who: &Identity, message: &str) -> Option<u64> {
        self.tables.get(table)?.heard_at(who, message)
    }

    pub fn forget_messages(&mut self, before: Time) {
        for folder in self.tables.values_mut() {
            folder.forget_messages(before);
        }
        self.leases.retain(|_, (_, until)| *until >= before);
    }

    /// Whether an amendment would be made; changes nothing.
    pub fn check_amend(&self, amend: &Amend) -> bool {
        let folder = self.tables.get(&amend.table);
        let opens = amend.opens.as_ref();
        folder.is_some_and(|folder| folder.version == amend.version)
            && opens.is_none_or(|new| !self.has(&new.id))
    }

    /// Makes an amendment that was checked.
    pub fn amend(&mut self, amend: Amend) {
        let Some(folder) = self.tables.get_mut(&amend.table) else {
            return;
        };
        for key in folder.keys() {
            if let Some(tables) = self.keys.get_mut(&key) {
                tables.remove(&amend.table);
            }
        }
        folder.record = amend.record;
        folder.wear(amend.face, amend.time);
        folder.version += 1;
        folder.deed = Some(amend.deed.hash);
        if let Some(deeds) = &mut folder.deeds {
            deeds.push((folder.version, amend.deed.line));
        }
        if let Some(heard) = amend.message {
            folder.hear(heard, amend.seq, amend.time);
        }
        for key in folder.keys() {
            let tables = self.keys.entry(key).or_default();
            tables.insert(amend.table.clone());
        }
        self.post(&amend.table, amend.seq, amend.letters, amend.time);
        if let Change::Set(deadline) = amend.deadline {
            self.set_deadline(&amend.table, deadline);
        }
        self.touch(&amend.table, amend.time);
        if let Some(new) = amend.opens {
            self.create(*new);
        }
    }

    pub fn keep_snapshot(&mut self, table: &TableId, snapshot: Snapshot) {
        if let Some(folder) = self.tables.get_mut(table) {
            folder.snapshot = Some(snapshot);
        }
    }

    pub fn remove(&mut self, table: &TableId) {
        self.set_deadline(table, None);
        if let Some(folder) = self.tables.remove(table) {
            for key in folder.keys() {
                if let Some(tables) = self.keys.get_mut(&key) {
                    tables.remove(table);
                }
            }
        }
        self.letters.retain(|_, letter| letter.table != *table);
    }

    pub fn tables(&self) -> Vec<TableId> {
        let mut tables: Vec<((Time, u64), &TableId)> = self
            .tables
            .iter()
            .map(|(id, folder)| (folder.changed, id))
            .collect();
        tables.sort_by(|one, other| other.cmp(one));
        tables.into_iter().map(|(_, id)| id.clone()).collect()
    }

    fn touch(&mut self, table: &TableId, time: Time) {
        self.changes += 1;
        if let Some(folder) = self.tables.get_mut(table) {
            folder.changed = (time, self.changes);
        }
    }
}
