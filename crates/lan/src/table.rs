//! One table, run by one task: whatever happens to it happens in order.
//!
//! The task owns who is connected, who is ready and the log for the wire; the
//! game, the chairs and the pause are the host's. The wire's `seq` is made of the
//! host's two counters (entries, changes of the record), so it rises with every
//! stored change, survives restarts, and goes on over the next game.

mod bots;
mod lobby;
mod moves;
mod notes;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_host::host::Glance;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Refused};
use parlour_regicide::{Command, Seen, View};
use parlour_rules::{Seat, Viewer};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::logbook;
use crate::protocol::{self, ActionMessage, Handshake, Refusal, Unread};
use crate::wire::{self, Around, GameState, WireLogLine};
pub(crate) use lobby::Opening;
use notes::Notes;

/// A bot's mind: from a seat's view and a number to a command. It is called on a
/// thread of its own and may take its time.
pub type BotMind = Arc<dyn Fn(&View, u64) -> Command + Send + Sync>;

/// The newest lines of the log that are sent along.
const LOG_LINES: usize = 50;

/// How many ids of actions are remembered for each seat.
const REMEMBERED_IDS: usize = 64;

/// Names a connection for as long as the server runs.
pub(crate) type ConnectionId = u64;

/// Where lines for a connection go. A connection that does not take its lines
/// is hung up, so that one slow reader holds nobody up.
#[derive(Clone, Debug)]
pub(crate) struct Outlet {
    lines: mpsc::Sender<Arc<str>>,
    welcomed: Arc<AtomicBool>,
    hung_up: Arc<Notify>,
}

impl Outlet {
    pub fn new(lines: mpsc::Sender<Arc<str>>) -> Self {
        Self {
            lines,
            welcomed: Arc::default(),
            hung_up: Arc::default(),
        }
    }

    /// Sends a line; a connection without room for it is hung up.
    pub fn send(&self, line: String) -> bool {
        let sent = self.lines.try_send(line.into()).is_ok();
        if !sent {
            self.hang_up();
        }
        sent
    }

    /// The handshake was accepted.
    pub fn welcome(&self) {
        self.welcomed.store(true, Ordering::Release);
    }

    /// Whether the handshake was accepted.
    pub fn is_welcomed(&self) -> bool {
        self.welcomed.load(Ordering::Acquire)
    }

    /// Closes the connection, after what is waiting was sent.
    pub fn hang_up(&self) {
        self.hung_up.notify_one();
    }

    /// Ready when the connection is to be closed.
    pub async fn until_hung_up(&self) {
        self.hung_up.notified().await;
    }
}

/// Everything that can wake a table's task.
pub(crate) enum Input {
    /// Somebody comes.
    Hello(ConnectionId, Outlet, Handshake),
    /// Somebody does something.
    Act(ConnectionId, ActionMessage),
    /// Somebody sent a line that cannot be read; the answer names the seq.
    Unread(Outlet, Unread),
    /// A connection is gone.
    Gone(ConnectionId),
    /// The person at the host's screen.
    Control(Control, oneshot::Sender<Result<(), ControlRefused>>),
    /// A bot has thought about the position at this seq.
    BotThought(u64, Seat, Command),
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
}

/// Why the host's screen may not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlRefused {
    /// Only before the start.
    #[error("the game has begun")]
    Begun,
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
    /// The table's task is gone.
    #[error("the table is closed")]
    Closed,
}

struct Connection {
    outlet: Outlet,
    seat: Option<Seat>,
}

pub(crate) struct Table {
    host: Arc<Host>,
    id: TableId,
    /// The tag under which the table is found after a restart.
    tag: String,
    /// Who owns the tables of this server.
    owner: Identity,
    players: u8,
    mind: BotMind,
    token: Arc<dyn Fn() -> String + Send + Sync>,
    seed: Arc<dyn Fn() -> parlour_rules::Seed + Send + Sync>,
    inbox: mpsc::WeakSender<Input>,
    notes: Notes,
    connections: BTreeMap<ConnectionId, Connection>,
    /// Seats that a new machine may take.
    admitted: BTreeSet<Seat>,
    log: VecDeque<WireLogLine>,
    /// The last entry whose words are in the log.
    logged: u64,
    ids: BTreeMap<Seat, VecDeque<String>>,
    /// The seq at which a bot is thinking.
    thinking: Option<u64>,
}

impl Table {
    /// Runs until nobody can speak to it any more.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Input>) {
        if let Err(refused) = self.settle().await {
            tracing::error!(table = %self.id, %refused, "the table cannot be read");
        }
        while let Some(input) = inbox.recv().await {
            let done = match input {
                Input::Hello(connection, outlet, hello) => {
                    self.hello(connection, outlet, hello).await
                }
                Input::Act(connection, message) => self.act(connection, message).await,
                Input::Unread(outlet, unread) => {
                    self.refuse(&outlet, &unread.refusal, unread.id.as_deref())
                        .await
                }
                Input::Gone(connection) => self.gone(connection).await,
                Input::Control(control, answer) => {
                    let result = self.control(control).await;
                    // The screen may have closed meanwhile.
                    let _ = answer.send(result);
                    Ok(())
                }
                Input::BotThought(seq, seat, command) => self.bot_thought(seq, seat, command).await,
            };
            if let Err(refused) = done {
                tracing::error!(table = %self.id, %refused, "a table's task met a fault");
            }
        }
    }

    /// Brings pause and start in line with who is there, then tells everybody
    /// and lets a bot think if it is to move.
    async fn settle(&mut self) -> Result<(), Refused> {
        self.pause_or_resume().await?;
        self.start_if_ready().await?;
        self.catch_up_log().await?;
        self.tell_everybody(None).await?;
        self.let_bot_think().await
    }

    async fn pause_or_resume(&mut self) -> Result<(), Refused> {
        let record = self.host.record(&self.id).await?;
        let away = !wire::away(&record, &self.connected()).is_empty();
        match (away, record.paused.is_some()) {
            (true, false) => self.host.pause(&self.id, &self.owner).await,
            (false, true) => self.host.resume(&self.id, &self.owner).await,
            _ => Ok(()),
        }
    }

    fn connected(&self) -> BTreeSet<Seat> {
        self.connections.values().filter_map(|it| it.seat).collect()
    }

    /// The wire's seq.
    async fn seq(&self) -> Result<u64, Refused> {
        let glance = self.host.look(&self.id, &self.owner).await?;
        Ok(self.seq_of(&glance))
    }

    fn seq_of(&self, glance: &Glance) -> u64 {
        self.notes.base + glance.standing.seq + glance.standing.version
    }

    /// Sends each connection its own view. `ack` is for one connection.
    async fn tell_everybody(&mut self, ack: Option<(ConnectionId, &str)>) -> Result<(), Refused> {
        let connections: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for connection in connections {
            let id = ack
                .filter(|(to, _)| *to == connection)
                .map(|(_, id)| id.to_owned());
            self.tell(connection, id).await?;
        }
        Ok(())
    }

    async fn tell(&mut self, connection: ConnectionId, ack: Option<String>) -> Result<(), Refused> {
        let Some(to) = self.connections.get(&connection) else {
            return Ok(());
        };
        let mut state = self.state_for(to.seat).await?;
        state.ack = ack;
        if !to.outlet.send(protocol::line(&state)) {
            // Its reader notices the closed outlet and reports it gone.
            self.connections.remove(&connection);
        }
        Ok(())
    }

    async fn state_for(&self, seat: Option<Seat>) -> Result<GameState, Refused> {
        let who = self.identity_of(seat).await?;
        let glance = self.host.look(&self.id, &who).await?;
        let view: View = glance.view.read().expect("the game's own view");
        let log: Vec<WireLogLine> = self.log.iter().cloned().collect();
        Ok(wire::game_state(
            &glance,
            &view,
            &Around {
                seq: self.seq_of(&glance),
                connected: &self.connected(),
                ready: &self.notes.ready,
                log: &log,
            },
        ))
    }

    /// Who sits there; the table is open, so nobody in particular may watch.
    async fn identity_of(&self, seat: Option<Seat>) -> Result<Identity, Refused> {
        let watcher = Identity::from("watcher");
        let Some(seat) = seat else {
            return Ok(watcher);
        };
        let record = self.host.record(&self.id).await?;
        let chair = record
            .chairs
            .get(usize::from(seat.0))
            .and_then(Option::as_ref);
        Ok(chair.map_or(watcher, |person| person.identity.clone()))
    }

    /// Writes into the log what happened since the last time.
    async fn catch_up_log(&mut self) -> Result<(), Refused> {
        let watcher = Identity::from("watcher");
        loop {
            let told = self
                .host
                .history(&self.id, &watcher, self.logged, 256)
                .await?;
            let glance = self.host.look(&self.id, &watcher).await?;
            let behind = glance.standing.seq - self.logged;
            if behind == 0 {
                return Ok(());
            }
            debug_assert_eq!(glance.viewer, Viewer::Spectator);
            // An entry's exact seq is known only when it is the newest one.
            let newest = (glance.standing.seq, self.seq_of(&glance));
            for (entry, told) in &told {
                let seen: Vec<Seen> = told.read().expect("the game's own words");
                let seq = if *entry == newest.0 {
                    newest.1
                } else {
                    self.notes.base + entry
                };
                for (player, text) in seen.iter().filter_map(logbook::line) {
                    self.write_log(WireLogLine { seq, player, text });
                }
            }
            self.logged = (self.logged + 256).min(glance.standing.seq);
        }
    }

    fn write_log(&mut self, line: WireLogLine) {
        if self.log.len() == LOG_LINES {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// Refuses with the present seq.
    async fn refuse(
        &self,
        outlet: &Outlet,
        refusal: &Refusal,
        re: Option<&str>,
    ) -> Result<(), Refused> {
        let seq = self.seq().await?;
        outlet.send(protocol::error(refusal, Some(seq), re));
        Ok(())
    }
}
