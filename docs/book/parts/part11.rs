//! Part 11: swords and mail.

use std::error::Error;

use parlour_rogue::kit::equipment;
use parlour_rogue::{Game, Registry, Rules, Seed};

use super::part10;

/// A thing to wear lasts, has a slot, and gives something while it is worn.
const CONTENT: &str = r#"
[entity.gear]
use = "wear"
lasting = true
color = "white"

[entity.sword]
parent = "gear"
name = "sword"
char = "/"
slot = "hand"
gives = { damage = "1d8+3" }
spawn = { often = 2 }

[entity.mail]
parent = "gear"
name = "coat of mail"
char = "["
slot = "body"
gives = { armor = 1, defense = 1 }
spawn = { often = 2 }
"#;

/// Content of the parts before, and gear.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part10::registry()?;
    registry.load("part11.toml", CONTENT)?;
    Ok(registry)
}

/// What is worn counts.
pub fn rules() -> Rules {
    part10::rules().with(equipment::rules)
}

/// The dungeon with an armoury.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (world, ..) = part10::world_of(registry()?, seed)?;
    Ok(Game::new(world, rules())?)
}
