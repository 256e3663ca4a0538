//! What Slack was asked, remembered for a day: what people are called changes, and so many
//! people come by.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How long something is remembered.
const AGE: Duration = Duration::from_hours(24);
/// Of how many people.
const MOST: usize = 10_000;

/// Something of everybody who was asked about, by their id.
#[derive(Debug)]
pub struct Remembered<T>(Mutex<BTreeMap<String, (Instant, T)>>);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Remembered<T> {
    /// What is known of somebody, unless it may have changed by now.
    pub fn get(&self, who: &str) -> Option<T> {
        let known = self.known();
        let (since, it) = known.get(who)?;
        (since.elapsed() < AGE).then(|| it.clone())
    }

    /// Remembers something of somebody, in the place of what was known.
    pub fn put(&self, who: &str, it: T) {
        let mut known = self.known();
        if known.len() >= MOST && !known.contains_key(who) {
            known.retain(|_, (since, _)| since.elapsed() < AGE);
        }
        if known.len() >= MOST && !known.contains_key(who) {
            let oldest = known.iter().min_by_key(|(_, (since, _))| *since);
            if let Some(oldest) = oldest.map(|(who, _)| who.clone()) {
                known.remove(&oldest);
            }
        }
        known.insert(who.to_owned(), (Instant::now(), it));
    }

    /// Knows nothing of somebody any more.
    pub fn forget(&self, who: &str) {
        self.known().remove(who);
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, (Instant, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_may_have_changed_is_asked_again() {
        let names = Remembered::default();
        names.put("U1", "Ann");
        tokio::time::advance(AGE / 2).await;
        names.put("U2", "Ben");
        assert_eq!(names.get("U1"), Some("Ann"));
        tokio::time::advance(AGE / 2).await;
        assert_eq!((names.get("U1"), names.get("U2")), (None, Some("Ben")));
        names.put("U1", "Anna");
        assert_eq!(names.get("U1"), Some("Anna"));
        names.forget("U1");
        assert_eq!(names.get("U1"), None);
    }

    #[tokio::test(start_paused = true)]
    async fn of_too_many_the_oldest_is_forgotten() {
        let names = Remembered::default();
        for nth in 0..=MOST {
            names.put(&nth.to_string(), nth);
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        assert_eq!(names.known().len(), MOST);
        assert_eq!((names.get("0"), names.get("1")), (None, Some(1)));
        // Whoever is known is not too many.
        names.put("1", 7);
        assert_eq!((names.get("1"), names.get("2")), (Some(7), Some(2)));
    }
}
