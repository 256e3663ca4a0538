//! The right to send: one replica has it at a time, for a while, and renews it.
//!
//! A replica that is slow may lose it without noticing at once. Nothing is sent
//! after the time that was granted, so that the next one finds no rival.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// A granted right; clones are the same one.
#[derive(Clone)]
pub struct Hold(Arc<Granted>);

struct Granted {
    until: Mutex<Instant>,
    lost: AtomicBool,
}

impl Hold {
    /// Granted for so long, counted from before it was asked for.
    pub fn new(asked: Instant, length: Duration) -> Self {
        Self(Arc::new(Granted {
            until: Mutex::new(asked + length),
            lost: AtomicBool::new(false),
        }))
    }

    /// Granted once more. Who gets it back after its time is up has lost it all the
    /// same: another may have had it meanwhile, and has sent what was known here.
    pub fn renew(&self, asked: Instant, length: Duration) {
        let mut until = self.until();
        if Instant::now() < *until {
            *until = asked + length;
        } else {
            self.lose();
        }
    }

    /// Another replica has it.
    pub fn lose(&self) {
        self.0.lost.store(true, Ordering::Relaxed);
    }

    /// Lost when this is dropped, whatever the reason.
    pub fn lost_at_the_end(&self) -> impl Drop + use<> {
        LostAtTheEnd(self.clone())
    }

    /// Whether another replica has it.
    pub fn is_lost(&self) -> bool {
        self.0.lost.load(Ordering::Relaxed)
    }

    /// Whether something may be sent now.
    pub fn is_good(&self) -> bool {
        !self.is_lost() && Instant::now() < *self.until()
    }

    fn until(&self) -> std::sync::MutexGuard<'_, Instant> {
        self.0.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct LostAtTheEnd(Hold);

impl Drop for LostAtTheEnd {
    fn drop(&mut self) {
        self.0.lose();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: Duration = Duration::from_secs(5);

    #[tokio::test(start_paused = true)]
    async fn who_renews_it_in_time_has_it_for_longer() {
        let hold = Hold::new(Instant::now(), LENGTH);
        tokio::time::advance(LENGTH / 2).await;
        hold.renew(Instant::now(), LENGTH);
        tokio::time::advance(LENGTH / 2).await;
        assert!(hold.is_good());
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_sent_after_the_granted_time_and_who_gets_it_back_begins_anew() {
        let hold = Hold::new(Instant::now(), LENGTH);
        assert!(hold.is_good());
        tokio::time::advance(LENGTH).await;
        assert!(!hold.is_good());
        assert!(!hold.is_lost(), "perhaps the database was away");
        hold.renew(Instant::now(), LENGTH);
        assert!(hold.is_lost(), "another may have sent meanwhile");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_renews_it_no_more_has_lost_it() {
        let hold = Hold::new(Instant::now(), LENGTH);
        let renewing = hold.clone();
        let keeping = tokio::spawn(async move {
            let _lost = renewing.lost_at_the_end();
            panic!("a fault of ours");
        });
        assert!(keeping.await.is_err());
        assert!(hold.is_lost(), "so that it is asked for anew");
    }

    #[tokio::test(start_paused = true)]
    async fn what_another_has_is_lost_at_once() {
        let hold = Hold::new(Instant::now(), LENGTH);
        hold.clone().lose();
        assert!(hold.is_lost());
        assert!(!hold.is_good());
    }
}
