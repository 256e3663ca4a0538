//! A table across the network, held by a screen: the client behind a link.
//!
//! [`RemoteTable`] may be cloned; the screen around the table and the [`LanLink`]
//! inside it look at the same news. Nothing here waits: news are taken in when
//! they are asked for, with a waker that is woken when more come.

mod keeping;
mod link;
mod view;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Context;

use parlour_court::Keepsake;
use parlour_regicide::{Command, Phrase, Seen};
use parlour_rules::Seat;

use crate::client::{Client, ClientNews, ClientSettings};
use crate::protocol::Action;
use crate::wire::GameState;

use keeping::Keeping;
pub use link::LanLink;
pub use view::view_of;

/// How it stands with the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// It is being made for the first time.
    Opening,
    /// At the table.
    Open,
    /// Lost; it is tried again.
    Lost(String),
    /// The seat is played from elsewhere; nothing is tried until it is taken back.
    TakenOver,
    /// There is no seat; nothing is tried until it is to be watched.
    Full(String),
    /// Given up.
    Closed(String),
}

/// A refusal of something that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub id: Option<String>,
    pub code: String,
    pub words: String,
}

/// How many answers are kept for readers who do not come.
const UNREAD: usize = 16;

/// How much of what was told is kept for a reader who does not come.
const MOST_TOLD: usize = 5_000;

/// Called with the token of the seat and the id of its table, to be kept for the
/// next time.
pub type KeepToken = Box<dyn FnMut(&str, Option<&str>) + Send>;

pub(crate) struct Inside {
    client: Client,
    keep: KeepToken,
    pub seat: Option<Seat>,
    table: Option<String>,
    pub state: Option<GameState>,
    pub connection: Connection,
    /// Refusals that nobody has read yet.
    pub refusals: VecDeque<Refused>,
    /// Actions that have happened, with the seq they came with.
    pub acks: VecDeque<(String, u64)>,
    /// Counts everything that was taken in, so that others see what is new.
    pub news: u64,
    /// How often the game itself has changed.
    pub moves: u32,
    /// What was told since it was last shown; nothing if some of that is not known.
    pub told: Option<Vec<Seen>>,
    /// What is kept of the game.
    keeping: Keeping,
}

/// A table across the network.
#[derive(Clone)]
pub struct RemoteTable(Arc<Mutex<Inside>>);

impl RemoteTable {
    /// Begins to connect; must be called where tokio's tasks can be spawned.
    /// `marker` distinguishes this client's actions from those of its earlier
    /// lives.
    pub fn start(settings: ClientSettings, marker: &str, keep: KeepToken) -> Self {
        Self(Arc::new(Mutex::new(Inside {
            client: Client::start(settings, marker),
            keep,
            seat: None,
            table: None,
            state: None,
            connection: Connection::Opening,
            refusals: VecDeque::new(),
            acks: VecDeque::new(),
            news: 0,
            moves: 0,
            told: Some(Vec::new()),
            keeping: Keeping::default(),
        })))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what has come; the waker is woken when more comes.
    pub fn hear(&self, context: &mut Context<'_>) {
        self.lock().hear(context);
    }

    /// The newest state.
    pub fn state(&self) -> Option<GameState> {
        self.lock().state.clone()
    }

    /// How it stands with the connection.
    pub fn connection(&self) -> Connection {
        self.lock().connection.clone()
    }

    /// The words of a refusal that nobody has read yet.
    pub fn refusal(&self) -> Option<String> {
        self.lock().refusals.pop_front().map(|it| it.words)
    }

    /// Ready to begin, or for the next game.
    pub fn ready(&self) {
        self.lock().send(Action::Ready);
    }

    /// Comes back to the seat that was taken over.
    pub fn take_back(&self) {
        let mut inside = self.lock();
        inside.client.take_back();
        inside.connection = Connection::Opening;
    }

    /// Watches at a table that has no seat.
    pub fn watch(&self) {
        let mut inside = self.lock();
        inside.client.watch();
        inside.connection = Connection::Opening;
    }

    /// Says a phrase.
    pub fn say(&self, phrase: Phrase) {
        self.lock().send(Action::Say(phrase));
    }

    /// A hint is about to be given at this seat: the table counts it. A host of before
    /// counts none, and is not told.
    pub fn hint(&self) {
        let mut inside = self.lock();
        let whole = inside.state.as_ref().and_then(|state| state.whole.as_ref());
        if whole.is_some_and(|whole| whole.hinted.is_some()) {
            inside.send(Action::Hint);
        }
    }

    /// What is to be kept of a game that is over, once: what the person at this seat was
    /// shown of it, and what they decided. Who watches keeps nothing, nor does who was
    /// told too little.
    pub fn keepsake(&self) -> Option<Keepsake> {
        self.lock().keeping.take()
    }

    /// By what the table is known again, if its host has said so.
    pub fn table_id(&self) -> Option<String> {
        self.lock().table.clone()
    }

    /// The way to the game for a screen that draws it.
    pub fn link(&self) -> LanLink {
        LanLink::new(self.clone())
    }
}

impl Inside {
    /// What was told is kept until it is shown; too much of it is forgotten.
    fn take_in_told(&mut self, state: &GameState) {
        let new = state.whole.as_ref().and_then(|whole| whole.told.as_ref());
        self.told = match (self.told.take(), new) {
            (Some(mut told), Some(new)) if told.len() < MOST_TOLD => {
                told.extend(new.iter().cloned());
                Some(told)
            }
            _ => None,
        };
    }

    pub fn send(&mut self, action: Action) -> String {
        let seq = self.state.as_ref().map(|state| state.seq);
        let command = command_of(&action);
        let id = self.client.send(action, seq);
        if let Some(command) = command {
            self.keeping.sent(&id, command);
        }
        id
    }

    pub fn hear(&mut self, context: &mut Context<'_>) {
        while let Some(news) = self.client.poll_news(context) {
            self.news += 1;
            match news {
                ClientNews::Welcome { seat, token, table } => {
                    self.connection = Connection::Open;
                    self.seat = seat.map(Seat);
                    if let Some(token) = &token {
                        (self.keep)(token, table.as_deref());
                    }
                    self.table = table;
                }
                ClientNews::State(state) => {
                    let before = self.state.as_ref().map(view::game_only);
                    if before.is_some_and(|before| before != view::game_only(&state)) {
                        self.moves += 1;
                    }
                    if let Some(ack) = &state.ack {
                        self.acks.push_back((ack.clone(), state.seq));
                        self.acks.drain(..self.acks.len().saturating_sub(UNREAD));
                    }
                    self.take_in_told(&state);
                    self.keeping.take_in(&state);
                    self.state = Some(*state);
                }
                ClientNews::Refused { code, message, re } => {
                    self.refusals.push_back(Refused {
                        id: re,
                        code,
                        words: message,
                    });
                    let too_many = self.refusals.len().saturating_sub(UNREAD);
                    self.refusals.drain(..too_many);
                }
                ClientNews::Lost { words, .. } => self.connection = Connection::Lost(words),
                ClientNews::TakenOver => self.connection = Connection::TakenOver,
                ClientNews::Full(words) => self.connection = Connection::Full(words),
                ClientNews::Closed(words) => self.connection = Connection::Closed(words),
            }
        }
    }
}

/// What an action decides in the game; nothing if it is not of the game.
fn command_of(action: &Action) -> Option<Command> {
    Some(match action {
        Action::Play(cards) => Command::Play(cards.clone()),
        Action::Discard(cards) => Command::Pay(cards.clone()),
        Action::Yield => Command::Yield,
        Action::ChooseNext(seat) => Command::Next(*seat),
        Action::Ready | Action::Say(_) | Action::Hint => return None,
    })
}
