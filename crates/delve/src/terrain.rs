//! Ground that acts: fire, gas, deep water and traps, by the framework's kit with the
//! wounds of this game.

use parlour_rogue::kit::terrain::{self, Harm};
use parlour_rogue::kit::traps::{self, Traps};
use parlour_rogue::{Direction, EntityId, EntityRef, Point, Prop, Props, Rules, Value, World};

use crate::content::{Deep, Wits};
use crate::fight;
use crate::scene::number;
use crate::words::Snare;

/// Puts the ground's doings into the rules.
pub(crate) fn rules(rules: Rules, wits: Wits) -> Rules {
    let hurt = move |world: &mut World, who, harm, damage| suffer(&wits, world, who, harm, damage);
    let mut all = Traps::new();
    for snare in Snare::ALL.iter().copied() {
        all = all.kind(snare.word(), move |world, who| {
            spring(&wits, world, who, snare);
        });
    }
    rules.with(terrain::rules_with(hurt)).with(all.rules())
}

/// Somebody is hurt by the ground it stands on.
fn suffer(wits: &Wits, world: &mut World, who: EntityId, harm: Harm, damage: i64) {
    let names = &wits.names;
    if world.player() != Some(who) {
        fight::rouse(names, world, who);
        fell(wits, world, who, damage);
        return;
    }
    let (sentence, killer) = match harm {
        Harm::Fire => ("You burn!", "blaze"),
        Harm::Gas => ("You choke on the gas.", "cloud of gas"),
        Harm::Blast => ("The gas explodes!", "explosion"),
    };
    world.say(sentence);
    hurt_player(wits, world, who, damage, killer);
}

/// Where a world keeps that the ground was the end of an enemy, until it is written down.
pub(crate) const FELLED: &str = "felled";

/// Somebody other than the player is hurt. Who knows who lit the fire? An enemy that
/// dies of it is told of from rules 4 on, so that nobody is said to have killed none.
fn fell(wits: &Wits, world: &mut World, who: EntityId, damage: i64) {
    let enemy = world.entity(who).is_some_and(crate::scene::is_enemy);
    let died = fight::hurt(wits, world, who, damage).is_some();
    if died && enemy && wits.is_of_rules_4() {
        world.extra.insert(FELLED.to_string(), true.into());
    }
}

fn hurt_player(wits: &Wits, world: &mut World, who: EntityId, damage: i64, killer: &str) {
    let hp = number(world, who, Prop::HP) - damage;
    world.set(who, Prop::HP, hp);
    world.set(who, wits.names.killer, killer);
}

/// What a trap does to whoever stepped on it.
fn spring(wits: &Wits, world: &mut World, who: EntityId, snare: Snare) {
    let Some(at) = world.entity(who).map(EntityRef::at) else {
        return;
    };
    let is_player = world.player() == Some(who);
    let seen = world.player_sees(at);
    if is_player || seen {
        world.say(match snare {
            Snare::Dart => "A dart flies out of the wall!",
            Snare::Flame => "Flames burst out of the floor!",
            Snare::Fumes => "Gas hisses out of the floor!",
            Snare::Bell => "A bell rings, and everything hears it!",
            Snare::Net => "A net falls from above!",
        });
    }
    let names = &wits.names;
    match snare {
        Snare::Dart if is_player => {
            hurt_player(wits, world, who, 3, "poisoned dart");
            let turns = number(world, who, names.poisoned).max(5);
            world.set(who, names.poisoned, turns);
        }
        Snare::Dart => fell(wits, world, who, 8),
        Snare::Flame => burst(world, at, 1),
        Snare::Fumes => terrain::release(world, at, 60),
        Snare::Bell => alarm(wits, world, at, 20),
        Snare::Net if is_player => {
            world.set(who, names.held, 4);
        }
        Snare::Net => {
            let next = world.entity(who).map_or(0, EntityRef::next_action);
            world.set_next_action(who, next + 40);
        }
    }
    // It has done what it can do once.
    traps::disarm(world, at);
}

/// Flames on open ground around a place.
pub(crate) fn burst(world: &mut World, at: Point, radius: u32) {
    let cells = parlour_grid::Rect::around(at, radius).cells();
    let cells: Vec<Point> = cells
        .filter(|cell| world.level().contains(*cell) && world.level().is_walkable(*cell))
        .filter(|cell| cell.euclid_squared(at) <= u64::from(radius * radius + 1))
        .collect();
    for cell in cells {
        if !is_deep(world, cell) {
            terrain::ignite(world, cell);
        }
    }
}

/// Everybody within so many cells is awake and comes.
pub(crate) fn alarm(wits: &Wits, world: &mut World, at: Point, loud: u32) {
    let near = world.within(at, loud, parlour_rogue::Metric::Chebyshev);
    let hears: Vec<EntityId> = near
        .into_iter()
        .filter(|it| crate::scene::is_enemy(*it))
        .map(EntityRef::id)
        .collect();
    for who in hears {
        fight::rouse(&wits.names, world, who);
    }
}

/// Whether a cell burns now.
pub(crate) fn is_burning(world: &World, at: Point) -> bool {
    world.ground(at, terrain::FIRE).is_some()
}

/// Whether there is gas in a cell.
pub(crate) fn has_gas(world: &World, at: Point) -> bool {
    world.ground(at, terrain::GAS).is_some()
}

/// Whether a cell takes what is carried.
pub(crate) fn is_deep(world: &World, at: Point) -> bool {
    let deep = world.ground(at, "deep").and_then(Value::as_bool);
    deep == Some(true)
}

/// Whether light falls on a cell, from a brazier or a fire beside it.
pub(crate) fn is_lit(world: &World, at: Point) -> bool {
    let lit = world.ground(at, "lit").and_then(Value::as_bool) == Some(true);
    lit || is_burning(world, at)
        || Direction::ALL
            .into_iter()
            .any(|way| is_burning(world, at.step(way)))
}

/// Whether a trap was found on a cell.
pub(crate) fn is_known_trap(world: &World, at: Point) -> bool {
    traps::trap_at(world, at).is_some() && !traps::is_hidden(world, at)
}

/// Whether somebody in their senses walks there on their own.
pub(crate) fn is_inviting(world: &World, deep: &Deep, at: Point) -> bool {
    let level = world.level();
    if level.tile_type(at) == Some(deep.water) {
        return false;
    }
    let own = level.tile_own(at);
    own.is_none_or(Props::is_empty)
        || !(is_burning(world, at) || has_gas(world, at) || is_known_trap(world, at))
}
