//! Part 12: something of our own: a lamp, and a thief.

use std::error::Error;

use parlour_rogue::kit::flee;
use parlour_rogue::{
    EntityId, EntityRef, Game, Outcome, Prop, Registry, Rules, Seed, World, items, minds,
};

use super::{part10, part11};

/// The player gets `oil`, a property nobody knew before; the thief a behaviour nobody
/// knew before.
const CONTENT: &str = r#"
[entity.player]
name = "You"
act = "player"
view_radius = 8
hp = 30
defense = 12
armor = 0
attack = "1d20+5"
damage = "1d6+2"
oil = 1500

[entity.thief]
parent = "monster"
name = "thief"
char = "t"
color = "grey"
act = "steal"
flees = 100
hp = 5
defense = 12
attack = "1d20"
damage = "1"
spawn = { often = 1 }
"#;

/// Content of the parts before, with a lamp and thieves.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part11::registry()?;
    registry.load("part12.toml", CONTENT)?;
    Ok(registry)
}

/// The lamp burns; without oil one sees the cells around.
fn burn(world: &mut World, me: EntityId) -> Outcome {
    let dry = world.entity(me).is_none_or(|me| me.count("oil") <= 0);
    if dry || world.adjust(me, "oil", -1) > 0 {
        return Outcome::free();
    }
    world.set(me, Prop::VIEW_RADIUS, 1);
    Outcome::free().say("Your lamp goes out.")
}

/// Takes the first thing out of a pack, and has it.
fn steal(world: &mut World, me: EntityId, it: EntityId) -> Outcome {
    let thing = world.pack(it).first().and_then(|thing| thing.id);
    let Some(thing) = thing.and_then(|thing| world.use_up(it, thing)) else {
        return Outcome::turn().say("The thief looks at your empty pockets.");
    };
    let name = world.name_of(&thing).to_string();
    // When it dies, all it carries falls: see `rules`.
    let _ = world.give(me, thing);
    Outcome::turn().say(format!("The thief steals your {name}!"))
}

/// A thief comes to steal, and runs when it has something.
fn thief(world: &mut World, me: EntityId) -> Outcome {
    let player = world.player().and_then(|player| world.entity(player));
    let there = player.map(EntityRef::at);
    if let Some(there) = there.filter(|_| !world.pack(me).is_empty())
        && let Some(by) = flee::step_away(world, me, there)
    {
        return world.try_move(me, by);
    }
    let target = world.player();
    minds::chase(world, me, target, steal)
}

/// The lamp and the thief, and whoever dies lets fall what it carries.
pub fn rules() -> Rules {
    part11::rules()
        .after_turn(burn)
        .behaviour("steal", thief)
        .before_death(items::drop_loot)
}

/// The dungeon with both.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (world, ..) = part10::world_of(registry()?, seed)?;
    Ok(Game::new(world, rules())?)
}
