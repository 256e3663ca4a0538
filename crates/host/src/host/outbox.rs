//! The outbox: what is still to be carried to people elsewhere.

use super::Host;
use super::news::count;
use crate::journal::Letter;
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
    /// milliseconds: polling a chat platform, say. True for who has it.
    pub async fn lease(&self, task: &str, holder: &str, hold: u64) -> Result<bool, Refused> {
        let now = self.clock.now();
        let task = format!("task:{task}");
        Ok(self
            .journal
            .lease(&task, holder, now, now.after(hold))
            .await?)
    }

    /// Keeps notes of a front's own, each under a key, until they are dropped: the
    /// same key twice is one note.
    pub async fn keep_notes(&self, notes: Vec<(String, String)>) -> Result<(), Refused> {
        Ok(self.journal.keep_notes(notes).await?)
    }

    /// Notes with numbers above this, oldest first.
    pub async fn notes(&self, after: u64, at_most: u32) -> Result<Vec<(u64, String)>, Refused> {
        Ok(self.journal.notes(after, at_most).await?)
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
