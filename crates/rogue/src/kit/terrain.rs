#![doc = include_str!("../../docs/kit/terrain.md")]

use std::collections::BTreeMap;

use parlour_grid::{Direction, Point};

use super::traps;
use crate::combat;
use crate::entity::{Entity, EntityId, EntityRef};
use crate::outcome::Outcome;
use crate::registry::EntityType;
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The tiles of this module, to be read as content: grass that burns, ash, deep water.
pub const CONTENT: &str = r##"
[tile.grass]
name = "Grass"
char = "\""
color = "green"
walkable = true
transparent = true
burns = true

[tile.ash]
name = "Ash"
char = ","
color = "grey"
walkable = true
transparent = true

[tile.deep-water]
name = "Deep Water"
char = "~"
color = "blue"
background = "#000060"
walkable = true
transparent = true
deep = true
"##;

/// How many turns a cell burns yet.
pub const FIRE: &str = "fire";
/// How much gas is in a cell.
pub const GAS: &str = "gas";

const BURNS: i64 = 3;
const SPREADS: u32 = 60;
const SCALDS: i64 = 2;
const LOOKS: [&str; 3] = ["char", "color", "background"];
const FLAMES: [&str; 3] = ["^", "#ff8700", "#601000"];
const FUMES: &str = "#305010";
/// The looks a cell had of its own before it burned or held gas.
const BENEATH: &str = "looks_beneath";
/// The property of a tile that says what is left of it when it has burned: the key of a
/// tile; ash if nothing is said.
const LEAVES: &str = "leaves";
/// The property of things that deep water does not take.
const FAST: &str = "fast_in_water";

/// What of the terrain hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// Standing in flames.
    Fire,
    /// Breathing gas.
    Gas,
    /// Gas that caught fire.
    Blast,
}

/// Fire, gas and deep water act after every turn of the player.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    rules.after_turn(|world, _| {
        burn(world, &hurt);
        waft(world, &hurt);
        sweep(world);
        Outcome::free()
    })
}

/// The same for games with fights of their own, which say what a wound does, and with gas
/// that explodes where it meets fire.
pub fn rules_with(
    hurt: impl Fn(&mut World, EntityId, Harm, i64) + Send + Sync + 'static,
) -> impl FnOnce(Rules) -> Rules {
    move |rules| {
        rules.after_turn(move |world, _| {
            burn(world, &hurt);
            explode(world, &hurt);
            waft(world, &hurt);
            sweep(world);
            Outcome::free()
        })
    }
}

/// Sets a cell on fire, if it `burns` or something makes it.
pub fn ignite(world: &mut World, at: Point) {
    if world.level().contains(at) && world.ground(at, FIRE).is_none() {
        cover(world, at);
        world.mark(at, FIRE, BURNS);
        for (prop, look) in LOOKS.into_iter().zip(FLAMES) {
            world.mark(at, prop, look);
        }
    }
}

/// Keeps the looks a cell has of its own, before fire or gas gives it others.
fn cover(world: &mut World, at: Point) {
    if world.ground(at, FIRE).is_some() || world.ground(at, GAS).is_some() {
        return;
    }
    let looks = LOOKS.into_iter().filter_map(|look| {
        let prop = world.registry().prop(look)?;
        let own = world.level().tile_own(at)?.get(prop)?.clone();
        Some((look.into(), own))
    });
    let looks: BTreeMap<Box<str>, Value> = looks.collect();
    if !looks.is_empty() {
        world.mark(at, BENEATH, Value::Table(looks));
    }
}

/// Gives a cell back its looks, or those of the gas that is left where it burned.
fn uncover(world: &mut World, at: Point) {
    if world.ground(at, FIRE).is_some() {
        return;
    }
    let beneath = match world.ground(at, BENEATH) {
        Some(Value::Table(looks)) => looks.clone(),
        _ => BTreeMap::new(),
    };
    let gas = world.ground(at, GAS).is_some();
    for look in LOOKS {
        let own = beneath.get(look).cloned();
        match own {
            _ if gas && look == "background" => world.mark(at, look, FUMES),
            Some(own) => world.mark(at, look, own),
            None if has_look_of_ours(world, at, look) => {
                world.unmark(at, &[look]);
                true
            }
            None => true,
        };
    }
    if !gas && !beneath.is_empty() {
        world.unmark(at, &[BENEATH]);
    }
    traps::show(world, at);
}

/// Whether a look is one that fire or gas gave, and nobody changed since.
fn has_look_of_ours(world: &World, at: Point, look: &str) -> bool {
    let ours = LOOKS.into_iter().zip(FLAMES).chain([("background", FUMES)]);
    let now = world.ground(at, look).and_then(Value::as_text);
    now.is_some()
        && ours
            .into_iter()
            .any(|(of, ours)| of == look && now == Some(ours))
}

/// Lets so much gas out in a cell; it spreads, thins, and chokes whoever breathes it.
pub fn release(world: &mut World, at: Point, amount: i64) {
    if world.level().is_walkable(at) {
        add_gas(world, at, amount.clamp(0, 1000));
    }
}

fn number(value: &Value) -> i64 {
    value.as_int().unwrap_or(0)
}

/// Fire hurts whoever stands in it, takes hold of what burns beside it, and leaves ash,
/// or what a tile `leaves`.
fn burn(world: &mut World, hurt: &dyn Fn(&mut World, EntityId, Harm, i64)) {
    let burning = world.marked(FIRE);
    for (at, left) in burning {
        hurt_at(world, at, Harm::Fire, SCALDS, hurt);
        for way in Direction::STRAIGHT {
            let beside = at.step(way);
            let burns = world.ground(beside, "burns").and_then(Value::as_bool);
            if burns == Some(true) && world.chance.mind.below(100) < SPREADS {
                ignite(world, beside);
            }
        }
        let left = number(&left) - 1;
        if left > 0 {
            world.mark(at, FIRE, left);
            continue;
        }
        let burnt = world.ground(at, "burns").and_then(Value::as_bool) == Some(true);
        let leaves = world.ground(at, LEAVES).and_then(Value::as_text);
        let leaves = leaves.unwrap_or("ash").to_string();
        if !burnt || !world.turn_into(at, &leaves) {
            world.unmark(at, &[FIRE]);
            uncover(world, at);
        }
    }
}

/// Gas evens out between neighbours; what is too thin is gone.
fn waft(world: &mut World, hurt: &dyn Fn(&mut World, EntityId, Harm, i64)) {
    let clouds = world.marked(GAS);
    for (at, amount) in clouds {
        let amount = number(&amount);
        hurt_at(world, at, Harm::Gas, 1, hurt);
        let open: Vec<Point> = Direction::STRAIGHT
            .into_iter()
            .map(|way| at.step(way))
            .filter(|&beside| world.level().is_walkable(beside))
            .collect();
        let share = amount / (open.len() as i64 + 2);
        if share == 0 {
            set_gas(world, at, 0);
            continue;
        }
        for &beside in &open {
            add_gas(world, beside, share);
        }
        set_gas(world, at, amount - share * open.len() as i64 - 1);
    }
}

fn add_gas(world: &mut World, at: Point, amount: i64) {
    let before = world.ground(at, GAS).map_or(0, number);
    set_gas(world, at, before + amount);
}

fn set_gas(world: &mut World, at: Point, amount: i64) {
    if amount <= 0 {
        world.unmark(at, &[GAS]);
        uncover(world, at);
        return;
    }
    cover(world, at);
    let burns = world.ground(at, FIRE).is_some();
    let shown = world.ground(at, GAS).is_some();
    world.mark(at, GAS, amount);
    // Flames are seen through any fumes.
    if !burns && !shown {
        world.mark(at, "background", FUMES);
    }
}

/// Deep water takes something out of the pack of whoever cannot swim, now and then.
fn sweep(world: &mut World) {
    let Some(player) = world.player() else {
        return;
    };
    let Some(me) = world.entity(player) else {
        return;
    };
    let deep = world.ground(me.at(), "deep").and_then(Value::as_bool) == Some(true);
    if !deep || me.is(crate::Prop::CAN_SWIM) || world.chance.mind.below(2) == 0 {
        return;
    }
    let fast = world.registry().prop(FAST);
    let is_fast = |item: &Entity| {
        let says = fast.and_then(|fast| world.prop_of(item, fast));
        says.and_then(Value::as_bool) == Some(true)
    };
    let pack: Vec<EntityId> = world
        .pack(player)
        .iter()
        .filter(|item| !is_fast(item))
        .filter_map(|item| item.id)
        .collect();
    let Some(&item) = world.chance.mind.pick(&pack) else {
        return;
    };
    let at = me_at(world, player);
    let name = world
        .pack(player)
        .iter()
        .find(|thing| thing.id == Some(item));
    let name = name
        .map(|thing| world.name_of(thing).to_string())
        .unwrap_or_default();
    if world.put_down(player, item).is_ok() {
        // It drifts to the nearest shore.
        let dry = |cell: &Point| {
            let deep = world.ground(*cell, "deep").and_then(Value::as_bool) == Some(true);
            world.level().is_walkable(*cell) && !deep
        };
        let shore = world.level().size().cells().filter(dry);
        if let Some(shore) = shore.min_by_key(|&cell| (cell.euclid_squared(at), cell)) {
            world.place(item, shore);
        }
        world.say(format!("The water sweeps the {name} away."));
    }
}

fn me_at(world: &World, who: EntityId) -> Point {
    world.entity(who).map(EntityRef::at).unwrap_or_default()
}

fn hurt_at(
    world: &mut World,
    at: Point,
    harm: Harm,
    damage: i64,
    hurt: &dyn Fn(&mut World, EntityId, Harm, i64),
) {
    let there = world.entities_at(at).into_iter();
    let mortal: Vec<EntityId> = there
        .filter(|it| combat::is_mortal(*it))
        .map(EntityRef::id)
        .collect();
    for who in mortal {
        hurt(world, who, harm, damage);
    }
}

/// A wound by the rules of the framework.
fn hurt(world: &mut World, who: EntityId, harm: Harm, damage: i64) {
    let is_player = world
        .entity(who)
        .is_some_and(|it| it.kind() == EntityType::PLAYER);
    if is_player {
        world.say(match harm {
            Harm::Fire => "The fire burns you.",
            Harm::Gas => "The gas chokes you.",
            Harm::Blast => "The blast throws you about.",
        });
    }
    combat::wound(world, who, damage, None);
}

/// Gas that fire has reached burns up at once, cell after cell, and hurts the more the
/// thicker it was.
fn explode(world: &mut World, hurt: &dyn Fn(&mut World, EntityId, Harm, i64)) {
    let fire: Vec<Point> = world.marked(FIRE).into_iter().map(|(at, _)| at).collect();
    if fire.is_empty() {
        return;
    }
    let mut clouds: BTreeMap<Point, i64> = world
        .marked(GAS)
        .into_iter()
        .map(|(at, amount)| (at, number(&amount)))
        .collect();
    let mut reached = fire;
    while let Some(at) = reached.pop() {
        let around = Direction::STRAIGHT.into_iter().map(|way| at.step(way));
        for at in around.chain([at]) {
            let Some(amount) = clouds.remove(&at) else {
                continue;
            };
            reached.push(at);
            world.unmark(at, &[GAS]);
            uncover(world, at);
            ignite(world, at);
            hurt_at(world, at, Harm::Blast, (amount / 3).clamp(2, 8), hurt);
        }
    }
}
