//! Part 4: monsters, and where they are met.

use std::error::Error;

use parlour_rogue::generate::Layout;
use parlour_rogue::kit::spawns::Spawns;
use parlour_rogue::{Chance, Entity, Game, Level, LevelId, Prop, Registry, Seed, World};

use super::{part02, part03};

/// A pattern for all of them, and two that inherit from it.
const CONTENT: &str = r#"
[entity.monster]
act = "chase-player"
blocks_movement = true
view_radius = 8

[entity.rat]
parent = "monster"
name = "rat"
char = "r"
color = "yellow"
delay = 8
spawn = { to = 2, often = 6 }

[entity.goblin]
parent = "monster"
name = "goblin"
description = "Small, green and in a bad temper."
char = "g"
color = "green"
spawn = { often = 4 }
"#;

/// Content of the parts before, and the monsters.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part03::registry()?;
    registry.load("part04.toml", CONTENT)?;
    Ok(registry)
}

/// Who and what is met on a level, room by room: somebody who acts in most rooms, and
/// one thing in each.
pub fn residents(
    registry: &Registry,
    level: &Level,
    layout: &Layout,
    depth: i64,
    chance: &mut Chance,
) -> Vec<Entity> {
    let acts = |kind| registry.entity_prop(kind, Prop::ACT).is_some();
    let monsters = Spawns::of(registry, acts);
    let things = Spawns::of(registry, |kind| !acts(kind));
    let mut places = monsters.places(depth, level, layout, 1, &mut chance.map);
    // Corridors are rooms too; every second place is enough.
    places = places.into_iter().step_by(2).collect();
    places.extend(
        things
            .places(depth, level, layout, 1, &mut chance.map)
            .into_iter()
            .step_by(2),
    );
    places
        .into_iter()
        .map(|(kind, at)| Entity::new(kind, at))
        .collect()
}

/// Puts them there.
pub fn settle(
    world: &mut World,
    level: LevelId,
    residents: Vec<Entity>,
) -> Result<(), Box<dyn Error>> {
    for resident in residents {
        world.add_to(level, resident)?;
    }
    Ok(())
}

/// The dungeon with residents.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (registry, mut chance) = (registry()?, Chance::new(seed));
    let (level, layout) = part02::dig(&registry, &mut chance);
    let residents = residents(&registry, &level, &layout, 1, &mut chance);
    let mut world = World::new(registry, chance, "dungeon", level);
    world.spawn("player", layout.start)?;
    let here = world.current();
    settle(&mut world, here, residents)?;
    Ok(Game::new(world, part03::rules())?)
}
