//! Values laid over properties for a while: by what is worn, by statuses. Whoever laid
//! one takes away that one alone, in whatever order, and what anybody else wrote
//! meanwhile stays.
//!
//! A value may replace what is beneath or be added to it. The latest replacement counts,
//! and everything added is added to that.

use std::collections::BTreeMap;

use crate::entity::EntityId;
use crate::value::Value;
use crate::world::World;

/// The property that holds what lies over others: by property, what is beneath (a list
/// that may be empty), what came of it, and the layers.
const LAYERS: &str = "layers";
const BENEATH: &str = "beneath";
const NOW: &str = "now";
const OVER: &str = "over";
const BY: &str = "by";
const ADD: &str = "add";
const SET: &str = "set";
const PAST: &str = "past";

type Table = BTreeMap<Box<str>, Value>;

/// What a layer does to what is beneath it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A number is added.
    Add(i64),
    /// The value is another.
    Set(Value),
}

#[derive(Clone, Debug)]
struct Layer {
    by: String,
    change: Change,
    /// Whether somebody else wrote over it since: it counts no more.
    past: bool,
}

/// One property with what lies over it.
#[derive(Clone, Debug, Default)]
struct Pile {
    beneath: Option<Value>,
    now: Option<Value>,
    over: Vec<Layer>,
}

/// Lays a value over a property, in the place of what the same one laid there before.
pub(super) fn lay(world: &mut World, who: EntityId, prop: &str, by: &str, change: Change) {
    let mut pile = pile(world, who, prop).unwrap_or_else(|| Pile {
        beneath: own(world, who, prop),
        now: effective(world, who, prop),
        over: Vec::new(),
    });
    pile.notice(world, who, prop);
    pile.over.retain(|layer| layer.by != by);
    let by = by.to_string();
    pile.over.push(Layer {
        by,
        change,
        past: false,
    });
    pile.write(world, who, prop);
}

/// The same where the change was made already and what was beneath is known: of games
/// that were saved before there were layers.
pub(super) fn adopt(
    world: &mut World,
    who: EntityId,
    prop: &str,
    by: &str,
    (beneath, value): (Option<Value>, Value),
) {
    let by = by.to_string();
    let change = Change::Set(value);
    let pile = Pile {
        beneath,
        now: effective(world, who, prop),
        over: vec![Layer {
            by,
            change,
            past: false,
        }],
    };
    keep(world, who, prop, Some(&pile));
}

/// Takes away everything that one laid, whatever the property.
pub(super) fn lift(world: &mut World, who: EntityId, by: &str) {
    for (prop, pile) in all(world, who) {
        let Some(mut pile) = Pile::read(&pile) else {
            continue;
        };
        if pile.over.iter().any(|layer| layer.by == by) {
            pile.notice(world, who, &prop);
            pile.over.retain(|layer| layer.by != by);
            pile.write(world, who, &prop);
        }
    }
}

/// What one has laid, by property.
pub(super) fn laid(world: &World, who: EntityId, by: &str) -> Vec<(String, Change)> {
    let piles = all(world, who).into_iter();
    let piles = piles.filter_map(|(prop, pile)| Some((prop, Pile::read(&pile)?)));
    piles
        .filter_map(|(prop, pile)| {
            let layer = pile.over.into_iter().find(|layer| layer.by == by)?;
            Some((prop.to_string(), layer.change))
        })
        .collect()
}

/// Everybody who has laid something, each once.
pub(super) fn layers(world: &World, who: EntityId) -> Vec<String> {
    let piles = all(world, who).into_values();
    let mut all: Vec<String> = piles
        .filter_map(|pile| Pile::read(&pile))
        .flat_map(|pile| pile.over.into_iter().map(|layer| layer.by))
        .collect();
    all.sort();
    all.dedup();
    all
}

impl Pile {
    /// What somebody else has written since goes beneath. A number to which something is
    /// added is so much more or less beneath; what was written over a replacement holds
    /// until something new is laid.
    fn notice(&mut self, world: &World, who: EntityId, prop: &str) {
        let now = effective(world, who, prop);
        if now == self.now {
            return;
        }
        let number = |value: &Option<Value>| value.as_ref().and_then(Value::as_int);
        let replaced = self.set().is_some();
        self.beneath = match (number(&now), number(&self.now)) {
            _ if own(world, who, prop).is_none() => None,
            (Some(now), Some(before)) if !replaced => {
                let beneath = self.beneath.as_ref().and_then(Value::as_int);
                let beneath = beneath.or_else(|| of_type(world, who, prop)?.as_int());
                let more = now.saturating_sub(before);
                Some(Value::Int(beneath.unwrap_or(0).saturating_add(more)))
            }
            (Some(now), _) => {
                // What was added is in what was written.
                Some(Value::Int(now.saturating_sub(self.added())))
            }
            _ => now,
        };
        for layer in &mut self.over {
            layer.past |= matches!(layer.change, Change::Set(_));
        }
    }

    /// What replaces what is beneath.
    fn set(&self) -> Option<&Value> {
        let mut latest = self.over.iter().rev().filter(|layer| !layer.past);
        latest.find_map(|layer| match &layer.change {
            Change::Set(value) => Some(value),
            Change::Add(_) => None,
        })
    }

    fn added(&self) -> i64 {
        let adds = self.over.iter().filter_map(|layer| match layer.change {
            Change::Add(more) => Some(more),
            Change::Set(_) => None,
        });
        adds.fold(0, i64::saturating_add)
    }

    /// Makes the property what all of it comes to.
    fn write(mut self, world: &mut World, who: EntityId, prop: &str) {
        let root = self.set().or(self.beneath.as_ref()).cloned();
        let adds = self
            .over
            .iter()
            .any(|layer| matches!(layer.change, Change::Add(_)));
        let value = if adds {
            let root = root.or_else(|| of_type(world, who, prop));
            let root = root.as_ref().and_then(Value::as_int).unwrap_or(0);
            Some(Value::Int(root.saturating_add(self.added())))
        } else {
            root
        };
        match (value, world.registry().prop(prop)) {
            (Some(value), _) => world.set_named(who, prop, value),
            (None, Some(prop)) => world.unset(who, prop),
            (None, None) => false,
        };
        self.now = effective(world, who, prop);
        let kept = (!self.over.is_empty()).then_some(&self);
        keep(world, who, prop, kept);
    }

    fn read(value: &Value) -> Option<Self> {
        let Value::Table(table) = value else {
            return None;
        };
        let maybe = |name: &str| match table.get(name) {
            Some(Value::List(list)) => list.first().cloned(),
            _ => None,
        };
        let over = match table.get(OVER) {
            Some(Value::List(list)) => list.iter().filter_map(Layer::read).collect(),
            _ => Vec::new(),
        };
        Some(Self {
            beneath: maybe(BENEATH),
            now: maybe(NOW),
            over,
        })
    }

    fn to_value(&self) -> Value {
        let maybe = |value: &Option<Value>| Value::List(value.iter().cloned().collect());
        let over = self.over.iter().map(Layer::to_value).collect();
        let members = [
            (BENEATH, maybe(&self.beneath)),
            (NOW, maybe(&self.now)),
            (OVER, Value::List(over)),
        ];
        Value::Table(members.map(|(name, value)| (name.into(), value)).into())
    }
}

impl Layer {
    fn read(value: &Value) -> Option<Self> {
        let Value::Table(table) = value else {
            return None;
        };
        let change = match (table.get(ADD).and_then(Value::as_int), table.get(SET)) {
            (Some(more), _) => Change::Add(more),
            (None, set) => Change::Set(set?.clone()),
        };
        let by = table.get(BY)?.as_text()?.to_string();
        let past = table.contains_key(PAST);
        Some(Self { by, change, past })
    }

    fn to_value(&self) -> Value {
        let change = match &self.change {
            Change::Add(more) => (ADD, Value::Int(*more)),
            Change::Set(value) => (SET, value.clone()),
        };
        let mut members = vec![(BY, Value::from(self.by.as_str())), change];
        if self.past {
            members.push((PAST, Value::Bool(true)));
        }
        let members = members.into_iter();
        Value::Table(members.map(|(name, value)| (name.into(), value)).collect())
    }
}

fn all(world: &World, who: EntityId) -> Table {
    match world.entity(who).and_then(|who| who.named(LAYERS)) {
        Some(Value::Table(all)) => all.clone(),
        _ => Table::new(),
    }
}

fn pile(world: &World, who: EntityId, prop: &str) -> Option<Pile> {
    Pile::read(all(world, who).get(prop)?)
}

fn keep(world: &mut World, who: EntityId, prop: &str, pile: Option<&Pile>) {
    let mut piles = all(world, who);
    match pile {
        Some(pile) => piles.insert(prop.into(), pile.to_value()),
        None => piles.remove(prop),
    };
    world.set_named(who, LAYERS, Value::Table(piles));
}

fn effective(world: &World, who: EntityId, prop: &str) -> Option<Value> {
    world.entity(who)?.named(prop).cloned()
}

fn own(world: &World, who: EntityId, prop: &str) -> Option<Value> {
    let prop = world.registry().prop(prop)?;
    world.entity(who)?.own().get(prop).cloned()
}

fn of_type(world: &World, who: EntityId, prop: &str) -> Option<Value> {
    let prop = world.registry().prop(prop)?;
    let kind = world.entity(who)?.kind();
    world.registry().entity_prop(kind, prop).cloned()
}
