//! The rules of a setup: its keys, its hooks, and the minds that scenarios have.

use std::collections::BTreeMap;

use parlour_grid::{Point, Rect};

use super::form::{Hooks, Setup};
use super::kit;
use crate::entity::EntityId;
use crate::keys::KeyMap;
use crate::notation::{Action, Key};
use crate::outcome::Outcome;
use crate::rules::{Mind, Rules};
use crate::value::Value;
use crate::{combat, handlers};

pub(super) fn rules(setup: &Setup, aliases: &BTreeMap<String, EntityId>) -> Result<Rules, String> {
    let mut keys = match &setup.keymap {
        Some(_) => KeyMap::empty(),
        None => KeyMap::vi(),
    };
    for (key, action) in setup.keymap.iter().flatten().chain(&setup.keys) {
        let key: Key = key.parse().map_err(|error| format!("keys: {error}"))?;
        keys.bind(key, Action::from(action.as_str()));
    }
    let targets = aliases.clone();
    let rules = Rules::new()
        .keys(keys)
        .mind("step", step_mind)
        .mind("remove", move |arguments| remove_mind(arguments, &targets));
    let rules = kit::rules(&setup.kit, rules)?;
    let rules = hook(rules, &setup.hooks, aliases)?;
    Ok(if setup.no_registry {
        rules.without_look()
    } else {
        rules
    })
}

fn hook(
    mut rules: Rules,
    hooks: &Hooks,
    aliases: &BTreeMap<String, EntityId>,
) -> Result<Rules, String> {
    rules = match hooks.on_bump.as_deref() {
        None => rules,
        Some("slay") => rules.on_bump(handlers::slay),
        Some("melee") => rules.on_bump(combat::melee),
        Some("push") => rules.on_bump(handlers::push),
        Some("say-entity") => {
            let names: BTreeMap<EntityId, String> = aliases
                .iter()
                .map(|(alias, &id)| (id, alias.clone()))
                .collect();
            rules.on_bump(move |_, _, it| {
                let name = names.get(&it).map_or("", String::as_str);
                Outcome::turn().say(format!("entity {name}"))
            })
        }
        Some(other) => return Err(format!("unknown hook on_bump {other:?}")),
    };
    rules = match hooks.on_bump_tile.as_deref() {
        None => rules,
        Some("doors") => rules.on_bump_tile(handlers::doors),
        Some("say-tile") => {
            rules.on_bump_tile(|_, _, at| Outcome::turn().say(format!("tile {},{}", at.x, at.y)))
        }
        Some(other) => return Err(format!("unknown hook on_bump_tile {other:?}")),
    };
    rules = match hooks.on_ranged.as_deref() {
        None => rules,
        Some("ranged") => rules.on_ranged(combat::shoot),
        Some(other) => return Err(format!("unknown hook on_ranged {other:?}")),
    };
    for action in &hooks.pass_through {
        rules = rules.pass_through(action);
    }
    if let Some(radius) = hooks.look_box_radius {
        rules =
            rules.look_bounds(move |world, me| Some(Rect::around(world.entity(me)?.at(), radius)));
    }
    Ok(rules)
}

/// `step`: tries to move by `d`; a success takes `time_cost` or, with `no_time`,
/// nothing.
fn step_mind(arguments: &Value) -> Result<Mind, String> {
    let Value::Table(table) = arguments else {
        return Err("a table with d".to_string());
    };
    for key in table.keys() {
        if !["behaviour", "d", "time_cost", "no_time"].contains(&key.as_ref()) {
            return Err(format!("a table without {key}"));
        }
    }
    let by = match table.get("d") {
        Some(Value::List(d)) => match d.as_slice() {
            [Value::Int(x), Value::Int(y)] => {
                let number = |n: i64| i32::try_from(n).map_err(|_| "a table with a nearer d");
                Point::new(number(*x)?, number(*y)?)
            }
            _ => return Err("a table with d as [x, y]".to_string()),
        },
        _ => return Err("a table with d as [x, y]".to_string()),
    };
    let time_cost = match table.get("time_cost") {
        None => None,
        Some(Value::Int(ticks @ 0..)) => Some(*ticks),
        Some(_) => return Err("a table with time_cost as a number, 0 or more".to_string()),
    };
    let no_time = match table.get("no_time") {
        None => false,
        Some(Value::Bool(free)) => *free,
        Some(_) => return Err("a table with no_time as yes or no".to_string()),
    };
    Ok(Mind::acting(move |world, me| {
        let mut outcome = world.try_move(me, by);
        if !outcome.retry {
            if let Some(ticks) = time_cost {
                outcome.time = crate::Time::Ticks(ticks);
            }
            if no_time {
                outcome.time = crate::Time::Free;
            }
        }
        outcome
    }))
}

/// `remove`: takes `target` away and stays.
fn remove_mind(arguments: &Value, aliases: &BTreeMap<String, EntityId>) -> Result<Mind, String> {
    let Value::Table(table) = arguments else {
        return Err("a table with target".to_string());
    };
    for key in table.keys() {
        if !["behaviour", "target"].contains(&key.as_ref()) {
            return Err(format!("a table without {key}"));
        }
    }
    let target = table
        .get("target")
        .and_then(Value::as_text)
        .and_then(|alias| aliases.get(alias))
        .copied()
        .ok_or("a table whose target is somebody")?;
    Ok(Mind::acting(move |world, _| {
        world.remove(target);
        Outcome::turn()
    }))
}
