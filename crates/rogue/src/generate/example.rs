//! Maps like an example: every square of three by three cells of the map is one that
//! stands in the example, turned or not, as often as it does there. Known elsewhere as
//! wave function collapse.

use std::collections::BTreeMap;

use parlour_grid::Point;
use parlour_rules::Stream;

use super::{Layout, finish, inside};
use crate::level::{Level, tile_of};
use crate::registry::TileType;

/// The side of a square.
const SIDE: usize = 3;
/// The most kinds of squares of an example.
const MOST: usize = 1024;
/// How often it is begun anew when no square fits any more.
const TRIES: u32 = 8;

/// An example to make maps like.
#[derive(Clone, Debug)]
pub struct Example {
    squares: Vec<[TileType; SIDE * SIDE]>,
    often: Vec<u32>,
    /// For each of four directions and each square: the squares that may stand there.
    beside: [Vec<Bits>; 4],
}

type Bits = Vec<u64>;

/// Why a drawing is no example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadExample {
    /// It is smaller than one square.
    #[error("an example has at least three rows of at least three cells")]
    TooSmall,
    /// It has more kinds of squares than are kept.
    #[error("an example has at most {MOST} kinds of squares")]
    TooVaried,
    /// A sign that stands for no tile.
    #[error("{0:?} stands for no tile; use # . + / ~ > <")]
    UnknownChar(char),
}

const WAYS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl Example {
    /// Reads a drawing, whose edges meet their opposites. Squares are taken as they are,
    /// mirrored and turned.
    pub fn new(drawing: &str) -> Result<Self, BadExample> {
        let mut rows: Vec<Vec<TileType>> = Vec::new();
        for line in drawing.lines() {
            let row: Result<_, _> = line
                .chars()
                .map(|char| tile_of(char).ok_or(BadExample::UnknownChar(char)))
                .collect();
            rows.push(row?);
        }
        let width = rows.iter().map(Vec::len).min().unwrap_or(0);
        if width < SIDE || rows.len() < SIDE {
            return Err(BadExample::TooSmall);
        }
        let mut counts: BTreeMap<[TileType; SIDE * SIDE], u32> = BTreeMap::new();
        for y in 0..rows.len() {
            for x in 0..width {
                let mut square = [TileType::WALL; SIDE * SIDE];
                for (place, tile) in square.iter_mut().enumerate() {
                    let (dx, dy) = (place % SIDE, place / SIDE);
                    *tile = rows[(y + dy) % rows.len()][(x + dx) % width];
                }
                for _ in 0..4 {
                    *counts.entry(square).or_default() += 1;
                    *counts.entry(mirrored(square)).or_default() += 1;
                    square = turned(square);
                }
            }
        }
        if counts.len() > MOST {
            return Err(BadExample::TooVaried);
        }
        let (squares, often): (Vec<_>, Vec<_>) = counts.into_iter().unzip();
        let beside = WAYS.map(|way| {
            let fits =
                |one: &[TileType; 9]| bits(squares.iter().map(|other| overlap(one, other, way)));
            squares.iter().map(fits).collect()
        });
        Ok(Self {
            squares,
            often,
            beside,
        })
    }
}

/// A map like an example. Where no square fits any more after several tries, there is
/// wall.
pub fn like_example(level: &mut Level, chance: &mut Stream, example: &Example) -> Layout {
    level.fill_all(TileType::WALL);
    let area = inside(level);
    let (w, h) = (area.w.max(1) as usize, area.h.max(1) as usize);
    let mut made = None;
    for _ in 0..TRIES {
        let (cells, whole) = collapse(example, w, h, chance);
        let first = made.is_none();
        if first || whole {
            made = Some(cells);
        }
        if whole {
            break;
        }
    }
    for (place, tile) in made.unwrap_or_default().into_iter().enumerate() {
        let at = Point::new((place % w) as i32, (place / w) as i32) + area.north_west();
        level.set_tile(at, tile.unwrap_or(TileType::WALL));
    }
    finish(level, Vec::new(), Vec::new())
}

/// Chooses square after square, where the fewest are left to choose from, and strikes
/// out what no longer fits. Says whether every cell has one.
fn collapse(
    example: &Example,
    w: usize,
    h: usize,
    chance: &mut Stream,
) -> (Vec<Option<TileType>>, bool) {
    let count = example.squares.len();
    let all = bits((0..count).map(|_| true));
    let mut open: Vec<Bits> = vec![all; w * h];
    let mut left: Vec<u32> = vec![count as u32; w * h];
    let mut whole = true;
    loop {
        let fewest = left.iter().filter(|&&left| left > 1).min().copied();
        let Some(fewest) = fewest else {
            break;
        };
        let places: Vec<usize> = (0..left.len()).filter(|&at| left[at] == fewest).collect();
        let Some(&at) = chance.pick(&places) else {
            break;
        };
        let chosen = choose(example, &open[at], chance);
        open[at] = bits((0..count).map(|square| square == chosen));
        left[at] = 1;
        let mut changed = vec![at];
        while let Some(from) = changed.pop() {
            for (way, &(dx, dy)) in WAYS.iter().enumerate() {
                let (x, y) = ((from % w) as i32 + dx, (from / w) as i32 + dy);
                if x < 0 || y < 0 || x >= w as i32 || y >= h as i32 {
                    continue;
                }
                let to = y as usize * w + x as usize;
                if left[to] == 0 {
                    continue;
                }
                let mut fits = vec![0_u64; open[to].len()];
                for square in ones(&open[from]) {
                    for (word, more) in fits.iter_mut().zip(&example.beside[way][square]) {
                        *word |= more;
                    }
                }
                let before = left[to];
                for (word, fit) in open[to].iter_mut().zip(&fits) {
                    *word &= fit;
                }
                left[to] = open[to].iter().map(|word| word.count_ones()).sum();
                if left[to] == 0 {
                    whole = false;
                } else if left[to] < before {
                    changed.push(to);
                }
            }
        }
    }
    let tiles = open.iter().map(|open| {
        let square = ones(open).next()?;
        Some(example.squares[square][0])
    });
    (tiles.collect(), whole)
}

fn choose(example: &Example, open: &Bits, chance: &mut Stream) -> usize {
    let total: u32 = ones(open).map(|square| example.often[square]).sum();
    let mut left = chance.below(total.max(1));
    for square in ones(open) {
        if left < example.often[square] {
            return square;
        }
        left -= example.often[square];
    }
    0
}

fn bits(flags: impl Iterator<Item = bool>) -> Bits {
    let mut words = Vec::new();
    for (place, flag) in flags.enumerate() {
        if place % 64 == 0 {
            words.push(0);
        }
        if flag {
            words[place / 64] |= 1 << (place % 64);
        }
    }
    words
}

fn ones(bits: &Bits) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        (0..64)
            .filter(move |bit| bits >> bit & 1 == 1)
            .map(move |bit| word * 64 + bit)
    })
}

fn turned(square: [TileType; 9]) -> [TileType; 9] {
    std::array::from_fn(|place| square[(SIDE - 1 - place % SIDE) * SIDE + place / SIDE])
}

fn mirrored(square: [TileType; 9]) -> [TileType; 9] {
    std::array::from_fn(|place| square[place / SIDE * SIDE + SIDE - 1 - place % SIDE])
}

/// Whether a square agrees with another that stands one cell further that way.
fn overlap(one: &[TileType; 9], other: &[TileType; 9], (dx, dy): (i32, i32)) -> bool {
    (0..SIDE as i32).all(|y| {
        (0..SIDE as i32).all(|x| {
            let (ox, oy) = (x - dx, y - dy);
            let shared = (0..3).contains(&ox) && (0..3).contains(&oy);
            !shared || one[(y * 3 + x) as usize] == other[(oy * 3 + ox) as usize]
        })
    })
}
