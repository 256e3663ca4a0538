//! Handlers for bumps that every game may use: doors, pushing, both ways of
//! fighting are in [`combat`](crate::combat).

use parlour_grid::Point;

use crate::entity::EntityId;
use crate::event::Event;
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::registry::TileType;
use crate::world::{Step, World};

/// Opens a closed door and closes an open one; anything else asks again. Takes
/// a turn, and nobody moves. What the door has of its own stays.
pub fn doors(world: &mut World, _me: EntityId, at: Point) -> Outcome {
    let (becomes, sentence) = match world.level().tile_type(at) {
        Some(TileType::DOOR_CLOSED) => (TileType::DOOR_OPEN, "You open the door."),
        Some(TileType::DOOR_OPEN) => (TileType::DOOR_CLOSED, "You close the door."),
        _ => return Outcome::retry(),
    };
    world.level_mut().set_type(at, becomes);
    world.tell(Event::TileChanged { at });
    Outcome::turn().say(sentence)
}

/// Removes whoever is bumped: "You slay the NAME!"
pub fn slay(world: &mut World, _me: EntityId, it: EntityId) -> Outcome {
    let Some(entity) = world.entity(it).filter(|_| !world.is_leaving(it)) else {
        return Outcome::retry();
    };
    let sentence = format!("You slay the {}!", entity.name());
    let (kind, at) = (entity.kind(), entity.at());
    world.take_leave(it);
    world.remove(it);
    world.tell(Event::Died { who: it, kind, at });
    Outcome::turn().say(sentence)
}

/// Pushes something that is `pushable` one cell along and follows it, if that
/// cell is free; else it is like a wall.
pub fn push(world: &mut World, me: EntityId, it: EntityId) -> Outcome {
    let (Some(pusher), Some(pushed)) = (world.entity(me), world.entity(it)) else {
        return Outcome::retry();
    };
    let by = pushed.at() - pusher.at();
    let beside = by.x.abs() <= 1 && by.y.abs() <= 1 && by != Point::ORIGIN;
    if !beside || !pushed.is(Prop::PUSHABLE) || world.probe(it, by) != Step::Free {
        return Outcome::retry();
    }
    world.try_move(it, by);
    world.try_move(me, by)
}

/// Several handlers as one: each is asked until one does not answer retry.
pub fn first_of<T: Copy>(
    one: impl Fn(&mut World, EntityId, T) -> Outcome,
    other: impl Fn(&mut World, EntityId, T) -> Outcome,
) -> impl Fn(&mut World, EntityId, T) -> Outcome {
    move |world, me, it| {
        let answer = one(world, me, it);
        if answer.retry {
            other(world, me, it)
        } else {
            answer
        }
    }
}

/// Takes the stairs underfoot: a handler for the action `descend` or `ascend`
/// with the tile it belongs to. Elsewhere: "There are no stairs here.", free.
pub fn take_stairs(
    stairs: TileType,
    verb: &'static str,
) -> impl Fn(&mut World, EntityId) -> Outcome {
    move |world, me| {
        let on_stairs = world
            .entity(me)
            .is_some_and(|me| world.level().tile_type(me.at()) == Some(stairs));
        let arrival = on_stairs.then(|| world.travel(me).ok()).flatten();
        match arrival {
            Some(arrival) => {
                let name = world.level_name(arrival.level).to_string();
                Outcome::turn().say(format!("You {verb} to {name}."))
            }
            None => Outcome::free().say("There are no stairs here."),
        }
    }
}
