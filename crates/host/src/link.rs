//! What a front holds: it sends commands and is shown views, and does not know
//! whether the table stands in this process or across the network.
//!
//! A [`Link`] is polled like a future. An asynchronous front awaits
//! [`next_news`]; a front with a loop of its own polls with a waker that wakes
//! its loop; a simple program calls [`wait_for_news`].

mod local;

use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use parlour_rules::{Rules, Viewer};

use crate::wait;

pub use crate::shown::Shown;
pub use local::LocalLink;

/// A way to a table of one game, as one viewer.
pub trait Link<G: Rules>: Send {
    /// With whose eyes the table is seen.
    fn viewer(&self) -> Viewer;

    /// Sends a command for the present stage. What becomes of it is news.
    fn send(&mut self, command: &G::Command) -> Ticket;

    /// Asks that only the first `to` entries remain. If it comes to that, the
    /// link goes on at the fork. Not every table can do it.
    fn undo(&mut self, to: u64) -> Ticket;

    /// The next news, when there are any. At the beginning there is one: the
    /// present view. Nothing more comes when the link is closed.
    fn poll_news(&mut self, context: &mut Context<'_>) -> Poll<Option<News<G>>>;
}

/// Names something that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// What a front learns.
pub enum News<G: Rules> {
    /// The table has changed; this is how it looks now.
    Shown(Box<Shown<G>>),
    /// What was sent has happened, as this entry.
    Accepted {
        /// What was sent.
        ticket: Ticket,
        /// The entry.
        seq: u64,
    },
    /// What was sent has been refused, and nothing has changed.
    Refused {
        /// What was sent.
        ticket: Ticket,
        /// The stable code.
        code: String,
        /// The reason, in words for a player.
        words: String,
    },
    /// The way to the table is broken, or open again, with a word about it.
    Connection {
        /// Whether it is open.
        open: bool,
        /// What is being done about it.
        words: String,
    },
}

/// Waits for news.
pub async fn next_news<G: Rules>(link: &mut (impl Link<G> + ?Sized)) -> Option<News<G>> {
    poll_fn(|context| link.poll_news(context)).await
}

/// Waits for news on the present thread.
pub fn wait_for_news<G: Rules>(link: &mut (impl Link<G> + ?Sized)) -> Option<News<G>> {
    wait(next_news(link))
}

/// News that are there already; the waker is woken when more come.
pub fn news_so_far<G: Rules>(link: &mut (impl Link<G> + ?Sized), waker: &Waker) -> Vec<News<G>> {
    let mut context = Context::from_waker(waker);
    let mut news = Vec::new();
    while let Poll::Ready(Some(next)) = link.poll_news(&mut context) {
        news.push(next);
    }
    news
}
