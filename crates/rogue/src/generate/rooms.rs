//! Rooms and corridors: rooms thrown at the map, each joined to the one before.

use parlour_grid::path::{PathFinder, PathRules, Steps};
use parlour_grid::{BitGrid, Point, Rect};
use parlour_rules::Stream;

use super::template::Template;
use super::{Layout, between, finish, inside, percent, tunnel};
use crate::level::Level;
use crate::registry::TileType;

/// How rooms and corridors are made.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// How many rooms are tried; those that overlap another are given up.
    pub tries: u32,
    /// The shortest side of a room, walls included.
    pub least: i32,
    /// The longest side.
    pub most: i32,
    /// Rooms drawn by hand, mixed with the others.
    pub templates: Vec<Template>,
    /// How many of a hundred tries take a template.
    pub template_percent: u32,
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            tries: 30,
            least: 6,
            most: 9,
            templates: Vec::new(),
            template_percent: 25,
        }
    }
}

/// Rooms and corridors. The first room is the one to begin in.
pub fn rooms(level: &mut Level, chance: &mut Stream, options: &Rooms) -> Layout {
    level.fill_all(TileType::WALL);
    let mut rooms: Vec<Rect> = Vec::new();
    let mut marks = Vec::new();
    let mut drawn = BitGrid::new(level.size());
    let mut last: Option<Point> = None;
    for _ in 0..options.tries {
        let template = if percent(chance, options.template_percent) {
            chance.pick(&options.templates)
        } else {
            None
        };
        let template = template.map(|template| template.turned(chance));
        let (w, h) = match &template {
            Some(template) => (template.width(), template.height()),
            None => (
                between(chance, options.least.max(3), options.most),
                between(chance, options.least.max(3), options.most),
            ),
        };
        // Openings of a template must not lead off the map.
        let margin = i32::from(template.is_some());
        let Some(rect) = place(level, chance, w, h, margin) else {
            continue;
        };
        if rooms.iter().any(|room| room.overlaps(rect)) {
            continue;
        }
        let door = if let Some(template) = &template {
            template.draw(level, rect.north_west(), &mut marks);
            for at in rect.cells() {
                drawn.set(at, true);
            }
            template.entrance(rect)
        } else {
            level.make_room(rect);
            rect.centre()
        };
        if let Some(last) = last {
            if options.templates.is_empty() {
                tunnel(level, chance, last, door);
            } else {
                tunnel_round(level, &drawn, last, door);
            }
        }
        last = Some(door);
        rooms.push(rect);
    }
    finish(level, rooms, marks)
}

fn place(level: &Level, chance: &mut Stream, w: i32, h: i32, margin: i32) -> Option<Rect> {
    let room = level.size().rect().grown(-margin);
    if w > room.w || h > room.h {
        return None;
    }
    Some(Rect::new(
        between(chance, room.x, room.x + room.w - w),
        between(chance, room.y, room.y + room.h - h),
        w,
        h,
    ))
}

/// The cheapest corridor that leaves rooms drawn by hand as they are: floor is
/// cheaper than rock.
fn tunnel_round(level: &mut Level, drawn: &BitGrid, from: Point, to: Point) {
    let ring = inside(level);
    let mut finder = PathFinder::new();
    let rules = PathRules::counting_steps().with(Steps::Four);
    let weight = |at: Point| match (level.is_walkable(at), drawn.contains(at)) {
        (true, _) => 1,
        (false, false) if ring.contains(at) => 3,
        // The way out of a template room leads through its door.
        (false, true) if level.tile_type(at) == Some(TileType::DOOR_CLOSED) => 1,
        _ => 0,
    };
    let Some(path) = finder.find_weighted(level.size(), weight, from, to, &rules) else {
        return;
    };
    let cells: Vec<Point> = path.cells().collect();
    for at in cells {
        if !drawn.contains(at) && !level.is_walkable(at) {
            level.set_tile(at, TileType::FLOOR);
        }
    }
}
