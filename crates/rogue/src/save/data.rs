//! The saved form of every part, and how a world is put into it.

use std::collections::BTreeMap;

use parlour_grid::Point;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value as Json;

use super::runs;
use crate::chance::Drawn;
use crate::entity::Entity;
use crate::game::{Ending, Game, Mode};
use crate::level::Level;
use crate::log::Message;
use crate::prop::Props;
use crate::question::Question;
use crate::registry::{Registry, TileType};
use crate::value::Value;
use crate::world::{Arrival, LevelId, Side, Trigger, World};

/// The body of a save of version 1: one map.
#[derive(Serialize, Deserialize)]
pub(super) struct SaveV1 {
    version: u32,
    map: LevelData,
    #[serde(default)]
    last_id: Option<u64>,
    #[serde(default)]
    chance: Option<Drawn>,
    #[serde(default, serialize_with = "sorted")]
    extra: BTreeMap<String, Json>,
}

/// The body of a save of version 2: a world.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveV2 {
    pub(super) version: u32,
    pub(super) world: WorldData,
    #[serde(default)]
    pub(super) state: GameState,
    #[serde(default, serialize_with = "sorted")]
    pub(super) extra: BTreeMap<String, Json>,
}

/// What a game has beyond its world.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameState {
    #[serde(default)]
    pub(super) mode: Mode,
    #[serde(default)]
    pub(super) ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<Question>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) waiting: Vec<Question>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WorldData {
    pub(super) current: String,
    pub(super) levels: Vec<LevelData>,
    #[serde(default)]
    pub(super) transitions: Vec<(EndData, EndData, Trigger)>,
    #[serde(default)]
    pub(super) edges: Vec<(String, Side, String)>,
    /// The last number given out; absent in files that did not count.
    #[serde(default)]
    pub(super) last_id: Option<u64>,
    #[serde(default)]
    pub(super) now: i64,
    #[serde(default)]
    pub(super) turns: u64,
    #[serde(default)]
    pub(super) chance: Option<Drawn>,
    #[serde(default)]
    pub(super) log: LogData,
    /// What each carrier carries, by its number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) packs: Vec<(u64, Vec<EntityData>)>,
}

/// A cell of a level: its name, column, row.
pub(super) type EndData = (String, i32, i32);

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LogData {
    pub(super) total: u64,
    pub(super) messages: Vec<Message>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelData {
    #[serde(default)]
    pub(super) name: String,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The keys of the tile types in use; runs count through them.
    pub(super) types: Vec<String>,
    pub(super) tiles: String,
    #[serde(default)]
    pub(super) tile_props: Vec<(i32, i32, NamedProps)>,
    /// Runs of `a` unknown, `b` seen.
    #[serde(default)]
    pub(super) explored: String,
    /// Seen cells one by one, as version 1 kept them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) explored_cells: Vec<(i32, i32)>,
    #[serde(default)]
    pub(super) left_at: i64,
    /// In the order of the list.
    #[serde(default)]
    pub(super) entities: Vec<EntityData>,
    /// The order of turns due at the same tick, as places in the list; absent
    /// when it is the order of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) turn_order: Option<Vec<u32>>,
}

pub(super) type NamedProps = BTreeMap<String, Value>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntityData {
    pub(super) id: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) at: (i32, i32),
    #[serde(default)]
    pub(super) next: i64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) props: NamedProps,
}

impl SaveV1 {
    pub(super) fn of(world: &World) -> Self {
        Self {
            version: 1,
            map: LevelData::of(world, world.current()),
            last_id: Some(world.last_id),
            chance: Some(world.chance.drawn()),
            extra: world.extra.clone(),
        }
    }
}

impl SaveV2 {
    pub(super) fn of_world(world: &World) -> Self {
        Self {
            version: 2,
            world: WorldData::of(world),
            state: GameState::default(),
            extra: world.extra.clone(),
        }
    }

    pub(super) fn of_game(game: &Game) -> Self {
        Self {
            state: GameState {
                mode: game.mode,
                ending: game.ending,
                question: game.question.clone(),
                waiting: game.waiting.clone(),
            },
            ..Self::of_world(&game.world)
        }
    }
}

impl WorldData {
    fn of(world: &World) -> Self {
        let name = |level: LevelId| world.level_name(level).to_string();
        let end = |end: Arrival| (name(end.level), end.at.x, end.at.y);
        let cells = world.transitions.cells.iter();
        let edges = world.transitions.edges.iter();
        Self {
            current: name(world.current),
            levels: world
                .level_ids()
                .map(|level| LevelData::of(world, level))
                .collect(),
            transitions: cells
                .map(|(&(level, at), &(to, trigger))| {
                    (end(Arrival { level, at }), end(to), trigger)
                })
                .collect(),
            edges: edges
                .map(|(&(level, side), &other)| (name(level), side, name(other)))
                .collect(),
            last_id: Some(world.last_id),
            now: world.now,
            turns: world.turns,
            chance: Some(world.chance.drawn()),
            log: LogData {
                total: world.log.total(),
                messages: world.log.iter().cloned().collect(),
            },
            packs: world
                .packs
                .iter()
                .map(|(owner, pack)| {
                    let items = pack.iter();
                    (
                        owner.0,
                        items.map(|item| EntityData::carried(world, item)).collect(),
                    )
                })
                .collect(),
        }
    }
}

impl LevelData {
    fn of(world: &World, id: LevelId) -> Self {
        let level = &world.levels[id.index()];
        let registry = &world.registry;
        let (types, tiles) = tile_runs(registry, level);
        let seen = |id| {
            level
                .size()
                .point(id)
                .is_some_and(|at| level.explored().contains(at))
        };
        let slots = level.slots_in_order();
        Self {
            name: world.level_name(id).to_string(),
            width: level.width(),
            height: level.height(),
            types,
            tiles,
            tile_props: level
                .tiles_with_props()
                .map(|(at, props)| (at.x, at.y, named(registry, props)))
                .collect(),
            explored: runs::write((0..level.size().area()).map(|id| u32::from(seen(id)))),
            explored_cells: Vec::new(),
            left_at: level.left_at,
            entities: slots
                .iter()
                .map(|&slot| EntityData::of(registry, level, slot))
                .collect(),
            turn_order: turn_order(level, &slots),
        }
    }
}

impl EntityData {
    fn carried(world: &World, item: &Entity) -> Self {
        Self {
            id: item.id.map_or(0, |id| id.0),
            kind: world.registry.entity_type_key(item.kind).to_string(),
            at: (item.at.x, item.at.y),
            next: item.next_action,
            props: named(&world.registry, &item.props),
        }
    }

    fn of(registry: &Registry, level: &Level, slot: u32) -> Self {
        let data = level.slot(slot);
        let Point { x, y } = data.at;
        Self {
            id: data.id.0,
            kind: registry.entity_type_key(data.kind).to_string(),
            at: (x, y),
            next: data.next_action,
            props: named(registry, level.props(slot)),
        }
    }
}

/// Writes what the game kept with every key in order, so that equal data is
/// equal text however the JSON library keeps its objects.
fn sorted<S: Serializer>(extra: &BTreeMap<String, Json>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(extra.iter().map(|(key, json)| (key, Sorted(json))))
}

struct Sorted<'a>(&'a Json);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            Json::Object(fields) => {
                let fields: BTreeMap<_, _> = fields
                    .iter()
                    .map(|(key, json)| (key, Sorted(json)))
                    .collect();
                serializer.collect_map(fields)
            }
            plain => plain.serialize(serializer),
        }
    }
}

fn named(registry: &Registry, props: &Props) -> NamedProps {
    props
        .iter()
        .map(|(prop, value)| (registry.prop_name(prop).to_string(), value.clone()))
        .collect()
}

/// The types in use, in the order in which they first appear, and the tiles.
fn tile_runs(registry: &Registry, level: &Level) -> (Vec<String>, String) {
    let mut numbers: BTreeMap<TileType, u32> = BTreeMap::new();
    let mut types = Vec::new();
    let mut last = None;
    let numbered = level.tile_types().iter().map(|&kind| match last {
        Some((known, number)) if known == kind => number,
        _ => {
            let number = *numbers.entry(kind).or_insert_with(|| {
                types.push(registry.tile_type_key(kind).to_string());
                types.len() as u32 - 1
            });
            last = Some((kind, number));
            number
        }
    });
    let tiles = runs::write(numbered);
    (types, tiles)
}

/// The places in the list by the order of turns, if that is another order.
fn turn_order(level: &Level, slots: &[u32]) -> Option<Vec<u32>> {
    let mut places: Vec<u32> = (0..slots.len() as u32).collect();
    places.sort_unstable_by_key(|&place| level.slot(slots[place as usize]).sequence);
    let listed = places
        .iter()
        .enumerate()
        .all(|(at, &place)| at as u32 == place);
    (!listed).then_some(places)
}
