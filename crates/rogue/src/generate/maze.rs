//! Mazes: one way from everywhere to everywhere, or some more.

use parlour_grid::{Direction, Point};
use parlour_rules::Stream;

use super::{Layout, finish, inside, percent};
use crate::level::Level;
use crate::registry::TileType;

/// How mazes are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maze {
    /// How many of a hundred dead ends are opened into a second way.
    pub loops: u32,
}

/// A maze: corridors one cell wide between walls one cell wide. It is dug by
/// going on in a random direction as long as there is one, and back where there
/// is none.
pub fn maze(level: &mut Level, chance: &mut Stream, options: &Maze) -> Layout {
    level.fill_all(TileType::WALL);
    let ring = inside(level);
    if ring.is_empty() {
        return finish(level, Vec::new(), Vec::new());
    }
    let first = ring.north_west();
    level.set_type(first, TileType::FLOOR);
    let mut way_back = vec![first];
    let mut ways = [Direction::North; 4];
    while let Some(&at) = way_back.last() {
        let mut open = 0;
        for way in Direction::STRAIGHT {
            let next = beyond(at, way);
            if ring.contains(next) && !level.is_walkable(next) {
                ways[open] = way;
                open += 1;
            }
        }
        if open == 0 {
            way_back.pop();
            continue;
        }
        let way = ways[chance.below(open as u32) as usize];
        level.set_type(at.step(way), TileType::FLOOR);
        level.set_type(beyond(at, way), TileType::FLOOR);
        way_back.push(beyond(at, way));
    }
    if options.loops > 0 {
        open_dead_ends(level, chance, options.loops);
    }
    finish(level, Vec::new(), Vec::new())
}

fn beyond(at: Point, way: Direction) -> Point {
    at.step(way).step(way)
}

fn open_dead_ends(level: &mut Level, chance: &mut Stream, loops: u32) {
    let ring = inside(level);
    let floor: Vec<Point> = ring.cells().filter(|&at| level.is_walkable(at)).collect();
    for at in floor {
        let exits = |level: &Level| {
            let open = Direction::STRAIGHT.into_iter();
            open.filter(|&way| level.is_walkable(at.step(way))).count()
        };
        if exits(level) != 1 || !percent(chance, loops) {
            continue;
        }
        let through: Vec<Direction> = Direction::STRAIGHT
            .into_iter()
            .filter(|&way| {
                !level.is_walkable(at.step(way))
                    && ring.contains(at.step(way))
                    && level.is_walkable(beyond(at, way))
            })
            .collect();
        if let Some(&way) = chance.pick(&through) {
            level.set_type(at.step(way), TileType::FLOOR);
        }
    }
}
