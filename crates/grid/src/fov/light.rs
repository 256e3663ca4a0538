//! The walls: an opaque cell is lit by the floor before it.
//!
//! Every row's cells are spread by one to the far side from the observer; a wall
//! is lit where the spread of its own row, or of the nearer one beside it, meets
//! it. How a map says which cells are walls is the caller's affair.

use std::cmp::Ordering;

use super::field::FieldOfView;
use super::place::Place;

/// Adds the lit walls to rows of one word each. `walls` says which of the cells
/// of a row that the light reaches are walls.
#[inline]
pub(super) fn light_words(
    seen: &mut [u64],
    place: Place,
    mut walls: impl FnMut(usize, u64) -> u64,
) {
    let at = place.x as u32;
    let east = u64::MAX << at;
    let west = u64::MAX >> (63 - at);
    let beside = |row: u64| row | (row & east) << 1 | (row & west) >> 1;
    let own = place.y as usize;
    let inner = beside(seen[own]);
    let mut nearer = inner;
    for (y, row) in seen.iter_mut().enumerate().take(own).rev() {
        let spread = beside(*row);
        *row |= walls(y, (spread | nearer) & !*row);
        nearer = spread;
    }
    nearer = inner;
    for (y, row) in seen.iter_mut().enumerate().skip(own + 1) {
        let spread = beside(*row);
        *row |= walls(y, (spread | nearer) & !*row);
        nearer = spread;
    }
    seen[own] |= walls(own, inner & !seen[own]);
}

/// Adds the lit walls to the rows reached, of many words each, going away from
/// the observer's. `walls` says which of some cells of a word of a row are walls.
pub(super) fn light_rows(
    view: &mut FieldOfView,
    place: Place,
    mut walls: impl FnMut(usize, usize, u64) -> u64,
) {
    let stride = view.stride;
    let own = place.y as usize;
    let mut nearer = std::mem::take(&mut view.nearer);
    let (first, last) = (view.reached.start, view.reached.end);
    let row = |y: usize| y * stride..(y + 1) * stride;
    nearer.clear();
    nearer.resize(stride, 0);
    let mut light = |words: &mut [u64], nearer: &mut [u64], y: usize| {
        pass(words, nearer, place, |index, lit| walls(y, index, lit));
    };
    spread_row(&view.words[row(own)], &mut nearer, place);
    for y in (first..own).rev() {
        light(&mut view.words[row(y)], &mut nearer, y);
    }
    spread_row(&view.words[row(own)], &mut nearer, place);
    for y in own + 1..last {
        light(&mut view.words[row(y)], &mut nearer, y);
    }
    nearer.fill(0);
    light(&mut view.words[row(own)], &mut nearer, own);
    view.nearer = nearer;
}

/// Lights the walls of a row that its own spread or the nearer row's reaches; the
/// row's spread then takes the place of the nearer one's.
#[inline]
fn pass(
    row: &mut [u64],
    nearer: &mut [u64],
    place: Place,
    mut walls: impl FnMut(usize, u64) -> u64,
) {
    if row.iter().chain(&*nearer).all(|&word| word == 0) {
        return;
    }
    // The word before as it was, without the walls that are lit by now.
    let mut before = 0;
    for index in 0..row.len() {
        let word = row[index];
        let after = row.get(index + 1).copied().unwrap_or(0);
        let spread = spread(before, word, after, index, place);
        let lit = (spread | nearer[index]) & !word;
        if lit != 0 {
            let lit = lit & place.inside(index);
            row[index] |= lit & walls(index, lit);
        }
        nearer[index] = spread;
        before = word;
    }
}

fn spread_row(row: &[u64], into: &mut [u64], place: Place) {
    for (index, into) in into.iter_mut().enumerate() {
        let before = index.checked_sub(1).map_or(0, |before| row[before]);
        let after = row.get(index + 1).copied().unwrap_or(0);
        *into = spread(before, row[index], after, index, place);
    }
}

/// The cells of a word, and those beside cells of it or of its neighbours on the
/// far side from the observer.
#[inline]
fn spread(before: u64, word: u64, after: u64, index: usize, place: Place) -> u64 {
    let (own, bit) = (place.x as usize / 64, place.x % 64);
    let (east, west) = (u64::MAX << bit, u64::MAX >> (63 - bit));
    match index.cmp(&own) {
        Ordering::Less => {
            let kept = if index + 1 == own {
                after & west
            } else {
                after
            };
            word | word >> 1 | kept << 63
        }
        Ordering::Equal => word | (word & east) << 1 | (word & west) >> 1,
        Ordering::Greater => {
            let kept = if index == own + 1 {
                before & east
            } else {
                before
            };
            word | word << 1 | kept >> 63
        }
    }
}
