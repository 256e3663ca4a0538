//! Part 1: an `@` on a floor.

use std::error::Error;

use parlour_rogue::{Game, Level, Registry, Rules, Seed, World};

/// What there is: a player who listens to keys.
const CONTENT: &str = r#"
[entity.player]
name = "You"
act = "player"
"#;

/// The seven tiles every game knows, and our content.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = Registry::basics();
    registry.load("part01.toml", CONTENT)?;
    Ok(registry)
}

/// What happens: the standard keys, and one to leave.
pub fn rules() -> Rules {
    Rules::new().key('q', "quit")
}

/// Where it happens: one room, drawn by hand.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let registry = registry()?;
    let room = [
        "###########",
        "#.........#",
        "#.........#",
        "#.........#",
        "###########",
    ];
    let level = Level::from_rows(&registry, &room)?;
    let mut world = World::new(registry, seed, "hall", level);
    world.spawn("player", (3, 2))?;
    Ok(Game::new(world, rules())?)
}
