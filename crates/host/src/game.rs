//! Games whose types are forgotten, so that the host names none of them.
//!
//! A [`Game`] starts and restores [`Position`]s; a position decides commands.
//! What comes from outside and what is stored is [`Json`]; within the process a
//! command, events and a state keep their types, behind [`Any`]. The one implementation, over any
//! [`Rules`](parlour_rules::Rules), is in `game/erased.rs`.

mod erased;
mod registry;

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use parlour_rules::{Actor, Age, Fingerprint, Seed, Turn, Viewer};
use thiserror::Error;

use crate::Json;
use crate::deadline::ClockCommand;

pub(crate) use registry::Writing;
pub use registry::{Registry, UnknownGame};

/// One game, by name.
pub trait Game: Send + Sync {
    /// The name in files and commands.
    fn name(&self) -> &'static str;

    /// The version of its rules.
    fn version(&self) -> u32;

    /// What becomes of games that were played under an older version.
    fn age(&self, version: u32) -> Age;

    /// A setup that was written down under some version, in the present form.
    fn setup_of<'a>(&self, version: u32, setup: &'a Json) -> Result<Cow<'a, Json>, BadSetup>;

    /// The events of an entry that some version decided, in the present form.
    fn events_of<'a>(&self, version: u32, events: &'a Json) -> Result<Cow<'a, Json>, BadEvents>;

    /// A snapshot that some version wrote after so many entries, in the present
    /// form; nothing if it cannot be had.
    fn state_of<'a>(&self, version: u32, state: &'a Json, entries: u64) -> Option<Cow<'a, Json>>;

    /// The position before the first move.
    fn start(&self, setup: &Json, seed: Seed) -> Result<Start, BadSetup>;

    /// The position that [`Position::snapshot`] wrote down.
    fn restore(&self, snapshot: &str) -> Result<Box<dyn Position>, serde_json::Error>;

    /// Stored events, a JSON array, to be told to viewers.
    fn happened(&self, events: &str) -> Result<Arc<dyn Happened>, BadEvents>;
}

/// A game that is about to begin.
pub struct Start {
    /// The position before the first move.
    pub position: Box<dyn Position>,
    /// How many seats there are.
    pub seats: u8,
    /// The setup as it will be written down.
    pub setup: Json,
}

/// A command as it comes to a position.
#[derive(Clone, Copy)]
pub enum Said<'a> {
    /// As JSON text, from outside.
    Text(&'a str),
    /// Of the type `G::Command`.
    Own(&'a (dyn Any + Send + Sync)),
}

/// A position of some game.
pub trait Position: Send + Sync {
    /// Whom the table waits for, or the outcome as JSON.
    fn turn(&self) -> Turn<Json>;

    /// What a command would cause. Changes nothing.
    fn propose(&self, by: Actor, command: Said<'_>) -> Result<Proposal, Rejected>;

    /// Moves on by stored events, given as a JSON array. A position whose events
    /// could not be applied is spoilt and must be thrown away.
    fn recall(&mut self, events: &str) -> Result<Arc<dyn Happened>, BadEvents>;

    /// Whether two texts stand for the same events.
    fn same_events(&self, one: &str, other: &str) -> bool;

    /// The command of the clock when the time for the present stage is up.
    fn time_up(&self) -> Option<ClockCommand>;

    /// What this viewer may know.
    fn view(&self, viewer: Viewer) -> Json;

    /// The short number of the state.
    fn fingerprint(&self) -> Fingerprint;

    /// The whole state, secrets included, for [`Game::restore`].
    fn snapshot(&self) -> Json;

    /// The state itself, of the type `G::State`.
    fn state(&self) -> &dyn Any;

    /// Another position, equal to this one.
    fn copy(&self) -> Box<dyn Position>;
}

/// Events of some game, as they happened.
pub trait Happened: Send + Sync {
    /// What this viewer is told, as a JSON array; nothing if it is none of theirs.
    fn told(&self, viewer: Viewer) -> Option<Json>;

    /// The events themselves, of the type `Vec<G::Event>`.
    fn events(&self) -> &dyn Any;
}

/// What a command would cause: ready to be stored, and to be taken over after.
pub struct Proposal {
    /// The command as it will be written down.
    pub command: Json,
    /// Its events, a JSON array.
    pub events: Json,
    /// The events, to be told to viewers.
    pub happened: Arc<dyn Happened>,
    /// The position afterwards.
    pub after: Box<dyn Position>,
    /// The fingerprint of the position afterwards.
    pub fingerprint: Fingerprint,
}

/// The game says no: its words and its code, as the rules gave them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{words}")]
pub struct Refusal {
    /// The stable code, for programs.
    pub code: &'static str,
    /// The reason, for a player.
    pub words: String,
}

/// Why a command causes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// The text is not a command of this game.
    #[error("not a command of this game: {0}")]
    BadCommand(String),
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Why a game does not start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSetup {
    /// The text is not a setup of this game.
    #[error("not a setup of this game: {0}")]
    Unreadable(String),
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Stored events that do not fit the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadEvents {
    /// The text is not a list of this game's events.
    #[error("not events of this game: {0}")]
    Unreadable(String),
    /// They are events, but could not have happened here.
    #[error("these events could not have happened here")]
    Impossible,
}
