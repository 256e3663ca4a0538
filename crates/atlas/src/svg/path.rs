//! Lines of arrows: bent lines, lines through several points, and cuts of them.
//! Worked out in floats with nothing but + - * / and square roots, and rounded
//! to whole map units when written.

use crate::geometry::Point;
use std::fmt::Write as _;

/// A point or direction while it is worked out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

impl Vec2 {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub fn plus(self, other: Self, times: f64) -> Self {
        Self::new(self.x + other.x * times, self.y + other.y * times)
    }

    pub fn to(self, other: Self) -> Self {
        other.plus(self, -1.0)
    }

    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The same direction, length 1.
    pub fn unit(self) -> Self {
        let length = self.length().max(1e-6);
        Self::new(self.x / length, self.y / length)
    }

    /// Turned to the left, as seen on the page.
    pub fn left(self) -> Self {
        Self::new(self.y, -self.x)
    }

    pub fn rounded(self) -> Point {
        Point::new(self.x.round() as i32, self.y.round() as i32)
    }
}

impl From<Point> for Vec2 {
    fn from(p: Point) -> Self {
        Self::new(f64::from(p.x), f64::from(p.y))
    }
}

/// A line as a chain of short steps.
#[derive(Clone, Debug)]
pub struct Trail {
    points: Vec<Vec2>,
}

/// How far the middle of an arrow swings to its left, as a share of its length.
/// Two arrows that exchange places swing to opposite sides.
const SWING: f64 = 0.09;

impl Trail {
    /// A line that swings a little to the left.
    pub fn bent(from: Point, to: Point) -> Self {
        let (a, b) = (Vec2::from(from), Vec2::from(to));
        let way = a.to(b);
        let middle = a.plus(way, 0.5).plus(way.left(), SWING * 2.0);
        Self::curve(a, middle, b)
    }

    /// A straight line.
    pub fn straight(from: Point, to: Point) -> Self {
        Self {
            points: vec![from.into(), to.into()],
        }
    }

    fn curve(a: Vec2, c: Vec2, b: Vec2) -> Self {
        let points = (0..=14)
            .map(|i| {
                let t = f64::from(i) / 14.0;
                let s = 1.0 - t;
                Vec2::new(
                    a.x * s * s + 2.0 * c.x * s * t + b.x * t * t,
                    a.y * s * s + 2.0 * c.y * s * t + b.y * t * t,
                )
            })
            .collect();
        Self { points }
    }

    /// A smooth line through all points.
    pub fn through(stops: &[Point]) -> Self {
        if stops.len() < 3 {
            return Self::bent(stops[0], stops[stops.len() - 1]);
        }
        let p: Vec<Vec2> = stops.iter().map(|&stop| stop.into()).collect();
        let mut points = vec![p[0]];
        for i in 0..p.len() - 1 {
            let before = if i == 0 { p[0] } else { p[i - 1] };
            let after = if i + 2 < p.len() { p[i + 2] } else { p[i + 1] };
            for step in 1..=10 {
                let t = f64::from(step) / 10.0;
                let mix = |a: f64, b: f64, c: f64, d: f64| {
                    0.5 * (2.0 * b
                        + (c - a) * t
                        + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                        + (3.0 * b - a - 3.0 * c + d) * t * t * t)
                };
                points.push(Vec2::new(
                    mix(before.x, p[i].x, p[i + 1].x, after.x),
                    mix(before.y, p[i].y, p[i + 1].y, after.y),
                ));
            }
        }
        Self { points }
    }

    /// The length of the line.
    pub fn length(&self) -> f64 {
        self.points
            .windows(2)
            .map(|pair| pair[0].to(pair[1]).length())
            .sum()
    }

    /// The point at a distance along the line and the direction there.
    pub fn at(&self, distance: f64) -> (Vec2, Vec2) {
        let mut left = distance.max(0.0);
        for pair in self.points.windows(2) {
            let step = pair[0].to(pair[1]);
            let length = step.length();
            if left <= length {
                return (pair[0].plus(step.unit(), left), step.unit());
            }
            left -= length;
        }
        let n = self.points.len();
        (
            self.points[n - 1],
            self.points[n - 2].to(self.points[n - 1]).unit(),
        )
    }

    /// The middle of the line.
    pub fn middle(&self) -> Vec2 {
        self.at(self.length() / 2.0).0
    }

    /// The line without its first and last part; never less than a stub.
    pub fn trimmed(&self, start: f64, end: f64) -> Self {
        let length = self.length();
        let start = start.min(length * 0.45);
        let stop = length - end.min(length * 0.45);
        let mut points = vec![self.at(start).0];
        let mut gone = 0.0;
        for pair in self.points.windows(2) {
            gone += pair[0].to(pair[1]).length();
            if gone > start && gone < stop {
                points.push(pair[1]);
            }
        }
        points.push(self.at(stop).0);
        Self { points }
    }

    /// The line as path data.
    pub fn data(&self) -> String {
        let mut data = String::new();
        let mut last = None;
        for point in &self.points {
            let p = point.rounded();
            match last {
                None => {
                    let _ = write!(data, "M{} {}", p.x, p.y);
                }
                Some(before) if before == p => {}
                Some(_) => {
                    let _ = write!(data, "L{} {}", p.x, p.y);
                }
            }
            last = Some(p);
        }
        data
    }
}
