//! A map out of nothing but approximate places: every pixel goes to the nearest of them,
//! seen through smooth noise, so that borders and coasts waver.

use crate::board::{Board, Kind};
use crate::partition::{Seeds, nearest, tidy_scraps, value_noise};
use crate::raster::{LAKE, Label, NEUTRAL, OUTSIDE, Raster, WALL};
use crate::standing::Known;
use crate::table::{Nowhere, Place, Table};

/// Pixels between the places of two neighbouring provinces, as a rule.
pub const CELL: f64 = 190.0;
/// How far borders stray, as a share of that.
const STRAY: f64 = 0.34;
/// The most pixels of a map.
const MOST_PIXELS: f64 = 40_000_000.0;

/// From the places of a table to pixels.
pub struct Ground {
    scale: f64,
    west: f64,
    north: f64,
    w: usize,
    h: usize,
}

impl Ground {
    /// Fits the page to the places; `cell` are the pixels between neighbours.
    pub fn of(table: &Table, cell: f64) -> Result<Self, String> {
        let numbered = table.rows.iter().enumerate();
        let places: Vec<(usize, Place)> = numbered
            .flat_map(|(number, row)| row.places.iter().map(move |place| (number, *place)))
            .collect();
        let step = usual_distance(&places);
        let scale = cell / step;
        let nowhere = || table.nowhere.iter().map(|(_, place)| place);
        let all = || places.iter().map(|(_, place)| place).chain(nowhere());
        let edge = |of: fn(&Place) -> f64, far: fn(f64, f64) -> f64, start: f64| {
            all().map(of).fold(start, far)
        };
        let (west, east) = (
            edge(|p| p.0, f64::min, f64::INFINITY) - step * 0.8,
            edge(|p| p.0, f64::max, f64::NEG_INFINITY) + step * 0.8,
        );
        let (north, south) = (
            edge(|p| p.1, f64::min, f64::INFINITY) - step * 0.8,
            edge(|p| p.1, f64::max, f64::NEG_INFINITY) + step * 0.8,
        );
        let (w, h) = ((east - west) * scale, (south - north) * scale);
        if w.is_nan() || h.is_nan() || w * h > MOST_PIXELS || w.max(h) > 25_000.0 {
            return Err(format!(
                "places lie too unevenly: most neighbours are {step:.3} apart, the map is {:.0} \
                 by {:.0}; move lonely places nearer, or try a smaller --cell",
                east - west,
                south - north
            ));
        }
        Ok(Self {
            scale,
            west,
            north,
            w: w.ceil() as usize,
            h: h.ceil() as usize,
        })
    }

    fn pixel(&self, place: Place) -> (f64, f64) {
        (
            (place.0 - self.west) * self.scale,
            (place.1 - self.north) * self.scale,
        )
    }

    /// The labels of all pixels.
    pub fn raster(&self, table: &Table, board: &Board, cell: f64) -> Raster {
        let mut seeds = Seeds::new();
        for row in &table.rows {
            let label = board.label(&row.code).expect("the table fits the board");
            for place in &row.places {
                let (x, y) = self.pixel(*place);
                seeds.push((label, x, y));
            }
        }
        for (what, place) in &table.nowhere {
            let label: Label = match what {
                Nowhere::Neutral => NEUTRAL,
                Nowhere::Impassable => WALL,
                Nowhere::Lake => LAKE,
            };
            let (x, y) = self.pixel(*place);
            seeds.push((label, x, y));
        }
        let mut raster = Raster::new(self.w, self.h, 1.0, OUTSIDE);
        for y in 0..self.h {
            for x in 0..self.w {
                let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
                let (dx, dy) = (waver(px, py, 1, cell), waver(px, py, 2, cell));
                raster.cells[y * self.w + x] = nearest(&seeds, px + dx, py + dy);
            }
        }
        let kinds: Vec<Kind> = board.provinces.iter().map(|it| it.kind).collect();
        tidy_scraps(&kinds, &mut raster);
        raster
    }

    /// Centres at the first places of their provinces, fleets where the table says.
    pub fn known(&self, table: &Table, board: &Board) -> Known {
        let mut known = Known::default();
        for row in &table.rows {
            let province = board.provinces.iter().find(|it| it.abbr == row.code);
            if province.is_some_and(|it| it.sc) {
                let centre = self.pixel(row.places[0]);
                known.centres.insert(row.code.clone(), centre);
            }
            for (coast, place) in &row.coasts {
                let code = format!("{}/{coast}", row.code);
                known.coasts.insert(code, self.pixel(*place));
            }
        }
        known
    }
}

/// How far the nearest place of another province is, in the middle of all places.
pub fn usual_distance(places: &[(usize, Place)]) -> f64 {
    let nearest = places.iter().map(|(own, a)| {
        let others = places.iter().filter(|(other, _)| other != own);
        let far = others.map(|(_, b)| (a.0 - b.0).hypot(a.1 - b.1));
        far.fold(f64::INFINITY, f64::min)
    });
    let mut nearest: Vec<f64> = nearest.collect();
    nearest.sort_by(f64::total_cmp);
    nearest[nearest.len() / 2]
}

fn waver(x: f64, y: f64, channel: u32, cell: f64) -> f64 {
    let octave = |length: f64, share: f64| {
        share * value_noise(x / (length * cell), y / (length * cell), channel)
    };
    STRAY * cell * (octave(0.62, 0.55) + octave(0.3, 0.3) + octave(0.14, 0.15))
}
