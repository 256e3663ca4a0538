//! The heights of a distance map, laid out so that neighbours need no range
//! check.

use crate::{BitGrid, Direction, Point, Size};

/// A passable cell that nothing has reached.
pub(super) const UNREACHED: u32 = u32::MAX;
/// A cell that cannot be entered. Nothing is lower, so it is never lowered.
pub(super) const BLOCKED: u32 = 0;
/// The height of distance 0.
pub(super) const GROUND: u32 = 1;

/// Eight cells for every byte of blocked ones.
static EIGHT_CELLS: [[u32; 8]; 256] = {
    let mut table = [[UNREACHED; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][bit] = BLOCKED;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A height for every cell, with a margin of blocked cells on all sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    size: Size,
    cells: Vec<u32>,
}

impl Heights {
    pub fn size(&self) -> Size {
        self.size
    }

    /// How far apart two rows are.
    pub fn stride(&self) -> usize {
        self.size.width() as usize + 2
    }

    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    pub fn cells_mut(&mut self) -> &mut [u32] {
        &mut self.cells
    }

    /// Makes room for a map; its margin is blocked, its cells are anything.
    fn make_room(&mut self, size: Size) {
        if self.size == size && !self.cells.is_empty() {
            return;
        }
        self.size = size;
        let stride = self.stride();
        self.cells.clear();
        self.cells
            .resize((size.height() as usize + 2) * stride, BLOCKED);
    }

    /// The cells of a row, from west to east.
    pub fn row_mut(&mut self, y: usize) -> &mut [u32] {
        let stride = self.stride();
        &mut self.cells[(y + 1) * stride + 1..][..stride - 2]
    }

    /// Becomes a map where the free cells are unreached.
    pub fn free_where(&mut self, size: Size, mut free: impl FnMut(Point) -> bool) {
        self.make_room(size);
        for y in 0..size.height() as usize {
            for (cell, x) in self.row_mut(y).iter_mut().zip(0..) {
                *cell = if free(Point::new(x, y as i32)) {
                    UNREACHED
                } else {
                    BLOCKED
                };
            }
        }
    }

    /// Becomes a map where all but the blocked cells are unreached.
    pub fn free_but(&mut self, blocked: &BitGrid) {
        self.make_room(blocked.size());
        for y in 0..blocked.size().height() as usize {
            let words = blocked.row(y as i32);
            for (cells, &word) in self.row_mut(y).chunks_mut(64).zip(words) {
                for (eight, byte) in cells.chunks_mut(8).zip(word.to_le_bytes()) {
                    eight.copy_from_slice(&EIGHT_CELLS[byte as usize][..eight.len()]);
                }
            }
        }
    }

    /// Becomes a copy of another map, keeping the memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.size = other.size;
        self.cells.clone_from(&other.cells);
    }

    /// Where a cell of the map is kept.
    pub fn place(&self, cell: Point) -> Option<usize> {
        self.size
            .contains(cell)
            .then(|| (cell.y as usize + 1) * self.stride() + cell.x as usize + 1)
    }

    /// The cell kept at a place that is not on the margin.
    pub fn cell(&self, place: usize) -> Point {
        let (x, y) = (place % self.stride(), place / self.stride());
        Point::new(x as i32 - 1, y as i32 - 1)
    }

    /// The place of a neighbour.
    pub fn beside(&self, place: usize, way: Direction) -> usize {
        let delta = way.delta();
        place
            .wrapping_add_signed(delta.y as isize * self.stride() as isize)
            .wrapping_add_signed(delta.x as isize)
    }
}
