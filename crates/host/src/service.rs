//! The host as a service: deadlines are struck and other replicas followed for as
//! long as the process runs.
//!
//! Any number of replicas may run over one journal. There is no leader: a
//! deadline is struck by whoever claims it; should that one die, another does.
//! Hints between replicas shorten the wait, and looking now and then finds what
//! they miss.
//!
//! Whoever carries letters elsewhere does so in a loop of its own, woken by
//! [`Host::more_news`]. The lease of [`Host::letters`] is between those who read that
//! way; a sender that sorts ([`Host::letters_each`]) holds one of its own. So whoever
//! reads leaves what is not theirs to carry.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parlour_rules::Rules;
use tokio::time::sleep;
use tracing::Instrument as _;

use crate::host::{Struck, span};
use crate::journal::{Dropped, JournalError};
use crate::pass::PassChange;
use crate::refused::Refused;
use crate::waiting::together;
use crate::{AgreedClock, Host};

/// The longest sleep between two looks at deadlines.
const LOOK: Duration = Duration::from_secs(2);

/// The shortest: what happens meanwhile is dealt with together.
const REST: Duration = Duration::from_millis(25);

/// How often open tables are compared with what is stored.
const FOLLOW: Duration = Duration::from_secs(5);

/// How often tables leave memory that nobody asks for.
const LET_GO: Duration = Duration::from_mins(1);

/// How often the clock is compared with the journal's, and by how many milliseconds it
/// may have been wrong without a word of it.
const AGREE: Duration = Duration::from_mins(1);
const UNSAID: u64 = 1_000;

/// How many cards are made at once for tables that an older version has kept.
const FACES: u32 = 16;

/// How long to wait after the journal could not be reached.
const PAUSE: Duration = Duration::from_secs(1);

/// How long ids of messages are remembered, in milliseconds, and how often old
/// ones are forgotten.
const REMEMBER: u64 = 48 * 3_600_000;
const FORGET: Duration = Duration::from_hours(1);

/// How long letters and notes wait for whoever cannot be reached, in milliseconds.
const WAIT: u64 = 3 * 24 * 3_600_000;

/// What is done after a deadline has struck, on its way.
type Done = Pin<Box<dyn Future<Output = Result<(), Refused>> + Send>>;

/// A host that serves.
pub struct Service {
    host: Arc<Host>,
    clock: Option<Arc<AgreedClock>>,
    after: BTreeMap<&'static str, Box<dyn Fn(Struck) -> Done + Send + Sync>>,
}

impl Service {
    /// A service over a host.
    pub fn new(host: Arc<Host>) -> Self {
        Self {
            host,
            clock: None,
            after: BTreeMap::new(),
        }
    }

    /// Keeps the clock that the host goes by at the time of the journal.
    #[must_use]
    pub fn agreeing(mut self, clock: Arc<AgreedClock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// What is done after a deadline of this game has struck, beyond the clock's
    /// command: bots play, say. Any number of games may have something to do.
    ///
    /// It is done once for each deadline that struck here. Should this replica die
    /// before, nobody is told; whoever depends on it looks now and then.
    #[must_use]
    pub fn after_strike<G, F>(mut self, act: impl Fn(Struck) -> F + Send + Sync + 'static) -> Self
    where
        G: Rules,
        F: Future<Output = Result<(), Refused>> + Send + 'static,
    {
        let act = move |struck| Box::pin(act(struck)) as Done;
        self.after.insert(G::NAME, Box::new(act));
        self
    }

    /// Serves until the other future is ready. Needs a tokio runtime with time.
    pub async fn run(&self, until: impl Future<Output = ()>) {
        tokio::select! {
            () = until => {}
            () = self.agree() => {}
            () = self.keep_time() => {}
            () = self.hear_hints() => {}
            () = self.follow() => {}
            () = self.forget() => {}
            () = self.let_go() => {}
        }
    }

    /// Sets the clock by the journal's, again and again: machines drift.
    async fn agree(&self) {
        loop {
            if let Err(error) = self.set_clock().await {
                tracing::debug!("the clock is not compared: {error}");
            }
            sleep(AGREE).await;
        }
    }

    /// Sets the clock by the journal's, with a word in the log if it was far off.
    pub async fn set_clock(&self) -> Result<(), JournalError> {
        if let Some(clock) = &self.clock {
            let set = clock.agree(self.host.journal().as_ref()).await?;
            if set.unsigned_abs() > UNSAID {
                tracing::warn!("the clock was off by {set} ms, and is set to the database's time");
            }
        }
        Ok(())
    }

    /// Strikes deadlines when they are due.
    async fn keep_time(&self) {
        loop {
            let seen = self.host.news();
            let wait = match self.strike_if_due().await {
                Ok(wait) => wait,
                Err(refused) => {
                    tracing::warn!("deadlines wait: {refused}");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            sleep(REST.min(wait)).await;
            tokio::select! {
                () = sleep(wait.saturating_sub(REST)) => {}
                _ = self.host.more_news(seen) => {}
            }
        }
    }

    /// How long nothing is due.
    async fn strike_if_due(&self) -> Result<Duration, Refused> {
        let due = self.host.next_due().await?;
        let left = |due: Option<crate::Time>| {
            let left = due.map(|due| Duration::from_millis(due.since(self.host.now())));
            left.unwrap_or(LOOK).min(LOOK)
        };
        if left(due) > Duration::ZERO {
            return Ok(left(due));
        }
        self.strike().await?;
        Ok(left(self.host.next_due().await?))
    }

    /// Strikes what is due, and does what games do after that. One game that fails
    /// keeps nobody else's from being done.
    async fn strike(&self) -> Result<(), Refused> {
        let mut failed = Ok(());
        while let Some(some) = self.host.strike_some().await? {
            // While their tables are in memory, and side by side as they were struck.
            let acts = some
                .into_iter()
                .filter_map(|struck| self.done_after(struck));
            for done in together(acts.collect()).await {
                failed = failed.and(done);
            }
        }
        failed
    }

    /// What is done after a deadline has struck, if its game does anything.
    fn done_after(&self, struck: Struck) -> Option<Done> {
        let (table, stage) = (&struck.table, &struck.deadline.stage);
        let span = span(table, &struck.deadline);
        let entered = span.enter();
        if let Some(entry) = struck.entry {
            tracing::info!("table {table}: {stage} is over, entry {entry}");
        } else {
            tracing::debug!("table {table}: {stage} goes on, or was over");
        }
        drop(entered);
        let act = self.after.get(struck.game)?;
        Some(Box::pin(act(struck).instrument(span)))
    }

    async fn hear_hints(&self) {
        loop {
            if let Err(refused) = self.host.hinted().await {
                tracing::warn!("hints are lost: {refused}");
                sleep(PAUSE).await;
            }
        }
    }

    async fn follow(&self) {
        loop {
            sleep(FOLLOW).await;
            if let Err(refused) = self.host.refresh().await {
                tracing::warn!("other replicas are not followed: {refused}");
            }
        }
    }

    /// Lets go of tables that nobody asks for, and looks at those that an older version
    /// has kept, a few at a time, so that lists need not.
    async fn let_go(&self) {
        let mut after = None;
        loop {
            match self.host.make_faces(after.take(), FACES).await {
                Ok(None) => break,
                Ok(next) => after = next,
                Err(refused) => {
                    tracing::warn!("cards are not made: {refused}");
                    sleep(PAUSE).await;
                }
            }
            sleep(REST).await;
        }
        loop {
            sleep(LET_GO).await;
            self.host.let_go(2 * LET_GO.as_millis() as u64);
        }
    }

    async fn forget(&self) {
        loop {
            if let Err(refused) = self.host.forget_messages(REMEMBER).await {
                tracing::warn!("old message ids are kept: {refused}");
            }
            match self.host.drop_old_post(WAIT).await {
                Ok(Dropped { letters: 0, .. }) => {}
                Ok(Dropped { letters, .. }) => {
                    tracing::warn!(
                        "{letters} letters are dropped: nobody has carried them for days"
                    );
                }
                Err(refused) => tracing::warn!("old letters are kept: {refused}"),
            }
            let before = self.host.now();
            let forgotten = self
                .host
                .journal()
                .change_passes(PassChange::Forget { before });
            if let Err(error) = forgotten.await {
                tracing::debug!("passes that have ended are kept: {error}");
            }
            sleep(FORGET).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use parlour_rules::Seed;
    use parlour_rules::tiny::{Bids, BidsSetup, Pig, PigSetup};

    use super::*;
    use crate::deadline::StageBegun;
    use crate::journal::MemoryJournal;
    use crate::table::Person;
    use crate::{Json, ManualClock, NewTable, Registry, SeededEntropy, wait};

    const SOON: u64 = 1000;

    /// Two games that keep time, each with something to do after it: each does its
    /// own, and the one that fails keeps the other from nothing.
    #[test]
    fn every_game_does_what_it_does_after_a_deadline() {
        let mut games = Registry::new();
        let soon = |phase: &StageBegun<'_>| Some(phase.now.after(SOON));
        games.register::<Pig>().keep_time::<Pig>(soon);
        games.register::<Bids>().keep_time::<Bids>(soon);
        let clock = Arc::new(ManualClock::default());
        let host = Arc::new(Host::new(
            games,
            Arc::new(MemoryJournal::new()),
            clock.clone(),
            Arc::new(SeededEntropy::new(Seed(1))),
        ));
        let open = |game: &str, setup: Json| {
            let mut new = NewTable::new(game, setup, Seed(7), Person::new("ann", "Ann"));
            new.id = Some(game.parse().unwrap());
            wait(host.open_table(new)).unwrap();
        };
        let players = 1;
        open("pig", Json::of(&PigSetup { players, goal: 9 }));
        let bids = BidsSetup {
            players: 2,
            rounds: 3,
            coins: 9,
        };
        open("bids", Json::of(&bids));
        let done = Arc::new(Mutex::new(Vec::<(String, Option<u64>)>::new()));
        let act = |fails: bool| {
            let done = Arc::clone(&done);
            move |struck: Struck| {
                let done = Arc::clone(&done);
                async move {
                    let it = (struck.table.to_string(), struck.entry);
                    done.lock().unwrap().push(it);
                    let fault = JournalError::Unreachable(String::from("away"));
                    if fails { Err(fault.into()) } else { Ok(()) }
                }
            }
        };
        let service = Service::new(Arc::clone(&host))
            .after_strike::<Pig, _>(act(true))
            .after_strike::<Bids, _>(act(true));
        wait(service.strike()).unwrap();
        assert!(done.lock().unwrap().is_empty(), "nothing is due");
        clock.advance(SOON);
        assert!(wait(service.strike()).is_err(), "what failed is told");
        let mut found = done.lock().unwrap().clone();
        found.sort();
        // Pig has no command for the clock.
        assert_eq!(
            found,
            [(String::from("bids"), Some(1)), (String::from("pig"), None)]
        );
        let figures = host.figures();
        assert_eq!(figures.struck, 2);
        assert_eq!(figures.late.number(), 2);
        // The round of bids has come to its end.
        assert_eq!(figures.resolved, [("bids", 1)]);
        // Once it was late.
        clock.advance(SOON + 300);
        let _ = wait(service.strike());
        let late = host.figures().late;
        assert_eq!((late.number(), late.sum), (3, 300_000));
    }
}
