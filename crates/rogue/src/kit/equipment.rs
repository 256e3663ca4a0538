#![doc = include_str!("../../docs/kit/equipment.md")]

use std::collections::BTreeMap;

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
/// The wearer's own: properties as they are without equipment.
const BARE: &str = "bare";

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

/// Makes the wearer's properties what the bare ones and everything worn come to:
/// numbers are added, anything else is replaced. What is no longer carried is no
/// longer worn.
pub fn settle(world: &mut World, me: EntityId) {
    let carried = |world: &World, id: EntityId| {
        let mut pack = world.pack(me).iter();
        pack.find(|item| item.id == Some(id)).cloned()
    };
    let mut kept = Table::new();
    let mut gives: Vec<(Box<str>, Value)> = Vec::new();
    for (slot, id) in worn(world, me) {
        let Some(item) = carried(world, id) else {
            continue;
        };
        kept.insert(slot.as_str().into(), Value::Int(id.0 as i64));
        if let Some(Value::Table(table)) = named(world, &item, GIVES) {
            gives.extend(table);
        }
    }
    let mut bare = table(world, me, BARE);
    if kept == table(world, me, WORN) && gives.is_empty() && bare.is_empty() {
        return;
    }
    // First as it is without anything, then one thing after another.
    for (prop, value) in std::mem::take(&mut bare) {
        restore(world, me, &prop, value);
    }
    for (prop, value) in gives {
        let now = world.entity(me).and_then(|me| me.named(&prop)).cloned();
        let own = world.entity(me).and_then(|entity| {
            let prop = world.registry().prop(&prop)?;
            entity.own().get(prop).cloned()
        });
        bare.entry(prop.clone())
            .or_insert_with(|| Value::List(own.into_iter().collect()));
        let sum = match (now.as_ref().and_then(Value::as_int), value.as_int()) {
            (Some(now), Some(more)) => Value::Int(now.saturating_add(more)),
            _ => value,
        };
        world.set_named(me, &prop, sum);
    }
    world.set_named(me, BARE, Value::Table(bare));
    world.set_named(me, WORN, Value::Table(kept));
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
