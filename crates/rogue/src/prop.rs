//! Property names as small numbers, and the few properties an instance has of
//! its own.
//!
//! A name is looked up once; from then on a [`Prop`] is an index into an array.
//! The names the framework itself asks for are constants.

use std::collections::BTreeMap;

use crate::value::Value;

/// The handle of a property name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prop(pub(crate) u16);

impl Prop {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! known_properties {
    ($($constant:ident $name:literal $doc:literal,)*) => {
        known_properties!(@constants 0u16; $($constant $name $doc,)*);
        /// The names with fixed handles, in the order of their numbers.
        const KNOWN: &[&str] = &[$($name),*];
    };
    (@constants $index:expr; $constant:ident $name:literal $doc:literal, $($rest:tt)*) => {
        impl Prop {
            #[doc = $doc]
            pub const $constant: Prop = Prop($index);
        }
        known_properties!(@constants $index + 1; $($rest)*);
    };
    (@constants $index:expr;) => {};
}

known_properties! {
    NAME "name" "What it is called.",
    DESCRIPTION "description" "What one sees when looking at it.",
    CHAR "char" "The character it is drawn with.",
    COLOR "color" "The colour it is drawn in.",
    WALKABLE "walkable" "Of tiles: may be entered.",
    TRANSPARENT "transparent" "Of tiles: lets sight pass.",
    NEEDS "needs" "Of tiles: the ability that opens them, such as `can_swim`.",
    BLOCKS_MOVEMENT "blocks_movement" "Of entities: nobody else may enter its cell.",
    ACT "act" "Of entity types: the behaviour.",
    DELAY "delay" "Ticks an ordinary action takes.",
    VIEW_RADIUS "view_radius" "How far it sees; unlimited if absent.",
    CAN_SWIM "can_swim" "Opens water.",
    PUSHABLE "pushable" "May be pushed along one cell.",
    HP "hp" "Hit points.",
    MAX_HP "max_hp" "Hit points when unhurt.",
    ATTACK "attack" "Dice rolled to hit in a fight hand to hand.",
    DEFENSE "defense" "What a roll to hit must reach.",
    DAMAGE "damage" "Dice of a blow.",
    ARMOR "armor" "What is taken off every blow.",
    RANGED_ATTACK "ranged_attack" "Dice rolled to hit with a shot.",
    RANGED_DAMAGE "ranged_damage" "Dice of a shot.",
    RANGE "range" "How far a shot carries.",
    POWER "power" "Strength of a blow under the fixed rule.",
    DRAW_ORDER "draw_order" "Higher is drawn above lower on one cell.",
    MIND "mind" "Which of the minds an entity has now, for those that change it.",
    OLD_MIND "old_mind" "The mind that comes back when the present one has passed.",
    MIND_TURNS "mind_turns" "How many turns the present mind lasts.",
    USE "use" "Of items: what they do, such as `heal`.",
    AMOUNT "amount" "Of items: how much they heal.",
    RADIUS "radius" "Of items: how far they burn.",
    TURNS "turns" "Of items: how long they last.",
    CAPACITY "capacity" "How many items fit the pack.",
    BACKGROUND "background" "The colour behind it.",
}

/// Names and their handles. Handles are given out in order and never change.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    names: Vec<Box<str>>,
    handles: BTreeMap<Box<str>, Prop>,
}

impl Names {
    /// The most names one game may use.
    const LIMIT: usize = u16::MAX as usize;

    pub(crate) fn get(&self, name: &str) -> Option<Prop> {
        self.handles.get(name).copied()
    }

    pub(crate) fn name(&self, prop: Prop) -> &str {
        self.names.get(prop.index()).map_or("", |name| name)
    }

    /// The handle of a name, a new one if need be. Nothing if there are too
    /// many names already.
    pub(crate) fn intern(&mut self, name: &str) -> Option<Prop> {
        if let Some(prop) = self.get(name) {
            return Some(prop);
        }
        if self.names.len() >= Self::LIMIT {
            return None;
        }
        let prop = Prop(self.names.len() as u16);
        self.names.push(name.into());
        self.handles.insert(name.into(), prop);
        Some(prop)
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self {
            names: Vec::new(),
            handles: BTreeMap::new(),
        };
        for name in KNOWN {
            names.intern(name);
        }
        names
    }
}

/// The properties one instance or one type has of its own, by handle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Props(Vec<(Prop, Value)>);

impl Props {
    /// None at all.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value of a property, if it is here.
    pub fn get(&self, prop: Prop) -> Option<&Value> {
        let place = self.0.binary_search_by_key(&prop, |entry| entry.0).ok()?;
        Some(&self.0[place].1)
    }

    /// Sets a property and answers what it was.
    pub fn set(&mut self, prop: Prop, value: impl Into<Value>) -> Option<Value> {
        match self.0.binary_search_by_key(&prop, |entry| entry.0) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, value.into())),
            Err(place) => {
                self.0.insert(place, (prop, value.into()));
                None
            }
        }
    }

    /// Takes a property away and answers what it was.
    pub fn unset(&mut self, prop: Prop) -> Option<Value> {
        let place = self.0.binary_search_by_key(&prop, |entry| entry.0).ok()?;
        Some(self.0.remove(place).1)
    }

    /// Every property, by handle.
    pub fn iter(&self) -> impl Iterator<Item = (Prop, &Value)> {
        self.0.iter().map(|(prop, value)| (*prop, value))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_have_their_fixed_handles() {
        let names = Names::default();
        assert_eq!(names.get("name"), Some(Prop::NAME));
        assert_eq!(names.get("draw_order"), Some(Prop::DRAW_ORDER));
        assert_eq!(names.name(Prop::HP), "hp");
        assert_eq!(names.len(), KNOWN.len());
    }

    #[test]
    fn properties_are_set_replaced_and_taken_away() {
        let mut props = Props::new();
        assert_eq!(props.set(Prop::HP, 5), None);
        assert_eq!(props.set(Prop::NAME, "Grishnak"), None);
        assert_eq!(props.set(Prop::HP, 4), Some(Value::Int(5)));
        assert_eq!(props.get(Prop::HP), Some(&Value::Int(4)));
        assert_eq!(props.iter().count(), 2);
        assert_eq!(props.unset(Prop::HP), Some(Value::Int(4)));
        assert_eq!(props.get(Prop::HP), None);
    }
}
