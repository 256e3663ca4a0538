//! A Kingslayer table for two to four people: lobby, seats, bots, pauses, fixed
//! phrases, and one game after the other.
//!
//! The court knows no transport. An [`Opening`] opens or resumes a table, which runs
//! as a task of its own; fronts hold a [`Table`] and carry what guests ask to it, and
//! what it tells to their [`Ear`]s. Guests of several fronts may sit at one table.
//!
//! Everything that counts is stored by the host: the game, the chairs, the pause, and
//! the notes of the table. A guest is sent what they may know and nothing else.

mod action;
mod ear;
mod guest;
mod logbook;
mod name;
mod opening;
mod refusal;
mod seating;
mod marshal;
mod table;

pub use action::{Action, Asked};
pub use ear::{Ear, Moment, Scene, Told, Welcome};
pub use guest::{Arrival, GuestId, Parting, Wish};
pub use name::{LONGEST_NAME, name};
pub use opening::{BotMind, OpenRefused, Opening, Prepared, Seeds, Tell, Unfinished, unfinished};
pub use refusal::{CODES, Refusal};
pub use marshal::{Log, LogLine};
pub use table::{Closed, Control, ControlRefused, Table};
