//! A board and its geometry, joined: everything about a map that never changes
//! from picture to picture, worked out once.

mod surveys;

pub use surveys::{ChartRef, add_older_picture, add_picture};

use crate::geometry::{
    Detail, Geometry, Kind, Link, Outline, Place, Point, Schematic, Side, Travel, is_water, step,
};
use crate::theme::{Ink, ink_of};
use parlour_diplomacy::{Board, Location, Place as _, Power, Province, Unit};
use std::fmt::Write as _;

/// How far the band along the coast may stray, in map units.
const BAND: i32 = 12;

/// Why a board cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartFault {
    /// A geometry was given, but it lacks a province of the board.
    #[error("the geometry \"{geometry}\" has no province {province}")]
    NoProvince {
        /// The geometry's name.
        geometry: String,
        /// The province's code.
        province: String,
    },
    /// A geometry was given, but it lacks a coast of the board.
    #[error("the geometry \"{geometry}\" has no coast {coast}")]
    NoCoast {
        /// The geometry's name.
        geometry: String,
        /// The coast's code.
        coast: String,
    },
}

/// A border line as path data, with the provinces on either side.
pub(crate) struct Line {
    pub sides: [Option<Province>; 2],
    pub path: String,
}

/// A board ready to be drawn.
pub struct Chart {
    board: Board,
    geometry: Geometry,
    places: Vec<Place>,
    inks: Vec<Ink>,
    letters: Vec<char>,
    pub(crate) boxes: Vec<(Point, Point)>,
    /// The lines as curves and as straight steps.
    drawings: [Drawing; 2],
}

/// All lines of a map as path data, in one detail.
pub(crate) struct Drawing {
    /// By province.
    pub outlines: Vec<String>,
    pub neutral: String,
    pub wall: String,
    pub lake: String,
    pub coast: String,
    /// The coast again, coarsely, for the broad band along it.
    pub shallows: String,
    pub land_lines: Vec<Line>,
    pub sea_lines: String,
    /// Bridges that armies cross.
    pub army_links: String,
    /// Bridges that fleets pass.
    pub fleet_links: String,
}

impl Chart {
    /// The chart of a board without a picture: a cell for each province, and bridges.
    pub fn schematic(board: &Board) -> Result<Self, ChartFault> {
        let schematic = Schematic {
            map: board.name().to_owned(),
            ..Schematic::default()
        };
        Self::new(board.clone(), schematic.geometry(board))
    }

    /// The chart of a board on a geometry of its own.
    pub fn new(board: Board, geometry: Geometry) -> Result<Self, ChartFault> {
        let (mut places, mut outlines, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
        for province in board.provinces() {
            let code = board.code(province);
            let fault = || ChartFault::NoProvince {
                geometry: geometry.map.clone(),
                province: code.to_owned(),
            };
            let place = geometry.places.get(code).ok_or_else(fault)?;
            for location in board.fleet_locations(province) {
                let coast = board.coast_of(location);
                if coast.is_some_and(|coast| !place.coasts.contains_key(coast.code())) {
                    return Err(ChartFault::NoCoast {
                        geometry: geometry.map.clone(),
                        coast: board.code(location).to_owned(),
                    });
                }
            }
            let outline = Outline::of(&geometry, &Side::Province(code.to_owned()));
            if outline.is_empty() {
                return Err(fault());
            }
            places.push(place.clone());
            boxes.push(bounds(&outline, &geometry));
            outlines.push(outline);
        }
        let drawings = [Detail::Curves, Detail::Lines]
            .map(|detail| Drawing::of(&board, &geometry, &outlines, detail));
        let names = &board.file().powers;
        let inks = (0..names.len()).map(|power| ink_of(names, power)).collect();
        let letters = letters(names);
        Ok(Self {
            board,
            geometry,
            places,
            inks,
            letters,
            boxes,
            drawings,
        })
    }

    pub(crate) fn drawing(&self, detail: Detail) -> &Drawing {
        &self.drawings[usize::from(detail == Detail::Lines)]
    }

    /// What kind of picture it is.
    pub fn kind(&self) -> Kind {
        self.geometry.kind
    }

    /// Whether a province is drawn as water: a sea, or one to which the waters round
    /// it belong.
    pub fn is_water(&self, province: Province) -> bool {
        is_water(&self.board, &self.geometry, province)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The geometry.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The places of a province.
    pub fn place(&self, province: Province) -> &Place {
        &self.places[province.index()]
    }

    /// A power's colours.
    pub fn ink(&self, power: Power) -> &Ink {
        &self.inks[power.index()]
    }

    /// The letter in a power's units; no two powers share one.
    pub fn letter(&self, power: Power) -> char {
        self.letters[power.index()]
    }

    /// Where a unit stands: in its province or on its coast.
    pub fn standing(&self, unit: Unit) -> Point {
        self.spot(unit.at)
    }

    /// Where units stand at a location.
    pub fn spot(&self, at: Location) -> Point {
        let place = self.place(self.board.province_of(at));
        let coast = self
            .board
            .coast_of(at)
            .and_then(|coast| place.coasts.get(coast.code()));
        coast.map_or(place.unit, |coast| coast.unit)
    }

    /// Where a unit stands after it was driven out.
    pub fn exile(&self, unit: Unit) -> Point {
        let place = self.place(self.board.province_of(unit.at));
        let coast = self
            .board
            .coast_of(unit.at)
            .and_then(|c| place.coasts.get(c.code()));
        coast.map_or(place.dislodged, |coast| coast.dislodged)
    }
}

impl Drawing {
    fn of(board: &Board, geometry: &Geometry, outlines: &[Outline], detail: Detail) -> Self {
        let province = |side: &Side| match side {
            Side::Province(code) => board.province(code),
            _ => None,
        };
        let is_water = |side: &Side| {
            let sea = |p: Province| is_water(board, geometry, p);
            *side == Side::Lake || province(side).is_some_and(sea)
        };
        let path = |side: &Side| Outline::of(geometry, side).path(geometry, detail);
        let mut drawing = Self {
            outlines: outlines
                .iter()
                .map(|outline| outline.path(geometry, detail))
                .collect(),
            neutral: path(&Side::Neutral),
            wall: path(&Side::Impassable),
            lake: path(&Side::Lake),
            coast: String::new(),
            shallows: String::new(),
            land_lines: Vec::new(),
            sea_lines: String::new(),
            army_links: links(geometry, Travel::Fleet),
            fleet_links: links(geometry, Travel::Army),
        };
        for arc in &geometry.arcs {
            if arc.left == Side::Outside || arc.right == Side::Outside {
                continue;
            }
            let mut path = String::new();
            arc.draw(&mut path, &mut None, false, detail);
            match (is_water(&arc.left), is_water(&arc.right)) {
                (true, true) => drawing.sea_lines.push_str(&path),
                (false, false) => {
                    let sides = [province(&arc.left), province(&arc.right)];
                    drawing.land_lines.push(Line { sides, path });
                }
                _ => {
                    drawing.coast.push_str(&path);
                    let steps = arc.steps(BAND, false);
                    let _ = write!(drawing.shallows, "M{} {}l", steps[0].x, steps[0].y);
                    for pair in steps.windows(2) {
                        step(&mut drawing.shallows, pair[0], pair[1]);
                    }
                }
            }
        }
        drawing
    }
}

/// The bridges as path data, without those that only the others cross.
fn links(geometry: &Geometry, others: Travel) -> String {
    let mut path = String::new();
    for Link { points, travel, .. } in &geometry.links {
        if *travel != others {
            let [from, to] = points;
            let _ = write!(path, "M{} {}L{} {}", from.x, from.y, to.x, to.y);
        }
    }
    path
}

fn bounds(outline: &Outline, geometry: &Geometry) -> (Point, Point) {
    let points: Vec<Point> = outline.flat(geometry).into_iter().flatten().collect();
    let xs = || points.iter().map(|p| p.x);
    let ys = || points.iter().map(|p| p.y);
    let low = Point::new(xs().min().unwrap_or(0), ys().min().unwrap_or(0));
    let high = Point::new(xs().max().unwrap_or(0), ys().max().unwrap_or(0));
    (low, high)
}

/// One letter for each power: the first of its name that is still free.
fn letters(names: &[String]) -> Vec<char> {
    let mut taken: Vec<char> = Vec::new();
    for name in names {
        let mut own = name
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(|c| c.to_ascii_uppercase());
        // Small letters are for boards of more powers than there are capitals.
        let mut others = ('A'..='Z').chain('a'..='z');
        let free = own.find(|c| !taken.contains(c));
        let letter = free.or_else(|| others.find(|c| !taken.contains(c)));
        taken.push(letter.unwrap_or('?'));
    }
    taken
}
