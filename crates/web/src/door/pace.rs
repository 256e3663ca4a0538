//! How much one person may do where strangers come in: so many words and commands a
//! minute, so many tables an hour.
//!
//! An address is counted before anybody knows whose request it is ([`crate::Rate`]);
//! behind one address may be many people, and one person may come from many. Here each
//! person counts for themselves, as in the chats.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use parlour_host::table::Identity;

use super::answer::{Answered, Failure};

/// How many words and commands in a minute; as many may come at once. A tap on a map is
/// a command, and so is every card.
const DEEDS_A_MINUTE: NonZeroU32 = NonZeroU32::new(240).expect("not zero");

/// How many tables in an hour, forks among them.
const TABLES_AN_HOUR: NonZeroU32 = NonZeroU32::new(60).expect("not zero");

/// After how many deeds those who have been quiet for long are forgotten.
const FORGET: u32 = 4096;

type Count = RateLimiter<String, HashMapStateStore<String>, DefaultClock>;

/// Counts what everybody does.
pub(super) struct Pace {
    deeds: Count,
    tables: Count,
    counted: AtomicU32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            deeds: RateLimiter::hashmap(Quota::per_minute(DEEDS_A_MINUTE)),
            tables: RateLimiter::hashmap(Quota::per_hour(TABLES_AN_HOUR)),
            counted: AtomicU32::new(0),
        }
    }
}

impl Pace {
    /// Counts a word or a command.
    pub fn deed(&self, who: &Identity) -> Answered<()> {
        self.forget();
        check(&self.deeds, who).map_err(|seconds| {
            let words = format!(
                "you say and do too much at once: nothing was done. Do it again in {seconds} s"
            );
            Failure::too_fast(seconds, words)
        })
    }

    /// Counts a table that is opened.
    pub fn table(&self, who: &Identity) -> Answered<()> {
        self.forget();
        check(&self.tables, who).map_err(|seconds| {
            let minutes = seconds.div_ceil(60);
            let words =
                format!("you have opened many tables: you can open the next one in {minutes} min");
            Failure::too_fast(seconds, words)
        })
    }

    fn forget(&self) {
        if self.counted.fetch_add(1, Ordering::Relaxed) % FORGET == FORGET - 1 {
            for count in [&self.deeds, &self.tables] {
                count.retain_recent();
                count.shrink_to_fit();
            }
        }
    }
}

/// Counts once more; otherwise in how many seconds it can be.
fn check(count: &Count, who: &Identity) -> Result<(), u64> {
    count.check_key(&who.0).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        wait.as_secs() + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_too_much_or_opens_too_many_tables_waits_alone() {
        let pace = Pace::default();
        let (ann, bob) = (Identity::from("ann"), Identity::from("bob"));
        for _ in 0..DEEDS_A_MINUTE.get() {
            pace.deed(&ann).unwrap();
        }
        let much = pace.deed(&ann).unwrap_err();
        assert!(much.words().contains("nothing was done"), "{much:?}");
        pace.deed(&bob).unwrap();
        pace.table(&ann).unwrap();
        for _ in 0..TABLES_AN_HOUR.get() {
            pace.table(&bob).unwrap();
        }
        let many = pace.table(&bob).unwrap_err();
        assert!(many.words().starts_with("you have opened many"), "{many:?}");
    }
}
