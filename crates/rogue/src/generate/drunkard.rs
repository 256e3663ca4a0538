//! A drunkard's walk: somebody stumbles about and leaves floor behind.

use parlour_grid::Direction;
use parlour_rules::Stream;

use super::{Layout, finish, inside};
use crate::level::Level;
use crate::registry::TileType;

/// How long the drunkard walks.
#[derive(Clone, Copy, Debug)]
pub struct Drunkard {
    /// How many of a hundred cells are to be floor.
    pub floor: u32,
}

impl Default for Drunkard {
    fn default() -> Self {
        Self { floor: 40 }
    }
}

/// A walk from the middle of the map. It ends when enough is floor, or when it
/// has gone on for far too long.
pub fn drunkard(level: &mut Level, chance: &mut Stream, options: &Drunkard) -> Layout {
    level.fill_all(TileType::WALL);
    let ring = inside(level);
    if ring.is_empty() {
        return finish(level, Vec::new(), Vec::new());
    }
    let wanted = ring.area() * u64::from(options.floor.min(100)) / 100;
    let mut at = ring.centre();
    let mut floor = 0;
    for _ in 0..ring.area() * 64 {
        if !level.is_walkable(at) {
            level.set_type(at, TileType::FLOOR);
            floor += 1;
        }
        if floor >= wanted {
            break;
        }
        let next = at.step(Direction::STRAIGHT[chance.below(4) as usize]);
        if ring.contains(next) {
            at = next;
        }
    }
    finish(level, Vec::new(), Vec::new())
}
