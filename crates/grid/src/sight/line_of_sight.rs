//! Point to point, along one segment.

use crate::{BitGrid, Grid, Point};

/// Whether `to` is visible from `from`: exactly when `to` is in the
/// [`Sight`](super::Sight) of `from`.
///
/// ```
/// use parlour_grid::sight::line_of_sight;
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let mut blocked = BitGrid::new(Size::new(4, 3));
/// blocked.set(Point::new(1, 0), true);
/// assert!(line_of_sight(&blocked, Point::new(0, 1), Point::new(3, 1)));
/// assert!(!line_of_sight(&blocked, Point::new(0, 1), Point::new(3, 0)));
/// ```
pub fn line_of_sight(blocked: &impl Grid, from: Point, to: Point) -> bool {
    let free = |cell: Point| blocked.size().contains(cell) && !blocked.holds(cell);
    if !free(from) || !free(to) {
        return false;
    }
    // From the upper end to the lower, row by row.
    let (upper, lower) = if from.y <= to.y {
        (from, to)
    } else {
        (to, from)
    };
    let (dx, dy) = (
        i64::from(lower.x) - i64::from(upper.x),
        i64::from(lower.y) - i64::from(upper.y),
    );
    if dy == 0 {
        return is_free(
            blocked,
            upper.y,
            upper.y,
            from.x.min(to.x),
            from.x.max(to.x),
        );
    }
    (0..dy).all(|row| {
        // What the segment sweeps between two rows, rounded outward.
        let (near, far) = (dx * row, dx * (row + 1));
        let left = near.min(far).div_euclid(dy) as i32;
        let right = -(-near.max(far)).div_euclid(dy) as i32;
        let y = upper.y + row as i32;
        is_free(blocked, y, y + 1, upper.x + left, upper.x + right)
    })
}

/// Whether the columns from `first` to `last`, both included, are free in both
/// rows.
fn is_free(blocked: &impl Grid, one: i32, other: i32, first: i32, last: i32) -> bool {
    match blocked.bits() {
        Some(bits) => are_zero(bits, one, other, first, last),
        None => (first..=last).all(|x| {
            !blocked.holds(Point::new(x, one))
                && (one == other || !blocked.holds(Point::new(x, other)))
        }),
    }
}

fn are_zero(blocked: &BitGrid, one: i32, other: i32, first: i32, last: i32) -> bool {
    let (one, other) = (blocked.row(one), blocked.row(other));
    let (from, to) = (first as usize / 64, last as usize / 64);
    (from..=to).all(|index| {
        let mut mask = u64::MAX;
        if index == from {
            mask &= u64::MAX << (first % 64);
        }
        if index == to {
            mask &= u64::MAX >> (63 - last % 64);
        }
        (one[index] | other[index]) & mask == 0
    })
}
