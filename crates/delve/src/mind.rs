//! What creatures do in their turn: sleep, wake by noise, hunt, shoot, keep in
//! bands, flee, stumble; and what those with verbs do besides.

mod verbs;

use parlour_rogue::kit::{allies, flee};
use parlour_rogue::minds::{chase, wander};
use parlour_rogue::{Direction, EntityId, EntityRef, Outcome, Point, Prop, Step, World};

use crate::content::Wits;
use crate::fight::{clash, rouse, strike_player};
use crate::names::Names;
use crate::scene::{number, word};
use crate::terrain;

pub(crate) use verbs::Verbs;

/// One turn of a creature.
pub(crate) fn turn(wits: &Wits, world: &mut World, me: EntityId) -> Outcome {
    let names = &wits.names;
    let Some(player) = world.player() else {
        return Outcome::turn();
    };
    let at = |world: &World, who| world.entity(who).map(EntityRef::at);
    let (Some(here), Some(there)) = (at(world, me), at(world, player)) else {
        return Outcome::turn();
    };
    if number(world, player, Prop::HP) <= 0 {
        return Outcome::turn();
    }
    let distance = here.chebyshev(there);
    if wits.deep.is_some() && world.entity(me).is_some_and(|me| me.is(names.friend)) {
        return befriended(wits, world, me);
    }
    if world.entity(me).is_some_and(|me| me.is(names.asleep)) {
        sleep(wits, world, me, player, distance);
        return Outcome::turn();
    }
    let confused = number(world, me, names.confused);
    if confused > 0 {
        return stumble(names, world, me, confused);
    }
    let sees = world.player_sees(here);
    if sees && number(world, me, names.alert) < 10 {
        rouse(names, world, me);
    }
    let alert = number(world, me, names.alert);
    let habit = word(world, me, names.habit);
    if alert == 0 {
        return if habit == "still" {
            Outcome::turn()
        } else {
            settle(world.chance.mind.below(3) == 0, world, me)
        };
    }
    world.set(me, names.alert, alert - 1);
    let foe = Foe {
        me,
        here,
        there,
        sees,
    };
    let verbs = Verbs::of(names, world, me);
    if wits.deep.is_some() {
        if let Some(outcome) = verbs::before(wits, world, foe, verbs) {
            return outcome;
        }
    } else if is_afraid(names, world, me)
        && let Some(by) = step_away(world, me, here, there)
    {
        world.try_move(me, by);
        return Outcome::turn();
    }
    if distance <= 1 {
        strike_player(wits, world, me, player, false);
        return Outcome::turn();
    }
    let range = number(world, me, Prop::RANGE);
    let shoots = world
        .entity(me)
        .is_some_and(|me| me.prop(Prop::RANGED_ATTACK).is_some());
    if shoots && sees && i64::from(distance) <= range && world.chance.mind.below(2) == 0 {
        strike_player(wits, world, me, player, true);
        return Outcome::turn();
    }
    if wits.deep.is_some()
        && let Some(outcome) = verbs::instead_of_walking(world, foe, verbs)
    {
        return outcome;
    }
    match habit.as_str() {
        "erratic" if world.chance.mind.below(2) == 0 => settle(true, world, me),
        "still" if !sees => Outcome::turn(),
        // Who shoots keeps its distance, if it sees its mark.
        "archer" if sees && i64::from(distance) <= range => Outcome::turn(),
        _ => {
            if let Some(by) = world.step_to_player(me)
                && (wits.deep.is_none() || verbs::dares(world, verbs, here + by))
            {
                world.try_move(me, by);
            }
            Outcome::turn()
        }
    }
}

/// Who is after the player, and where both are.
#[derive(Clone, Copy)]
struct Foe {
    me: EntityId,
    here: Point,
    there: Point,
    /// Whether they see each other.
    sees: bool,
}

/// A friend's turn: in chains it waits; free, it fights beside the player and follows.
fn befriended(wits: &Wits, world: &mut World, me: EntityId) -> Outcome {
    if world.entity(me).is_some_and(|me| me.is(wits.names.captive)) {
        return Outcome::turn();
    }
    let attack = |world: &mut World, me, it| clash(wits, world, me, it);
    if wits.is_of_rules_4() {
        return allies::follower(attack)(world, me);
    }
    // Before that a friend looked no farther than the nearest, seen or not.
    let here = world.entity(me).map(EntityRef::at).unwrap_or_default();
    let nearest = world.nearest(here, |it| {
        it.acts() && it.is_alive() && !allies::is_friend(it)
    });
    let nearest = nearest.map(|it| (it.id(), it.at()));
    match nearest.filter(|(_, at)| at.chebyshev(here) <= 7 && world.sees(here, *at)) {
        Some((enemy, _)) => chase(world, me, Some(enemy), attack),
        None => allies::follow(world, me),
    }
}

/// A random step, or none.
fn settle(steps: bool, world: &mut World, me: EntityId) -> Outcome {
    if steps {
        wander(world, me);
    }
    Outcome::turn()
}

/// Wakes by noise: the nearer the more likely.
fn sleep(wits: &Wits, world: &mut World, me: EntityId, player: EntityId, distance: u32) {
    let names = &wits.names;
    let mut noise = number(world, player, names.noise);
    if wits.deep.is_some() && noise > 0 {
        let at = |who| world.entity(who).map(EntityRef::at).unwrap_or_default();
        // Walls and doors muffle.
        if !world.sees(at(player), at(me)) {
            noise /= 2;
        }
    }
    if i64::from(distance) > noise {
        return;
    }
    let deaf = 6 + distance * 2;
    if world.chance.mind.below(deaf) == 0 {
        rouse(names, world, me);
        let here = world.entity(me).map(EntityRef::at).unwrap_or_default();
        if world.player_sees(here) {
            let name = world
                .entity(me)
                .map_or_else(String::new, |me| me.name().to_string());
            world.say(format!("The {name} wakes up."));
        }
    }
}

/// The name of somebody, for sentences.
fn name(world: &World, who: EntityId) -> String {
    let entity = world.entity(who);
    entity.map_or_else(String::new, |who| who.name().to_string())
}

fn stumble(names: &Names, world: &mut World, me: EntityId, left: i64) -> Outcome {
    world.set(me, names.confused, left - 1);
    wander(world, me);
    if left == 1 {
        let here = world.entity(me).map(EntityRef::at).unwrap_or_default();
        let name = world
            .entity(me)
            .map_or_else(String::new, |me| me.name().to_string());
        if world.player_sees(here) {
            return Outcome::turn().say(format!("The {name} is no longer confused!"));
        }
    }
    Outcome::turn()
}

fn is_afraid(names: &Names, world: &World, me: EntityId) -> bool {
    let flees = number(world, me, names.flees);
    if flees == 0 {
        return false;
    }
    let Some(entity) = world.entity(me) else {
        return false;
    };
    let born = world
        .registry()
        .entity_prop(entity.kind(), Prop::HP)
        .and_then(parlour_rogue::Value::as_int)
        .unwrap_or(1);
    entity.int(Prop::HP).unwrap_or(0) * 100 < born * flees
}

/// The free neighbour farthest from the player, if it is farther than here.
fn step_away(world: &World, me: EntityId, here: Point, there: Point) -> Option<Point> {
    Direction::ALL
        .into_iter()
        .map(|way| (here.step(way).euclid_squared(there), way))
        .filter(|&(distance, way)| {
            distance > here.euclid_squared(there) && world.probe(me, way.delta()) == Step::Free
        })
        .max_by_key(|&(distance, way)| (distance, std::cmp::Reverse(way)))
        .map(|(_, way)| way.delta())
}
