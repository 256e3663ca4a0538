//! Part 7: things, and a pack to carry them in.

use std::error::Error;

use parlour_rogue::{Game, Registry, Rules, Seed};

use super::part05;

/// A potion: `use` says what it does.
const CONTENT: &str = r#"
[entity.potion]
name = "red potion"
description = "It smells of cherries."
char = "!"
color = "magenta"
use = "heal"
amount = "2d4+4"
spawn = { often = 5 }
"#;

/// Content of the parts before, and potions.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part05::registry()?;
    registry.load("part07.toml", CONTENT)?;
    Ok(registry)
}

/// `g` takes, `i` opens the pack to use something, `d` to drop something.
pub fn rules() -> Rules {
    part05::rules().inventory()
}

/// The dungeon with potions in it.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    part05::game_of(registry()?, rules(), seed)
}
