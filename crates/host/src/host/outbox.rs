//! The outbox: what is still to be carried to people elsewhere.

use super::Host;
use super::figures::count;
use crate::journal::{Dropped, Letter, NewNote, Queue, Reader, Sorted};
use crate::refused::Refused;

/// The task of carrying letters, held by one sender at a time.
const TASK: &str = "outbox";

impl Host {
    /// The next letters to be carried, oldest first, if this sender has the task.
    /// It has it for `hold` milliseconds, and again each time it asks; while
    /// another has it, there are none.
    ///
    /// Cross letters off with [`delivered`](Host::delivered) once they are sent.
    /// A sender that dies leaves the rest to the next one; a letter that was sent
    /// but not crossed off is sent again.
    pub async fn letters(
        &self,
        sender: &str,
        hold: u64,
        at_most: u32,
    ) -> Result<Vec<Letter>, Refused> {
        self.letters_after(sender, hold, 0, at_most).await
    }

    /// The same, beginning after the letter with this id: for a sender that has
    /// left some for later.
    pub async fn letters_after(
        &self,
        sender: &str,
        hold: u64,
        after: u64,
        at_most: u32,
    ) -> Result<Vec<Letter>, Refused> {
        if !self.hold_outbox(sender, hold).await? {
            return Ok(Vec::new());
        }
        Ok(self.journal.letters(after, at_most).await?)
    }

    /// Whether this sender has the task of carrying letters, from now on for
    /// `hold` milliseconds.
    pub async fn hold_outbox(&self, sender: &str, hold: u64) -> Result<bool, Refused> {
        let now = self.clock.now();
        let until = now.after(hold);
        Ok(self.journal.lease(TASK, sender, now, until).await?)
    }

    /// Crosses letters off.
    pub async fn delivered(&self, letters: Vec<u64>) -> Result<(), Refused> {
        let number = letters.len() as u64;
        self.journal.delivered(letters).await?;
        count(&self.counters.delivered, number);
        Ok(())
    }

    /// Lets one of several hosts have a task of a front's own, for `hold`
    /// milliseconds: polling a chat platform, say. True for whoever has it.
    pub async fn lease(&self, task: &str, holder: &str, hold: u64) -> Result<bool, Refused> {
        let now = self.clock.now();
        let name = self::task(task);
        let leased = self.journal.lease(&name, holder, now, now.after(hold));
        Ok(leased.await?)
    }

    /// Sets a mark of a front's own for so many milliseconds, for none to lift it:
    /// that a part of a letter was sent, say.
    pub async fn mark(&self, name: &str, hold: u64) -> Result<(), Refused> {
        let now = self.clock.now();
        let marked = self.journal.mark(&task(name), now, now.after(hold)).await;
        Ok(marked?)
    }

    /// Whether a mark of a front's own stands.
    pub async fn is_marked(&self, name: &str) -> Result<bool, Refused> {
        let now = self.clock.now();
        Ok(self.journal.is_marked(&task(name), now).await?)
    }

    /// The oldest letters of each reader after this one, of so many readers and so many
    /// of each: for a sender that sorts them. Whoever asks again after the reader of the
    /// last one comes to all in turn.
    pub async fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Result<Vec<Letter>, Refused> {
        Ok(self.journal.letters_each(after, readers, each).await?)
    }

    /// Crosses letters off and keeps notes in their place: all of a letter's, or none
    /// if it was crossed off before.
    pub async fn sort_letters(&self, sorted: Vec<Sorted>) -> Result<(), Refused> {
        let number = sorted.len() as u64;
        self.journal.sort_letters(sorted, self.clock.now()).await?;
        count(&self.counters.delivered, number);
        Ok(())
    }

    /// Drops letters and notes that have waited for so many milliseconds. Who is told
    /// something again hears how many notes there were.
    pub async fn drop_old_post(&self, age: u64) -> Result<Dropped, Refused> {
        let before = crate::Time(self.clock.now().0.saturating_sub(age));
        let dropped = self.journal.drop_old(before).await?;
        count(&self.counters.aged_letters, dropped.letters);
        count(&self.counters.aged_notes, dropped.notes);
        Ok(dropped)
    }

    /// Keeps notes of a front's own until they are dropped: the same key twice is one
    /// note.
    pub async fn keep_notes(&self, notes: Vec<NewNote>) -> Result<(), Refused> {
        Ok(self.journal.keep_notes(notes, self.clock.now()).await?)
    }

    /// What waits for whom, by the names of recipients, beginning after this one.
    pub async fn queues(&self, after: &str, at_most: u32) -> Result<Vec<Queue>, Refused> {
        Ok(self.journal.queues(after, at_most).await?)
    }

    /// The notes that wait for a recipient, oldest first.
    pub async fn notes(&self, to: &str, at_most: u32) -> Result<Vec<(u64, String)>, Refused> {
        Ok(self.journal.notes(to, at_most).await?)
    }

    /// A recipient was told that so many notes were dropped.
    pub async fn forget_dropped(&self, to: &str, number: u64) -> Result<(), Refused> {
        Ok(self.journal.forget_dropped(to, number).await?)
    }

    /// Drops notes.
    pub async fn drop_notes(&self, ids: Vec<u64>) -> Result<(), Refused> {
        Ok(self.journal.drop_notes(ids).await?)
    }

    /// Forgets ids of messages that are older than so many milliseconds.
    pub async fn forget_messages(&self, age: u64) -> Result<(), Refused> {
        let before = crate::Time(self.clock.now().0.saturating_sub(age));
        Ok(self.journal.forget_messages(before).await?)
    }
}

/// The name of a front's own task or mark in the journal.
fn task(name: &str) -> String {
    format!("task:{name}")
}
