//! A world: content, levels, entities, transitions, chance, the log. Everything
//! that is saved, and nothing that is code.
//!
//! One level is the current one; creatures on the others are frozen. When a
//! level is entered again, the clocks of its creatures go on from where they
//! stopped.

mod entities;
mod ground;
mod manners;
mod movement;
mod packs;
mod perception;
mod transitions;
mod whereabouts;

use std::collections::BTreeMap;
use std::fmt;

use parlour_rules::Seed;
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::dice::Dice;
use crate::effect::Effect;
use crate::entity::{Entity, EntityId};
use crate::event::Event;
use crate::level::{Facts, Level};
use crate::log::Log;
use crate::registry::{ContentError, Registry};

pub use entities::NotAdded;
pub(crate) use manners::Manners;
pub use movement::Step;
pub use packs::{PACK_SIZE, PackRefused};
pub(crate) use perception::Senses;
pub use perception::{LookInfo, Metric};
pub use transitions::{Arrival, BadTransition, NoWay, Side, Transitions, Trigger};
use whereabouts::Whereabouts;

/// The handle of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LevelId(pub(crate) u16);

impl LevelId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Everything there is.
#[derive(Clone)]
pub struct World {
    pub(crate) registry: Registry,
    pub(crate) levels: Vec<Level>,
    pub(crate) level_names: Vec<Box<str>>,
    pub(crate) current: LevelId,
    pub(crate) transitions: Transitions,
    pub(crate) whereabouts: Whereabouts,
    /// What each carrier carries.
    pub(crate) packs: BTreeMap<EntityId, Vec<Entity>>,
    pub(crate) last_id: u64,
    /// The tick of the latest scheduled turn.
    pub(crate) now: i64,
    /// How many turns the player has taken.
    pub(crate) turns: u64,
    pub(crate) log: Log,
    pub(crate) events: Vec<Event>,
    pub(crate) senses: Senses,
    /// What the rules say where the world asks.
    pub(crate) manners: Manners,
    /// Who dies just now, while what is done before goes on; nobody between actions.
    pub(crate) leaving: Vec<EntityId>,
    /// The streams of chance.
    pub chance: Chance,
    /// Whatever else the game wants to keep in its saves, by name.
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// Why a level was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelRefused {
    /// The name is in use.
    #[error("there is a level of that name already")]
    NameTaken,
    /// There are as many levels as a world holds.
    #[error("a world holds at most {max} levels", max = World::MAX_LEVELS)]
    TooMany,
}

impl World {
    /// The most levels of one world.
    pub const MAX_LEVELS: usize = 10_000;

    /// A world with content, a seed (or streams of chance that have been drawn
    /// from already, for instance to make the level) and one level, the current
    /// one.
    pub fn new(registry: Registry, chance: impl Into<Chance>, name: &str, level: Level) -> Self {
        let mut world = Self {
            registry,
            levels: Vec::new(),
            level_names: Vec::new(),
            current: LevelId(0),
            transitions: Transitions::default(),
            whereabouts: Whereabouts::default(),
            packs: BTreeMap::new(),
            last_id: 0,
            now: 0,
            turns: 0,
            log: Log::default(),
            events: Vec::new(),
            senses: Senses::default(),
            manners: Manners::default(),
            leaving: Vec::new(),
            chance: chance.into(),
            extra: BTreeMap::new(),
        };
        world
            .add_level(name, level)
            .expect("a new world has room for a level");
        world
    }

    /// Adds a level.
    pub fn add_level(&mut self, name: &str, mut level: Level) -> Result<LevelId, LevelRefused> {
        if self.level_id(name).is_some() {
            return Err(LevelRefused::NameTaken);
        }
        if self.levels.len() >= Self::MAX_LEVELS {
            return Err(LevelRefused::TooMany);
        }
        level.retable(&self.registry);
        level.left_at = self.now;
        self.levels.push(level);
        self.level_names.push(name.into());
        Ok(LevelId(self.levels.len() as u16 - 1))
    }

    /// The content.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The content, to look up handles of names that may be new.
    pub(crate) fn registry_mut(&mut self) -> &mut Registry {
        &mut self.registry
    }

    /// Reads more content, or the same content anew while the game runs. If
    /// anything is wrong with it, nothing changes.
    pub fn load_content(&mut self, file: &str, text: &str) -> Result<(), ContentError> {
        self.registry.load(file, text)?;
        self.content_changed();
        Ok(())
    }

    /// Takes the facts of types anew into every level.
    pub(crate) fn content_changed(&mut self) {
        let Self {
            registry, levels, ..
        } = self;
        for level in levels {
            level.retable(registry);
            for slot in level.slots_in_use().collect::<Vec<_>>() {
                let facts = Facts::of(registry, level.slot(slot).kind, level.props(slot));
                level.refresh_entity(slot, facts);
            }
        }
    }

    /// The current level.
    pub fn level(&self) -> &Level {
        &self.levels[self.current.index()]
    }

    /// The current level, to change its tiles.
    pub fn level_mut(&mut self) -> &mut Level {
        &mut self.levels[self.current.index()]
    }

    /// The handle of the current level.
    pub fn current(&self) -> LevelId {
        self.current
    }

    /// A level by its handle.
    pub fn get_level(&self, id: LevelId) -> Option<&Level> {
        self.levels.get(id.index())
    }

    /// A level by its handle, to change its tiles.
    pub fn get_level_mut(&mut self, id: LevelId) -> Option<&mut Level> {
        self.levels.get_mut(id.index())
    }

    /// The handle of a level by name.
    pub fn level_id(&self, name: &str) -> Option<LevelId> {
        let place = self.level_names.iter().position(|known| **known == *name)?;
        Some(LevelId(place as u16))
    }

    /// The name of a level.
    pub fn level_name(&self, id: LevelId) -> &str {
        self.level_names.get(id.index()).map_or("", |name| name)
    }

    /// Every level, in the order in which they were added.
    pub fn level_ids(&self) -> impl Iterator<Item = LevelId> + use<> {
        (0..self.levels.len() as u16).map(LevelId)
    }

    /// Makes another level the current one: the clocks of the old one stop, and
    /// those of the new one go on. Says whether there is such a level.
    pub fn enter(&mut self, id: LevelId) -> bool {
        if id.index() >= self.levels.len() {
            return false;
        }
        if id != self.current {
            self.level_mut().left_at = self.now;
            self.current = id;
            let now = self.now;
            let level = self.level_mut();
            let frozen = now.saturating_sub(level.left_at);
            level.thaw(frozen);
            level.left_at = now;
        }
        true
    }

    /// The tick of the latest scheduled turn.
    pub fn now(&self) -> i64 {
        self.now
    }

    /// How many turns the player has taken.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// The seed everything grew from.
    pub fn seed(&self) -> Seed {
        self.chance.seed()
    }

    /// The message log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Adds a sentence to the log.
    pub fn say(&mut self, text: impl Into<Box<str>>) {
        let text = text.into();
        self.log.push(self.turns, text.clone());
        self.events.push(Event::Said(text));
    }

    /// Asks for an animation. Those without frames are nothing.
    pub fn show(&mut self, effect: Effect) {
        if !effect.frames.is_empty() {
            self.events.push(Event::Shown(effect));
        }
    }

    /// Tells whoever shows the game that something happened.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// What happened since the events were last taken.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Rolls dice from the stream of fights.
    pub fn roll(&mut self, dice: Dice) -> i64 {
        dice.roll(&mut self.chance.fight)
    }

    /// The number the next entity will get.
    pub fn next_id(&self) -> EntityId {
        EntityId(self.last_id.saturating_add(1))
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("levels", &self.level_names)
            .field("current", &self.level_name(self.current))
            .field("now", &self.now)
            .field("turns", &self.turns)
            .finish_non_exhaustive()
    }
}
