//! One table, run by one task: whatever happens to it happens in order.
//!
//! The task owns who is connected, who is ready and the log for the wire; the
//! game, the chairs and the pause are the host's. The wire's `seq` is made of the
//! host's two counters (entries, changes of the record), so it rises with every
//! stored change, survives restarts, and goes on over the next game.

mod bots;
mod control;
mod eyes;
mod failing;
mod games;
mod known;
mod lobby;
mod log;
mod moves;
mod notes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parlour_host::Refused;
use parlour_host::journal::Standing;
use parlour_host::table::{Identity, Record, TableId};
use parlour_regicide::{Command, Seen, View};
use parlour_rules::{Seat, SeatSet};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::logbook;
use crate::outlet::Outlet;
use crate::protocol::{self, ActionMessage, Handshake, Refusal, Unread};
use crate::wire::{self, Around, Common, WireLogLine};
use bots::{Position, Thought};
use eyes::Eyes;
use failing::Failing;
pub(crate) use games::{Opening, tag};
pub use games::{Unfinished, unfinished};
use known::KnownIds;
use notes::Notes;

/// A bot's mind: from a seat's view and a number to a command. It is called on a
/// thread of its own and may take its time.
pub type BotMind = Arc<dyn Fn(&View, u64) -> Command + Send + Sync>;

/// The newest lines of the log that are sent along.
const LOG_LINES: usize = 50;

/// Names a connection for as long as the server runs.
pub(crate) type ConnectionId = u64;

/// Everything that can wake a table's task.
pub(crate) enum Input {
    /// Somebody comes; the answer is whether they are let in.
    Hello(ConnectionId, Outlet, Handshake, oneshot::Sender<bool>),
    /// Somebody does something.
    Act(ConnectionId, Outlet, ActionMessage),
    /// Somebody sent a line that cannot be read; the answer names the seq.
    Unread(Outlet, Unread),
    /// A connection is gone, in this manner.
    Gone(ConnectionId, Parting),
    /// The person at the host's screen.
    Control(Control, oneshot::Sender<Result<(), ControlRefused>>),
    /// A bot has thought about a position.
    BotThought(Thought),
}

/// How a connection came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    /// The other side closed it.
    Left,
    /// It broke, or was cut off here.
    Lost,
}

/// What only the host's own screen may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// In the lobby: a bot takes a free seat.
    AddBot,
    /// In the lobby: the last bot gets up.
    RemoveBot,
    /// A bot takes the seat of somebody who vanished.
    PutBot(Seat),
    /// A new machine may take the seat of somebody who vanished.
    Admit(Seat),
    /// After the end: a lobby, where bots and newcomers come and go.
    OpenLobby,
}

/// Why the host's screen may not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlRefused {
    /// Only before the start.
    #[error("the game has begun")]
    Begun,
    /// Only after the end.
    #[error("the game is not over")]
    NotOver,
    /// No seat is free.
    #[error("every seat is taken")]
    Full,
    /// No bot sits at the table.
    #[error("no bot is at the table")]
    NoBot,
    /// Somebody is there.
    #[error("that seat's player is connected, or it is no player's seat")]
    NotVanished,
    /// The host refused.
    #[error("{0}")]
    Host(String),
    /// There is no such table.
    #[error("there is no table of that name")]
    NoTable,
    /// The table's task is gone.
    #[error("the table is closed")]
    Closed,
}

struct Connection {
    outlet: Outlet,
    seat: Option<Seat>,
}

pub(crate) struct Table {
    opening: Opening,
    id: TableId,
    eyes: Eyes,
    inbox: mpsc::WeakSender<Input>,
    notes: Notes,
    connections: BTreeMap<ConnectionId, Connection>,
    /// Connections that were dropped, for being slow say, until their end is told, and
    /// their seats.
    dropped: BTreeMap<ConnectionId, Option<Seat>>,
    /// Seats that a new machine may take.
    admitted: BTreeSet<Seat>,
    /// Until when the seats of a finished game are kept while none of its players
    /// is here.
    kept_until: Instant,
    /// The ids of what was done since the table was opened here.
    known: KnownIds,
    /// Whether there may be older ones, in the journal only.
    asks_journal: bool,
    /// The position about which a bot is thinking.
    thinking: Option<Position>,
    /// What a bot has decided while the table waited for somebody.
    thought: Option<Thought>,
    /// Whether nothing can be stored.
    failing: Option<Failing>,
}

impl Table {
    /// Runs until nobody can speak to it any more.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Input>) {
        if let Err(refused) = self.settle().await {
            self.fails(&refused).await;
        }
        while let Some(input) = self.next_input(&mut inbox).await {
            self.take(input).await;
        }
    }

    /// Does what somebody wants. What cannot be stored is undone, and who wanted it
    /// is sent away.
    async fn take(&mut self, input: Input) {
        // Who watches, leaves or is refused needs no journal.
        let needs_journal = match &input {
            Input::Hello(_, _, hello, _) => !hello.spectate,
            Input::Act(..) | Input::Control(..) | Input::BotThought(_) => true,
            Input::Unread(..) | Input::Gone(..) => false,
        };
        if needs_journal && !self.goes_on().await {
            return self.turn_away(input);
        }
        let from = match &input {
            Input::Hello(connection, outlet, ..) | Input::Act(connection, outlet, _) => {
                Some((*connection, outlet.clone()))
            }
            _ => None,
        };
        let done = match input {
            Input::Hello(connection, outlet, hello, answer) => {
                self.hello(connection, outlet, hello, answer).await
            }
            Input::Act(connection, outlet, message) => self.act(connection, outlet, message).await,
            Input::Unread(outlet, unread) => {
                self.refuse(&outlet, &unread.refusal, unread.id.as_deref());
                Ok(())
            }
            Input::Gone(connection, parting) => self.gone(connection, parting).await,
            Input::Control(control, answer) => {
                let done = self.control(control).await;
                let (result, done) = match done {
                    Ok(result) => (result, Ok(())),
                    Err(refused) => (Err(ControlRefused::Host(refused.to_string())), Err(refused)),
                };
                // The screen may have closed meanwhile.
                let _ = answer.send(result);
                done
            }
            Input::BotThought(thought) => self.bot_thought(thought).await,
        };
        if let Err(refused) = done {
            self.fails(&refused).await;
            if let Some((connection, outlet)) = from {
                self.send_away(connection, &outlet);
            }
        }
    }

    /// Brings pause and start in line with who is there, then tells everybody
    /// and lets a bot think if it is to move.
    async fn settle(&mut self) -> Result<(), Refused> {
        self.catch_up_log().await?;
        self.pause_or_resume().await?;
        self.start_if_ready().await?;
        self.tell_everybody(None)?;
        self.let_bot_think()
    }

    async fn pause_or_resume(&mut self) -> Result<(), Refused> {
        let record = self.record();
        let away = !wire::away(&record, self.connected()).is_empty();
        let (host, owner) = (&self.opening.host, &self.opening.owner);
        match (away, record.paused.is_some()) {
            (true, false) => {
                // First the log, for whoever reads it after a restart: from its lines
                // on, the count runs differently.
                self.store_notes().await?;
                host.pause(&self.id, owner).await
            }
            (false, true) => host.resume(&self.id, owner).await,
            _ => Ok(()),
        }
    }

    /// Tells the person at the host what happens here.
    fn tell_host(&self, words: &str) {
        (self.opening.tell)(self.opening.number, words);
    }

    fn connected(&self) -> SeatSet {
        self.connections.values().filter_map(|it| it.seat).collect()
    }

    /// What the host knows of the present game.
    fn record(&self) -> Arc<Record> {
        self.eyes.record()
    }

    /// The wire's seq.
    fn seq(&self) -> u64 {
        let standing = self.eyes.standing();
        self.notes.base + standing.seq + standing.version
    }

    /// Sends each connection its own view. `ack` is for one connection.
    fn tell_everybody(&mut self, ack: Option<(ConnectionId, &str)>) -> Result<(), Refused> {
        // Where the door finds it.
        self.opening.seq.store(self.seq(), Ordering::Relaxed);
        let mut common = self.common();
        let mut slow = Vec::new();
        let mut told = Ok(());
        for (connection, to) in &self.connections {
            let id = ack.filter(|(to, _)| to == connection).map(|(_, id)| id);
            let hand = match self.eyes.hand(to.seat) {
                Ok(hand) => hand,
                Err(refused) => {
                    told = Err(refused);
                    break;
                }
            };
            if !to.outlet.send(common.line(to.seat, &hand, id)) {
                slow.push(*connection);
            }
        }
        for connection in slow {
            self.drop_connection(connection);
        }
        told
    }

    fn tell(&mut self, connection: ConnectionId, ack: Option<&str>) -> Result<(), Refused> {
        let Some(to) = self.connections.get(&connection) else {
            return Ok(());
        };
        let hand = self.eyes.hand(to.seat)?;
        if !to.outlet.send(self.common().line(to.seat, &hand, ack)) {
            self.drop_connection(connection);
        }
        Ok(())
    }

    /// A connection takes no more lines, or is sent away. Its reader is woken and reports
    /// it gone.
    fn drop_connection(&mut self, connection: ConnectionId) {
        let Some(Connection { seat, .. }) = self.connections.remove(&connection) else {
            return;
        };
        self.dropped.insert(connection, seat);
        if let Some(seat) = seat {
            self.tell_host_of_gap(seat);
        }
    }

    /// What all are told alike.
    fn common(&self) -> Common {
        Common::of(
            &self.eyes.view(),
            &self.record(),
            &Around {
                seq: self.seq(),
                connected: self.connected(),
                ready: &self.notes.ready,
                log: self.notes.log.text(),
            },
        )
    }

    /// Who sits at a seat.
    fn identity_of(&self, seat: Seat) -> Identity {
        let record = self.record();
        let chair = record.chairs.get(usize::from(seat.0));
        let person = chair.and_then(Option::as_ref);
        person.map_or_else(
            || Identity::from("nobody"),
            |person| person.identity.clone(),
        )
    }

    /// Writes into the log what happened since the last time. It is called before
    /// the record changes, so that each line gets the seq it was told with.
    async fn catch_up_log(&mut self) -> Result<(), Refused> {
        let Standing { seq: newest, .. } = self.eyes.standing();
        let logged = self.notes.logged;
        if newest == logged {
            return Ok(());
        }
        let later = self.seq() - newest;
        let record = self.record();
        let name = |seat: Seat| {
            let chair = record.chairs.get(usize::from(seat.0));
            let person = chair.and_then(Option::as_ref);
            person.map_or_else(|| seat.to_string(), |person| person.name.clone())
        };
        let mut write = |entry: u64, seen: &[Seen]| {
            for (player, text) in seen.iter().filter_map(|seen| logbook::line(seen, &name)) {
                let seq = later + entry;
                self.notes.write_log(WireLogLine { seq, player, text });
            }
        };
        if let Some(told) = self.eyes.told(logged + 1..=newest) {
            for (entry, seen) in &told {
                write(*entry, seen);
            }
        } else {
            let (host, watcher) = (&self.opening.host, Identity::from("watcher"));
            let mut after = logged;
            while after < newest {
                let told = host.history(&self.id, &watcher, after, 256).await?;
                for (entry, told) in &told {
                    let seen: Vec<Seen> = told.read().expect("the game's own words");
                    write(*entry, &seen);
                }
                after += 256;
            }
        }
        self.notes.logged = newest;
        // Not again when the log is only read once more.
        if let Some(end) = self.eyes.view().outcome
            && self.failing.is_none()
        {
            self.tell_host(&logbook::end(&end));
        }
        Ok(())
    }

    /// Refuses with the present seq.
    fn refuse(&self, outlet: &Outlet, refusal: &Refusal, re: Option<&str>) {
        outlet.send(protocol::error(refusal, self.seq(), re));
    }
}
