//! From saved data back to a world. Every number is checked before it is used.

use std::collections::BTreeSet;

use parlour_grid::Point;
use parlour_rules::Seed;

use super::data::{EntityData, GameState, LevelData, NamedProps, SaveV2, WorldData};
use super::{Raw, SaveError, runs};
use crate::chance::Chance;
use crate::entity::{Entity, EntityId};
use crate::level::Level;
use crate::log::Log;
use crate::prop::Props;
use crate::registry::{Registry, TileType};
use crate::world::{Arrival, LevelId, World};

/// The most cells of all levels of a save together.
const MAX_CELLS: u64 = 1 << 25;
/// The most entities of a save.
const MAX_ENTITIES: usize = 4_000_000;

fn bad(what: impl Into<String>) -> SaveError {
    SaveError::BadData(what.into())
}

pub(super) fn restore(raw: Raw, mut registry: Registry) -> Result<(World, GameState), SaveError> {
    raw.version()?;
    let save: SaveV2 =
        serde_json::from_value(raw.body).map_err(|problem| bad(problem.to_string()))?;
    let data = save.world;
    check_sizes(&data)?;
    let mut levels = Vec::new();
    for level in &data.levels {
        levels.push(make_level(&mut registry, level)?);
    }
    let seed = data.chance.map_or(Chance::new(Seed(0)), Chance::resume);
    let mut pairs = data.levels.iter().zip(levels);
    let (first, level) = pairs.next().ok_or_else(|| bad("there is no level"))?;
    let mut world = World::new(registry, Seed(0), &first.name, level);
    world.chance = seed;
    for (data, level) in pairs {
        world
            .add_level(&data.name, level)
            .map_err(|refused| bad(format!("level {:?}: {refused}", data.name)))?;
    }
    for (id, level) in world.level_ids().zip(&data.levels) {
        fill_level(&mut world, id, level)?;
    }
    fill_packs(&mut world, &data)?;
    world.last_id = world.last_id.max(data.last_id.unwrap_or(0));
    join(&mut world, &data)?;
    world.current = world
        .level_id(&data.current)
        .ok_or_else(|| bad(format!("no level {:?}", data.current)))?;
    world.now = data.now;
    world.turns = data.turns;
    world.log = Log::restore(data.log.messages, data.log.total);
    world.extra = save.extra;
    world.events.clear();
    Ok((world, save.state))
}

fn check_sizes(data: &WorldData) -> Result<(), SaveError> {
    let cells = data
        .levels
        .iter()
        .map(|level| u64::from(level.width) * u64::from(level.height));
    let entities = data.levels.iter().map(|level| level.entities.len());
    if cells.fold(0, u64::saturating_add) > MAX_CELLS
        || entities.fold(0, usize::saturating_add) > MAX_ENTITIES
        || data.levels.len() > World::MAX_LEVELS
    {
        return Err(SaveError::TooLarge);
    }
    Ok(())
}

fn make_level(registry: &mut Registry, data: &LevelData) -> Result<Level, SaveError> {
    let types: Option<Vec<TileType>> = data
        .types
        .iter()
        .map(|key| registry.tile_key(key))
        .collect();
    let types = types.ok_or_else(|| bad("there are too many tile types"))?;
    let mut level = Level::checked(registry, data.width, data.height).ok_or(SaveError::TooLarge)?;
    let area = level.size().area();
    let broken = |what: &str| bad(format!("level {:?}: {what}", data.name));
    runs::read(
        &data.tiles,
        area,
        types.len() as u32,
        |from, count, number| {
            level.set_types(from, count, types[number as usize]);
        },
    )
    .map_err(|what| broken(&format!("tiles: {what}")))?;
    level.refresh_terrain();
    let size = level.size();
    if !data.explored.is_empty() {
        runs::read(&data.explored, area, 2, |from, count, seen| {
            for id in (from..from + count).filter(|_| seen == 1) {
                if let Some(at) = size.point(id) {
                    level.explored_mut().set(at, true);
                }
            }
        })
        .map_err(|what| broken(&format!("explored: {what}")))?;
    }
    for &(x, y) in &data.explored_cells {
        if level.explored_mut().set(Point::new(x, y), true).is_none() {
            return Err(broken(&format!("explored: {x},{y} is off the map")));
        }
    }
    for (x, y, props) in &data.tile_props {
        let at = Point::new(*x, *y);
        let kind = level
            .tile_type(at)
            .ok_or_else(|| broken(&format!("tile {at} is off the map")))?;
        let props = unnamed(registry, props)?;
        level.set_tile(at, crate::level::Tile { kind, props });
    }
    Ok(level)
}

fn fill_level(world: &mut World, id: LevelId, data: &LevelData) -> Result<(), SaveError> {
    let mut slots = Vec::with_capacity(data.entities.len());
    for entity in &data.entities {
        let entity = make_entity(&mut world.registry, entity)?;
        let number = world
            .insert(id, entity)
            .map_err(|refused| bad(format!("level {:?}: {refused}", data.name)))?;
        let (_, slot) = world
            .find(number)
            .ok_or_else(|| bad("an entity went missing"))?;
        slots.push(slot);
    }
    let level = &mut world.levels[id.index()];
    level.left_at = data.left_at;
    if let Some(places) = &data.turn_order {
        let mut sorted = places.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..slots.len() as u32) {
            return Err(bad(format!("level {:?}: turn_order", data.name)));
        }
        let ordered: Vec<u32> = places.iter().map(|&place| slots[place as usize]).collect();
        level.order_turns(&ordered);
    }
    Ok(())
}

fn fill_packs(world: &mut World, data: &WorldData) -> Result<(), SaveError> {
    let mut ids = BTreeSet::new();
    for (owner, items) in &data.packs {
        let owner = EntityId(*owner);
        if world.entity(owner).is_none() {
            return Err(bad(format!("nobody of number {owner} carries a pack")));
        }
        let mut pack = Vec::new();
        for item in items {
            let item = make_entity(&mut world.registry, item)?;
            let id = item.id.unwrap_or(EntityId(0));
            if world.entity(id).is_some() || !ids.insert(id) {
                return Err(bad(format!("there is more than one entity of number {id}")));
            }
            world.last_id = world.last_id.max(id.0);
            pack.push(item);
        }
        world.packs.insert(owner, pack);
    }
    Ok(())
}

fn make_entity(registry: &mut Registry, data: &EntityData) -> Result<Entity, SaveError> {
    let kind = registry
        .entity_key(&data.kind)
        .ok_or_else(|| bad("there are too many entity types"))?;
    Ok(Entity {
        id: Some(EntityId(data.id)),
        kind,
        at: Point::new(data.at.0, data.at.1),
        next_action: data.next,
        props: unnamed(registry, &data.props)?,
    })
}

fn unnamed(registry: &mut Registry, named: &NamedProps) -> Result<Props, SaveError> {
    let mut props = Props::new();
    for (name, value) in named {
        let prop = registry
            .prop_key(name)
            .ok_or_else(|| bad("there are too many property names"))?;
        props.set(prop, value.clone());
    }
    Ok(props)
}

fn join(world: &mut World, data: &WorldData) -> Result<(), SaveError> {
    let level = |world: &World, name: &str| {
        world
            .level_id(name)
            .ok_or_else(|| bad(format!("no level {name:?}")))
    };
    for (from, to, trigger) in &data.transitions {
        let end = |world: &World, end: &(String, i32, i32)| {
            level(world, &end.0).map(|level| Arrival {
                level,
                at: Point::new(end.1, end.2),
            })
        };
        let (from, to) = (end(world, from)?, end(world, to)?);
        world
            .add_transition(from, to, *trigger)
            .map_err(|refused| bad(refused.to_string()))?;
    }
    for (one, side, other) in &data.edges {
        let (one, other) = (level(world, one)?, level(world, other)?);
        world.transitions.edges.insert((one, *side), other);
    }
    Ok(())
}
