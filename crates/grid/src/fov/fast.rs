//! Field of view over bit-packed maps: rows for north and south, columns for
//! east and west, then the walls.

use super::field::FieldOfView;
use super::light::{light_rows, light_words};
use super::lines::{Columns, OneWord, Rows};
use super::place::Place;
use super::scan::{Beams, mask};
use super::tiles::Tiles;
use crate::BitGrid;
use crate::bits::{transpose, transpose_small};

/// What is kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    beams: Beams,
    tiles: Tiles,
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
    light_words(seen, place, |y, lit| walls[y] & lit);
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

/// A window of any size.
fn cast_wide(view: &mut FieldOfView, opaque: &BitGrid, place: Place) {
    let Scratch { beams, tiles } = &mut view.fast;
    let (stride, first_row) = (view.stride, view.window.y);
    let first_word = view.first_column as usize / 64;
    tiles.begin(first_word, stride, first_row, place.rows as usize);
    let mut lines = Columns::new(tiles, opaque);
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
    light_rows(view, place, |y, index, _| {
        opaque.row(first_row + y as i32)[first_word + index]
    });
}
