//! Cuts land and water into provinces: countries first, then the nearest seed
//! among the provinces that may lie in a country, then scraps and ponds.

use crate::board::{Board, Kind};
use crate::plan::{Plan, Projector, Region};
use crate::raster::{LAKE, Label, NEUTRAL, OPEN, Raster, WALL};
use crate::topojson::Country;
use std::collections::BTreeMap;

/// Islands below this many square kilometres are dropped.
const SMALLEST_ISLAND: f64 = 350.0;
/// Closed water below this many square kilometres joins the land round it.
const LARGEST_POND: f64 = 4000.0;
/// A piece of sea below this share of the largest piece is a scrap.
const SEA_SCRAP: f64 = 0.08;
/// An island below this many square kilometres has one owner.
const UNDIVIDED_ISLAND: f64 = 6000.0;
/// Land painted over water waves if it is at least so broad, in kilometres.
const SMALLEST_SHORE: f64 = 60.0;
/// How far the border noise shifts a pixel, in kilometres.
const NOISE_KM: f64 = 11.0;

/// The finished raster of a geographical map.
pub fn provinces(board: &Board, plan: &Plan, countries: &[Country], km: f64) -> Raster {
    let earth = Projector::new(plan);
    let frame = &plan.frame_km;
    let w = ((frame.east - frame.west) / km).round() as usize;
    let h = ((frame.north - frame.south) / km).round() as usize;
    let nations = paint_countries(plan, countries, &earth, w, h, km);
    let mut raster = assign_land(board, plan, countries, &earth, &nations);
    unite_islands(&mut raster);
    close_straits(board, plan, &earth, &mut raster);
    let seeds = sea_seeds(board, plan, &earth);
    settle_inland_water(&mut raster, &seeds);
    assign_seas(&mut raster, &seeds);
    let liberties = plan.liberties();
    let kinds: Vec<Kind> = board.provinces.iter().map(|p| liberties.kind(p)).collect();
    tidy_scraps(&kinds, &mut raster);
    raster
}

/// One number per country (index + 1, low bytes of two rasters would do for 255,
/// but a plain vector is simpler); 0 is water.
struct Nations {
    w: usize,
    h: usize,
    km: f64,
    cells: Vec<u16>,
}

fn paint_countries(
    plan: &Plan,
    countries: &[Country],
    earth: &Projector,
    w: usize,
    h: usize,
    km: f64,
) -> Nations {
    let mut rings = Vec::new();
    for (number, country) in countries.iter().enumerate() {
        for ring in &country.rings {
            if let Some(ring) = in_region(plan, country, ring) {
                let plane: Vec<(f64, f64)> = ring.iter().map(|&p| earth.place(p)).collect();
                rings.push((area(&plane), number, plane));
            }
        }
    }
    rings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut cells = vec![0u16; w * h];
    let mut stencil = Raster::new(w, h, km, 0);
    for (_, number, ring) in &rings {
        stencil.fill(ring, 1);
        let low = ring.iter().map(|p| p.1).fold(f64::INFINITY, f64::min) / km;
        let high = ring.iter().map(|p| p.1).fold(0.0, f64::max) / km;
        let from = (low.floor().max(0.0) as usize).min(h) * w;
        let to = ((high.ceil() as usize + 1).min(h) * w).max(from);
        for (painted, cell) in stencil.cells[from..to].iter_mut().zip(&mut cells[from..to]) {
            if *painted == 1 {
                *painted = 0;
                *cell = *number as u16 + 1;
            }
        }
    }
    drop_islets(Nations { w, h, km, cells })
}

/// The ring in degrees as the projection can bear it, or nothing if it lies
/// outside the plan's part of the world.
fn in_region(plan: &Plan, country: &Country, ring: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    let Region { west, east, south } = plan.region;
    let russia = country.name == "Russia";
    let bent: Vec<(f64, f64)> = ring
        .iter()
        .map(|&(lon, lat)| {
            let lon = if russia && lon < 0.0 {
                lon + 360.0
            } else {
                lon
            };
            (lon.clamp(west - 60.0, east), lat.clamp(south - 10.0, 89.0))
        })
        .collect();
    let near = bent
        .iter()
        .any(|&(lon, lat)| (west..east).contains(&lon) && lat > south);
    (near && !plan.leave_out.contains(&country.name)).then_some(bent)
}

fn area(ring: &[(f64, f64)]) -> f64 {
    let mut sum = 0.0;
    for (i, a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        sum += a.0 * b.1 - b.0 * a.1;
    }
    sum.abs() / 2.0
}

fn drop_islets(mut nations: Nations) -> Nations {
    let land = Raster {
        w: nations.w,
        h: nations.h,
        km: nations.km,
        cells: nations.cells.iter().map(|&n| Label::from(n > 0)).collect(),
    };
    for piece in land.pieces(|label| label == 1, |a, b| a == b) {
        if land.area(piece.cells.len()) < SMALLEST_ISLAND {
            for cell in piece.cells {
                nations.cells[cell] = 0;
            }
        }
    }
    nations
}

/// Places with the labels that grow from them.
pub type Seeds = Vec<(Label, f64, f64)>;

/// The label of the nearest place.
pub fn nearest(seeds: &Seeds, x: f64, y: f64) -> Label {
    let far = |s: &(Label, f64, f64)| (s.1 - x) * (s.1 - x) + (s.2 - y) * (s.2 - y);
    seeds
        .iter()
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .map_or(NEUTRAL, |seed| seed.0)
}

fn assign_land(
    board: &Board,
    plan: &Plan,
    countries: &[Country],
    earth: &Projector,
    nations: &Nations,
) -> Raster {
    let choices: Vec<Seeds> = countries
        .iter()
        .map(|country| land_seeds(board, plan, earth, &country.name))
        .collect();
    let mut raster = Raster::new(nations.w, nations.h, nations.km, OPEN);
    for y in 0..raster.h {
        for x in 0..raster.w {
            let nation = nations.cells[y * raster.w + x];
            if nation == 0 {
                continue;
            }
            let seeds = &choices[nation as usize - 1];
            let (px, py) = ((x as f64 + 0.5) * raster.km, (y as f64 + 0.5) * raster.km);
            let (nx, ny) = (wobble(px, py, 1), wobble(px, py, 2));
            raster.cells[y * raster.w + x] = nearest(seeds, px + nx, py + ny);
        }
    }
    raster
}

fn land_seeds(board: &Board, plan: &Plan, earth: &Projector, country: &str) -> Seeds {
    let mut seeds = Seeds::new();
    let listed = &plan.country_provinces;
    let names = listed.get(country).or_else(|| listed.get("*"));
    let mut names: Vec<String> = names.cloned().unwrap_or_default();
    if names.iter().any(|name| name == "*") {
        names = plan.land_seeds.keys().cloned().collect();
        names.extend(["NONE".into(), "IMPASSABLE".into()]);
    }
    for name in &names {
        let (label, places) = match name.as_str() {
            "NONE" => (NEUTRAL, plan.no_province_seeds.as_slice()),
            "IMPASSABLE" => (WALL, plan.impassable_seeds.as_slice()),
            abbr => (
                board
                    .label(abbr)
                    .expect("country lists name provinces of the board"),
                plan.land_seeds[abbr].as_slice(),
            ),
        };
        for &place in places {
            let (x, y) = earth.place(place);
            seeds.push((label, x, y));
        }
    }
    seeds
}

/// A small island goes as a whole to whoever holds most of it.
fn unite_islands(raster: &mut Raster) {
    for piece in raster.pieces(|l| l != OPEN, |_, other| other != OPEN) {
        if raster.area(piece.cells.len()) < UNDIVIDED_ISLAND {
            let mut held: BTreeMap<Label, usize> = BTreeMap::new();
            for &cell in &piece.cells {
                *held.entry(raster.cells[cell]).or_default() += 1;
            }
            // Of equals the last, as it always was.
            let owner = held.into_iter().max_by_key(|(_, pixels)| *pixels);
            let owner = owner.map_or(NEUTRAL, |(label, _)| label);
            raster.repaint(&piece, owner);
        }
    }
}

fn close_straits(board: &Board, plan: &Plan, earth: &Projector, raster: &mut Raster) {
    let line = |points: &[(f64, f64)]| points.iter().map(|&p| earth.place(p)).collect::<Vec<_>>();
    for lake in &plan.water_inland {
        raster.fill(&line(&lake.ring), OPEN);
    }
    for channel in &plan.channels {
        let still = |_, _| (0.0, 0.0);
        raster.stroke(&line(&channel.line), channel.width_km, still, |_| {
            Some(OPEN)
        });
    }
    for strait in &plan.straits {
        let label = board.label(&strait.owner).expect("straits name provinces");
        // Islands that are made larger have coasts like others.
        let far = if strait.width_km < SMALLEST_SHORE {
            0.0
        } else {
            2.6
        };
        let waver = |x: f64, y: f64| {
            let (x, y) = (x * 1.7, y * 1.7);
            (far * wobble(x, y, 3), far * wobble(x, y, 4))
        };
        raster.stroke(&line(&strait.line), strait.width_km, waver, |old| {
            (old == OPEN).then_some(label)
        });
    }
    for fill in &plan.fill {
        let label = board.label(&fill.owner).expect("fills name provinces");
        let (x, y) = earth.place(fill.inside);
        let cell = (y / raster.km) as usize * raster.w + (x / raster.km) as usize;
        let closed = raster
            .pieces(|l| l == OPEN, |a, b| a == b)
            .into_iter()
            .find(|piece| piece.cells.contains(&cell));
        if let Some(piece) = closed {
            assert!(
                raster.area(piece.cells.len()) < 60_000.0,
                "the fill leaked into a sea"
            );
            raster.repaint(&piece, label);
        }
    }
}

fn sea_seeds(board: &Board, plan: &Plan, earth: &Projector) -> Seeds {
    let mut seeds = Seeds::new();
    for (abbr, places) in &plan.sea_seeds {
        let label = board.label(abbr).expect("sea seeds name provinces");
        for &place in places {
            let (x, y) = earth.place(place);
            seeds.push((label, x, y));
        }
    }
    for &place in &plan.lake_seeds {
        let (x, y) = earth.place(place);
        seeds.push((LAKE, x, y));
    }
    seeds
}

fn settle_inland_water(raster: &mut Raster, seeds: &Seeds) {
    for piece in raster.pieces(|l| l == OPEN, |a, b| a == b) {
        let size = raster.area(piece.cells.len());
        let held = size > LARGEST_POND
            && seeds.iter().any(|&(_, x, y)| {
                let (x, y) = (x / raster.km, y / raster.km);
                x >= 0.0 && y >= 0.0 && {
                    let cell = y as usize * raster.w + x as usize;
                    (x as usize) < raster.w && piece.cells.contains(&cell)
                }
            });
        if held {
            continue;
        }
        let round = piece
            .touches
            .iter()
            .max_by_key(|(_, edges)| **edges)
            .map(|(l, _)| *l);
        let label = if size < LARGEST_POND {
            round.unwrap_or(LAKE)
        } else {
            LAKE
        };
        raster.repaint(&piece, label);
    }
}

fn assign_seas(raster: &mut Raster, seeds: &Seeds) {
    for at in 0..raster.cells.len() {
        if raster.cells[at] == OPEN {
            let (x, y) = ((at % raster.w) as f64 + 0.5, (at / raster.w) as f64 + 0.5);
            raster.cells[at] = nearest(seeds, x * raster.km, y * raster.km);
        }
    }
}

/// Distance looks through land, so scraps lie on the wrong side of a peninsula.
pub fn tidy_scraps(kinds: &[Kind], raster: &mut Raster) {
    let sea = |label: Label| kinds.get(label as usize) == Some(&Kind::Sea);
    let land = |label: Label| kinds.get(label as usize).is_some_and(|k| *k != Kind::Sea);
    for _ in 0..4 {
        let pieces = raster.pieces(|l| (l as usize) < kinds.len(), |a, b| a == b);
        let mut largest = vec![0usize; kinds.len()];
        for piece in &pieces {
            let most = &mut largest[piece.label as usize];
            *most = (*most).max(piece.cells.len());
        }
        let mut changed = false;
        for piece in &pieces {
            let most = largest[piece.label as usize];
            if piece.cells.len() == most {
                continue;
            }
            let scrap = land(piece.label) || (piece.cells.len() as f64) < SEA_SCRAP * most as f64;
            let alike = |label: Label| {
                if sea(piece.label) {
                    sea(label)
                } else {
                    land(label) || label == NEUTRAL
                }
            };
            let taker = piece
                .touches
                .iter()
                .filter(|(label, _)| alike(**label))
                .max_by_key(|(_, edges)| **edges);
            if let (true, Some((&label, _))) = (scrap, taker) {
                raster.repaint(piece, label);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

/// Smooth noise of three wavelengths with a fixed seed, in kilometres.
fn wobble(x: f64, y: f64, channel: u32) -> f64 {
    let octave = |length: f64, share: f64| share * value_noise(x / length, y / length, channel);
    NOISE_KM * (octave(90.0, 0.55) + octave(43.0, 0.3) + octave(21.0, 0.15)) * 2.0
}

/// Value noise between -0.5 and 0.5, smooth between lattice points.
pub fn value_noise(x: f64, y: f64, channel: u32) -> f64 {
    let (x0, y0) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - x0), ease(y - y0));
    let knot = |dx: i64, dy: i64| {
        let (kx, ky) = (x0 as i64 + dx, y0 as i64 + dy);
        let mut h = (kx as u32)
            .wrapping_mul(0x9E37_79B1)
            .wrapping_add((ky as u32).wrapping_mul(0x85EB_CA77))
            .wrapping_add(channel.wrapping_mul(0xC2B2_AE3D));
        h ^= h >> 15;
        h = h.wrapping_mul(0x2C1B_3C6D);
        h ^= h >> 12;
        h = h.wrapping_mul(0x297A_2D39);
        h ^= h >> 15;
        f64::from(h) / f64::from(u32::MAX) - 0.5
    };
    let top = knot(0, 0) * (1.0 - tx) + knot(1, 0) * tx;
    let bottom = knot(0, 1) * (1.0 - tx) + knot(1, 1) * tx;
    top * (1.0 - ty) + bottom * ty
}
