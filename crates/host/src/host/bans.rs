//! Who may not come in: people and groups that whoever keeps the house has banned.
//!
//! A ban stands among the passes, where all replicas find it, under the house's own name.
//! Fronts ask before they hear anybody; what was played stays as it is.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Host;
use crate::log::Hash;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::refused::Refused;
use crate::table::Identity;
use crate::{Json, Time, locked};

/// Under whose name bans are kept, and as what.
const HOUSE: &str = "house:bans";
const BAN: &str = "ban";

/// How long what is known of bans holds, in milliseconds.
const HOLDS: u64 = 2_000;

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The person, or the group as `slack:C024BE91L`.
    pub who: Identity,
    /// Since when.
    pub since: Time,
}

/// What is known of bans, and since when.
pub(super) type Banned = Option<(Time, Arc<BTreeSet<String>>)>;

impl Host {
    /// From now on fronts hear a person or a group no more, a few seconds later on other
    /// replicas.
    pub async fn ban(&self, who: &Identity) -> Result<(), Refused> {
        let now = self.clock.now();
        let pass = Pass {
            hash: Hash::of_header(&format!("{BAN}:{who}")).to_string(),
            id: who.0.clone(),
            purpose: BAN.to_owned(),
            holder: Identity::from(HOUSE),
            about: Json::of(&()),
            made: now,
            last: now,
            until: Time(i64::MAX as u64),
            uses: 0,
        };
        self.journal.change_passes(PassChange::Keep(pass)).await?;
        *locked(&self.banned) = None;
        Ok(())
    }

    /// Hears them again. False if they were not banned.
    pub async fn lift_ban(&self, who: &Identity) -> Result<bool, Refused> {
        let ended = self.journal.change_passes(PassChange::End {
            holder: Identity::from(HOUSE),
            id: who.0.clone(),
        });
        let ended = ended.await?;
        *locked(&self.banned) = None;
        Ok(!ended.is_empty())
    }

    /// Everybody who is banned, the newest first.
    pub async fn bans(&self) -> Result<Vec<Ban>, Refused> {
        let question = PassQuestion::Of {
            holder: Identity::from(HOUSE),
            purpose: BAN.to_owned(),
        };
        let found = self.journal.passes(question).await?;
        let ban = |pass: Pass| Ban {
            who: Identity(pass.id),
            since: pass.made,
        };
        Ok(found.into_iter().map(ban).collect())
    }

    /// Whether somebody is banned, as it was known a moment ago. A journal that cannot be
    /// asked bans nobody: nothing is stored then either.
    pub async fn is_banned(&self, who: &Identity) -> bool {
        let now = self.clock.now();
        let known = locked(&self.banned).clone();
        let fresh = known.filter(|(when, _)| now.since(*when) < HOLDS);
        if let Some((_, banned)) = fresh {
            return banned.contains(&who.0);
        }
        let Ok(bans) = self.bans().await else {
            return false;
        };
        let banned: Arc<BTreeSet<String>> = Arc::new(bans.into_iter().map(|it| it.who.0).collect());
        *locked(&self.banned) = Some((now, Arc::clone(&banned)));
        banned.contains(&who.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parlour_rules::Seed;

    use super::*;
    use crate::journal::MemoryJournal;
    use crate::{ManualClock, Registry, SeededEntropy, wait};

    #[test]
    fn a_ban_is_known_to_all_replicas_soon_and_can_be_lifted() {
        let journal = Arc::new(MemoryJournal::new());
        let clock = Arc::new(ManualClock::at(Time(1_000_000)));
        let replica = || {
            let entropy = Arc::new(SeededEntropy::new(Seed(1)));
            let (journal, clock) = (Arc::clone(&journal), Arc::clone(&clock));
            Host::new(Registry::new(), journal, clock, entropy)
        };
        let (one, other) = (replica(), replica());
        let (ann, club) = (Identity::from("slack:U1"), Identity::from("slack:C1"));
        assert!(!wait(other.is_banned(&ann)));
        wait(one.ban(&ann)).unwrap();
        wait(one.ban(&club)).unwrap();
        wait(one.ban(&ann)).unwrap();
        assert!(wait(one.is_banned(&ann)));
        clock.advance(HOLDS);
        assert!(wait(other.is_banned(&ann)) && wait(other.is_banned(&club)));
        assert!(!wait(other.is_banned(&Identity::from("slack:U2"))));
        assert_eq!(wait(other.bans()).unwrap().len(), 2);
        assert!(wait(other.lift_ban(&ann)).unwrap());
        assert!(!wait(other.lift_ban(&ann)).unwrap());
        assert!(!wait(other.is_banned(&ann)) && wait(other.is_banned(&club)));
    }
}
