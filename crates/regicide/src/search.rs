//! The search core: the same rules on a small, copyable state.
//!
//! [`Position`] holds a whole game in about 160 bytes: zones are bit sets, the
//! tavern is a ring of card numbers, and nothing allocates. It tells no story (no
//! events, no memory) and refuses nothing: moves must come from
//! [`Position::list_moves`] or [`Position::sample_move`]. A test plays the same
//! games through it and through [`Kingslayer`](crate::Kingslayer), with the
//! results of chance handed over, and finds them equal after every move.

mod chance;
#[cfg(test)]
mod equality;
mod listing;
mod making;
mod moves;
mod position;
mod sampling;

pub use chance::{Chance, Dice};
pub(crate) use moves::Kind;
pub use moves::{Move, MoveList};
pub use position::Position;
pub(crate) use position::{ACES, CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, VALUE, worth};
