//! Tiles: a type per cell, and a sparse table of what single tiles have of
//! their own.

use parlour_grid::{BitGrid, Point, Rect};

use super::Level;
use crate::appearance::Glyph;
use crate::prop::{Prop, Props};
use crate::registry::{Registry, TileType};
use crate::value::Value;

/// One tile as a value: its type and what it has of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The type.
    pub kind: TileType,
    /// Properties of this one tile.
    pub props: Props,
}

impl Tile {
    /// A tile like all of its type.
    pub const fn new(kind: TileType) -> Self {
        Self {
            kind,
            props: Props::new(),
        }
    }

    /// The same with a property of its own.
    #[must_use]
    pub fn with(mut self, prop: Prop, value: impl Into<Value>) -> Self {
        self.props.set(prop, value);
        self
    }
}

impl From<TileType> for Tile {
    fn from(kind: TileType) -> Self {
        Self::new(kind)
    }
}

impl Level {
    /// The type of a tile; nothing off the map.
    pub fn tile_type(&self, at: Point) -> Option<TileType> {
        Some(self.tiles[self.index(at)?])
    }

    /// The whole tile; nothing off the map.
    pub fn tile(&self, at: Point) -> Option<Tile> {
        Some(Tile {
            kind: self.tile_type(at)?,
            props: self.tile_own(at).cloned().unwrap_or_default(),
        })
    }

    /// What a tile has of its own, if anything.
    pub fn tile_own(&self, at: Point) -> Option<&Props> {
        self.tile_props.get(&self.size.id(at)?)
    }

    /// A property of a tile: its own, else its type's.
    pub fn tile_prop<'a>(
        &'a self,
        registry: &'a Registry,
        at: Point,
        prop: Prop,
    ) -> Option<&'a Value> {
        let kind = self.tile_type(at)?;
        self.tile_own(at)
            .and_then(|props| props.get(prop))
            .or_else(|| registry.tile_prop(kind, prop))
    }

    /// Every tile with something of its own, by cell.
    pub fn tiles_with_props(&self) -> impl Iterator<Item = (Point, &Props)> {
        self.tile_props
            .iter()
            .filter_map(|(&id, props)| Some((self.size.point(id)?, props)))
    }

    pub(crate) fn tile_types(&self) -> &[TileType] {
        &self.tiles
    }

    /// Replaces a tile with all it had of its own. Says whether the cell is on
    /// the map.
    pub fn set_tile(&mut self, at: Point, tile: impl Into<Tile>) -> bool {
        let Some(id) = self.size.id(at) else {
            return false;
        };
        let tile = tile.into();
        self.tiles[id as usize] = tile.kind;
        if tile.props.is_empty() {
            self.tile_props.remove(&id);
        } else {
            self.tile_props.insert(id, tile.props);
        }
        self.refresh_cell(at);
        true
    }

    /// A copy in which one tile is another.
    #[must_use]
    pub fn with_tile(&self, at: Point, tile: impl Into<Tile>) -> Self {
        let mut copy = self.clone();
        copy.set_tile(at, tile);
        copy
    }

    /// Changes the type of a tile; what it has of its own stays. Says whether
    /// the cell is on the map.
    pub fn set_type(&mut self, at: Point, kind: TileType) -> bool {
        let Some(index) = self.index(at) else {
            return false;
        };
        self.tiles[index] = kind;
        self.refresh_cell(at);
        true
    }

    /// Changes the types of `count` tiles from cell `from` on, by their ids. What
    /// feet and eyes ask is to be refreshed afterwards.
    pub(crate) fn set_types(&mut self, from: u32, count: u32, kind: TileType) {
        let range = from as usize..(from + count) as usize;
        if let Some(tiles) = self.tiles.get_mut(range) {
            tiles.fill(kind);
        }
    }

    /// Gives one tile a property of its own. Says whether the cell is on the map.
    pub fn set_tile_prop(&mut self, at: Point, prop: Prop, value: impl Into<Value>) -> bool {
        let Some(id) = self.size.id(at) else {
            return false;
        };
        self.tile_props.entry(id).or_default().set(prop, value);
        self.refresh_cell(at);
        true
    }

    /// Makes every tile of the map one type, with nothing of its own.
    pub fn fill_all(&mut self, kind: TileType) {
        self.tiles.fill(kind);
        self.tile_props.clear();
        self.refresh_terrain();
    }

    /// Makes exactly the cells of a rectangle one type; parts off the map are
    /// left out.
    pub fn fill_rect(&mut self, rect: Rect, kind: TileType) {
        for at in rect.intersection(self.size.rect()).cells() {
            self.set_tile(at, kind);
        }
    }

    /// A wall ring with floor inside. The size is that of the ring.
    pub fn make_room(&mut self, rect: Rect) {
        self.fill_rect(rect, TileType::WALL);
        self.fill_rect(rect.grown(-1), TileType::FLOOR);
    }

    /// A corridor of floor: along the row of `from`, then along the column of
    /// `to`, both ends included.
    pub fn make_corridor(&mut self, from: Point, to: Point) {
        let bend = Point::new(to.x, from.y);
        self.fill_rect(Rect::spanning(from, bend), TileType::FLOOR);
        self.fill_rect(Rect::spanning(bend, to), TileType::FLOOR);
    }

    /// Whether one without abilities may enter a cell.
    pub fn is_walkable(&self, at: Point) -> bool {
        self.blocked.get(at) == Some(false)
    }

    /// Whether one with these abilities may enter a cell. A tile that is itself
    /// said not to be walkable is closed to all abilities.
    pub(crate) fn is_open_to(&self, at: Point, abilities: u32) -> bool {
        match self.blocked.get(at) {
            Some(false) => true,
            Some(true) if abilities != 0 => {
                let kind = self.tile_type(at).unwrap_or_default();
                self.table.get(kind).opened_by & abilities != 0
                    && self
                        .tile_own(at)
                        .is_none_or(|own| own.get(Prop::WALKABLE).is_none())
            }
            _ => false,
        }
    }

    /// Whether sight passes a cell; off the map it does not.
    pub fn is_transparent(&self, at: Point) -> bool {
        self.opaque.get(at) == Some(false)
    }

    /// The cells that cannot be entered without an ability.
    pub fn blocked(&self) -> &BitGrid {
        &self.blocked
    }

    /// The cells that stop sight.
    pub fn opaque(&self) -> &BitGrid {
        &self.opaque
    }

    /// A number that grows whenever a tile changes its nature.
    pub fn terrain_version(&self) -> u64 {
        self.terrain_version
    }

    /// How a tile looks; `?` off the map.
    pub fn tile_glyph(&self, at: Point) -> Glyph {
        let Some(kind) = self.tile_type(at) else {
            return Glyph::UNKNOWN;
        };
        let mut glyph = self.table.get(kind).glyph;
        if let Some(own) = self.tile_own(at) {
            let text = |prop| own.get(prop).and_then(Value::as_text);
            if let Some(char) = text(Prop::CHAR).and_then(|text| text.chars().next()) {
                glyph.char = char;
            }
            if let Some(colour) = text(Prop::COLOR).and_then(|text| text.parse().ok()) {
                glyph.colour = colour;
            }
        }
        glyph
    }

    /// Takes new facts about tile types from the registry.
    pub(crate) fn retable(&mut self, registry: &Registry) {
        let table = registry.tile_table();
        if !self.table.is_the_same_as(&table) {
            self.table = table;
            self.refresh_terrain();
        }
    }

    /// What feet and eyes ask, anew for every cell.
    pub(crate) fn refresh_terrain(&mut self) {
        let Self { tiles, table, .. } = self;
        let facts: Vec<(bool, bool)> = table
            .iter()
            .map(|facts| (!facts.walkable, !facts.transparent))
            .collect();
        let fact = |kind: &TileType| facts.get(kind.index()).copied().unwrap_or((true, true));
        let mut next = tiles.iter().map(fact);
        self.blocked = BitGrid::from_fn(self.size, |_| next.next().is_none_or(|fact| fact.0));
        let mut next = tiles.iter().map(fact);
        self.opaque = BitGrid::from_fn(self.size, |_| next.next().is_none_or(|fact| fact.1));
        self.terrain_version += 1;
        let size = self.size;
        let odd: Vec<Point> = self
            .tile_props
            .keys()
            .filter_map(|&id| size.point(id))
            .collect();
        for at in odd {
            self.refresh_cell(at);
        }
    }

    fn refresh_cell(&mut self, at: Point) {
        let Some(index) = self.index(at) else {
            return;
        };
        let facts = self.table.get(self.tiles[index]);
        let (mut walkable, mut transparent) = (facts.walkable, facts.transparent);
        if !self.tile_props.is_empty()
            && let Some(own) = self.tile_props.get(&(index as u32))
        {
            let flag = |prop| own.get(prop).and_then(Value::as_bool);
            walkable = flag(Prop::WALKABLE).unwrap_or(walkable);
            transparent = flag(Prop::TRANSPARENT).unwrap_or(transparent);
        }
        let was_blocked = self.blocked.set(at, !walkable);
        let was_opaque = self.opaque.set(at, !transparent);
        if was_blocked != Some(!walkable) || was_opaque != Some(!transparent) {
            self.terrain_version += 1;
        }
    }
}
