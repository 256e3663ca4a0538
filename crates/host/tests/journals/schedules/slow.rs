//! A journal that takes its time and loses answers.

use std::future::poll_fn;
use std::sync::Mutex;
use std::task::Poll;

use parlour_host::Time;
use parlour_host::card::{Face, Page, Query};
use parlour_host::journal::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter,
    MemoryJournal, NewLog, Reader, Snapshot, Standing,
};
use parlour_host::log::Stored;
use parlour_host::table::{Identity, TableId};
use parlour_rules::Stream;

/// A journal whose every call takes its time, and whose answers may be lost.
pub(super) struct Slow {
    pub journal: MemoryJournal,
    pub chance: Mutex<Stream>,
}

impl Slow {
    fn below(&self, n: u32) -> u32 {
        self.chance.lock().unwrap().below(n)
    }

    /// The caller is put aside before the call and after it; now and then it hears
    /// nothing although it was done, or nothing because it was not.
    fn slowly<'a, T: Send + 'a>(
        &'a self,
        call: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        let lost = || Err(JournalError::Unreachable("the line is cut".to_owned()));
        Box::pin(async move {
            aside().await;
            let fate = self.below(40);
            if fate == 0 {
                return lost();
            }
            let answer = call().await;
            aside().await;
            if fate == 1 { lost() } else { answer }
        })
    }
}

/// Lets the others go first, once.
pub(super) async fn aside() {
    let mut waited = false;
    poll_fn(|_| {
        if std::mem::replace(&mut waited, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

impl Journal for Slow {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.journal.create(table)
    }
    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.slowly(|| self.journal.load(table))
    }
    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.slowly(|| self.journal.standing(table))
    }
    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.slowly(move || self.journal.entries(table, from, at_most))
    }
    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.slowly(move || self.journal.deeds(table, from, at_most))
    }
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.slowly(|| self.journal.append(append))
    }
    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.slowly(move || self.journal.finish(table, seq, end))
    }
    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.slowly(move || self.journal.heard(table, who, message))
    }
    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.slowly(move || self.journal.forget_messages(before))
    }
    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.slowly(|| self.journal.amend(amend))
    }
    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.journal.keep_snapshot(table, snapshot)
    }
    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.slowly(|| self.journal.remove(table))
    }
    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.slowly(|| self.journal.tables())
    }
    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.slowly(|| self.journal.cards(query))
    }
    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.slowly(move || self.journal.put_face(table, standing, face))
    }
    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.slowly(|| self.journal.find(key))
    }
    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.slowly(move || self.journal.claim_due(now, until, at_most))
    }
    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.slowly(move || self.journal.put_off(due, until))
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.slowly(|| self.journal.next_due())
    }
    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.slowly(move || self.journal.lease(task, holder, now, until))
    }
    fn mark<'a>(&'a self, name: &'a str, now: Time, until: Time) -> Answer<'a, ()> {
        self.slowly(move || self.journal.mark(name, now, until))
    }
    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.slowly(move || self.journal.is_marked(name, now))
    }
    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.slowly(move || self.journal.letters(after, at_most))
    }
    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.slowly(move || self.journal.delivered(letters))
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.slowly(move || self.journal.letters_each(after, readers, each))
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.slowly(move || self.journal.drop_old(before))
    }
}
