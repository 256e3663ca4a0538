//! Rooms that grow out of rooms: each new one is joined to one that is there by a door
//! in their common wall, and a few more doors close loops where the way round is long.

use parlour_grid::path::{DistanceMap, PathRules, Steps};
use parlour_grid::{Direction, Point, Rect};
use parlour_rules::Stream;

use super::{Layout, between, finish, inside, percent};
use crate::level::Level;
use crate::registry::TileType;

/// How rooms are grown.
#[derive(Clone, Debug)]
pub struct Accretion {
    /// How many rooms are tried; those that find no room are given up.
    pub tries: u32,
    /// The shortest side of a room, walls included.
    pub least: i32,
    /// The longest side.
    pub most: i32,
    /// How many of a hundred are corridors.
    pub corridor_percent: u32,
    /// How many of a hundred openings are doors.
    pub door_percent: u32,
    /// How many loops are closed at most.
    pub loops: u32,
    /// How long the way round has to be for a loop to be worth a door.
    pub long_way: u32,
}

impl Default for Accretion {
    fn default() -> Self {
        Self {
            tries: 300,
            least: 5,
            most: 11,
            corridor_percent: 30,
            door_percent: 60,
            loops: 4,
            long_way: 20,
        }
    }
}

/// Rooms that grow out of rooms. The first room, in the middle, is the one to begin in.
pub fn accretion(level: &mut Level, chance: &mut Stream, options: &Accretion) -> Layout {
    level.fill_all(TileType::WALL);
    let mut rooms: Vec<Rect> = Vec::new();
    let middle = level.size().rect().centre();
    for _ in 0..options.tries {
        let (w, h) = shape(chance, options);
        let (rect, door) = match chance.pick(&rooms).copied() {
            None => (Rect::new(middle.x - w / 2, middle.y - h / 2, w, h), None),
            Some(room) => beside(chance, room, w, h),
        };
        let fits = level.size().rect().intersection(rect) == rect;
        let solid = || {
            rect.cells()
                .all(|at| level.tile_type(at) == Some(TileType::WALL))
        };
        if !fits || !solid() {
            continue;
        }
        level.fill_rect(rect.grown(-1), TileType::FLOOR);
        if let Some(door) = door {
            open(level, chance, door, options);
        }
        rooms.push(rect);
    }
    close_loops(level, chance, options);
    finish(level, rooms, Vec::new())
}

fn shape(chance: &mut Stream, options: &Accretion) -> (i32, i32) {
    let least = options.least.max(3);
    if percent(chance, options.corridor_percent) {
        let long = between(chance, least, options.most.max(least) + 4);
        return if chance.below(2) == 0 {
            (long, 3)
        } else {
            (3, long)
        };
    }
    (
        between(chance, least, options.most),
        between(chance, least, options.most),
    )
}

/// A place for a room of a size against a wall of another, and the door between.
fn beside(chance: &mut Stream, room: Rect, w: i32, h: i32) -> (Rect, Option<Point>) {
    let way = Direction::STRAIGHT[chance.below(4) as usize];
    let along_x = between(chance, room.x + 1, room.x + room.w - 2);
    let along_y = between(chance, room.y + 1, room.y + room.h - 2);
    let (right, bottom) = (room.x + room.w - 1, room.y + room.h - 1);
    let shift_x = between(chance, 1, w - 2);
    let shift_y = between(chance, 1, h - 2);
    let (door, corner) = match way {
        Direction::North => (
            Point::new(along_x, room.y),
            (along_x - shift_x, room.y - h + 1),
        ),
        Direction::South => (Point::new(along_x, bottom), (along_x - shift_x, bottom)),
        Direction::West => (
            Point::new(room.x, along_y),
            (room.x - w + 1, along_y - shift_y),
        ),
        _ => (Point::new(right, along_y), (right, along_y - shift_y)),
    };
    (Rect::new(corner.0, corner.1, w, h), Some(door))
}

fn open(level: &mut Level, chance: &mut Stream, at: Point, options: &Accretion) {
    let door = percent(chance, options.door_percent);
    let tile = if door {
        TileType::DOOR_CLOSED
    } else {
        TileType::FLOOR
    };
    level.set_tile(at, tile);
}

/// Opens walls between places that are neighbours, but far apart on foot.
fn close_loops(level: &mut Level, chance: &mut Stream, options: &Accretion) {
    let mut walls: Vec<Point> = inside(level).cells().collect();
    chance.shuffle(&mut walls);
    let mut closed = 0;
    let mut distances = DistanceMap::new();
    let rules = PathRules::counting_steps().with(Steps::Four);
    for at in walls {
        if closed >= options.loops {
            return;
        }
        if level.tile_type(at) != Some(TileType::WALL) {
            continue;
        }
        let floor = |way: Direction| level.tile_type(at.step(way)) == Some(TileType::FLOOR);
        let sides = if floor(Direction::East) && floor(Direction::West) {
            (at.step(Direction::East), at.step(Direction::West))
        } else if floor(Direction::North) && floor(Direction::South) {
            (at.step(Direction::North), at.step(Direction::South))
        } else {
            continue;
        };
        let passable =
            |cell| level.is_walkable(cell) || level.tile_type(cell) == Some(TileType::DOOR_CLOSED);
        distances.compute_with(level.size(), passable, [sides.0], &rules);
        if distances
            .get(sides.1)
            .is_none_or(|steps| steps >= options.long_way)
        {
            open(level, chance, at, options);
            closed += 1;
        }
    }
}
