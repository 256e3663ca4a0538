//! How large things are drawn in a small picture, and who leaves room for whom.
//!
//! Below about 750 pixels for a whole map, units, words and lines grow, so that a
//! phone shows them; words move away from the units that grow. Arrowheads and badges
//! look for a place where they cover no letters and no unit.

use super::Canvas;
use super::path::{Trail, Vec2};
use crate::geometry::{Point, Sizes};
use parlour_diplomacy::Province;

/// Units are not smaller than this many thousandths of a pixel in radius, ...
const SMALLEST_UNIT: i32 = 7_000;
/// ... as long as nothing is drawn larger than this, in percent.
const LARGEST: i32 = 190;
/// Things farther from each other than this keep their distance when they grow.
const NEAR: i32 = 330;

/// How much larger things are drawn at a scale, in percent.
pub fn grown(sizes: Sizes, scale: i32) -> i32 {
    (SMALLEST_UNIT * 100 / (sizes.unit * scale).max(1)).clamp(100, LARGEST)
}

/// The sizes, larger.
pub fn larger(sizes: Sizes, percent: i32) -> Sizes {
    let grow = |size: i32| size * percent / 100;
    Sizes {
        unit: grow(sizes.unit),
        dislodged: grow(sizes.dislodged),
        centre: grow(sizes.centre),
        label: grow(sizes.label),
        name: grow(sizes.name),
        mark: grow(sizes.mark),
    }
}

/// A number at least `room` from both ends of a length, if that other one is.
fn kept(at: i32, room: i32, length: i32, other: i32) -> i32 {
    let (low, high) = (room.min(other), (length - room).max(other));
    at.clamp(low.min(high), high)
}

/// Boxes that are taken: their middles and half their sizes.
#[derive(Default)]
pub struct Rooms {
    words: Vec<(Point, Point)>,
    units: Vec<Point>,
    badges: Vec<Point>,
}

/// Half the width and height of a badge.
const BADGE: i32 = 44;

impl Canvas<'_> {
    /// A size in map units, larger in a small picture.
    pub(super) fn thick(&self, size: i32) -> i32 {
        size * self.grown / 100
    }

    /// The middle of a province's letters.
    pub(super) fn label_of(&self, province: Province) -> Point {
        let place = self.chart.place(province);
        let at = self.pushed(place.label, place.unit);
        // What is pushed stays on the map.
        let (map, size) = (self.chart.geometry(), self.sizes.label);
        Point::new(
            kept(at.x, size, map.width, place.label.x),
            kept(at.y, size / 2, map.height, place.label.y),
        )
    }

    /// The middle of a province's centre.
    pub(super) fn centre_of(&self, province: Province) -> Option<Point> {
        let place = self.chart.place(province);
        let centre = place.centre?;
        let label = self.label_of(province);
        let (dx, dy) = (centre.x - place.label.x, centre.y - place.label.y);
        if dx.abs().max(dy.abs()) > NEAR {
            return Some(self.pushed(centre, place.unit));
        }
        Some(Point::new(
            label.x + self.thick(dx),
            label.y + self.thick(dy),
        ))
    }

    /// Moves a place away from another as things grow, if it is near.
    pub(super) fn pushed(&self, place: Point, from: Point) -> Point {
        let (dx, dy) = (place.x - from.x, place.y - from.y);
        if dx.abs().max(dy.abs()) > NEAR {
            return place;
        }
        Point::new(from.x + self.thick(dx), from.y + self.thick(dy))
    }

    /// Takes the rooms of letters and units.
    pub(super) fn take_rooms(&mut self) {
        let half = Point::new(self.sizes.label * 93 / 100, self.sizes.label * 38 / 100);
        let board = self.chart.board();
        let words = board.provinces().map(|it| (self.label_of(it), half));
        let words = words.collect();
        let position = self.picture.position;
        let standing = position.units().map(|(_, it)| self.chart.standing(it.unit));
        let exiles = position.dislodged().iter();
        let units = standing
            .chain(exiles.map(|it| self.chart.exile(it.unit)))
            .collect();
        self.rooms = Rooms {
            words,
            units,
            badges: Vec::new(),
        };
    }

    /// Whether a box round a point covers no letters.
    fn is_clear(&self, at: Point, half: i32) -> bool {
        let apart = |(word, size): &(Point, Point)| {
            (at.x - word.x).abs() >= size.x + half || (at.y - word.y).abs() >= size.y + half
        };
        self.rooms.words.iter().all(apart)
    }

    /// Whether a disc round a point touches no unit and no badge.
    fn is_free(&self, at: Point, radius: i32) -> bool {
        let far = |other: &Point, reach: i32| {
            let (dx, dy) = (i64::from(at.x - other.x), i64::from(at.y - other.y));
            dx * dx + dy * dy >= i64::from(reach) * i64::from(reach)
        };
        let unit = radius + self.sizes.unit * 9 / 10;
        self.rooms.units.iter().all(|it| far(it, unit))
            && self.rooms.badges.iter().all(|it| far(it, 2 * radius))
    }

    /// How much a line stops short of its goal: as much as it should, unless its head
    /// would cover letters there and does not a little earlier or later.
    pub(super) fn clear_short(&self, way: &Trail, least: f64, head: f64) -> f64 {
        let length = way.length();
        let covers_nothing = |short: &f64| {
            [0.0, 0.5, 1.0].iter().all(|part| {
                let (at, _) = way.at(length - short - head * part);
                self.is_clear(at.rounded(), (head * 0.3) as i32)
            })
        };
        let most = length * 0.4;
        [0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0, 210.0, 240.0]
            .map(|more| least + more)
            .into_iter()
            .filter(|short| *short <= most)
            .find(covers_nothing)
            .unwrap_or(least)
    }

    /// Where a badge is put on a line: at this distance or near to it, where it covers
    /// no letters, no unit and no other badge.
    pub(super) fn badge_on(&self, line: &Trail, wish: f64) -> Vec2 {
        let length = line.length();
        let half = self.thick(BADGE);
        let is_good = |away: &f64| {
            let at = line.at(*away).0.rounded();
            self.is_clear(at, half) && self.is_free(at, half)
        };
        let away = (0..12)
            .flat_map(|step| {
                let far = f64::from(step * half) * 0.5;
                [wish - far, wish + far]
            })
            .filter(|away| *away > 0.0 && *away < length * 0.97)
            .find(is_good)
            .unwrap_or(wish);
        line.at(away).0
    }

    /// A badge stands here now.
    pub(super) fn take_badge(&mut self, at: Point) {
        self.rooms.badges.push(at);
    }
}
