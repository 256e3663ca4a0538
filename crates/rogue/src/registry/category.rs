//! The types of one category: keys, parents, own properties, and the resolved
//! table that lookups read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::prop::{Names, Prop, Props};
use crate::value::Value;

/// The two name spaces of a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Creatures, things, the player.
    Entity,
    /// What a cell is made of.
    Tile,
}

/// What following the parents of a type comes to.
pub(super) enum Link<'a> {
    /// An end.
    Sound,
    /// A parent nobody defined.
    Missing(&'a str),
    /// The type itself again: its ancestors in order.
    Circle(Vec<String>),
}

#[derive(Clone, Debug)]
struct Definition {
    parent: Option<u16>,
    props: Props,
    place: Option<(Box<str>, u32)>,
}

/// Definitions by key: the parent and the own properties.
type Described<'a> = BTreeMap<&'a str, (Option<&'a str>, BTreeMap<String, &'a Value>)>;

/// Types by index. A key may be known without being defined.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinds {
    keys: Vec<Box<str>>,
    handles: BTreeMap<Box<str>, u16>,
    definitions: Vec<Option<Definition>>,
    /// What the first types have when neither they nor their parents say.
    base: Vec<Props>,
    /// One row per type, one column per property name; inheritance is done.
    table: Vec<Option<Value>>,
    width: usize,
}

impl Kinds {
    /// Keys known from the start, with what they have if content says nothing.
    pub(super) fn known(keys: impl IntoIterator<Item = (&'static str, Props)>) -> Self {
        let mut kinds = Self::default();
        for (key, base) in keys {
            kinds.intern(key);
            kinds.base.push(base);
        }
        kinds
    }

    /// Whether the type is defined or has a nature from the start.
    pub(super) fn exists(&self, index: u16) -> bool {
        let born = self.base.get(index as usize);
        self.is_defined(index) || born.is_some_and(|props| !props.is_empty())
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn intern(&mut self, key: &str) -> Option<u16> {
        if let Some(index) = self.find(key) {
            return Some(index);
        }
        if self.keys.len() >= super::Registry::MAX_TYPES {
            return None;
        }
        let index = self.keys.len() as u16;
        self.keys.push(key.into());
        self.handles.insert(key.into(), index);
        self.definitions.push(None);
        Some(index)
    }

    /// Replaces whatever the key meant before.
    pub(super) fn define(
        &mut self,
        key: &str,
        parent: Option<&str>,
        props: Props,
        place: Option<(Box<str>, u32)>,
    ) -> Option<u16> {
        let index = self.intern(key)?;
        let parent = match parent {
            Some(parent) => Some(self.intern(parent)?),
            None => None,
        };
        self.definitions[index as usize] = Some(Definition {
            parent,
            props,
            place,
        });
        Some(index)
    }

    pub(super) fn find(&self, key: &str) -> Option<u16> {
        self.handles.get(key).copied()
    }

    pub(super) fn is_defined(&self, index: u16) -> bool {
        self.definition(index).is_some()
    }

    pub(super) fn key(&self, index: u16) -> &str {
        self.keys.get(index as usize).map_or("", |key| key)
    }

    pub(super) fn all_defined(&self) -> impl Iterator<Item = u16> {
        (0..self.keys.len() as u16).filter(|&index| self.is_defined(index))
    }

    pub(super) fn existing_keys(&self) -> impl Iterator<Item = &str> {
        let all = 0..self.keys.len() as u16;
        all.filter(|&index| self.exists(index))
            .map(|index| self.key(index))
    }

    pub(super) fn parent(&self, index: u16) -> Option<u16> {
        self.definition(index)?.parent
    }

    pub(super) fn origin(&self, index: u16) -> Option<&(Box<str>, u32)> {
        self.definition(index)?.place.as_ref()
    }

    pub(super) fn place(&self, index: u16) -> Option<(&str, u32)> {
        self.origin(index)
            .map(|(file, line)| (file.as_ref(), *line))
    }

    pub(super) fn lookup(&self, index: usize, prop: Prop) -> Option<&Value> {
        if prop.index() >= self.width {
            return None;
        }
        self.table.get(index * self.width + prop.index())?.as_ref()
    }

    /// Follows the parents of a type to their end. A fault further up is the
    /// complaint of the types up there.
    pub(super) fn link(&self, index: u16) -> Link<'_> {
        let Some(parent) = self.parent(index) else {
            return Link::Sound;
        };
        if !self.exists(parent) {
            return Link::Missing(self.key(parent));
        }
        let mut at = index;
        for steps in 1..=self.keys.len() {
            let Some(parent) = self.parent(at) else {
                return Link::Sound;
            };
            if parent == index {
                return Link::Circle(self.ancestors(index, steps));
            }
            at = parent;
        }
        Link::Sound
    }

    fn ancestors(&self, index: u16, count: usize) -> Vec<String> {
        std::iter::successors(Some(index), |&at| self.parent(at))
            .take(count.min(20))
            .map(|at| self.key(at).to_string())
            .collect()
    }

    /// Writes every type's row: its own properties over its parent's row.
    pub(super) fn resolve(&mut self, width: usize) {
        self.width = width;
        self.table.clear();
        self.table.resize(self.keys.len() * width, None);
        let mut done = vec![false; self.keys.len()];
        let mut chain = Vec::new();
        for index in 0..self.keys.len() {
            let mut at = Some(index);
            while let Some(open) = at.filter(|&open| !done[open]) {
                done[open] = true;
                chain.push(open);
                at = self.parent(open as u16).map(usize::from);
            }
            while let Some(open) = chain.pop() {
                self.write_row(open);
            }
        }
    }

    fn write_row(&mut self, index: usize) {
        let row = index * self.width;
        if let Some(base) = self.base.get(index) {
            for (prop, value) in base.iter() {
                self.table[row + prop.index()] = Some(value.clone());
            }
        }
        let Some(definition) = &self.definitions[index] else {
            return;
        };
        if let Some(parent) = definition.parent {
            let above = parent as usize * self.width;
            for column in 0..self.width {
                if let Some(value) = &self.table[above + column] {
                    self.table[row + column] = Some(value.clone());
                }
            }
        }
        for (prop, value) in definition.props.iter() {
            self.table[row + prop.index()] = Some(value.clone());
        }
    }

    /// Whether a type is the parent of another.
    pub(super) fn has_heirs(&self, index: u16) -> bool {
        let mut all = self.definitions.iter().flatten();
        all.any(|definition| definition.parent == Some(index))
    }

    /// The parent and the own properties of a type, for whoever changes some.
    pub(super) fn own(&self, index: u16) -> (Option<String>, Props) {
        let Some(definition) = self.definition(index) else {
            return (None, Props::new());
        };
        let parent = definition.parent.map(|parent| self.key(parent).to_string());
        (parent, definition.props.clone())
    }

    /// Every definition by name: parent and own properties.
    pub(super) fn described(&self, names: &Names) -> Described<'_> {
        let mut all = BTreeMap::new();
        for index in self.all_defined() {
            if let Some(definition) = self.definition(index) {
                let parent = definition.parent.map(|parent| self.key(parent));
                let own = definition.props.iter();
                let props = own.map(|(prop, value)| (names.name(prop).to_string(), value));
                all.insert(self.key(index), (parent, props.collect()));
            }
        }
        all
    }

    fn definition(&self, index: u16) -> Option<&Definition> {
        self.definitions.get(index as usize)?.as_ref()
    }
}
