//! News: something has changed at some table of this host. And the figures that
//! a service shows of itself.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use super::{Host, Table};
use crate::journal::{Changed, JournalError};
use crate::locked;
use crate::refused::Refused;

/// Counts changes, and wakes who waits for the next.
#[derive(Default)]
pub(super) struct News {
    count: AtomicU64,
    waiting: Mutex<Vec<Waker>>,
}

impl News {
    pub fn stir(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
        for waker in locked(&self.waiting).drain(..) {
            waker.wake();
        }
    }
}

/// What a host has done since it began.
#[derive(Default)]
pub(super) struct Counters {
    pub accepted: AtomicU64,
    pub repeated: AtomicU64,
    pub refused: AtomicU64,
    pub unreachable: AtomicU64,
    pub struck: AtomicU64,
    pub delivered: AtomicU64,
}

pub(super) fn count(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}

/// What a host has done since it began, and what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Commands that were accepted.
    pub accepted: u64,
    /// Messages that were heard before, and changed nothing.
    pub repeated: u64,
    /// Commands that were refused.
    pub refused: u64,
    /// Commands that could not be stored.
    pub unreachable: u64,
    /// Deadlines that struck here.
    pub struck: u64,
    /// Letters that were crossed off here.
    pub delivered: u64,
    /// Tables that are open at this moment.
    pub open: u64,
    /// About how many bytes they have.
    pub open_bytes: u64,
}

impl Host {
    /// How often something has changed at this host.
    pub fn news(&self) -> u64 {
        self.news.count.load(Ordering::SeqCst)
    }

    /// Ready when something has changed at this host since [`news`](Host::news)
    /// was this.
    pub async fn more_news(&self, seen: u64) -> u64 {
        poll_fn(|context| {
            let mut waiting = locked(&self.news.waiting);
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
        self.news.stir();
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

    /// What this host has done, and what it holds.
    pub fn figures(&self) -> Figures {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counters = &self.counters;
        let held = locked(&self.open);
        Figures {
            accepted: of(&counters.accepted),
            repeated: of(&counters.repeated),
            refused: of(&counters.refused),
            unreachable: of(&counters.unreachable),
            struck: of(&counters.struck),
            delivered: of(&counters.delivered),
            open: held.len() as u64,
            open_bytes: held.bytes(),
        }
    }
}
