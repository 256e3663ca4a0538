//! The modules of the kit, as scenarios ask for them: `"kit": ["doors", "terrain"]` puts
//! their rules into play, and `ground` lays out what they act on.

use std::collections::{BTreeMap, BTreeSet};

use parlour_grid::Rect;
use parlour_rules::Stream;
use serde_json::{Value as Json, json};

use super::expect::cell_of;
use super::form::{GroundForm, Op};
use super::framework::{cell, point};
use super::observed::Observed;
use super::setup::Table;
use crate::generate::Layout;
use crate::kit::spawns::Spawns;
use crate::kit::status::{self, Status};
use crate::kit::traps::{self, Traps};
use crate::kit::{allies, doors, equipment, explore, flee, identify, noise, rest, terrain, vaults};
use crate::registry::Registry;
use crate::rules::Rules;
use crate::world::World;
use crate::{combat, handlers, minds};

/// What is asked for by name.
const MODULES: [&str; 11] = [
    "allies",
    "doors",
    "equipment",
    "explore",
    "flee",
    "identify",
    "noise",
    "rest",
    "status",
    "terrain",
    "traps",
];

/// Reads the tiles that modules bring.
pub(super) fn load(kit: &[String], registry: &mut Registry) -> Result<(), String> {
    for (module, content) in [("doors", doors::CONTENT), ("terrain", terrain::CONTENT)] {
        if kit.iter().any(|name| name == module) {
            let loaded = registry.load(&format!("{module}.toml"), content);
            loaded.map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Puts modules into rules. Those with things have the pack as well, and those with
/// fights fight by dice.
pub(super) fn rules(kit: &[String], mut rules: Rules) -> Result<Rules, String> {
    let has = |one: &[&str]| kit.iter().any(|name| one.contains(&name.as_str()));
    if has(&["doors", "equipment", "identify"]) {
        rules = rules.inventory();
    }
    if has(&["allies", "flee", "noise"]) {
        rules = rules.fight_with_dice();
    }
    for module in kit {
        rules = match module.as_str() {
            "allies" => rules
                .with(allies::rules)
                .behaviour("follow", allies::follower(combat::melee))
                .behaviour("foe", allies::foe(combat::melee))
                .on_bump(handlers::first_of(allies::swap, combat::melee)),
            "doors" => rules.with(doors::rules),
            "equipment" => rules.with(equipment::rules),
            "explore" => rules.with(explore::rules),
            "flee" => rules.behaviour("coward", flee::hunter(combat::melee)),
            "identify" => rules.with(identify::rules),
            "noise" => rules
                .with(noise::rules)
                .behaviour("light-sleeper", noise::sleeper(minds::hunt_player)),
            "rest" => rules.with(rest::rules(5)),
            "status" => rules.with(status::rules(statuses())),
            "terrain" => rules.with(terrain::rules),
            "traps" => {
                let dart = |world: &mut World, who| {
                    world.say("A dart flies out of the wall!");
                    combat::wound(world, who, 3, None);
                };
                rules.with(Traps::new().kind("dart", dart).rules())
            }
            other => {
                let known = MODULES.join(", ");
                return Err(format!(
                    "unknown module {other:?} of the kit; there are {known}"
                ));
            }
        };
    }
    Ok(rules)
}

/// The statuses that scenarios have.
fn statuses() -> [Status; 2] {
    let poison = Status::new("poisoned")
        .each_turn(|world, who| {
            combat::wound(world, who, 1, None);
        })
        .over("The poison has passed.");
    let haste = Status::new("hasted")
        .sets("delay", 5)
        .over("The world is as fast as ever.");
    [poison, haste]
}

/// Lays out what modules act on, once everybody is there.
pub(super) fn lay(
    kit: &[String],
    ground: &BTreeMap<String, GroundForm>,
    world: &mut World,
) -> Result<(), String> {
    for (cell, form) in ground {
        let at = cell_of(cell)?;
        if !world.level().contains(at) {
            return Err(format!("ground: {cell} is off the map"));
        }
        if let Some(tile) = &form.tile
            && !world.turn_into(at, tile)
        {
            return Err(format!("ground: no tile {tile:?}"));
        }
        if form.fire {
            terrain::ignite(world, at);
        }
        if let Some(amount) = form.gas {
            terrain::release(world, at, amount);
        }
        if let Some(trap) = &form.trap {
            traps::set(world, at, trap);
        }
    }
    if kit.iter().any(|name| name == "identify") {
        let looks = ["red potion", "blue potion", "green potion"];
        let mut chance = Stream::new(world.seed(), 20);
        identify::deal(world, "potion", &looks, &mut chance);
        identify::disguise_all(world);
    }
    Ok(())
}

/// Gives somebody statuses by name, for so many turns.
pub(super) fn put(
    world: &mut World,
    who: crate::EntityId,
    turns: &BTreeMap<String, i64>,
) -> Result<(), String> {
    for (name, turns) in turns {
        let all = statuses();
        let status = all.iter().zip(["poisoned", "hasted"]);
        let status = status.into_iter().find(|(_, known)| known == name);
        let (status, _) = status.ok_or_else(|| format!("unknown status {name:?}"))?;
        status::put(world, who, status, *turns);
    }
    Ok(())
}

/// What makes levels: whom one meets, and which room is locked.
pub(super) fn perform(table: &mut Table, op: Op) -> Result<Observed, String> {
    let world = &mut table.game.world;
    let registry = world.registry().clone();
    match op {
        Op::Met { depth, times } => {
            if times > 100_000 {
                return Err("times has to be at most 100000".to_string());
            }
            let spawns = Spawns::of(&registry, |_| true);
            let chance = &mut world.chance.map;
            let met = (0..times).filter_map(|_| spawns.pick(depth, chance));
            let met: BTreeSet<&str> = met.map(|kind| registry.entity_type_key(kind)).collect();
            Ok(Observed::new().with("set", json!(met)))
        }
        Op::Vault { rooms, start, end } => {
            let rooms = rooms.into_iter().map(|(x, y, w, h)| Rect::new(x, y, w, h));
            let layout = Layout {
                rooms: rooms.collect(),
                marks: Vec::new(),
                start: point(start),
                end: point(end),
            };
            let mut chance = world.chance.map.clone();
            let vault = vaults::lock_one(&registry, world.level_mut(), &layout, &mut chance);
            world.chance.map = chance;
            let found = vault.map_or(Json::Null, |vault| {
                let (door, key) = (cell(vault.door), cell(vault.key));
                json!({ "listed": [door, key], "named": { "door": door, "key": key } })
            });
            Ok(Observed::new().with("value", found))
        }
        _ => Err("that operation is not of the kit".to_string()),
    }
}
