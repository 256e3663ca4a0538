//! Cells by their coordinates, and the distances between them.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use crate::{Costs, Direction};

/// A cell, or the difference between two cells. `x` grows to the east (right),
/// `y` to the south (down).
///
/// Any pair of numbers is a point; whether it lies on a map is asked of the map.
/// Sums stop at the ends of `i32` instead of wrapping round, so a step off the
/// far edge of the number line never lands on another cell of a map.
///
/// Points are ordered by `y`, then by `x`: the order of cell ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Columns to the east of column 0.
    pub x: i32,
    /// Rows to the south of row 0.
    pub y: i32,
}

impl Point {
    /// Column 0 of row 0, the north-west cell of every map.
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    /// The point at column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour in a direction.
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        self + direction.delta()
    }

    /// The eight neighbours, in the order of [`Direction::ALL`].
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().map(move |way| self.step(way))
    }

    /// Chebyshev distance, the larger of the two differences: how many steps a
    /// king needs.
    pub const fn chebyshev(self, other: Self) -> u32 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if dx > dy { dx } else { dy }
    }

    /// Manhattan distance, the sum of the two differences: how many steps a rook
    /// that moves one cell at a time needs.
    pub const fn manhattan(self, other: Self) -> u64 {
        self.x.abs_diff(other.x) as u64 + self.y.abs_diff(other.y) as u64
    }

    /// The square of the straight-line distance. Exact; see
    /// [`euclid`](Point::euclid) for the length itself.
    ///
    /// Saturates for points more than three thousand million apart.
    pub const fn euclid_squared(self, other: Self) -> u64 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        (dx as u64 * dx as u64).saturating_add(dy as u64 * dy as u64)
    }

    /// Octile distance: the cheapest way over an empty map with eight directions
    /// and the given costs.
    pub fn octile(self, other: Self, costs: Costs) -> u64 {
        costs.over_open_ground(self.x.abs_diff(other.x), self.y.abs_diff(other.y))
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(
            self.x.saturating_add(other.x),
            self.y.saturating_add(other.y),
        )
    }
}

impl AddAssign for Point {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(
            self.x.saturating_sub(other.x),
            self.y.saturating_sub(other.y),
        )
    }
}

impl SubAssign for Point {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Point {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ORIGIN - self
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x, y)
    }
}

/// Written as `x,y`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_a_knight_and_a_half() {
        let (a, b) = (Point::new(2, 3), Point::new(-1, 8));
        assert_eq!(a.chebyshev(b), 5);
        assert_eq!(a.manhattan(b), 8);
        assert_eq!(a.euclid_squared(b), 34);
        assert_eq!(a.octile(b, Costs::new(10, 14)), 3 * 14 + 2 * 10);
        assert_eq!(a.octile(b, Costs::STEPS), 5);
    }

    #[test]
    fn the_ends_of_the_number_line_do_not_wrap() {
        let far = Point::new(i32::MAX, i32::MIN);
        assert_eq!(far.step(Direction::NorthEast), far);
        assert_eq!(far.chebyshev(Point::new(i32::MIN, i32::MAX)), u32::MAX);
        assert_eq!(-far, Point::new(-i32::MAX, i32::MAX));
        assert_eq!(far.euclid_squared(-far), u64::MAX);
    }

    #[test]
    fn order_is_reading_order() {
        assert!(Point::new(9, 0) < Point::new(0, 1));
        assert!(Point::new(3, 1) < Point::new(4, 1));
    }
}
