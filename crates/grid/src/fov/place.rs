//! Where the observer stands in the window that is looked at.

use super::field::FieldOfView;
use super::scan::{Quadrant, mask};

/// Where the observer and the window are, counted from the window's first row
/// and first kept column.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub x: i32,
    pub y: i32,
    pub west: i32,
    pub east: i32,
    pub rows: i32,
}

impl Place {
    pub fn of(view: &FieldOfView) -> Self {
        let base = view.first_column;
        Self {
            x: view.observer.x - base,
            y: view.observer.y - view.window.y,
            west: view.window.x - base,
            east: view.window.east() - base,
            rows: view.window.h,
        }
    }

    /// North and south over rows.
    pub fn vertical(self) -> [Quadrant; 2] {
        let to = |away, deepest| Quadrant {
            line: self.y as usize,
            away,
            deepest,
            place: self.x,
            first: self.west,
            last: self.east,
        };
        [to(-1, self.y), to(1, self.rows - 1 - self.y)]
    }

    /// West and east over columns.
    pub fn horizontal(self) -> [Quadrant; 2] {
        let to = |away, deepest| Quadrant {
            line: self.x as usize,
            away,
            deepest,
            place: self.y,
            first: 0,
            last: self.rows - 1,
        };
        [to(-1, self.x - self.west), to(1, self.east - self.x)]
    }

    /// The bits of a word of a row that lie in the window.
    pub fn inside(self, index: usize) -> u64 {
        let start = index as i32 * 64;
        mask((self.west - start).max(0), (self.east - start).min(63))
    }
}
