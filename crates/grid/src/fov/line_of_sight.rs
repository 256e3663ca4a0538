//! Point to point: the definition itself, walked along one segment.

use crate::{Point, Size};

/// Whether `to` is seen from `from`: exactly when `to` is in the unlimited field
/// of view of `from`. The closure says whether a cell of the map is opaque.
///
/// Cells off the map neither see nor are seen. Equal cells and neighbours always
/// see each other.
///
/// ```
/// use parlour_grid::fov::line_of_sight;
/// use parlour_grid::{Point, Size};
///
/// let pillar = Point::new(3, 0);
/// let clear = |from, to| line_of_sight(Size::new(9, 3), |cell| cell == pillar, from, to);
/// assert!(!clear(Point::new(0, 0), Point::new(6, 0)));
/// assert!(clear(Point::new(0, 0), Point::new(6, 2)));
/// ```
pub fn line_of_sight(
    size: Size,
    mut opaque: impl FnMut(Point) -> bool,
    from: Point,
    to: Point,
) -> bool {
    if !size.contains(from) || !size.contains(to) {
        return false;
    }
    if from == to {
        return true;
    }
    if !opaque(to) {
        return floor_to_floor(&mut opaque, from, to);
    }
    // A wall is seen with the floor in front of it.
    let delta = to - from;
    let back = |difference: i32| match difference.signum() {
        1 => -1..=0,
        -1 => 0..=1,
        _ => 0..=0,
    };
    back(delta.y).any(|dy| {
        back(delta.x).any(|dx| {
            let before = to + Point::new(dx, dy);
            before == from || (!opaque(before) && floor_to_floor(&mut opaque, from, before))
        })
    })
}

/// The rule of the module's page, for two cells that are both taken as floor.
fn floor_to_floor(opaque: &mut impl FnMut(Point) -> bool, from: Point, to: Point) -> bool {
    let delta = to - from;
    let steep = delta.y.abs() > delta.x.abs();
    let (major, minor) = if steep {
        (delta.y, delta.x)
    } else {
        (delta.x, delta.y)
    };
    let (length, toward) = (i64::from(major.abs()), major.signum());
    let mut blocked = |step: i64, sideways: i64| {
        let (along, across) = (step as i32 * toward, sideways as i32);
        opaque(if steep {
            Point::new(from.x + across, from.y + along)
        } else {
            Point::new(from.x + along, from.y + across)
        })
    };
    let (mut grazed_low, mut grazed_high) = (false, false);
    for step in 1..length {
        // The segment is at v = across / length; the nearest cell is below v + 1/2.
        let across = step * i64::from(minor);
        let high = (2 * across + length).div_euclid(2 * length);
        if (2 * across + length) % (2 * length) == 0 {
            grazed_low |= blocked(step, high - 1);
            grazed_high |= blocked(step, high);
            if grazed_low && grazed_high {
                return false;
            }
        } else if blocked(step, high) {
            return false;
        }
    }
    true
}
