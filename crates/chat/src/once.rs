//! The same request twice is one: remembered in the house, for all replicas.
//!
//! A platform repeats what was not acknowledged, so a request counts as done only
//! once it is: until then its key is held for a moment. A replica that dies in
//! between leaves the key, which falls free, and the repetition is heard.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::desk::{Desk, Trouble};

/// How long a request may be in work before somebody else may take it up.
const IN_WORK: Duration = Duration::from_secs(2);
/// How often a key that another holds is looked at again.
const AGAIN: Duration = Duration::from_millis(250);
/// How many done keys this process remembers by itself.
const REMEMBERED: usize = 20_000;
/// For as long as anybody asks.
const FOR_GOOD: Duration = Duration::from_hours(10 * 365 * 24);

/// What this process and the house remember.
pub struct Once {
    desk: Arc<dyn Desk>,
    /// Tells this process from all others.
    process: String,
    counter: AtomicU64,
    done: Mutex<Done>,
}

#[derive(Default)]
struct Done {
    keys: BTreeSet<String>,
    order: VecDeque<String>,
}

/// A key in work.
pub struct Claim {
    key: String,
    holder: String,
}

impl Once {
    /// Remembers through this desk.
    pub fn new(desk: Arc<dyn Desk>) -> Self {
        Self {
            desk,
            process: process_name(),
            counter: AtomicU64::new(0),
            done: Mutex::default(),
        }
    }

    /// The name of this process among the replicas.
    pub fn process(&self) -> &str {
        &self.process
    }

    /// Takes a key at once and for good. False if it was taken before.
    pub async fn take(&self, key: &str, hold: Duration) -> Result<bool, Trouble> {
        if self.is_done(key) {
            return Ok(false);
        }
        let holder = self.holder();
        let mine = self.desk.claim(key, &holder, hold).await?;
        self.remember(key);
        Ok(mine)
    }

    /// Takes a key into work. Nothing if it is done already; while another works
    /// on it, this waits.
    pub async fn begin(&self, key: &str) -> Result<Option<Claim>, Trouble> {
        let holder = self.holder();
        let mut waited = Duration::ZERO;
        loop {
            if self.is_done(key) {
                return Ok(None);
            }
            if self.desk.claim(key, &holder, IN_WORK).await? {
                return Ok(Some(Claim {
                    key: key.to_owned(),
                    holder,
                }));
            }
            // Held for longer than work may take: it is done.
            if waited > IN_WORK {
                self.remember(key);
                return Ok(None);
            }
            tokio::time::sleep(AGAIN).await;
            waited += AGAIN;
        }
    }

    /// The work is done: nobody does it again for this long.
    pub async fn finish(&self, claim: Claim, hold: Duration) -> Result<(), Trouble> {
        self.desk.claim(&claim.key, &claim.holder, hold).await?;
        self.remember(&claim.key);
        Ok(())
    }

    /// Sets or lifts a flag.
    pub async fn flag(&self, key: &str, raised: bool) -> Result<(), Trouble> {
        let hold = if raised { FOR_GOOD } else { Duration::ZERO };
        self.desk.claim(key, "flag", hold).await?;
        Ok(())
    }

    /// Whether a flag is set.
    pub async fn is_flagged(&self, key: &str) -> Result<bool, Trouble> {
        // Who may have it for no time at all has shown that nobody has it.
        let free = self.desk.claim(key, "question", Duration::ZERO).await?;
        Ok(!free)
    }

    fn holder(&self) -> String {
        let count = self.counter.fetch_add(1, Ordering::Relaxed);
        format!("{}-{count}", self.process)
    }

    fn is_done(&self, key: &str) -> bool {
        let done = self.done.lock().expect("no holder panics");
        done.keys.contains(key)
    }

    fn remember(&self, key: &str) {
        let mut done = self.done.lock().expect("no holder panics");
        if !done.keys.insert(key.to_owned()) {
            return;
        }
        done.order.push_back(key.to_owned());
        if done.order.len() > REMEMBERED
            && let Some(oldest) = done.order.pop_front()
        {
            done.keys.remove(&oldest);
        }
    }
}

/// A name that no other process has.
fn process_name() -> String {
    let mut bytes = [0; 8];
    if getrandom::fill(&mut bytes).is_err() {
        bytes = u64::from(std::process::id()).to_be_bytes();
    }
    format!("{:016x}", u64::from_be_bytes(bytes))
}
