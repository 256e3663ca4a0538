//! Saved games of the PyPI package `diplomacy`, read and written.
//!
//! A saved game is one JSON object: `id`, `map`, `rules` and `phases`, each
//! phase with its state, orders and results. [`SavedGame::records`] makes phase
//! records of it, [`SavedGame::of_records`] makes one of phase records.
//!
//! What goes over: positions, orders, results, how the game ended. What does
//! not: messages between players, the package's own rules for players and
//! press, its time stamps and hashes. The package knows no rule choices; it
//! judges as `via=land-fallback,disband=home`, so that is what the records of
//! a game that was read say.
//!
//! ```
//! use parlour_diplomacy::{Board, PhaseRecord, Rulebook, saved::SavedGame};
//!
//! let mut record = PhaseRecord::question(Board::standard(), Board::standard().start());
//! record.orders.insert("FRANCE".into(), vec!["A Par - Bur".into()]);
//! let saved = SavedGame::of_records("mine", &[record], Rulebook::default()).unwrap();
//! assert_eq!(saved.phases[0].name, "S1901M");
//! let records = saved.records().unwrap();
//! assert_eq!(records[0].orders["FRANCE"], ["A PAR - BUR"]);
//! ```

mod export;
mod import;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ByPower, Phase, RecordError};

/// The name of the phase in which a game of the package is over.
pub const COMPLETED: &str = "COMPLETED";

/// The rule choices that agree with the package's judge.
pub const PACKAGE_RULES: &[(&str, &str)] = &[("disband", "home"), ("via", "land-fallback")];

/// The package's rule under which units are built in every owned centre.
const BUILD_ANY: &str = "BUILD_ANY";

/// The package's names of maps, each with ours.
pub fn maps_of_package() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../data/package.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
}

/// A game as the package saves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The game's own name.
    #[serde(default)]
    pub id: String,
    /// The package's name of the map.
    #[serde(default = "standard")]
    pub map: String,
    /// The package's rules.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Every phase that was played, then the present one.
    pub phases: Vec<SavedPhase>,
}

fn standard() -> String {
    String::from("standard")
}

/// One phase as the package saves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedPhase {
    /// `S1901M`, or `COMPLETED`.
    pub name: String,
    /// The position.
    pub state: SavedState,
    /// The orders of each power; none while it has not ordered.
    #[serde(default)]
    pub orders: ByPower<Option<Vec<String>>>,
    /// The codes for each unit.
    #[serde(default)]
    pub results: BTreeMap<String, Vec<String>>,
    /// Messages are not read; none are written.
    #[serde(default, skip_deserializing)]
    pub messages: Vec<String>,
}

/// A position as the package saves it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedState {
    /// The phase.
    #[serde(default)]
    pub name: String,
    /// How the game ended: `Victory by: FRA`.
    #[serde(default)]
    pub note: String,
    /// The units; dislodged ones are marked by a star.
    #[serde(default)]
    pub units: ByPower<Vec<String>>,
    /// The dislodged units and where they may go.
    #[serde(default)]
    pub retreats: ByPower<BTreeMap<String, Vec<String>>>,
    /// The owned centres.
    #[serde(default)]
    pub centers: ByPower<Vec<String>>,
    /// The home centres.
    #[serde(default)]
    pub homes: ByPower<Vec<String>>,
    /// The provinces a power was the last to stand in; not read.
    #[serde(default, skip_deserializing)]
    pub influence: ByPower<Vec<String>>,
    /// 1 for powers without a player; not read.
    #[serde(default, skip_deserializing)]
    pub civil_disorder: ByPower<u8>,
    /// Units to build or to disband; not read, but counted.
    #[serde(default, skip_deserializing)]
    pub builds: ByPower<SavedBuilds>,
    /// The game's name; not read.
    #[serde(default, skip_deserializing)]
    pub game_id: String,
    /// The map; not read.
    #[serde(default, skip_deserializing)]
    pub map: String,
    /// The package's rules; not read.
    #[serde(default, skip_deserializing)]
    pub rules: Vec<String>,
}

/// What a power may build or must disband.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedBuilds {
    /// Above 0 builds, below 0 disbands.
    pub count: i32,
    /// The free home centres, if there is something to build.
    pub homes: Vec<String>,
}

/// Why a saved game cannot be read, or a game not be saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedFault {
    /// Not JSON, or not of the expected shape.
    #[error("not a saved game: {0}")]
    Shape(String),
    /// A map of the package that we do not have.
    #[error("the map \"{0}\" of the package is not among ours; we share {shared}", shared = shared_maps())]
    UnknownMap(String),
    /// A map of ours that the package does not have.
    #[error("the package has no map \"{0}\"; it shares {shared} with us", shared = own_maps())]
    NotInPackage(String),
    /// The game is played by a rule that its map does not have.
    #[error("the game is played by the package's rule {0}, which the map {1} does not have")]
    Rule(String, String),
    /// There is no phase.
    #[error("the game has no phase")]
    NoPhases,
    /// A phase's name and its state's differ.
    #[error("phase {0} holds the state of {1}")]
    TwoNames(String, String),
    /// A phase does not fit the board.
    #[error("phase {phase}: {fault}")]
    Phase {
        /// Which.
        phase: String,
        /// What is wrong with it.
        fault: RecordError,
    },
    /// A record does not continue the one before it.
    #[error("{after} does not follow from {before}: {what}")]
    Broken {
        /// The phase before.
        before: Phase,
        /// The phase that does not follow.
        after: Phase,
        /// What is not the same, in words.
        what: &'static str,
    },
}

fn shared_maps() -> String {
    let names: Vec<&str> = maps_of_package().map(|(theirs, _)| theirs).collect();
    names.join(", ")
}

fn own_maps() -> String {
    let names: Vec<&str> = maps_of_package().map(|(_, ours)| ours).collect();
    names.join(", ")
}

impl SavedGame {
    /// Reads one saved game.
    pub fn parse(text: &str) -> Result<Self, SavedFault> {
        serde_json::from_str(text).map_err(|fault| SavedFault::Shape(fault.to_string()))
    }
}
