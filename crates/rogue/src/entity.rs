//! Things that stand on a map: creatures, items, the player.

use std::fmt;

use parlour_grid::Point;
use serde::{Deserialize, Serialize};

use crate::appearance::Glyph;
use crate::level::{Level, Slot};
use crate::prop::{Prop, Props};
use crate::registry::{EntityType, Registry};
use crate::value::Value;

/// The number of an entity. Never given out twice in one world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntityId(pub u64);

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An entity that is on no map: one to be added, or one that was taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Its number, if it has one already.
    pub id: Option<EntityId>,
    /// Its type.
    pub kind: EntityType,
    /// Its cell.
    pub at: Point,
    /// The tick at which it acts next.
    pub next_action: i64,
    /// The properties it has of its own.
    pub props: Props,
}

impl Entity {
    /// An entity of a type, with nothing of its own.
    pub const fn new(kind: EntityType, at: Point) -> Self {
        Self {
            id: None,
            kind,
            at,
            next_action: 0,
            props: Props::new(),
        }
    }

    /// The standard player: a yellow `@`.
    pub fn player(at: Point) -> Self {
        Self::new(EntityType::PLAYER, at)
            .with(Prop::CHAR, "@")
            .with(Prop::COLOR, "yellow")
    }

    /// The same with a property of its own.
    #[must_use]
    pub fn with(mut self, prop: Prop, value: impl Into<Value>) -> Self {
        self.props.set(prop, value);
        self
    }

    /// The same with a given number.
    #[must_use]
    pub const fn with_id(mut self, id: u64) -> Self {
        self.id = Some(EntityId(id));
        self
    }

    /// The same with another first turn.
    #[must_use]
    pub const fn acting_at(mut self, tick: i64) -> Self {
        self.next_action = tick;
        self
    }

    /// The same moved to a cell. Nothing is checked.
    #[must_use]
    pub const fn moved_to(mut self, at: Point) -> Self {
        self.at = at;
        self
    }

    /// The same moved by an offset. Nothing is checked.
    #[must_use]
    pub fn moved_by(mut self, by: Point) -> Self {
        self.at += by;
        self
    }
}

/// An entity on a level, with its type at hand.
#[derive(Clone, Copy)]
pub struct EntityRef<'a> {
    pub(crate) level: &'a Level,
    pub(crate) registry: &'a Registry,
    pub(crate) slot: u32,
}

impl<'a> EntityRef<'a> {
    fn data(self) -> &'a Slot {
        self.level.slot(self.slot)
    }

    /// Its number.
    pub fn id(self) -> EntityId {
        self.data().id
    }

    /// Its type.
    pub fn kind(self) -> EntityType {
        self.data().kind
    }

    /// The key of its type.
    pub fn type_key(self) -> &'a str {
        self.registry.entity_type_key(self.kind())
    }

    /// Its cell.
    pub fn at(self) -> Point {
        self.data().at
    }

    /// The tick at which it acts next.
    pub fn next_action(self) -> i64 {
        self.data().next_action
    }

    /// How many ticks an ordinary action takes it.
    pub fn delay(self) -> i64 {
        i64::from(self.data().delay)
    }

    /// Whether nobody else may enter its cell.
    pub fn blocks(self) -> bool {
        self.data().blocks
    }

    /// Whether its type has a behaviour.
    pub fn acts(self) -> bool {
        self.data().acts
    }

    /// Whether it stumbles about whatever its behaviour.
    pub(crate) fn is_dazed(self) -> bool {
        self.data().dazed
    }

    /// The properties it has of its own.
    pub fn own(self) -> &'a Props {
        self.level.props(self.slot)
    }

    /// A property: its own, else its type's.
    pub fn prop(self, prop: Prop) -> Option<&'a Value> {
        self.own()
            .get(prop)
            .or_else(|| self.registry.entity_prop(self.kind(), prop))
    }

    /// A property by name.
    pub fn named(self, prop: &str) -> Option<&'a Value> {
        self.prop(self.registry.prop(prop)?)
    }

    /// A property by name that is a number; 0 where there is none.
    pub fn count(self, prop: &str) -> i64 {
        self.named(prop).and_then(Value::as_int).unwrap_or(0)
    }

    /// A property that is a number.
    pub fn int(self, prop: Prop) -> Option<i64> {
        self.prop(prop).and_then(Value::as_int)
    }

    /// A property that is yes; anything else is no.
    pub fn is(self, prop: Prop) -> bool {
        self.prop(prop).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Its name, else its type's, else the key of the type.
    pub fn name(self) -> &'a str {
        self.prop(Prop::NAME)
            .and_then(Value::as_text)
            .unwrap_or_else(|| self.type_key())
    }

    /// Its description, else its type's.
    pub fn description(self) -> Option<&'a str> {
        self.prop(Prop::DESCRIPTION).and_then(Value::as_text)
    }

    /// How it looks: `?` and white where nothing is said.
    pub fn glyph(self) -> Glyph {
        let text = |prop| self.prop(prop).and_then(Value::as_text);
        Glyph {
            char: text(Prop::CHAR)
                .and_then(|char| char.chars().next())
                .unwrap_or('?'),
            colour: text(Prop::COLOR)
                .and_then(|colour| colour.parse().ok())
                .unwrap_or_default(),
        }
    }

    /// How far it sees: a Chebyshev distance, or as far as walls allow.
    pub fn view_radius(self) -> Option<u32> {
        self.int(Prop::VIEW_RADIUS)
            .map(|radius| u32::try_from(radius.max(0)).unwrap_or(u32::MAX))
    }

    /// Whether it has hit points left.
    pub fn is_alive(self) -> bool {
        self.int(Prop::HP).is_some_and(|hp| hp > 0)
    }

    /// A copy that is on no map.
    pub fn to_entity(self) -> Entity {
        let data = self.data();
        Entity {
            id: Some(data.id),
            kind: data.kind,
            at: data.at,
            next_action: data.next_action,
            props: self.own().clone(),
        }
    }
}

impl fmt::Debug for EntityRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} at {}", self.type_key(), self.id(), self.at())
    }
}
