//! The map as cells: a character, a colour and how well it is known. Neutral to
//! whoever draws it, a terminal or a window.

use parlour_grid::Point;
use parlour_rogue::{Colour, EntityRef, Glyph, Prop, TileType, World};

use crate::content::Deep;
use crate::scene::is_item;
use crate::sight::Eyesight;
use crate::state::State;
use crate::terrain;

/// How well a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fog {
    /// Never seen.
    Unknown,
    /// Seen before.
    Remembered,
    /// In view now.
    Seen,
}

/// What the ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nobody knows.
    Unknown,
    /// Floor, or anything else one can walk on.
    Floor,
    /// Rock, or anything else one cannot walk on.
    Wall,
    /// A shut door.
    Door,
    /// An open door.
    OpenDoor,
    /// Deep water.
    Water,
    /// Stairs down.
    StairsDown,
    /// Stairs up.
    StairsUp,
    /// A vault's door.
    Locked,
    /// Water that takes what is carried.
    DeepWater,
    /// Planks.
    Bridge,
    /// Dry grass.
    Grass,
    /// Oil.
    Oil,
    /// Flames.
    Fire,
    /// Gas.
    Gas,
    /// A trap that was found.
    Trap,
    /// A place for things.
    Altar,
    /// Coals.
    Brazier,
    /// Gas comes out of it.
    Vent,
    /// The way into the branch.
    Shaft,
}

impl Ground {
    /// Every kind of ground.
    pub const ALL: [Self; 20] = [
        Self::Unknown,
        Self::Wall,
        Self::Floor,
        Self::OpenDoor,
        Self::Door,
        Self::Water,
        Self::StairsDown,
        Self::StairsUp,
        Self::Locked,
        Self::DeepWater,
        Self::Bridge,
        Self::Grass,
        Self::Oil,
        Self::Fire,
        Self::Gas,
        Self::Trap,
        Self::Altar,
        Self::Brazier,
        Self::Vent,
        Self::Shaft,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Floor => "floor",
            Self::Wall => "wall",
            Self::Door => "door",
            Self::OpenDoor => "open door",
            Self::Water => "deep water",
            Self::StairsDown => "stairs down",
            Self::StairsUp => "stairs up",
            Self::Locked => "locked vault",
            Self::DeepWater => "swirling water",
            Self::Bridge => "bridge",
            Self::Grass => "dry grass",
            Self::Oil => "oil",
            Self::Fire => "fire",
            Self::Gas => "gas",
            Self::Trap => "trap",
            Self::Altar => "altar",
            Self::Brazier => "brazier",
            Self::Vent => "vent",
            Self::Shaft => "shaft",
        }
    }

    /// Whether one can walk there, as far as is known.
    pub fn is_walkable(self) -> bool {
        !matches!(
            self,
            Self::Unknown | Self::Wall | Self::Water | Self::Locked | Self::Brazier
        )
    }

    /// Whether nobody in their senses stays there.
    pub fn is_harmful(self) -> bool {
        matches!(
            self,
            Self::Fire | Self::Gas | Self::Trap | Self::DeepWater | Self::Vent
        )
    }
}

/// One cell, ready to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character.
    pub glyph: char,
    /// Its colour when in view.
    pub colour: Colour,
    /// How well it is known.
    pub fog: Fog,
    /// What the ground is.
    pub ground: Ground,
}

impl Cell {
    /// A cell nobody has seen.
    pub const UNKNOWN: Self = Self {
        glyph: ' ',
        colour: Colour::Black,
        fog: Fog::Unknown,
        ground: Ground::Unknown,
    };
}

/// The map, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

impl Picture {
    /// A cell; nothing off the map.
    pub fn get(&self, at: Point) -> Option<&Cell> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        if !(0..width).contains(&at.x) || !(0..height).contains(&at.y) {
            return None;
        }
        self.cells.get((at.y * width + at.x) as usize)
    }

    /// Every point of the map, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        (0..height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// The map as rows of text.
    pub fn to_rows(&self) -> Vec<String> {
        self.rows_of(|cell| cell.glyph)
    }

    pub(super) fn rows_of(&self, of: impl Fn(&Cell) -> char) -> Vec<String> {
        let rows = self.cells.chunks(usize::from(self.width).max(1));
        rows.map(|row| row.iter().map(&of).collect()).collect()
    }
}

/// Draws what the player knows of the level.
pub(super) fn draw(state: &State, sight: &Eyesight) -> Picture {
    let world = state.world();
    let level = world.level();
    let mut cells = Vec::with_capacity(level.size().area() as usize);
    for at in level.size().cells() {
        let fog = if sight.sees(at) {
            Fog::Seen
        } else if level.explored().contains(at) {
            Fog::Remembered
        } else {
            cells.push(Cell::UNKNOWN);
            continue;
        };
        let glyph = level.tile_glyph(at);
        cells.push(Cell {
            glyph: glyph.char,
            colour: glyph.colour,
            fog,
            ground: ground(state, at),
        });
    }
    let width = level.width();
    let mut picture = Picture {
        width: width as u16,
        height: level.height() as u16,
        cells,
    };
    let seen = state.content.names.seen;
    let mut drawn: Vec<(i64, Point, Glyph)> = world
        .entities()
        .filter(|entity| sight.sees(entity.at()) || (is_item(*entity) && entity.is(seen)))
        .map(|entity| (order(entity), entity.at(), entity.glyph()))
        .collect();
    // The highest is drawn last; of equals the last in the list.
    drawn.sort_by_key(|(order, _, _)| *order);
    for (_, at, glyph) in drawn {
        let place = level.size().id(at).map(|id| id as usize);
        if let Some(cell) = place.and_then(|place| picture.cells.get_mut(place))
            && cell.fog != Fog::Unknown
        {
            cell.glyph = glyph.char;
            cell.colour = glyph.colour;
        }
    }
    picture
}

fn order(entity: EntityRef<'_>) -> i64 {
    entity.int(Prop::DRAW_ORDER).unwrap_or(0)
}

fn ground(state: &State, at: Point) -> Ground {
    let world = state.world();
    let level = world.level();
    if let Some(deep) = &state.content.kinds.deep
        && let Some(ground) = acting_ground(world, deep, at)
    {
        return ground;
    }
    match level.tile_type(at) {
        Some(TileType::STAIRS_DOWN) => Ground::StairsDown,
        Some(TileType::STAIRS_UP) => Ground::StairsUp,
        Some(TileType::DOOR_OPEN) => Ground::OpenDoor,
        Some(TileType::WATER) => Ground::Water,
        Some(door) if door == state.content.kinds.door => Ground::Door,
        Some(_) if level.is_walkable(at) => Ground::Floor,
        _ => Ground::Wall,
    }
}

/// What rules 3 know of ground.
fn acting_ground(world: &World, deep: &Deep, at: Point) -> Option<Ground> {
    if world
        .level()
        .tile_own(at)
        .is_some_and(|own| !own.is_empty())
    {
        if terrain::is_burning(world, at) {
            return Some(Ground::Fire);
        }
        if terrain::has_gas(world, at) {
            return Some(Ground::Gas);
        }
        if terrain::is_known_trap(world, at) {
            return Some(Ground::Trap);
        }
    }
    let tile = world.level().tile_type(at)?;
    if Some(tile) == deep.shaft {
        return Some(Ground::Shaft);
    }
    let grounds = [
        (deep.locked, Ground::Locked),
        (deep.water, Ground::DeepWater),
        (deep.bridge, Ground::Bridge),
        (deep.grass, Ground::Grass),
        (deep.oil, Ground::Oil),
        (deep.altar, Ground::Altar),
        (deep.brazier, Ground::Brazier),
        (deep.vent, Ground::Vent),
    ];
    let known = grounds.into_iter().find(|(kind, _)| *kind == tile);
    known.map(|(_, ground)| ground)
}
