//! A journal that passes everything on to another, with something in between: for tests
//! that make one fail or slow, and for measurements.

use std::sync::Arc;

use super::{
    Amend, Answer, Append, Appended, Changed, Dropped, Due, Journal, Kept, Letter, NewLog, NewNote,
    Queue, Reader, Snapshot, Sorted, Standing,
};
use crate::Time;
use crate::card::{Face, Page, Query};
use crate::log::Stored;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::press::{NewPress, Press, Taken};
use crate::table::{Identity, TableId};

/// What is asked of a journal.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// To begin a table.
    Create,
    /// For this table.
    Load(&'a TableId),
    /// To store an entry.
    Append,
    /// To change what is known of a table.
    Amend,
    /// To forget this table.
    Remove(&'a TableId),
    /// To change passes so.
    ChangePasses(&'a PassChange),
    /// Anything else.
    Other,
}

/// What stands between a journal and whoever asks it.
pub trait Between: Send + Sync {
    /// The answer: that of the journal, which `ask` asks, or another.
    fn answer<'a, T: Send + 'a>(
        &'a self,
        asked: Asked<'_>,
        ask: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T>;
}

/// A journal with something in between. Hints and snapshots pass without a word, and so
/// does what the journal knows of its clock and its disk.
#[derive(Debug)]
pub struct Passing<J, B> {
    /// What keeps the tables.
    pub journal: Arc<J>,
    /// What stands between.
    pub between: B,
}

impl<J: Journal, B: Between> Journal for Passing<J, B> {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.between
            .answer(Asked::Create, move || self.journal.create(table))
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.between
            .answer(Asked::Load(table), move || self.journal.load(table))
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.between
            .answer(Asked::Other, move || self.journal.standing(table))
    }

    fn standings(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, Standing)>> {
        self.between
            .answer(Asked::Other, move || self.journal.standings(tables))
    }

    fn changed(&self) -> Answer<'_, Changed> {
        self.journal.changed()
    }

    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.between.answer(Asked::Other, move || {
            self.journal.entries(table, from, at_most)
        })
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.between.answer(Asked::Other, move || {
            self.journal.deeds(table, from, at_most)
        })
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.between
            .answer(Asked::Append, move || self.journal.append(append))
    }

    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.finish(table, seq, end))
    }

    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.between.answer(Asked::Other, move || {
            self.journal.heard(table, who, message)
        })
    }

    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.forget_messages(before))
    }

    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.between
            .answer(Asked::Amend, move || self.journal.amend(amend))
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.journal.keep_snapshot(table, snapshot)
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.between
            .answer(Asked::Remove(table), move || self.journal.remove(table))
    }

    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.between
            .answer(Asked::Other, move || self.journal.tables())
    }

    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.between
            .answer(Asked::Other, move || self.journal.cards(query))
    }

    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.between.answer(Asked::Other, move || {
            self.journal.put_face(table, standing, face)
        })
    }

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.between
            .answer(Asked::Other, move || self.journal.find(key))
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.between.answer(Asked::Other, move || {
            self.journal.claim_due(now, until, at_most)
        })
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.put_off(due, until))
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.between
            .answer(Asked::Other, move || self.journal.next_due())
    }

    fn now(&self) -> Answer<'_, Option<Time>> {
        self.journal.now()
    }

    fn room(&self) -> Answer<'_, Option<u64>> {
        self.journal.room()
    }

    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.between.answer(Asked::Other, move || {
            self.journal.lease(task, holder, now, until)
        })
    }

    fn mark<'a>(&'a self, name: &'a str, now: Time, until: Time) -> Answer<'a, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.mark(name, now, until))
    }

    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.between
            .answer(Asked::Other, move || self.journal.is_marked(name, now))
    }

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.between
            .answer(Asked::Other, move || self.journal.letters(after, at_most))
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.delivered(letters))
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.between.answer(Asked::Other, move || {
            self.journal.letters_each(after, readers, each)
        })
    }

    fn sort_letters(&self, sorted: Vec<Sorted>, time: Time) -> Answer<'_, ()> {
        self.between.answer(Asked::Other, move || {
            self.journal.sort_letters(sorted, time)
        })
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.between
            .answer(Asked::Other, move || self.journal.drop_old(before))
    }

    fn keep_notes(&self, notes: Vec<NewNote>, time: Time) -> Answer<'_, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.keep_notes(notes, time))
    }

    fn queues<'a>(&'a self, after: &'a str, at_most: u32) -> Answer<'a, Vec<Queue>> {
        self.between
            .answer(Asked::Other, move || self.journal.queues(after, at_most))
    }

    fn notes<'a>(&'a self, to: &'a str, at_most: u32) -> Answer<'a, Vec<(u64, String)>> {
        self.between
            .answer(Asked::Other, move || self.journal.notes(to, at_most))
    }

    fn forget_dropped<'a>(&'a self, to: &'a str, number: u64) -> Answer<'a, ()> {
        self.between.answer(Asked::Other, move || {
            self.journal.forget_dropped(to, number)
        })
    }

    fn drop_notes(&self, ids: Vec<u64>) -> Answer<'_, ()> {
        self.between
            .answer(Asked::Other, move || self.journal.drop_notes(ids))
    }

    fn tell(&self, press: NewPress) -> Answer<'_, Taken> {
        self.between
            .answer(Asked::Other, move || self.journal.tell(press))
    }

    fn press<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<Press>> {
        self.between.answer(Asked::Other, move || {
            self.journal.press(table, from, at_most)
        })
    }

    fn passes(&self, question: PassQuestion) -> Answer<'_, Vec<Pass>> {
        self.between
            .answer(Asked::Other, move || self.journal.passes(question))
    }

    fn change_passes(&self, change: PassChange) -> Answer<'_, Vec<Pass>> {
        let looked_at = change.clone();
        self.between
            .answer(Asked::ChangePasses(&looked_at), move || {
                self.journal.change_passes(change)
            })
    }

    fn secret<'a>(&'a self, name: &'a str, offered: &'a str) -> Answer<'a, String> {
        self.between
            .answer(Asked::Other, move || self.journal.secret(name, offered))
    }
}
