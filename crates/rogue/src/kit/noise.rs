#![doc = include_str!("../../docs/kit/noise.md")]

use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::world::{Metric, World};

/// The property of sleepers.
pub const ASLEEP: &str = "asleep";
/// How loud the player was in the latest turn.
pub const NOISE: &str = "noise";
/// What is taken off the player's noise.
pub const STEALTH: &str = "stealth";

/// How far a step and a blow are heard, and standing still.
const STEP: i64 = 5;
const BLOW: i64 = 10;
const STILL: i64 = 1;

/// The player's steps and blows make noise, which sleepers may hear. `act` a sleeper
/// has to be made with [`sleeper`].
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    rules
        .after_turn(|world, me| {
            let stealth = world.entity(me).map_or(0, |me| me.count(STEALTH));
            let events = world.events();
            let blow = events.iter().any(|event| match event {
                Event::Hit { by, who, .. } | Event::Missed { by, who } => *by == me || *who == me,
                _ => false,
            });
            let step = events
                .iter()
                .any(|event| matches!(event, Event::Moved { who, .. } if *who == me));
            let loud = if blow {
                BLOW
            } else if step {
                STEP
            } else {
                STILL
            };
            world.set_named(me, NOISE, (loud - stealth).max(0));
            Outcome::free()
        })
        .on_event(|world, event| {
            // Whoever is struck is awake.
            if let Event::Hit { who, .. } | Event::Missed { who, .. } = event {
                wake(world, *who);
            }
        })
}

/// A behaviour that sleeps while `asleep = true`, hears the player the better the
/// nearer it is, and does something else when it is awake.
pub fn sleeper(
    awake: impl Fn(&mut World, EntityId) -> Outcome,
) -> impl Fn(&mut World, EntityId) -> Outcome {
    move |world, me| {
        if !is_asleep(world, me) {
            return awake(world, me);
        }
        let Some(player) = world.player().and_then(|player| world.entity(player)) else {
            return Outcome::turn();
        };
        let (there, noise) = (player.at(), player.count(NOISE));
        let distance = world
            .entity(me)
            .map_or(u32::MAX, |me| me.at().chebyshev(there));
        let heard = i64::from(distance) <= noise;
        if heard && world.chance.mind.below(6 + distance * 2) == 0 {
            wake(world, me);
        }
        Outcome::turn()
    }
}

/// Whether somebody sleeps.
pub fn is_asleep(world: &World, who: EntityId) -> bool {
    let asleep = world
        .entity(who)
        .and_then(|who| who.named(ASLEEP)?.as_bool());
    asleep.unwrap_or(false)
}

/// Wakes somebody; whoever the player sees waking is spoken of.
pub fn wake(world: &mut World, who: EntityId) {
    if !is_asleep(world, who) {
        return;
    }
    world.set_named(who, ASLEEP, false);
    let Some((at, name)) = world
        .entity(who)
        .map(|who| (who.at(), who.name().to_string()))
    else {
        return;
    };
    if world.player_sees(at) {
        world.say(format!("The {name} wakes up."));
    }
}

/// A sudden noise that everybody within so many cells hears.
pub fn alarm(world: &mut World, at: crate::Point, loud: u32) {
    let near = world.within(at, loud, Metric::Chebyshev);
    let sleepers: Vec<EntityId> = near.into_iter().map(EntityRef::id).collect();
    for who in sleepers {
        wake(world, who);
    }
}
