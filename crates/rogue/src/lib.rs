//! A roguelike framework: types and content, maps, entities, a clock, keys, look
//! mode, sight, paths, generators, worlds of levels, saves, recordings, dice,
//! combat, minds and items. It draws nothing by itself and decides everything:
//! the same seed and the same keys make the same game on every machine.
//!
//! A first game, two levels with stairs, doors and rats:
//!
#![cfg_attr(feature = "term", doc = "```no_run")]
#![cfg_attr(not(feature = "term"), doc = "```ignore")]
#![doc = include_str!("../examples/dungeon.rs")]
//! ```
//!
//! The pieces, in the order in which a game meets them:
//!
//! - [`Registry`] holds the types of entities and tiles, read from TOML.
//! - [`Level`] is a map; [`generate`] makes some.
//! - [`World`] is everything that is saved: levels, entities, ways between
//!   levels, chance, the log.
//! - [`Rules`] is everything that is code: keys, behaviours, handlers. Each is a
//!   closure, and any can be replaced.
//! - [`Game`] puts the two together: [`Game::press`] takes a key and answers
//!   [`Event`]s.
//! - [`View`] is what the player may know; a [`display`] draws it, and with the
//!   feature `term` the terminal is one.
//! - [`save`] and [`recording`] keep games.
//!
//! The [guide](guide) grows a game with all of it, step by step.
//!
//! Without features the crate touches no file, no clock and no screen.
//! `files` adds saves on disk, `term` the terminal, `watch` content that is read anew
//! while it is written, `ratatui` widgets of that library on screens, `cases` the reader
//! of scenario files.

mod appearance;
#[cfg(feature = "cases")]
pub mod cases;
mod chance;
mod clock;
pub mod combat;
pub mod demo;
mod dice;
pub mod display;
mod effect;
mod entity;
mod envelope;
mod event;
#[cfg(feature = "files")]
pub mod files;
mod game;
pub mod generate;
#[cfg(any(doc, doctest))]
#[doc = include_str!("../docs/guide.md")]
pub mod guide {}
pub mod handlers;
pub mod items;
mod keys;
pub mod kit;
mod level;
mod log;
mod look;
pub mod minds;
pub mod notation;
mod outcome;
mod prop;
mod question;
pub mod recording;
mod registry;
mod rules;
pub mod save;
#[cfg(feature = "term")]
pub mod term;
pub mod travel;
pub mod tutorial;
pub mod ui;
mod value;
mod view;
mod viewport;
#[cfg(feature = "watch")]
pub mod watch;
mod world;

pub use appearance::{Colour, Glyph, NoSuchColour};
pub use chance::{Chance, Drawn};
pub use dice::{Dice, NotDice, Roll};
pub use effect::{Effect, FRAME_MS, Frame};
pub use entity::{Entity, EntityId, EntityRef};
pub use event::Event;
pub use game::{Acted, Ending, Game, Mode};
pub use keys::KeyMap;
pub use level::{BadDrawing, Level, Tile};
pub use log::{Log, Message, wrap};
pub use look::{Cursor, Pointing};
pub use notation::{Action, Key};
pub use outcome::{Bumped, Outcome, Time};
pub use parlour_grid::{self as grid, Direction, Point, Rect, Size};
pub use parlour_rules::{Seed, Stream};
pub use prop::{Prop, Props};
pub use question::{Aim, Answer, Choice, Menu, Question};
pub use registry::{
    BASICS, Category, Complaint, ContentError, EntityType, Problem, Registry, TileType, TypeDef,
};
pub use rules::{Mind, Need, Rules};
pub use value::{NotAValue, Value};
pub use view::{Knowledge, View, ViewCell, known_at, names_in_sight};
pub use viewport::Viewport;
pub use world::{
    Arrival, BadTransition, LevelId, LevelRefused, LookInfo, Metric, NoWay, NotAdded, PACK_SIZE,
    PackRefused, Side, Step, Transitions, Trigger, World,
};
