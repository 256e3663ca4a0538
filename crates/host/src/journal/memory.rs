//! A journal that is gone when the process ends: for tests, sandboxes and the
//! browser.

use std::future::ready;
use std::sync::Mutex;

use super::shelf::Shelf;
use super::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter, NewLog,
    NewNote, Queue, Reader, Snapshot, Sorted, Standing,
};
use crate::card::{Face, Page, Query};
use crate::log::Stored;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::press::{NewPress, Press, Taken};
use crate::table::{Identity, TableId};
use crate::{Time, locked};

/// Tables in memory.
#[derive(Debug, Default)]
pub struct MemoryJournal(Mutex<Shelf>);

impl MemoryJournal {
    /// No table yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn answer<T: Send + 'static>(&self, act: impl FnOnce(&mut Shelf) -> T) -> Answer<'_, T> {
        let answer: Result<T, JournalError> = Ok(act(&mut locked(&self.0)));
        Box::pin(ready(answer))
    }
}

impl Journal for MemoryJournal {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.answer(|shelf| shelf.create(table))
    }

    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.answer(|shelf| shelf.load(table))
    }

    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.answer(|shelf| shelf.standing(table))
    }

    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.answer(|shelf| shelf.entries(table, from, at_most))
    }

    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.answer(|shelf| shelf.deeds(table, from, at_most))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.answer(|shelf| {
            let answer = shelf.check_append(&append);
            if answer == Appended::Done {
                shelf.append(append);
            }
            answer
        })
    }

    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.answer(|shelf| shelf.finish(table, seq, end))
    }

    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.answer(|shelf| shelf.heard(table, who, message))
    }

    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.forget_messages(before))
    }

    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.answer(|shelf| {
            let fits = shelf.check_amend(&amend);
            if fits {
                shelf.amend(amend);
            }
            fits
        })
    }

    fn tell(&self, press: NewPress) -> Answer<'_, Taken> {
        self.answer(|shelf| {
            let answer = shelf.check_tell(&press);
            if matches!(answer, Taken::Done(_)) {
                shelf.tell(press);
            }
            answer
        })
    }

    fn press<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<Press>> {
        self.answer(|shelf| shelf.press(table, from, at_most))
    }

    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.keep_snapshot(table, snapshot))
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.answer(|shelf| shelf.remove(table))
    }

    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.answer(|shelf| shelf.tables())
    }

    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.answer(|shelf| shelf.cards(&query))
    }

    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.answer(|shelf| shelf.put_face(table, standing, face))
    }

    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.answer(|shelf| shelf.find(key))
    }

    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.answer(|shelf| shelf.claim_due(now, until, at_most))
    }

    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.put_off(&due, until))
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.answer(|shelf| shelf.next_due())
    }

    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.answer(|shelf| shelf.lease(task, holder, now, until))
    }

    fn mark<'a>(&'a self, name: &'a str, _now: Time, until: Time) -> Answer<'a, ()> {
        self.answer(|shelf| shelf.mark(name, until))
    }

    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.answer(|shelf| shelf.is_marked(name, now))
    }

    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.answer(|shelf| shelf.letters(after, at_most))
    }

    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.delivered(&letters))
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.answer(|shelf| shelf.letters_each(after.as_ref(), readers, each))
    }

    fn sort_letters(&self, sorted: Vec<Sorted>, time: Time) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.sort_letters(sorted, time))
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.answer(|shelf| {
            let old = shelf.old_letters(before);
            shelf.delivered(&old);
            Dropped {
                letters: old.len() as u64,
                notes: shelf.pigeonholes.drop_old(before),
            }
        })
    }

    fn keep_notes(&self, notes: Vec<NewNote>, time: Time) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.pigeonholes.keep(notes, time))
    }

    fn queues<'a>(&'a self, after: &'a str, at_most: u32) -> Answer<'a, Vec<Queue>> {
        self.answer(|shelf| shelf.pigeonholes.queues(after, at_most))
    }

    fn notes<'a>(&'a self, to: &'a str, at_most: u32) -> Answer<'a, Vec<(u64, String)>> {
        self.answer(|shelf| shelf.pigeonholes.notes(to, at_most))
    }

    fn drop_notes(&self, ids: Vec<u64>) -> Answer<'_, ()> {
        self.answer(|shelf| shelf.pigeonholes.discard(&ids))
    }

    fn forget_dropped<'a>(&'a self, to: &'a str, number: u64) -> Answer<'a, ()> {
        self.answer(|shelf| shelf.pigeonholes.forget_dropped(to, number))
    }

    fn passes(&self, question: PassQuestion) -> Answer<'_, Vec<Pass>> {
        self.answer(|shelf| shelf.passes.find(&question))
    }

    fn change_passes(&self, change: PassChange) -> Answer<'_, Vec<Pass>> {
        self.answer(|shelf| shelf.passes.change(change))
    }

    fn secret<'a>(&'a self, name: &'a str, offered: &'a str) -> Answer<'a, String> {
        self.answer(|shelf| shelf.passes.secret(name, offered))
    }
}
