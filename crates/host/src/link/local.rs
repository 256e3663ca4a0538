//! A link to a table in this process, down the same road as everybody's.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::Arc;
use std::task::{Context, Poll};

use parlour_rules::{Rules, Seat, Stage, Viewer};

use super::{Link, News, Shown, Ticket};
use crate::host::{Giver, Host, Message, Table, Undo, Watch};
use crate::journal::Standing;
use crate::refused::Refused;
use crate::table::{Identity, Record, TableId};
use crate::wait;

/// A link to a table of a [`Host`] in this process. What is sent is stored before
/// `send` returns. It is meant for the stage that was last shown: should the table
/// have moved on, by another window of the same person for instance, it is refused. After
/// something was accepted, and until news of it is read, it is meant for what comes.
pub struct LocalLink<G: Rules> {
    host: Arc<Host>,
    who: Identity,
    viewer: Viewer,
    table: Arc<Table>,
    watch: Watch,
    shown: Option<u64>,
    /// The stage that was last shown, until something is sent and accepted.
    stage: Option<Stage>,
    tickets: u64,
    /// Whether a table is forgotten once its moves were taken back.
    alone: bool,
    ready: VecDeque<News<G>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Rules> LocalLink<G> {
    /// Sits down, or watches, as somebody who may.
    ///
    /// # Panics
    /// If the table plays another game than `G`.
    pub fn new(host: &Arc<Host>, table: &TableId, who: &Identity) -> Result<Self, Refused> {
        let table = wait(host.table(table))?;
        let viewer = table.present().record.viewer(who);
        let viewer = viewer.ok_or(Refused::NotAdmitted)?;
        Ok(Self::open(host, table, who, viewer))
    }

    /// Sits down at one of several seats that somebody holds.
    ///
    /// # Panics
    /// If the table plays another game than `G`.
    pub fn at_seat(
        host: &Arc<Host>,
        table: &TableId,
        who: &Identity,
        seat: Seat,
    ) -> Result<Self, Refused> {
        let table = wait(host.table(table))?;
        let theirs = (table.present().record.seats_of(who)).any(|it| it == seat);
        if !theirs {
            return Err(Refused::NotYourSeat(seat));
        }
        Ok(Self::open(host, table, who, Viewer::Seat(seat)))
    }

    fn open(host: &Arc<Host>, table: Arc<Table>, who: &Identity, viewer: Viewer) -> Self {
        assert_eq!(table.game.name(), G::NAME, "the table plays another game");
        Self {
            host: Arc::clone(host),
            who: who.clone(),
            viewer,
            watch: Watch::new(Arc::clone(&table)),
            table,
            shown: None,
            stage: None,
            tickets: 0,
            alone: false,
            ready: VecDeque::new(),
            game: PhantomData,
        }
    }

    /// The same for whoever plays alone: when moves are taken back, play goes on at a fork
    /// and nobody else needs the table before it, so it is forgotten.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.alone = true;
        self
    }

    /// The table, which is another one after an undo.
    pub fn table(&self) -> &TableId {
        &self.table.id
    }

    /// How far the table has come.
    pub fn standing(&self) -> Standing {
        self.table.present().standing()
    }

    /// What the viewer may know now, and nothing around it.
    pub fn view(&self) -> G::View {
        let present = self.table.present();
        let state = present.state::<G>();
        G::view(state.expect("the table plays this game"), self.viewer)
    }

    /// The same, if the table has another number of entries, and how many it has.
    pub fn view_after(&self, entries: Option<u64>) -> Option<(u64, G::View)> {
        let present = self.table.present();
        if entries == Some(present.seq) {
            return None;
        }
        let state = present.state::<G>().expect("the table plays this game");
        Some((present.seq, G::view(state, self.viewer)))
    }

    /// A part of what the viewer may know, by a function of the game that cuts it
    /// out for them.
    pub fn glimpse<T>(&self, cut: fn(&G::State, Viewer) -> T) -> T {
        let present = self.table.present();
        let state = present.state::<G>();
        cut(state.expect("the table plays this game"), self.viewer)
    }

    /// What the viewer was told of the entries after this one, entry by entry;
    /// nothing known if that is too long ago.
    pub fn seen_after(&self, entry: u64) -> Option<Vec<(u64, Vec<G::Seen>)>> {
        let present = self.table.present();
        let told = present.since(entry)?.map(|(entry, happened)| {
            let events = happened.events().downcast_ref::<Vec<G::Event>>();
            let events = events.expect("the table plays this game");
            let seen = events
                .iter()
                .filter_map(|event| G::observe(event, self.viewer));
            (*entry, seen.collect())
        });
        Some(told.collect())
    }

    /// Who sits where, if that has changed since this version of the record, and
    /// the version it is now.
    pub fn record_after(&self, version: Option<u64>) -> Option<(u64, Record)> {
        let present = self.table.present();
        let newer = version != Some(present.version);
        newer.then(|| (present.version, present.record.clone()))
    }

    /// How the table looks now.
    pub fn look(&self) -> Shown<G> {
        let present = self.table.present();
        let told = self.shown.and_then(|shown| present.since(shown));
        let seen = told.map(|recent| {
            let events = recent
                .filter_map(|(_, happened)| happened.events().downcast_ref::<Vec<G::Event>>());
            events
                .flatten()
                .filter_map(|event| G::observe(event, self.viewer))
                .collect()
        });
        let shown = present.shown(self.table.game.as_ref(), self.viewer);
        Shown {
            seen,
            ..shown.expect("the table plays this game")
        }
    }

    fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(self.tickets)
    }

    fn refused(&mut self, ticket: Ticket, refused: &Refused) {
        self.ready.push_back(News::Refused {
            ticket,
            code: refused.code().to_owned(),
            words: refused.to_string(),
        });
    }

    /// Whether nobody else has gone on since the table was last shown.
    fn is_as_shown(&self) -> Result<(), Refused> {
        wait(self.host.refresh())?;
        let current = self.table.present().seq;
        match self.shown.filter(|_| self.stage.is_some()) {
            Some(named) if named != current => Err(Refused::StaleSeq { named, current }),
            _ => Ok(()),
        }
    }

    /// Goes on at another table, if this one has moved.
    fn follow(&mut self, id: &TableId) -> Result<(), Refused> {
        let table = wait(self.host.table(id))?;
        self.watch = Watch::new(Arc::clone(&table));
        self.table = table;
        self.shown = None;
        self.stage = None;
        Ok(())
    }
}

impl<G: Rules> Link<G> for LocalLink<G> {
    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn send(&mut self, command: &G::Command) -> Ticket {
        let ticket = self.ticket();
        let from = match self.viewer {
            Viewer::Seat(seat) => Giver::At(self.who.clone(), seat),
            Viewer::Spectator => Giver::Person(self.who.clone()),
        };
        let message = Message {
            stage: self.stage.clone(),
            ..Message::given_by(&self.table.id, from, command.clone())
        };
        let sent = wait(self.host.command::<G>(message));
        match sent {
            Ok(accepted) => {
                // What comes next was not shown yet.
                self.stage = None;
                self.ready.push_back(News::Accepted {
                    ticket,
                    seq: accepted.seq,
                });
            }
            Err(refused) => self.refused(ticket, &refused),
        }
        ticket
    }

    fn undo(&mut self, to: u64) -> Ticket {
        let ticket = self.ticket();
        let undone = self.is_as_shown().and_then(|()| {
            let (table, who) = (&self.table.id, &self.who);
            wait(self.host.undo(table, who, to))
        });
        let followed = match undone {
            Ok(Undo::Done(fork)) => {
                let before = self.table.id.clone();
                self.follow(&fork).map(|()| {
                    if self.alone {
                        // What cannot be forgotten now points to the fork and stays.
                        let _ = wait(self.host.remove(&before, &self.who));
                    }
                    to
                })
            }
            Ok(Undo::Asked) => Ok(self.table.present().seq),
            Err(refused) => Err(refused),
        };
        match followed {
            Ok(seq) => self.ready.push_back(News::Accepted { ticket, seq }),
            Err(refused) => self.refused(ticket, &refused),
        }
        ticket
    }

    fn poll_news(&mut self, context: &mut Context<'_>) -> Poll<Option<News<G>>> {
        if let Some(news) = self.ready.pop_front() {
            return Poll::Ready(Some(news));
        }
        let moved = self.table.present().record.moved_to.clone();
        if let Some(elsewhere) = moved
            && self.follow(&elsewhere).is_err()
        {
            return Poll::Ready(None);
        }
        // Whoever asks for the first time is shown the table as it is.
        if self.watch.poll_changed(context).is_pending() && self.shown.is_some() {
            return Poll::Pending;
        }
        let shown = self.look();
        self.shown = Some(shown.standing.seq);
        self.stage.clone_from(&shown.stage);
        Poll::Ready(Some(News::Shown(Box::new(shown))))
    }
}
