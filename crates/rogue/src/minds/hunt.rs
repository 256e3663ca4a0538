//! Minds that an entity has by a property of its own, so that they can change:
//! the basic monster, and the confused one it becomes for a while.

use parlour_grid::Point;
use parlour_grid::path::PathRules;

use crate::combat::fixed::{self, Fighter};
use crate::entity::{EntityId, EntityRef};
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::value::Value;
use crate::world::{Step, World};

/// The mind of a basic monster.
pub const BASIC: &str = "basic";
/// The mind of one who stumbles about.
pub const CONFUSED: &str = "confused";

/// A turn by whichever mind the entity has now: its property `mind`, `basic` or
/// `confused`. Whoever has none waits.
///
/// `sees` says whether the player sees a cell, for instance
/// [`World::player_sees`].
pub fn current(
    world: &mut World,
    me: EntityId,
    sees: impl FnOnce(&mut World, Point) -> bool,
) -> Outcome {
    let mind = world
        .entity(me)
        .and_then(|entity| entity.prop(Prop::MIND))
        .and_then(Value::as_text);
    match mind {
        Some(BASIC) => {
            let Some(at) = world.entity(me).map(EntityRef::at) else {
                return Outcome::turn();
            };
            // A monster out of sight does nothing.
            if sees(world, at) {
                basic(world, me)
            } else {
                Outcome::turn()
            }
        }
        Some(CONFUSED) => confused(world, me),
        _ => Outcome::turn(),
    }
}

/// Two or more away from the player (straight line) it takes the second cell of
/// the cheapest way, straight 10, diagonal 14, unless a blocker stands there;
/// nearer it attacks, if the player has hit points.
pub fn basic(world: &mut World, me: EntityId) -> Outcome {
    let at = |world: &World, who| world.entity(who).map(EntityRef::at);
    let Some(target) = world.player() else {
        return Outcome::turn();
    };
    let (Some(here), Some(there)) = (at(world, me), at(world, target)) else {
        return Outcome::turn();
    };
    if here.euclid_squared(there) < 4 {
        let alive = world.entity(target).and_then(Fighter::of);
        if alive.is_some_and(|fighter| fighter.hp > 0) {
            return fixed::attack(world, me, target);
        }
        return Outcome::turn();
    }
    if let Some(next) = world.first_step(me, there, &PathRules::default())
        && world.probe(me, next - here) == Step::Free
    {
        world.try_move(me, next - here);
    }
    Outcome::turn()
}

/// Makes somebody stumble about for so many turns.
pub fn confuse(world: &mut World, who: EntityId, turns: i64) {
    let mind = world
        .entity(who)
        .and_then(|entity| entity.prop(Prop::MIND))
        .and_then(Value::as_text)
        .unwrap_or_default()
        .to_string();
    if mind != CONFUSED {
        world.set(who, Prop::OLD_MIND, mind);
    }
    world.set(who, Prop::MIND, CONFUSED);
    world.set(who, Prop::MIND_TURNS, turns);
}

/// A random step, not into walls and not into others; when the turns are used
/// up, the old mind and "The X is no longer confused!".
pub fn confused(world: &mut World, me: EntityId) -> Outcome {
    let Some(entity) = world.entity(me) else {
        return Outcome::turn();
    };
    let left = entity.int(Prop::MIND_TURNS).unwrap_or(0);
    if left > 0 {
        world.set(me, Prop::MIND_TURNS, left - 1);
        super::wander(world, me);
        return Outcome::turn();
    }
    let sentence = format!("The {} is no longer confused!", entity.name());
    let old = entity.prop(Prop::OLD_MIND).cloned();
    world.unset(me, Prop::MIND_TURNS);
    world.unset(me, Prop::OLD_MIND);
    match old {
        Some(mind) if mind.as_text() != Some("") => world.set(me, Prop::MIND, mind),
        _ => world.unset(me, Prop::MIND),
    };
    Outcome::turn().say(sentence)
}
