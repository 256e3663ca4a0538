//! Lines as SVG path data, and the same lines as short straight steps for
//! questions like "is this point inside?".

use super::{Arc, Geometry, Point, Side};
use std::fmt::Write as _;

/// How finely lines are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Curves: right at every size.
    Curves,
    /// Straight steps: the same to the eye where a step is a pixel or two, and
    /// quicker to render.
    Lines,
}

/// How far [`Detail::Lines`] may stray, in map units: less than half a pixel.
const COARSE: i32 = 3;

/// The closed rings of one side: its arcs, each walked so that the side lies on
/// the left. Islands and holes are further rings; fill even-odd.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    rings: Vec<Vec<(usize, bool)>>,
}

impl Outline {
    /// Joins the arcs of `side` end to end.
    pub fn of(geometry: &Geometry, side: &Side) -> Self {
        let mut loose: Vec<(usize, bool)> = Vec::new();
        for (number, arc) in geometry.arcs.iter().enumerate() {
            if arc.left == *side {
                loose.push((number, false));
            } else if arc.right == *side {
                loose.push((number, true));
            }
        }
        let ends = |&(number, back): &(usize, bool)| {
            let points = &geometry.arcs[number].points;
            let (first, last) = (points[0], points[points.len() - 1]);
            if back { (last, first) } else { (first, last) }
        };
        let mut rings = Vec::new();
        while let Some(start) = loose.pop() {
            let (origin, mut at) = ends(&start);
            let mut ring = vec![start];
            while at != origin {
                let Some(next) = loose.iter().position(|arc| ends(arc).0 == at) else {
                    break;
                };
                let arc = loose.swap_remove(next);
                at = ends(&arc).1;
                ring.push(arc);
            }
            rings.push(ring);
        }
        rings.sort();
        Self { rings }
    }

    /// Whether the side does not occur on the map.
    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// The rings as path data.
    pub fn path(&self, geometry: &Geometry, detail: Detail) -> String {
        let mut path = String::new();
        for ring in &self.rings {
            let mut pen = None;
            for &(number, back) in ring {
                geometry.arcs[number].draw(&mut path, &mut pen, back, detail);
            }
            path.push('z');
        }
        path
    }

    /// The rings as chains of points, curves cut into short steps.
    pub fn flat(&self, geometry: &Geometry) -> Vec<Vec<Point>> {
        self.rings
            .iter()
            .map(|ring| {
                let mut points = Vec::new();
                for &(number, back) in ring {
                    let mut steps = geometry.arcs[number].flat();
                    if back {
                        steps.reverse();
                    }
                    points.extend(steps);
                }
                points
            })
            .collect()
    }
}

impl Arc {
    /// Appends the line to path data; `pen` is where the last line ended.
    pub(crate) fn draw(
        &self,
        path: &mut String,
        pen: &mut Option<Point>,
        back: bool,
        detail: Detail,
    ) {
        let walk: Vec<Point> = if back {
            self.points.iter().rev().copied().collect()
        } else {
            self.points.clone()
        };
        let mut at = walk[0];
        if *pen != Some(at) {
            let _ = write!(path, "M{} {}", at.x, at.y);
        }
        let straight = self.left == Side::Outside || self.right == Side::Outside;
        if straight || walk.len() == 2 {
            path.push('l');
            for &next in &walk[1..] {
                step(path, at, next);
                at = next;
            }
        } else if detail == Detail::Lines {
            path.push('l');
            for next in self.steps(COARSE, back).into_iter().skip(1) {
                step(path, at, next);
                at = next;
            }
        } else {
            path.push('q');
            for i in 1..walk.len() - 1 {
                let bend = walk[i];
                let end = if i + 2 == walk.len() {
                    walk[i + 1]
                } else {
                    bend.middle(walk[i + 1])
                };
                step(path, at, bend);
                step(path, at, end);
                at = end;
            }
        }
        *pen = Some(at);
    }

    /// The line as straight steps that stray at most `tolerance` from it.
    pub(crate) fn steps(&self, tolerance: i32, back: bool) -> Vec<Point> {
        let flat = self.flat();
        let mut keep = vec![false; flat.len()];
        let last = flat.len() - 1;
        keep[0] = true;
        keep[last] = true;
        // A closed line is cut in the middle, or it would shrink to a point.
        let middle = last / 2;
        keep[middle] = true;
        simplify(&flat, 0, middle, tolerance, &mut keep);
        simplify(&flat, middle, last, tolerance, &mut keep);
        let mut kept: Vec<Point> = flat
            .iter()
            .zip(&keep)
            .filter(|(_, kept)| **kept)
            .map(|(p, _)| *p)
            .collect();
        if back {
            kept.reverse();
        }
        kept
    }

    /// The line as short straight steps.
    pub fn flat(&self) -> Vec<Point> {
        let points = &self.points;
        let straight = self.left == Side::Outside || self.right == Side::Outside;
        if straight || points.len() == 2 {
            return points.clone();
        }
        let mut line = vec![points[0]];
        let mut at = points[0];
        for i in 1..points.len() - 1 {
            let bend = points[i];
            let end = if i + 2 == points.len() {
                points[i + 1]
            } else {
                bend.middle(points[i + 1])
            };
            for t in 1..=4 {
                let mix = |a: i32, b: i32, c: i32| {
                    let s = 4 - t;
                    (a * s * s + 2 * b * s * t + c * t * t + 8) >> 4
                };
                line.push(Point::new(
                    mix(at.x, bend.x, end.x),
                    mix(at.y, bend.y, end.y),
                ));
            }
            at = end;
        }
        line
    }
}

/// Marks the points to keep between two kept ones (Douglas-Peucker).
fn simplify(line: &[Point], from: usize, to: usize, tolerance: i32, keep: &mut [bool]) {
    if to <= from + 1 {
        return;
    }
    let (a, b) = (line[from], line[to]);
    let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    // Twice the area of the triangle; its height is that over the base.
    let area = |p: Point| (i64::from(p.x - a.x) * dy - i64::from(p.y - a.y) * dx).abs();
    let base2 = dx * dx + dy * dy;
    let far = |p: Point| {
        let whole = i64::from(p.distance(a)) * i64::from(p.distance(a));
        if base2 == 0 {
            whole
        } else {
            area(p) * area(p) / base2
        }
    };
    let worst = (from + 1..to).max_by_key(|&i| far(line[i]));
    if let Some(i) = worst.filter(|&i| far(line[i]) > i64::from(tolerance * tolerance)) {
        keep[i] = true;
        simplify(line, from, i, tolerance, keep);
        simplify(line, i, to, tolerance, keep);
    }
}

/// A pair of relative coordinates, with a space only where a sign does not part
/// the numbers.
pub(crate) fn step(path: &mut String, from: Point, to: Point) {
    for value in [to.x - from.x, to.y - from.y] {
        let parted = value < 0 || path.ends_with(|c: char| c.is_ascii_alphabetic());
        let space = if parted { "" } else { " " };
        let _ = write!(path, "{space}{value}");
    }
}
