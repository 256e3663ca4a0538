//! One map: tiles, what was explored of it, and the entities on it.
//!
//! A cell is a small type number; the few tiles that differ from their type keep
//! what is their own in a sparse table. What feet and eyes ask is kept as bits.
//! Entities live in slots with stable numbers, and every cell knows the chain of
//! entities on it, so nothing is searched for.
//!
//! Reading a cell off the map yields nothing and writing there does nothing:
//! coordinates never wrap to another row.

mod entities;
mod tiles;

use std::collections::BTreeMap;

use parlour_grid::{BitGrid, Point, Size};

use crate::clock::Queue;
use crate::entity::EntityId;
use crate::prop::Props;
use crate::registry::{EntityType, Registry, TileTable, TileType};

pub(crate) use entities::Facts;
pub use tiles::Tile;

/// No slot.
const NONE: u32 = u32::MAX;

/// A map with everything on it.
#[derive(Clone, Debug)]
pub struct Level {
    size: Size,
    tiles: Vec<TileType>,
    tile_props: BTreeMap<u32, Props>,
    table: TileTable,
    /// Cells that cannot be entered without an ability.
    blocked: BitGrid,
    opaque: BitGrid,
    explored: BitGrid,
    /// Grows with every change of a tile's nature; maps of distances check it.
    terrain_version: u64,

    slots: Vec<Slot>,
    props: Vec<Props>,
    free: Vec<u32>,
    count: u32,
    actors: u32,
    players: Vec<u32>,
    /// Cells with somebody on them.
    occupied: BitGrid,
    /// The topmost entity of each cell.
    tops: Vec<u32>,
    queue: Queue,
    last_order: u64,
    last_sequence: u64,
    /// The world's time when the level was left.
    pub(crate) left_at: i64,
}

/// What is asked of an entity in every turn, in one cache line.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four facts of every turn, side by side"
)]
pub(crate) struct Slot {
    pub(crate) id: EntityId,
    pub(crate) at: Point,
    pub(crate) next_action: i64,
    /// When it was scheduled; the entry in the queue bears the same number.
    pub(crate) sequence: u64,
    /// Its place in the list of entities: updated means last.
    pub(crate) order: u64,
    pub(crate) abilities: u32,
    pub(crate) delay: u32,
    /// The next entity further up and further down in the same cell.
    above: u32,
    below: u32,
    pub(crate) kind: EntityType,
    pub(crate) blocks: bool,
    pub(crate) acts: bool,
    pub(crate) dazed: bool,
    used: bool,
}

impl Level {
    /// The most cells a level may have.
    pub const MAX_CELLS: u32 = 1 << 24;

    /// A map of floor with nobody on it. Nothing if it were too large.
    pub fn checked(registry: &Registry, width: u32, height: u32) -> Option<Self> {
        let size = Size::checked(width, height)?;
        if size.area() > Self::MAX_CELLS {
            return None;
        }
        let mut level = Self {
            size,
            tiles: vec![TileType::FLOOR; size.area() as usize],
            tile_props: BTreeMap::new(),
            table: registry.tile_table(),
            blocked: BitGrid::new(size),
            opaque: BitGrid::new(size),
            explored: BitGrid::new(size),
            terrain_version: 0,
            slots: Vec::new(),
            props: Vec::new(),
            free: Vec::new(),
            count: 0,
            actors: 0,
            players: Vec::new(),
            occupied: BitGrid::new(size),
            tops: vec![NONE; size.area() as usize],
            queue: Queue::default(),
            last_order: 0,
            last_sequence: 0,
            left_at: 0,
        };
        level.refresh_terrain();
        Some(level)
    }

    /// A map of floor with nobody on it.
    ///
    /// # Panics
    /// If it had more than [`Level::MAX_CELLS`] cells or a side longer than
    /// [`Size::MAX_SIDE`].
    pub fn new(registry: &Registry, width: u32, height: u32) -> Self {
        Self::checked(registry, width, height).expect("a level is of a size that can be kept")
    }

    /// Reads a map drawn as rows of text: `#` wall, `.` floor, `+` closed door,
    /// `/` open door, `~` water, `>` and `<` stairs. Rows that are shorter than
    /// the longest are filled up with wall.
    pub fn from_rows<R: AsRef<str>>(registry: &Registry, rows: &[R]) -> Result<Self, BadDrawing> {
        let width = rows.iter().map(|row| row.as_ref().chars().count()).max();
        let too_large = |_| BadDrawing::TooLarge;
        let width = u32::try_from(width.unwrap_or(0)).map_err(too_large)?;
        let height = u32::try_from(rows.len()).map_err(too_large)?;
        let mut level = Self::checked(registry, width, height).ok_or(BadDrawing::TooLarge)?;
        level.fill_all(TileType::WALL);
        for (y, row) in rows.iter().enumerate() {
            for (x, char) in row.as_ref().chars().enumerate() {
                let at = Point::new(x as i32, y as i32);
                let tile = tile_of(char).ok_or(BadDrawing::UnknownChar { char, at })?;
                level.set_type(at, tile);
            }
        }
        Ok(level)
    }

    /// The map as rows of text, one character of its looks per cell; entities
    /// are not shown.
    pub fn to_rows(&self) -> Vec<String> {
        let mut rows = Vec::with_capacity(self.size.height() as usize);
        for y in 0..self.size.height() as i32 {
            let row = (0..self.size.width() as i32)
                .map(|x| {
                    self.table
                        .get(self.tile_type(Point::new(x, y)).unwrap_or_default())
                })
                .map(|facts| facts.glyph.char);
            rows.push(row.collect());
        }
        rows
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.size.width()
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.size.height()
    }

    /// Whether a cell is on the map.
    pub fn contains(&self, at: Point) -> bool {
        self.size.contains(at)
    }

    /// The cells seen so far.
    pub fn explored(&self) -> &BitGrid {
        &self.explored
    }

    /// The cells seen so far, to be changed.
    pub fn explored_mut(&mut self) -> &mut BitGrid {
        &mut self.explored
    }

    fn index(&self, at: Point) -> Option<usize> {
        self.size.id(at).map(|id| id as usize)
    }
}

/// The tile a character of a drawing stands for.
pub(crate) fn tile_of(char: char) -> Option<TileType> {
    Some(match char {
        '.' => TileType::FLOOR,
        '#' => TileType::WALL,
        '+' => TileType::DOOR_CLOSED,
        '/' => TileType::DOOR_OPEN,
        '~' => TileType::WATER,
        '>' => TileType::STAIRS_DOWN,
        '<' => TileType::STAIRS_UP,
        _ => return None,
    })
}

/// Why a drawing is no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDrawing {
    /// A character that stands for no tile.
    #[error("{char:?} at {at} stands for no tile; use # . + / ~ > <")]
    UnknownChar {
        /// The character.
        char: char,
        /// Where it stands.
        at: Point,
    },
    /// More cells than a level holds.
    #[error("the map has more cells than a level holds")]
    TooLarge,
}
