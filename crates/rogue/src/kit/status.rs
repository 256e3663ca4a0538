#![doc = include_str!("../../docs/kit/status.md")]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::layers::{self, Change};
use crate::entity::{EntityId, EntityRef};
use crate::outcome::Outcome;
use crate::registry::EntityType;
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The property that holds how many turns each status lasts.
pub const STATUS: &str = "status";
/// Of games that were saved before layers: what a status has changed, as it was.
const BEFORE: &str = "status_before";

type Each = dyn Fn(&mut World, EntityId) -> Outcome + Send + Sync;

/// What a status does.
#[derive(Clone)]
pub struct Status {
    name: String,
    each: Option<Arc<Each>>,
    sets: Vec<(String, Value)>,
    over: String,
}

impl Status {
    /// A status that does nothing but last.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_string(),
            each: None,
            sets: Vec::new(),
            over: String::new(),
        }
    }

    /// The same that does something after each turn of whoever has it.
    #[must_use]
    pub fn each_turn<R: Into<Outcome>>(
        mut self,
        each: impl Fn(&mut World, EntityId) -> R + Send + Sync + 'static,
    ) -> Self {
        self.each = Some(Arc::new(move |world, who| each(world, who).into()));
        self
    }

    /// The same that gives a property another value while it lasts.
    #[must_use]
    pub fn sets(mut self, prop: &str, value: impl Into<Value>) -> Self {
        self.sets.push((prop.to_string(), value.into()));
        self
    }

    /// The same with a sentence for the player when it is over.
    #[must_use]
    pub fn over(mut self, sentence: &str) -> Self {
        self.over = sentence.to_string();
        self
    }
}

/// Every status of a game, as a module of rules.
pub fn rules(all: impl IntoIterator<Item = Status>) -> impl FnOnce(Rules) -> Rules {
    let all: Arc<[Status]> = all.into_iter().collect();
    move |rules| {
        rules.after_each_turn(move |world, who| {
            let mut outcome = Outcome::free();
            adopt(world, who, &all);
            for status in all.iter() {
                let left = turns_left(world, who, &status.name);
                if left == 0 {
                    continue;
                }
                if let Some(each) = &status.each {
                    outcome = outcome.with(each(world, who));
                }
                outcome = outcome.with(pass(world, who, status, left));
            }
            outcome
        })
    }
}

/// Of games that were saved before layers: what statuses have changed becomes layers.
fn adopt(world: &mut World, who: EntityId, all: &[Status]) {
    let before = table(world.entity(who), BEFORE);
    if before.is_empty() {
        return;
    }
    for status in all {
        if turns_left(world, who, &status.name) == 0 {
            continue;
        }
        for (prop, value) in &status.sets {
            let Some(Value::List(kept)) = before.get(prop.as_str()) else {
                continue;
            };
            let change = (kept.first().cloned(), value.clone());
            layers::adopt(world, who, prop, &layer_of(status), change);
        }
    }
    world.set_named(who, BEFORE, Value::Table(BTreeMap::new()));
}

/// Somebody has a status for at least so many turns more.
pub fn put(world: &mut World, who: EntityId, status: &Status, turns: i64) {
    let left = turns_left(world, who, &status.name);
    if world.entity(who).is_none() || turns <= left {
        return;
    }
    write(world, who, &status.name, turns);
    if left > 0 {
        return;
    }
    for (prop, value) in &status.sets {
        layers::lay(
            world,
            who,
            prop,
            &layer_of(status),
            Change::Set(value.clone()),
        );
    }
}

fn layer_of(status: &Status) -> String {
    format!("status {}", status.name)
}

/// How many turns a status lasts; 0 for whoever does not have it.
pub fn turns_left(world: &World, who: EntityId, status: &str) -> i64 {
    let all = world.entity(who).and_then(|who| who.named(STATUS));
    match all {
        Some(Value::Table(all)) => all.get(status).and_then(Value::as_int).unwrap_or(0),
        _ => 0,
    }
}

/// Ends a status at once.
pub fn cure(world: &mut World, who: EntityId, status: &Status) {
    if turns_left(world, who, &status.name) > 0 {
        pass(world, who, status, 1);
    }
}

fn pass(world: &mut World, who: EntityId, status: &Status, left: i64) -> Outcome {
    if world.entity(who).is_none() {
        return Outcome::free();
    }
    write(world, who, &status.name, left - 1);
    if left > 1 {
        return Outcome::free();
    }
    layers::lift(world, who, &layer_of(status));
    let player = world
        .entity(who)
        .is_some_and(|who| who.kind() == EntityType::PLAYER);
    if player && !status.over.is_empty() {
        return Outcome::free().say(status.over.as_str());
    }
    Outcome::free()
}

fn write(world: &mut World, who: EntityId, status: &str, turns: i64) {
    let mut all = table(world.entity(who), STATUS);
    if turns > 0 {
        all.insert(status.into(), Value::Int(turns));
    } else {
        all.remove(status);
    }
    world.set_named(who, STATUS, Value::Table(all));
}

fn table(entity: Option<EntityRef<'_>>, prop: &str) -> BTreeMap<Box<str>, Value> {
    match entity.and_then(|entity| entity.named(prop)) {
        Some(Value::Table(all)) => all.clone(),
        _ => BTreeMap::new(),
    }
}
