//! What each viewer sees of the game, as the game's own types.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use parlour_host::host::Host;
use parlour_host::journal::Standing;
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Refused, Time};
use parlour_regicide::{Card, Kingslayer, Seen, View, hand};
use parlour_rules::Seat;

/// Links to one game, for looking only.
pub struct Eyes {
    host: Arc<Host>,
    game: TableId,
    watcher: LocalLink<Kingslayer>,
    /// One for each seat that is taken, once the game has begun.
    seats: Vec<Option<LocalLink<Kingslayer>>>,
    /// The record as it was last read, with its version.
    record: Mutex<Option<(u64, Arc<Record>)>>,
    /// The game as everybody saw it last, with the number of entries there were.
    open: Mutex<Option<(u64, Arc<View>)>>,
}

impl Eyes {
    /// Eyes for a game that the host has open; its owner watches.
    pub fn on(host: &Arc<Host>, game: &TableId, owner: &Identity) -> Result<Self, Refused> {
        let watcher = LocalLink::new(host, game, owner)?;
        Ok(Self {
            host: Arc::clone(host),
            game: game.clone(),
            watcher,
            seats: Vec::new(),
            record: Mutex::default(),
            open: Mutex::default(),
        })
    }

    /// The time of the host's clock.
    pub fn now(&self) -> Time {
        self.host.now()
    }

    /// How far the game has come.
    pub fn standing(&self) -> Standing {
        self.watcher.standing()
    }

    /// What the host knows of the game. It is copied only when it has changed.
    pub fn record(&self) -> Arc<Record> {
        renewed(&self.record, |version| self.watcher.record_after(version))
    }

    /// The game as everybody sees it. It is looked at only when it has moved on.
    pub fn view(&self) -> Arc<View> {
        renewed(&self.open, |entries| self.watcher.view_after(entries))
    }

    /// The game as a seat sees it. Before the start nobody has looked at their
    /// cards, so all see the same.
    pub fn view_from(&self, seat: Seat) -> Arc<View> {
        let own = self.link_of(seat).map(LocalLink::view);
        own.map_or_else(|| self.view(), Arc::new)
    }

    /// The hand of a seat, by the same measure.
    pub fn hand(&self, seat: Seat) -> Vec<Card> {
        let link = self.link_of(seat);
        link.map_or_else(Vec::new, |link| link.glimpse(hand))
    }

    /// From the start on, every seat has eyes of its own.
    pub fn open_seats(&mut self) -> Result<(), Refused> {
        let record = self.record();
        if self.seats.is_empty() && record.started.is_some() {
            let chairs = (0_u8..).map(Seat).zip(&record.chairs);
            let link = |(seat, chair): (Seat, &Option<Person>)| {
                let who = chair.as_ref().map(|person| &person.identity);
                who.map(|who| LocalLink::at_seat(&self.host, &self.game, who, seat))
                    .transpose()
            };
            // All of them or none: what stands at a place is that seat's.
            self.seats = chairs.map(link).collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    fn link_of(&self, seat: Seat) -> Option<&LocalLink<Kingslayer>> {
        self.seats.get(usize::from(seat.0))?.as_ref()
    }

    /// What everybody was told of these entries, if the host still remembers.
    pub fn told(&self, entries: RangeInclusive<u64>) -> Option<Vec<(u64, Vec<Seen>)>> {
        let mut told = self.watcher.seen_after(entries.start() - 1)?;
        told.retain(|(entry, _)| entries.contains(entry));
        Some(told)
    }
}

/// What is known, or something newer if there is any.
fn renewed<T>(
    known: &Mutex<Option<(u64, Arc<T>)>>,
    newer: impl FnOnce(Option<u64>) -> Option<(u64, T)>,
) -> Arc<T> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let version = known.as_ref().map(|(version, _)| *version);
    if let Some((version, new)) = newer(version) {
        *known = Some((version, Arc::new(new)));
    }
    let (_, known) = known.as_ref().expect("read at the first look");
    Arc::clone(known)
}
