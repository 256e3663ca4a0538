//! Rooms drawn by hand.
//!
//! ```text
//! # . + / ~ > <   tiles
//! space           whatever was there
//! any other sign  floor, and a mark for the game to put something on
//! ```

use parlour_grid::{Point, Rect};
use parlour_rules::Stream;

use crate::level::{Level, tile_of};
use crate::registry::TileType;

/// A room as a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    rows: Vec<Vec<char>>,
    turns: bool,
}

/// Why a drawing is no template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTemplate {
    /// It has no cells.
    #[error("the template has no cells")]
    Empty,
    /// It is larger than a template may be.
    #[error("a template has at most {max} cells a side", max = Template::MAX_SIDE)]
    TooLarge,
    /// There is nowhere to stand.
    #[error("the template has no floor")]
    NoFloor,
}

impl Template {
    /// The longest side of a template.
    pub const MAX_SIDE: usize = 200;

    /// Reads a drawing: one line per row. Shorter rows are filled up with
    /// spaces. The room may be turned and mirrored when it is placed.
    pub fn new(drawing: &str) -> Result<Self, BadTemplate> {
        let mut rows: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            return Err(BadTemplate::Empty);
        }
        if width > Self::MAX_SIDE || rows.len() > Self::MAX_SIDE {
            return Err(BadTemplate::TooLarge);
        }
        for row in &mut rows {
            row.resize(width, ' ');
        }
        let template = Self { rows, turns: true };
        if template.cells().any(|(_, char)| is_floor(char)) {
            Ok(template)
        } else {
            Err(BadTemplate::NoFloor)
        }
    }

    /// The same room, always placed as it is drawn.
    #[must_use]
    pub fn upright(mut self) -> Self {
        self.turns = false;
        self
    }

    /// Columns.
    pub fn width(&self) -> i32 {
        self.rows.first().map_or(0, Vec::len) as i32
    }

    /// Rows.
    pub fn height(&self) -> i32 {
        self.rows.len() as i32
    }

    /// Draws the room with its upper left corner on a cell, and adds its marks.
    pub fn draw(&self, level: &mut Level, corner: Point, marks: &mut Vec<(char, Point)>) {
        for (offset, char) in self.cells() {
            let at = corner + offset;
            match tile_of(char) {
                Some(tile) => {
                    level.set_tile(at, tile);
                }
                None if char == ' ' => {}
                None => {
                    level.set_tile(at, TileType::FLOOR);
                    if level.contains(at) {
                        marks.push((char, at));
                    }
                }
            }
        }
    }

    /// One of the eight ways to place it.
    pub(super) fn turned(&self, chance: &mut Stream) -> Self {
        let mut turned = self.clone();
        if !self.turns {
            return turned;
        }
        let way = chance.below(8);
        if way & 1 != 0 {
            turned.rows.reverse();
        }
        if way & 2 != 0 {
            for row in &mut turned.rows {
                row.reverse();
            }
        }
        if way & 4 != 0 {
            let rows = &turned.rows;
            turned.rows = (0..rows[0].len())
                .map(|x| rows.iter().map(|row| row[x]).collect())
                .collect();
        }
        turned
    }

    /// The cell a corridor should lead to: a door or floor on the rim, else the
    /// floor nearest the middle.
    pub(super) fn entrance(&self, rect: Rect) -> Point {
        let corner = rect.north_west();
        let rank = |offset: Point, char: char| {
            let on_rim = rect.on_border(corner + offset);
            let kind = match char {
                '+' | '/' if on_rim => 0,
                _ if on_rim => 1,
                _ => 2,
            };
            (kind, rect.centre().euclid_squared(corner + offset), offset)
        };
        self.cells()
            .filter(|&(_, char)| is_floor(char) || char == '+')
            .min_by_key(|&(offset, char)| rank(offset, char))
            .map_or(rect.centre(), |(offset, _)| corner + offset)
    }

    fn cells(&self) -> impl Iterator<Item = (Point, char)> {
        (0..).zip(&self.rows).flat_map(|(y, row)| {
            (0..)
                .zip(row)
                .map(move |(x, &char)| (Point::new(x, y), char))
        })
    }
}

/// Whether one may stand there: open tiles and marks.
fn is_floor(char: char) -> bool {
    !matches!(char, '#' | '+' | '~' | ' ')
}
