//! Types of entities and tiles: single inheritance, any property, and handles
//! that make every lookup an array read.
//!
//! There are two name spaces, entities and tiles; the same key may stand in both.
//! A type may name one parent; the nearest definition on the chain wins, and
//! `false` is a definition like any other. What nobody defines is simply absent.
//!
//! Seven tiles are known before any content is read (see [`TileType`]): their
//! looks, and whether they can be walked on and seen through, are what a game
//! gets that says nothing. [`Registry::basics`] adds names and descriptions.
//!
//! Content is read as a whole: parents may come later in the file or in another
//! file, and if anything is wrong, nothing changes and every complaint is
//! reported at once.

mod category;
mod complaint;
mod content;
mod facts;

use std::fmt;

use parlour_rules::Fingerprint;

use crate::appearance::Glyph;
use crate::prop::{Names, Prop, Props};
use crate::value::Value;

pub use category::Category;
use category::{Kinds, Link};
pub(crate) use complaint::nearest;
pub use complaint::{Complaint, ContentError, Problem};
pub use content::BASICS;
pub(crate) use content::behaviour_name;
pub(crate) use facts::{Abilities, TileFacts, TileTable};

/// The handle of an entity type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityType(pub(crate) u16);

impl EntityType {
    /// The type `player`. "The player" is the first entity of this type.
    pub const PLAYER: Self = Self(0);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The handle of a tile type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileType(pub(crate) u16);

impl TileType {
    /// `floor`: `.` white, walkable, see-through.
    pub const FLOOR: Self = Self(0);
    /// `wall`: `#` white.
    pub const WALL: Self = Self(1);
    /// `door-closed`: `+` yellow.
    pub const DOOR_CLOSED: Self = Self(2);
    /// `door-open`: `/` yellow, walkable, see-through.
    pub const DOOR_OPEN: Self = Self(3);
    /// `water`: `~` blue, see-through; swimmers may enter.
    pub const WATER: Self = Self(4);
    /// `stairs-down`: `>` white, walkable, see-through.
    pub const STAIRS_DOWN: Self = Self(5);
    /// `stairs-up`: `<` white, walkable, see-through.
    pub const STAIRS_UP: Self = Self(6);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All types of a game.
#[derive(Clone, Debug)]
pub struct Registry {
    names: Names,
    entities: Kinds,
    tiles: Kinds,
    /// What is asked of tiles in every step and every look, resolved.
    tile_table: TileTable,
    abilities: Abilities,
}

/// What one type is made of, before it is looked up.
#[derive(Clone, Debug, Default)]
pub struct TypeDef {
    /// The type it inherits from.
    pub parent: Option<String>,
    /// Its own properties, by name.
    pub props: Vec<(String, Value)>,
    /// Where it was written.
    pub(crate) place: Option<(Box<str>, u32)>,
    /// Whether it changes a type that is there instead of replacing it.
    pub(crate) changes: bool,
    /// In which line each property was written, if in a file.
    pub(crate) lines: Vec<u32>,
}

impl TypeDef {
    /// Where a property was written, by its place in the list; else the type.
    fn place_of(&self, index: usize) -> Option<(Box<str>, u32)> {
        let (file, line) = self.place.as_ref()?;
        let line = self.lines.get(index).unwrap_or(line);
        Some((file.clone(), *line))
    }
}

impl TypeDef {
    /// A type without a parent and without properties.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, inheriting from `parent`.
    #[must_use]
    pub fn parent(mut self, parent: impl Into<String>) -> Self {
        self.parent = Some(parent.into());
        self
    }

    /// The same with one property more.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.props.push((name.into(), value.into()));
        self
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self::new()
    }
}

impl Registry {
    /// The most types of one category.
    pub const MAX_TYPES: usize = 10_000;

    /// No types but the seven tiles every game knows, without names.
    pub fn new() -> Self {
        let mut registry = Self {
            names: Names::default(),
            entities: Kinds::known([("player", Props::new())]),
            tiles: Kinds::known(facts::default_tiles()),
            tile_table: TileTable::default(),
            abilities: Abilities::default(),
        };
        registry.resolve();
        registry
    }

    /// The seven tiles with names and descriptions.
    pub fn basics() -> Self {
        let mut registry = Self::new();
        registry
            .load("basics", BASICS)
            .expect("the tiles that ship with the crate are well formed");
        registry
    }

    /// Reads content: a table per type, `[entity.KEY]` and `[tile.KEY]`. Either
    /// all of it is taken, or nothing changes and every complaint is returned.
    pub fn load(&mut self, file: &str, text: &str) -> Result<(), ContentError> {
        self.load_all(&[(file, text)])
    }

    /// Reads several files as one: types may inherit across them.
    pub fn load_all(&mut self, files: &[(&str, &str)]) -> Result<(), ContentError> {
        let mut complaints = Vec::new();
        let mut types = Vec::new();
        for (file, text) in files {
            content::read(file, text, &mut types, &mut complaints);
        }
        self.accept(types, complaints)
    }

    /// Defines several types at once. Defining a type again replaces it whole.
    pub fn define_all(
        &mut self,
        types: impl IntoIterator<Item = (Category, String, TypeDef)>,
    ) -> Result<(), ContentError> {
        self.accept(types.into_iter().collect(), Vec::new())
    }

    /// Defines one type. Defining a type again replaces it whole.
    pub fn define(
        &mut self,
        category: Category,
        key: &str,
        def: TypeDef,
    ) -> Result<(), ContentError> {
        self.define_all([(category, key.to_string(), def)])
    }

    /// The handle of a defined entity type.
    pub fn entity(&self, key: &str) -> Option<EntityType> {
        let exists = |&index: &u16| self.entities.exists(index);
        self.entities.find(key).filter(exists).map(EntityType)
    }

    /// The handle of a tile type that is defined or known from the start.
    pub fn tile(&self, key: &str) -> Option<TileType> {
        let exists = |&index: &u16| self.tiles.exists(index);
        self.tiles.find(key).filter(exists).map(TileType)
    }

    /// The handle that stands for an entity key, defined or not. Nothing if
    /// there are too many keys.
    pub fn entity_key(&mut self, key: &str) -> Option<EntityType> {
        self.entities.intern(key).map(EntityType)
    }

    /// The handle that stands for a tile key, defined or not. An undefined tile
    /// is drawn `?` and stops feet and eyes.
    pub fn tile_key(&mut self, key: &str) -> Option<TileType> {
        let before = self.tiles.len();
        let index = self.tiles.intern(key)?;
        if self.tiles.len() != before {
            self.resolve();
        }
        Some(TileType(index))
    }

    /// The handle of a property name, if anything uses it.
    pub fn prop(&self, name: &str) -> Option<Prop> {
        self.names.get(name)
    }

    /// The handle of a property name, new if need be. Nothing if there are too
    /// many names.
    pub fn prop_key(&mut self, name: &str) -> Option<Prop> {
        self.names.intern(name)
    }

    /// The name behind a property handle.
    pub fn prop_name(&self, prop: Prop) -> &str {
        self.names.name(prop)
    }

    /// The key behind an entity type.
    pub fn entity_type_key(&self, kind: EntityType) -> &str {
        self.entities.key(kind.0)
    }

    /// The key behind a tile type.
    pub fn tile_type_key(&self, kind: TileType) -> &str {
        self.tiles.key(kind.0)
    }

    /// Every defined entity type, in the order of their definition.
    pub fn entity_types(&self) -> impl Iterator<Item = EntityType> {
        self.entities.all_defined().map(EntityType)
    }

    /// Every defined tile type, in the order of their definition.
    pub fn tile_types(&self) -> impl Iterator<Item = TileType> {
        self.tiles.all_defined().map(TileType)
    }

    /// A property of an entity type: its own or the nearest ancestor's.
    pub fn entity_prop(&self, kind: EntityType, prop: Prop) -> Option<&Value> {
        self.entities.lookup(kind.index(), prop)
    }

    /// A property of a tile type: its own or the nearest ancestor's.
    pub fn tile_prop(&self, kind: TileType, prop: Prop) -> Option<&Value> {
        self.tiles.lookup(kind.index(), prop)
    }

    /// A property by names alone. Unknown types and properties yield nothing.
    pub fn type_prop(&self, category: Category, key: &str, prop: &str) -> Option<&Value> {
        let prop = self.names.get(prop)?;
        let kinds = self.kinds(category);
        kinds.lookup(kinds.find(key)? as usize, prop)
    }

    /// The name of a tile type: its property, else its key.
    pub fn tile_name(&self, kind: TileType) -> &str {
        self.tile_prop(kind, Prop::NAME)
            .and_then(Value::as_text)
            .unwrap_or_else(|| self.tile_type_key(kind))
    }

    /// How a tile type looks.
    pub fn tile_glyph(&self, kind: TileType) -> Glyph {
        self.tile_facts(kind).glyph
    }

    /// Whether a tile type lets sight pass.
    pub fn tile_transparent(&self, kind: TileType) -> bool {
        self.tile_facts(kind).transparent
    }

    /// Whether a tile type may be entered by one without abilities.
    pub fn tile_walkable(&self, kind: TileType) -> bool {
        self.tile_facts(kind).walkable
    }

    /// Where a type was written, for complaints: file and line.
    pub fn origin(&self, category: Category, key: &str) -> Option<(&str, u32)> {
        let kinds = self.kinds(category);
        kinds.place(kinds.find(key)?)
    }

    /// The hash of all definitions, the same however they were read.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&[
            self.entities.described(&self.names),
            self.tiles.described(&self.names),
        ])
    }

    /// Whether another entity type inherits from this one.
    pub fn has_heirs(&self, kind: EntityType) -> bool {
        self.entities.has_heirs(kind.0)
    }

    pub(crate) fn tile_facts(&self, kind: TileType) -> TileFacts {
        self.tile_table.get(kind)
    }

    pub(crate) fn tile_table(&self) -> TileTable {
        self.tile_table.clone()
    }

    pub(crate) fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn kinds(&self, category: Category) -> &Kinds {
        match category {
            Category::Entity => &self.entities,
            Category::Tile => &self.tiles,
        }
    }

    /// Takes new definitions if they and everything that inherits are sound.
    fn accept(
        &mut self,
        types: Vec<(Category, String, TypeDef)>,
        mut complaints: Vec<Complaint>,
    ) -> Result<(), ContentError> {
        let mut next = self.clone();
        for (category, key, def) in types {
            next.insert(category, &key, &def, &mut complaints);
        }
        next.check_links(Category::Entity, &mut complaints);
        next.check_links(Category::Tile, &mut complaints);
        if let Some(error) = ContentError::from_complaints(complaints) {
            return Err(error);
        }
        next.resolve();
        *self = next;
        Ok(())
    }

    fn insert(
        &mut self,
        category: Category,
        key: &str,
        def: &TypeDef,
        complaints: &mut Vec<Complaint>,
    ) {
        let before = if def.changes {
            let kinds = self.kinds(category);
            let known = kinds.find(key).filter(|&index| kinds.exists(index));
            if known.is_none() {
                let near = nearest(key, kinds.existing_keys());
                let problem = Problem::NothingToChange { near };
                complaints.push(Complaint::new(def.place.as_ref(), key, problem));
            }
            known.map(|index| kinds.own(index)).unwrap_or_default()
        } else {
            (None, Props::new())
        };
        let (old_parent, mut props) = before;
        let parent = def.parent.clone().or(old_parent);
        for (index, (name, value)) in def.props.iter().enumerate() {
            let mut complain = |name: &str, problem| {
                let place = def.place_of(index);
                complaints.push(Complaint::new(place.as_ref(), name, problem));
            };
            if let Err(problem) = content::check_property(category, name, value) {
                complain(key, problem);
            }
            match self.names.intern(name) {
                Some(prop) => {
                    props.set(prop, value.clone());
                }
                None => complain(name, Problem::TooManyNames),
            }
        }
        let kinds = match category {
            Category::Entity => &mut self.entities,
            Category::Tile => &mut self.tiles,
        };
        if kinds
            .define(key, parent.as_deref(), props, def.place.clone())
            .is_none()
        {
            complaints.push(Complaint::new(
                def.place.as_ref(),
                key,
                Problem::TooManyTypes,
            ));
        }
    }

    fn check_links(&self, category: Category, complaints: &mut Vec<Complaint>) {
        let kinds = self.kinds(category);
        for index in kinds.all_defined() {
            let problem = match kinds.link(index) {
                Link::Sound => continue,
                Link::Missing(parent) => Problem::MissingParent {
                    parent: parent.to_string(),
                    near: nearest(parent, kinds.existing_keys()),
                },
                Link::Circle(path) => Problem::CircularParents { path },
            };
            complaints.push(Complaint::new(
                kinds.origin(index),
                kinds.key(index),
                problem,
            ));
        }
    }

    fn resolve(&mut self) {
        self.entities.resolve(self.names.len());
        self.tiles.resolve(self.names.len());
        self.abilities = Abilities::named_by(&self.tiles, &mut self.names);
        self.tile_table = TileTable::of(&self.tiles, &self.abilities, &self.names);
    }
}

/// The types by name, for people who print a registry.
impl fmt::Display for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |kinds: &Kinds| kinds.all_defined().count();
        write!(
            f,
            "{} entity types, {} tile types",
            count(&self.entities),
            count(&self.tiles)
        )
    }
}
