//! The bot: plays any seat from its view alone.
//!
//! It makes up games that look the same from where it sits ([`Beliefs`]), tries
//! every sensible move in each of them, lets a quick player ([`Habits`]) finish
//! the game from there, and takes the move that won most often. It reads no
//! clock: the caller's `keep_going` says when to stop. For the same view, seed
//! and number of play-outs it always answers the same.
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

mod beliefs;
mod habits;
mod race;
mod reason;

pub use beliefs::Beliefs;
pub use habits::{Habits, WEIGHTS};
pub use race::{Advice, Thinking, Weighed, advise, advise_with};
pub use reason::reason;
