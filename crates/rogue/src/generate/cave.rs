//! Caves: noise, smoothed until it looks worn.

use parlour_grid::{BitGrid, Point};
use parlour_rules::Stream;

use super::connect::{largest, regions};
use super::{Layout, finish, inside};
use crate::level::Level;
use crate::registry::TileType;

/// How caves are made.
#[derive(Clone, Copy, Debug)]
pub struct Cave {
    /// How many of a hundred cells are wall at first.
    pub walls: u32,
    /// How often it is smoothed.
    pub rounds: u32,
    /// Caverns with fewer cells are filled up; the others are joined.
    pub least: u32,
}

impl Default for Cave {
    fn default() -> Self {
        Self {
            walls: 45,
            rounds: 5,
            least: 16,
        }
    }
}

/// A cave: a cell with five or more walls in its square of nine becomes wall.
pub fn cave(level: &mut Level, chance: &mut Stream, options: &Cave) -> Layout {
    let mut rock = Rock::noise(level, chance, options.walls);
    for _ in 0..options.rounds.min(100) {
        rock.smooth();
    }
    level.fill_all(TileType::WALL);
    let size = level.size();
    let caverns = regions(&BitGrid::from_fn(size, |at| !rock.is_wall(at)));
    let main = largest(&caverns);
    for (number, cavern) in caverns.iter().enumerate() {
        if number == main || cavern.len() >= options.least as usize {
            for &at in cavern {
                level.set_type(at, TileType::FLOOR);
            }
        }
    }
    finish(level, Vec::new(), Vec::new())
}

/// A byte per cell, 1 for wall, with a margin of wall all round.
struct Rock {
    stride: usize,
    height: usize,
    cells: Vec<u8>,
    next: Vec<u8>,
    /// How many walls each cell of a row has in its column of three.
    columns: Vec<u8>,
}

impl Rock {
    fn noise(level: &Level, chance: &mut Stream, percent: u32) -> Self {
        let (width, height) = (level.width() as usize, level.height() as usize);
        let stride = width + 2;
        let mut cells = vec![1; stride * (height + 2)];
        for at in inside(level).cells() {
            let wall = super::percent(chance, percent);
            cells[(at.y as usize + 1) * stride + at.x as usize + 1] = u8::from(wall);
        }
        Self {
            stride,
            height,
            next: cells.clone(),
            cells,
            columns: vec![0; stride],
        }
    }

    fn is_wall(&self, at: Point) -> bool {
        self.cells[(at.y as usize + 1) * self.stride + at.x as usize + 1] == 1
    }

    fn smooth(&mut self) {
        let stride = self.stride;
        for y in 1..=self.height {
            let (above, rest) = self.cells[(y - 1) * stride..].split_at(stride);
            let (here, below) = rest.split_at(stride);
            for (x, count) in self.columns.iter_mut().enumerate() {
                *count = above[x] + here[x] + below[x];
            }
            let row = &mut self.next[y * stride + 1..(y + 1) * stride - 1];
            for (cell, three) in row.iter_mut().zip(self.columns.windows(3)) {
                *cell = u8::from(three[0] + three[1] + three[2] >= 5);
            }
        }
        std::mem::swap(&mut self.cells, &mut self.next);
    }
}
