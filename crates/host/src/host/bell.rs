//! The bell of a host: it rings when something has changed at some table of this host.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use super::{Host, Table};
use crate::journal::{Changed, JournalError};
use crate::locked;
use crate::refused::Refused;

/// Counts changes, and wakes whoever waits for the next.
#[derive(Default)]
pub(super) struct Bell {
    count: AtomicU64,
    waiting: Mutex<Vec<Waker>>,
}

impl Bell {
    pub fn ring(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
        for waker in locked(&self.waiting).drain(..) {
            waker.wake();
        }
    }
}

impl Host {
    /// How often something has changed at this host.
    pub fn news(&self) -> u64 {
        self.bell.count.load(Ordering::SeqCst)
    }

    /// Ready when something has changed at this host since [`news`](Host::news)
    /// was this.
    pub async fn more_news(&self, seen: u64) -> u64 {
        poll_fn(|context| {
            let mut waiting = locked(&self.bell.waiting);
            let now = self.news();
            if now != seen {
                return Poll::Ready(now);
            }
            if !waiting.iter().any(|it| it.will_wake(context.waker())) {
                waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await
    }

    /// Waits until another host gives a hint, and follows where it has moved
    /// tables on. With journals that give no hints it is never ready.
    pub async fn hinted(&self) -> Result<(), Refused> {
        match self.journal.changed().await? {
            Changed::Anything => self.refresh().await?,
            Changed::Tables(tables) => {
                let held = {
                    let open = locked(&self.open);
                    tables.iter().filter_map(|id| open.held_one(id)).collect()
                };
                self.refresh_some(held).await?;
            }
        }
        // A deadline or a letter may be new even if the table is not open here.
        self.bell.ring();
        Ok(())
    }

    /// Looks whether another host has moved tables on that somebody holds here, and
    /// follows. Of those that nobody holds, that is asked when somebody asks for them.
    pub async fn refresh(&self) -> Result<(), Refused> {
        let held = locked(&self.open).held();
        self.refresh_some(held).await
    }

    async fn refresh_some(&self, open: Vec<Arc<Table>>) -> Result<(), Refused> {
        if open.is_empty() {
            return Ok(());
        }
        let names = open.iter().map(|table| table.id.clone()).collect();
        let standings = self.journal.standings(names).await?;
        let mut unfollowed = Ok(());
        for table in open {
            let stored = standings.iter().find(|(id, _)| *id == table.id);
            let Some((_, stored)) = stored else {
                self.put_away(&table.id);
                continue;
            };
            if *stored != table.present().standing() {
                let _turn = table.road.lock().await;
                match self.catch_up(&table).await {
                    Ok(()) | Err(Refused::UnknownTable(_)) => {}
                    Err(refused @ Refused::Journal(JournalError::Unreachable(_))) => {
                        return Err(refused);
                    }
                    // One that cannot be read keeps nobody from the others.
                    Err(refused) => unfollowed = unfollowed.and(Err(refused)),
                }
            }
        }
        unfollowed
    }
}
