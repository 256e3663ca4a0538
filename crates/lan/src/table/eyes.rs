//! What each viewer sees of the game, as the game's own types.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use parlour_host::Refused;
use parlour_host::host::Host;
use parlour_host::journal::Standing;
use parlour_host::link::{Link, LocalLink, News, Shown};
use parlour_host::table::{Identity, Record, TableId};
use parlour_regicide::{Kingslayer, View};
use parlour_rules::Seat;

/// Links to one game, for looking only.
pub struct Eyes {
    host: Arc<Host>,
    game: TableId,
    watcher: LocalLink<Kingslayer>,
    /// One for each seat, once they are all taken.
    seats: Vec<LocalLink<Kingslayer>>,
    /// The last entry the watcher was told of.
    told: Option<u64>,
    /// The record as it was last read, with its version.
    record: Mutex<Option<(u64, Arc<Record>)>>,
}

impl Eyes {
    /// Eyes for a game that the host has open.
    pub fn on(host: &Arc<Host>, game: &TableId) -> Result<Self, Refused> {
        // The table is open, so nobody in particular may watch.
        let watcher = LocalLink::new(host, game, &Identity::from("watcher"))?;
        Ok(Self {
            host: Arc::clone(host),
            game: game.clone(),
            watcher,
            seats: Vec::new(),
            told: None,
            record: Mutex::default(),
        })
    }

    /// How far the game has come.
    pub fn standing(&self) -> Standing {
        self.watcher.standing()
    }

    /// What the host knows of the game. It is copied only when it has changed.
    pub fn record(&self) -> Arc<Record> {
        let mut known = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        let version = known.as_ref().map(|(version, _)| *version);
        let newer = self.watcher.record_after(version);
        if let Some((version, record)) = newer {
            *known = Some((version, Arc::new(record)));
        }
        let (_, record) = known.as_ref().expect("read at the first look");
        Arc::clone(record)
    }

    /// The game as everybody sees it.
    pub fn view(&self) -> View {
        self.watcher.view()
    }

    /// The game as a seat sees it. Before the start nobody has looked at their
    /// cards, so all see the same.
    pub fn view_from(&mut self, seat: Seat) -> Result<View, Refused> {
        let record = self.record();
        if record.started.is_none() {
            return Ok(self.view());
        }
        if self.seats.is_empty() {
            let chairs = (0_u8..).map(Seat).zip(&record.chairs);
            for (seat, person) in chairs.filter_map(|(seat, chair)| Some((seat, chair.as_ref()?))) {
                let who = &person.identity;
                let link = LocalLink::at_seat(&self.host, &self.game, who, seat)?;
                self.seats.push(link);
            }
        }
        let link = self.seats.get(usize::from(seat.0));
        Ok(link.map_or_else(|| self.view(), LocalLink::view))
    }

    /// What was told since the last time, with the entry it begins after, if the
    /// host still remembers.
    pub fn news(&mut self) -> Option<(u64, Box<Shown<Kingslayer>>)> {
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(Some(News::Shown(shown))) = self.watcher.poll_news(&mut context) else {
            return None;
        };
        let before = self.told.replace(shown.standing.seq);
        Some((before?, shown))
    }
}
