//! The other end: keeps a connection to a table and comes back when it breaks.
//!
//! Actions carry an id and the seq they were meant for. What has not been
//! acknowledged when the connection breaks is sent again after coming back,
//! under the same id, so nothing is done twice and nothing is forgotten.
//!
//! READY, SAY and HINT mean the same whatever else has happened at the table. Refused
//! as stale, they are said again for the newer state, under a new id.

mod session;
mod told;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::protocol::Action;
use crate::wire::GameState;
use session::Session;

/// Remembers the token of a table by the table's id, for a client that comes by an
/// address it does not know.
#[derive(Clone)]
pub struct Recall(pub Arc<TokenOf>);

/// From a table's id to the token.
pub type TokenOf = dyn Fn(&str) -> Option<String> + Send + Sync;

impl fmt::Debug for Recall {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Recall")
    }
}

/// What a client wants of a table.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// `address:port`.
    pub address: String,
    /// The player's name.
    pub name: String,
    /// The token from before, if there is one.
    pub token: Option<String>,
    /// Where to find a token once it is known which table it is.
    pub recall: Option<Recall>,
    /// The table's name, where there are several.
    pub table: Option<String>,
    /// To watch only.
    pub spectate: bool,
}

/// What a client learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientNews {
    /// At the table, with this token to come back by.
    Welcome {
        /// The seat; none for whoever watches.
        seat: Option<u8>,
        /// The secret of the seat.
        token: Option<String>,
        /// By what the table is known again.
        table: Option<String>,
    },
    /// The table, as this seat sees it.
    State(Box<GameState>),
    /// Something was refused.
    Refused {
        /// The stable code.
        code: String,
        /// The reason in words.
        message: String,
        /// The id of the refused action, if it was one.
        re: Option<String>,
    },
    /// The connection is gone; the next try comes after this many milliseconds.
    Lost {
        /// What happened.
        words: String,
        /// The wait in milliseconds.
        retry: u64,
    },
    /// The seat is played from elsewhere by the same token. Nothing is tried until
    /// [`Client::take_back`].
    TakenOver,
    /// Every seat is taken, in the table's words. Nothing is tried until
    /// [`Client::watch`].
    Full(String),
    /// It makes no sense to try again.
    Closed(String),
}

/// What the one who holds a client wants.
#[derive(Debug)]
enum Order {
    /// An action under an id, meant for a state.
    Act(String, Action, Option<u64>),
    /// The seat that was taken over.
    TakeBack,
    /// To watch, where there is no seat.
    Watch,
}

/// A client. Dropping it closes the connection.
#[derive(Debug)]
pub struct Client {
    orders: mpsc::UnboundedSender<Order>,
    news: mpsc::UnboundedReceiver<ClientNews>,
    task: JoinHandle<()>,
    sent: u64,
    marker: String,
}

impl Client {
    /// Begins to connect; news tell how it goes. `marker` makes the ids of this
    /// client's actions its own, also after it was started again.
    pub fn start(settings: ClientSettings, marker: &str) -> Self {
        let (orders, to_do) = mpsc::unbounded_channel();
        let (tell, news) = mpsc::unbounded_channel();
        let session = Session {
            settings,
            tell,
            to_do,
            unanswered: VecDeque::new(),
            seen: None,
            unknown: None,
            asked: false,
        };
        Self {
            orders,
            news,
            task: tokio::spawn(session.run()),
            sent: 0,
            marker: marker.chars().take(40).collect(),
        }
    }

    /// Sends an action that was chosen while looking at the state `seq`; without
    /// one, it is meant for the newest state there is when it goes out. The answer
    /// is its id.
    pub fn send(&mut self, action: Action, seq: Option<u64>) -> String {
        self.sent += 1;
        let id = format!("{}-{}", self.marker, self.sent);
        // If the session has ended, its last news says so.
        let _ = self.orders.send(Order::Act(id.clone(), action, seq));
        id
    }

    /// Comes back to the seat that was taken over.
    pub fn take_back(&self) {
        let _ = self.orders.send(Order::TakeBack);
    }

    /// Watches at a table that has no seat.
    pub fn watch(&self) {
        let _ = self.orders.send(Order::Watch);
    }

    /// The next news; nothing once the client has given up.
    pub async fn news(&mut self) -> Option<ClientNews> {
        self.news.recv().await
    }

    /// News that are there already; otherwise the waker is woken when some come.
    pub fn poll_news(&mut self, context: &mut Context<'_>) -> Option<ClientNews> {
        match self.news.poll_recv(context) {
            Poll::Ready(news) => news,
            Poll::Pending => None,
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.task.abort();
    }
}
