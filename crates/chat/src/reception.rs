//! How the platforms receive us: what they take, what they refuse and why, and what waits
//! for them. Whoever looks after a house sees by it whether it is heard.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::desk::{Platform, Queue};
use crate::sender::Undelivered;

/// What is known of it; clones know the same.
#[derive(Clone, Debug, Default)]
pub struct Reception(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    troubles: BTreeMap<(Platform, &'static str), u64>,
    sent: BTreeMap<Platform, u64>,
    tokens: BTreeMap<Platform, bool>,
    leases: BTreeMap<&'static str, bool>,
    waiting: BTreeMap<Platform, Waiting>,
}

/// What waits to be sent on a platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// How many messages.
    pub notes: u64,
    /// When the oldest was written, in milliseconds since 1970. Who does not want to hear
    /// from us is not counted: what waits for them waits for them.
    pub since: Option<u64>,
}

impl Reception {
    /// What became of a call. An answer of any kind but one says that our token is good.
    pub(crate) fn answered<T>(&self, platform: Platform, answer: &Result<T, Undelivered>) {
        let mut known = self.known();
        let kind = match answer {
            Ok(_) => None,
            Err(Undelivered::Unanswered) => Some("unanswered"),
            Err(Undelivered::Later(_)) => Some("later"),
            Err(Undelivered::Token) => Some("token"),
            Err(Undelivered::Closed(_)) => Some("closed"),
            Err(Undelivered::Moved(_)) => Some("moved"),
            Err(Undelivered::Refused(_)) => Some("refused"),
        };
        if let Some(kind) = kind {
            *known.troubles.entry((platform, kind)).or_default() += 1;
        }
        match answer {
            Err(Undelivered::Token) => {
                known.tokens.insert(platform, false);
            }
            // These tell nothing of it: they may come before it was looked at.
            Err(Undelivered::Unanswered | Undelivered::Later(_)) => {}
            _ => {
                known.tokens.insert(platform, true);
            }
        }
    }

    /// Messages have arrived.
    pub(crate) fn arrived(&self, platform: Platform, number: usize) {
        *self.known().sent.entry(platform).or_default() += number as u64;
    }

    /// Whether this process has a task among the replicas.
    pub(crate) fn holds(&self, task: &'static str, holds: bool) {
        let mut known = self.known();
        known.leases.insert(task, holds);
        if task == SENDER && !holds {
            // Another knows it from now on.
            known.waiting.clear();
        }
    }

    /// What waits, as it was read now, and who of them does not want to hear from us.
    pub(crate) fn waits(&self, queues: &[Queue], silent: impl Fn(&Queue) -> bool) {
        let mut waiting: BTreeMap<Platform, Waiting> = BTreeMap::new();
        for platform in Platform::ALL {
            waiting.insert(platform, Waiting::default());
        }
        for queue in queues {
            let entry = waiting.entry(queue.to.platform).or_default();
            entry.notes += queue.notes;
            if queue.since > 0 && !silent(queue) {
                let oldest = entry.since.unwrap_or(u64::MAX);
                entry.since = Some(oldest.min(queue.since));
            }
        }
        self.known().waiting = waiting;
    }

    /// What the platforms did not take, by kind.
    pub fn troubles(&self) -> Vec<(Platform, &'static str, u64)> {
        let known = self.known();
        let troubles = known.troubles.iter();
        troubles.map(|((of, kind), it)| (*of, *kind, *it)).collect()
    }

    /// How many messages have arrived.
    pub fn sent(&self) -> Vec<(Platform, u64)> {
        self.known().sent.clone().into_iter().collect()
    }

    /// Which tasks this process has among the replicas, of those it asks for.
    pub fn leases(&self) -> Vec<(&'static str, bool)> {
        self.known().leases.clone().into_iter().collect()
    }

    /// What waits on each platform; nothing if another replica sends.
    pub fn waiting(&self) -> Vec<(Platform, Waiting)> {
        self.known().waiting.clone().into_iter().collect()
    }

    /// Whether a platform takes our token; nothing if it has not said yet.
    pub fn takes_token(&self, platform: Platform) -> Option<bool> {
        self.known().tokens.get(&platform).copied()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task of sending.
pub(crate) const SENDER: &str = "sender";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::desk::Recipient;

    const SLACK: Platform = Platform::Slack;

    #[test]
    fn a_token_is_good_until_it_is_refused_and_again_when_it_is_taken() {
        let reception = Reception::default();
        let hears = |answer: Result<(), Undelivered>| {
            reception.answered(SLACK, &answer);
            reception.takes_token(SLACK)
        };
        assert_eq!(hears(Err(Undelivered::Unanswered)), None);
        assert_eq!(hears(Ok(())), Some(true));
        assert_eq!(hears(Err(Undelivered::Token)), Some(false));
        let busy = Undelivered::Later(Some(Duration::from_secs(1)));
        assert_eq!(hears(Err(busy)), Some(false));
        let why = String::from("no such channel");
        assert_eq!(hears(Err(Undelivered::Refused(why))), Some(true));
        let counted = reception.troubles();
        for kind in ["unanswered", "token", "later", "refused"] {
            assert!(counted.contains(&(SLACK, kind, 1)), "{counted:?}");
        }
    }

    #[test]
    fn who_does_not_want_to_hear_from_us_makes_nothing_old() {
        let queue = |name: &str, since| Queue {
            to: Recipient {
                platform: SLACK,
                name: name.to_owned(),
            },
            notes: 2,
            since,
            oldest: 1,
            asked: 0,
            dropped: 0,
        };
        let reception = Reception::default();
        let queues = [queue("U1", 500), queue("U2", 900)];
        reception.holds(SENDER, true);
        reception.waits(&queues, |it| it.to.name == "U1");
        let waiting = Waiting {
            notes: 4,
            since: Some(900),
        };
        assert!(reception.waiting().contains(&(SLACK, waiting)));
        reception.holds(SENDER, false);
        assert!(reception.waiting().is_empty(), "another replica knows");
    }
}
