//! By whichever chat a person is reached who came by another way: somebody who plays in a
//! browser is told in their chat too.
//!
//! A key that a front shows to one identity alone, and that another one says, links the
//! two. The link stands among the passes, once under each of both names, so either side
//! finds it and ends it, and it goes with whoever is erased.

use super::Host;
use crate::Json;
use crate::Time;
use crate::entropy::word;
use crate::log::Hash;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::refused::Refused;
use crate::table::Identity;

/// What the passes are for: a key that was shown, who is reached by whom, and the other
/// way round.
const KEY: &str = "reach-key";
pub(crate) const BY: &str = "reached-by";
pub(crate) const FOR: &str = "reaches";

/// Who has claimed a key that was said where others hear it.
const ALOUD: &str = "aloud";

/// How long a key holds, in milliseconds.
const SHOWN: u64 = 3_600_000;

/// Letters of a key: 130 bits.
const LETTERS: usize = 26;

/// To how many others somebody may be linked, either way.
const MOST: usize = 8;

/// Why no link came of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// No such key: it was used, has ended, or never was.
    NoSuchKey,
    /// One of both has as many links as anybody may have.
    TooMany,
    /// The key is one's own.
    Oneself,
}

fn hash_of(what: &str, words: &str) -> String {
    Hash::of_header(&format!("{what}:{words}")).to_string()
}

impl Host {
    /// A key by which somebody else is linked to this person, once and within the hour.
    /// It ends the one before.
    pub async fn reach_key(&self, who: &Identity) -> Result<String, Refused> {
        for old in self.linked(who, KEY).await? {
            self.unlink(who, &old).await?;
        }
        let key = word(self.entropy.as_ref(), LETTERS);
        let id = word(self.entropy.as_ref(), 12);
        let until = self.clock.now().after(SHOWN);
        let pass = self.kept(hash_of(KEY, &key), id, (KEY, who), (until, 1));
        self.journal.change_passes(PassChange::Keep(pass)).await?;
        Ok(key)
    }

    /// Links whoever says a key, and what they are called, to whom it was shown: who that
    /// is. The same said twice is said once.
    pub async fn reach(
        &self,
        key: &str,
        by: &Identity,
        called: &str,
    ) -> Result<Result<Identity, Unreached>, Refused> {
        let (hash, now) = (hash_of(KEY, &key.to_ascii_lowercase()), self.clock.now());
        let known = PassQuestion::ByHash {
            hash: hash.clone(),
            now,
        };
        let known = self.journal.passes(known).await?;
        let Some(who) = known.into_iter().find(|it| it.purpose == KEY) else {
            return Ok(Err(Unreached::NoSuchKey));
        };
        let who = who.holder;
        if who == *by {
            return Ok(Err(Unreached::Oneself));
        }
        let (one, other) = (self.reached_by(&who).await?, self.reaches(by).await?);
        if one.contains(by) {
            return Ok(Ok(who));
        }
        if one.len() >= MOST || other.len() >= MOST {
            return Ok(Err(Unreached::TooMany));
        }
        let claim = PassChange::Claim {
            hash,
            now,
            claim: by.0.clone(),
        };
        if self.journal.change_passes(claim).await?.is_empty() {
            return Ok(Err(Unreached::NoSuchKey));
        }
        let always = (Time(i64::MAX as u64), 0);
        let sides = [(FOR, by, &who, None), (BY, &who, by, Some(called))];
        for (purpose, holder, named, called) in sides {
            let hash = hash_of(purpose, &format!("{holder} {named}"));
            let mut pass = self.kept(hash, named.0.clone(), (purpose, holder), always);
            pass.about = Json::of(&called);
            self.journal.change_passes(PassChange::Keep(pass)).await?;
        }
        Ok(Ok(who))
    }

    /// Spends a key that others have heard: whether it still meant something.
    pub async fn spoil_key(&self, key: &str) -> Result<bool, Refused> {
        let spoilt = PassChange::Claim {
            hash: hash_of(KEY, &key.to_ascii_lowercase()),
            now: self.clock.now(),
            claim: String::from(ALOUD),
        };
        Ok(!self.journal.change_passes(spoilt).await?.is_empty())
    }

    /// By whom else a person is reached.
    pub async fn reached_by(&self, who: &Identity) -> Result<Vec<Identity>, Refused> {
        let found = self.linked(who, BY).await?;
        Ok(found.into_iter().map(Identity).collect())
    }

    /// By whom else a person is reached, and what they were called when they were linked.
    pub async fn reached_as(
        &self,
        who: &Identity,
    ) -> Result<Vec<(Identity, Option<String>)>, Refused> {
        let found = self.passes_of(who, BY).await?;
        let read = |pass: Pass| (Identity(pass.id), pass.about.read().unwrap_or_default());
        Ok(found.into_iter().map(read).collect())
    }

    /// Who is reached by this person.
    pub async fn reaches(&self, by: &Identity) -> Result<Vec<Identity>, Refused> {
        let found = self.linked(by, FOR).await?;
        Ok(found.into_iter().map(Identity).collect())
    }

    /// Ends all links of a person, whichever side they are on: with whom they were.
    pub async fn reach_no_more(&self, who: &Identity) -> Result<Vec<Identity>, Refused> {
        let mut others = self.reached_by(who).await?;
        others.extend(self.reaches(who).await?);
        for other in &others {
            // Nobody is told any more from the first on.
            self.unlink(who, &other.0).await?;
            self.unlink(other, &who.0).await?;
        }
        Ok(others)
    }

    async fn linked(&self, who: &Identity, purpose: &str) -> Result<Vec<String>, Refused> {
        let found = self.passes_of(who, purpose).await?;
        Ok(found.into_iter().map(|it| it.id).collect())
    }

    async fn passes_of(&self, who: &Identity, purpose: &str) -> Result<Vec<Pass>, Refused> {
        let question = PassQuestion::Of {
            holder: who.clone(),
            purpose: purpose.to_owned(),
        };
        Ok(self.journal.passes(question).await?)
    }

    async fn unlink(&self, holder: &Identity, id: &str) -> Result<(), Refused> {
        let (holder, id) = (holder.clone(), id.to_owned());
        self.journal
            .change_passes(PassChange::End { holder, id })
            .await?;
        Ok(())
    }

    fn kept(
        &self,
        hash: String,
        id: String,
        (purpose, holder): (&str, &Identity),
        (until, uses): (Time, u32),
    ) -> Pass {
        let now = self.clock.now();
        Pass {
            hash,
            id,
            purpose: purpose.to_owned(),
            holder: holder.clone(),
            about: Json::of(&()),
            made: now,
            last: now,
            until,
            uses,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{ManualClock, Registry, SeededEntropy, journal::MemoryJournal, wait};
    use parlour_rules::Seed;

    fn house() -> (Host, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::at(Time(1_000_000)));
        let entropy = Arc::new(SeededEntropy::new(Seed(1)));
        let journal = Arc::new(MemoryJournal::new());
        let host = Host::new(Registry::new(), journal, Arc::clone(&clock) as _, entropy);
        (host, clock)
    }

    #[test]
    fn who_says_a_key_is_linked_once_and_either_side_ends_it() {
        let (host, _) = house();
        let (ann, chat) = (Identity::from("web:ann"), Identity::from("slack:U1"));
        let other = Identity::from("telegram:5");
        let key = wait(host.reach_key(&ann)).unwrap();
        assert_eq!(
            wait(host.reach(&key, &ann, "Ann")).unwrap(),
            Err(Unreached::Oneself)
        );
        assert_eq!(
            wait(host.reach(&key, &chat, "Ann")).unwrap(),
            Ok(ann.clone())
        );
        // A platform tells it twice.
        assert_eq!(
            wait(host.reach(&key, &chat, "Ann")).unwrap(),
            Ok(ann.clone())
        );
        // Nobody else uses it.
        let again = wait(host.reach(&key, &other, "Ann")).unwrap();
        assert_eq!(again, Err(Unreached::NoSuchKey));
        assert_eq!(
            wait(host.reached_by(&ann)).unwrap(),
            std::slice::from_ref(&chat)
        );
        assert_eq!(
            wait(host.reaches(&chat)).unwrap(),
            std::slice::from_ref(&ann)
        );
        for side in [&ann, &chat] {
            assert_eq!(wait(host.reach_no_more(side)).unwrap().len(), 1);
            assert!(wait(host.reached_by(&ann)).unwrap().is_empty());
            assert!(wait(host.reaches(&chat)).unwrap().is_empty());
            assert!(wait(host.reach_no_more(side)).unwrap().is_empty());
            let key = wait(host.reach_key(&ann)).unwrap();
            assert_eq!(
                wait(host.reach(&key, &chat, "Ann")).unwrap(),
                Ok(ann.clone())
            );
        }
    }

    #[test]
    fn a_key_ends_after_an_hour_and_with_the_next_one() {
        let (host, clock) = house();
        let (ann, chat) = (Identity::from("web:ann"), Identity::from("slack:U1"));
        let first = wait(host.reach_key(&ann)).unwrap();
        let second = wait(host.reach_key(&ann)).unwrap();
        let none = Err(Unreached::NoSuchKey);
        assert_eq!(wait(host.reach(&first, &chat, "Ann")).unwrap(), none);
        assert_eq!(wait(host.reach("nothing", &chat, "Ann")).unwrap(), none);
        clock.advance(SHOWN);
        assert_eq!(wait(host.reach(&second, &chat, "Ann")).unwrap(), none);
    }

    #[test]
    fn a_key_that_others_have_heard_is_spent() {
        let (host, _) = house();
        let (ann, chat) = (Identity::from("web:ann"), Identity::from("slack:U1"));
        let key = wait(host.reach_key(&ann)).unwrap();
        assert!(!wait(host.spoil_key("nothing")).unwrap());
        assert!(wait(host.spoil_key(&key)).unwrap());
        let none = Err(Unreached::NoSuchKey);
        assert_eq!(wait(host.reach(&key, &chat, "Ann")).unwrap(), none);
        // One that has linked somebody already is nobody else's to end.
        let key = wait(host.reach_key(&ann)).unwrap();
        assert!(wait(host.reach(&key, &chat, "Ann")).unwrap().is_ok());
        assert!(!wait(host.spoil_key(&key)).unwrap());
        let called = (chat, Some(String::from("Ann")));
        assert_eq!(wait(host.reached_as(&ann)).unwrap(), [called]);
    }

    #[test]
    fn nobody_has_links_without_end() {
        let (host, _) = house();
        let ann = Identity::from("web:ann");
        for number in 0..=MOST {
            let key = wait(host.reach_key(&ann)).unwrap();
            let by = Identity(format!("slack:U{number}"));
            let came = wait(host.reach(&key, &by, "Ann")).unwrap();
            assert_eq!(came.is_ok(), number < MOST);
        }
    }
}
