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
    /// The opaque cells in a word of the line.
    fn opaque(&self, word: usize) -> u64;
    /// Sees cells in a word of the line.
    fn see(&mut self, word: usize, cells: u64);
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

impl Quadrant {
    /// The line at this depth.
    fn line_at(self, depth: i32) -> usize {
        self.line.wrapping_add_signed(self.away * depth as isize)
    }
}

/// Room for so many beams is made at once; more are rare.
pub(super) const USUAL_BEAMS: usize = 128;

/// Beams still to be followed, kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Beams {
    waiting: Vec<(Beam, i32)>,
}

impl Beams {
    /// Sees every transparent cell of a quadrant. Returns the last line reached.
    ///
    /// A beam is followed to its end before the next one is taken up; where it
    /// splits, all parts but the first wait.
    pub fn scan(&mut self, quadrant: Quadrant, lines: &mut impl Lines) -> usize {
        let Quadrant {
            place, first, last, ..
        } = quadrant;
        let mut reached = 0;
        let whole = Beam {
            low: Ray::diagonal(false),
            high: Ray::diagonal(true),
        };
        self.waiting.clear();
        self.waiting.reserve(USUAL_BEAMS);
        self.waiting.push((whole, 0));
        while let Some((mut beam, mut depth)) = self.waiting.pop() {
            while depth < quadrant.deepest {
                depth += 1;
                let low = beam.low.advanced();
                let high = beam.high.advanced();
                // Cells of which any part is in the beam; beyond the ends of the
                // line all is opaque.
                let from = place + ((low.floor() + 1) >> 1);
                let to = place + (high.ceil() >> 1);
                let swept = Swept {
                    start: from.max(first),
                    end: to.min(last),
                    // Cells whose centre is in the beam.
                    seen_from: (place + ((low.ceil() + 1) >> 1)).max(first),
                    seen_to: (place + (high.floor() >> 1)).min(last),
                };
                if swept.start > swept.end {
                    break;
                }
                let line = quadrant.line_at(depth);
                lines.enter(line, swept.start, swept.end);
                let mut parts = 0;
                swept.runs(lines, |open, wall| {
                    let part = Beam {
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
                    };
                    if parts == 0 {
                        beam = part;
                    } else {
                        self.waiting.push((part, depth));
                    }
                    parts += 1;
                });
                if parts == 0 {
                    break;
                }
            }
            reached = reached.max(depth);
        }
        quadrant.line_at(reached)
    }
}

/// What a beam sweeps of one line; all ends are included.
struct Swept {
    start: i32,
    end: i32,
    seen_from: i32,
    seen_to: i32,
}

impl Swept {
    /// Sees what is seen of the line and gives every run of transparent cells: its
    /// first cell and the one after its last.
    #[inline]
    fn runs(&self, lines: &mut impl Lines, mut run: impl FnMut(i32, i32)) {
        let (word, last_word) = (self.start >> 6, self.end >> 6);
        if word != last_word {
            self.runs_over_words(lines, run);
            return;
        }
        let opaque = lines.opaque(word as usize);
        if self.seen_from <= self.seen_to {
            let seen = mask(self.seen_from & 63, self.seen_to & 63);
            lines.see(word as usize, seen & !opaque);
        }
        let swept = mask(self.start & 63, self.end & 63);
        if opaque & swept == 0 {
            run(self.start, self.end + 1);
            return;
        }
        let mut open = swept & !opaque;
        while open != 0 {
            let first = open.trailing_zeros();
            let past = first + (!(open >> first)).trailing_zeros();
            run((word << 6) + first as i32, (word << 6) + past as i32);
            open &= u64::MAX.checked_shl(past).unwrap_or(0);
        }
    }

    /// The same where what is swept lies in several words.
    #[inline(never)]
    fn runs_over_words(&self, lines: &mut impl Lines, mut run: impl FnMut(i32, i32)) {
        let mut open_since = None;
        for word in self.start >> 6..=self.end >> 6 {
            let base = word << 6;
            let within = |from: i32, to: i32| {
                let (low, high) = ((from - base).max(0), (to - base).min(63));
                if low <= high { mask(low, high) } else { 0 }
            };
            let opaque = lines.opaque(word as usize);
            let seen = within(self.seen_from, self.seen_to) & !opaque;
            if seen != 0 {
                lines.see(word as usize, seen);
            }
            let swept = within(self.start, self.end);
            let (walls, open) = (opaque & swept, swept & !opaque);
            // The cells where opaque and transparent take turns, in this word.
            let mut at = (self.start - base).max(0) as u32;
            let end = (self.end - base).min(63) as u32;
            while at <= end {
                let ahead = if open_since.is_some() { walls } else { open };
                let change = (ahead & u64::MAX << at).trailing_zeros();
                if change > end {
                    break;
                }
                match open_since.take() {
                    Some(since) => run(since, base + change as i32),
                    None => open_since = Some(base + change as i32),
                }
                at = change;
            }
        }
        if let Some(since) = open_since {
            run(since, self.end + 1);
        }
    }
}

/// The bits from `from` to `to`, both included; the caller sees to the order.
#[inline]
pub(super) fn mask(from: i32, to: i32) -> u64 {
    u64::MAX << from & u64::MAX >> (63 - to)
}
