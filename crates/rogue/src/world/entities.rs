//! Adding, finding, changing and removing entities.

use parlour_grid::Point;

use super::{LevelId, World};
use crate::entity::{Entity, EntityId, EntityRef};
use crate::event::Event;
use crate::level::{Facts, Level};
use crate::prop::Prop;
use crate::registry::EntityType;
use crate::value::Value;

/// Why an entity was not added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAdded {
    /// No type of that key.
    #[error("no entity type {0:?}")]
    NoSuchType(String),
    /// No such level.
    #[error("no such level")]
    NoSuchLevel,
    /// The number is in use.
    #[error("there is an entity with the number {0} already")]
    IdTaken(EntityId),
    /// Every number was given out.
    #[error("there are no numbers left for entities")]
    NoIdsLeft,
}

impl World {
    /// Adds an entity of a type to the current level. Its clock begins now: during
    /// play it takes its first turn when those who are due at this moment have had
    /// theirs.
    pub fn spawn(&mut self, kind: &str, at: impl Into<Point>) -> Result<EntityId, NotAdded> {
        self.spawn_on(self.current, kind, at)
    }

    /// The same with another first turn, as a tick: `world.now() + 50` is five
    /// ordinary turns from now.
    pub fn spawn_at(
        &mut self,
        kind: &str,
        at: impl Into<Point>,
        tick: i64,
    ) -> Result<EntityId, NotAdded> {
        let entity = self.newcomer(kind, at.into())?.acting_at(tick);
        self.add(entity)
    }

    /// Adds an entity of a type to a level. A `player` whose looks content does
    /// not name is the [standard one](Entity::player), a yellow `@`.
    pub fn spawn_on(
        &mut self,
        level: LevelId,
        kind: &str,
        at: impl Into<Point>,
    ) -> Result<EntityId, NotAdded> {
        let entity = self.newcomer(kind, at.into())?;
        self.add_to(level, entity)
    }

    fn newcomer(&self, kind: &str, at: Point) -> Result<Entity, NotAdded> {
        let kind = self
            .registry
            .entity(kind)
            .ok_or_else(|| NotAdded::NoSuchType(kind.to_string()))?;
        let mut entity = Entity::new(kind, at);
        if kind == EntityType::PLAYER {
            // The standard player, where content says nothing else.
            for (prop, value) in Entity::player(Point::ORIGIN).props.iter() {
                if self.registry.entity_prop(kind, prop).is_none() {
                    entity.props.set(prop, value.clone());
                }
            }
        }
        Ok(entity)
    }

    /// Adds an entity at the end of the current level's list.
    pub fn add(&mut self, entity: Entity) -> Result<EntityId, NotAdded> {
        self.add_to(self.current, entity)
    }

    /// Adds an entity at the end of a level's list. It gets the next number
    /// unless it brings one of its own. Nobody's clock begins in the past: whose
    /// first turn is over already begins now, else it would make up for all the
    /// turns since the beginning of the world at once.
    pub fn add_to(&mut self, level: LevelId, mut entity: Entity) -> Result<EntityId, NotAdded> {
        let now = if level == self.current {
            self.now
        } else {
            // Of a level that nobody is on: the moment at which it was left.
            self.get_level(level).map_or(0, |level| level.left_at)
        };
        if now > 0 {
            entity.next_action = entity.next_action.max(now);
        }
        self.insert(level, entity)
    }

    /// Adds an entity with the clock it has, as saves do.
    pub(crate) fn insert(&mut self, level: LevelId, entity: Entity) -> Result<EntityId, NotAdded> {
        if level.index() >= self.levels.len() {
            return Err(NotAdded::NoSuchLevel);
        }
        let id = match entity.id {
            Some(id) if self.find(id).is_some() || self.carrier_of(id).is_some() => {
                return Err(NotAdded::IdTaken(id));
            }
            Some(id) => id,
            None => EntityId(self.last_id.checked_add(1).ok_or(NotAdded::NoIdsLeft)?),
        };
        self.last_id = self.last_id.max(id.0);
        self.put_into(level, id, entity);
        self.events.push(Event::Added { who: id });
        Ok(id)
    }

    pub(super) fn put_into(&mut self, level: LevelId, id: EntityId, entity: Entity) -> u32 {
        let facts = Facts::of(&self.registry, entity.kind, &entity.props);
        let slot = self.levels[level.index()].insert(id, entity, facts);
        self.whereabouts.set(id, level, slot);
        slot
    }

    /// Takes an entity away, wherever it is, and what it carries with it.
    pub fn remove(&mut self, id: EntityId) -> Option<Entity> {
        let (level, slot) = self.find(id)?;
        self.packs.remove(&id);
        self.whereabouts.forget(id);
        self.events.push(Event::Removed { who: id });
        Some(self.levels[level.index()].take(slot))
    }

    /// An entity by its number, wherever it is.
    pub fn entity(&self, id: EntityId) -> Option<EntityRef<'_>> {
        let (level, slot) = self.find(id)?;
        Some(self.entity_ref(level, slot))
    }

    /// The level an entity is on.
    pub fn level_of(&self, id: EntityId) -> Option<LevelId> {
        self.find(id).map(|(level, _)| level)
    }

    /// The first entity on the current level that equals a description without a
    /// number: same type, same cell, same clock, same properties.
    pub fn find_equal(&self, entity: &Entity) -> Option<EntityId> {
        self.entities()
            .find(|candidate| {
                let mut other = candidate.to_entity();
                other.id = entity.id;
                other == *entity
            })
            .map(EntityRef::id)
    }

    /// Every entity of the current level, in the order of the list.
    pub fn entities(&self) -> impl Iterator<Item = EntityRef<'_>> {
        self.entities_of(self.current)
    }

    /// Every entity of a level, in the order of the list.
    pub fn entities_of(&self, level: LevelId) -> impl Iterator<Item = EntityRef<'_>> {
        let slots = self.get_level(level).map(Level::slots_in_order);
        slots
            .unwrap_or_default()
            .into_iter()
            .map(move |slot| self.entity_ref(level, slot))
    }

    /// The entities in a cell of the current level, in the order of the list:
    /// the last is the top.
    pub fn entities_at(&self, at: Point) -> Vec<EntityRef<'_>> {
        let mut slots: Vec<u32> = self.level().slots_at(at).collect();
        slots.reverse();
        slots
            .into_iter()
            .map(|slot| self.entity_ref(self.current, slot))
            .collect()
    }

    /// The topmost entity in a cell of the current level.
    pub fn top_at(&self, at: Point) -> Option<EntityRef<'_>> {
        let slot = self.level().slots_at(at).next()?;
        Some(self.entity_ref(self.current, slot))
    }

    /// The first entity of the type `player` on the current level.
    pub fn player(&self) -> Option<EntityId> {
        let slot = self.level().player_slot()?;
        Some(self.level().slot(slot).id)
    }

    /// Sets a property of an entity. Says whether there is such an entity. An
    /// updated entity is the last of the list.
    pub fn set(&mut self, id: EntityId, prop: Prop, value: impl Into<Value>) -> bool {
        self.update(id, |level, slot| {
            level.props_mut(slot).set(prop, value);
        })
    }

    /// Sets a property by name.
    pub fn set_named(&mut self, id: EntityId, prop: &str, value: impl Into<Value>) -> bool {
        match self.registry_mut().prop_key(prop) {
            Some(prop) => self.set(id, prop, value),
            None => false,
        }
    }

    /// Adds to a property that is a number, 0 where there is none, and answers what
    /// it is now; 0 if there is no such entity.
    pub fn adjust(&mut self, id: EntityId, prop: &str, by: i64) -> i64 {
        let Some(entity) = self.entity(id) else {
            return 0;
        };
        let now = entity.count(prop).saturating_add(by);
        self.set_named(id, prop, now);
        now
    }

    /// Takes a property of its own away from an entity.
    pub fn unset(&mut self, id: EntityId, prop: Prop) -> bool {
        self.update(id, |level, slot| {
            level.props_mut(slot).unset(prop);
        })
    }

    /// Makes an entity one of another type.
    pub fn set_type(&mut self, id: EntityId, kind: EntityType) -> bool {
        let Some(mut entity) = self.take_quietly(id) else {
            return false;
        };
        entity.1.kind = kind;
        self.put_into(entity.0, id, entity.1);
        true
    }

    /// Sets the tick at which an entity acts next.
    pub fn set_next_action(&mut self, id: EntityId, tick: i64) -> bool {
        self.with_slot(id, |level, slot| {
            level.schedule(slot, tick);
            level.touch(slot);
        })
    }

    /// Puts an entity on a cell of its level. Nothing is checked; a cell off the
    /// map is possible and nowhere.
    pub fn place(&mut self, id: EntityId, at: Point) -> bool {
        self.with_slot(id, |level, slot| level.put(slot, at))
    }

    /// Moves an entity by an offset. Nothing is checked.
    pub fn place_by(&mut self, id: EntityId, by: Point) -> bool {
        self.with_slot(id, |level, slot| {
            let at = level.slot(slot).at + by;
            level.put(slot, at);
        })
    }

    /// The level and slot of an entity. A level that was replaced as a whole has
    /// nobody of the old one.
    pub(crate) fn find(&self, id: EntityId) -> Option<(LevelId, u32)> {
        let (level, slot) = self.whereabouts.get(id)?;
        let holds = self.levels[level.index()].holds(slot, id);
        holds.then_some((level, slot))
    }

    pub(crate) fn entity_ref(&self, level: LevelId, slot: u32) -> EntityRef<'_> {
        EntityRef {
            level: &self.levels[level.index()],
            registry: &self.registry,
            slot,
        }
    }

    /// Takes an entity out of its level without a word.
    pub(super) fn take_quietly(&mut self, id: EntityId) -> Option<(LevelId, Entity)> {
        let (level, slot) = self.find(id)?;
        self.whereabouts.forget(id);
        Some((level, self.levels[level.index()].take(slot)))
    }

    fn with_slot(&mut self, id: EntityId, change: impl FnOnce(&mut Level, u32)) -> bool {
        let Some((level, slot)) = self.find(id) else {
            return false;
        };
        change(&mut self.levels[level.index()], slot);
        true
    }

    fn update(&mut self, id: EntityId, change: impl FnOnce(&mut Level, u32)) -> bool {
        let Some((level, slot)) = self.find(id) else {
            return false;
        };
        let level = &mut self.levels[level.index()];
        change(level, slot);
        let facts = Facts::of(&self.registry, level.slot(slot).kind, level.props(slot));
        level.refresh_entity(slot, facts);
        level.touch(slot);
        true
    }
}
