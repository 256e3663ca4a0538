//! The contract that every game of Parlour keeps.
//!
//! A game is a set of pure functions over its own types. It knows no clock, no
//! socket, no screen and no float. The host asks it to [`decide`](Rules::decide)
//! what a command would cause, stores the events, and only then
//! [`apply`](Rules::apply)s them; players are told what
//! [`observe`](Rules::observe) and [`view`](Rules::view) let them know.
//!
//! A turn of the smallest game, a race to a hundred by taking one to three steps:
//!
//! ```
//! use parlour_rules::{Actor, Refuse, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};
//!
//! struct Steps;
//!
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct NotOneToThree;
//! impl std::fmt::Display for NotOneToThree {
//!     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
//!         f.write_str("a move is one, two or three steps")
//!     }
//! }
//! impl Refuse for NotOneToThree {
//!     fn code(&self) -> &'static str {
//!         "not_one_to_three"
//!     }
//! }
//!
//! impl Rules for Steps {
//!     const NAME: &'static str = "steps";
//!     const VERSION: u32 = 1;
//!     type Setup = ();
//!     type State = u32;
//!     type Command = u32;
//!     type Event = u32;
//!     type Seen = u32;
//!     type View = u32;
//!     type Refusal = NotOneToThree;
//!     type Outcome = ();
//!
//!     fn start(_: &(), _: Seed) -> Result<u32, NotOneToThree> {
//!         Ok(0)
//!     }
//!     fn turn(state: &u32) -> Turn<()> {
//!         match *state {
//!             100.. => Turn::Over(()),
//!             step => Turn::Awaiting {
//!                 stage: Stage::new(format!("step-{step}")),
//!                 seats: SeatSet::EMPTY.with(Seat(0)),
//!             },
//!         }
//!     }
//!     fn decide(_: &u32, _: Actor, steps: &u32) -> Result<Vec<u32>, NotOneToThree> {
//!         match steps {
//!             1..=3 => Ok(vec![*steps]),
//!             _ => Err(NotOneToThree),
//!         }
//!     }
//!     fn apply(state: &mut u32, steps: &u32) {
//!         *state += steps;
//!     }
//!     fn observe(steps: &u32, _: Viewer) -> Option<u32> {
//!         Some(*steps)
//!     }
//!     fn view(state: &u32, _: Viewer) -> u32 {
//!         *state
//!     }
//! }
//!
//! // A turn: decide, store (the host's part), apply, show.
//! let mut state = Steps::start(&(), Seed(1))?;
//! let me = Actor::Seat(Seat(0));
//! assert_eq!(Steps::decide(&state, me, &7), Err(NotOneToThree));
//! for event in Steps::decide(&state, me, &3)? {
//!     Steps::apply(&mut state, &event);
//! }
//! assert_eq!(Steps::view(&state, Viewer::Spectator), 3);
//! # Ok::<(), NotOneToThree>(())
//! ```
//!
//! With the feature `testing`, the module `testing` checks any game against the
//! contract, and `tiny` holds two small games to try things on. With the feature
//! `cases`, the module `cases` is what all readers of case files share.

pub mod ages;
#[cfg(feature = "cases")]
pub mod cases;
mod chance;
mod contract;
mod fingerprint;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "testing")]
pub mod tiny;

pub use ages::{Age, Migration};
pub use chance::{Seed, Stream};
pub use contract::{Actor, Refuse, Rules, Seat, SeatSet, Stage, Turn, Viewer};
pub use fingerprint::{Fingerprint, HashedText};
