//! The row scan over a map known by a closure.
//!
//! Each of the four quadrants (north, east, south, west) is scanned away from the
//! observer. A cone is a range of slopes, both ends included; an opaque cell at
//! `minor` in row `depth` takes the open range between the slopes
//! `(2 * minor - 1) / (2 * depth)` and `(2 * minor + 1) / (2 * depth)` out of it.
//! What is left of a cone is dropped when it has no width: a ray that grazes
//! opaque cells on both sides is blocked.

use super::FieldOfView;
use super::scan::USUAL_BEAMS;
use crate::Point;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Slope {
    rise: i64,
    run: i64,
}

impl Slope {
    const fn new(rise: i64, run: i64) -> Self {
        Self { rise, run }
    }

    fn less(self, other: Self) -> bool {
        self.rise * other.run < other.rise * self.run
    }

    fn min(self, other: Self) -> Self {
        if other.less(self) { other } else { self }
    }

    fn max(self, other: Self) -> Self {
        if self.less(other) { other } else { self }
    }
}

/// The slopes from `low` to `high`, both included, `low` less than `high`.
#[derive(Clone, Copy, Debug)]
struct Beam {
    low: Slope,
    high: Slope,
}

/// Beams of the row at hand and of the next one, kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    beams: Vec<Beam>,
    next: Vec<Beam>,
}

/// How a quadrant lies on the map: the step away from the observer, and the step
/// sideways.
const QUADRANTS: [(Point, Point); 4] = [
    (Point::new(0, -1), Point::new(1, 0)),
    (Point::new(1, 0), Point::new(0, 1)),
    (Point::new(0, 1), Point::new(1, 0)),
    (Point::new(-1, 0), Point::new(0, 1)),
];

/// Sees everything within the window of `view`.
pub(super) fn cast(view: &mut FieldOfView, mut opaque: impl FnMut(Point) -> bool) {
    see_floor(view, view.observer, &mut opaque);
    for (away, sideways) in QUADRANTS {
        cast_quadrant(view, away, sideways, &mut opaque);
    }
}

fn cast_quadrant(
    view: &mut FieldOfView,
    away: Point,
    sideways: Point,
    opaque: &mut impl FnMut(Point) -> bool,
) {
    let (observer, window) = (view.observer, view.window);
    let (deepest, before, behind) = if away.x == 0 {
        let rows = if away.y < 0 {
            observer.y - window.y
        } else {
            window.south() - observer.y
        };
        (rows, observer.x - window.x, window.east() - observer.x)
    } else {
        let columns = if away.x < 0 {
            observer.x - window.x
        } else {
            window.east() - observer.x
        };
        (columns, observer.y - window.y, window.south() - observer.y)
    };
    let (first, last) = (-i64::from(before), i64::from(behind));
    let mut beams = std::mem::take(&mut view.scratch.beams);
    let mut next = std::mem::take(&mut view.scratch.next);
    beams.clear();
    beams.reserve(USUAL_BEAMS);
    next.reserve(USUAL_BEAMS);
    beams.push(Beam {
        low: Slope::new(-1, 1),
        high: Slope::new(1, 1),
    });
    for depth in 1..=i64::from(deepest) {
        if beams.is_empty() {
            break;
        }
        let cell = |minor: i64| {
            let (depth, minor) = (depth as i32, minor as i32);
            Point::new(
                observer.x + away.x * depth + sideways.x * minor,
                observer.y + away.y * depth + sideways.y * minor,
            )
        };
        next.clear();
        for beam in &beams {
            // Cells whose centre is in the beam, and cells that may narrow it.
            let seen_from = ceil(beam.low.rise * depth, beam.low.run);
            let seen_to = floor(beam.high.rise * depth, beam.high.run);
            let touched_from =
                floor(2 * beam.low.rise * depth + beam.low.run, 2 * beam.low.run).max(first);
            let touched_to = (ceil(
                2 * beam.high.rise * depth + beam.high.run,
                2 * beam.high.run,
            ) - 1)
                .min(last);
            let mut low = None;
            for minor in touched_from..=touched_to {
                let here = cell(minor);
                if opaque(here) {
                    if let Some(low) = low.take() {
                        push(&mut next, low, edge(minor, depth));
                    }
                } else {
                    low.get_or_insert(beam.low.max(edge(minor, depth)));
                    if (seen_from..=seen_to).contains(&minor) {
                        see_floor(view, here, opaque);
                    }
                }
            }
            if let Some(low) = low {
                push(&mut next, low, beam.high.min(edge(touched_to + 1, depth)));
            }
        }
        std::mem::swap(&mut beams, &mut next);
    }
    view.scratch.beams = beams;
    view.scratch.next = next;
}

/// The slope of the lower edge of a cell.
const fn edge(minor: i64, depth: i64) -> Slope {
    Slope::new(2 * minor - 1, 2 * depth)
}

fn push(beams: &mut Vec<Beam>, low: Slope, high: Slope) {
    if low.less(high) {
        beams.push(Beam { low, high });
    }
}

/// Sees a floor cell, and the opaque ones beside it on the far side.
fn see_floor(view: &mut FieldOfView, floor: Point, opaque: &mut impl FnMut(Point) -> bool) {
    view.see(floor);
    let delta = floor - view.observer;
    let outward = |difference: i32| match difference.signum() {
        1 => 0..=1,
        -1 => -1..=0,
        _ => -1..=1,
    };
    for dy in outward(delta.y) {
        for dx in outward(delta.x) {
            let beside = floor + Point::new(dx, dy);
            if view.window.contains(beside) && !view.contains(beside) && opaque(beside) {
                view.see(beside);
            }
        }
    }
}

const fn floor(a: i64, b: i64) -> i64 {
    a.div_euclid(b)
}

const fn ceil(a: i64, b: i64) -> i64 {
    -((-a).div_euclid(b))
}
