//! The command language of a Diplomacy table.
//!
//! People's words go in, answers in words and pictures come out; the terminal
//! room and every chat share it. Nothing here knows a platform or a database.
//!
//! A front makes a [`Heard`] of every message and gives it to [`Room::hear`]; the
//! [`Answer`] goes back where the words came from. Everything that others learn
//! waits in the host's outbox and is carried as [`Parcel`]s: ask
//! [`Room::parcels`], send, say [`Room::sent`]. [`Room::tick`] lets deadlines
//! strike.
//!
//! ```
//! use std::sync::Arc;
//!
//! use parlour_host::journal::MemoryJournal;
//! use parlour_host::{Host, ManualClock, Registry, SeededEntropy, wait};
//! use parlour_room::{Heard, Room};
//! use parlour_rules::Seed;
//!
//! let mut games = Registry::new();
//! Room::prepare(&mut games);
//! let entropy = Arc::new(SeededEntropy::new(Seed(1)));
//! let host = Host::new(
//!     games,
//!     Arc::new(MemoryJournal::new()),
//!     Arc::new(ManualClock::default()),
//!     entropy.clone(),
//! );
//! let room = Room::new(Arc::new(host), entropy);
//!
//! let ann = || "chat:ann".into();
//! let opened = Heard::aloud("chat", "club", ann(), "Ann", "new bots=hold");
//! assert!(wait(room.hear(&opened))?.words().contains("is open"));
//! wait(room.hear(&Heard::aloud("chat", "club", ann(), "Ann", "join Austria")))?;
//! wait(room.hear(&Heard::aloud("chat", "club", ann(), "Ann", "start")))?;
//! let order = Heard::in_private("chat", ann(), "Ann", "order A Vie-Gal");
//! let answer = wait(room.hear(&order))?;
//! assert!(answer.words().starts_with("Noted: A Vie - Gal. Still without orders: A Bud, F Tri."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Writes at the end of a text.
macro_rules! add {
    ($text:ident, $($words:tt)*) => {{
        use std::fmt::Write as _;
        write!($text, $($words)*).expect("a text takes everything");
    }};
}

mod bot;
pub mod local;
mod notice;
mod pace;
mod phrase;
mod refusal;
pub mod retelling;
mod room;
mod schedule;
pub mod script;
mod settings;
mod sheet;
mod sketch;
mod slip;
mod span;
mod talk;
mod words;

pub use pace::Pace;
pub use refusal::Refusal;
pub use room::{
    Bell, Decision, Doorkeeper, LinkMade, NO_LONGER_READY, Offer, Offers, Reach, Room, RoomSteward,
    Thought, Tick,
};
pub use schedule::Calendar;
pub use settings::{Draws, Fill, PressRule, SettingError, Settings};
pub use sketch::{Drawing, Label, Shows, Sketch};
pub use span::{Span, SpanError};
pub use talk::{
    Answer, Body, Button, Fact, Heard, LONGEST_TEXT, Parcel, Spoken, To, Window, dropped_words,
    split_text,
};
pub use words::{
    DeadlineChange, DraftWords, DrawWords, ExtendWords, Hearers, OrderLine, OrderVerb,
    SandboxWords, Verb, Words, WordsError, help, read, typed,
};
