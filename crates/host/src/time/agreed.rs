//! One time for all who share a journal.

use std::sync::atomic::{AtomicI64, Ordering};

use super::{Clock, Time};
use crate::journal::{Journal, JournalError};

/// A machine's clock that is set by a journal's, so that replicas whose own clocks
/// differ agree on when time is up. A journal without a clock leaves it as it is.
pub struct AgreedClock {
    own: Box<dyn Clock>,
    /// What is to be added to the machine's time, in milliseconds.
    behind: AtomicI64,
}

impl AgreedClock {
    /// A clock that shows the machine's time until it is set.
    pub fn new(own: impl Clock + 'static) -> Self {
        Self {
            own: Box::new(own),
            behind: AtomicI64::new(0),
        }
    }

    /// Asks a journal for its time and goes by it from now on. By how many milliseconds
    /// that set the clock forward; backward is below 0.
    pub async fn agree(&self, journal: &dyn Journal) -> Result<i64, JournalError> {
        let asked = self.own.now();
        let theirs = journal.now().await?;
        let answered = self.own.now();
        Ok(theirs.map_or(0, |theirs| self.set(asked, theirs, answered)))
    }

    /// When it was `theirs` is known only to lie between two moments of our own: the
    /// clock is moved no further than into that span, so that a slow answer moves a
    /// clock that is right not at all.
    fn set(&self, asked: Time, theirs: Time, answered: Time) -> i64 {
        let since = |own: Time| (theirs.0 as i64).saturating_sub(own.0 as i64);
        let (least, most) = (since(answered.max(asked)), since(asked.min(answered)));
        let before = self.behind.load(Ordering::SeqCst);
        let behind = before.clamp(least, most);
        self.behind.store(behind, Ordering::SeqCst);
        behind.saturating_sub(before)
    }
}

impl Clock for AgreedClock {
    fn now(&self) -> Time {
        let behind = self.behind.load(Ordering::SeqCst);
        Time(self.own.now().0.saturating_add_signed(behind))
    }

    fn micros(&self) -> u64 {
        self.own.micros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ManualClock;

    const HOUR: u64 = 3_600_000;

    fn at(own: u64) -> AgreedClock {
        AgreedClock::new(ManualClock::at(Time(own)))
    }

    #[test]
    fn a_clock_that_is_wrong_is_set_into_the_span_in_which_it_was_asked() {
        let fast = at(10 * HOUR);
        let set = fast.set(Time(10 * HOUR - 40), Time(9 * HOUR), Time(10 * HOUR));
        // Asked 40 ms ago, it was nine sharp, so that it is nine and 40 ms at most.
        assert_eq!(set, 40 - HOUR as i64);
        assert_eq!(fast.now(), Time(9 * HOUR + 40));
        let slow = at(10 * HOUR);
        let set = slow.set(Time(10 * HOUR - 40), Time(11 * HOUR), Time(10 * HOUR));
        assert_eq!(set, HOUR as i64);
        assert_eq!(slow.now(), Time(11 * HOUR));
    }

    #[test]
    fn an_answer_that_fits_moves_nothing_however_slow_it_was() {
        let right = at(10 * HOUR);
        for theirs in [9 * HOUR, 9 * HOUR + 1, 10 * HOUR] {
            assert_eq!(right.set(Time(9 * HOUR), Time(theirs), Time(10 * HOUR)), 0);
        }
        assert_eq!(right.now(), Time(10 * HOUR));
    }

    #[test]
    fn a_machine_whose_clock_is_moved_meanwhile_is_set_all_the_same() {
        let moved = at(5);
        moved.set(Time(HOUR), Time(2 * HOUR), Time(5));
        let now = moved.now().0;
        assert!((HOUR..=2 * HOUR).contains(&now), "{now}");
    }

    #[test]
    fn a_journal_without_a_clock_leaves_it_as_it_is() {
        let clock = at(7);
        let journal = crate::journal::MemoryJournal::new();
        assert_eq!(crate::wait(clock.agree(&journal)), Ok(0));
        assert_eq!(clock.now(), Time(7));
    }
}
