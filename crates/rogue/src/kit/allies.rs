#![doc = include_str!("../../docs/kit/allies.md")]

use parlour_grid::Point;
use parlour_grid::path::PathRules;

use super::noise;
use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::minds;
use crate::outcome::Outcome;
use crate::registry::EntityType;
use crate::rules::Rules;
use crate::world::{Arrival, LevelId, World};

/// The property of the player's friends: `friend = true`.
pub const FRIEND: &str = "friend";

/// The property of friends that stay where they are: they follow over no stairs.
pub const STAYS: &str = "stays";

/// How far a friend sees trouble.
const TROUBLE: u32 = 7;
/// How near a friend has to be to follow over stairs.
const NEAR: u32 = 3;

/// Whether somebody is on the player's side, or the player.
pub fn is_friend(entity: EntityRef<'_>) -> bool {
    let says = entity.named(FRIEND).and_then(crate::Value::as_bool);
    entity.kind() == EntityType::PLAYER || says.unwrap_or(false)
}

/// Friends do not stop what the player does turn after turn, and those within three
/// cells follow over stairs and portals, unless they sleep or have `stays = true`.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    let hostile = |world: &World, who| world.entity(who).is_some_and(|who| !is_friend(who));
    rules.hostile(hostile).on_event(|world, event| {
        if let Event::Departed { who, level, at } = event
            && world.player() == Some(*who)
        {
            come_along(world, *who, (*level, *at));
        }
    })
}

/// Friends who were near come after the player.
fn come_along(world: &mut World, player: EntityId, (level, from): (LevelId, Point)) {
    let stays = |it: EntityRef<'_>| {
        let says = it.named(STAYS).and_then(crate::Value::as_bool);
        says == Some(true) || noise::is_asleep(world, it.id())
    };
    let friends: Vec<EntityId> = world
        .entities_of(level)
        .filter(|it| it.acts() && it.is_alive() && is_friend(*it) && !stays(*it))
        .filter(|it| it.at().chebyshev(from) <= NEAR)
        .map(EntityRef::id)
        .collect();
    let Some(at) = world.entity(player).map(EntityRef::at) else {
        return;
    };
    for friend in friends {
        // Where there is no room it stays behind.
        let _ = world.send_to(friend, Arrival::new(world.current(), at));
    }
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
    for (who, from, to) in [(it, theirs, mine), (me, mine, theirs)] {
        world.place(who, to);
        world.tell(Event::Moved { who, from, to });
    }
    Outcome::turn()
}

/// A behaviour of friends: attacks the nearest enemy it sees within seven cells, else comes to
/// the player and stays near.
pub fn follower(
    attack: impl Fn(&mut World, EntityId, EntityId) -> Outcome,
) -> impl Fn(&mut World, EntityId) -> Outcome {
    move |world, me| {
        let Some(here) = world.entity(me).map(EntityRef::at) else {
            return Outcome::turn();
        };
        let enemy = world.nearest(here, |it| {
            let enemy = it.acts() && it.is_alive() && !is_friend(it);
            enemy && it.at().chebyshev(here) <= TROUBLE && world.sees(here, it.at())
        });
        match enemy.map(EntityRef::id) {
            Some(enemy) => minds::chase(world, me, Some(enemy), &attack),
            None => follow(world, me),
        }
    }
}

/// A step of a friend towards the player, unless it is near: two cells or less.
pub fn follow(world: &mut World, me: EntityId) -> Outcome {
    let Some(here) = world.entity(me).map(EntityRef::at) else {
        return Outcome::turn();
    };
    let player = world.player().and_then(|player| world.entity(player));
    let home = player.map(EntityRef::at);
    if let Some(home) = home.filter(|at| at.chebyshev(here) > 2)
        && let Some(next) = world.first_step(me, home, &PathRules::counting_steps())
    {
        world.try_move(me, next - here);
    }
    Outcome::turn()
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
