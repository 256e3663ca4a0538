//! A journal that takes its time and loses answers.

use std::future::poll_fn;
use std::sync::Mutex;
use std::task::Poll;

use parlour_host::journal::passing::{Asked, Between};
use parlour_host::journal::{Answer, JournalError};
use parlour_rules::Stream;

/// Every call takes its time, and answers may be lost.
pub(super) struct Slow {
    pub chance: Mutex<Stream>,
}

impl Slow {
    /// A number below another, by the chance of this schedule.
    pub fn below(&self, n: u32) -> u32 {
        self.chance.lock().unwrap().below(n)
    }
}

impl Between for Slow {
    /// The caller is put aside before the call and after it; now and then it hears
    /// nothing although it was done, or nothing because it was not.
    fn answer<'a, T: Send + 'a>(
        &'a self,
        asked: Asked<'_>,
        ask: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        if matches!(asked, Asked::Create) {
            return ask();
        }
        let lost = || Err(JournalError::Unreachable("the line is cut".to_owned()));
        Box::pin(async move {
            aside().await;
            let fate = self.below(40);
            if fate == 0 {
                return lost();
            }
            let answer = ask().await;
            aside().await;
            if fate == 1 { lost() } else { answer }
        })
    }
}

/// Lets the others go first, once.
pub(super) async fn aside() {
    let mut waited = false;
    poll_fn(|_| {
        if std::mem::replace(&mut waited, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}
