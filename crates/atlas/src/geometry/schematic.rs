//! Schematic pictures: a cell for each province, a bridge for each border. They draw
//! what no flat map can, and any board for which nobody has drawn a map.
//!
//! Places that are given stand. Otherwise cells are laid out so that how far apart two
//! of them are shows how many steps lie between (stress majorization), worked out with
//! nothing but sums, products and square roots, which every machine rounds alike.

use std::collections::BTreeMap;

use parlour_diplomacy::{Board, Location, Province, ProvinceKind};
use serde::Deserialize;

use super::read::LARGEST;
use super::{Arc, CoastPlace, Geometry, Kind, Link, Place, Point, Side, Sizes, Travel};

/// A schematic picture as it is written down.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schematic {
    /// The map's name.
    pub map: String,
    /// The places of provinces, in a unit of its own.
    pub schematic: BTreeMap<String, (i32, i32)>,
}

/// The sizes that cells leave room for.
const SIZES: Sizes = Sizes {
    unit: 90,
    dislodged: 84,
    centre: 40,
    label: 98,
    name: 70,
    mark: 84,
};
/// Radius of a cell.
const CELL: i32 = 265;
/// Radius of a cell with two coasts, and with more.
const BROAD: [i32; 2] = [490, 730];
/// How far the middles of neighbours are apart.
const STEP: f64 = 900.0;
/// What is left free between two cells.
const GAP: f64 = 150.0;
/// Rounds of layout.
const ROUNDS: usize = 120;

type Spot = (f64, f64);

impl Schematic {
    /// The geometry of this picture for a board.
    pub fn geometry(&self, board: &Board) -> Geometry {
        let radii: Vec<i32> = board.provinces().map(|it| radius(board, it)).collect();
        let mut spots = self.given(board).unwrap_or_else(|| {
            let mut spots = laid_out(board);
            self.turn(board, &mut spots);
            spots
        });
        push_apart(&mut spots, &radii);
        let (middles, width, height) = framed(&spots, &radii);
        let ground = if board.seas().is_empty() {
            Side::Neutral
        } else {
            Side::Lake
        };
        let mut arcs = vec![frame(ground.clone(), width, height)];
        let mut places = BTreeMap::new();
        for (province, (&middle, &radius)) in board.provinces().zip(middles.iter().zip(&radii)) {
            let code = board.code(province).to_owned();
            arcs.push(cell(&code, ground.clone(), middle, radius));
            places.insert(code, place(board, province, middle));
        }
        Geometry {
            map: self.map.clone(),
            kind: Kind::Schematic,
            width,
            height,
            sizes: SIZES,
            arcs,
            links: links(board, &middles, &radii, &places),
            waters: Vec::new(),
            places,
        }
    }

    /// Mirrors a layout so that the places that are given lie as they should: north
    /// up, west on the left.
    fn turn(&self, board: &Board, spots: &mut [Spot]) {
        let known: Vec<(Spot, Spot)> = (board.provinces().zip(spots.iter()))
            .filter_map(|(province, spot)| {
                let (x, y) = self.schematic.get(board.code(province))?;
                Some(((f64::from(*x), f64::from(*y)), *spot))
            })
            .collect();
        let mirrored = |part: fn(&Spot) -> f64| {
            let mut pairs = 0.0;
            for (index, (wish, spot)) in known.iter().enumerate() {
                for (other_wish, other) in &known[index + 1..] {
                    pairs += (part(wish) - part(other_wish)) * (part(spot) - part(other));
                }
            }
            pairs < 0.0
        };
        let (across, down) = (mirrored(|it| it.0), mirrored(|it| it.1));
        for spot in spots {
            spot.0 = if across { -spot.0 } else { spot.0 };
            spot.1 = if down { -spot.1 } else { spot.1 };
        }
    }

    /// The given places, if all are: the nearest two come to stand a step apart.
    fn given(&self, board: &Board) -> Option<Vec<Spot>> {
        let spot = |province| {
            let (x, y) = self.schematic.get(board.code(province))?;
            Some((f64::from(*x), f64::from(*y)))
        };
        let spots: Vec<Spot> = board.provinces().map(spot).collect::<Option<_>>()?;
        let mut nearest = f64::INFINITY;
        for (index, one) in spots.iter().enumerate() {
            for other in &spots[index + 1..] {
                nearest = nearest.min(far(*one, *other));
            }
        }
        let grow = if nearest.is_finite() {
            STEP / nearest.max(1.0)
        } else {
            1.0
        };
        Some(spots.iter().map(|(x, y)| (x * grow, y * grow)).collect())
    }
}

fn far(one: Spot, other: Spot) -> f64 {
    let (dx, dy) = (one.0 - other.0, one.1 - other.1);
    (dx * dx + dy * dy).sqrt()
}

fn radius(board: &Board, province: Province) -> i32 {
    match coasts(board, province) {
        0 => CELL,
        1 | 2 => BROAD[0],
        _ => BROAD[1],
    }
}

fn coasts(board: &Board, province: Province) -> u32 {
    if board.has_split_coast(province) {
        board.fleet_locations(province).len()
    } else {
        0
    }
}

/// Places whose distances follow the steps between provinces.
fn laid_out(board: &Board) -> Vec<Spot> {
    let provinces: Vec<Province> = board.provinces().collect();
    let count = provinces.len();
    // A spiral to begin with: each turns by the same angle, 3-4-5.
    let mut turn = (1.0, 0.0);
    let mut spots: Vec<Spot> = Vec::with_capacity(count);
    for place in board.provinces() {
        let reach = STEP * (f64::from(place.0) + 1.0).sqrt();
        spots.push((turn.0 * reach, turn.1 * reach));
        turn = (turn.0 * -0.6 - turn.1 * 0.8, turn.0 * 0.8 + turn.1 * -0.6);
    }
    for _ in 0..ROUNDS {
        for one in 0..count {
            let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
            for other in (0..count).filter(|other| *other != one) {
                let steps = f64::from(board.distance(provinces[one], provinces[other]).max(1));
                let weight = 1.0 / (steps * steps);
                let (x, y) = spots[other];
                let apart = far(spots[one], spots[other]).max(1.0);
                let pull = steps * STEP / apart;
                sum.0 += weight * (x + pull * (spots[one].0 - x));
                sum.1 += weight * (y + pull * (spots[one].1 - y));
                weights += weight;
            }
            if weights > 0.0 {
                spots[one] = (sum.0 / weights, sum.1 / weights);
            }
        }
    }
    spots
}

/// Moves cells that would meet away from each other.
fn push_apart(spots: &mut [Spot], radii: &[i32]) {
    for _ in 0..ROUNDS {
        let mut moved = false;
        for one in 0..spots.len() {
            for other in one + 1..spots.len() {
                let want = f64::from(radii[one] + radii[other]) + GAP;
                let apart = far(spots[one], spots[other]);
                if apart >= want {
                    continue;
                }
                moved = true;
                let (dx, dy) = if apart < 1.0 {
                    (1.0, 0.0)
                } else {
                    (
                        (spots[other].0 - spots[one].0) / apart,
                        (spots[other].1 - spots[one].1) / apart,
                    )
                };
                let half = (want - apart) / 2.0 + 1.0;
                spots[one] = (spots[one].0 - dx * half, spots[one].1 - dy * half);
                spots[other] = (spots[other].0 + dx * half, spots[other].1 + dy * half);
            }
        }
        if !moved {
            break;
        }
    }
}

/// The middles of cells in a frame that holds them all, and its size.
fn framed(spots: &[Spot], radii: &[i32]) -> (Vec<Point>, i32, i32) {
    let most = radii.iter().max().copied().unwrap_or(CELL) + 60;
    let low = |part: fn(&Spot) -> f64| spots.iter().map(part).fold(f64::INFINITY, f64::min);
    let high = |part: fn(&Spot) -> f64| spots.iter().map(part).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (low(|it| it.0), low(|it| it.1));
    let (wide, tall) = (high(|it| it.0) - left, high(|it| it.1) - top);
    let shrink = (f64::from(LARGEST - 2 * most - 1) / wide.max(tall).max(1.0)).min(1.0);
    let at = |it: &Spot| {
        let x = ((it.0 - left) * shrink).round() as i32;
        let y = ((it.1 - top) * shrink).round() as i32;
        Point::new(most + x, most + y)
    };
    let side = |length: f64| 2 * most + (length * shrink).round() as i32;
    (spots.iter().map(at).collect(), side(wide), side(tall))
}

/// The frame as one line: the ground on its left.
fn frame(ground: Side, width: i32, height: i32) -> Arc {
    let corners = [(0, 0), (0, height), (width, height), (width, 0), (0, 0)];
    Arc {
        left: ground,
        right: Side::Outside,
        points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
    }
}

/// The sixteen corners of a cell, in thousandths of its radius.
const CORNERS: [(i32, i32); 16] = [
    (1000, 0),
    (924, -383),
    (707, -707),
    (383, -924),
    (0, -1000),
    (-383, -924),
    (-707, -707),
    (-924, -383),
    (-1000, 0),
    (-924, 383),
    (-707, 707),
    (-383, 924),
    (0, 1000),
    (383, 924),
    (707, 707),
    (924, 383),
];

/// The outline of a cell, the cell on its left.
fn cell(code: &str, ground: Side, middle: Point, radius: i32) -> Arc {
    let corner =
        |(x, y): (i32, i32)| Point::new(middle.x + x * radius / 1000, middle.y + y * radius / 1000);
    // From the middle of a side to the same again, so that the curve has no kink.
    let seam = corner(CORNERS[15]).middle(corner(CORNERS[0]));
    let mut points = vec![seam];
    points.extend(CORNERS.map(corner));
    points.push(seam);
    Arc {
        left: Side::Province(code.to_owned()),
        right: ground,
        points,
    }
}

/// Where things stand in a cell: units above, the letters and the centre below them,
/// each coast in a row of its own, above and below in turn.
fn place(board: &Board, province: Province, middle: Point) -> Place {
    let at = |x: i32, y: i32| Point::new(middle.x + x, middle.y + y);
    let centre = board.centers().contains(province);
    let mut coasts = BTreeMap::new();
    if board.has_split_coast(province) {
        for (index, location) in board.fleet_locations(province).iter().enumerate() {
            let row = index as i32 / 2 * 215;
            let y = if index % 2 == 0 {
                -300 - row
            } else {
                320 + row
            };
            let coast = CoastPlace {
                unit: at(-95, y),
                dislodged: at(100, y),
                mark: at(-250, y),
            };
            if let Some(name) = board.coast_of(location) {
                coasts.insert(name.code().to_owned(), coast);
            }
        }
    }
    Place {
        unit: at(-95, -65),
        dislodged: at(100, -65),
        label: at(if centre { -40 } else { 0 }, 105),
        name: None,
        centre: centre.then(|| at(125, 105)),
        coasts,
    }
}

/// A line between two points that stops short of both.
pub(super) fn bridge(from: Point, to: Point, room: i32, other_room: i32) -> [Point; 2] {
    let apart = from.distance(to).max(1);
    let short = |end: Point, other: Point, room: i32| {
        let room = i64::from(room.min(apart / 2));
        let part = |a: i32, b: i32| a + (i64::from(b - a) * room / i64::from(apart)) as i32;
        Point::new(part(end.x, other.x), part(end.y, other.y))
    };
    [short(from, to, room), short(to, from, other_room)]
}

/// A bridge for each border of the board.
fn links(
    board: &Board,
    middles: &[Point],
    radii: &[i32],
    places: &BTreeMap<String, Place>,
) -> Vec<Link> {
    let mut found: BTreeMap<(Location, Location), Travel> = BTreeMap::new();
    for one in board.provinces() {
        for other in board.army_borders(one).iter().filter(|other| *other > one) {
            found.insert((one.into(), other.into()), Travel::Army);
        }
    }
    for one in board.locations() {
        for other in board.fleet_borders(one).iter().filter(|other| *other > one) {
            let travel = found.entry((one, other)).or_insert(Travel::Fleet);
            if *travel == Travel::Army {
                *travel = Travel::Both;
            }
        }
    }
    let end = |at: Location| {
        let province = board.province_of(at);
        let index = usize::from(province.0);
        let coast = board.coast_of(at);
        let coast = coast.and_then(|coast| places[board.code(province)].coasts.get(coast.code()));
        coast.map_or((middles[index], radii[index]), |it| (it.unit, SIZES.unit))
    };
    let link = |((one, other), travel): ((Location, Location), Travel)| {
        let ((from, room), (to, other_room)) = (end(one), end(other));
        Link {
            ends: [board.code(one).to_owned(), board.code(other).to_owned()],
            travel,
            points: bridge(from, to, room, other_room),
        }
    };
    found.into_iter().map(link).collect()
}

/// Whether a province is drawn as water.
pub(crate) fn is_water(board: &Board, geometry: &Geometry, province: Province) -> bool {
    board.kind(province) == ProvinceKind::Sea
        || geometry
            .waters
            .iter()
            .any(|code| code == board.code(province))
}
