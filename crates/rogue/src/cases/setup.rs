//! From a setup to a game that steps can be taken in.

use std::collections::BTreeMap;

use parlour_grid::Point;
use parlour_rules::{Fingerprint, Seed};
use serde_json::{Value as Json, json};

use super::expect::cell_of;
use super::form::{EntityForm, Keys, NamedProps, Place, Setup, Way};
use super::hooks::rules;
use super::kit;
use super::tutorial::Tutorial;
use crate::entity::{Entity, EntityId, EntityRef};
use crate::game::Game;
use crate::level::Level;
use crate::notation::Key;
use crate::registry::{Category, Registry, TypeDef};
use crate::value::Value;
use crate::world::{Arrival, Trigger, World};
use crate::{combat, demo};

/// A scenario under way.
pub(super) struct Table {
    pub(super) game: Game,
    aliases: BTreeMap<String, EntityId>,
    pub(super) tutorial: Option<Tutorial>,
    /// The seed of a demo scenario.
    pub(super) demo: Option<Seed>,
    /// What the latest replay came to.
    pub(super) replayed: Option<(Fingerprint, Vec<String>)>,
}

impl Table {
    pub(super) fn lay(setup: &Setup) -> Result<Self, String> {
        let seed = setup.seed.as_ref().map_or(Ok(Seed(1)), seed_of)?;
        if setup.demo {
            if !setup.is_bare_demo() {
                return Err("the demo brings its own world and rules".to_string());
            }
            let game = demo::game(seed, demo::Fight::Dice);
            let player = game.world.player().map(|id| ("player".to_string(), id));
            return Ok(Self {
                game,
                aliases: player.into_iter().collect(),
                tutorial: None,
                demo: Some(seed),
                replayed: None,
            });
        }
        let tutorial = match setup.ruleset.as_deref() {
            None => false,
            Some("tutorial") => true,
            Some(other) => return Err(format!("unknown ruleset {other:?}")),
        };
        let mut aliases = BTreeMap::new();
        let items = setup.inventory.iter().chain(&setup.floor);
        let entities = setup.entities.iter().map(|entity| &entity.id);
        for (number, alias) in (1..).zip(entities.chain(items.map(|item| &item.id))) {
            if aliases.insert(alias.clone(), EntityId(number)).is_some() {
                return Err(format!("two things are called {alias:?}"));
            }
        }
        let registry = registry(setup)?;
        let mut world = world(setup, registry, seed)?;
        let rules = rules(setup, &aliases)?;
        let tutorial = if tutorial {
            Some(Tutorial::prepare(setup, &aliases, &mut world)?)
        } else {
            refuse_tutorial_words(setup)?;
            for entity in &setup.entities {
                add_entity(&mut world, entity, &aliases)?;
            }
            kit::lay(&setup.kit, &setup.ground, &mut world)?;
            for entity in &setup.entities {
                kit::put(&mut world, aliases[&entity.id], &entity.statuses)?;
            }
            None
        };
        world.events.clear();
        let game = if setup.kit.is_empty() {
            Game::at_rest(world, rules)
        } else {
            Game::new(world, rules)
        };
        Ok(Self {
            game: game.map_err(|error| error.to_string())?,
            aliases,
            tutorial,
            demo: None,
            replayed: None,
        })
    }

    pub(super) fn id(&self, alias: &str) -> Result<EntityId, String> {
        self.aliases
            .get(alias)
            .copied()
            .ok_or_else(|| format!("nothing is called {alias:?}"))
    }

    pub(super) fn alias(&self, id: EntityId) -> String {
        let known = self.aliases.iter().find(|(_, known)| **known == id);
        known.map_or_else(|| id.to_string(), |(alias, _)| alias.clone())
    }

    /// A field of an entity as an expectation names it.
    pub(super) fn entity_field(&self, entity: EntityRef<'_>, field: &str) -> Json {
        if self.tutorial.is_some()
            && let Some(found) = Tutorial::entity_field(entity, field)
        {
            return found;
        }
        match field {
            "at" => json!([entity.at().x, entity.at().y]),
            "next" | "next_action" => entity.next_action().into(),
            "type" => entity.type_key().into(),
            prop => match (entity.named(prop), prop) {
                (Some(value), _) => value.to_json(),
                // What an entity has where nobody says.
                (None, "delay") => entity.delay().into(),
                (None, "char") => entity.glyph().char.to_string().into(),
                (None, "color") => entity.glyph().colour.to_string().into(),
                (None, _) => Json::Null,
            },
        }
    }

    pub(super) fn tile_prop(&self, at: Point, prop: &str) -> Json {
        let world = &self.game.world;
        let found = world
            .registry()
            .prop(prop)
            .and_then(|prop| world.level().tile_own(at)?.get(prop));
        found.map_or(Json::Null, Value::to_json)
    }

    /// Who is on a level, in the order of the list.
    pub(super) fn on_map(&self, name: &str) -> Option<Json> {
        let level = self.game.world.level_id(name)?;
        let there = self.game.world.entities_of(level);
        Some(
            there
                .map(|entity| Json::from(self.alias(entity.id())))
                .collect(),
        )
    }

    pub(super) fn state(&self) -> &'static str {
        if combat::fixed::player_is_dead(&self.game.world) {
            "player-dead"
        } else {
            "player-turn"
        }
    }

    pub(super) fn inventory(&self) -> Json {
        let pack = self
            .game
            .world
            .player()
            .map(|player| self.game.world.pack(player));
        let items = pack.unwrap_or_default().iter().filter_map(|item| item.id);
        items.map(|id| Json::from(self.alias(id))).collect()
    }

    pub(super) fn floor(&self) -> Json {
        let items = self
            .game
            .world
            .entities()
            .filter(|entity| crate::items::is_item(*entity));
        let lying = items.map(|item| (self.alias(item.id()), json!([item.at().x, item.at().y])));
        Json::Object(lying.collect())
    }

    pub(super) fn place(&self, place: &Place) -> Result<Arrival, String> {
        arrival(&self.game.world, place)
    }
}

/// A seed as people write it: any whole number, or words.
pub(super) fn seed_of(json: &Json) -> Result<Seed, String> {
    match json {
        Json::String(text) => Ok(Seed::from_text(text)),
        Json::Number(number) if !number.is_f64() => Ok(Seed::from_text(&number.to_string())),
        other => Err(format!("a seed is a whole number or text, not {other}")),
    }
}

/// The keys of a script.
pub(super) fn script(keys: &Keys) -> Result<Vec<Key>, String> {
    let read = |key: &str| key.parse::<Key>().map_err(|error| error.to_string());
    match keys {
        Keys::Text(text) => text.chars().map(|char| read(&char.to_string())).collect(),
        Keys::Names(names) => names.iter().map(|name| read(name)).collect(),
    }
}

/// Types as a registry takes them.
pub(super) fn type_defs(
    category: Category,
    types: &BTreeMap<String, NamedProps>,
) -> Result<Vec<(Category, String, TypeDef)>, String> {
    let mut defs = Vec::new();
    for (key, props) in types {
        let mut def = TypeDef::new();
        for (name, json) in props {
            let value = Value::from_json(json).map_err(|error| format!("{key}.{name}: {error}"))?;
            match (name.as_str(), value) {
                (_, None) => {}
                ("parent", Some(Value::Text(parent))) => def.parent = Some(parent.into()),
                ("parent", Some(_)) => return Err(format!("{key}: parent has to be a key")),
                (name, Some(value)) => def.props.push((name.to_string(), value)),
            }
        }
        defs.push((category, key.clone(), def));
    }
    Ok(defs)
}

fn registry(setup: &Setup) -> Result<Registry, String> {
    let mut registry = match setup.tiles.as_deref() {
        None => Registry::new(),
        Some("basic") => Registry::basics(),
        Some(other) => return Err(format!("unknown tiles {other:?}")),
    };
    let mut defs = type_defs(Category::Entity, &setup.types.entity)?;
    defs.extend(type_defs(Category::Tile, &setup.types.tile)?);
    kit::load(&setup.kit, &mut registry)?;
    registry
        .define_all(defs)
        .map_err(|error| error.to_string())?;
    Ok(registry)
}

fn world(setup: &Setup, registry: Registry, seed: Seed) -> Result<World, String> {
    let draw =
        |rows: &Vec<String>| Level::from_rows(&registry, rows).map_err(|error| error.to_string());
    let mut world = match (&setup.map, &setup.maps) {
        (Some(rows), None) => {
            let level = draw(rows)?;
            World::new(registry, seed, "map", level)
        }
        (None, Some(maps)) => {
            let mut levels = Vec::new();
            for (name, rows) in maps {
                levels.push((name, draw(rows)?));
            }
            let mut levels = levels.into_iter();
            let (name, first) = levels.next().ok_or("maps is empty")?;
            let mut world = World::new(registry, seed, name, first);
            for (name, level) in levels {
                world
                    .add_level(name, level)
                    .map_err(|error| error.to_string())?;
            }
            world
        }
        _ => return Err("a setup has either map or maps".to_string()),
    };
    if let Some(current) = &setup.current {
        let level = world
            .level_id(current)
            .ok_or_else(|| format!("no level {current:?}"))?;
        world.enter(level);
    }
    for way in &setup.transitions {
        let (Way::Pair(from, to) | Way::OneWay(from, to)) = way;
        let (from, to) = (arrival(&world, from)?, arrival(&world, to)?);
        let made = match way {
            Way::Pair(..) => world.add_pair(from, to, Trigger::Key),
            Way::OneWay(..) => world.add_transition(from, to, Trigger::Key),
        };
        made.map_err(|error| error.to_string())?;
    }
    for (cell, props) in &setup.tile_props {
        let at = cell_of(cell)?;
        for (name, json) in props {
            let value = Value::from_json(json).map_err(|error| error.to_string())?;
            let prop = world
                .registry_mut()
                .prop_key(name)
                .ok_or("too many names")?;
            if let Some(value) = value
                && !world.level_mut().set_tile_prop(at, prop, value)
            {
                return Err(format!("{cell} is off the map"));
            }
        }
    }
    Ok(world)
}

fn arrival(world: &World, (name, x, y): &Place) -> Result<Arrival, String> {
    let level = world
        .level_id(name)
        .ok_or_else(|| format!("no level {name:?}"))?;
    let at = Point::new(*x, *y);
    Ok(Arrival { level, at })
}

fn refuse_tutorial_words(setup: &Setup) -> Result<(), String> {
    let tutorial = setup.visible.is_some()
        || setup.capacity.is_some()
        || !setup.order.is_empty()
        || !setup.inventory.is_empty()
        || !setup.floor.is_empty();
    if tutorial {
        return Err("visible, order, inventory, capacity and floor are of the tutorial".into());
    }
    Ok(())
}

fn add_entity(
    world: &mut World,
    form: &EntityForm,
    aliases: &BTreeMap<String, EntityId>,
) -> Result<(), String> {
    if form.name.is_some()
        || form.char.is_some()
        || form.color.is_some()
        || form.blocks.is_some()
        || form.fighter.is_some()
        || form.ai.is_some()
    {
        return Err(format!(
            "{}: name, char, color, blocks, fighter and ai are of the tutorial",
            form.id
        ));
    }
    let key = form
        .kind
        .as_ref()
        .ok_or_else(|| format!("{}: no type", form.id))?;
    let kind = world
        .registry_mut()
        .entity_key(key)
        .ok_or("too many types")?;
    let mut entity = Entity::new(kind, Point::new(form.at.0, form.at.1));
    entity.id = aliases.get(&form.id).copied();
    for (name, json) in &form.props {
        let value =
            Value::from_json(json).map_err(|error| format!("{}.{name}: {error}", form.id))?;
        match (name.as_str(), value) {
            (_, None) => {}
            ("next_action", Some(value)) => {
                entity.next_action = value
                    .as_int()
                    .ok_or_else(|| format!("{}: next_action has to be a number", form.id))?;
            }
            (name, Some(value)) => {
                let prop = world
                    .registry_mut()
                    .prop_key(name)
                    .ok_or("too many names")?;
                entity.props.set(prop, value);
            }
        }
    }
    let level = match &form.map {
        Some(name) => world
            .level_id(name)
            .ok_or_else(|| format!("no level {name:?}"))?,
        None => world.current(),
    };
    world
        .add_to(level, entity)
        .map_err(|error| error.to_string())?;
    Ok(())
}
