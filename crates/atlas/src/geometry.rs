//! The geometry of a map: border lines with a name on either side, and the
//! places where things stand. It is worked out once by `tools/mapmaker` and
//! committed as a data file; this module only reads it.
//!
//! Coordinates are whole map units, x to the right and y down. A border line is
//! a chain of control points: the drawn line runs from the first to the last,
//! bending towards the points between (a quadratic curve through the middles of
//! neighbouring points). Both neighbours use the same line, so shared borders
//! are shared exactly.
//!
//! What lines cannot show is a [`Link`]; a [`Schematic`] picture has nothing else.

mod outline;
mod read;
mod schematic;

pub(crate) use outline::step;
pub use outline::{Detail, Outline};
pub use read::{GeometryFault, LONGEST_FILE, Survey};
pub use schematic::Schematic;
pub(crate) use schematic::is_water;

use std::collections::BTreeMap;

/// A point in map units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The point half way to another one.
    #[must_use]
    pub const fn middle(self, other: Self) -> Self {
        Self::new((self.x + other.x) >> 1, (self.y + other.y) >> 1)
    }

    /// The distance to another point, rounded down.
    pub fn distance(self, other: Self) -> i32 {
        let (dx, dy) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        (dx * dx + dy * dy).isqrt() as i32
    }
}

/// What lies on one side of a border line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// A province, by its three letters.
    Province(String),
    /// Land that belongs to no province.
    Neutral,
    /// Land nobody may enter.
    Impassable,
    /// Water that belongs to no province.
    Lake,
    /// Beyond the frame.
    Outside,
}

/// A border line.
#[derive(Clone, Debug)]
pub struct Arc {
    /// What lies to the left of the direction of travel, as seen on the page.
    pub left: Side,
    /// What lies to the right.
    pub right: Side,
    /// Control points; a closed line repeats its first point.
    pub points: Vec<Point>,
}

/// Sizes of drawn things, in map units, that the places leave room for.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Radius of a unit.
    pub unit: i32,
    /// Radius of a dislodged unit.
    pub dislodged: i32,
    /// Radius of a supply centre.
    pub centre: i32,
    /// Letter size of a province's three letters.
    pub label: i32,
    /// Letter size of a province's full name.
    pub name: i32,
    /// Letter size of a coast's mark.
    pub mark: i32,
}

/// The places of one province.
#[derive(Clone, Debug)]
pub struct Place {
    /// The middle of a unit.
    pub unit: Point,
    /// The middle of a unit that was driven out and has not yet retreated.
    pub dislodged: Point,
    /// The middle of the three letters.
    pub label: Point,
    /// The middle of the full name and its lines, where there is room for it.
    pub name: Option<(Point, Vec<String>)>,
    /// The supply centre.
    pub centre: Option<Point>,
    /// The coasts of a province that has several, by their two letters.
    pub coasts: BTreeMap<String, CoastPlace>,
}

/// The places of one coast.
#[derive(Clone, Copy, Debug)]
pub struct CoastPlace {
    /// The middle of a fleet.
    pub unit: Point,
    /// The middle of a dislodged fleet.
    pub dislodged: Point,
    /// The middle of the coast's two letters.
    pub mark: Point,
}

/// Who crosses a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Travel {
    /// Armies only.
    Army,
    /// Fleets only.
    Fleet,
    /// Both.
    Both,
}

/// A border that no line can show, drawn as a bridge: a canal, a river, one of two
/// borders that cross, and every border of a schematic picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The two locations, `VIE` or `STP/SC`.
    pub ends: [String; 2],
    /// Who crosses it.
    pub travel: Travel,
    /// Where the bridge is drawn.
    pub points: [Point; 2],
}

/// What kind of picture a geometry is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A map: neighbours share a line.
    #[default]
    Map,
    /// Cells with bridges between neighbours.
    Schematic,
}

/// The geometry of one map.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The map's name.
    pub map: String,
    /// What kind of picture it is.
    pub kind: Kind,
    /// Width in map units.
    pub width: i32,
    /// Height in map units.
    pub height: i32,
    /// The sizes the places leave room for.
    pub sizes: Sizes,
    /// All border lines.
    pub arcs: Vec<Arc>,
    /// Borders that no line shows.
    pub links: Vec<Link>,
    /// Coastal provinces to which the waters round them belong: their lines are those
    /// of seas.
    pub waters: Vec<String>,
    /// The places by province.
    pub places: BTreeMap<String, Place>,
}
