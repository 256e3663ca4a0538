//! The scan of one quadrant over bit-packed lines.
//!
//! The same scan as over a closure, but a line is words of bits: where a beam
//! meets no opaque cell it goes on unchanged, at the price of one test, and where
//! it does the runs between them are found by counting zeros.

use super::ray::{Beam, Ray};

/// The lines of a quadrant: rows or columns, as words of opaque and of seen
/// cells.
pub(super) trait Lines {
    /// Goes to a line; cells from `from` to `to`, both included, will be asked
    /// for.
    fn enter(&mut self, line: usize, from: i32, to: i32);
    /// The first opaque cell of the line from `from` to `to`, both included.
    fn next_opaque(&self, from: i32, to: i32) -> Option<i32>;
    /// The first transparent cell of the line from `from` to `to`, both included.
    fn next_open(&self, from: i32, to: i32) -> Option<i32>;
    /// Sees the transparent cells of the line from `from` to `to`, both included.
    fn see(&mut self, from: i32, to: i32);
}

/// Where a quadrant lies on its lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quadrant {
    /// The observer's own line.
    pub line: usize,
    /// 1 if lines are counted up going away from it, -1 if down.
    pub away: isize,
    /// How many lines there are.
    pub deepest: i32,
    /// The observer's place on its line.
    pub place: i32,
    /// The first and the last cell of every line.
    pub first: i32,
    pub last: i32,
}

/// Beams of the line at hand and of the next one, kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Beams {
    now: Vec<Beam>,
    next: Vec<Beam>,
}

impl Beams {
    /// Sees every transparent cell of a quadrant. Returns the last line reached.
    pub fn scan(&mut self, quadrant: Quadrant, lines: &mut impl Lines) -> usize {
        let Quadrant {
            place, first, last, ..
        } = quadrant;
        self.now.clear();
        self.now.push(Beam {
            low: Ray::diagonal(false),
            high: Ray::diagonal(true),
        });
        let mut line = quadrant.line;
        for depth in 1..=quadrant.deepest {
            let (Some(lowest), Some(highest)) = (self.now.first(), self.now.last()) else {
                break;
            };
            line = line.wrapping_add_signed(quadrant.away);
            let from = (place + ((lowest.low.advanced().floor() + 1) >> 1)).max(first);
            let to = (place + (highest.high.advanced().ceil() >> 1)).min(last);
            lines.enter(line, from, to);
            self.next.clear();
            for beam in &self.now {
                let low = beam.low.advanced();
                let high = beam.high.advanced();
                // Cells whose centre is in the beam.
                let seen_from = place + ((low.ceil() + 1) >> 1);
                let seen_to = place + (high.floor() >> 1);
                lines.see(seen_from.max(first), seen_to.min(last));
                // Cells of which any part is in the beam; beyond the ends of the
                // line all is opaque.
                let from = place + ((low.floor() + 1) >> 1);
                let to = place + (high.ceil() >> 1);
                if from >= first && to <= last && lines.next_opaque(from, to).is_none() {
                    self.next.push(Beam { low, high });
                    continue;
                }
                let (start, end) = (from.max(first), to.min(last));
                let mut cell = start;
                while let Some(open) = lines.next_open(cell, end) {
                    let wall = lines.next_opaque(open, end).unwrap_or(end + 1);
                    self.next.push(Beam {
                        low: if open == from {
                            low
                        } else {
                            Ray::below(open - place, depth)
                        },
                        high: if wall > to {
                            high
                        } else {
                            Ray::below(wall - place, depth)
                        },
                    });
                    cell = wall;
                }
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        line
    }
}
