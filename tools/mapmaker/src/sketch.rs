//! A schematic map: squares with wavering edges. Corners where four squares meet
//! stay corners, so squares that touch there share no line. The arcs are made
//! first and the raster from them, the other way round than on a real map,
//! because pixels cannot keep such a corner.

use crate::arcs::Arc;
use crate::board::{Board, Kind};
use crate::raster::{Label, OUTSIDE, Raster};
use crate::standing::Known;
use serde::Deserialize;

/// The plan of a schematic map.
#[derive(Deserialize)]
pub struct Sketch {
    /// Codes of provinces, row by row.
    pub rows: Vec<Vec<String>>,
    /// The size of a square in map units.
    pub cell: i32,
}

/// How far corners and edges stray, as a share of a square.
const CORNER_STRAY: f64 = 0.10;
const EDGE_STRAY: f64 = 0.055;
/// Points along an edge, its ends not counted.
const EDGE_POINTS: i32 = 5;

impl Sketch {
    fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// Width and height in map units.
    pub fn size(&self) -> (i32, i32) {
        (
            self.columns() as i32 * self.cell,
            self.rows.len() as i32 * self.cell,
        )
    }

    fn label(&self, board: &Board, x: i32, y: i32) -> Label {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let code = row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x)));
        code.map_or(OUTSIDE, |code| {
            board.label(code).expect("rows name provinces of the board")
        })
    }

    fn corner(&self, x: i32, y: i32) -> (f64, f64) {
        let (w, h) = (self.columns() as i32, self.rows.len() as i32);
        let stray = |at: i32, last: i32, channel: u32| {
            let free = at > 0 && at < last;
            f64::from(free) * chance(x, y, channel) * CORNER_STRAY
        };
        let cell = f64::from(self.cell);
        (
            (f64::from(x) + stray(x, w, 1)) * cell,
            (f64::from(y) + stray(y, h, 2)) * cell,
        )
    }

    /// The edge between two corners, wavering unless it is the frame.
    fn edge(&self, from: (i32, i32), to: (i32, i32), frame: bool) -> Vec<(i32, i32)> {
        let (a, b) = (self.corner(from.0, from.1), self.corner(to.0, to.1));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let round = |x: f64, y: f64| (x.round() as i32, y.round() as i32);
        let mut points = vec![round(a.0, a.1)];
        if !frame {
            for i in 1..=EDGE_POINTS {
                let t = f64::from(i) / f64::from(EDGE_POINTS + 1);
                let away = chance(from.0 * 7 + i, from.1 * 7 + to.0, 3) * EDGE_STRAY;
                points.push(round(a.0 + dx * t - dy * away, a.1 + dy * t + dx * away));
            }
        }
        points.push(round(b.0, b.1));
        points
    }

    /// All edges between different squares.
    pub fn arcs(&self, board: &Board) -> Vec<Arc> {
        let (w, h) = (self.columns() as i32, self.rows.len() as i32);
        let mut arcs = Vec::new();
        for y in 0..=h {
            for x in 0..=w {
                let level = (self.label(board, x, y - 1), self.label(board, x, y));
                let upright = (self.label(board, x, y), self.label(board, x - 1, y));
                if x < w && level.0 != level.1 {
                    let points = self.edge((x, y), (x + 1, y), y == 0 || y == h);
                    arcs.push(Arc {
                        left: level.0,
                        right: level.1,
                        points,
                    });
                }
                if y < h && upright.0 != upright.1 {
                    let points = self.edge((x, y), (x, y + 1), x == 0 || x == w);
                    arcs.push(Arc {
                        left: upright.0,
                        right: upright.1,
                        points,
                    });
                }
            }
        }
        join(arcs)
    }

    /// The squares as pixels of `unit` map units, for placing things.
    pub fn raster(&self, board: &Board, unit: i32) -> Raster {
        let (w, h) = (self.size().0 / unit, self.size().1 / unit);
        let mut raster = Raster::new(w as usize, h as usize, f64::from(unit), OUTSIDE);
        for y in 0..self.rows.len() as i32 {
            for x in 0..self.columns() as i32 {
                let on_frame = |v: i32, last: usize| v == 0 || v == last as i32;
                let (cols, rows) = (self.columns(), self.rows.len());
                let mut ring = self.edge((x, y), (x + 1, y), on_frame(y, rows));
                ring.extend(self.edge((x + 1, y), (x + 1, y + 1), on_frame(x + 1, cols)));
                let mut back = self.edge((x, y), (x, y + 1), on_frame(x, cols));
                back.extend(self.edge((x, y + 1), (x + 1, y + 1), on_frame(y + 1, rows)));
                back.reverse();
                ring.extend(back);
                let ring: Vec<(f64, f64)> = ring
                    .iter()
                    .map(|p| (f64::from(p.0), f64::from(p.1)))
                    .collect();
                raster.fill(&ring, self.label(board, x, y));
            }
        }
        raster
    }

    /// Centres in the upper left of their squares; coasts near the water.
    pub fn known(&self, board: &Board, unit: i32) -> Known {
        let mut known = Known::default();
        let cell = f64::from(self.cell) / f64::from(unit);
        for (y, row) in self.rows.iter().enumerate() {
            for (x, code) in row.iter().enumerate() {
                let spot = |dx: f64, dy: f64| ((x as f64 + dx) * cell, (y as f64 + dy) * cell);
                let province = board.provinces.iter().find(|p| p.abbr == *code);
                let province = province.expect("rows name provinces of the board");
                if province.sc && province.kind != Kind::Sea {
                    known.centres.insert(code.clone(), spot(0.27, 0.3));
                }
                for coast in &province.coasts {
                    let at = match coast.as_str() {
                        "NC" => spot(0.66, 0.24),
                        "SC" => spot(0.66, 0.78),
                        "EC" => spot(0.8, 0.5),
                        _ => spot(0.2, 0.5),
                    };
                    known.coasts.insert(format!("{code}/{coast}"), at);
                }
            }
        }
        known
    }
}

/// Joins arcs that meet two by two into longer ones, so that a line ends only
/// where others begin.
fn join(mut arcs: Vec<Arc>) -> Vec<Arc> {
    let ends = |arc: &Arc| (arc.points[0], arc.points[arc.points.len() - 1]);
    loop {
        let mut found = None;
        'search: for i in 0..arcs.len() {
            for j in 0..arcs.len() {
                let (a, b) = (ends(&arcs[i]), ends(&arcs[j]));
                let meets = i != j && a.1 == b.0;
                let alike = (arcs[i].left, arcs[i].right) == (arcs[j].left, arcs[j].right);
                let here = |arc: &Arc| ends(arc).0 == a.1 || ends(arc).1 == a.1;
                if meets && alike && arcs.iter().filter(|arc| here(arc)).count() == 2 {
                    found = Some((i, j));
                    break 'search;
                }
            }
        }
        let Some((i, j)) = found else {
            return arcs;
        };
        let tail = arcs[j].points[1..].to_vec();
        arcs[i].points.extend(tail);
        arcs.remove(j);
    }
}

/// A number between -1 and 1, the same at every run.
fn chance(x: i32, y: i32, channel: u32) -> f64 {
    let mut h = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ channel.wrapping_mul(0xC2B2_AE3D);
    for _ in 0..2 {
        h ^= h >> 15;
        h = h.wrapping_mul(0x2C1B_3C6D);
        h ^= h >> 13;
    }
    f64::from(h) / f64::from(u32::MAX) * 2.0 - 1.0
}
