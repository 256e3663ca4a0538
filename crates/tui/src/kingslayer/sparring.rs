//! Practice from a game with others: bots play the seats of everybody else.
//!
//! They play at once, after what was shown has been taken in; a take back goes on until
//! it is the turn of whoever asked for it, or they would only see the bots do the same again.

use std::sync::Arc;
use std::task::{Context, Poll, ready};

use parlour_court::{bot_plays, bots_turn};
use parlour_host::link::{Link, LocalLink, News, Shown, Ticket};
use parlour_host::table::Identity;
use parlour_host::{Host, Refused, wait};
use parlour_regicide::{Command, Kingslayer};
use parlour_rules::{Seat, Viewer};

/// A link of one person to a table at which bots have the other seats.
pub struct Sparring {
    host: Arc<Host>,
    link: LocalLink<Kingslayer>,
    /// The bot whose turn it is, and after how many entries.
    due: Option<(Identity, Seat, u64)>,
    /// Whether moves are being taken back.
    back: bool,
}

impl Sparring {
    /// Bots play where the person of this link does not.
    pub fn new(host: &Arc<Host>, link: LocalLink<Kingslayer>) -> Self {
        Self {
            host: Arc::clone(host),
            link,
            due: None,
            back: false,
        }
    }

    /// Whose turn it is, if it is a bot's.
    fn bots_turn(&self, shown: &Shown<Kingslayer>) -> Option<(Identity, Seat, u64)> {
        let record = wait(self.host.record(self.link.table())).ok()?;
        let (who, seat) = bots_turn(&record, &shown.view)?;
        Some((who, seat, shown.standing.seq))
    }

    fn let_bot_play(&self, who: Identity, seat: Seat, entries: u64) -> Result<(), Refused> {
        wait(bot_plays(&self.host, self.link.table(), who, seat, entries))
    }
}

impl Link<Kingslayer> for Sparring {
    fn viewer(&self) -> Viewer {
        self.link.viewer()
    }

    fn send(&mut self, command: &Command) -> Ticket {
        self.back = false;
        self.link.send(command)
    }

    fn undo(&mut self, to: u64) -> Ticket {
        self.back = true;
        self.due = None;
        self.link.undo(to)
    }

    fn poll_news(&mut self, context: &mut Context<'_>) -> Poll<Option<News<Kingslayer>>> {
        loop {
            if let Some((who, seat, entries)) = self.due.take()
                && let Err(refused) = self.let_bot_play(who, seat, entries)
            {
                tracing::warn!("a bot does not play: {refused}");
            }
            let news = ready!(self.link.poll_news(context));
            match &news {
                Some(News::Shown(shown)) => {
                    let due = self.bots_turn(shown);
                    let entries = shown.standing.seq;
                    if self.back && due.is_some() && entries > 0 {
                        self.link.undo(entries - 1);
                        continue;
                    }
                    self.back = false;
                    self.due = due;
                }
                // Nothing more is taken back: play goes on from where it stands.
                Some(News::Refused { .. }) if self.back => {
                    self.back = false;
                    self.due = self.bots_turn(&self.link.look());
                }
                _ => {}
            }
            return Poll::Ready(news);
        }
    }
}
