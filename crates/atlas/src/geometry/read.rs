//! Reads a picture file. That of a map is JSON with the frame's size, arcs as
//! `[left, right, [x, y, x, y, …]]`, places by province, and perhaps links as
//! `[one, other, "army" | "fleet" | "both"]`. That of a schematic picture has the name
//! of the map and under `schematic` the places of provinces: `{"map": "pure",
//! "schematic": {"PAR": [0, 0]}}`; where some are left out, all are worked
//! out, and those that are given say only what lies north and west.

use super::schematic::{Schematic, bridge};
use super::{Arc, CoastPlace, Geometry, Kind, Link, Place, Point, Side, Sizes, Travel};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Why a text is no geometry.
#[derive(Debug, thiserror::Error)]
pub enum GeometryFault {
    /// Not the JSON that is expected.
    #[error("the geometry is not well formed: {0}")]
    Form(#[from] serde_json::Error),
    /// The frame is empty or too large to draw.
    #[error("the frame of {0} by {1} map units is empty or too large")]
    Frame(i32, i32),
    /// An arc cannot be drawn.
    #[error("arc {number} between {left} and {right} {fault}")]
    Arc {
        /// Counted from 0.
        number: usize,
        /// The name on the left.
        left: String,
        /// The name on the right.
        right: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A place lies beyond the frame.
    #[error("a place of {0} lies beyond the frame")]
    Place(String),
    /// A name is too long for a map.
    #[error("the name of {0} has more than 4 lines, or one of more than 40 letters")]
    Name(String),
    /// A link leads nowhere.
    #[error("the link {0}-{1} leads from or to a place that is not there")]
    Link(String, String),
    /// Longer than any picture.
    #[error("a picture file has at most {LONGEST_FILE} bytes, this one has {0}")]
    TooLong(usize),
    /// More lines than any picture has.
    #[error("a picture has at most {MOST_ARCS} arcs, this one has {0}")]
    TooMany(usize),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    map: String,
    size: (i32, i32),
    sizes: Sizes,
    arcs: Vec<(String, String, Vec<i32>)>,
    #[serde(default)]
    links: Vec<(String, String, Travel)>,
    #[serde(default)]
    waters: Vec<String>,
    places: BTreeMap<String, PlaceEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceEntry {
    unit: (i32, i32),
    dislodged: (i32, i32),
    label: (i32, i32),
    name: Option<NameEntry>,
    centre: Option<(i32, i32)>,
    #[serde(default)]
    coasts: BTreeMap<String, CoastEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameEntry {
    at: (i32, i32),
    lines: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CoastEntry {
    unit: (i32, i32),
    dislodged: (i32, i32),
    mark: (i32, i32),
}

/// No map is larger, so sums of coordinates never overflow.
pub(super) const LARGEST: i32 = 100_000;
/// The longest picture file, in bytes.
pub const LONGEST_FILE: usize = 4 << 20;
/// The most border lines: rings are joined by looking at all of them.
const MOST_ARCS: usize = 10_000;

/// What a picture file holds.
#[derive(Clone, Debug)]
pub enum Survey {
    /// A map with all its lines.
    Map(Box<Geometry>),
    /// Cells, whose bridges the board tells.
    Schematic(Schematic),
}

/// The only member by which the two are told apart.
#[derive(Deserialize)]
struct Head {
    schematic: Option<serde::de::IgnoredAny>,
}

impl Survey {
    /// Reads a picture file.
    pub fn read(text: &str) -> Result<Self, GeometryFault> {
        if text.len() > LONGEST_FILE {
            return Err(GeometryFault::TooLong(text.len()));
        }
        let head: Head = serde_json::from_str(text)?;
        Ok(if head.schematic.is_some() {
            Self::Schematic(serde_json::from_str(text)?)
        } else {
            Self::Map(Box::new(Geometry::read(text)?))
        })
    }
}

impl Geometry {
    /// Reads the picture file of a map.
    pub fn read(text: &str) -> Result<Self, GeometryFault> {
        if text.len() > LONGEST_FILE {
            return Err(GeometryFault::TooLong(text.len()));
        }
        let file: File = serde_json::from_str(text)?;
        if file.arcs.len() > MOST_ARCS {
            return Err(GeometryFault::TooMany(file.arcs.len()));
        }
        let (width, height) = file.size;
        if width <= 0 || height <= 0 || width > LARGEST || height > LARGEST {
            return Err(GeometryFault::Frame(width, height));
        }
        let inside = |p: Point| (0..=width).contains(&p.x) && (0..=height).contains(&p.y);
        let mut arcs = Vec::with_capacity(file.arcs.len());
        for (number, (left, right, flat)) in file.arcs.into_iter().enumerate() {
            let points: Vec<Point> = flat
                .chunks_exact(2)
                .map(|pair| Point::new(pair[0], pair[1]))
                .collect();
            let fault = if flat.len() % 2 != 0 {
                Some("has an odd number of coordinates")
            } else if points.len() < 2 {
                Some("has fewer than two points")
            } else if !points.iter().all(|p| inside(*p)) {
                Some("leaves the frame")
            } else if left == right {
                Some("parts nothing")
            } else {
                None
            };
            if let Some(fault) = fault {
                return Err(GeometryFault::Arc {
                    number,
                    left,
                    right,
                    fault,
                });
            }
            arcs.push(Arc {
                left: side(left),
                right: side(right),
                points,
            });
        }
        let mut places = BTreeMap::new();
        for (province, entry) in file.places {
            let place = entry.place();
            let coasts = place
                .coasts
                .values()
                .flat_map(|c| [c.unit, c.dislodged, c.mark]);
            let name = place.name.as_ref().map(|(at, _)| *at);
            let all = [place.unit, place.dislodged, place.label].into_iter();
            if !all
                .chain(name)
                .chain(place.centre)
                .chain(coasts)
                .all(inside)
            {
                return Err(GeometryFault::Place(province));
            }
            let lines = place.name.iter().flat_map(|(_, lines)| lines);
            if lines.clone().count() > 4 || lines.into_iter().any(|it| it.chars().count() > 40) {
                return Err(GeometryFault::Name(province));
            }
            places.insert(province, place);
        }
        let links = file
            .links
            .into_iter()
            .map(|it| link(it, &places, file.sizes.unit));
        let links = links.collect::<Result<_, _>>()?;
        Ok(Self {
            map: file.map,
            kind: Kind::Map,
            width,
            height,
            sizes: file.sizes,
            arcs,
            links,
            waters: file.waters,
            places,
        })
    }
}

/// A link between two places of a map, drawn from unit to unit.
fn link(
    (one, other, travel): (String, String, Travel),
    places: &BTreeMap<String, Place>,
    room: i32,
) -> Result<Link, GeometryFault> {
    let spot = |code: &str| {
        let (province, coast) = code.split_once('/').unwrap_or((code, ""));
        let place = places.get(province)?;
        let coast = place.coasts.get(coast).map(|coast| coast.unit);
        Some(coast.unwrap_or(place.unit))
    };
    let (Some(from), Some(to)) = (spot(&one), spot(&other)) else {
        return Err(GeometryFault::Link(one, other));
    };
    Ok(Link {
        points: bridge(from, to, room, room),
        ends: [one, other],
        travel,
    })
}

fn side(name: String) -> Side {
    match name.as_str() {
        "neutral" => Side::Neutral,
        "impassable" => Side::Impassable,
        "lake" => Side::Lake,
        "outside" => Side::Outside,
        _ => Side::Province(name),
    }
}

fn point((x, y): (i32, i32)) -> Point {
    Point::new(x, y)
}

impl PlaceEntry {
    fn place(self) -> Place {
        Place {
            unit: point(self.unit),
            dislodged: point(self.dislodged),
            label: point(self.label),
            name: self.name.map(|name| (point(name.at), name.lines)),
            centre: self.centre.map(point),
            coasts: self
                .coasts
                .into_iter()
                .map(|(name, coast)| {
                    let coast = CoastPlace {
                        unit: point(coast.unit),
                        dislodged: point(coast.dislodged),
                        mark: point(coast.mark),
                    };
                    (name, coast)
                })
                .collect(),
        }
    }
}
