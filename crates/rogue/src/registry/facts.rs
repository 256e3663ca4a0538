//! What steps and looks ask of tiles, resolved into small arrays.

use std::sync::Arc;

use super::TileType;
use super::category::Kinds;
use crate::appearance::Glyph;
use crate::prop::{Names, Prop, Props};
use crate::value::Value;

/// What a tile type is to feet and eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileFacts {
    pub(crate) glyph: Glyph,
    pub(crate) walkable: bool,
    pub(crate) transparent: bool,
    /// The abilities any of which opens the tile.
    pub(crate) opened_by: u32,
}

impl TileFacts {
    /// A tile nobody defined.
    pub(super) const UNKNOWN: Self = Self {
        glyph: Glyph::UNKNOWN,
        walkable: false,
        transparent: false,
        opened_by: 0,
    };
}

/// The tiles every registry knows, in the order of their handles, with what they
/// are when content says nothing.
pub(super) fn default_tiles() -> impl Iterator<Item = (&'static str, Props)> {
    [
        ("floor", ".", "white", true, true),
        ("wall", "#", "white", false, false),
        ("door-closed", "+", "yellow", false, false),
        ("door-open", "/", "yellow", true, true),
        ("water", "~", "blue", false, true),
        ("stairs-down", ">", "white", true, true),
        ("stairs-up", "<", "white", true, true),
    ]
    .into_iter()
    .map(|(key, char, colour, walkable, transparent)| {
        let mut props = Props::new();
        props.set(Prop::CHAR, char);
        props.set(Prop::COLOR, colour);
        props.set(Prop::WALKABLE, walkable);
        props.set(Prop::TRANSPARENT, transparent);
        if key == "water" {
            props.set(Prop::NEEDS, "can_swim");
        }
        (key, props)
    })
}

/// The abilities that some tile asks for, each a bit. The first is always
/// `can_swim`, which opens water.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abilities(Vec<Prop>);

impl Abilities {
    pub(super) fn named_by(tiles: &Kinds, names: &mut Names) -> Self {
        let mut abilities = vec![Prop::CAN_SWIM];
        for index in 0..tiles.len() {
            let Some(text) = tiles.lookup(index, Prop::NEEDS).and_then(Value::as_text) else {
                continue;
            };
            if let Some(prop) = names.intern(text)
                && !abilities.contains(&prop)
                && abilities.len() < 32
            {
                abilities.push(prop);
            }
        }
        Self(abilities)
    }

    /// The properties that are abilities, by their bit.
    pub(crate) fn props(&self) -> impl Iterator<Item = (u32, Prop)> {
        self.0
            .iter()
            .enumerate()
            .map(|(bit, &prop)| (1 << bit, prop))
    }

    fn bit(&self, prop: Prop) -> u32 {
        self.0
            .iter()
            .position(|&ability| ability == prop)
            .map_or(0, |bit| 1 << bit)
    }
}

/// The facts of every tile type, shared by the registry and its levels.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileTable(Arc<[TileFacts]>);

impl TileTable {
    pub(super) fn of(tiles: &Kinds, abilities: &Abilities, names: &Names) -> Self {
        let facts = (0..tiles.len()).map(|index| facts_of(index, tiles, abilities, names));
        Self(facts.collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &TileFacts> {
        self.0.iter()
    }

    /// Whether two tables are one and the same.
    pub(crate) fn is_the_same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn get(&self, kind: TileType) -> TileFacts {
        self.0
            .get(kind.index())
            .copied()
            .unwrap_or(TileFacts::UNKNOWN)
    }
}

fn facts_of(index: usize, tiles: &Kinds, abilities: &Abilities, names: &Names) -> TileFacts {
    let said = |prop| tiles.lookup(index, prop);
    let mut facts = TileFacts::UNKNOWN;
    if let Some(char) = said(Prop::CHAR).and_then(Value::as_text) {
        facts.glyph.char = char.chars().next().unwrap_or('?');
    }
    if let Some(colour) = said(Prop::COLOR).and_then(Value::as_text) {
        facts.glyph.colour = colour.parse().unwrap_or_default();
    }
    if let Some(walkable) = said(Prop::WALKABLE).and_then(Value::as_bool) {
        facts.walkable = walkable;
    }
    if let Some(transparent) = said(Prop::TRANSPARENT).and_then(Value::as_bool) {
        facts.transparent = transparent;
    }
    if let Some(needs) = said(Prop::NEEDS).and_then(Value::as_text) {
        facts.opened_by = names.get(needs).map_or(0, |prop| abilities.bit(prop));
    }
    facts
}
