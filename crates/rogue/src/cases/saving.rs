//! The operations of saves.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::form::Op;
use super::observed::Observed;
use super::setup::Table;
use crate::game::Game;
use crate::registry::Registry;
use crate::rules::Rules;
use crate::save::{Migrations, Raw, SaveError};
use crate::world::World;

pub(super) fn perform(table: &mut Table, op: Op) -> Result<Observed, String> {
    match op {
        Op::SaveLoad { version, extra } => save_load(table, version, extra),
        Op::Restore {
            version,
            next_id,
            ids,
            ids2,
        } => {
            let made = restore(table, version, next_id, ids.as_deref(), ids2.as_deref());
            Ok(match made {
                Ok(world) => Observed::new()
                    .failing(None)
                    .with("new_id", world.next_id().0),
                Err(error) => Observed::new().failing(Some(error.to_string())),
            })
        }
        Op::LoadFile { content } => {
            let error = match content {
                None => Some("there is no such file".to_string()),
                Some(text) => World::load(text.as_bytes(), Registry::new())
                    .err()
                    .map(|error| error.to_string()),
            };
            Ok(Observed::new().failing(error))
        }
        Op::Migrate { frm, to, extra } => migrate(table, frm, to, extra),
        _ => Err("that is no operation of saves".to_string()),
    }
}

/// The bytes of a save of a version, with extra keys.
fn bytes(table: &Table, version: u32, extra: BTreeMap<String, Json>) -> Result<Vec<u8>, String> {
    let mut world = table.game.world.clone();
    world.extra = extra;
    match version {
        1 => Ok(world.save_v1()),
        2 => Ok(world.save()),
        other => Err(format!("nobody writes version {other}")),
    }
}

/// A save that says it is of some other version, or of none.
fn bytes_claiming(table: &Table, version: Json) -> Result<Vec<u8>, String> {
    let newest = bytes(table, crate::save::VERSION, BTreeMap::new())?;
    let mut raw = Raw::read(&newest).map_err(|error| error.to_string())?;
    raw.body["version"] = version;
    Ok(raw.write())
}

fn go_on(table: &mut Table, raw: Raw) -> Result<(), SaveError> {
    let registry = table.game.world.registry().clone();
    let rules: Rules = table.game.rules().clone();
    table.game = Game::restore(raw, registry, rules)?;
    Ok(())
}

fn save_load(
    table: &mut Table,
    version: Json,
    extra: BTreeMap<String, Json>,
) -> Result<Observed, String> {
    let bytes = match version.as_u64() {
        Some(known @ 1..=2) => bytes(table, known as u32, extra)?,
        _ => bytes_claiming(table, version)?,
    };
    let read = || -> Result<(Raw, Raw), SaveError> {
        let raw = Raw::read(&bytes)?;
        let mut newest = raw.clone();
        Migrations::new().run(&mut newest)?;
        Ok((raw, newest))
    };
    let loaded = read().and_then(|(raw, newest)| go_on(table, newest).map(|()| raw));
    Ok(match loaded {
        Ok(raw) => Observed::new()
            .failing(None)
            .with("version", json!(raw.version().ok()))
            .with("extra", json!(raw.extra())),
        Err(error) => Observed::new().failing(Some(error.to_string())),
    })
}

/// A file of some version with entities of the given numbers, with or without
/// the counter.
fn restore(
    table: &Table,
    version: Json,
    last_id: Option<u64>,
    ids: Option<&[u64]>,
    ids2: Option<&[u64]>,
) -> Result<World, SaveError> {
    let level = |name: &str, ids: &[u64]| {
        let entities: Vec<Json> = ids
            .iter()
            .map(|id| json!({"id": id, "type": "goblin", "at": [0, 0]}))
            .collect();
        json!({
            "name": name, "width": 5, "height": 5, "types": ["floor"], "tiles": "25a",
            "entities": entities,
        })
    };
    let first = level("one", ids.unwrap_or_default());
    let mut body = if version == json!(2) {
        let second = level("two", ids2.unwrap_or_default());
        json!({"world": {"current": "one", "levels": [first, second]}})
    } else {
        json!({"map": first})
    };
    if let Some(last_id) = last_id {
        let place = if version == json!(2) {
            &mut body["world"]
        } else {
            &mut body
        };
        place["last_id"] = json!(last_id);
    }
    if !version.is_null() {
        body["version"] = version;
    }
    let mut raw = Raw {
        game: 0,
        content: None,
        body,
    };
    Migrations::new().run(&mut raw)?;
    World::restore(raw, table.game.world.registry().clone())
}

fn migrate(
    table: &mut Table,
    from: u32,
    to: u32,
    extra: BTreeMap<String, Json>,
) -> Result<Observed, String> {
    if to != crate::save::VERSION {
        return Err(format!(
            "saves are migrated to version {}",
            crate::save::VERSION
        ));
    }
    let bytes = bytes(table, from, extra)?;
    let mut raw = Raw::read(&bytes).map_err(|error| error.to_string())?;
    let migrated = Migrations::new().run(&mut raw);
    if let Err(error) = migrated {
        return Ok(Observed::new().failing(Some(error.to_string())));
    }
    let (version, kept) = (raw.version().ok(), json!(raw.extra()));
    go_on(table, raw).map_err(|error| error.to_string())?;
    let world = &table.game.world;
    let explored: Json = world
        .level()
        .explored()
        .iter()
        .map(|at| json!([at.x, at.y]))
        .collect();
    Ok(Observed::new()
        .failing(None)
        .with("version", json!(version))
        .with("extra", kept)
        .with("levels", world.level_ids().count())
        .with("explored_of_level", explored))
}
