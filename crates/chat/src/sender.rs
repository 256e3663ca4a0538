//! One sender for both platforms: carries what waits until it is acknowledged.
//!
//! Every recipient has a lane of its own: messages to one chat stay in order, and
//! a chat that refuses or is slow holds up nobody else. What was acknowledged is
//! crossed off one by one, so that after a crash at most the message in flight is
//! sent again.

mod hold;
mod lane;
mod round;

pub(crate) use lane::now;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::desk::{Address, Desk, Later, Note, Platform, Trouble};
use crate::once::Once;
use hold::Hold;
use lane::{Item, Load, Report, Wait, carry};
use round::Round;

/// How long the outbox is held at a time.
const HOLD: Duration = Duration::from_secs(5);
/// How often the hold is renewed, and the outbox looked at without being asked.
const ROUND: Duration = Duration::from_millis(1500);
/// How long news gather before the outbox is looked at.
const GATHER: Duration = Duration::from_millis(15);
/// How many notes are read at a time, and in all.
const PAGE: u32 = 256;
const MOST: usize = 4096;
/// How many lanes of a platform work at the same time.
const LANES: usize = 32;
/// Why something did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// The platform asks to wait, or did not answer.
    Later(Option<Duration>),
    /// The recipient does not want to hear from us.
    Closed(String),
    /// The chat goes on under this id.
    Moved(String),
    /// The platform will never take it.
    Refused(String),
}

/// Carries notes on one platform.
pub trait Carrier: Send + Sync + 'static {
    /// Cuts a note into notes that are one call each.
    fn cut(&self, note: Note) -> Vec<Note>;

    /// Sends one of them.
    fn deliver<'a>(&'a self, note: &'a Note) -> Sending<'a>;

    /// A recipient does not want to hear from us any more.
    fn closed<'a>(&'a self, to: &'a Address) -> Later<'a, ()>;
}

/// An attempt under way.
pub type Sending<'a> = std::pin::Pin<Box<dyn Future<Output = Result<(), Undelivered>> + Send + 'a>>;

/// A recipient.
pub(crate) type LaneKey = (Platform, String);

/// The sender; clones are the same one.
#[derive(Clone)]
pub struct Sender {
    shared: Arc<Shared>,
}

struct Shared {
    desk: Arc<dyn Desk>,
    once: Arc<Once>,
    carriers: BTreeMap<Platform, Arc<dyn Carrier>>,
    wake: Notify,
    /// Who has said something that was answered without us.
    spoke: Mutex<BTreeSet<LaneKey>>,
}

impl Sender {
    /// A sender over these platforms.
    pub(crate) fn new(
        desk: Arc<dyn Desk>,
        once: Arc<Once>,
        carriers: BTreeMap<Platform, Arc<dyn Carrier>>,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                desk,
                once,
                carriers,
                wake: Notify::new(),
                spoke: Mutex::default(),
            }),
        }
    }

    /// Somebody has said something and was answered at once: should they have been
    /// silent, they can be reached again.
    pub(crate) fn spoke(&self, platform: Platform, user: &str) {
        self.spoken().insert((platform, user.to_owned()));
        self.wake();
    }

    fn spoken(&self) -> MutexGuard<'_, BTreeSet<LaneKey>> {
        let spoke = self.shared.spoke.lock();
        spoke.unwrap_or_else(PoisonError::into_inner)
    }

    /// Something new waits.
    pub fn wake(&self) {
        self.shared.wake.notify_one();
    }

    /// Keeps notes and wakes the sender. `key` names what they answer.
    pub(crate) async fn post(&self, key: &str, notes: Vec<Note>) -> Result<(), Trouble> {
        let mut kept = Vec::new();
        for note in notes {
            let Some(carrier) = self.shared.carriers.get(&note.platform) else {
                continue;
            };
            for piece in carrier.cut(note) {
                kept.push((format!("{key}:{}", kept.len()), piece));
            }
        }
        if !kept.is_empty() {
            self.shared.desk.post(kept).await?;
            self.wake();
        }
        Ok(())
    }

    /// Carries until the task is dropped.
    pub async fn run(&self) {
        loop {
            let asked = Instant::now();
            match self.holds().await {
                Ok(true) => self.carry_while_held(Hold::new(asked, HOLD)).await,
                Ok(false) => sleep(ROUND).await,
                Err(trouble) => {
                    tracing::warn!("sender: {trouble}");
                    sleep(ROUND).await;
                }
            }
        }
    }

    async fn holds(&self) -> Result<bool, Trouble> {
        let holder = self.shared.once.name();
        self.shared.desk.claim("sender", holder, HOLD).await
    }

    /// Renews the hold, beside the work that may take long, until it is lost.
    async fn keep(self, hold: Hold) {
        // Should this end otherwise, by a fault of ours, the right is asked for anew.
        let _lost = hold.lost_at_the_end();
        while !hold.is_lost() {
            sleep(ROUND).await;
            let asked = Instant::now();
            match self.holds().await {
                Ok(true) => hold.renew(asked, HOLD),
                Ok(false) => hold.lose(),
                // The database is away: so is everybody else's hold.
                Err(trouble) => tracing::warn!("sender: {trouble}"),
            }
        }
    }

    /// Rounds until the hold is lost. What is on its way then still arrives and is
    /// crossed off.
    async fn carry_while_held(&self, hold: Hold) {
        let mut keeping = JoinSet::new();
        keeping.spawn(self.clone().keep(hold.clone()));
        let mut working = JoinSet::new();
        self.carry_rounds(&hold, &mut working).await;
        tracing::info!("sender: another replica sends now");
        while working.join_next().await.is_some() {}
    }

    async fn carry_rounds(&self, hold: &Hold, working: &mut JoinSet<(LaneKey, Report)>) {
        let mut round = Round::default();
        while !hold.is_lost() {
            if !hold.is_good() {
                // Until it is renewed, nothing may be sent.
                sleep(GATHER).await;
                continue;
            }
            let pause = match self.load(&mut round, working, hold).await {
                Ok(()) => ROUND,
                Err(trouble) => {
                    tracing::warn!("sender: {trouble}");
                    sleep(ROUND).await;
                    continue;
                }
            };
            let pause = round.next_try().map_or(pause, |next| next.min(pause));
            tokio::select! {
                // What comes at the same time goes together.
                () = self.shared.wake.notified() => sleep(GATHER).await,
                Some(ended) = working.join_next(), if !working.is_empty() => {
                    if let Ok((key, report)) = ended {
                        round.take_in(&key, &report);
                    }
                    while let Some(Ok((key, report))) = working.try_join_next() {
                        round.take_in(&key, &report);
                    }
                }
                () = sleep(pause) => {}
            }
        }
    }

    /// Sets lanes to work, with what was read before or else is read now.
    async fn load(
        &self,
        round: &mut Round,
        working: &mut JoinSet<(LaneKey, Report)>,
        hold: &Hold,
    ) -> Result<(), Trouble> {
        for key in std::mem::take(&mut *self.spoken()) {
            round.hear_from(&key);
        }
        let waiting: BTreeSet<Platform> = round.backlog.keys().map(|key| key.0).collect();
        if waiting.len() < self.shared.carriers.len() {
            self.read(round, &waiting).await?;
        }
        let keys: Vec<LaneKey> = round.backlog.keys().cloned().collect();
        for key in keys {
            // A platform that hangs leaves the other its lanes.
            if round.busy(key.0) >= LANES {
                continue;
            }
            if let Some(load) = round.backlog.remove(&key)
                && round.is_free(&key)
            {
                let working = &mut *working;
                self.set_to_work(round, working, key, load, hold.clone());
            }
        }
        Ok(())
    }

    /// Reads what waits for lanes that are free, but not for platforms of which
    /// there is something read already.
    async fn read(&self, round: &mut Round, except: &BTreeSet<Platform>) -> Result<(), Trouble> {
        let mut loads: BTreeMap<LaneKey, Vec<Load>> = BTreeMap::new();
        let mut after = 0;
        let mut read = 0;
        loop {
            let notes = self.shared.desk.notes(after, PAGE).await?;
            let full = notes.len() as u32 == PAGE;
            read += notes.len();
            for (id, note) in notes {
                after = id;
                let key = lane_key(note.platform, &note.to);
                round.notice(&key, id);
                loads
                    .entry(key)
                    .or_default()
                    .push(Load::Note(id, Box::new(note)));
            }
            if !full || read >= MOST {
                break;
            }
        }
        loads.retain(|key, _| round.is_free(key));
        let holder = self.shared.once.name();
        let mut after = 0;
        let mut read = 0;
        loop {
            let desk = &self.shared.desk;
            let parcels = desk.parcels(holder, HOLD, after, PAGE).await?;
            let Some(last) = parcels.last().map(|parcel| parcel.part.letter) else {
                break;
            };
            after = last;
            read += parcels.len();
            for parcel in parcels {
                let key = lane_key(parcel.platform, &parcel.to);
                if !self.shared.carriers.contains_key(&parcel.platform) {
                    // The platform is not set: it waits until it is.
                    continue;
                }
                if round.is_free(&key) && !round.in_hand.contains(&parcel.part) {
                    loads.entry(key).or_default().push(Load::Parcel(parcel));
                }
            }
            if read >= MOST {
                break;
            }
        }
        loads.retain(|key, _| !except.contains(&key.0));
        round.backlog.append(&mut loads);
        Ok(())
    }

    fn set_to_work(
        &self,
        round: &mut Round,
        working: &mut JoinSet<(LaneKey, Report)>,
        key: LaneKey,
        mut load: Vec<Load>,
        hold: Hold,
    ) {
        let Some(carrier) = self.shared.carriers.get(&key.0).cloned() else {
            return;
        };
        let lane = round.lanes.entry(key.clone()).or_default();
        lane.busy = true;
        if lane.silent {
            // What the tables told meanwhile is older than the word that made us try
            // again, and its answer.
            let newest = lane.newest;
            load.sort_by_key(|load| match load {
                Load::Note(id, _) if *id > newest => 2,
                Load::Parcel(_) => 1,
                Load::Note(..) => 0,
            });
        }
        for load in &load {
            match load {
                Load::Note(id, _) => lane.newest = lane.newest.max(*id),
                Load::Parcel(parcel) => {
                    lane.in_hand.push(parcel.part);
                    round.in_hand.insert(parcel.part);
                }
            }
        }
        let items = load.into_iter().map(|load| {
            let gone = match &load {
                Load::Parcel(parcel) => lane.pieces.get(&parcel.part).copied(),
                Load::Note(..) => None,
            };
            Item {
                load,
                gone: gone.unwrap_or(0),
            }
        });
        let items: Vec<Item> = items.collect();
        let desk = Arc::clone(&self.shared.desk);
        working.spawn(async move {
            let carried = AssertUnwindSafe(carry(desk, carrier, items, hold)).catch_unwind();
            let report = carried.await.unwrap_or_else(|_| {
                // A fault of ours in one message must not silence its recipient.
                tracing::error!("sender: a message to {} broke us", key.0);
                Report {
                    stopped: Some(Wait::Pause(None)),
                    ..Report::default()
                }
            });
            (key, report)
        });
    }
}

/// Who shares a lane.
fn lane_key(platform: Platform, to: &Address) -> LaneKey {
    let name = match to {
        Address::Person(name) | Address::Chat(name) => name,
        Address::Aside { user, .. } => user,
    };
    (platform, name.clone())
}
