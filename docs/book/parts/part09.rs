//! Part 9: keeping games.

use std::error::Error;

use parlour_rogue::{Game, Rules, Seed};

use super::{part05, part08};

/// The action of the save key. The rules hand it through; who runs the game saves.
pub const SAVE: &str = "save";

/// `S` saves.
pub fn rules() -> Rules {
    part08::rules().key('S', SAVE).pass_through(SAVE)
}

/// The dungeon; see `main.rs` for where it is saved.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    part05::game_of(part08::registry()?, rules(), seed)
}
