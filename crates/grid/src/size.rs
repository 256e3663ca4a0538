//! How large a map is, and the numbering of its cells.

use std::fmt;

use crate::{Point, Rect};

/// Width and height of a map: each side from 0 to [`Size::MAX_SIDE`], and no
/// more than [`Size::MAX_AREA`] cells in all.
///
/// The limits keep every product in sight arithmetic inside 64 bits and every
/// cell id inside 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "(u32, u32)", into = "(u32, u32)")
)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// The longest side a map may have: 2^24.
    pub const MAX_SIDE: u32 = 1 << 24;

    /// The most cells a map may have: 2^30, a little more than 32767 x 32767.
    pub const MAX_AREA: u32 = 1 << 30;

    /// A size that is known to be within the limits.
    ///
    /// # Panics
    /// If it is not. For sizes that come from outside use [`Size::checked`].
    pub const fn new(width: u32, height: u32) -> Self {
        match Self::checked(width, height) {
            Some(size) => size,
            None => panic!("a map has at most 2^24 cells a side and 2^30 in all"),
        }
    }

    /// A size, if it is within the limits.
    pub const fn checked(width: u32, height: u32) -> Option<Self> {
        if width <= Self::MAX_SIDE
            && height <= Self::MAX_SIDE
            && width as u64 * height as u64 <= Self::MAX_AREA as u64
        {
            Some(Self { width, height })
        } else {
            None
        }
    }

    /// Cells in a row.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Cells in a column.
    pub const fn height(self) -> u32 {
        self.height
    }

    /// The size with width and height exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }

    /// How many cells there are.
    pub const fn area(self) -> u32 {
        self.width * self.height
    }

    /// Whether there is no cell at all.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Whether the cell is on the map.
    pub const fn contains(self, point: Point) -> bool {
        (point.x as u32) < self.width && (point.y as u32) < self.height
    }

    /// The id of a cell: `x + y * width`. Nothing for a point off the map; a
    /// point beyond the end of a row is never a cell of the next one.
    pub const fn id(self, point: Point) -> Option<u32> {
        if self.contains(point) {
            Some(point.x as u32 + point.y as u32 * self.width)
        } else {
            None
        }
    }

    /// The cell with this id, if there is one.
    pub const fn point(self, id: u32) -> Option<Point> {
        if id < self.area() {
            Some(Point::new(
                (id % self.width) as i32,
                (id / self.width) as i32,
            ))
        } else {
            None
        }
    }

    /// All cells as a rectangle with its north-west cell at 0,0.
    pub const fn rect(self) -> Rect {
        Rect::new(0, 0, self.width as i32, self.height as i32)
    }

    /// All cells by ascending id.
    pub fn cells(self) -> impl Iterator<Item = Point> {
        self.rect().cells()
    }
}

/// Written as `width x height`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A size beyond [`Size::MAX_SIDE`] or [`Size::MAX_AREA`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map has at most 2^24 cells a side and 2^30 in all")
    }
}

impl std::error::Error for TooLarge {}

impl TryFrom<(u32, u32)> for Size {
    type Error = TooLarge;
    fn try_from((width, height): (u32, u32)) -> Result<Self, TooLarge> {
        Self::checked(width, height).ok_or(TooLarge)
    }
}

impl From<Size> for (u32, u32) {
    fn from(size: Size) -> Self {
        (size.width, size.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_along_rows() {
        let size = Size::new(7, 3);
        let ids: Vec<_> = size.cells().map(|cell| size.id(cell)).collect();
        assert_eq!(ids, (0..21).map(Some).collect::<Vec<_>>());
        assert_eq!(size.point(9), Some(Point::new(2, 1)));
        assert_eq!(size.point(21), None);
    }

    #[test]
    fn beyond_the_end_of_a_row_is_nowhere() {
        let size = Size::new(7, 3);
        for point in [(7, 0), (-1, 1), (0, 3), (0, -1), (i32::MIN, i32::MAX)] {
            assert_eq!(size.id(point.into()), None);
        }
    }

    #[test]
    fn empty_and_largest_sizes_stand() {
        assert_eq!(Size::new(0, 9).point(0), None);
        assert_eq!(Size::new(0, 9).cells().count(), 0);
        let largest = Size::new(32_767, 32_767);
        assert_eq!(
            largest.id(Point::new(32_766, 32_766)),
            Some(largest.area() - 1)
        );
        assert!(Size::checked(1, Size::MAX_SIDE).is_some());
        assert_eq!(Size::checked(1, Size::MAX_SIDE + 1), None);
        assert_eq!(Size::checked(32_769, 32_768), None);
        assert_eq!(Size::checked(u32::MAX, u32::MAX), None);
    }
}
