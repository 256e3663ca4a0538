//! Maps by chance, the same for the same seed everywhere and for ever.
//!
//! The numbers come from our own small generator (`SplitMix64`), because a drawing
//! tool needs neither secrecy nor a dependency.

use super::{Sheet, SheetError};
use crate::{BitGrid, Point, Rect, Size};

/// How the walls of a random map lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Each cell is a wall with this chance in a hundred.
    Scatter(u8),
    /// Rooms joined by corridors, everything else rock.
    Rooms,
    /// A cave, grown by letting crowded cells turn to rock.
    Cave,
}

impl Style {
    /// What people write: `rooms`, `cave`, `pillars` (8 %), `scatter` (30 %), or a
    /// number of percent.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "rooms" => Self::Rooms,
            "cave" => Self::Cave,
            "pillars" => Self::Scatter(8),
            "scatter" => Self::Scatter(30),
            _ => {
                let percent: u8 = word.strip_suffix('%').unwrap_or(word).parse().ok()?;
                (percent <= 100).then_some(Self::Scatter(percent))?
            }
        })
    }
}

/// The seed a person means: a number as it is, any other text by its hash.
pub fn seed_of(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| {
        // FNV-1a, 64 bits.
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    })
}

/// The map of a style and seed, with the observer on the free cell nearest to the
/// middle. A map without any free cell has no observer.
pub fn random_sheet(size: Size, style: Style, seed: u64) -> Result<Sheet, SheetError> {
    let size = Sheet::allowed(size)?;
    let mut chance = Chance(seed);
    let walls = match style {
        Style::Scatter(percent) => scattered(size, u64::from(percent), &mut chance),
        Style::Rooms => rooms(size, &mut chance),
        Style::Cave => cave(size, &mut chance),
    };
    let observer = free_cell_near(&walls, size.rect().centre());
    let mut sheet = Sheet::from_walls(walls)?;
    sheet.set_observers(observer.as_slice());
    Ok(sheet)
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`, by the high bits of a wide product.
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1) as u64) as i32
    }
}

fn scattered(size: Size, percent: u64, chance: &mut Chance) -> BitGrid {
    let mut walls = BitGrid::new(size);
    for cell in size.cells() {
        if chance.below(100) < percent {
            walls.set(cell, true);
        }
    }
    walls
}

fn rooms(size: Size, chance: &mut Chance) -> BitGrid {
    let mut walls = BitGrid::full(size);
    let (width, height) = (size.width() as i32, size.height() as i32);
    let attempts = size.area() / 60 + 1;
    let mut last: Option<Point> = None;
    for _ in 0..attempts {
        let (w, h) = (chance.between(3, 10), chance.between(3, 7));
        let (x, y) = (
            chance.between(1, width - w - 1),
            chance.between(1, height - h - 1),
        );
        let room = Rect::new(x, y, w, h);
        let clear = room
            .grown(1)
            .cells()
            .all(|cell| walls.get(cell) == Some(true));
        if !clear {
            continue;
        }
        carve(&mut walls, room);
        let centre = room.centre();
        if let Some(before) = last {
            let bend = if chance.below(2) == 0 {
                Point::new(before.x, centre.y)
            } else {
                Point::new(centre.x, before.y)
            };
            carve(&mut walls, Rect::spanning(before, bend));
            carve(&mut walls, Rect::spanning(bend, centre));
        }
        last = Some(centre);
    }
    if last.is_none() {
        // Too small for a room: one hall without a border.
        carve(&mut walls, size.rect());
    }
    walls
}

fn carve(walls: &mut BitGrid, area: Rect) {
    for cell in area.cells() {
        walls.set(cell, false);
    }
}

fn cave(size: Size, chance: &mut Chance) -> BitGrid {
    let mut walls = scattered(size, 44, chance);
    for _ in 0..4 {
        let mut next = BitGrid::new(size);
        for cell in size.cells() {
            let crowd = Rect::around(cell, 1)
                .cells()
                .filter(|&near| walls.get(near).unwrap_or(true))
                .count();
            if crowd >= 5 {
                next.set(cell, true);
            }
        }
        walls = next;
    }
    walls
}

/// The free cell nearest to `middle`: the smallest ring that has one, and in it
/// the first in reading order.
fn free_cell_near(walls: &BitGrid, middle: Point) -> Option<Point> {
    let size = walls.size();
    let rings = size.width().max(size.height());
    (0..=rings).find_map(|ring| {
        let square = Rect::around(middle, ring);
        square
            .intersection(size.rect())
            .cells()
            .filter(|&cell| square.on_border(cell))
            .find(|&cell| walls.get(cell) == Some(false))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_map() {
        let size = Size::new(40, 30);
        for style in [Style::Scatter(30), Style::Rooms, Style::Cave] {
            let first = random_sheet(size, style, 7).expect("within the limit");
            assert_eq!(random_sheet(size, style, 7), Ok(first.clone()));
            assert_ne!(random_sheet(size, style, 8), Ok(first.clone()));
            let observer = first.observers()[0];
            assert_eq!(first.walls().get(observer), Some(false));
        }
    }

    #[test]
    fn the_generator_keeps_its_published_numbers() {
        let mut chance = Chance(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| chance.next()).collect();
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn percent_is_the_share_of_walls() {
        let size = Size::new(100, 100);
        let count = |percent| {
            random_sheet(size, Style::Scatter(percent), 3)
                .expect("within the limit")
                .walls()
                .count()
        };
        assert_eq!((count(0), count(100)), (0, 10_000));
        assert!((2_700..3_300).contains(&count(30)));
    }

    #[test]
    fn the_smallest_maps_work_in_every_style() {
        for (w, h) in [(1, 1), (1, 9), (2, 2), (5, 3), (12, 9)] {
            for style in [Style::Scatter(50), Style::Rooms, Style::Cave] {
                for seed in 0..20 {
                    let sheet = random_sheet(Size::new(w, h), style, seed);
                    assert!(sheet.is_ok());
                }
            }
        }
        assert!(random_sheet(Size::new(4097, 4), Style::Cave, 1).is_err());
    }

    #[test]
    fn styles_and_seeds_are_read_from_words() {
        assert_eq!(Style::parse("rooms"), Some(Style::Rooms));
        assert_eq!(Style::parse("25%"), Some(Style::Scatter(25)));
        assert_eq!(Style::parse("101"), None);
        assert_eq!(Style::parse("castle"), None);
        assert_eq!(seed_of("42"), 42);
        assert_ne!(seed_of("tuesday"), seed_of("wednesday"));
    }
}
