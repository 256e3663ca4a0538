//! What platforms bring that is none of ours: it is not answered, but it is counted, so
//! that whoever looks after a house sees what it does not hear.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::desk::Platform;

/// How many kinds of a platform are told apart; all others are one.
const KINDS: usize = 40;

/// Counts by platform and kind; clones count together.
#[derive(Clone, Debug, Default)]
pub struct PassedOver(Arc<Mutex<BTreeMap<(Platform, String), u64>>>);

impl PassedOver {
    /// Something of this kind was passed over. Kinds are named by strangers, so only
    /// plain short ones count by their name.
    pub(crate) fn count(&self, platform: Platform, kind: &str) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_plain = (1..=40).contains(&kind.len()) && kind.bytes().all(plain);
        tracing::debug!("{platform}: something is passed over");
        let mut counts = self.counts();
        let known = counts.contains_key(&(platform, kind.to_owned()));
        let kinds = counts.keys().filter(|(of, _)| *of == platform).count();
        let kind = if known || (is_plain && kinds < KINDS) {
            kind
        } else {
            "other"
        };
        *counts.entry((platform, kind.to_owned())).or_default() += 1;
    }

    /// How many there were of each kind.
    pub fn all(&self) -> Vec<(Platform, String, u64)> {
        let counts = self.counts();
        let all = counts.iter();
        all.map(|((platform, kind), count)| (*platform, kind.clone(), *count))
            .collect()
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<(Platform, String), u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_by_name_and_never_too_many() {
        let passed_over = PassedOver::default();
        for kind in ["poll", "poll", "", "a\"b"] {
            passed_over.count(Platform::Telegram, kind);
        }
        for nth in 0..100 {
            passed_over.count(Platform::Slack, &format!("kind_{nth}"));
        }
        let all = passed_over.all();
        let of = |platform, kind: &str| {
            let found = all.iter().find(|it| it.0 == platform && it.1 == kind);
            found.map(|it| it.2)
        };
        assert_eq!(of(Platform::Telegram, "poll"), Some(2));
        assert_eq!(of(Platform::Telegram, "other"), Some(2));
        assert_eq!(of(Platform::Slack, "other"), Some(60));
        assert_eq!(all.len(), 2 + 41);
    }
}
