//! What a screen is, and what it is lent.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::task::Waker;
use std::time::Duration;

use ratatui::Frame;

use crate::kingslayer::HandOrder;
use crate::notice::Notice;
use crate::runner::Wake;
use crate::stack::SMALLEST;
use crate::{Input, Theme};

/// A key and what it does, for the help.
pub type KeyHelp = (&'static str, &'static str);

/// One full-screen view of something: the home screen, a table, a replay.
///
/// A screen owns no terminal and never waits. It is drawn after everything that
/// happens; what it needs from outside arrives by [`Screen::woken`].
pub trait Screen {
    /// It is laid on top, for the first time.
    fn opened(&mut self, _lent: &mut Lent) {}

    /// The smallest terminal it is made for: columns and rows.
    fn smallest(&self) -> (u16, u16) {
        SMALLEST
    }

    /// Draws everything, at least as large as [`Screen::smallest`].
    fn draw(&mut self, frame: &mut Frame, lent: &Lent);

    /// Answers a key, a click or pasted text.
    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step;

    /// Somebody rang the [`Bell`].
    fn woken(&mut self, _lent: &mut Lent) -> Step {
        Step::Stay
    }

    /// The time of [`Screen::every`] is up. What happens at a pace happens here: a
    /// bell may ring at any time, and more than once for one thing.
    fn due(&mut self, lent: &mut Lent) -> Step {
        self.woken(lent)
    }

    /// The screen above has been closed and this one is seen again.
    fn returned(&mut self, _lent: &mut Lent) {}

    /// How long to wait before [`Screen::due`]. `None`, the usual answer, waits for
    /// people and bells only and costs nothing.
    fn every(&self) -> Option<Duration> {
        None
    }

    /// The keys it knows, for the help. Up to about fifteen.
    fn keys(&self) -> &[KeyHelp] {
        &[]
    }
}

/// What happens after an answer.
pub enum Step {
    /// The screen stays and is drawn again.
    Stay,
    /// Another screen is laid on top.
    Open(Box<dyn Screen>),
    /// Another screen takes this one's place.
    Become(Box<dyn Screen>),
    /// The screen is closed; the one below is seen again.
    Close,
    /// The help for this screen's keys is laid on top.
    Help,
    /// All screens are closed.
    Quit,
}

impl Step {
    /// Lays the screen on top, or under this title the reason why there is none.
    pub fn open_or_tell(title: &str, opened: Result<Box<dyn Screen>, String>) -> Self {
        let told = |reason| Box::new(Notice::failure(title, reason)) as Box<dyn Screen>;
        Self::Open(opened.unwrap_or_else(told))
    }
}

/// What the runner lends to the screen it shows.
#[derive(Clone, Debug)]
pub struct Lent {
    /// The colours. A screen may change them for all.
    pub theme: Theme,
    /// To be rung from other threads.
    pub bell: Bell,
    /// In which order a hand of cards lies.
    pub hand_order: HandOrder,
    /// What keeps the habits of the card table for the next time, if anything.
    pub remember: Option<Remember>,
    /// The time of day, hour and minute, if it is told here.
    pub hour: fn() -> Option<(i8, i8)>,
}

/// Keeps whether suits have four colours, and the order of the hand.
#[derive(Clone)]
pub struct Remember(pub Rc<dyn Fn(bool, HandOrder)>);

impl std::fmt::Debug for Remember {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Remember")
    }
}

impl Lent {
    /// With a bell that nobody hears and without a clock, for tests.
    pub fn silent(theme: Theme) -> Self {
        let (sender, _) = channel();
        Self {
            theme,
            bell: Bell(sender),
            hand_order: HandOrder::default(),
            remember: None,
            hour: || None,
        }
    }

    /// Suits have two colours or four from now on, and the next time.
    pub fn set_four_colours(&mut self, four: bool) {
        self.theme = self.theme.with_four_colours(four);
        self.remember_habits();
    }

    /// Hands lie in this order from now on, and the next time.
    pub fn set_hand_order(&mut self, order: HandOrder) {
        self.hand_order = order;
        self.remember_habits();
    }

    fn remember_habits(&self) {
        if let Some(Remember(remember)) = &self.remember {
            remember(self.theme.four_colours(), self.hand_order);
        }
    }
}

/// Wakes the screen from another thread: a bot has moved, a message came in.
#[derive(Clone, Debug)]
pub struct Bell(pub(crate) Sender<Wake>);

impl Bell {
    /// Wakes the screen. Nothing happens if all screens are closed.
    pub fn ring(&self) {
        // The other end is gone when the runner has ended.
        let _ = self.0.send(Wake::Rung);
    }

    /// The same for futures and links, which wake a waker when there is news.
    pub fn waker(&self) -> Waker {
        Waker::from(Arc::new(Rope(self.clone())))
    }
}

/// What a waker pulls.
struct Rope(Bell);

impl std::task::Wake for Rope {
    fn wake(self: Arc<Self>) {
        self.0.ring();
    }
}
