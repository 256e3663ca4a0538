//! Finds the places of every province of a finished raster and writes them as
//! the geometry file wants them, in map units.

use crate::board::Board;
use crate::placement::{self, Room, Shape, Sizes, Spot, Standing, Wishes};
use crate::raster::Raster;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What the search is told beforehand, in pixels.
#[derive(Default)]
pub struct Known {
    /// Cities of centres.
    pub centres: BTreeMap<String, Spot>,
    /// Places of fleets by coast, `STP/NC`.
    pub coasts: BTreeMap<String, Spot>,
    /// Corrections by province or coast and by thing (`unit`, `label`, …).
    pub wishes: BTreeMap<String, BTreeMap<String, Spot>>,
}

/// Anchors by province, and what is not as it should be.
pub fn find(
    board: &Board,
    raster: &Raster,
    unit: i32,
    sizes: &Sizes,
    known: &Known,
) -> (Vec<(String, Map<String, Value>)>, Vec<String>) {
    let clearance = raster.clearance();
    let mut placed = Vec::new();
    let mut words = Vec::new();
    let mut shapes: Vec<(usize, Shape)> = Vec::new();
    let at = |spot: Spot| {
        let scale = f64::from(unit);
        json!([
            (spot.0 * scale).round() as i32,
            (spot.1 * scale).round() as i32
        ])
    };
    let mut standings: Vec<(usize, Room, Vec<Shape>, Standing, Map<String, Value>)> = Vec::new();
    for (label, province) in board.provinces.iter().enumerate() {
        let abbr = &province.abbr;
        let Some(room) = Room::new(raster, &clearance, label as u8) else {
            words.push(format!("{abbr} is not on the map"));
            continue;
        };
        let wish = |thing: &str| known.wishes.get(abbr).and_then(|w| w.get(thing)).copied();
        let mut entry = Map::new();
        let mut taken = Vec::new();
        if let Some(&city) = known.centres.get(abbr) {
            let spot = room.nudge(wish("centre").unwrap_or(city), sizes.centre + 2.0);
            taken.push(Shape::Disc(spot, sizes.centre));
            entry.insert("centre".into(), at(spot));
        }
        let coasts = coasts(abbr, &room, sizes, known, &mut taken, &at, &mut words);
        let wishes = Wishes {
            unit: wish("unit"),
            dislodged: wish("dislodged"),
            label: wish("label"),
        };
        let title = province.name.as_str();
        let Some(standing) = placement::settle(&room, sizes, &taken, wishes, title) else {
            words.push(format!("{abbr} has no room for its unit and its letters"));
            continue;
        };
        if !coasts.is_empty() {
            entry.insert("coasts".into(), Value::Object(coasts));
        }
        shapes.push((label, Shape::Disc(standing.unit, sizes.unit)));
        shapes.push((label, Shape::Block(standing.label, sizes.label)));
        shapes.extend(taken.iter().map(|t| (label, *t)));
        standings.push((label, room, taken, standing, entry));
    }
    for (label, _, _, standing, entry) in &mut standings {
        let abbr = &board.provinces[*label].abbr;
        let exile = Shape::Disc(standing.dislodged, sizes.dislodged);
        if !standing.dislodged_inside {
            words.push(format!("{abbr}: the dislodged unit stands across a border"));
        }
        for (other, shape) in &shapes {
            if other != label && shape.meets(&exile, 1.0) {
                let near = &board.provinces[*other].abbr;
                words.push(format!(
                    "{abbr}: the dislodged unit covers something of {near}"
                ));
            }
        }
        entry.insert("unit".into(), at(standing.unit));
        entry.insert("dislodged".into(), at(standing.dislodged));
        entry.insert("label".into(), at(standing.label));
        if let Some((spot, lines)) = &standing.name {
            entry.insert("name".into(), json!({"at": at(*spot), "lines": lines}));
        }
        placed.push((abbr.clone(), entry.clone()));
    }
    (placed, words)
}

/// Units, dislodged units and marks of a province's coasts.
fn coasts(
    abbr: &str,
    room: &Room,
    sizes: &Sizes,
    known: &Known,
    taken: &mut Vec<Shape>,
    at: &impl Fn(Spot) -> Value,
    words: &mut Vec<String>,
) -> Map<String, Value> {
    let mut coasts = Map::new();
    let prefix = format!("{abbr}/");
    for (name, &point) in known
        .coasts
        .iter()
        .filter(|(name, _)| name.starts_with(&prefix))
    {
        let wish = |thing: &str| known.wishes.get(name).and_then(|w| w.get(thing)).copied();
        let fleet = wish("unit").unwrap_or_else(|| room.nudge(point, sizes.unit + 1.0));
        taken.push(Shape::Disc(fleet, sizes.unit));
        let beside = |radius: (f64, f64), away: f64, shape: &dyn Fn(Spot) -> Shape| {
            let mut best: Option<(f64, Spot)> = None;
            for turn in 0..48 {
                let angle = std::f64::consts::TAU * f64::from(turn) / 48.0;
                for reach in [1.0, 1.15, 1.3, 1.5] {
                    let spot = (
                        fleet.0 + angle.cos() * (away + radius.0) * reach,
                        fleet.1 + angle.sin() * (away + radius.1) * reach,
                    );
                    let shape = shape(spot);
                    let clash = taken.iter().any(|t| t.meets(&shape, sizes.gap));
                    let cost = reach * 10.0 - room.clear(spot).min(sizes.unit) * 0.2;
                    if !clash && room.holds(&shape, 0.5) && best.is_none_or(|(b, _)| cost < b) {
                        best = Some((cost, spot));
                    }
                }
            }
            best.map(|(_, spot)| spot)
        };
        let mark = wish("mark").or_else(|| {
            beside(sizes.mark, sizes.unit + sizes.gap, &|s| {
                Shape::Block(s, sizes.mark)
            })
        });
        let Some(mark) = mark else {
            words.push(format!("{name} has no room for its mark"));
            continue;
        };
        taken.push(Shape::Block(mark, sizes.mark));
        let beside = |away: f64| {
            let mut best: Option<(f64, Spot)> = None;
            for turn in 0..48 {
                let angle = std::f64::consts::TAU * f64::from(turn) / 48.0;
                for reach in [1.0, 1.15, 1.3, 1.5] {
                    let spot = (
                        fleet.0 + angle.cos() * away * reach,
                        fleet.1 + angle.sin() * away * reach,
                    );
                    let shape = Shape::Disc(spot, sizes.dislodged);
                    let clash = taken.iter().any(|t| t.meets(&shape, sizes.gap));
                    let cost = reach * 10.0 - room.clear(spot).min(sizes.unit) * 0.2;
                    if !clash && room.holds(&shape, 0.0) && best.is_none_or(|(b, _)| cost < b) {
                        best = Some((cost, spot));
                    }
                }
            }
            best.map(|(_, spot)| spot)
        };
        let Some(exile) =
            wish("dislodged").or_else(|| beside(sizes.unit + sizes.dislodged + sizes.gap))
        else {
            words.push(format!("{name} has no room for a dislodged fleet"));
            continue;
        };
        taken.push(Shape::Disc(exile, sizes.dislodged));
        let entry = json!({"unit": at(fleet), "dislodged": at(exile), "mark": at(mark)});
        coasts.insert(name[prefix.len()..].to_owned(), entry);
    }
    coasts
}
