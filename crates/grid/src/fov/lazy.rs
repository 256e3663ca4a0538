//! Field of view over a map known by a closure: the scan over bits, with the
//! bits read when a beam comes to them.
//!
//! Beside the opaque cells of a line stand those that are known. Before a beam
//! crosses a line, what it sweeps and is not known yet is asked for; so a cell is
//! asked for about once, and one that no beam comes near not at all. East and
//! west are read in columns, turned on their side with what was learnt, and the
//! rest in rows.

use super::field::FieldOfView;
use super::light::{light_rows, light_words};
use super::place::Place;
use super::scan::{Beams, Lines};
use super::squares::{Squares, Way};
use crate::Point;
use crate::bits::{ones, transpose, transpose_small};

/// What is kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    beams: Beams,
    columns: Squares,
    rows: Squares,
}

/// Sees everything within the window of `view`, which is not empty.
pub(super) fn cast(view: &mut FieldOfView, mut opaque: impl FnMut(Point) -> bool) {
    let place = Place::of(view);
    let corner = Point::new(view.first_column, view.window.y);
    let read = |x: i32, y: i32| opaque(Point::new(corner.x + x, corner.y + y));
    if place.east <= 31 && place.rows <= 32 {
        cast_words::<32>(view, place, read, |square| {
            let mut turned = square.map(|word| word as u32);
            transpose_small(&mut turned);
            *square = turned.map(u64::from);
        });
    } else if place.east <= 63 && place.rows <= 64 {
        cast_words::<64>(view, place, read, transpose);
    } else {
        cast_wide(view, place, read);
    }
}

/// A window whose lines are words. The closure is asked about a column and a row
/// of the window.
fn cast_words<const SIDE: usize>(
    view: &mut FieldOfView,
    place: Place,
    mut read: impl FnMut(i32, i32) -> bool,
    turn: impl Fn(&mut [u64; SIDE]),
) {
    let beams = &mut view.lazy.beams;
    let mut lines = Words::<SIDE, _>::new(&mut read);
    for quadrant in place.horizontal() {
        beams.scan(quadrant, &mut lines);
    }
    let (mut known, mut opaque, mut seen) = (lines.known, lines.opaque, lines.seen);
    turn(&mut known);
    turn(&mut opaque);
    turn(&mut seen);
    let mut lines = Words::<SIDE, _> {
        known,
        opaque,
        seen,
        line: 0,
        read: |line, at| read(at, line),
    };
    for quadrant in place.vertical() {
        beams.scan(quadrant, &mut lines);
    }
    lines.seen[place.y as usize] |= 1 << place.x;
    let rows = &mut view.words;
    rows.copy_from_slice(&lines.seen[..place.rows as usize]);
    let inside = place.inside(0);
    light_words(rows, place, |y, lit| {
        let lit = lit & inside;
        lines.learn(y, lit & !lines.known[y]);
        lines.opaque[y] & lit
    });
}

/// Lines of at most 64 cells, a word each, read when they are entered.
struct Words<const SIDE: usize, F> {
    known: [u64; SIDE],
    opaque: [u64; SIDE],
    seen: [u64; SIDE],
    line: usize,
    read: F,
}

impl<const SIDE: usize, F: FnMut(i32, i32) -> bool> Words<SIDE, F> {
    fn new(read: F) -> Self {
        Self {
            known: [0; SIDE],
            opaque: [0; SIDE],
            seen: [0; SIDE],
            line: 0,
            read,
        }
    }

    /// Asks for some cells of a line.
    #[inline]
    fn learn(&mut self, line: usize, missing: u64) {
        for at in ones(missing) {
            self.opaque[line] |= u64::from((self.read)(line as i32, at as i32)) << at;
        }
        self.known[line] |= missing;
    }
}

impl<const SIDE: usize, F: FnMut(i32, i32) -> bool> Lines for Words<SIDE, F> {
    #[inline]
    fn go(&mut self, line: usize, _: usize, wanted: u64) -> u64 {
        self.line = line;
        let missing = wanted & !self.known[line];
        if missing != 0 {
            let found = read_run(missing, 0, |at| (self.read)(line as i32, at));
            self.opaque[line] |= found;
            self.known[line] |= missing;
        }
        self.opaque[line]
    }

    #[inline]
    fn see(&mut self, cells: u64) {
        self.seen[self.line] |= cells;
    }
}

/// Asks for all cells from the first missing one to the last: they mostly are
/// one run, and a run is asked for quickest.
#[inline]
fn read_run(missing: u64, base: i32, mut read: impl FnMut(i32) -> bool) -> u64 {
    let first = missing.trailing_zeros();
    let last = missing.ilog2();
    let mut found = 0;
    for at in first..=last {
        found |= u64::from(read(base + at as i32)) << at;
    }
    found & missing
}

/// A window of any size.
fn cast_wide(view: &mut FieldOfView, place: Place, mut read: impl FnMut(i32, i32) -> bool) {
    let mut scratch = std::mem::take(&mut view.lazy);
    let Scratch {
        beams,
        columns,
        rows,
    } = &mut scratch;
    let count = place.rows as usize;
    columns.begin(Way::Columns, view.stride, count);
    rows.begin(Way::Rows, view.stride, count);
    let mut lines = Wide::new(columns, &mut read);
    for quadrant in place.horizontal() {
        beams.scan(quadrant, &mut lines);
    }
    rows.take_over(columns);
    let mut lines = Wide::new(rows, |line, at| read(at, line));
    for quadrant in place.vertical() {
        beams.scan(quadrant, &mut lines);
    }
    let filled = rows.put_into(&mut view.words);
    // One more row either way, for the walls.
    view.reached = filled.start.min(place.y as usize).saturating_sub(1)
        ..(filled.end.max(place.y as usize + 1) + 1).min(count);
    view.see(view.observer);
    light_rows(view, place, |y, index, lit| {
        rows.learn(y, index, lit, |at| read(at, y as i32))
    });
    view.lazy = scratch;
}

/// Lines of any length, in squares, read when they are entered.
struct Wide<'a, F> {
    squares: &'a mut Squares,
    place: usize,
    read: F,
}

impl<'a, F: FnMut(i32, i32) -> bool> Wide<'a, F> {
    fn new(squares: &'a mut Squares, read: F) -> Self {
        Self {
            squares,
            place: 0,
            read,
        }
    }
}

impl<F: FnMut(i32, i32) -> bool> Lines for Wide<'_, F> {
    #[inline]
    fn go(&mut self, at: usize, word: usize, wanted: u64) -> u64 {
        self.place = self.squares.place(at, word);
        let line = self.squares.line(self.place);
        let missing = wanted & !line.known;
        if missing != 0 {
            let base = (word << 6) as i32;
            line.opaque |= read_run(missing, base, |cell| (self.read)(at as i32, cell));
            line.known |= missing;
        }
        line.opaque
    }

    #[inline]
    fn see(&mut self, cells: u64) {
        self.squares.at_mut(self.place).seen |= cells;
    }
}
