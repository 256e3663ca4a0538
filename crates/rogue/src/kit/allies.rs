#![doc = include_str!("../../docs/kit/allies.md")]

use parlour_grid::path::PathRules;

use crate::entity::{EntityId, EntityRef};
use crate::minds;
use crate::outcome::Outcome;
use crate::registry::EntityType;
use crate::rules::Rules;
use crate::world::World;

/// The property of the player's friends: `friend = true`.
pub const FRIEND: &str = "friend";

/// How far a friend sees trouble.
const TROUBLE: u32 = 7;

/// Whether somebody is on the player's side, or the player.
pub fn is_friend(entity: EntityRef<'_>) -> bool {
    let says = entity.named(FRIEND).and_then(crate::Value::as_bool);
    entity.kind() == EntityType::PLAYER || says.unwrap_or(false)
}

/// Friends do not stop what the player does turn after turn.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    rules.hostile(|world, who| world.entity(who).is_some_and(|who| !is_friend(who)))
}

/// Makes somebody a friend.
pub fn befriend(world: &mut World, who: EntityId) -> bool {
    world.set_named(who, FRIEND, true)
}

/// A bump handler: friends change places with whoever bumps into them; anybody else is
/// for the next handler (see [`first_of`](crate::handlers::first_of)).
pub fn swap(world: &mut World, me: EntityId, it: EntityId) -> Outcome {
    let cell = |who: EntityId| world.entity(who).map(EntityRef::at);
    let (Some(mine), Some(theirs)) = (cell(me), cell(it)) else {
        return Outcome::retry();
    };
    if !world.entity(it).is_some_and(is_friend) || !world.is_open_to(Some(it), mine) {
        return Outcome::retry();
    }
    world.place(it, mine);
    world.place(me, theirs);
    Outcome::turn()
}

/// A behaviour of friends: attacks the nearest enemy within seven cells, else comes to
/// the player and stays near.
pub fn follower(
    attack: impl Fn(&mut World, EntityId, EntityId) -> Outcome,
) -> impl Fn(&mut World, EntityId) -> Outcome {
    move |world, me| {
        let Some(here) = world.entity(me).map(EntityRef::at) else {
            return Outcome::turn();
        };
        let enemy = world.nearest(here, |it| it.acts() && it.is_alive() && !is_friend(it));
        let enemy = enemy.map(|enemy| (enemy.id(), enemy.at()));
        if let Some((enemy, there)) = enemy.filter(|(_, at)| at.chebyshev(here) <= TROUBLE)
            && world.sees(here, there)
        {
            return minds::chase(world, me, Some(enemy), &attack);
        }
        let player = world.player().and_then(|player| world.entity(player));
        let Some(home) = player
            .map(EntityRef::at)
            .filter(|at| at.chebyshev(here) > 2)
        else {
            return Outcome::turn();
        };
        match world.first_step(me, home, &PathRules::counting_steps()) {
            Some(next) => {
                world.try_move(me, next - here);
                Outcome::turn()
            }
            None => Outcome::turn(),
        }
    }
}

/// A behaviour of enemies: chases the nearest of the player's side.
pub fn foe(
    attack: impl Fn(&mut World, EntityId, EntityId) -> Outcome,
) -> impl Fn(&mut World, EntityId) -> Outcome {
    move |world, me| {
        let here = world.entity(me).map(EntityRef::at).unwrap_or_default();
        let nearest = world.nearest(here, |it| is_friend(it) && it.is_alive());
        let target = nearest.map(EntityRef::id);
        minds::chase(world, me, target, &attack)
    }
}
