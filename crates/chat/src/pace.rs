//! How much one person may say: so many words a minute, so many games an hour.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use parlour_room::Words;

/// After how many words those who have been quiet for long are forgotten.
const FORGET: u32 = 4096;

type Count = RateLimiter<String, HashMapStateStore<String>, DefaultClock>;

/// Counts what everybody says.
pub struct RateLimit {
    words: Count,
    games: Count,
    said: AtomicU32,
}

impl RateLimit {
    /// So many words a minute and so many new games an hour; as many may come at once.
    pub fn new(words_a_minute: NonZeroU32, games_an_hour: NonZeroU32) -> Self {
        Self {
            words: RateLimiter::hashmap(Quota::per_minute(words_a_minute)),
            games: RateLimiter::hashmap(Quota::per_hour(games_an_hour)),
            said: AtomicU32::new(0),
        }
    }

    /// Counts words; otherwise what is said to whoever says too much.
    pub fn count(&self, who: &str, text: &str) -> Result<(), String> {
        if self.said.fetch_add(1, Ordering::Relaxed) % FORGET == FORGET - 1 {
            for count in [&self.words, &self.games] {
                count.retain_recent();
                count.shrink_to_fit();
            }
        }
        check(&self.words, who).map_err(|seconds| {
            format!("You say too much at once: nothing was done. Say it again in {seconds} s.")
        })?;
        if !opens_a_game(text) {
            return Ok(());
        }
        check(&self.games, who).map_err(|seconds| {
            let minutes = seconds.div_ceil(60);
            format!("You have opened many games: you can open the next one in {minutes} min.")
        })
    }
}

fn opens_a_game(text: &str) -> bool {
    matches!(parlour_room::read(text), Ok(Words::New(_)))
}

/// Counts once more; otherwise in how many seconds it can be.
fn check(count: &Count, who: &str) -> Result<(), u64> {
    count.check_key(&who.to_owned()).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        wait.as_secs() + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_too_much_or_opens_too_many_games_is_told_to_wait_alone() {
        let number = |number| NonZeroU32::new(number).unwrap();
        let pace = RateLimit::new(number(5), number(2));
        for words in ["new", "/new bots=hold", "status"] {
            pace.count("slack:U1", words).unwrap();
        }
        let many = pace.count("slack:U1", "new").unwrap_err();
        assert!(many.starts_with("You have opened many games"), "{many}");
        pace.count("slack:U1", "status").unwrap();
        let much = pace.count("slack:U1", "status").unwrap_err();
        assert!(much.contains("nothing was done"), "{much}");
        pace.count("slack:U2", "new").unwrap();
    }
}
