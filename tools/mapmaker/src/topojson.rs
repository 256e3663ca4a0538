//! Reads the country outlines of a TopoJSON file: one list of outer rings per
//! country, in degrees. Holes are left out on purpose: an enclave is painted
//! after the country round it, so a hole would only punch it out.

use serde::Deserialize;

/// A ring of (longitude, latitude) in degrees.
pub type Ring = Vec<(f64, f64)>;

/// One country with the outer rings of its pieces.
pub struct Country {
    /// The name in the data set.
    pub name: String,
    /// Outer rings only.
    pub rings: Vec<Ring>,
}

#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    arcs: Vec<Vec<(f64, f64)>>,
    objects: Objects,
}

#[derive(Deserialize)]
struct Transform {
    scale: (f64, f64),
    translate: (f64, f64),
}

#[derive(Deserialize)]
struct Objects {
    countries: Collection,
}

#[derive(Deserialize)]
struct Collection {
    geometries: Vec<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    arcs: serde_json::Value,
    #[serde(default)]
    properties: Properties,
}

#[derive(Deserialize, Default)]
struct Properties {
    #[serde(default)]
    name: String,
}

/// Reads `text` as the `countries` object of a TopoJSON topology.
pub fn read(text: &str) -> Result<Vec<Country>, Box<dyn std::error::Error>> {
    let topology: Topology = serde_json::from_str(text)?;
    let arcs: Vec<Ring> = topology
        .arcs
        .iter()
        .map(|deltas| decode(deltas, &topology.transform))
        .collect();
    let mut countries = Vec::new();
    for geometry in topology.objects.countries.geometries {
        let polygons: Vec<Vec<Vec<i64>>> = match geometry.kind.as_deref() {
            Some("Polygon") => vec![serde_json::from_value(geometry.arcs)?],
            Some("MultiPolygon") => serde_json::from_value(geometry.arcs)?,
            _ => continue,
        };
        let outer = polygons.iter().filter_map(|polygon| polygon.first());
        let rings = outer
            .map(|ring| stitch(ring, &arcs))
            .collect::<Result<_, _>>()?;
        countries.push(Country {
            name: geometry.properties.name,
            rings,
        });
    }
    Ok(countries)
}

fn decode(deltas: &[(f64, f64)], transform: &Transform) -> Ring {
    let (mut x, mut y) = (0.0, 0.0);
    deltas
        .iter()
        .map(|(dx, dy)| {
            x += dx;
            y += dy;
            (
                x * transform.scale.0 + transform.translate.0,
                y * transform.scale.1 + transform.translate.1,
            )
        })
        .collect()
}

/// Joins arcs end to end; `!i` means arc `i` backwards.
fn stitch(indices: &[i64], arcs: &[Ring]) -> Result<Ring, String> {
    let mut ring = Ring::new();
    for &index in indices {
        let forwards = index >= 0;
        let number = if forwards { index } else { !index };
        let arc = usize::try_from(number).ok().and_then(|at| arcs.get(at));
        let arc = arc.ok_or_else(|| {
            let many = arcs.len();
            format!("the outlines name arc {number}, and there are {many}")
        })?;
        let skip = usize::from(!ring.is_empty());
        if forwards {
            ring.extend(arc.iter().skip(skip));
        } else {
            ring.extend(arc.iter().rev().skip(skip));
        }
    }
    Ok(ring)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_that_is_not_there_is_refused() {
        let text = |index: i64| {
            format!(
                r#"{{"transform":{{"scale":[1,1],"translate":[0,0]}},
                "arcs":[[[0,0],[1,0],[0,1]]],"objects":{{"countries":{{"geometries":[
                {{"type":"Polygon","arcs":[[{index}]],"properties":{{"name":"Ash"}}}}]}}}}}}"#
            )
        };
        for index in [0, -1] {
            let countries = read(&text(index)).expect("it is whole");
            assert_eq!(countries[0].rings[0].len(), 3);
        }
        for index in [1, -2, i64::MAX, i64::MIN] {
            let refused = read(&text(index)).err().expect("there is no such arc");
            assert!(refused.to_string().contains("and there are 1"), "{refused}");
        }
    }
}
