//! The row scan, up and down from the observer.
//!
//! Between two neighbouring rows the blocked cells of both are in the way, each
//! with a margin of one cell on either side (the square of side 2). So what is
//! open between them are the runs of columns that are free in both rows, from the
//! centre of the first cell to the centre of the last, ends included. A beam
//! splits into one part per run it meets, and a part is re-aimed at the ends of
//! its run: where the run's end is met at the near row or at the far row, the
//! ray passes through exactly that point.

use std::ops::Range;

use super::beam::{Beam, Ray};
use super::source::{Pair, Source};
use crate::{BitGrid, Point, Rect};

/// Room for so many beams is made at once; more are rare.
const USUAL_BEAMS: usize = 128;

/// The beams of the row at hand and of the next one, kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    beams: Vec<Beam>,
    next: Vec<Beam>,
}

impl Scan {
    /// Sees from a free cell within a window of the map that holds it. Returns
    /// the rows in which something was seen.
    pub fn run(
        &mut self,
        blocked: &mut impl Source,
        observer: Point,
        window: Rect,
        visible: &mut BitGrid,
    ) -> Range<usize> {
        let mut own = Rows::new(blocked.pair(observer.y, observer.y), window);
        let (left, right) = own.run_around(observer.x);
        drop(own);
        set(visible.row_mut(observer.y as usize), left, right);
        let up = self.half(blocked, observer, window, -1, visible);
        let down = self.half(blocked, observer, window, 1, visible);
        up as usize..down as usize + 1
    }

    /// Scans away from the observer's row; returns the last row reached.
    fn half(
        &mut self,
        blocked: &mut impl Source,
        observer: Point,
        window: Rect,
        way: i32,
        visible: &mut BitGrid,
    ) -> i32 {
        let last = if way < 0 { window.y } else { window.south() };
        if observer.y == last {
            return last;
        }
        let mut y = observer.y + way;
        // Between the observer's row and the next there is one run, or none.
        let mut rows = Rows::new(blocked.pair(observer.y, y), window);
        if rows.is_blocked(observer.x) {
            return observer.y;
        }
        let (left, right) = rows.run_around(observer.x);
        drop(rows);
        set(visible.row_mut(y as usize), left, right);
        self.beams.clear();
        self.beams.reserve(USUAL_BEAMS);
        self.next.reserve(USUAL_BEAMS);
        self.beams.push(Beam {
            left: Ray::through(left - observer.x, 1),
            right: Ray::through(right - observer.x, 1),
        });
        let mut depth = 1;
        while y != last && !self.beams.is_empty() {
            let mut rows = Rows::new(blocked.pair(y, y + way), window);
            y += way;
            let seen = visible.row_mut(y as usize);
            self.next.clear();
            for beam in &self.beams {
                pass(*beam, depth, observer.x, &mut rows, |beam| {
                    set(
                        seen,
                        observer.x + beam.left.ceil(),
                        observer.x + beam.right.floor(),
                    );
                    self.next.push(beam);
                });
            }
            std::mem::swap(&mut self.beams, &mut self.next);
            depth += 1;
        }
        y
    }
}

/// Takes a beam from the row at `depth` to the next: gives each part that is
/// left of it, at the next row.
fn pass(
    beam: Beam,
    depth: i32,
    origin: i32,
    rows: &mut Rows<impl Pair>,
    mut part: impl FnMut(Beam),
) {
    let far = Beam {
        left: beam.left.advanced(),
        right: beam.right.advanced(),
    };
    // The columns the beam sweeps between the two rows.
    let from = if beam.left.leans_left() {
        far.left.floor()
    } else {
        beam.left.floor()
    };
    let to = if beam.right.leans_right() {
        far.right.ceil()
    } else {
        beam.right.ceil()
    };
    let (from, to) = (origin + from, origin + to);
    let mut column = from;
    while let Some(start) = rows.next_free(column, to) {
        let end = rows.next_blocked(start, to).map_or(to, |wall| wall - 1);
        // Runs that reach past what is swept leave that side of the beam alone.
        let left = if start == from {
            far.left
        } else {
            not_left_of(start - origin, depth)
        };
        let right = if end == to {
            far.right
        } else {
            not_right_of(end - origin, depth)
        };
        if left.not_right_of(right) {
            part(Beam { left, right });
        }
        column = end + 1;
    }
}

/// The leftmost ray that stays at or right of a column between the rows at
/// `depth` and `depth + 1`, at the latter.
fn not_left_of(column: i32, depth: i32) -> Ray {
    if column > 0 {
        Ray::through(column, depth).advanced()
    } else {
        Ray::through(column, depth + 1)
    }
}

/// The rightmost ray that stays at or left of a column between the rows at
/// `depth` and `depth + 1`, at the latter.
fn not_right_of(column: i32, depth: i32) -> Ray {
    if column < 0 {
        Ray::through(column, depth).advanced()
    } else {
        Ray::through(column, depth + 1)
    }
}

/// Two neighbouring rows laid over each other, cut to the window's columns.
struct Rows<P> {
    pair: P,
    first: i32,
    last: i32,
}

impl<P: Pair> Rows<P> {
    fn new(pair: P, window: Rect) -> Self {
        Self {
            pair,
            first: window.x,
            last: window.east(),
        }
    }

    #[inline]
    fn word(&mut self, index: usize) -> u64 {
        self.pair.word(index)
    }

    fn is_blocked(&mut self, column: i32) -> bool {
        self.word(column as usize / 64) >> (column % 64) & 1 == 1
    }

    /// The first free column from `from` to `to`, both included, in the window.
    fn next_free(&mut self, from: i32, to: i32) -> Option<i32> {
        self.find(from.max(self.first), to.min(self.last), |word| !word)
    }

    /// The first blocked column from `from` to `to`, both included. Columns
    /// outside the window count as blocked.
    fn next_blocked(&mut self, from: i32, to: i32) -> Option<i32> {
        self.find(from, to.min(self.last), |word| word)
            .or((to > self.last).then_some(self.last + 1))
    }

    fn find(&mut self, from: i32, to: i32, wanted: impl Fn(u64) -> u64) -> Option<i32> {
        if from > to {
            return None;
        }
        let (mut index, end) = (from as usize / 64, to as usize / 64);
        let mut word = wanted(self.word(index)) & (u64::MAX << (from % 64));
        while word == 0 {
            if index == end {
                return None;
            }
            index += 1;
            word = wanted(self.word(index));
        }
        let column = (index * 64) as i32 + word.trailing_zeros() as i32;
        (column <= to).then_some(column)
    }

    /// The run of free columns that holds a free one: its first and last.
    fn run_around(&mut self, column: i32) -> (i32, i32) {
        let right = self
            .next_blocked(column, self.last)
            .map_or(self.last, |wall| wall - 1);
        let mut index = column as usize / 64;
        let end = self.first as usize / 64;
        let mut word = self.word(index) & (u64::MAX >> (63 - column % 64));
        while word == 0 && index > end {
            index -= 1;
            word = self.word(index);
        }
        let wall = (index * 64) as i32 + 63 - word.leading_zeros() as i32;
        let left = if word == 0 { self.first } else { wall + 1 };
        (left.max(self.first), right)
    }
}

/// Sets the bits from `first` to `last`, both included; none if they cross.
fn set(row: &mut [u64], first: i32, last: i32) {
    if first > last {
        return;
    }
    let (from, to) = (first as usize / 64, last as usize / 64);
    let head = u64::MAX << (first % 64);
    let tail = u64::MAX >> (63 - last % 64);
    if from == to {
        row[from] |= head & tail;
    } else {
        row[from] |= head;
        row[from + 1..to].fill(u64::MAX);
        row[to] |= tail;
    }
}
