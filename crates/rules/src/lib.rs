//! The contract that every game of Parlour keeps.
//!
//! A game is a set of pure functions over its own types. It knows no clock, no
//! socket, no screen and no float. The host asks it to [`decide`](Rules::decide)
//! what a command would cause, stores the events, and only then
//! [`apply`](Rules::apply)s them; players are told what
//! [`observe`](Rules::observe) and [`view`](Rules::view) let them know.

mod chance;
mod contract;
mod fingerprint;

pub use chance::{Seed, Stream};
pub use contract::{Actor, Refuse, Rules, Seat, SeatSet, Stage, Turn, Viewer};
pub use fingerprint::Fingerprint;
