//! Halved spaces: the map is cut in two again and again, every piece gets a
//! room, and the halves of every cut are joined.

use parlour_grid::{Point, Rect};
use parlour_rules::Stream;

use super::{Layout, between, finish, tunnel};
use crate::level::Level;
use crate::registry::TileType;

/// How spaces are halved.
#[derive(Clone, Copy, Debug)]
pub struct Bsp {
    /// The shortest side of a piece; pieces twice as long are cut.
    pub least: i32,
}

impl Default for Bsp {
    fn default() -> Self {
        Self { least: 8 }
    }
}

/// Halved spaces.
pub fn bsp(level: &mut Level, chance: &mut Stream, options: &Bsp) -> Layout {
    level.fill_all(TileType::WALL);
    let least = options.least.max(4);
    let mut rooms = Vec::new();
    let all = level.size().rect();
    if all.w >= 3 && all.h >= 3 {
        split(level, chance, all, least, &mut rooms);
    }
    finish(level, rooms, Vec::new())
}

/// Cuts a piece or puts a room into it, and answers a floor cell of it.
fn split(
    level: &mut Level,
    chance: &mut Stream,
    piece: Rect,
    least: i32,
    rooms: &mut Vec<Rect>,
) -> Point {
    let (wide, high) = (piece.w >= least * 2, piece.h >= least * 2);
    let across = match (wide, high) {
        (false, false) => return room(level, chance, piece, least, rooms),
        (true, false) => true,
        (false, true) => false,
        // The longer side is cut; a coin decides for squares.
        (true, true) if piece.w == piece.h => chance.below(2) == 0,
        (true, true) => piece.w > piece.h,
    };
    let (one, other) = if across {
        let cut = between(chance, least, piece.w - least);
        (
            Rect::new(piece.x, piece.y, cut, piece.h),
            Rect::new(piece.x + cut, piece.y, piece.w - cut, piece.h),
        )
    } else {
        let cut = between(chance, least, piece.h - least);
        (
            Rect::new(piece.x, piece.y, piece.w, cut),
            Rect::new(piece.x, piece.y + cut, piece.w, piece.h - cut),
        )
    };
    let one = split(level, chance, one, least, rooms);
    let other = split(level, chance, other, least, rooms);
    tunnel(level, chance, one, other);
    if chance.below(2) == 0 { one } else { other }
}

fn room(
    level: &mut Level,
    chance: &mut Stream,
    piece: Rect,
    least: i32,
    rooms: &mut Vec<Rect>,
) -> Point {
    let side =
        |chance: &mut Stream, length: i32| between(chance, (least / 2).max(3).min(length), length);
    let (w, h) = (side(chance, piece.w), side(chance, piece.h));
    let rect = Rect::new(
        between(chance, piece.x, piece.x + piece.w - w),
        between(chance, piece.y, piece.y + piece.h - h),
        w,
        h,
    );
    level.make_room(rect);
    rooms.push(rect);
    rect.centre()
}
