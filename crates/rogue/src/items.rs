//! Things to pick up, drop and use.
//!
//! An item is an entity; its property `use` says what it does (`heal`,
//! `lightning`, `fireball`, `confuse`), `amount`, `damage`, `radius`, `range` and
//! `turns` how much; `amount` and `damage` may be dice. They work by the dice rule
//! as by the fixed one. A use that can do nothing says so, costs nothing and keeps
//! the item. The dead pick up, drop and use nothing.
//!
//! [`Rules::inventory`](crate::Rules::inventory) puts the keys and menus in.

mod menus;

use parlour_grid::Point;

use crate::combat::{self, Health, fixed};
use crate::dice::Dice;
use crate::entity::{Entity, EntityId, EntityRef};
use crate::event::Event;
use crate::minds;
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::registry::EntityType;
use crate::value::Value;
use crate::world::{Metric, PackRefused, World};

pub(crate) use menus::aim;
pub use menus::{DROP, PICK_UP, USE};

/// Whether a cell counts as seen by the one who uses an item.
pub type Sees<'a> = &'a mut dyn FnMut(&mut World, Point) -> bool;

/// Picks up the first item in one's cell: "You pick up the X", a turn. A full
/// pack refuses, and no time passes.
pub fn pick_up(world: &mut World, me: EntityId) -> Outcome {
    let Some(here) = world.entity(me).map(EntityRef::at) else {
        return Outcome::retry();
    };
    if fixed::is_dead(world, me) {
        return Outcome::retry();
    }
    let item = world
        .entities_at(here)
        .into_iter()
        .find(|entity| entity.id() != me && is_item(*entity))
        .map(|entity| (entity.id(), entity.name().to_string()));
    let Some((item, name)) = item else {
        return Outcome::free().say("There is nothing here to pick up.");
    };
    match world.pick_up(me, item) {
        Ok(()) => Outcome::turn().say(format!("You pick up the {name}")),
        Err(PackRefused::Full) => {
            Outcome::free().say("You cannot carry any more, your inventory is full")
        }
        Err(PackRefused::NoSuchThing) => Outcome::retry(),
    }
}

/// Puts an item from the pack underfoot: a turn.
pub fn put_down(world: &mut World, me: EntityId, item: EntityId) -> Outcome {
    if fixed::is_dead(world, me) {
        return Outcome::retry();
    }
    let name = carried(world, me, item).map(|item| world.name_of(item).to_string());
    match (name, world.put_down(me, item)) {
        (Some(name), Ok(())) => {
            world.tell(Event::Dropped { by: me, item });
            Outcome::turn().say(format!("You drop the {name}"))
        }
        _ => Outcome::retry(),
    }
}

/// Lets everything that somebody carries fall on its cell: for
/// [`Rules::before_death`](crate::Rules::before_death).
pub fn drop_loot(world: &mut World, who: EntityId) {
    let pack = world.pack(who).iter();
    let things: Vec<EntityId> = pack.filter_map(|thing| thing.id).collect();
    for thing in things {
        // Whoever is on no level lets nothing fall.
        let _ = world.put_down(who, thing);
    }
}

/// Uses an item from the pack, on a cell if it needs one.
pub fn use_item(
    world: &mut World,
    me: EntityId,
    item: EntityId,
    at: Option<Point>,
    sees: Sees<'_>,
) -> Outcome {
    let Some(thing) = carried(world, me, item).filter(|_| !fixed::is_dead(world, me)) else {
        return Outcome::retry();
    };
    let number = |prop| world.prop_of(thing, prop).and_then(Value::as_int);
    let dice = |prop| world.prop_of(thing, prop).and_then(Value::as_dice);
    let (amount, damage) = (dice(Prop::AMOUNT), dice(Prop::DAMAGE));
    let (radius, range) = (number(Prop::RADIUS), number(Prop::RANGE));
    let turns = number(Prop::TURNS);
    let what = world.prop_of(thing, Prop::USE).and_then(Value::as_text);
    let used = match what {
        Some("heal") => heal(world, me, amount.unwrap_or(constant(4))),
        Some("lightning") => {
            let damage = damage.unwrap_or(constant(20));
            lightning(world, me, damage, range.unwrap_or(5), sees)
        }
        Some("fireball") => {
            let damage = damage.unwrap_or(constant(12));
            fireball(world, (me, at), damage, radius.unwrap_or(3), sees)
        }
        Some("confuse") => confusion(world, me, at, turns.unwrap_or(10), sees),
        _ => {
            let name = world.name_of(thing).to_string();
            return Outcome::free().say(format!("The {name} cannot be used"));
        }
    };
    if used.is_free() {
        return used;
    }
    world.use_up(me, item);
    used
}

/// Whether an entity is an item: it has a use, or lies in the draw order of
/// items.
pub fn is_item(entity: EntityRef<'_>) -> bool {
    entity.prop(Prop::USE).is_some()
        || entity.int(Prop::DRAW_ORDER) == Some(fixed::draw_order::ITEM)
}

fn carried(world: &World, me: EntityId, item: EntityId) -> Option<&Entity> {
    world.pack(me).iter().find(|entity| entity.id == Some(item))
}

/// Dice that always show the same small number.
fn constant(number: i64) -> Dice {
    Dice::constant(number).expect("small numbers are dice")
}

fn heal(world: &mut World, me: EntityId, amount: Dice) -> Outcome {
    let Some(health) = world.entity(me).and_then(Health::of) else {
        return Outcome::free().say("You have no wounds that could heal.");
    };
    if health.is_whole() {
        return Outcome::free().say("You are already at full health.");
    }
    let amount = world.roll(amount);
    combat::heal(world, me, amount);
    Outcome::turn().say("You feel better.")
}

/// Strikes the nearest fighter in sight and range, not the one who calls it.
fn lightning(world: &mut World, me: EntityId, damage: Dice, range: i64, sees: Sees<'_>) -> Outcome {
    let Some(here) = world.entity(me).map(EntityRef::at) else {
        return Outcome::retry();
    };
    let radius = u32::try_from(range.max(0)).unwrap_or(u32::MAX);
    let mut near: Vec<(u64, EntityId, Point)> = world
        .within(here, radius, Metric::Euclid)
        .into_iter()
        .filter(|entity| entity.id() != me && combat::is_mortal(*entity))
        .map(|entity| (here.euclid_squared(entity.at()), entity.id(), entity.at()))
        .collect();
    // Equals stay in the order of the list.
    near.sort_by_key(|&(distance, _, _)| distance);
    let target = near.into_iter().find(|&(_, _, at)| sees(world, at));
    let Some((_, target, _)) = target else {
        return Outcome::free().say("No enemy is close enough to strike.");
    };
    let (name, damage) = (name(world, target), world.roll(damage));
    world.say(format!(
        "Lightning strikes the {name} for {damage} hit points."
    ));
    combat::wound(world, target, damage, Some(me));
    Outcome::turn()
}

/// Burns every fighter within the radius, the caster too. Every death is
/// handled, after every wound.
fn fireball(
    world: &mut World,
    (me, at): (EntityId, Option<Point>),
    damage: Dice,
    radius: i64,
    sees: Sees<'_>,
) -> Outcome {
    let Some(at) = at.filter(|&at| sees(world, at)) else {
        return Outcome::free().say("You cannot aim at a place you do not see.");
    };
    let radius = u32::try_from(radius.max(0)).unwrap_or(u32::MAX);
    let burned: Vec<EntityId> = world
        .within(at, radius, Metric::Euclid)
        .into_iter()
        .filter(|entity| combat::is_mortal(*entity))
        .map(EntityRef::id)
        .collect();
    if burned.is_empty() {
        return Outcome::free().say("There is nobody to burn.");
    }
    let damage = world.roll(damage);
    world.say("The fireball explodes.");
    let mut dead = Vec::new();
    for who in burned {
        let name = name(world, who);
        world.say(format!("The {name} is burned for {damage} hit points."));
        world.tell(Event::Hit {
            by: me,
            who,
            damage,
        });
        if combat::hurt(world, who, damage) {
            dead.push(who);
        }
    }
    for who in dead {
        combat::fall(world, who);
    }
    Outcome::turn()
}

fn confusion(
    world: &mut World,
    me: EntityId,
    at: Option<Point>,
    turns: i64,
    sees: Sees<'_>,
) -> Outcome {
    let Some(at) = at.filter(|&at| sees(world, at)) else {
        return Outcome::free().say("You cannot aim at a place you do not see.");
    };
    let target = world
        .entities_at(at)
        .into_iter()
        .find(|entity| entity.id() != me && has_a_mind(*entity))
        .map(EntityRef::id);
    let Some(target) = target else {
        return Outcome::free().say("There is nobody to confuse.");
    };
    let name = name(world, target);
    minds::confuse(world, target, turns);
    Outcome::turn().say(format!("The {name} begins to stumble about."))
}

/// Whoever acts has a mind, unless it is the player.
fn has_a_mind(entity: EntityRef<'_>) -> bool {
    entity.prop(Prop::MIND).is_some() || (entity.acts() && entity.kind() != EntityType::PLAYER)
}

fn name(world: &World, who: EntityId) -> String {
    world
        .entity(who)
        .map_or_else(String::new, |entity| entity.name().to_string())
}
