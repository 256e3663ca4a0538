//! The eight ways to lay a map on the table.

use crate::{BitGrid, Point, Size};

/// One of the eight flips and turns of a map: mirror left and right, mirror top
/// and bottom, then exchange rows and columns, each done or not.
///
/// Sight, corners and path costs are the same in all of them, which makes eight
/// test cases out of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// East and west change places.
    pub flip_x: bool,
    /// North and south change places.
    pub flip_y: bool,
    /// After the flips, rows become columns.
    pub transpose: bool,
}

impl Orientation {
    /// All eight; the first leaves a map as it is.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            flip_x: bits & 1 != 0,
            flip_y: bits & 2 != 0,
            transpose: bits & 4 != 0,
        })
    }

    /// The size of a map once laid.
    pub fn size(self, size: Size) -> Size {
        if self.transpose {
            size.transposed()
        } else {
            size
        }
    }

    /// Where a cell of a map of this size comes to lie; one off the map lies off
    /// it again.
    pub fn cell(self, size: Size, cell: Point) -> Point {
        let x = if self.flip_x {
            size.rect().east().saturating_sub(cell.x)
        } else {
            cell.x
        };
        let y = if self.flip_y {
            size.rect().south().saturating_sub(cell.y)
        } else {
            cell.y
        };
        if self.transpose {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    }

    /// Where a cell of the map once laid lay before; the inverse of
    /// [`cell`](Self::cell), with the size of the map before.
    pub fn back(self, size: Size, cell: Point) -> Point {
        let cell = if self.transpose {
            Point::new(cell.y, cell.x)
        } else {
            cell
        };
        let flips = Self {
            transpose: false,
            ..self
        };
        flips.cell(size, cell)
    }

    /// A set of cells once laid.
    pub fn set(self, set: &BitGrid) -> BitGrid {
        let mut laid = BitGrid::new(self.size(set.size()));
        for cell in set.iter() {
            laid.set(self.cell(set.size(), cell), true);
        }
        laid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_different_and_keep_every_cell() {
        let size = Size::new(3, 2);
        let mut seen = Vec::new();
        for way in Orientation::all() {
            let cells: Vec<_> = size.cells().map(|cell| way.cell(size, cell)).collect();
            assert!(cells.iter().all(|&cell| way.size(size).contains(cell)));
            let back: Vec<_> = cells.iter().map(|&cell| way.back(size, cell)).collect();
            assert_eq!(back, size.cells().collect::<Vec<_>>());
            assert!(!seen.contains(&cells));
            seen.push(cells);
            assert_eq!(way.set(&BitGrid::full(size)), BitGrid::full(way.size(size)));
            for off in [(-1, 0), (3, 1), (i32::MIN, i32::MIN), (i32::MAX, i32::MAX)] {
                assert!(!way.size(size).contains(way.cell(size, off.into())));
            }
        }
        assert_eq!(seen.len(), 8);
    }
}
