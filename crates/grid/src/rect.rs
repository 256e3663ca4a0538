//! Rectangles of cells.

use crate::Point;

/// A rectangle of cells: `w` columns from `x` eastward, `h` rows from `y`
/// southward. With `w` or `h` zero or less it holds no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rect {
    /// The westernmost column.
    pub x: i32,
    /// The northernmost row.
    pub y: i32,
    /// How many columns.
    pub w: i32,
    /// How many rows.
    pub h: i32,
}

impl Rect {
    /// The rectangle of `w` by `h` cells whose north-west cell is `x`, `y`.
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Self {
        Self { x, y, w, h }
    }

    /// The smallest rectangle that holds both cells.
    pub fn spanning(a: Point, b: Point) -> Self {
        Self::from_edges(a.x.min(b.x), a.y.min(b.y), a.x.max(b.x), a.y.max(b.y))
    }

    /// The square of all cells at Chebyshev distance `radius` or less. A radius
    /// above 2^30 - 1, whose square no rectangle can hold, counts as that.
    pub fn around(centre: Point, radius: u32) -> Self {
        let radius = radius.min((1 << 30) - 1) as i32;
        Self::from_edges(
            centre.x.saturating_sub(radius),
            centre.y.saturating_sub(radius),
            centre.x.saturating_add(radius),
            centre.y.saturating_add(radius),
        )
    }

    /// From the first and last columns and rows, all of them inside.
    fn from_edges(west: i32, north: i32, east: i32, south: i32) -> Self {
        let length = |first: i32, last: i32| last.saturating_sub(first).saturating_add(1);
        Self::new(west, north, length(west, east), length(north, south))
    }

    /// The easternmost column inside.
    pub const fn east(self) -> i32 {
        self.x.saturating_add(self.w.saturating_sub(1))
    }

    /// The southernmost row inside.
    pub const fn south(self) -> i32 {
        self.y.saturating_add(self.h.saturating_sub(1))
    }

    /// The north-west cell.
    pub const fn north_west(self) -> Point {
        Point::new(self.x, self.y)
    }

    /// The south-east cell.
    pub const fn south_east(self) -> Point {
        Point::new(self.east(), self.south())
    }

    /// The cell in the middle; of two middle ones the north-western.
    pub fn centre(self) -> Point {
        let half = |length: i32| if length > 0 { (length - 1) / 2 } else { 0 };
        Point::new(
            self.x.saturating_add(half(self.w)),
            self.y.saturating_add(half(self.h)),
        )
    }

    /// Whether there is no cell inside.
    pub const fn is_empty(self) -> bool {
        self.w <= 0 || self.h <= 0
    }

    /// How many cells are inside.
    pub const fn area(self) -> u64 {
        if self.is_empty() {
            0
        } else {
            self.w as u64 * self.h as u64
        }
    }

    /// Whether the cell is inside.
    pub const fn contains(self, point: Point) -> bool {
        !self.is_empty()
            && point.x >= self.x
            && point.x <= self.east()
            && point.y >= self.y
            && point.y <= self.south()
    }

    /// Whether the cell is inside and on the outermost ring.
    pub const fn on_border(self, point: Point) -> bool {
        self.contains(point)
            && (point.x == self.x
                || point.x == self.east()
                || point.y == self.y
                || point.y == self.south())
    }

    /// The cells inside both; empty if there are none.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::default();
        }
        let (west, north) = (self.x.max(other.x), self.y.max(other.y));
        let (east, south) = (
            self.east().min(other.east()),
            self.south().min(other.south()),
        );
        if west > east || north > south {
            return Self::default();
        }
        Self::from_edges(west, north, east, south)
    }

    /// Whether some cell is inside both.
    pub fn overlaps(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// The rectangle with `margin` more rings of cells; fewer if negative.
    #[must_use]
    pub fn grown(self, margin: i32) -> Self {
        let longer = |length: i32| length.saturating_add(margin).saturating_add(margin);
        Self::new(
            self.x.saturating_sub(margin),
            self.y.saturating_sub(margin),
            longer(self.w),
            longer(self.h),
        )
    }

    /// All cells inside, row by row from the north, each from the west.
    pub fn cells(self) -> impl Iterator<Item = Point> {
        let columns = if self.is_empty() { 0 } else { self.w };
        let rows = if self.is_empty() { 0 } else { self.h };
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| {
                Point::new(self.x.saturating_add(column), self.y.saturating_add(row))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_contained() {
        let rect = Rect::new(-1, 2, 3, 2);
        let cells: Vec<_> = rect.cells().collect();
        assert_eq!(cells.len() as u64, rect.area());
        assert_eq!((cells[0], cells[5]), (rect.north_west(), Point::new(1, 3)));
        assert_eq!(rect.south_east(), Point::new(1, 3));
        assert!(cells.iter().all(|&cell| rect.contains(cell)));
        assert!(!rect.contains(Point::new(2, 2)));
        assert_eq!(rect.centre(), Point::new(0, 2));
    }

    #[test]
    fn intersections_hold_what_both_hold() {
        let (a, b) = (Rect::new(0, 0, 4, 4), Rect::new(2, 3, 9, 9));
        assert_eq!(a.intersection(b), Rect::new(2, 3, 2, 1));
        assert!(a.overlaps(b));
        assert!(!a.overlaps(Rect::new(4, 0, 2, 2)));
        assert!(!a.overlaps(Rect::new(1, 1, 0, 2)));
    }

    #[test]
    fn growing_and_shrinking_move_every_side() {
        let rect = Rect::new(2, 2, 3, 3);
        assert_eq!(rect.grown(1), Rect::new(1, 1, 5, 5));
        assert!(rect.grown(-2).is_empty());
        assert_eq!(Rect::around(Point::new(3, 3), 1), rect);
        assert_eq!(Rect::spanning(Point::new(4, 2), Point::new(2, 4)), rect);
        let border = rect.cells().filter(|&cell| rect.on_border(cell)).count();
        assert_eq!(border, 8);
    }

    #[test]
    fn extreme_edges_do_not_wrap() {
        let all = Rect::around(Point::new(i32::MAX, i32::MIN), u32::MAX);
        assert!(all.contains(Point::new(i32::MAX, i32::MIN)));
        assert!(Rect::new(5, 5, -3, i32::MIN).cells().next().is_none());
    }
}
