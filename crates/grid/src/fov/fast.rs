//! Field of view over bit-packed maps: rows for north and south, columns for
//! east and west, then the walls.

use super::field::FieldOfView;
use super::lines::{Columns, OneWord, Rows};
use super::scan::{Beams, Quadrant, mask};
use super::tiles::Tiles;
use crate::BitGrid;
use crate::bits::{transpose, transpose_small};

/// What is kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    beams: Beams,
    tiles: Tiles,
    nearer: Vec<u64>,
    spread: Vec<u64>,
}

/// Where the observer and the window are, counted from the window's first row
/// and first kept column.
#[derive(Clone, Copy)]
struct Place {
    x: i32,
    y: i32,
    west: i32,
    east: i32,
    rows: i32,
}

impl Place {
    fn of(view: &FieldOfView) -> Self {
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
    fn vertical(self) -> [Quadrant; 2] {
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
    fn horizontal(self) -> [Quadrant; 2] {
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
}

/// Sees everything within the window of `view`, which is not empty.
pub(super) fn cast(view: &mut FieldOfView, opaque: &BitGrid) {
    let place = Place::of(view);
    if place.east <= 31 && place.rows <= 32 {
        cast_small(view, opaque, place);
    } else if place.east <= 63 && place.rows <= 64 {
        cast_square(view, opaque, place);
    } else {
        cast_wide(view, opaque, place);
    }
}

/// A window of at most 32 by 32 cells.
fn cast_small(view: &mut FieldOfView, opaque: &BitGrid, place: Place) {
    let rows = place.rows as usize;
    let mut walls = [0_u64; 32];
    gather(view, opaque, &mut walls[..rows]);
    let mut turned = [0_u32; 32];
    for (to, &from) in turned.iter_mut().zip(&walls) {
        *to = from as u32;
    }
    transpose_small(&mut turned);
    let columns = turned.map(u64::from);
    let mut seen = [0_u64; 32];
    scan_both(
        view,
        place,
        &walls[..rows],
        &columns,
        &mut seen,
        |sideways| {
            let mut turned = [0_u32; 32];
            for (to, &from) in turned.iter_mut().zip(sideways.iter()) {
                *to = from as u32;
            }
            transpose_small(&mut turned);
            *sideways = turned.map(u64::from);
        },
    );
}

/// A window of at most 64 by 64 cells.
fn cast_square(view: &mut FieldOfView, opaque: &BitGrid, place: Place) {
    let rows = place.rows as usize;
    let mut walls = [0_u64; 64];
    gather(view, opaque, &mut walls[..rows]);
    let mut columns = walls;
    transpose(&mut columns);
    let mut seen = [0_u64; 64];
    scan_both(
        view,
        place,
        &walls[..rows],
        &columns,
        &mut seen,
        |sideways| {
            transpose(sideways);
        },
    );
}

/// Scans a window whose lines are words, and lights the walls.
fn scan_both<const SIDE: usize>(
    view: &mut FieldOfView,
    place: Place,
    walls: &[u64],
    columns: &[u64; SIDE],
    sideways: &mut [u64; SIDE],
    turn_back: impl FnOnce(&mut [u64; SIDE]),
) {
    let beams = &mut view.fast.beams;
    let mut lines = OneWord::new(columns, sideways);
    for quadrant in place.horizontal() {
        beams.scan(quadrant, &mut lines);
    }
    turn_back(sideways);
    let seen = &mut view.words;
    seen.copy_from_slice(&sideways[..walls.len()]);
    let mut lines = OneWord::new(walls, seen);
    for quadrant in place.vertical() {
        beams.scan(quadrant, &mut lines);
    }
    seen[place.y as usize] |= 1 << place.x;
    light_words(seen, walls, place);
}

/// Lays the window's rows, each in one word, beginning with its first column.
fn gather(view: &FieldOfView, opaque: &BitGrid, walls: &mut [u64]) {
    let first = view.first_column as usize;
    let (word, shift) = (first / 64, first % 64);
    let inside = mask(0, view.window.w - 1);
    for (wall, y) in walls.iter_mut().zip(view.window.y..) {
        let row = opaque.row(y);
        let mut bits = row[word] >> shift;
        if shift != 0
            && let Some(next) = row.get(word + 1)
        {
            bits |= next << (64 - shift);
        }
        *wall = bits & inside;
    }
}

/// Adds the lit walls to rows of one word each.
fn light_words(seen: &mut [u64], walls: &[u64], place: Place) {
    let at = place.x as u32;
    let east = u64::MAX << at;
    let west = u64::MAX >> (63 - at);
    let beside = |row: u64| row | (row & east) << 1 | (row & west) >> 1;
    let own = place.y as usize;
    let inner = beside(seen[own]);
    let mut light = |order: &mut dyn Iterator<Item = usize>| {
        let mut nearer = inner;
        for y in order {
            let spread = beside(seen[y]);
            seen[y] |= walls[y] & (spread | nearer);
            nearer = spread;
        }
    };
    light(&mut (0..own).rev());
    light(&mut (own + 1..walls.len()));
    seen[own] |= walls[own] & inner;
}

/// A window of any size.
fn cast_wide(view: &mut FieldOfView, opaque: &BitGrid, place: Place) {
    let Scratch { beams, tiles, .. } = &mut view.fast;
    let (stride, first_row) = (view.stride, view.window.y);
    let first_word = view.first_column as usize / 64;
    tiles.begin(first_word, stride, first_row, place.rows as usize);
    let mut lines = Columns {
        tiles,
        opaque,
        line: 0,
    };
    for quadrant in place.horizontal() {
        beams.scan(quadrant, &mut lines);
    }
    let sideways = tiles.put_into(&mut view.words);
    let mut lines = Rows::new(opaque, first_word, first_row, &mut view.words, stride);
    let [north, south] = place
        .vertical()
        .map(|quadrant| beams.scan(quadrant, &mut lines));
    // One more row either way, for the walls.
    let top = north.min(sideways.start).saturating_sub(1);
    let bottom = (south + 1).max(sideways.end) + 1;
    view.reached = top..bottom.min(place.rows as usize);
    view.see(view.observer);
    light_rows(view, opaque, place);
}

/// Adds the lit walls to rows of many words, going away from the observer's.
fn light_rows(view: &mut FieldOfView, opaque: &BitGrid, place: Place) {
    let stride = view.stride;
    let light = Light {
        place,
        stride,
        first_word: view.first_column as usize / 64,
        first_row: view.window.y,
        opaque,
    };
    let own = place.y as usize;
    let (mut nearer, mut spread) = (
        std::mem::take(&mut view.fast.nearer),
        std::mem::take(&mut view.fast.spread),
    );
    nearer.clear();
    nearer.resize(stride, 0);
    spread.clear();
    spread.resize(stride, 0);
    let reached = view.reached.clone();
    let row = |y: usize| y * stride..(y + 1) * stride;
    for way in [-1_isize, 1] {
        light.spread(&view.words[row(own)], &mut nearer);
        let mut y = own.wrapping_add_signed(way);
        while reached.contains(&y) {
            light.spread(&view.words[row(y)], &mut spread);
            light.walls(&mut view.words[row(y)], y, &spread, &nearer);
            std::mem::swap(&mut nearer, &mut spread);
            y = y.wrapping_add_signed(way);
        }
    }
    light.spread(&view.words[row(own)], &mut nearer);
    light.walls(&mut view.words[row(own)], own, &nearer, &nearer);
    view.fast.nearer = nearer;
    view.fast.spread = spread;
}

/// What lighting walls needs to know of the window.
struct Light<'a> {
    place: Place,
    stride: usize,
    first_word: usize,
    first_row: i32,
    opaque: &'a BitGrid,
}

impl Light<'_> {
    /// A row's cells and those beside them on the far side from the observer.
    fn spread(&self, row: &[u64], spread: &mut [u64]) {
        let (own, bit) = (self.place.x as usize / 64, self.place.x % 64);
        spread.copy_from_slice(row);
        let mut carry = 0;
        for index in own..self.stride {
            let kept = if index == own {
                u64::MAX << bit
            } else {
                u64::MAX
            };
            let moving = row[index] & kept;
            spread[index] |= moving << 1 | carry;
            carry = moving >> 63;
        }
        let mut carry = 0;
        for index in (0..=own).rev() {
            let kept = if index == own {
                u64::MAX >> (63 - bit)
            } else {
                u64::MAX
            };
            let moving = row[index] & kept;
            spread[index] |= moving >> 1 | carry;
            carry = moving << 63;
        }
    }

    /// Lights the walls of a row that two spreads reach.
    fn walls(&self, row: &mut [u64], y: usize, one: &[u64], other: &[u64]) {
        let opaque = &self.opaque.row(self.first_row + y as i32)[self.first_word..];
        for index in 0..self.stride {
            let reached = one[index] | other[index];
            if reached != 0 {
                row[index] |= opaque[index] & reached & self.inside(index);
            }
        }
    }

    /// The bits of a word that lie in the window.
    fn inside(&self, index: usize) -> u64 {
        let start = index as i32 * 64;
        mask(
            (self.place.west - start).max(0),
            (self.place.east - start).min(63),
        )
    }
}
