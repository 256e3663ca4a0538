//! Part 10: deeper.

use std::error::Error;

use parlour_rogue::{Arrival, Chance, Game, LevelId, Point, Registry, Rules, Seed, World};

use super::{part02, part04, part08, part09};

/// How deep it goes.
pub const DEPTH: i64 = 3;

/// Stronger company below: `spawn` says from which depth.
const CONTENT: &str = r##"
[entity.orc]
parent = "monster"
name = "orc"
char = "o"
color = "#ff8700"
spawn = { from = 2, often = 5 }
hp = 11
defense = 11
attack = "1d20+2"
damage = "1d6"
"##;

/// Content of the parts before, and orcs.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part08::registry()?;
    registry.load("part10.toml", CONTENT)?;
    Ok(registry)
}

/// `>` and `<` take stairs.
pub fn rules() -> Rules {
    part09::rules().stairs()
}

/// Every level, each joined to the one above by stairs. Answers the world, and the last
/// level with the cell farthest from its stairs.
pub fn world_of(registry: Registry, seed: Seed) -> Result<(World, LevelId, Point), Box<dyn Error>> {
    let mut chance = Chance::new(seed);
    let mut dug = Vec::new();
    for depth in 1..=DEPTH {
        let (level, layout) = part02::dig(&registry, &mut chance);
        let residents = part04::residents(&registry, &level, &layout, depth, &mut chance);
        dug.push((level, layout, residents));
    }
    let mut dug = dug.into_iter();
    let (level, layout, residents) = dug.next().ok_or("there is at least one level")?;
    let mut world = World::new(registry, chance, "level 1", level);
    world.spawn("player", layout.start)?;
    let mut last = Arrival::new(world.current(), layout.end);
    part04::settle(&mut world, last.level, residents)?;
    for (above, (level, layout, residents)) in (1..).zip(dug) {
        let below = world.add_level(&format!("level {}", above + 1), level)?;
        world.join_stairs(last, Arrival::new(below, layout.start))?;
        part04::settle(&mut world, below, residents)?;
        last = Arrival::new(below, layout.end);
    }
    Ok((world, last.level, last.at))
}

/// The whole dungeon.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (world, ..) = world_of(registry()?, seed)?;
    Ok(Game::new(world, rules())?)
}
