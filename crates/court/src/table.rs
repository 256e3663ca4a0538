//! The way to a table's task, for the fronts that carry it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parlour_host::table::Person;
use parlour_rules::Seat;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::action::Asked;
use crate::ear::Ear;
use crate::guest::{Arrival, GuestId, Parting};
use crate::marshal::Input;
use crate::refusal::Refusal;
use crate::word::{Heard, Unheard, Word};

/// How much may wait for a table's task before those who ask wait too.
const MOST_WAITING: usize = 256;

/// The table's task is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table is closed")]
pub struct Closed;

/// What only the person at the host may do.
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

/// Why they may not.
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

impl ControlRefused {
    /// A stable code, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Begun => "already_started",
            Self::NotOver => "not_over",
            Self::Full => "table_full",
            Self::NoBot => "no_bot",
            Self::NotVanished => "not_vanished",
            Self::Host(_) => "refused",
            Self::NoTable => "no_table",
            Self::Closed => "closed",
        }
    }
}

/// A table that is open. It is closed when the last of these is dropped.
#[derive(Clone)]
pub struct Table {
    inbox: mpsc::Sender<Input>,
    seq: Arc<AtomicU64>,
}

/// A table, as long as somebody else keeps it open.
pub(crate) struct WeakTable {
    pub inbox: mpsc::WeakSender<Input>,
    seq: Arc<AtomicU64>,
}

impl WeakTable {
    pub fn upgrade(&self) -> Option<Table> {
        Some(Table {
            inbox: self.inbox.upgrade()?,
            seq: Arc::clone(&self.seq),
        })
    }
}

impl Table {
    /// The way to a task that does not run yet, what it hears, and where it writes how
    /// far it has come.
    pub(crate) fn new() -> (Self, mpsc::Receiver<Input>, Arc<AtomicU64>) {
        let (inbox, heard) = mpsc::channel(MOST_WAITING);
        let seq = Arc::new(AtomicU64::new(0));
        let table = Self {
            inbox,
            seq: Arc::clone(&seq),
        };
        (table, heard, seq)
    }

    /// What does not keep the table open.
    pub(crate) fn downgrade(&self) -> WeakTable {
        WeakTable {
            inbox: self.inbox.downgrade(),
            seq: Arc::clone(&self.seq),
        }
    }

    /// How far the table has come, for answers that do not pass through it.
    pub fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    /// Somebody comes; whether they are let in. The ear hears the welcome or the
    /// refusal. Whoever came is to [`part`](Self::part) as well, should this future be
    /// dropped before its answer too.
    pub async fn arrive(
        &self,
        guest: GuestId,
        ear: Arc<dyn Ear>,
        arrival: Arrival,
    ) -> Result<bool, Closed> {
        let (answer, seated) = oneshot::channel();
        self.send(Input::Arrive(guest, ear, arrival, answer))
            .await?;
        // No answer is a no.
        Ok(seated.await.unwrap_or(false))
    }

    /// A guest asks for something. Their ear hears what becomes of it.
    pub async fn act(&self, guest: GuestId, asked: Asked) -> Result<(), Closed> {
        self.send(Input::Act(guest, asked)).await
    }

    /// Refuses something that cannot even be asked, in its turn among the answers to
    /// what was. When the table is busy, the refusal is given back.
    pub fn refuse(
        &self,
        ear: Arc<dyn Ear>,
        refusal: Refusal,
        re: Option<String>,
    ) -> Option<(Refusal, Option<String>)> {
        match self.inbox.try_send(Input::Refuse(ear, refusal, re)) {
            Err(TrySendError::Full(Input::Refuse(_, refusal, re))) => Some((refusal, re)),
            _ => None,
        }
    }

    /// Somebody says a word of the table's own plane. With an id of their own, the same
    /// word twice is one word.
    pub async fn hear(
        &self,
        by: &Person,
        word: Word,
        id: Option<String>,
    ) -> Result<Heard, Unheard> {
        let (answer, heard) = oneshot::channel();
        let sent = self.send(Input::Word(by.clone(), word, id, answer)).await;
        sent.map_err(|Closed| Unheard::Lost)?;
        heard.await.unwrap_or(Err(Unheard::Lost))
    }

    /// A guest is gone; where nothing can be waited for.
    pub(crate) fn part_soon(&self, guest: GuestId, parting: Parting) {
        let full = self.inbox.try_send(Input::Part(guest, parting));
        if let (Err(TrySendError::Full(input)), Ok(runtime)) = (full, Handle::try_current()) {
            let inbox = self.inbox.clone();
            runtime.spawn(async move { inbox.send(input).await });
        }
    }

    /// A guest is gone.
    pub async fn part(&self, guest: GuestId, parting: Parting) {
        // A table that is closed misses nobody.
        let _ = self.send(Input::Part(guest, parting)).await;
    }

    /// The person at the host does something.
    pub async fn control(&self, control: Control) -> Result<(), ControlRefused> {
        let (answer, result) = oneshot::channel();
        let sent = self.send(Input::Control(control, answer)).await;
        sent.map_err(|Closed| ControlRefused::Closed)?;
        result.await.unwrap_or(Err(ControlRefused::Closed))
    }

    async fn send(&self, input: Input) -> Result<(), Closed> {
        self.inbox.send(input).await.map_err(|_| Closed)
    }
}
