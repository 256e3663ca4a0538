//! A journal that for a while keeps no session, as one whose disk is full.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_host::journal::passing::{Asked, Between, Passing};
use parlour_host::journal::{Answer, JournalError, MemoryJournal};
use parlour_host::pass::PassChange;
use parlour_host::{Host, SystemClock, SystemEntropy};

use crate::house::games;

/// Keeps no new session while it is forgetful.
struct Forgetful(Arc<AtomicBool>);

/// A house over such a journal, and what makes it forgetful.
pub(crate) fn forgetful_host() -> (Arc<Host>, Arc<AtomicBool>) {
    let is = Arc::new(AtomicBool::new(false));
    let journal = Passing {
        journal: Arc::new(MemoryJournal::new()),
        between: Forgetful(Arc::clone(&is)),
    };
    let host = Host::new(
        games(),
        Arc::new(journal),
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    );
    (Arc::new(host), is)
}

impl Between for Forgetful {
    fn answer<'a, T: Send + 'a>(
        &'a self,
        asked: Asked<'_>,
        ask: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        match asked {
            Asked::ChangePasses(PassChange::Keep(pass))
                if pass.purpose == "session" && self.0.load(Ordering::SeqCst) =>
            {
                let words = String::from("the disk is full");
                Box::pin(async { Err(JournalError::Unreachable(words)) })
            }
            _ => ask(),
        }
    }
}
