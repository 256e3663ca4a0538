//! Part 3: what one sees, and what one remembers.

use std::error::Error;

use parlour_rogue::kit::explore;
use parlour_rogue::{Chance, Game, Registry, Rules, Seed, World};

use super::{part01, part02};

/// The same player, defined anew: it sees eight cells far.
const CONTENT: &str = r#"
[entity.player]
name = "You"
act = "player"
view_radius = 8
"#;

/// Content of the parts before, and ours over it.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part01::registry()?;
    registry.load("part03.toml", CONTENT)?;
    Ok(registry)
}

/// `x` tells only of what is known, and `o` explores what is not.
pub fn rules() -> Rules {
    part02::rules().look_at_the_known().with(explore::rules)
}

/// The dungeon of part 2 with our content and rules.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (registry, mut chance) = (registry()?, Chance::new(seed));
    let (level, layout) = part02::dig(&registry, &mut chance);
    let mut world = World::new(registry, chance, "dungeon", level);
    world.spawn("player", layout.start)?;
    Ok(Game::new(world, rules())?)
}
