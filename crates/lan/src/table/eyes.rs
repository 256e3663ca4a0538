//! What each viewer sees of the game, as the game's own types.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use parlour_host::Refused;
use parlour_host::host::Host;
use parlour_host::journal::Standing;
use parlour_host::link::{Link, LocalLink, News, Shown};
use parlour_host::table::{Identity, TableId};
use parlour_regicide::Kingslayer;
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
        })
    }

    /// How far the game has come.
    pub fn standing(&self) -> Standing {
        self.watcher.standing()
    }

    /// The game as everybody sees it.
    pub fn look(&self) -> Shown<Kingslayer> {
        self.watcher.look()
    }

    /// The game as a seat sees it. Before the start nobody has looked at their
    /// cards, so all see the same.
    pub fn look_from(&mut self, seat: Option<Seat>) -> Result<Shown<Kingslayer>, Refused> {
        let shown = self.watcher.look();
        let (Some(seat), Some(record)) = (seat, &shown.record) else {
            return Ok(shown);
        };
        if record.started.is_none() {
            return Ok(shown);
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
        Ok(link.map_or(shown, LocalLink::look))
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
