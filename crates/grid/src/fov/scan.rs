//! The scan of one quadrant over bit-packed lines.
//!
//! A line is words of bits: where a beam meets no opaque cell it goes on unchanged, at
//! the price of one test, and where it does the runs between them are found by counting
//! zeros. A beam that leaves the map at the side is only cut where it is read: what is
//! outside never comes back in.

use super::ray::{Beam, Edge, LongRay, Ray};

/// The lines of a quadrant: rows or columns, as words of opaque and of seen
/// cells.
pub(super) trait Lines {
    /// Goes to a word of a line. The opaque cells of it, where they are wanted.
    fn go(&mut self, line: usize, word: usize, wanted: u64) -> u64;
    /// Sees cells of the word.
    fn see(&mut self, cells: u64);
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
    waiting: Vec<(Beam<Ray>, i32)>,
    long: Vec<(Beam<LongRay>, i32)>,
}

impl Beams {
    /// Sees every transparent cell of a quadrant. Returns the last line reached.
    pub fn scan(&mut self, quadrant: Quadrant, lines: &mut impl Lines) -> usize {
        if quadrant.deepest <= Ray::DEEPEST {
            scan(&mut self.waiting, quadrant, lines)
        } else {
            scan(&mut self.long, quadrant, lines)
        }
    }
}

/// The same with one kind of edges. A beam is followed to its end before the next one
/// is taken up; where it splits, all parts but the first wait.
fn scan<E: Edge>(
    waiting: &mut Vec<(Beam<E>, i32)>,
    quadrant: Quadrant,
    lines: &mut impl Lines,
) -> usize {
    let Quadrant {
        place, first, last, ..
    } = quadrant;
    let mut reached = 0;
    let whole = Beam {
        low: E::diagonal(false),
        high: E::diagonal(true),
    };
    waiting.clear();
    waiting.reserve(USUAL_BEAMS);
    waiting.push((whole, 0));
    while let Some((mut beam, mut depth)) = waiting.pop() {
        let mut line = quadrant.line_at(depth);
        while depth < quadrant.deepest {
            depth += 1;
            line = line.wrapping_add_signed(quadrant.away);
            beam = Beam {
                low: beam.low.advanced(),
                high: beam.high.advanced(),
            };
            let swept = Swept {
                line,
                // Cells of which any part is in the beam.
                start: (place + beam.low.first_touched()).max(first),
                end: (place + beam.high.last_touched()).min(last),
                // Cells whose centre is.
                seen_from: (place + beam.low.first_seen()).max(first),
                seen_to: (place + beam.high.last_seen()).min(last),
            };
            if swept.start > swept.end {
                break;
            }
            let Some(mut runs) = swept.meet(lines) else {
                continue;
            };
            // What is left of the beam: its first part goes on.
            let whole = beam;
            let part = |(open, wall): (i32, i32)| Beam {
                low: if open == swept.start {
                    whole.low
                } else {
                    E::below(open - place, depth)
                },
                high: if wall > swept.end {
                    whole.high
                } else {
                    E::below(wall - place, depth)
                },
            };
            let Some(run) = runs.next(lines, &swept) else {
                break;
            };
            beam = part(run);
            while let Some(run) = runs.next(lines, &swept) {
                waiting.push((part(run), depth));
            }
        }
        reached = reached.max(depth);
    }
    quadrant.line_at(reached)
}

/// What a beam sweeps of one line; all ends are included.
struct Swept {
    line: usize,
    start: i32,
    end: i32,
    seen_from: i32,
    seen_to: i32,
}

impl Swept {
    /// Sees what is seen of the line. If something opaque is in the way, the runs of
    /// transparent cells between.
    #[inline]
    fn meet(&self, lines: &mut impl Lines) -> Option<Runs> {
        let (word, last_word) = (self.start >> 6, self.end >> 6);
        if word != last_word {
            return self.meet_over_words(lines);
        }
        let swept = mask(self.start & 63, self.end & 63);
        let opaque = lines.go(self.line, word as usize, swept);
        let seen = mask(self.seen_from & 63, self.seen_to & 63);
        let any = if self.seen_from <= self.seen_to {
            u64::MAX
        } else {
            0
        };
        lines.see(seen & any & !opaque);
        let walls = opaque & swept;
        (walls != 0).then_some(Runs {
            open: swept & !walls,
            word,
            since: None,
        })
    }

    /// The same where what is swept lies in several words.
    #[inline(never)]
    fn meet_over_words(&self, lines: &mut impl Lines) -> Option<Runs> {
        let mut walls = 0;
        for word in self.start >> 6..=self.end >> 6 {
            let base = word << 6;
            let within = |from: i32, to: i32| {
                let (low, high) = ((from - base).max(0), (to - base).min(63));
                if low <= high { mask(low, high) } else { 0 }
            };
            let swept = within(self.start, self.end);
            let opaque = lines.go(self.line, word as usize, swept);
            lines.see(within(self.seen_from, self.seen_to) & !opaque);
            walls |= opaque & swept;
        }
        (walls != 0).then(|| {
            let word = self.start >> 6;
            Runs {
                open: self.open(lines, word),
                word,
                since: None,
            }
        })
    }

    /// The transparent cells that are swept of a word.
    fn open(&self, lines: &mut impl Lines, word: i32) -> u64 {
        let base = word << 6;
        let swept = mask((self.start - base).max(0), (self.end - base).min(63));
        swept & !lines.go(self.line, word as usize, swept)
    }
}

/// The runs of transparent cells on a line.
struct Runs {
    /// What is left of a word.
    open: u64,
    word: i32,
    /// Where a run began that goes on into the word.
    since: Option<i32>,
}

impl Runs {
    /// The next run: its first cell and the one after its last.
    #[inline]
    fn next(&mut self, lines: &mut impl Lines, swept: &Swept) -> Option<(i32, i32)> {
        loop {
            let base = self.word << 6;
            let is_last = self.word == swept.end >> 6;
            if self.open != 0 || self.since.is_some() {
                let first = if self.since.is_some() {
                    0
                } else {
                    self.open.trailing_zeros()
                };
                let past = first + (!(self.open >> first)).trailing_zeros();
                let since = self.since.take().unwrap_or(base + first as i32);
                if past < 64 || is_last {
                    self.open &= u64::MAX.checked_shl(past).unwrap_or(0);
                    return Some((since, base + past as i32));
                }
                self.since = Some(since);
            }
            if is_last {
                return None;
            }
            self.word += 1;
            self.open = swept.open(lines, self.word);
        }
    }
}

/// The bits from `from` to `to`, both included; the caller sees to the order.
#[inline]
pub(super) fn mask(from: i32, to: i32) -> u64 {
    u64::MAX << from & u64::MAX >> (63 - to)
}
