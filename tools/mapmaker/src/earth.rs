//! Places in degrees: the plan of a map that is cut from country outlines, worked out
//! from where its provinces lie.

use crate::board::{Board, Kind};
use crate::plan::{Place, Plan, Projector};
use crate::standing::Known;
use crate::table::{Nowhere, Table};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most pixels of a map.
const MOST_PIXELS: f64 = 40_000_000.0;

/// The plan of a table; what `own` (the file `plan.json`) says wins.
pub fn plan(table: &Table, board: &Board, own: Option<&str>, cell: f64) -> Result<Plan, String> {
    let own: Map<String, Value> = match own {
        Some(text) => serde_json::from_str(text).map_err(|fault| format!("plan.json: {fault}"))?,
        None => Map::new(),
    };
    let places: Vec<Place> = table
        .rows
        .iter()
        .flat_map(|it| &it.places)
        .copied()
        .collect();
    let edge = |of: fn(&Place) -> f64, far: fn(f64, f64) -> f64, start: f64| {
        places.iter().map(of).fold(start, far)
    };
    let west = edge(|p| p.0, f64::min, f64::INFINITY);
    let east = edge(|p| p.0, f64::max, f64::NEG_INFINITY);
    let south = edge(|p| p.1, f64::min, f64::INFINITY);
    let north = edge(|p| p.1, f64::max, f64::NEG_INFINITY);
    let sixth = ((north - south) / 6.0).max(0.5);
    let mut whole = seeds(table, board);
    whole.insert(
        "projection".into(),
        json!({
            "radius_km": 6371,
            "standard_parallels": [south + sixth, north - sixth],
            "origin": [f64::midpoint(west, east), f64::midpoint(south, north)],
        }),
    );
    whole.insert(
        "region".into(),
        json!({"west": west - 40.0, "east": east + 40.0, "south": (south - 25.0).max(-79.0)}),
    );
    whole.insert("country_provinces".into(), json!({"*": ["*"]}));
    whole.insert(
        "frame_km".into(),
        json!({"west": 0, "east": 0, "south": 0, "north": 0}),
    );
    let said = |name: &str| own.contains_key(name);
    let (frame_said, pixel_said) = (said("frame_km"), said("km_per_pixel"));
    whole.extend(own);
    let mut plan: Plan = serde_json::from_value(Value::Object(whole))
        .map_err(|fault| format!("plan.json: {fault}"))?;
    let earth = Projector::new(&plan);
    if !earth.is_sound() {
        return Err(
            "a map across the equator needs a projection of its own: write plan.json \
                    with {\"projection\": {\"radius_km\": 6371, \"standard_parallels\": [0, 30], \
                    \"origin\": [LON, LAT]}}, both parallels on one side"
                .into(),
        );
    }
    let numbered = table.rows.iter().enumerate();
    let plane: Vec<(usize, Place)> = numbered
        .flat_map(|(number, row)| row.places.iter().map(move |place| (number, *place)))
        .map(|(number, place)| (number, earth.plane(place)))
        .collect();
    let step = crate::sown::usual_distance(&plane);
    let around = plane.iter().fold(
        (
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ),
        |(w, e, s, n), (_, (x, y))| (w.min(*x), e.max(*x), s.min(*y), n.max(*y)),
    );
    if !frame_said {
        let air = step * 0.8;
        plan.frame_km.west = around.0 - air;
        plan.frame_km.east = around.1 + air;
        plan.frame_km.south = around.2 - air;
        plan.frame_km.north = around.3 + air;
    }
    if !pixel_said {
        plan.km_per_pixel = step / cell;
    }
    let frame = &plan.frame_km;
    let (wide, high) = (frame.east - frame.west, frame.north - frame.south);
    let km = plan.km_per_pixel;
    let pixels = wide / km * (high / km);
    if !(wide > 0.0 && high > 0.0 && km > 0.0 && pixels <= MOST_PIXELS) {
        return Err(format!(
            "a map of {wide:.0} by {high:.0} km at {km:.3} km a pixel is empty or too large; move \
             lonely places nearer, or try a smaller --cell"
        ));
    }
    Ok(plan)
}

/// What the table says, as the fields of a plan.
fn seeds(table: &Table, board: &Board) -> Map<String, Value> {
    let kinds: BTreeMap<&str, Kind> = board
        .provinces
        .iter()
        .map(|it| (it.abbr.as_str(), it.kind))
        .collect();
    let (mut land, mut seas) = (Map::new(), Map::new());
    let (mut centres, mut coasts) = (Map::new(), Map::new());
    for row in &table.rows {
        let places = json!(row.places);
        if kinds.get(row.code.as_str()) == Some(&Kind::Sea) {
            seas.insert(row.code.clone(), places);
        } else {
            land.insert(row.code.clone(), places);
        }
        let is_centre = |it: &crate::board::Province| it.abbr == row.code && it.sc;
        if board.provinces.iter().any(is_centre) {
            centres.insert(row.code.clone(), json!(row.places[0]));
        }
        for (coast, place) in &row.coasts {
            coasts.insert(format!("{}/{coast}", row.code), json!(place));
        }
    }
    let of = |what: Nowhere| -> Vec<Place> {
        let those = table.nowhere.iter().filter(|(it, _)| *it == what);
        those.map(|(_, place)| *place).collect()
    };
    let undrawn = table.links.iter().map(|pair| json!({"border": pair}));
    let mut fields = Map::new();
    fields.insert("land_seeds".into(), Value::Object(land));
    fields.insert("sea_seeds".into(), Value::Object(seas));
    fields.insert("centers".into(), Value::Object(centres));
    fields.insert("coast_points".into(), Value::Object(coasts));
    fields.insert("no_province_seeds".into(), json!(of(Nowhere::Neutral)));
    fields.insert("impassable_seeds".into(), json!(of(Nowhere::Impassable)));
    fields.insert("lake_seeds".into(), json!(of(Nowhere::Lake)));
    fields.insert("undrawn".into(), undrawn.collect());
    fields
}

/// What a plan says of places, in pixels.
pub fn known(plan: &Plan) -> Known {
    let earth = Projector::new(plan);
    let pixels = |places: &BTreeMap<String, Place>| {
        let pixel = |place: Place| {
            let (x, y) = earth.place(place);
            (x / plan.km_per_pixel, y / plan.km_per_pixel)
        };
        let all = places.iter();
        all.map(|(name, place)| (name.clone(), pixel(*place)))
            .collect()
    };
    let wishes = plan.corrections.iter();
    Known {
        centres: pixels(&plan.centers),
        coasts: pixels(&plan.coast_points),
        wishes: wishes
            .map(|(name, places)| (name.clone(), pixels(places)))
            .collect(),
    }
}
