//! A journal that knows how long its callers waited for an entry to be stored.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use parlour_host::Time;
use parlour_host::card::{Face, Page, Query};
use parlour_host::journal::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, Kept, Letter, NewLog, Reader, Snapshot,
    Standing,
};
use parlour_host::log::Stored;
use parlour_host::table::{Identity, TableId};

/// Passes everything on, and takes the time of every append.
pub struct Stopwatch<J> {
    journal: J,
    times: Mutex<Vec<Duration>>,
}

impl<J: Journal> Stopwatch<J> {
    pub fn over(journal: J) -> Self {
        Self {
            journal,
            times: Mutex::default(),
        }
    }

    /// How long each append took.
    pub fn times(&self) -> Vec<Duration> {
        self.times.lock().expect("nobody panics").clone()
    }
}

impl<J: Journal> Journal for Stopwatch<J> {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let asked = Instant::now();
        let answer = self.journal.append(append);
        Box::pin(async move {
            let answer = answer.await;
            let mut times = self.times.lock().expect("nobody panics");
            times.push(asked.elapsed());
            answer
        })
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.journal.put_off(due, until)
    }

    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.journal.create(table)
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.journal.load(table)
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.journal.standing(table)
    }

    fn entries<'a>(&'a self, table: &'a TableId, from: u64, most: u32) -> Answer<'a, Vec<String>> {
        self.journal.entries(table, from, most)
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, most: u32) -> Answer<'a, Vec<String>> {
        self.journal.deeds(table, from, most)
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
        self.journal.amend(amend)
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.journal.keep_snapshot(table, snapshot)
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
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

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.journal.letters(after, at_most)
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.journal.delivered(letters)
    }
}
