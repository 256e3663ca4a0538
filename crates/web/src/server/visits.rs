//! Who is connected, and who leaves when there is no room.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How many there may be.
#[derive(Clone, Copy)]
pub struct Most {
    /// Of all together.
    pub all: usize,
    /// Of one household.
    pub each: usize,
}

/// All connections.
pub struct Visits {
    room: Arc<Semaphore>,
    most_each: usize,
    /// For those that follow a stream: they are counted apart.
    balcony: Arc<Semaphore>,
    most_each_there: usize,
    present: Mutex<Present>,
}

#[derive(Default)]
struct Present {
    visits: BTreeMap<u64, Known>,
    /// Counts arrivals and requests that have ended.
    count: u64,
}

/// What is known of a connection.
struct Known {
    /// Whom it is counted with; nobody if it is a proxy of ours.
    household: Option<IpAddr>,
    /// Since when no complete request of it has been at work.
    idle_since: Option<u64>,
    /// Whether it follows a stream.
    follows: bool,
    leave: Arc<Notify>,
}

/// A connection that was let in; its place is free when this is dropped.
pub struct Visit {
    visits: Arc<Visits>,
    number: u64,
    leave: Arc<Notify>,
    place: Mutex<OwnedSemaphorePermit>,
}

/// A request at work.
pub struct AtWork(Arc<Visit>);

impl Visits {
    /// Room for so many, and for so many that follow a stream.
    pub fn new(most: Most, streams: Most) -> Arc<Self> {
        Arc::new(Self {
            room: Arc::new(Semaphore::new(most.all)),
            most_each: most.each,
            balcony: Arc::new(Semaphore::new(streams.all)),
            most_each_there: streams.each,
            present: Mutex::default(),
        })
    }

    /// Lets a connection in. Where there is no room, who has been idle longest leaves
    /// first, of the household with most connections; nobody is let in while all are
    /// at work.
    pub async fn admit(self: &Arc<Self>, household: Option<IpAddr>) -> Option<Arc<Visit>> {
        if household.is_some() && self.present().of(household, false) >= self.most_each {
            self.send_away(|known| known.household == household)?;
        }
        let free = Arc::clone(&self.room).try_acquire_owned();
        let place = if let Ok(place) = free {
            place
        } else {
            let largest = self.present().largest();
            self.send_away(|known| known.household == largest)
                .or_else(|| self.send_away(|_| true))?;
            // It closes its socket before its place is free.
            Arc::clone(&self.room).acquire_owned().await.ok()?
        };
        let mut present = self.present();
        present.count += 1;
        let number = present.count;
        let leave = Arc::new(Notify::new());
        let known = Known {
            household,
            idle_since: Some(number),
            follows: false,
            leave: Arc::clone(&leave),
        };
        present.visits.insert(number, known);
        drop(present);
        Some(Arc::new(Visit {
            visits: Arc::clone(self),
            number,
            leave,
            place: Mutex::new(place),
        }))
    }

    /// Sends away who has been idle longest among some.
    fn send_away(&self, among: impl Fn(&Known) -> bool) -> Option<()> {
        let mut present = self.present();
        let idle = present.visits.iter();
        let idle = idle.filter(|(_, known)| !known.follows && among(known));
        let idle = idle.filter_map(|(number, known)| Some((known.idle_since?, *number)));
        let (_, number) = idle.min()?;
        let known = present.visits.remove(&number)?;
        known.leave.notify_one();
        Some(())
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Present {
    /// The connections of a household that follow a stream, or that do not.
    fn of(&self, household: Option<IpAddr>, follows: bool) -> usize {
        let visits = self.visits.values();
        let theirs = visits.filter(|known| known.household == household);
        theirs.filter(|known| known.follows == follows).count()
    }

    /// The household with most connections.
    fn largest(&self) -> Option<IpAddr> {
        let mut sizes: BTreeMap<IpAddr, usize> = BTreeMap::new();
        let asking = self.visits.values().filter(|known| !known.follows);
        for household in asking.filter_map(|known| known.household) {
            *sizes.entry(household).or_default() += 1;
        }
        let largest = sizes.into_iter().max_by_key(|(_, size)| *size);
        largest.map(|(household, _)| household)
    }
}

impl Visit {
    /// Ready when it has to leave.
    pub async fn sent_away(&self) {
        self.leave.notified().await;
    }

    /// From now on it follows a stream, and its place is free for another. False if
    /// there is no room for that.
    pub fn follows(&self) -> bool {
        let visits = &self.visits;
        let mut present = visits.present();
        let Some(household) = present.visits.get(&self.number).map(|it| it.household) else {
            return false;
        };
        if household.is_some() && present.of(household, true) >= visits.most_each_there {
            return false;
        }
        let Ok(place) = Arc::clone(&visits.balcony).try_acquire_owned() else {
            return false;
        };
        if let Some(known) = present.visits.get_mut(&self.number) {
            known.follows = true;
        }
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = place;
        true
    }

    /// A request of it is complete, and is at work until this is dropped.
    pub fn works(self: &Arc<Self>) -> AtWork {
        if let Some(known) = self.visits.present().visits.get_mut(&self.number) {
            known.idle_since = None;
        }
        AtWork(Arc::clone(self))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let mut present = self.0.visits.present();
        present.count += 1;
        let now = present.count;
        if let Some(known) = present.visits.get_mut(&self.0.number) {
            known.idle_since = Some(now);
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.visits.present().visits.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    /// Room for so many, and three streams, two of a household.
    fn room_for(all: usize, each: usize) -> Arc<Visits> {
        Visits::new(Most { all, each }, Most { all: 3, each: 2 })
    }

    #[tokio::test]
    async fn who_follows_a_stream_takes_no_place_of_those_who_ask() {
        let visits = room_for(1, 1);
        let mut following = Vec::new();
        for (household, room) in [(1, true), (1, true), (1, false), (2, true), (3, false)] {
            let visit = visits.admit(Some(house(household))).await.unwrap();
            assert_eq!(visit.follows(), room, "{household}");
            if room {
                following.push((visit.works(), visit));
            }
        }
        // Whoever comes takes the place of nobody who follows, also when that one is idle.
        let (at_work, first) = following.swap_remove(0);
        drop(at_work);
        let asks = visits.admit(Some(house(1))).await.unwrap();
        let _at_work = asks.works();
        assert!(visits.admit(Some(house(4))).await.is_none());
        drop(first);
        assert!(asks.follows(), "its place among the streams is free");
    }

    /// Lets one in for whom somebody has to leave, who does.
    async fn squeeze(
        visits: &Arc<Visits>,
        household: Option<IpAddr>,
        leaver: Arc<Visit>,
    ) -> Arc<Visit> {
        let leaving = async move {
            leaver.sent_away().await;
            drop(leaver);
        };
        let (visit, ()) = tokio::join!(visits.admit(household), leaving);
        visit.unwrap()
    }

    #[tokio::test]
    async fn who_waits_longest_leaves_for_who_comes() {
        let visits = room_for(2, 9);
        let first = visits.admit(Some(house(1))).await.unwrap();
        let second = visits.admit(Some(house(1))).await.unwrap();
        drop(first.works());
        // The first has asked something since the second came.
        let third = squeeze(&visits, Some(house(1)), second).await;
        squeeze(&visits, Some(house(1)), first).await;
        drop(third);
    }

    #[tokio::test]
    async fn the_household_with_most_connections_makes_room() {
        let visits = room_for(3, 9);
        let _alone = visits.admit(Some(house(1))).await.unwrap();
        let first = visits.admit(Some(house(2))).await.unwrap();
        let _second = visits.admit(Some(house(2))).await.unwrap();
        squeeze(&visits, Some(house(3)), first).await;
    }

    #[tokio::test]
    async fn who_is_at_work_stays_and_who_comes_then_is_not_let_in() {
        let visits = room_for(2, 9);
        let busy = visits.admit(Some(house(1))).await.unwrap();
        let _at_work = busy.works();
        let idle = visits.admit(Some(house(2))).await.unwrap();
        let new = squeeze(&visits, Some(house(1)), idle).await;
        let _also_at_work = new.works();
        assert!(visits.admit(Some(house(3))).await.is_none());
    }

    #[tokio::test]
    async fn a_household_has_so_many_and_a_proxy_any_number() {
        let visits = room_for(9, 1);
        let busy = visits.admit(Some(house(1))).await.unwrap();
        let at_work = busy.works();
        assert!(visits.admit(Some(house(1))).await.is_none());
        drop(at_work);
        squeeze(&visits, Some(house(1)), busy).await;
        let _proxy = visits.admit(None).await.unwrap();
        let _same_proxy = visits.admit(None).await.unwrap();
    }
}
