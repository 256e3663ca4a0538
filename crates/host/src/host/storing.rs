//! Whether commands can be stored: tried, not only asked.

use super::{Host, Task};
use crate::journal::JournalError;
use crate::refused::Refused;

/// What is written to try it. It stands once, whoever tries and how often.
const TRIAL: &str = "trial";

/// How long it stands, in milliseconds.
const STANDS: u64 = 60_000;

/// The room that a disk must have left, in bytes. A journal may have room of its own for
/// a while on a disk that is full, so that what is written alone does not tell.
const LEAST_ROOM: u64 = 16 << 20;

impl Host {
    /// Stores something small for good, as a command would be, and looks whether there is
    /// room for more.
    pub async fn try_storing(&self) -> Result<(), Refused> {
        let now = self.clock.now();
        let storing = self.journal.mark(TRIAL, now, now.after(STANDS));
        self.timed(Task::Try, storing).await?;
        match self.journal.room().await? {
            Some(room) if room < LEAST_ROOM => {
                let words = format!("the disk is full but for {} KiB", room >> 10);
                Err(JournalError::Unreachable(words).into())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Host, Registry, wait};

    #[test]
    fn a_journal_that_stores_is_tried_and_the_time_is_taken() {
        let host = Host::in_memory(Registry::new());
        let tried = || {
            let stored = host.figures().stored;
            let of = stored.into_iter().find(|(task, _)| task.name() == "try");
            of.map_or(0, |(_, lengths)| lengths.number())
        };
        wait(host.try_storing()).unwrap();
        wait(host.try_storing()).unwrap();
        assert_eq!(tried(), 2);
    }
}
