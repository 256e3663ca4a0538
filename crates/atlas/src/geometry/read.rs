//! Reads a geometry file: JSON with the frame's size, arcs as
//! `[left, right, [x, y, x, y, …]]` and places by province.

use super::{Arc, CoastPlace, Geometry, Place, Point, Side, Sizes};
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    map: String,
    size: (i32, i32),
    sizes: Sizes,
    arcs: Vec<(String, String, Vec<i32>)>,
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
const LARGEST: i32 = 100_000;

impl Geometry {
    /// Reads a geometry file.
    pub fn read(text: &str) -> Result<Self, GeometryFault> {
        let file: File = serde_json::from_str(text)?;
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
            places.insert(province, place);
        }
        Ok(Self {
            map: file.map,
            width,
            height,
            sizes: file.sizes,
            arcs,
            places,
        })
    }
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
