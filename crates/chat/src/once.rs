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
const AGAIN: Duration = Duration::from_millis(100);
/// How many done keys this process remembers by itself.
const REMEMBERED: usize = 20_000;
/// For as long as anybody asks.
const FOR_GOOD: Duration = Duration::from_hours(10 * 365 * 24);

/// What this process and the house remember.
pub struct Once {
    desk: Arc<dyn Desk>,
    /// Tells this process from all others, those before it included.
    process: String,
    /// The name under which it holds tasks.
    name: String,
    counter: AtomicU64,
    done: Mutex<Done>,
    /// What this process works on.
    in_work: Arc<Mutex<BTreeSet<String>>>,
}

#[derive(Default)]
struct Done {
    keys: BTreeSet<String>,
    order: VecDeque<String>,
}

/// A key in work; dropped without being finished, it may be taken up again.
pub struct Claim {
    key: String,
    in_work: Arc<Mutex<BTreeSet<String>>>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut in_work = self.in_work.lock().expect("no holder panics");
        in_work.remove(&self.key);
    }
}

impl Once {
    /// Remembers through this desk. A process that is sure to be the only one of
    /// its name takes up at once what the last one of that name held; one without
    /// a name waits until it falls free.
    pub fn new(desk: Arc<dyn Desk>, name: Option<&str>) -> Self {
        let process = process_name();
        Self {
            desk,
            name: name.map_or_else(|| process.clone(), str::to_owned),
            process,
            counter: AtomicU64::new(0),
            done: Mutex::default(),
            in_work: Arc::default(),
        }
    }

    /// The name of this process among the replicas.
    pub fn name(&self) -> &str {
        &self.name
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
        loop {
            if self.is_done(key) {
                return Ok(None);
            }
            let claim = self.work_on(key);
            let mine = match &claim {
                Some(_) => self.desk.claim(&working(key), &self.name, IN_WORK).await?,
                None => false,
            };
            // Asked after the claim: nobody else can be about to finish it then.
            if claim.is_some() && self.is_flagged(key).await? {
                self.remember(key);
                return Ok(None);
            }
            if mine {
                return Ok(claim);
            }
            drop(claim);
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// The work is done: nobody does it again for this long.
    pub async fn finish(&self, claim: Claim, hold: Duration) -> Result<(), Trouble> {
        self.desk.mark(&claim.key, hold).await?;
        self.remember(&claim.key);
        Ok(())
    }

    /// Sets or lifts a flag.
    pub async fn flag(&self, key: &str, raised: bool) -> Result<(), Trouble> {
        let hold = if raised { FOR_GOOD } else { Duration::ZERO };
        self.desk.mark(key, hold).await
    }

    /// Whether a flag is set.
    pub async fn is_flagged(&self, key: &str) -> Result<bool, Trouble> {
        self.desk.is_marked(key).await
    }

    /// Takes a key within this process; nothing while it is taken.
    fn work_on(&self, key: &str) -> Option<Claim> {
        let mut in_work = self.in_work.lock().expect("no holder panics");
        in_work.insert(key.to_owned()).then(|| Claim {
            key: key.to_owned(),
            in_work: Arc::clone(&self.in_work),
        })
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

/// The key under which work is held, beside that under which it is done.
fn working(key: &str) -> String {
    format!("{key}:work")
}

/// A name that no other process has.
fn process_name() -> String {
    let mut bytes = [0; 8];
    if getrandom::fill(&mut bytes).is_err() {
        bytes = u64::from(std::process::id()).to_be_bytes();
    }
    format!("{:016x}", u64::from_be_bytes(bytes))
}
