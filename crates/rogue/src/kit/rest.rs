#![doc = include_str!("../../docs/kit/rest.md")]

use super::{enemy_in_sight, the};
use crate::combat::{self, Health};
use crate::entity::{EntityId, EntityRef};
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::world::World;

/// The action of the resting key.
pub const REST: &str = "rest";

/// `R` rests, and one hit point comes back every so many turns.
pub fn rules(every: u64) -> impl FnOnce(Rules) -> Rules {
    let every = every.max(1);
    move |rules| {
        let rules = rules.key('R', REST).on_action(REST, step);
        rules.after_turn(move |world, me| {
            if world.turns().is_multiple_of(every)
                && world.entity(me).is_some_and(EntityRef::is_alive)
            {
                combat::heal(world, me, 1);
            }
            Outcome::free()
        })
    }
}

/// One turn of rest, to be gone on with until nothing is missing.
pub fn step(world: &mut World, me: EntityId) -> Outcome {
    if let Some(enemy) = enemy_in_sight(world) {
        let who = world.entity(enemy).map_or_else(String::new, the);
        return Outcome::free().say(format!("Not with {who} in sight."));
    }
    let whole = world
        .entity(me)
        .and_then(Health::of)
        .is_none_or(Health::is_whole);
    if whole {
        return Outcome::free().say("You are rested.");
    }
    Outcome::turn().again()
}
