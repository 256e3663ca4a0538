//! One sender for all platforms: carries what waits until it is acknowledged.
//!
//! What the tables tell is sorted into a queue for each recipient, by turns among who
//! reads it, so that nobody's many letters stand before another's few. Every recipient
//! has a lane of its own: messages to one chat stay in order, and a chat that refuses
//! or is slow holds up nobody else. What was acknowledged is crossed off one by one,
//! so that after a crash at most the message in flight is sent again.

mod hold;
mod lane;
mod round;
#[cfg(test)]
mod tests;

pub(crate) use lane::now;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::desk::{Address, Desk, Later, Note, Platform, Queue, Recipient, Sorted, Trouble};
use crate::once::Once;
use crate::reception::{Reception, SENDER};
use hold::Hold;
use lane::{Report, Wait, carry};
use round::Round;

/// How long the outbox is held at a time.
const HOLD: Duration = Duration::from_secs(5);
/// How often the hold is renewed, and the outbox looked at without being asked.
const ROUND: Duration = Duration::from_millis(1500);
/// How long news gather before the outbox is looked at.
const GATHER: Duration = Duration::from_millis(15);
/// How many lanes of a platform work at the same time.
const LANES: usize = 32;

/// Why something did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// The platform did not answer.
    Unanswered,
    /// The platform asks to wait, or cannot just now.
    Later(Option<Duration>),
    /// The platform does not take our token.
    Token,
    /// The recipient does not want to hear from us.
    Closed(String),
    /// The chat goes on under this id.
    Moved(String),
    /// The platform will never take it.
    Refused(String),
}

/// What is sent must be drawn before.
pub(crate) fn undrawn() -> Undelivered {
    Undelivered::Refused(String::from("a picture was not drawn"))
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

/// The sender; clones are the same one.
#[derive(Clone)]
pub struct Postman {
    shared: Arc<Shared>,
}

struct Shared {
    desk: Arc<dyn Desk>,
    once: Arc<Once>,
    carriers: BTreeMap<Platform, Arc<dyn Carrier>>,
    wake: Notify,
    reception: Reception,
    /// Who has said something that was answered without us.
    spoke: Mutex<BTreeSet<Recipient>>,
}

impl Postman {
    /// A sender over these platforms.
    pub(crate) fn new(
        desk: Arc<dyn Desk>,
        once: Arc<Once>,
        carriers: BTreeMap<Platform, Arc<dyn Carrier>>,
        reception: Reception,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                desk,
                once,
                carriers,
                wake: Notify::new(),
                reception,
                spoke: Mutex::default(),
            }),
        }
    }

    /// Somebody has said something and was answered at once: should they have been
    /// silent, they can be reached again.
    pub(crate) fn spoke(&self, platform: Platform, user: &str) {
        self.spoken().insert(Recipient {
            platform,
            name: user.to_owned(),
        });
        self.wake();
    }

    fn spoken(&self) -> MutexGuard<'_, BTreeSet<Recipient>> {
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
        let holds = self.shared.desk.claim(SENDER, holder, HOLD).await;
        if let Ok(holds) = holds {
            self.shared.reception.holds(SENDER, holds);
        }
        holds
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
    /// crossed off. Who gets it back begins with what is stored by then.
    async fn carry_while_held(&self, hold: Hold) {
        let mut keeping = JoinSet::new();
        keeping.spawn(self.clone().keep(hold.clone()));
        let mut working = JoinSet::new();
        self.carry_rounds(&hold, &mut working).await;
        tracing::info!("sender: the right to send has ended");
        while working.join_next().await.is_some() {}
    }

    async fn carry_rounds(&self, hold: &Hold, working: &mut JoinSet<(Recipient, Report)>) {
        let mut round = Round::default();
        // Whether something may wait that we do not know of.
        let mut unknown = true;
        while !hold.is_lost() {
            if !hold.is_good() {
                // Until it is renewed or lost, nothing may be sent.
                sleep(GATHER).await;
                continue;
            }
            if unknown {
                unknown = match self.look(&mut round).await {
                    Ok(more) => more,
                    Err(trouble) => {
                        tracing::warn!("sender: {trouble}");
                        sleep(ROUND).await;
                        continue;
                    }
                };
            }
            for queue in round.begin(LANES) {
                self.set_to_work(working, queue, hold.clone());
            }
            let pause = if unknown { Duration::ZERO } else { ROUND };
            let pause = round.next_try().map_or(pause, |next| next.min(pause));
            tokio::select! {
                // What comes at the same time goes together.
                () = self.shared.wake.notified() => {
                    unknown = true;
                    sleep(GATHER).await;
                }
                Some(ended) = working.join_next(), if !working.is_empty() => {
                    let mut ended = Some(ended);
                    while let Some(Ok((to, report))) = ended {
                        round.take_in(&to, &report);
                        let reception = &self.shared.reception;
                        reception.arrived(to.platform, report.arrived);
                        unknown |= !round.has_waiting(to.platform);
                        ended = working.try_join_next();
                    }
                }
                () = sleep(pause) => unknown = true,
            }
        }
    }

    /// Sorts some letters and lists who waits; whether there may be more letters.
    async fn look(&self, round: &mut Round) -> Result<bool, Trouble> {
        for to in std::mem::take(&mut *self.spoken()) {
            round.hear_from(&to);
        }
        let more = self.sort().await?;
        let mut queues = self.shared.desk.queues().await?;
        // A platform that is not set waits until it is.
        queues.retain(|queue| self.shared.carriers.contains_key(&queue.to.platform));
        let reception = &self.shared.reception;
        reception.waits(&queues, |queue| round.is_silent(&queue.to));
        round.list(queues);
        Ok(more)
    }

    /// Sorts the next letters into notes for their recipients; whether there were any.
    async fn sort(&self) -> Result<bool, Trouble> {
        let opened = self.shared.desk.letters().await?;
        if opened.is_empty() {
            return Ok(false);
        }
        let cut = |note: Note| match self.shared.carriers.get(&note.platform) {
            Some(carrier) => carrier.cut(note),
            None => vec![note],
        };
        let sorted = opened.into_iter().map(|opened| {
            let letter = opened.letter;
            let pieces = opened.notes.into_iter().flat_map(cut).enumerate();
            let notes = pieces.map(|(at, piece)| (format!("letter:{letter}:{at}"), piece));
            Sorted {
                letter,
                notes: notes.collect(),
                voice: opened.voice,
                for_terminals: opened.for_terminals,
            }
        });
        self.shared.desk.sort(sorted.collect()).await?;
        Ok(true)
    }

    fn set_to_work(&self, working: &mut JoinSet<(Recipient, Report)>, queue: Queue, hold: Hold) {
        let to = queue.to.clone();
        let Some(carrier) = self.shared.carriers.get(&to.platform).cloned() else {
            return;
        };
        let desk = Arc::clone(&self.shared.desk);
        working.spawn(async move {
            let carried = AssertUnwindSafe(carry(desk, carrier, queue, hold)).catch_unwind();
            let report = carried.await.unwrap_or_else(|_| {
                // A fault of ours in one message must not silence its recipient.
                tracing::error!("sender: a message to {} broke us", to.platform);
                Report {
                    stopped: Some(Wait::Pause(None)),
                    ..Report::default()
                }
            });
            (to, report)
        });
    }
}
