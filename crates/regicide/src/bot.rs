//! The bot: plays any seat from its view alone.
//!
//! A quick player ([`Habits`]) says at once what it would do. Then the bot makes up
//! games that look the same from where it sits ([`Beliefs`]), tries in each of them
//! the moves that the quick player likes, as many as its budget can tell apart, and
//! lets the quick player finish the game from there. The quick player's choice
//! stands until another move has won clearly more often, so that a little thought
//! is never worse than none. It reads no clock: the caller's `keep_going` says when
//! to stop. For the same view, seed and number of play-outs it always answers the
//! same. How much each [`Level`] of bot thinks is in [`Thinking`].
//!
//! ```
//! use parlour_regicide::bot::{Thinking, advise};
//! use parlour_regicide::{Kingslayer, Setup};
//! use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};
//!
//! let state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
//! let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
//! let thinking = Thinking { play_outs: 50, ..Thinking::default() };
//! let advice = advise(&view, &thinking, &mut || true).unwrap();
//! assert!(Kingslayer::decide(&state, Actor::Seat(Seat(0)), &advice.command).is_ok());
//! ```

mod alone;
mod beliefs;
mod duel;
mod habits;
mod race;
mod reason;
mod thinking;

pub use alone::play_alone;
pub use beliefs::Beliefs;
pub use duel::{Duel, duel};
pub use habits::{Habits, WEIGHTS};
pub use race::{Advice, Weighed, advise, advise_open, advise_with};
pub use reason::reason;
pub(crate) use reason::{in_words, why_flip, why_play, words};
pub use thinking::{Level, Thinking, UnknownLevel};
