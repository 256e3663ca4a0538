//! Making maps: rooms and corridors, rooms that grow out of rooms, halved spaces,
//! caves, drunkards' walks, mazes, maps like an example, template rooms mixed with
//! any of them, lakes over any of them.
//!
//! Every generator fills the whole level with wall and carves floor into it, and
//! whatever it does, all floor is connected by straight steps in the end. A wall
//! ring stays round the map where there is room for one. The same stream makes
//! the same map.
//!
//! ```
//! use parlour_rogue::generate::{self, Rooms};
//! use parlour_rogue::{Chance, Level, Registry, Seed};
//!
//! let mut chance = Chance::new(Seed::from_text("the old mill"));
//! let mut level = Level::new(&Registry::basics(), 80, 40);
//! let layout = generate::rooms(&mut level, &mut chance.map, &Rooms::default());
//! assert!(level.is_walkable(layout.start) && level.is_walkable(layout.end));
//! ```

mod accretion;
mod bsp;
mod cave;
mod connect;
mod drunkard;
mod example;
mod lakes;
mod maze;
mod rooms;
mod template;

use parlour_grid::path::{DistanceMap, PathRules, Steps};
use parlour_grid::{Point, Rect};
use parlour_rules::Stream;

use crate::level::Level;
use crate::registry::TileType;

pub use accretion::{Accretion, accretion};
pub use bsp::{Bsp, bsp};
pub use cave::{Cave, cave};
pub use connect::{connect, is_connected};
pub use drunkard::{Drunkard, drunkard};
pub use example::{BadExample, Example, like_example};
pub use lakes::{Lakes, lakes};
pub use maze::{Maze, maze};
pub use rooms::{Rooms, rooms};
pub use template::{BadTemplate, Template};

/// What a generator made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The rooms, walls included, in the order in which they were made; none in
    /// caves and mazes.
    pub rooms: Vec<Rect>,
    /// The marked cells of template rooms.
    pub marks: Vec<(char, Point)>,
    /// A good cell to begin on.
    pub start: Point,
    /// A cell far from the beginning.
    pub end: Point,
}

/// The cells a generator may carve: all but the wall ring.
fn inside(level: &Level) -> Rect {
    let all = level.size().rect();
    let inner = all.grown(-1);
    if inner.is_empty() { all } else { inner }
}

/// Connects all floor and finds the beginning and the end. A map without floor
/// gets one cell.
fn finish(level: &mut Level, rooms: Vec<Rect>, marks: Vec<(char, Point)>) -> Layout {
    connect(level);
    let walkable = |at: &Point| level.is_walkable(*at);
    let first_room = rooms.first().map(|room| room.centre()).filter(walkable);
    let start = first_room.or_else(|| level.size().cells().find(walkable));
    let start = start.unwrap_or_else(|| {
        let at = inside(level).centre();
        level.set_tile(at, TileType::FLOOR);
        at
    });
    Layout {
        end: furthest(level, start),
        rooms,
        marks,
        start,
    }
}

/// The walkable cell with the longest way from another; of equals the first.
pub fn furthest(level: &Level, from: Point) -> Point {
    let mut distances = DistanceMap::new();
    let rules = PathRules::counting_steps().with(Steps::Eight);
    let passable = |at| level.is_walkable(at) || level.tile_type(at) == Some(TileType::DOOR_CLOSED);
    distances.compute_with(level.size(), passable, [from], &rules);
    let walkable = level.size().cells().filter(|&at| level.is_walkable(at));
    let reached = walkable.filter_map(|at| Some((distances.get(at)?, at)));
    reached
        .max_by_key(|&(distance, at)| (distance, std::cmp::Reverse(at)))
        .map_or(from, |(_, at)| at)
}

/// A number from `least` to `most`.
fn between(chance: &mut Stream, least: i32, most: i32) -> i32 {
    if most <= least {
        return least;
    }
    least + chance.below((most - least) as u32 + 1) as i32
}

/// Whether something with a chance of so many per cent happens.
fn percent(chance: &mut Stream, percent: u32) -> bool {
    chance.below(100) < percent
}

/// A corridor of two straight parts; a coin decides which comes first.
fn tunnel(level: &mut Level, chance: &mut Stream, from: Point, to: Point) {
    if chance.below(2) == 0 {
        level.make_corridor(from, to);
    } else {
        level.make_corridor(to, from);
    }
}
