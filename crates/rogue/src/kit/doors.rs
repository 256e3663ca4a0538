#![doc = include_str!("../../docs/kit/doors.md")]

use parlour_grid::{Point, Rect};

use crate::entity::{Entity, EntityId, EntityRef};
use crate::handlers;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The tiles of this module, to be read as content.
pub const CONTENT: &str = r##"
[tile.door-locked]
name = "Locked Door"
description = "It has a keyhole."
char = "+"
color = "red"

[tile.door-secret]
name = "Wall"
char = "#"
color = "white"
"##;

/// The keys of the two tiles.
pub const LOCKED: &str = "door-locked";
/// The key of the tile that looks like a wall.
pub const SECRET: &str = "door-secret";

/// The action of the searching key.
pub const SEARCH: &str = "search";

/// How far one searches, and how likely one finds, in per cent.
const FAR: u32 = 2;
const FINDS: u32 = 50;

/// Doors open and close, locked ones with the key to them, and `s` searches for hidden
/// ones.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    rules
        .on_bump_tile(handlers::first_of(handlers::doors, unlock))
        .key('s', SEARCH)
        .on_action(SEARCH, search)
}

/// A bump handler: a locked door is opened by a carried thing whose `opens` is the door's
/// `lock`; a door without one by anything that `opens`. The key is used up unless it has
/// `lasting = true`.
pub fn unlock(world: &mut World, me: EntityId, at: Point) -> Outcome {
    if !is_tile(world, at, LOCKED) {
        return Outcome::retry();
    }
    let lock = world.ground(at, "lock").cloned();
    let fits = |item: &&Entity| {
        let opens = named(world, item, "opens");
        opens.is_some() && (lock.is_none() || opens == lock.as_ref())
    };
    let Some(key) = world.pack(me).iter().find(fits).cloned() else {
        return Outcome::free().say("It is locked.");
    };
    let lasts = named(world, &key, "lasting").and_then(Value::as_bool);
    if let Some(id) = key.id.filter(|_| lasts != Some(true)) {
        world.use_up(me, id);
    }
    world.turn_into(at, "door-open");
    let name = world.name_of(&key).to_string();
    Outcome::turn().say(format!("You unlock the door with the {name}."))
}

/// A turn of searching: every hidden door and trap within two cells is found as likely
/// as not.
pub fn search(world: &mut World, me: EntityId) -> Outcome {
    let Some(here) = world.entity(me).map(EntityRef::at) else {
        return Outcome::retry();
    };
    let mut found = Vec::new();
    for at in Rect::around(here, FAR).cells() {
        let secret = is_tile(world, at, SECRET);
        let trap = super::traps::is_hidden(world, at);
        if (secret || trap) && world.chance.mind.below(100) < FINDS {
            if secret {
                world.turn_into(at, "door-closed");
                found.push("a door");
            } else {
                super::traps::reveal(world, at);
                found.push("a trap");
            }
        }
    }
    if found.is_empty() {
        return Outcome::turn().say("You search and find nothing.");
    }
    Outcome::turn().say(format!("You find {}.", found.join(" and ")))
}

fn is_tile(world: &World, at: Point, key: &str) -> bool {
    let kind = world.level().tile_type(at);
    kind.is_some() && kind == world.registry().tile(key)
}

fn named<'a>(world: &'a World, item: &'a Entity, prop: &str) -> Option<&'a Value> {
    world.prop_of(item, world.registry().prop(prop)?)
}
