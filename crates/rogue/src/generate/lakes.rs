//! Lakes over a map that is there already: water, lava or whatever cannot be walked on,
//! never so that anybody is cut off.

use parlour_grid::{Direction, Point};
use parlour_rules::Stream;

use super::{Layout, between, inside, is_connected};
use crate::level::Level;
use crate::registry::TileType;

/// How lakes are made.
#[derive(Clone, Debug)]
pub struct Lakes {
    /// How many are tried.
    pub tries: u32,
    /// The fewest cells of one.
    pub least: i32,
    /// The most cells of one.
    pub most: i32,
    /// What they are made of.
    pub tile: TileType,
}

impl Default for Lakes {
    fn default() -> Self {
        Self {
            tries: 6,
            least: 12,
            most: 50,
            tile: TileType::WATER,
        }
    }
}

/// Puts lakes over a map, and answers how many there are. A lake that would cut
/// somebody off, or drown the beginning, the end or a mark, is given up.
pub fn lakes(level: &mut Level, chance: &mut Stream, layout: &Layout, options: &Lakes) -> u32 {
    let mut made = 0;
    for _ in 0..options.tries {
        let lake = blob(level, chance, options);
        let dry = |at: &Point| {
            *at == layout.start
                || *at == layout.end
                || layout.marks.iter().any(|(_, mark)| mark == at)
        };
        if lake.is_empty() || lake.iter().any(dry) {
            continue;
        }
        let before = level.clone();
        for &at in &lake {
            level.set_tile(at, options.tile);
        }
        if is_connected(level) {
            made += 1;
        } else {
            *level = before;
        }
    }
    made
}

/// Cells that grew out of one, side by side; doors stay.
fn blob(level: &Level, chance: &mut Stream, options: &Lakes) -> Vec<Point> {
    let area = inside(level);
    if area.is_empty() {
        return Vec::new();
    }
    let size = between(chance, options.least.max(1), options.most);
    let first = Point::new(
        between(chance, area.x, area.x + area.w - 1),
        between(chance, area.y, area.y + area.h - 1),
    );
    let mut cells = vec![first];
    for _ in 0..size * 8 {
        if cells.len() as i32 >= size {
            break;
        }
        let Some(&from) = chance.pick(&cells) else {
            break;
        };
        let next = from.step(Direction::STRAIGHT[chance.below(4) as usize]);
        if area.contains(next) && !cells.contains(&next) {
            cells.push(next);
        }
    }
    let door = |at: &Point| {
        matches!(
            level.tile_type(*at),
            Some(TileType::DOOR_CLOSED | TileType::DOOR_OPEN)
        )
    };
    cells.retain(|at| !door(at));
    cells
}
