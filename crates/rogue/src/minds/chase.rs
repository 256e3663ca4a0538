//! Wandering, and chasing by the shortest way.

use parlour_grid::Point;
use parlour_grid::path::PathRules;

use crate::combat;
use crate::entity::{EntityId, EntityRef};
use crate::outcome::Outcome;
use crate::world::World;

/// A step in a random direction out of nine, standing still included. Whoever
/// is blocked stays.
pub fn wander(world: &mut World, me: EntityId) -> Outcome {
    let nine = world.chance.mind.below(9) as i32;
    world.try_move(me, Point::new(nine % 3 - 1, nine / 3 - 1))
}

/// Chases the player and fights by the dice rule: [`chase`] with
/// [`melee`](combat::melee).
pub fn chase_player(world: &mut World, me: EntityId) -> Outcome {
    let target = world.player();
    chase(world, me, target, combat::melee)
}

/// Hunts the player from anywhere and fights by the dice rule: [`hunt`] with
/// [`melee`](combat::melee).
pub fn hunt_player(world: &mut World, me: EntityId) -> Outcome {
    hunt(world, me, combat::melee)
}

/// Attacks the player within one step; else comes nearer by the shortest way,
/// however long, round whoever stands in between. Who cannot come nearer waits.
/// All hunters share one map of distances (see [`World::step_to_player`]).
pub fn hunt(
    world: &mut World,
    me: EntityId,
    attack: impl Fn(&mut World, EntityId, EntityId) -> Outcome,
) -> Outcome {
    let Some(target) = world.player() else {
        return wander(world, me);
    };
    let at = |who| world.entity(who).map(EntityRef::at);
    if let (Some(here), Some(there)) = (at(me), at(target))
        && here.chebyshev(there) <= 1
    {
        return attack(world, me, target);
    }
    match world.step_to_player(me) {
        Some(by) => world.try_move(me, by),
        None => Outcome::turn(),
    }
}

/// How far a chaser looks for a way, in steps.
pub const CHASE_LIMIT: u32 = 20;

/// Attacks a target within one step; else takes the first step of the shortest
/// way, at most twenty steps long. Without target or way: wanders.
pub fn chase(
    world: &mut World,
    me: EntityId,
    target: Option<EntityId>,
    attack: impl Fn(&mut World, EntityId, EntityId) -> Outcome,
) -> Outcome {
    let at = |world: &World, who| world.entity(who).map(EntityRef::at);
    let (Some(here), Some(target)) = (at(world, me), target) else {
        return wander(world, me);
    };
    let Some(there) = at(world, target).filter(|_| world.level_of(target) == world.level_of(me))
    else {
        return wander(world, me);
    };
    if here.chebyshev(there) <= 1 {
        return attack(world, me, target);
    }
    let rules = PathRules::counting_steps().at_most(CHASE_LIMIT);
    match world.first_step(me, there, &rules) {
        Some(next) => world.try_move(me, next - here),
        None => wander(world, me),
    }
}
