//! Walks the edges between pixels of different label and makes arcs of them:
//! chains between two nodes, with one label on the left and one on the right.
//! Arcs are smoothed, never polygons, so a shared border stays shared.

use crate::raster::{Label, OUTSIDE, Raster};
use std::collections::BTreeSet;

/// A border line.
pub struct Arc {
    /// The label on the left of the direction of travel (as seen on the page).
    pub left: Label,
    /// The label on the right.
    pub right: Label,
    /// Points in map units; a closed arc repeats its first point.
    pub points: Vec<(i32, i32)>,
}

/// How much a kind of border is smoothed.
#[derive(Clone, Copy)]
pub struct Polish {
    /// Rounds of neighbour averaging.
    pub rounds: usize,
    /// Douglas-Peucker tolerance in pixels.
    pub tolerance: f64,
}

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// All arcs of the raster in map units of `unit` per pixel.
pub fn trace(raster: &Raster, unit: i32, polish: impl Fn(Label, Label) -> Polish) -> Vec<Arc> {
    let (w, h) = (raster.w as i32, raster.h as i32);
    let mut used: BTreeSet<(i32, i32, usize)> = BTreeSet::new();
    let mut arcs = Vec::new();
    let degree = |x: i32, y: i32| (0..4).filter(|&d| edge(raster, x, y, d).is_some()).count();
    for nodes_only in [true, false] {
        for y in 0..=h {
            for x in 0..=w {
                let n = degree(x, y);
                if n == 0 || nodes_only == (n == 2) {
                    continue;
                }
                for d in 0..4 {
                    if edge(raster, x, y, d).is_some() && !used.contains(&(x, y, d)) {
                        arcs.push(walk(raster, &mut used, (x, y), d, unit, &polish));
                    }
                }
            }
        }
    }
    arcs
}

/// The labels left and right of the step `d` from a grid corner, if they differ.
fn edge(raster: &Raster, x: i32, y: i32, d: usize) -> Option<(Label, Label)> {
    let (left, right) = match d {
        0 => (raster.at(x, y - 1), raster.at(x, y)),
        1 => (raster.at(x, y), raster.at(x - 1, y)),
        2 => (raster.at(x - 1, y), raster.at(x - 1, y - 1)),
        _ => (raster.at(x - 1, y - 1), raster.at(x, y - 1)),
    };
    (left != right).then_some((left, right))
}

fn walk(
    raster: &Raster,
    used: &mut BTreeSet<(i32, i32, usize)>,
    start: (i32, i32),
    first: usize,
    unit: i32,
    polish: &impl Fn(Label, Label) -> Polish,
) -> Arc {
    let (left, right) = edge(raster, start.0, start.1, first).expect("walks begin on an edge");
    let mut chain = vec![start];
    let (mut at, mut d) = (start, first);
    loop {
        used.insert((at.0, at.1, d));
        at = (at.0 + STEPS[d].0, at.1 + STEPS[d].1);
        used.insert((at.0, at.1, (d + 2) % 4));
        chain.push(at);
        let onward: Vec<usize> = (0..4)
            .filter(|&next| edge(raster, at.0, at.1, next).is_some())
            .collect();
        if onward.len() != 2 || at == start {
            break;
        }
        d = *onward
            .iter()
            .find(|&&next| next != (d + 2) % 4)
            .expect("two edges meet here");
    }
    let line: Vec<(f64, f64)> = chain.iter().map(|&(x, y)| (x as f64, y as f64)).collect();
    let smooth = if left == OUTSIDE || right == OUTSIDE {
        simplify(&line, 0.1)
    } else {
        let how = polish(left, right);
        simplify(&average(&line, how.rounds), how.tolerance)
    };
    let scale = f64::from(unit);
    let points = smooth
        .iter()
        .map(|&(x, y)| ((x * scale).round() as i32, (y * scale).round() as i32))
        .collect();
    Arc {
        left,
        right,
        points,
    }
}

/// Each point moves half way to the middle of its neighbours; ends stay.
fn average(line: &[(f64, f64)], rounds: usize) -> Vec<(f64, f64)> {
    let mut points = line.to_vec();
    let closed = line.first() == line.last() && line.len() > 3;
    for _ in 0..rounds {
        let old = points.clone();
        let n = old.len();
        let mix = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| {
            ((a.0 + 2.0 * b.0 + c.0) / 4.0, (a.1 + 2.0 * b.1 + c.1) / 4.0)
        };
        for i in 1..n - 1 {
            points[i] = mix(old[i - 1], old[i], old[i + 1]);
        }
        if closed {
            points[0] = mix(old[n - 2], old[0], old[1]);
            points[n - 1] = points[0];
        }
    }
    points
}

/// Douglas-Peucker; a closed line is cut at its farthest point first.
fn simplify(line: &[(f64, f64)], tolerance: f64) -> Vec<(f64, f64)> {
    if line.first() == line.last() && line.len() > 3 {
        let from = line[0];
        let far = (0..line.len())
            .max_by(|&a, &b| {
                let d = |i: usize| (line[i].0 - from.0).hypot(line[i].1 - from.1);
                d(a).total_cmp(&d(b))
            })
            .unwrap_or(0);
        let mut there = simplify(&line[..=far], tolerance);
        let back = simplify(&line[far..], tolerance);
        there.extend(&back[1..]);
        return there;
    }
    let (a, b) = (line[0], line[line.len() - 1]);
    let length = (b.0 - a.0).hypot(b.1 - a.1).max(1e-9);
    let off =
        |p: (f64, f64)| ((p.0 - a.0) * (b.1 - a.1) - (p.1 - a.1) * (b.0 - a.0)).abs() / length;
    let worst =
        (1..line.len().saturating_sub(1)).max_by(|&i, &j| off(line[i]).total_cmp(&off(line[j])));
    match worst {
        Some(i) if off(line[i]) > tolerance => {
            let mut kept = simplify(&line[..=i], tolerance);
            kept.extend(&simplify(&line[i..], tolerance)[1..]);
            kept
        }
        _ => vec![a, b],
    }
}
