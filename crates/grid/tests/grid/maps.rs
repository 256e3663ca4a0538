//! Random maps, drawn maps, and how many of each a run takes.

use parlour_grid::{BitGrid, Point, Size};

/// Numbers from a seed (`SplitMix64`).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + (self.word() % u64::from(high - low + 1)) as u32
    }

    pub fn cell(&mut self, size: Size) -> Point {
        size.point(self.between(0, size.area() - 1)).unwrap()
    }

    /// Each cell blocked with this probability in percent.
    pub fn walls(&mut self, size: Size, percent: u32) -> BitGrid {
        BitGrid::from_fn(size, |_| self.between(0, 99) < percent)
    }

    /// A map 3 to 40 cells a side with 2 to 45 % walls; every third is a sparse
    /// one of 20 to 40 cells a side.
    pub fn map(&mut self) -> BitGrid {
        let (least, densest) = if self.between(0, 2) == 0 {
            (20, 6)
        } else {
            (3, 45)
        };
        let size = Size::new(self.between(least, 40), self.between(least, 40));
        let percent = self.between(2, densest);
        self.walls(size, percent)
    }
}

/// How many rounds a random test takes: the full number when
/// `PARLOUR_TEST_LONG` is set, a small part of it otherwise.
pub fn rounds(full: u32, short: u32) -> u32 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        full
    } else {
        short
    }
}

/// A map from rows of `#` and anything else.
pub fn drawn(rows: &[&str]) -> BitGrid {
    let size = Size::new(rows[0].len() as u32, rows.len() as u32);
    BitGrid::from_fn(size, |cell| {
        rows[cell.y as usize].as_bytes()[cell.x as usize] == b'#'
    })
}
