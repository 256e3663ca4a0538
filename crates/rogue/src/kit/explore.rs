#![doc = include_str!("../../docs/kit/explore.md")]

use parlour_grid::{Direction, Point};

use super::{enemy_in_sight, the};
use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::level::Level;
use crate::outcome::Outcome;
use crate::registry::TileType;
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;
use crate::{handlers, items, travel};

/// The action of the exploring key.
pub const EXPLORE: &str = "explore";

/// The property of things that somebody laid down: exploring leaves them there.
pub const LEFT_BEHIND: &str = "left_behind";

/// `o` explores.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    let rules = rules.key('o', EXPLORE).on_action(EXPLORE, step);
    rules.on_event(|world, event| {
        if let Event::Dropped { item, .. } = event {
            world.set_named(*item, LEFT_BEHIND, true);
        }
    })
}

/// One turn of exploring, to be gone on with: what lies on known ground is picked up
/// if there is room for it, then comes the nearest ground beside something unknown,
/// then a closed door. Only what the player knows is asked. It goes past what
/// [is avoided](World::avoids), and leaves what somebody laid down.
pub fn step(world: &mut World, me: EntityId) -> Outcome {
    if let Some(enemy) = enemy_in_sight(world) {
        let who = world.entity(enemy).map_or_else(String::new, the);
        return Outcome::free().say(format!("Not with {who} in sight."));
    }
    let Some(here) = world.entity(me).map(EntityRef::at) else {
        return Outcome::retry();
    };
    let things = wanted_things(world, me);
    if things.contains(&here) {
        return items::pick_up(world, me);
    }
    let level = world.level();
    let way = travel::way_to(world, me, |at| things.contains(&at) || is_edge(level, at));
    if way.is_some() {
        let step = travel::walk(world, me, way, "");
        return if step.is_free() { step } else { step.again() };
    }
    open_a_door(world, me, here)
}

/// Whether something beside a cell is not known yet: where exploring leads to.
pub fn is_edge(level: &Level, at: Point) -> bool {
    let mut around = Direction::ALL.into_iter().map(|way| at.step(way));
    around.any(|beside| level.contains(beside) && !level.explored().contains(beside))
}

/// Whether something is left to explore for whoever dares.
fn is_more(world: &World, me: EntityId) -> bool {
    let things = wanted_things(world, me);
    let level = world.level();
    let wanted = |at: Point| things.contains(&at) || is_edge(level, at);
    travel::bold_way_to(world, me, wanted).is_some()
}

fn wanted_things(world: &World, me: EntityId) -> Vec<Point> {
    if world.pack(me).len() >= world.pack_size(me) {
        return Vec::new();
    }
    let explored = world.level().explored();
    world
        .entities()
        .filter(|it| items::is_item(*it) && explored.contains(it.at()))
        .filter(|it| it.named(LEFT_BEHIND).and_then(Value::as_bool) != Some(true))
        .map(EntityRef::at)
        .collect()
}

/// Goes to the nearest closed door and opens it.
fn open_a_door(world: &mut World, me: EntityId, here: Point) -> Outcome {
    let door_beside = |world: &World, at: Point| {
        Direction::STRAIGHT
            .into_iter()
            .map(|way| at.step(way))
            .find(|&beside| {
                let level = world.level();
                level.explored().contains(beside)
                    && level.tile_type(beside) == Some(TileType::DOOR_CLOSED)
            })
    };
    if let Some(door) = door_beside(world, here) {
        return handlers::doors(world, me, door);
    }
    let way = travel::way_to(world, me, |at| door_beside(world, at).is_some());
    let none = if way.is_none() && is_more(world, me) {
        "What is left to explore is behind something dangerous."
    } else {
        "There is nothing left to explore here."
    };
    let step = travel::walk(world, me, way, none);
    if step.is_free() { step } else { step.again() }
}
