//! Writes the geometry file that the product commits: arcs by label, places by
//! province, one of them per line so that a change reads well.

use crate::arcs::Arc;
use crate::raster::Label;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// A geometry file in the making.
pub struct Asset {
    /// The map's name.
    pub map: String,
    /// Width and height in map units.
    pub size: (i32, i32),
    /// The sizes of drawn things in map units.
    pub sizes: Value,
    /// The border lines.
    pub arcs: Vec<Arc>,
    /// Borders that no line shows, and who crosses them.
    pub links: Vec<(String, String, &'static str)>,
    /// Coastal provinces to which the waters round them belong.
    pub waters: Vec<String>,
    /// Anchors by province.
    pub places: Vec<(String, Map<String, Value>)>,
}

impl Asset {
    /// The file's text; `name` gives the word for a label.
    pub fn text(&self, name: impl Fn(Label) -> String) -> String {
        let mut out = String::from("{\n");
        let _ = writeln!(out, "\"map\":{},", json!(self.map));
        let _ = writeln!(out, "\"size\":[{},{}],", self.size.0, self.size.1);
        let _ = writeln!(out, "\"sizes\":{},", self.sizes);
        let _ = writeln!(out, "\"arcs\":[");
        for (i, arc) in self.arcs.iter().enumerate() {
            let flat: Vec<String> = arc.points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let comma = if i + 1 < self.arcs.len() { "," } else { "" };
            let (left, right) = (json!(name(arc.left)), json!(name(arc.right)));
            let _ = writeln!(out, "[{left},{right},[{}]]{comma}", flat.join(","));
        }
        out.push_str("],\n");
        if !self.links.is_empty() {
            let links: Vec<String> = self
                .links
                .iter()
                .map(|link| json!(link).to_string())
                .collect();
            let _ = writeln!(out, "\"links\":[\n{}\n],", links.join(",\n"));
        }
        if !self.waters.is_empty() {
            let _ = writeln!(out, "\"waters\":{},", json!(self.waters));
        }
        let _ = writeln!(out, "\"places\":{{");
        for (i, (abbr, place)) in self.places.iter().enumerate() {
            let comma = if i + 1 < self.places.len() { "," } else { "" };
            let place = Value::Object(place.clone());
            let _ = writeln!(out, "{}:{place}{comma}", json!(abbr));
        }
        out.push_str("}\n}\n");
        out
    }
}
