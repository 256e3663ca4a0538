//! Part 2: a dungeon that nobody drew.

use std::error::Error;

use parlour_rogue::generate::{self, Accretion, Layout};
use parlour_rogue::{Chance, Game, Level, Registry, Rules, Seed, World, handlers};

use super::part01;

/// Digs one level: rooms that grow out of rooms, with doors and a few loops.
pub fn dig(registry: &Registry, chance: &mut Chance) -> (Level, Layout) {
    let mut level = Level::new(registry, 56, 20);
    let layout = generate::accretion(&mut level, &mut chance.map, &Accretion::default());
    (level, layout)
}

/// Doors open and close when one walks into them or reaches for them.
pub fn rules() -> Rules {
    part01::rules().on_bump_tile(handlers::doors)
}

/// The same seed digs the same dungeon.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (registry, mut chance) = (part01::registry()?, Chance::new(seed));
    let (level, layout) = dig(&registry, &mut chance);
    let mut world = World::new(registry, chance, "dungeon", level);
    world.spawn("player", layout.start)?;
    Ok(Game::new(world, rules())?)
}
