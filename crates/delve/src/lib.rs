//! Delve: ten levels down for an amulet, and back up with it. A roguelike over
//! the framework `parlour-rogue` that keeps the contract of `parlour-rules`, so
//! it has the host's log, replay, verification, undo and bots.
//!
//! A turn:
//!
//! ```
//! use parlour_delve::{Command, Delve, Setup};
//! use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};
//!
//! let mut state = Delve::start(&Setup::default(), Seed(3))?;
//! let me = Actor::Seat(Seat(0));
//! // Out is only possible with the amulet.
//! assert!(Delve::decide(&state, me, &Command::Ascend).is_err());
//! let command: Command = "explore".parse().unwrap();
//! for event in Delve::decide(&state, me, &command)? {
//!     Delve::apply(&mut state, &event);
//! }
//! let view = Delve::view(&state, Viewer::Seat(Seat(0)));
//! assert!(view.turns > 0);
//! # Ok::<(), parlour_delve::Refusal>(())
//! ```
//!
//! - [`Content`] is what there is: TOML, checked at load; a player may replace it.
//! - [`Command`] is what one may do; [`notation`] writes and reads it as words.
//! - [`View`] is what the player may know, with a [`Picture`] that any screen can
//!   draw.
//! - [`keys`] and [`control`] turn keys into commands, the same for every screen.
//! - [`bot`] plays through the view alone.

mod act;
mod after;
mod ages;
pub mod bot;
mod command;
#[cfg(test)]
mod conformance;
mod content;
pub mod control;
mod dungeon;
mod fight;
mod game;
mod journey;
pub mod keys;
mod lore;
mod mind;
pub mod minimap;
mod modes;
mod names;
pub mod notation;
mod refusal;
#[cfg(test)]
mod scenarios;
mod scene;
mod show;
mod sight;
mod state;
mod terrain;
mod view;
mod wishes;
mod words;

pub use act::{counted, plural, with_article};
pub use command::{Command, Event};
pub use content::{Content, ContentFault, ContentFile, FILES, Generator};
pub use dungeon::{HEIGHT, WIDTH};
pub use game::{Delve, Ending};
pub use journey::{Deed, End, LAMP, Note, Slot};
pub use modes::{Challenge, Difficulty};
pub use parlour_rogue::{Colour, Direction, Key, Point};
pub use refusal::{Refusal, as_sentence};
pub use show::Spark;
pub use state::{Setup, State};
pub use view::{
    Carried, Cell, Character, Danger, Fog, Ground, Group, Hint, Line, Picture, Shots, Status,
    Thing, ThingKind, View,
};
pub use wishes::Wishes;
pub use words::{Effect, Manner, Theme, Verb};
