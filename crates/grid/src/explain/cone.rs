//! The lines from an observer that reach a cell past all walls.

use std::cmp::Ordering;

use crate::{Grid, Point};

/// The lines from the observer's centre that reach a cell: all that end in it, less
/// those that walls on the way take. In exact sight a line stands for the square that
/// slides along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cone {
    axes: Axes,
    low: Edge,
    high: Edge,
}

/// One side of a cone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    /// How steep it is: so many cells across in so many along.
    slope: (i64, i64),
    /// The wall that takes what lies beyond it; none if the cell itself ends there.
    wall: Option<Point>,
}

impl Cone {
    /// The walls that leave the cone no wider, one on each side at most.
    pub fn walls(&self) -> impl Iterator<Item = Point> {
        [self.low.wall, self.high.wall].into_iter().flatten()
    }

    /// Whether one line alone is left of it, as through a slot exactly one cell wide.
    pub fn is_a_line(&self) -> bool {
        compare(self.low.slope, self.high.slope) == Ordering::Equal
    }

    /// Where its two sides end beside the cell, counted from the observer's centre, with
    /// so many units to a cell.
    pub fn ends(&self, unit: i32) -> [Point; 2] {
        [self.low, self.high].map(|Edge { slope, .. }| {
            let along = self.axes.length * i64::from(unit);
            let across = (2 * along * slope.0 + slope.1).div_euclid(2 * slope.1);
            self.axes.turned(along, across)
        })
    }

    /// Its two sides as cells across for each along, the lower first: numerators and
    /// denominators. Along is the longer axis of the way, across the other, and both
    /// grow towards the cell.
    pub fn slopes(&self) -> [(i64, i64); 2] {
        [self.low.slope, self.high.slope]
    }
}

/// The way from one cell to another, turned so that it goes along more than across,
/// and neither backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axes {
    from: Point,
    steep: bool,
    along: i64,
    across: i64,
    length: i64,
    rise: i64,
}

impl Axes {
    fn new(from: Point, to: Point) -> Self {
        let (dx, dy) = (
            i64::from(to.x) - i64::from(from.x),
            i64::from(to.y) - i64::from(from.y),
        );
        let steep = dy.abs() > dx.abs();
        let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
        let sign = |side: i64| if side < 0 { -1 } else { 1 };
        Self {
            from,
            steep,
            along: sign(major),
            across: sign(minor),
            length: major.abs(),
            rise: minor.abs(),
        }
    }

    /// What lies so far along and across from the observer, as an offset on the map.
    fn turned(&self, along: i64, across: i64) -> Point {
        let (along, across) = ((along * self.along) as i32, (across * self.across) as i32);
        if self.steep {
            Point::new(across, along)
        } else {
            Point::new(along, across)
        }
    }

    fn cell(&self, along: i64, across: i64) -> Point {
        self.from + self.turned(along, across)
    }

    /// All lines that end in the cell.
    fn whole(self) -> Cone {
        let edge = |side: i64| Edge {
            slope: (2 * self.rise + side, 2 * self.length),
            wall: None,
        };
        Cone {
            axes: self,
            low: edge(-1),
            high: edge(1),
        }
    }
}

fn compare(one: (i64, i64), other: (i64, i64)) -> Ordering {
    (one.0 * other.1).cmp(&(other.0 * one.1))
}

impl Cone {
    fn raise(&mut self, slope: (i64, i64), wall: Point) {
        if compare(slope, self.low.slope) == Ordering::Greater {
            let wall = Some(wall);
            self.low = Edge { slope, wall };
        }
    }

    fn lower(&mut self, slope: (i64, i64), wall: Point) {
        if compare(slope, self.high.slope) == Ordering::Less {
            let wall = Some(wall);
            self.high = Edge { slope, wall };
        }
    }
}

/// The cone of the field of view: a wall takes the lines that pass nearer than half a
/// cell to its centre, measured across. The line between the centres is free.
pub(super) fn of_lines(opaque: &impl Grid, from: Point, to: Point) -> Option<Cone> {
    if from == to {
        return None;
    }
    let axes = Axes::new(from, to);
    let mut cone = axes.whole();
    for along in 1..axes.length {
        let near = (along * axes.rise).div_euclid(axes.length);
        for across in near - 1..=near + 2 {
            let cell = axes.cell(along, across);
            if !opaque.size().contains(cell) || !opaque.holds(cell) {
                continue;
            }
            let above = (2 * across + 1, 2 * along);
            if compare(above, (axes.rise, axes.length)) == Ordering::Greater {
                cone.lower((2 * across - 1, 2 * along), cell);
            } else {
                cone.raise(above, cell);
            }
        }
    }
    Some(cone)
}

/// The cone of exact sight: a wall takes the lines that enter the open square of side 2
/// round its centre before they reach the cell. The line between the centres is free.
pub(super) fn of_squares(blocked: &impl Grid, from: Point, to: Point) -> Option<Cone> {
    if from == to {
        return None;
    }
    let axes = Axes::new(from, to);
    let mut cone = axes.whole();
    let middle = (axes.rise, axes.length);
    for along in 0..=axes.length {
        let (first, last) = ((along - 1).max(0), (along + 1).min(axes.length));
        let low = (first * axes.rise).div_euclid(axes.length) - 1;
        let high = (last * axes.rise).div_euclid(axes.length) + 2;
        for across in low..=high {
            let cell = axes.cell(along, across);
            if !blocked.size().contains(cell) || !blocked.holds(cell) {
                continue;
            }
            // The corner that a line rising from below meets first.
            let under = (across - 1, last);
            if across >= 1 && compare(middle, under) != Ordering::Greater {
                cone.lower(under, cell);
            } else if across < 0 {
                cone.raise((across + 1, last), cell);
            } else if first > 0 {
                cone.raise((across + 1, first), cell);
            }
        }
    }
    Some(cone)
}
