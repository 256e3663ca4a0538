//! A whole game to be played through the doubles, message by message.
//!
//! Six powers play badly, by chance; the seventh chose the best of some thousand
//! answers to what they do. It ends by centres within four years and has
//! everything a game has: supports, convoys, retreats, builds, disbands.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A phase, and what every power that must order says.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedPhase {
    /// The phase: `S1901M`.
    pub phase: String,
    /// The orders, by power.
    pub orders: BTreeMap<String, Vec<String>>,
}

/// Who wins it.
pub const WINNER: &str = "Russia";

/// The game, phase by phase.
pub fn recorded_game() -> Vec<RecordedPhase> {
    let lines = include_str!("../../fixtures/solo.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).expect("the fixture is sound"))
        .collect()
}
