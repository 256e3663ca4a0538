//! A journal that for a while keeps no session, as one whose disk is full.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_host::card::{Face, Page, Query};
use parlour_host::journal::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter,
    MemoryJournal, NewLog, Reader, Snapshot, Standing,
};
use parlour_host::log::Stored;
use parlour_host::pass::{Pass, PassChange, PassQuestion};
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, SystemClock, SystemEntropy, Time};

use crate::house::games;

/// Passes everything on but new sessions while it is forgetful.
struct Forgetful {
    journal: MemoryJournal,
    is: Arc<AtomicBool>,
}

/// A house over such a journal, and what makes it forgetful.
pub(crate) fn forgetful_host() -> (Arc<Host>, Arc<AtomicBool>) {
    let is = Arc::new(AtomicBool::new(false));
    let journal = Forgetful {
        journal: MemoryJournal::new(),
        is: Arc::clone(&is),
    };
    let host = Host::new(
        games(),
        Arc::new(journal),
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    );
    (Arc::new(host), is)
}

impl Journal for Forgetful {
    fn change_passes(&self, change: PassChange) -> Answer<'_, Vec<Pass>> {
        let session = matches!(&change, PassChange::Keep(pass) if pass.purpose == "session");
        if session && self.is.load(Ordering::SeqCst) {
            let words = String::from("the disk is full");
            return Box::pin(async { Err(JournalError::Unreachable(words)) });
        }
        self.journal.change_passes(change)
    }

    fn passes(&self, question: PassQuestion) -> Answer<'_, Vec<Pass>> {
        self.journal.passes(question)
    }

    fn secret<'a>(&'a self, name: &'a str, offered: &'a str) -> Answer<'a, String> {
        self.journal.secret(name, offered)
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
        self.journal.append(append)
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
