#![doc = include_str!("../../docs/kit/vaults.md")]

use parlour_grid::path::{DistanceMap, PathRules, Steps};
use parlour_grid::{Point, Rect};
use parlour_rules::Stream;

use crate::generate::Layout;
use crate::level::Level;
use crate::registry::{Registry, TileType};

use super::doors;

/// A room behind a locked door, and where its key may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vault {
    /// The room, walls included.
    pub room: Rect,
    /// Its one door, locked now.
    pub door: Point,
    /// Bare floor on this side of the door and far from the beginning, no
    /// stairs: for the key.
    pub key: Point,
    /// The farthest cell of all on this side, whatever is there: often the stairs.
    pub far: Point,
}

/// Locks one of the rooms that have a single way in and hold neither the beginning nor
/// the end of the level. Nothing if there is no such room, or if the tiles of
/// [`doors`] are not part of the content.
pub fn lock_one(
    registry: &Registry,
    level: &mut Level,
    layout: &Layout,
    chance: &mut Stream,
) -> Option<Vault> {
    let locked = registry.tile(doors::LOCKED)?;
    let mut rooms: Vec<(Rect, Point)> = layout
        .rooms
        .iter()
        .filter(|room| !room.contains(layout.start) && !room.contains(layout.end))
        .filter_map(|&room| Some((room, only_door(level, room)?)))
        .collect();
    chance.shuffle(&mut rooms);
    for (room, door) in rooms {
        let distances = distances_without(level, layout.start, door);
        let cut_off = |at: Point| level.is_walkable(at) && distances.get(at).is_none();
        let inside = room.grown(-1);
        let apart = inside
            .cells()
            .all(|at| !level.is_walkable(at) || cut_off(at));
        let rest_reached = level
            .size()
            .cells()
            .filter(|&at| at != door && !inside.contains(at))
            .all(|at| !cut_off(at));
        if !apart || !rest_reached {
            continue;
        }
        let farthest = |wanted: &dyn Fn(Point) -> bool| {
            let cells = level.size().cells().filter(|&at| wanted(at));
            let reached = cells.filter_map(|at| Some((distances.get(at)?, at)));
            let far = reached.max_by_key(|&(distance, at)| (distance, std::cmp::Reverse(at)));
            far.map(|(_, at)| at)
        };
        let Some(far) = farthest(&|_| true) else {
            continue;
        };
        let bare = |at: Point| {
            let plain = level.tile_type(at) == Some(TileType::FLOOR);
            plain && at != layout.start && at != layout.end
        };
        let Some(key) = farthest(&bare) else {
            continue;
        };
        level.set_tile(door, locked);
        return Some(Vault {
            room,
            door,
            key,
            far,
        });
    }
    None
}

/// The one opening in the walls of a room.
fn only_door(level: &Level, room: Rect) -> Option<Point> {
    let mut openings = room.cells().filter(|&at| {
        let open = level.is_walkable(at) || level.tile_type(at) == Some(TileType::DOOR_CLOSED);
        room.on_border(at) && open
    });
    let door = openings.next()?;
    openings.next().is_none().then_some(door)
}

fn distances_without(level: &Level, from: Point, door: Point) -> DistanceMap {
    let mut distances = DistanceMap::new();
    let open = |at: Point| {
        let passable = level.is_walkable(at) || level.tile_type(at) == Some(TileType::DOOR_CLOSED);
        at != door && passable
    };
    let rules = PathRules::counting_steps().with(Steps::Eight);
    distances.compute_with(level.size(), open, [from], &rules);
    distances
}
