//! Kingslayer: the rules of the card game Regicide, for one to four players
//! who together fight twelve court cards.
//!
//! [`Kingslayer`] keeps the contract of `parlour_rules`. Rule numbers (R1.1 to
//! R13) in comments and tests are those of `docs/kingslayer.md`.
//!
//! ```
//! use parlour_regicide::{Command, Kingslayer, Setup};
//! use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};
//!
//! let mut state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
//! let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
//! assert_eq!(view.hand.len(), 8);
//!
//! let play = Command::Play(vec![view.hand[0]]);
//! for event in Kingslayer::decide(&state, Actor::Seat(Seat(0)), &play).unwrap() {
//!     Kingslayer::apply(&mut state, &event);
//! }
//! assert_eq!(Kingslayer::view(&state, Viewer::Spectator).table, [view.hand[0]]);
//!
//! let refusal = Kingslayer::decide(&state, Actor::Seat(Seat(0)), &Command::Yield);
//! assert!(refusal.is_err());
//! ```

pub mod analysis;
mod bag;
pub mod bot;
mod card;
#[cfg(feature = "cases")]
pub mod cases;
mod command;
#[cfg(test)]
mod conformance;
mod deal;
mod event;
mod fingerprint;
mod formation;
mod game;
mod memory;
pub mod notation;
mod powers;
mod preview;
pub mod question;
mod refusal;
pub mod search;
mod setup;
mod sound;
mod state;
mod talk;
mod telling;
mod view;

pub use bag::{Bag, Cards};
pub use card::{Card, Rank, Suit, worth};
pub use command::Command;
pub use event::{Draw, DrawCount, Event, Seen};
pub use formation::{Formation, formation};
pub use game::Kingslayer;
pub use memory::{Layer, Memory};
pub use preview::{Fate, Payment, Preview, own_draws, payment, preview, spare};
pub use refusal::Refusal;
pub use setup::{ByCourtRank, Difficulty, House, Setup};
pub use state::{Enemy, Loss, Medal, Outcome, State, Step, hand_limit};
pub use talk::Phrase;
pub use telling::{ended, tell};
pub use view::{EnemyView, PlayerView, View, hand};
