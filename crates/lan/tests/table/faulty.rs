//! A journal that can be made to fail for a while, as a full disk does.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use parlour_host::Time;
use parlour_host::card::{Face, Page, Query};
use parlour_host::journal::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter,
    MemoryJournal, NewLog, Reader, Snapshot, Standing,
};
use parlour_host::log::Stored;
use parlour_host::table::{Identity, TableId};

/// Passes everything on; while it is broken, nothing is stored.
pub struct Faulty {
    pub journal: Arc<MemoryJournal>,
    pub broken: Arc<AtomicBool>,
    /// How much more is stored before one thing is not; below zero: nothing fails.
    pub until_fault: Arc<AtomicI64>,
    /// Tables that cannot be read.
    pub unreadable: Arc<Mutex<Vec<TableId>>>,
}

impl Faulty {
    fn fails<T: Send + 'static>(&self) -> Option<Answer<'static, T>> {
        let fault = self.until_fault.fetch_sub(1, Ordering::SeqCst) == 0;
        let broken = fault || self.broken.load(Ordering::SeqCst);
        let full = || JournalError::Unreachable(String::from("the disk is full"));
        broken.then(|| -> Answer<'static, T> { Box::pin(std::future::ready(Err(full()))) })
    }
}

impl Journal for Faulty {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.fails().unwrap_or_else(|| self.journal.create(table))
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        if self.unreadable.lock().unwrap().contains(table) {
            let (place, what) = (table.to_string(), String::from("a hole"));
            return Box::pin(std::future::ready(Err(JournalError::Damaged {
                place,
                what,
            })));
        }
        self.journal.load(table)
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.journal.standing(table)
    }

    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.journal.entries(table, from, at_most)
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.journal.deeds(table, from, at_most)
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.fails().unwrap_or_else(|| self.journal.append(append))
    }

    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.journal.finish(table, seq, end)
    }

    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.journal.heard(table, who, message)
    }

    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.journal.forget_messages(before)
    }

    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.fails().unwrap_or_else(|| self.journal.amend(amend))
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.journal.keep_snapshot(table, snapshot)
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.unreadable.lock().unwrap().retain(|it| it != table);
        self.journal.remove(table)
    }

    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.journal.tables()
    }

    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.journal.cards(query)
    }

    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.journal.put_face(table, standing, face)
    }

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.journal.find(key)
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.journal.claim_due(now, until, at_most)
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.journal.put_off(due, until)
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.journal.next_due()
    }

    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.journal.lease(task, holder, now, until)
    }

    fn mark<'a>(&'a self, name: &'a str, now: Time, until: Time) -> Answer<'a, ()> {
        self.journal.mark(name, now, until)
    }

    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.journal.is_marked(name, now)
    }

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.journal.letters(after, at_most)
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.journal.delivered(letters)
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.journal.letters_each(after, readers, each)
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.journal.drop_old(before)
    }
}
