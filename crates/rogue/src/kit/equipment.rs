#![doc = include_str!("../../docs/kit/equipment.md")]

use std::collections::BTreeMap;

use super::layers::{self, Change};
use crate::entity::{Entity, EntityId};
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The property of an item that says where it is worn.
pub const SLOT: &str = "slot";
/// The property of an item that says what it gives: a table of properties.
pub const GIVES: &str = "gives";
/// The wearer's own: which item is in which slot.
const WORN: &str = "worn";
/// The wearer's own, of games saved before layers: properties as they are without
/// equipment.
const BARE: &str = "bare";
/// What the layers of worn things are called, before the number of the thing.
const LAYER: &str = "worn ";

type Table = BTreeMap<Box<str>, Value>;

/// Things with `use = "wear"` are put on and taken off from the menu of the pack, and
/// count as long as they are carried.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    rules
        .on_use("wear", |world, me, item, _| wear(world, me, item))
        .after_turn(|world, me| {
            settle(world, me);
            Outcome::free()
        })
}

/// Puts a carried thing on, instead of what was in its slot, or takes it off. The
/// thing stays in the pack: give it `lasting = true`.
pub fn wear(world: &mut World, me: EntityId, item: &Entity) -> Outcome {
    let slot = named(world, item, SLOT).and_then(|slot| slot.as_text().map(str::to_string));
    let (Some(slot), Some(id)) = (slot, item.id) else {
        return Outcome::free().say("That cannot be worn.");
    };
    let name = world.name_of(item).to_string();
    let mut worn = table(world, me, WORN);
    let number = Value::Int(id.0 as i64);
    let on = worn.get(slot.as_str()) != Some(&number);
    if on {
        worn.insert(slot.into(), number);
    } else {
        worn.remove(slot.as_str());
    }
    world.set_named(me, WORN, Value::Table(worn));
    settle(world, me);
    let words = if on { "put on" } else { "take off" };
    Outcome::turn().say(format!("You {words} the {name}."))
}

/// What somebody wears, slot by slot.
pub fn worn(world: &World, me: EntityId) -> Vec<(String, EntityId)> {
    let all = table(world, me, WORN);
    all.iter()
        .filter_map(|(slot, item)| Some((slot.to_string(), EntityId(item.as_int()? as u64))))
        .collect()
}

/// Whether somebody wears a thing.
pub fn is_worn(world: &World, me: EntityId, item: EntityId) -> bool {
    worn(world, me).iter().any(|(_, worn)| *worn == item)
}

/// Lets everything worn count, and nothing else: numbers are added, anything else is
/// replaced. What is no longer carried is no longer worn. What changed meanwhile, by a
/// status or a wound, stays changed.
pub fn settle(world: &mut World, me: EntityId) {
    strip(world, me);
    let before = table(world, me, WORN);
    let mut kept = Table::new();
    let mut gifts: BTreeMap<String, Table> = BTreeMap::new();
    for (slot, id) in worn(world, me) {
        let mut pack = world.pack(me).iter();
        let Some(item) = pack.find(|item| item.id == Some(id)) else {
            continue;
        };
        kept.insert(slot.as_str().into(), Value::Int(id.0 as i64));
        if let Some(Value::Table(gives)) = named(world, item, GIVES) {
            gifts.insert(layer_of(id), gives);
        }
    }
    for by in layers::layers(world, me) {
        if by.starts_with(LAYER) && !gifts.contains_key(&by) {
            layers::lift(world, me, &by);
        }
    }
    for (by, gives) in gifts {
        let laid: Table = layers::laid(world, me, &by)
            .into_iter()
            .map(|(prop, change)| match change {
                Change::Add(more) => (prop.into(), Value::Int(more)),
                Change::Set(value) => (prop.into(), value),
            })
            .collect();
        if laid == gives {
            continue;
        }
        layers::lift(world, me, &by);
        for (prop, value) in gives {
            let now = world.entity(me).and_then(|me| me.named(&prop));
            let adds = now.is_none_or(|now| now.as_int().is_some());
            let change = match value {
                Value::Int(more) if adds => Change::Add(more),
                value => Change::Set(value),
            };
            layers::lay(world, me, &prop, &by, change);
        }
    }
    if kept != before {
        world.set_named(me, WORN, Value::Table(kept));
    }
}
/// Of games that were saved before layers: the properties as they are without equipment.
fn strip(world: &mut World, me: EntityId) {
    let bare = table(world, me, BARE);
    if bare.is_empty() {
        return;
    }
    for (prop, value) in bare {
        restore(world, me, &prop, value);
    }
    world.set_named(me, BARE, Value::Table(Table::new()));
}

fn layer_of(item: EntityId) -> String {
    format!("{LAYER}{}", item.0)
}

/// A list is a value that may be missing.
fn restore(world: &mut World, me: EntityId, prop: &str, kept: Value) {
    let Value::List(kept) = kept else {
        return;
    };
    match (kept.into_iter().next(), world.registry().prop(prop)) {
        (Some(value), _) => world.set_named(me, prop, value),
        (None, Some(prop)) => world.unset(me, prop),
        (None, None) => false,
    };
}

fn named(world: &World, item: &Entity, prop: &str) -> Option<Value> {
    let prop = world.registry().prop(prop)?;
    world.prop_of(item, prop).cloned()
}

fn table(world: &World, who: EntityId, prop: &str) -> Table {
    match world.entity(who).and_then(|who| who.named(prop)) {
        Some(Value::Table(all)) => all.clone(),
        _ => Table::new(),
    }
}
