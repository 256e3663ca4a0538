//! Which way to go on from a cell: the natural and the forced directions.

use crate::Direction;
use crate::path::Steps;

/// A set of directions, a bit for each in the order of [`Direction::ALL`].
pub(super) type Directions = u8;

/// For every direction of arrival and every set of free neighbours, the
/// directions that a cheapest path may go on in.
pub(super) type Successors = [[Directions; 256]; 8];

/// The table where corners may be cut.
static CUTTING: Successors = table(true);
/// The table where they may not.
static NO_CUTTING: Successors = table(false);

/// The table for these steps.
pub(super) fn successors(steps: Steps) -> &'static Successors {
    match steps {
        Steps::Eight => &CUTTING,
        Steps::EightNoCutting | Steps::Four => &NO_CUTTING,
    }
}

/// The directions in which a step is possible at all.
pub(super) fn open(steps: Steps, free: Directions) -> Directions {
    match steps {
        Steps::Eight => free,
        Steps::EightNoCutting | Steps::Four => without_cutting(free),
    }
}

/// The free neighbours, without the diagonal ones that have a wall beside them.
const fn without_cutting(free: Directions) -> Directions {
    let straight = free & STRAIGHT;
    let beside = straight.rotate_left(1) & straight.rotate_right(1);
    straight | free & beside & !STRAIGHT
}

const STRAIGHT: Directions = 0b0101_0101;

const fn table(cutting: bool) -> Successors {
    let mut table = [[0; 256]; 8];
    let mut way = 0;
    while way < 8 {
        let mut free = 0;
        while free < 256 {
            table[way][free] = going_on(Direction::ALL[way], free as u8, cutting);
            free += 1;
        }
        way += 1;
    }
    table
}

/// The directions to go on in after arriving in direction `way` at a cell with
/// these free neighbours.
const fn going_on(way: Direction, free: Directions, cutting: bool) -> Directions {
    let mut on = toward(way, 0);
    if way.is_diagonal() {
        // Natural: on, and to both sides of it.
        on |= toward(way, 1) | toward(way, -1);
        if cutting {
            // Forced: past a wall beside the step that led here.
            on |= forced(way, 3, 2, free) | forced(way, -3, -2, free);
        }
    } else if cutting {
        // Forced: past a wall beside this cell.
        on |= forced(way, 2, 1, free) | forced(way, -2, -1, free);
    } else {
        // Forced: past a wall beside the cell before.
        on |= forced(way, 3, 2, free) | forced(way, 3, 1, free);
        on |= forced(way, -3, -2, free) | forced(way, -3, -1, free);
    }
    on & if cutting { free } else { without_cutting(free) }
}

/// One direction, so many eighths of a turn from another, as a set.
const fn toward(way: Direction, eighths: i32) -> Directions {
    1 << way.turned(eighths) as u8
}

/// The direction `to` if there is a wall in direction `wall`, both turned from
/// `way`.
const fn forced(way: Direction, wall: i32, to: i32, free: Directions) -> Directions {
    if free & toward(way, wall) == 0 {
        toward(way, to)
    } else {
        0
    }
}
