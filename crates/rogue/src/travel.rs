//! Walking to a known cell, one step a turn, over ground the player knows and past
//! what it knows to be dangerous.
//!
//! A click does it (`Key::Cell`, see [`Game::press`](crate::Game::press)); a game's own
//! action may too, for instance to the stairs: [`to_nearest`].

use std::collections::VecDeque;

use parlour_grid::path::Steps;
use parlour_grid::{Direction, Point};

use crate::entity::{EntityId, EntityRef};
use crate::kit::{terrain, traps};
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::registry::TileType;
use crate::value::Value;
use crate::world::{Step, World};

const NO_WAY: &str = "You know no way there.";

/// The next step of the way to a cell, to be gone on with until it is reached. A
/// cell nobody knows a way to costs nothing and says so.
pub fn step_to(world: &mut World, who: EntityId, at: Point) -> Outcome {
    if !world.level().explored().contains(at) {
        return Outcome::free().say(NO_WAY);
    }
    let wanted = |cell| cell == at;
    let way = way_to(world, who, wanted);
    let none = if way.is_none() && bold_way_to(world, who, wanted).is_some() {
        "You know no safe way there."
    } else {
        NO_WAY
    };
    walk(world, who, way, none)
}

/// The next step towards the nearest known tile of a kind, such as
/// [`TileType::STAIRS_DOWN`].
pub fn to_nearest(world: &mut World, who: EntityId, tile: TileType) -> Outcome {
    let at = world.entity(who).map(EntityRef::at);
    if at.is_some_and(|at| world.level().tile_type(at) == Some(tile)) {
        return Outcome::free().say("You are there.");
    }
    let wanted = |cell| world.level().tile_type(cell) == Some(tile);
    let way = way_to(world, who, wanted);
    let none = if way.is_none() && bold_way_to(world, who, wanted).is_some() {
        "You know no safe way there."
    } else {
        "You know of none."
    };
    walk(world, who, way, none)
}

/// Takes the first step of a way; while there is more of it, to be done again.
pub(crate) fn walk(
    world: &mut World,
    who: EntityId,
    way: Option<Vec<Direction>>,
    none: &str,
) -> Outcome {
    let Some(way) = way else {
        return Outcome::free().say(none);
    };
    let Some(first) = way.first() else {
        return Outcome::free();
    };
    let step = world.try_move(who, first.delta());
    if step.retry {
        return Outcome::free().say("Somebody is in the way.");
    }
    if way.len() > 1 { step.again() } else { step }
}

/// The shortest way over ground that was seen to the nearest wanted cell other than
/// one's own, straight steps before diagonal ones, past what
/// [is avoided](World::avoids); whoever stands in it already goes any way there is.
/// Whoever stands right beside is in the way; those farther off may move.
pub fn way_to(
    world: &World,
    who: EntityId,
    wanted: impl Fn(Point) -> bool,
) -> Option<Vec<Direction>> {
    let free = |way: Direction| world.probe(who, way.delta()) == Step::Free;
    let way = way_by(world, who, &wanted, |at| !world.avoids(who, at), free);
    let in_danger = || {
        let here = world.entity(who).map(EntityRef::at);
        here.is_some_and(|here| world.avoids(who, here))
    };
    if way.is_none() && in_danger() {
        return bold_way_to(world, who, wanted);
    }
    way
}

/// The same through whatever is in the way.
pub fn bold_way_to(
    world: &World,
    who: EntityId,
    wanted: impl Fn(Point) -> bool,
) -> Option<Vec<Direction>> {
    let free = |way: Direction| world.probe(who, way.delta()) == Step::Free;
    way_by(world, who, wanted, |_| true, free)
}

/// What nobody in their senses walks through on their own: a trap that was found, fire,
/// gas, and deep water for those who do not swim (see [`kit`](crate::kit)).
pub fn is_dangerous(world: &World, who: EntityId, at: Point) -> bool {
    let says = |prop| world.ground(at, prop).and_then(Value::as_bool) == Some(true);
    let swims = || world.entity(who).is_some_and(|who| who.is(Prop::CAN_SWIM));
    let own = world
        .level()
        .tile_own(at)
        .is_some_and(|own| !own.is_empty());
    (says("deep") && !swims())
        || own
            && (world.ground(at, terrain::FIRE).is_some()
                || world.ground(at, terrain::GAS).is_some()
                || traps::is_known(world, at))
}

/// The same over the cells one is willing to enter, with a first step that is possible:
/// for whoever shuns fire, or changes places with friends.
pub fn way_by(
    world: &World,
    who: EntityId,
    wanted: impl Fn(Point) -> bool,
    willing: impl Fn(Point) -> bool,
    first: impl Fn(Direction) -> bool,
) -> Option<Vec<Direction>> {
    const UNSEEN: u8 = u8::MAX;
    let here = world.entity(who)?.at();
    let level = world.level();
    let size = level.size();
    let mut reached = vec![UNSEEN; size.area() as usize];
    *reached.get_mut(size.id(here)? as usize)? = 0;
    let mut queue = VecDeque::from([here]);
    while let Some(at) = queue.pop_front() {
        if at != here && wanted(at) {
            let mut way = Vec::new();
            let mut back = at;
            while back != here {
                let step = Direction::ALL[usize::from(reached[size.id(back)? as usize])];
                way.push(step);
                back = back.step(step.opposite());
            }
            way.reverse();
            return Some(way);
        }
        for &way in Steps::Eight.directions() {
            let next = at.step(way);
            let Some(place) = size.id(next).map(|id| id as usize) else {
                continue;
            };
            let known = level.explored().contains(next) && world.is_open_to(Some(who), next);
            if reached[place] != UNSEEN || !known || !willing(next) {
                continue;
            }
            if at == here && !first(way) {
                continue;
            }
            reached[place] = way as u8;
            queue.push_back(next);
        }
    }
    None
}
