//! Tables in memory: what the memory journal is, and what the file journal keeps
//! beside its files.

mod passes;
mod press;

use std::collections::{BTreeMap, BTreeSet};

use parlour_rules::Viewer;

use super::pigeonholes::Pigeonholes;
use super::{
    Amend, Append, Appended, Change, Due, Heard, Kept, Letter, MARKED, NewLetter, NewLog, Reader,
    Snapshot, Sorted, Standing,
};
use crate::Time;
use crate::card::{Card, Course, Cursor, Face, Page, Query, TROUBLED};
use crate::deadline::Deadline;
use crate::log::{Hash, Stored};
use crate::press::Said;
use crate::table::{Identity, Record, TableId};

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

/// One table.
#[derive(Debug)]
pub(super) struct Folder {
    pub header: String,
    pub seq: u64,
    /// The lines, unless they are kept elsewhere.
    pub entries: Option<Vec<String>>,
    /// Likewise those of the audit, each with the version it tells of.
    deeds: Option<Vec<(u64, String)>>,
    /// The hash of the last deed.
    pub deed: Option<Hash>,
    pub hash: Hash,
    pub end: Option<String>,
    pub record: Record,
    pub version: u64,
    pub deadline: Option<Deadline>,
    pub snapshot: Option<Snapshot>,
    pub face: Option<Face>,
    /// When nothing more was to happen there; nothing while it may.
    pub closed: Option<Time>,
    /// What was said there beside the game.
    pub press: Vec<Said>,
    heard: BTreeMap<(Identity, String), (u64, Time)>,
    claimed_until: Time,
    /// When it changed last, and which of all changes that was.
    changed: (Time, u64),
}

impl Folder {
    /// A table without entries, whose lines are kept elsewhere.
    pub fn new(header: String, record: Record, hash: Hash) -> Self {
        Self {
            header,
            seq: 0,
            entries: None,
            deeds: None,
            deed: None,
            hash,
            end: None,
            record,
            version: 0,
            deadline: None,
            snapshot: None,
            face: None,
            closed: None,
            press: Vec::new(),
            heard: BTreeMap::new(),
            claimed_until: Time(0),
            changed: (Time(0), 0),
        }
    }

    /// Remembers the id of a message.
    pub fn hear(&mut self, heard: Heard, seq: u64, time: Time) {
        let Heard { who, message } = heard;
        self.heard.insert((who, message), (seq, time));
    }

    fn standing(&self) -> Standing {
        Standing {
            seq: self.seq,
            version: self.version,
        }
    }

    /// The table has another face from this moment on.
    fn wear(&mut self, face: Face, time: Time) {
        if face.closed {
            self.closed.get_or_insert(time);
        }
        self.face = Some(face);
    }

    /// The words under which the table is found.
    fn keys(&self) -> Vec<String> {
        let mut keys = self.record.keys();
        if self.face.as_ref().is_some_and(|it| it.trouble.is_some()) {
            keys.push(TROUBLED.to_owned());
        }
        keys
    }

    /// The card of the table with this name, without its record.
    fn card(&self, id: &TableId) -> Card {
        Card {
            table: id.clone(),
            standing: self.standing(),
            time: self.time(),
            closed: self.closed.is_some(),
            face: self.face.clone(),
            record: None,
        }
    }

    /// Where the table stands in a list.
    fn time(&self) -> Time {
        self.closed.unwrap_or(self.changed.0)
    }
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
        if let Some(Heard { who, message }) = &append.message
            && let Some((seq, _)) = folder.heard.get(&(who.clone(), message.clone()))
        {
            return Appended::Repeated(*seq);
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
        let folder = self.tables.get(table)?;
        let heard = folder.heard.get(&(who.clone(), message.to_owned()));
        heard.map(|(seq, _)| *seq)
    }

    pub fn forget_messages(&mut self, before: Time) {
        for folder in self.tables.values_mut() {
            folder.heard.retain(|_, (_, time)| *time >= before);
        }
        self.leases.retain(|_, (_, until)| *until >= before);
    }

    /// Whether an amendment would be made; changes nothing.
    pub fn check_amend(&self, amend: &Amend) -> bool {
        let folder = self.tables.get(&amend.table);
        folder.is_some_and(|folder| folder.version == amend.version)
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

    /// The cards that are asked for, newest first.
    pub fn cards(&self, query: &Query) -> Page {
        let keys = query.keys();
        let found: Vec<&TableId> = match keys.split_first() {
            None => self.tables.keys().collect(),
            Some((first, others)) => {
                let mut tables: Vec<&TableId> =
                    self.keys.get(first).into_iter().flatten().collect();
                for key in others {
                    tables.retain(|id| self.keys.get(key).is_some_and(|it| it.contains(*id)));
                }
                tables
            }
        };
        let (time, place) = query.before();
        let mut listed: Vec<(Time, &TableId, &Folder)> = found
            .into_iter()
            .filter_map(|id| {
                self.tables
                    .get(id)
                    .map(|folder| (folder.time(), id, folder))
            })
            .filter(|(its, id, _)| (*its, id.as_str()) < (time, place))
            .filter(|(_, _, folder)| match query.course {
                None => true,
                Some(Course::Open) => folder.closed.is_none(),
                Some(Course::Closed) => folder.closed.is_some(),
            })
            .filter(|(_, _, folder)| !query.faceless || folder.face.is_none())
            .filter(|(_, id, _)| query.table.as_ref().is_none_or(|it| it == *id))
            .collect();
        listed.sort_by(|one, other| (other.0, other.1).cmp(&(one.0, one.1)));
        let more = listed.len() > query.at_most as usize;
        listed.truncate(query.at_most as usize);
        let last = listed.last().filter(|_| more);
        Page {
            next: last.map(|(time, id, _)| Cursor::new(*time, id.as_str())),
            cards: listed
                .iter()
                .map(|(_, id, folder)| Card {
                    record: query.records.then(|| folder.record.clone()),
                    ..folder.card(id)
                })
                .collect(),
        }
    }

    /// The card of a table.
    #[cfg(feature = "file")]
    pub fn card(&self, table: &TableId) -> Option<Card> {
        self.tables.get(table).map(|folder| folder.card(table))
    }

    /// Gives a table another face, if it is still there.
    pub fn put_face(&mut self, table: &TableId, standing: Standing, face: Face) -> bool {
        let folder = self.tables.get_mut(table);
        let Some(folder) = folder.filter(|it| it.standing() == standing) else {
            return false;
        };
        let changed = folder.changed.0;
        let troubled = self.keys.entry(TROUBLED.to_owned()).or_default();
        if face.trouble.is_some() {
            troubled.insert(table.clone());
        } else {
            troubled.remove(table);
        }
        folder.wear(face, changed);
        true
    }

    pub fn find(&self, key: &str) -> Vec<TableId> {
        let tables = self.keys.get(key);
        tables.map_or_else(Vec::new, |it| it.iter().cloned().collect())
    }

    pub fn claim_due(&mut self, now: Time, until: Time, at_most: u32) -> Vec<Due> {
        let mut claimed = Vec::new();
        for (due, id) in &self.deadlines {
            if *due > now || claimed.len() == at_most as usize {
                break;
            }
            let folder = self.tables.get_mut(id);
            let folder = folder.filter(|folder| folder.claimed_until <= now);
            let Some(folder) = folder else { continue };
            if let Some(deadline) = folder.deadline.clone() {
                folder.claimed_until = until;
                claimed.push(Due {
                    table: id.clone(),
                    deadline,
                    standing: folder.standing(),
                });
            }
        }
        claimed
    }

    pub fn next_due(&self) -> Option<Time> {
        let free = |(due, id): &(Time, TableId)| {
            let claimed = self.tables.get(id).map(|folder| folder.claimed_until);
            claimed.map(|until| until.max(*due))
        };
        self.deadlines.iter().filter_map(free).min()
    }

    pub fn lease(&mut self, task: &str, holder: &str, now: Time, until: Time) -> bool {
        if let Some((other, end)) = self.leases.get(task)
            && other != holder
            && *end > now
        {
            return false;
        }
        self.leases
            .insert(task.to_owned(), (holder.to_owned(), until));
        true
    }

    pub fn mark(&mut self, name: &str, until: Time) {
        let holder = MARKED.to_owned();
        self.leases.insert(name.to_owned(), (holder, until));
    }

    pub fn is_marked(&self, name: &str, now: Time) -> bool {
        self.leases.get(name).is_some_and(|(_, end)| *end > now)
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

    fn post(&mut self, table: &TableId, seq: u64, letters: Vec<NewLetter>, time: Time) {
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

    fn set_deadline(&mut self, table: &TableId, deadline: Option<Deadline>) {
        let Some(folder) = self.tables.get_mut(table) else {
            return;
        };
        if let Some(old) = folder.deadline.take() {
            self.deadlines.remove(&(old.strikes(), table.clone()));
        }
        if let Some(new) = &deadline {
            self.deadlines.insert((new.strikes(), table.clone()));
        }
        folder.deadline = deadline;
        folder.claimed_until = Time(0);
    }

    fn touch(&mut self, table: &TableId, time: Time) {
        self.changes += 1;
        if let Some(folder) = self.tables.get_mut(table) {
            folder.changed = (time, self.changes);
        }
    }
}
