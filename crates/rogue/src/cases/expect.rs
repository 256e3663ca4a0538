//! Comparing what is expected with what is there.

use serde_json::{Map, Value as Json, json};

use super::form::Cell;
use super::observed::Observed;
use super::setup::Table;
use crate::Point;

/// The expectations that failed; an error if one is of an unknown kind.
pub(super) fn check(
    table: &mut Table,
    seen: &Observed,
    expect: &Json,
) -> Result<Vec<String>, String> {
    let empty = Map::new();
    let expected = match expect {
        Json::Null => &empty,
        Json::Object(fields) => fields,
        _ => return Err("expect has to be an object".to_string()),
    };
    let mut failures = Vec::new();
    if !expected.contains_key("error")
        && let Some(error) = &seen.error
    {
        failures.push(format!("error: expected none, found {error:?}"));
        // What was refused has nothing else to show.
        return Ok(failures);
    }
    for (field, wanted) in expected {
        check_field(table, seen, field, wanted, &mut failures)?;
    }
    Ok(failures)
}

fn check_field(
    table: &mut Table,
    seen: &Observed,
    field: &str,
    wanted: &Json,
    failures: &mut Vec<String>,
) -> Result<(), String> {
    let mut compare = |place: String, wanted: &Json, found: &Json| {
        if !same(wanted, found) {
            failures.push(format!("{place}: expected {wanted}, found {found}"));
        }
    };
    match field {
        "error" => {
            check_error(seen, wanted, failures)?;
        }
        "entities" => {
            for (alias, wanted) in object(field, wanted)? {
                check_entity(table, alias, wanted, &mut compare)?;
            }
        }
        "flags" => {
            let found = seen.fields.get("flags").ok_or_else(|| nothing_of(field))?;
            for (flag, wanted) in object(field, wanted)? {
                let found = found
                    .get(flag)
                    .ok_or_else(|| format!("unknown flag {flag:?}"))?;
                // A flag that is not there is false.
                let wanted = if wanted.is_null() {
                    &Json::Bool(false)
                } else {
                    wanted
                };
                compare(format!("flags.{flag}"), wanted, found);
            }
        }
        "tiles" => {
            for (cell, wanted) in object(field, wanted)? {
                let kind = table.game.world.level().tile_type(cell_of(cell)?);
                let found = kind.map(|kind| table.game.world.registry().tile_type_key(kind));
                compare(format!("tiles.{cell}"), wanted, &json!(found));
            }
        }
        "tile_props" => {
            for (cell, wanted) in object(field, wanted)? {
                for (prop, wanted) in object(field, wanted)? {
                    let found = table.tile_prop(cell_of(cell)?, prop);
                    compare(format!("tile_props.{cell}.{prop}"), wanted, &found);
                }
            }
        }
        "rows" => compare(
            field.into(),
            wanted,
            &json!(table.game.world.level().to_rows()),
        ),
        "current" => {
            let world = &table.game.world;
            compare(
                field.into(),
                wanted,
                &world.level_name(world.current()).into(),
            );
        }
        "on_map" => {
            for (name, wanted) in object(field, wanted)? {
                let found = table
                    .on_map(name)
                    .ok_or_else(|| format!("no level {name:?}"))?;
                compare(format!("on_map.{name}"), &sorted(wanted), &sorted(&found));
            }
        }
        "inventory" | "floor" | "state" if table.tutorial.is_none() => {
            return Err(format!("{field} is of the tutorial"));
        }
        "inventory" => compare(field.into(), wanted, &table.inventory()),
        "floor" => compare(field.into(), wanted, &table.floor()),
        "state" => compare(field.into(), wanted, &table.state().into()),
        "visible" | "hidden" => {
            let found = seen.fields.get("seen").ok_or_else(|| nothing_of(field))?;
            let cells = found.as_array().map_or(&[][..], Vec::as_slice);
            let listed = wanted
                .as_array()
                .ok_or_else(|| format!("{field} has to be a list"))?;
            for cell in listed {
                if serde_json::from_value::<Cell>(cell.clone()).is_err() {
                    return Err(format!("{field}: {cell} is no cell; write [x, y]"));
                }
                let is_seen = cells.iter().any(|seen| same(seen, cell));
                if is_seen != (field == "visible") {
                    failures.push(format!("{field}: {cell} is not {field}"));
                }
            }
        }
        "through" => {
            let found = seen.fields.get("value").ok_or_else(|| nothing_of(field))?;
            let cells = found.as_array().map_or(&[][..], Vec::as_slice);
            // One cell, or a list of them.
            let wanted = match wanted.as_array() {
                Some(list) if list.iter().all(Json::is_array) => list.as_slice(),
                Some(_) => std::slice::from_ref(wanted),
                None => return Err("through has to be a cell or a list of cells".to_string()),
            };
            for wanted in wanted {
                if !cells.iter().any(|cell| same(cell, wanted)) {
                    failures.push(format!(
                        "through: expected {wanted} on the way, found {found}"
                    ));
                }
            }
        }
        "set" => {
            let found = seen.fields.get("set").ok_or_else(|| nothing_of(field))?;
            compare(field.into(), &sorted(wanted), &sorted(found));
        }
        "at_least" | "at_most" | "turns_at_most" => {
            let source = match field {
                "at_least" => "min",
                "at_most" => "max",
                _ => "turns",
            };
            let found = seen.fields.get(source).ok_or_else(|| nothing_of(field))?;
            let (bound, number) = (wanted.as_i64(), found.as_i64());
            let (Some(bound), Some(number)) = (bound, number) else {
                return Err(format!("{field} has to be a whole number"));
            };
            let holds = if field == "at_least" {
                number >= bound
            } else {
                number <= bound
            };
            if !holds {
                failures.push(format!("{field}: expected {bound}, found {number}"));
            }
        }
        "log" => {
            let found = seen
                .fields
                .get("messages")
                .ok_or_else(|| nothing_of(field))?;
            compare(field.into(), wanted, found);
        }
        // An object of some of the fields, or a list of all in order.
        "value" => {
            let found = seen.fields.get("value").ok_or_else(|| nothing_of(field))?;
            match (wanted, found.get("listed"), found.get("named")) {
                (Json::Array(_), Some(listed), _) => compare(field.into(), wanted, listed),
                (Json::Object(_), _, Some(named)) => compare(field.into(), wanted, named),
                _ => compare(field.into(), wanted, found),
            }
        }
        _ if KNOWN.contains(&field) => {
            let found = seen.fields.get(field).ok_or_else(|| nothing_of(field))?;
            compare(field.into(), wanted, found);
        }
        _ => return Err(format!("unknown expected field {field:?}")),
    }
    Ok(())
}

/// The fields that are compared as they are.
const KNOWN: &[&str] = &[
    "message",
    "messages",
    "keys_left",
    "bumped_entity",
    "bumped_pos",
    "trace",
    "target",
    "order",
    "count",
    "cells",
    "first",
    "last",
    "length",
    "walkable",
    "char",
    "color",
    "transparent",
    "name",
    "description",
    "category",
    "version",
    "extra",
    "new_id",
    "effect_frames",
    "moved",
    "turn_spent",
    "min",
    "max",
    "rolls",
    "modifier",
    "offset",
    "screen",
    "same_hash",
    "same_messages",
    "levels",
    "explored_of_level",
    "dead_messages",
];

fn nothing_of(field: &str) -> String {
    format!("the operation says nothing of {field:?}")
}

fn object<'a>(field: &str, json: &'a Json) -> Result<&'a Map<String, Json>, String> {
    json.as_object()
        .ok_or_else(|| format!("{field} has to be an object"))
}

fn check_error(seen: &Observed, wanted: &Json, failures: &mut Vec<String>) -> Result<(), String> {
    match (wanted, &seen.error) {
        (Json::Null, None) => {}
        (Json::Null, Some(error)) => {
            failures.push(format!("error: expected none, found {error:?}"));
        }
        (Json::String(part), Some(error)) if error.contains(part.as_str()) => {}
        (Json::String(part), found) => {
            failures.push(format!("error: expected {part:?}, found {found:?}"));
        }
        _ => return Err("error has to be text or null".to_string()),
    }
    Ok(())
}

fn check_entity(
    table: &Table,
    alias: &str,
    wanted: &Json,
    compare: &mut impl FnMut(String, &Json, &Json),
) -> Result<(), String> {
    let id = table.id(alias)?;
    let Some(entity) = table.game.world.entity(id) else {
        if !wanted.is_null() {
            compare(format!("entities.{alias}"), wanted, &Json::Null);
        }
        return Ok(());
    };
    if wanted.is_null() {
        let found = json!({"at": [entity.at().x, entity.at().y]});
        compare(format!("entities.{alias}"), wanted, &found);
        return Ok(());
    }
    for (prop, wanted) in object("entities", wanted)? {
        let found = table.entity_field(entity, prop);
        // Of a fighter only what is named counts.
        if let (Json::Object(wanted), Json::Object(found)) = (wanted, &found) {
            for (part, wanted) in wanted {
                let found = found.get(part).unwrap_or(&Json::Null);
                compare(format!("entities.{alias}.{prop}.{part}"), wanted, found);
            }
            continue;
        }
        compare(format!("entities.{alias}.{prop}"), wanted, &found);
    }
    Ok(())
}

/// Equal, where 5 and 5.0 are one number and numbers with a fraction are equal
/// to six places.
fn same(wanted: &Json, found: &Json) -> bool {
    match (wanted, found) {
        (Json::Number(a), Json::Number(b)) => match (a.as_i64(), b.as_i64()) {
            (Some(a), Some(b)) => a == b,
            _ => match (a.as_f64(), b.as_f64()) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-6,
                _ => a == b,
            },
        },
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => wanted == found,
    }
}

fn sorted(json: &Json) -> Json {
    let Json::Array(items) = json else {
        return json.clone();
    };
    let mut items = items.clone();
    items.sort_by_key(ToString::to_string);
    Json::Array(items)
}

/// A cell written as `x,y`.
pub(super) fn cell_of(text: &str) -> Result<Point, String> {
    let cell = text
        .split_once(',')
        .and_then(|(x, y)| Some(Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?)));
    cell.ok_or_else(|| format!("{text:?} is no cell; write x,y"))
}
