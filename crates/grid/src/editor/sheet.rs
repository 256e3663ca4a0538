//! The drawing on the table: walls, and the cells the observer covers.

use std::fmt;

use crate::drawing::DrawingError;
use crate::{BitGrid, Point, Size};

/// Walls and observer. Every sheet has at least one cell, at most
/// [`Sheet::MAX_SIDE`] a side, and its observer's cells are on it, each once, in
/// reading order. An observer may stand in a wall, and there may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    walls: BitGrid,
    observers: Vec<Point>,
}

impl Sheet {
    /// The longest side of a sheet.
    pub const MAX_SIDE: u32 = 4096;

    /// A sheet without walls, the observer on its middle cell.
    pub fn blank(size: Size) -> Result<Self, SheetError> {
        let mut sheet = Self::from_walls(BitGrid::new(Self::allowed(size)?))?;
        sheet.set_observers(&[size.rect().centre()]);
        Ok(sheet)
    }

    /// A sheet with these walls and no observer.
    pub fn from_walls(walls: BitGrid) -> Result<Self, SheetError> {
        Self::allowed(walls.size())?;
        Ok(Self {
            walls,
            observers: Vec::new(),
        })
    }

    /// The size, if a sheet may have it.
    pub(super) fn allowed(size: Size) -> Result<Size, SheetError> {
        Self::allowed_sides(u64::from(size.width()), u64::from(size.height()))
    }

    /// The size of these sides, if a sheet may have it.
    pub(super) fn allowed_sides(width: u64, height: u64) -> Result<Size, SheetError> {
        if width == 0 || height == 0 {
            Err(SheetError::NoCells)
        } else if width.max(height) > u64::from(Self::MAX_SIDE) {
            Err(SheetError::TooLarge { width, height })
        } else {
            Ok(Size::new(width as u32, height as u32))
        }
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.walls.size()
    }

    /// The blocked cells.
    pub fn walls(&self) -> &BitGrid {
        &self.walls
    }

    /// The observer's cells in reading order.
    pub fn observers(&self) -> &[Point] {
        &self.observers
    }

    /// Whether some cell of the observer is blocked.
    pub fn observer_in_wall(&self) -> bool {
        self.observers.iter().any(|&cell| self.walls.contains(cell))
    }

    /// Puts the observer on these cells; those off the sheet are left out.
    pub fn set_observers(&mut self, cells: &[Point]) {
        self.observers.clear();
        let size = self.size();
        self.observers
            .extend(cells.iter().copied().filter(|&cell| size.contains(cell)));
        self.observers.sort_unstable();
        self.observers.dedup();
    }

    /// Makes a cell wall or free; says whether that changed anything.
    pub fn set_wall(&mut self, cell: Point, wall: bool) -> bool {
        self.walls
            .set(cell, wall)
            .is_some_and(|before| before != wall)
    }
}

/// Why a text or a size is not a sheet. Nothing is changed by a refused one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetError {
    /// There is no row or no column.
    NoCells,
    /// A side is longer than [`Sheet::MAX_SIDE`].
    TooLarge {
        /// The width that was asked for.
        width: u64,
        /// The height that was asked for.
        height: u64,
    },
    /// A text that is no drawing.
    NoDrawing(DrawingError),
    /// A line of JSON that is not a case.
    BrokenCase {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A journal that cannot be read.
    BrokenJournal {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCells => write!(f, "there are no cells in it"),
            Self::TooLarge { width, height } => write!(
                f,
                "{width}x{height} is too large: at most {} cells a side",
                Sheet::MAX_SIDE
            ),
            Self::NoDrawing(error) => write!(f, "{error}"),
            Self::BrokenCase { line, reason } | Self::BrokenJournal { line, reason } => {
                write!(f, "line {line}: {reason}")
            }
        }
    }
}

impl std::error::Error for SheetError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_from_1_to_4096_are_sheets() {
        assert!(Sheet::blank(Size::new(1, 1)).is_ok());
        assert!(Sheet::blank(Size::new(4096, 4096)).is_ok());
        assert_eq!(Sheet::blank(Size::new(0, 4)), Err(SheetError::NoCells));
        assert_eq!(
            Sheet::blank(Size::new(3, 4097)),
            Err(SheetError::TooLarge {
                width: 3,
                height: 4097
            })
        );
    }

    #[test]
    fn observers_are_on_the_sheet_once_each_and_in_order() {
        let mut sheet = Sheet::blank(Size::new(4, 3)).expect("small enough");
        assert_eq!(sheet.observers(), [Point::new(1, 1)]);
        let cells = [(3, 2), (0, 0), (3, 2), (4, 0), (-1, 1)].map(Point::from);
        sheet.set_observers(&cells);
        assert_eq!(sheet.observers(), [Point::new(0, 0), Point::new(3, 2)]);
    }

    #[test]
    fn setting_a_wall_tells_whether_it_changed() {
        let mut sheet = Sheet::blank(Size::new(4, 3)).expect("small enough");
        let cell = Point::new(1, 1);
        assert!(sheet.set_wall(cell, true));
        assert!(!sheet.set_wall(cell, true));
        assert!(sheet.observer_in_wall());
        assert!(!sheet.set_wall(Point::new(4, 0), true));
    }
}
