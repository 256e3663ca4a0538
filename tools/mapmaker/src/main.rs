//! Makes the geometry files of the atlas.
//!
//! `mapmaker draw BOARD.json PLAN.json countries-50m.json OUT.json [PREVIEW.png]`
//! `mapmaker sketch BOARD.json PLAN.json OUT.json`
//!
//! The standard map is cut from Natural Earth's country outlines (the package
//! `world-atlas`, file `countries-50m.json`) by the plan in `data/`. The program
//! refuses to write a map whose borders differ from the board's.

mod agreement;
mod arcs;
mod asset;
mod board;
mod partition;
mod placement;
mod plan;
mod preview;
mod raster;
mod sketch;
mod standing;
mod topojson;

use crate::arcs::Polish;
use crate::asset::Asset;
use crate::board::{Board, Kind};
use crate::placement::Sizes;
use crate::plan::{Place, Plan, Projector};
use crate::sketch::Sketch;
use crate::standing::{Known, Search};
use serde_json::json;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// Map units per pixel.
const UNIT: i32 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [
            "standard" | "draw",
            board,
            plan,
            countries,
            out,
            preview @ ..,
        ] => standard(board, plan, countries, out, preview.first().copied()),
        ["sketch", board, plan, out] => sketched(board, plan, out),
        _ => Err(
            "usage: mapmaker draw BOARD PLAN COUNTRIES OUT [PREVIEW]\n       \
                  mapmaker sketch BOARD PLAN OUT"
                .into(),
        ),
    }
}

/// What is drawn, in map units: the product reads the same numbers.
fn sizes() -> (serde_json::Value, Sizes) {
    let drawn = json!({
        "unit": 90, "dislodged": 84, "centre": 40, "label": 98, "name": 70, "mark": 84
    });
    let px = |units: f64| units / f64::from(UNIT);
    let sizes = Sizes {
        unit: px(90.0),
        dislodged: px(84.0),
        centre: px(40.0),
        city: px(28.0),
        label: (px(91.0), px(36.0)),
        name: (px(37.0), px(35.0)),
        mark: (px(51.0), px(34.0)),
        gap: px(6.0),
    };
    (drawn, sizes)
}

fn standard(
    board: &str,
    plan: &str,
    countries: &str,
    out: &str,
    preview: Option<&str>,
) -> Result<(), Box<dyn Error>> {
    let board: Board = serde_json::from_str(&fs::read_to_string(board)?)?;
    let plan: Plan = serde_json::from_str(&fs::read_to_string(plan)?)?;
    let countries = topojson::read(&fs::read_to_string(countries)?)?;
    let raster = partition::provinces(&board, &plan, &countries, plan.km_per_pixel);
    if let Some(path) = preview {
        preview::write(&raster, Path::new(path))?;
    }
    let agreement = agreement::differences(&board, &plan, &raster);
    println!("{}", agreement.summary);
    for words in &agreement.wrong {
        println!("{words}");
    }
    let earth = Projector::new(&plan);
    let pixel = |place: Place| {
        let (x, y) = earth.place(place);
        (x / plan.km_per_pixel, y / plan.km_per_pixel)
    };
    let pixels = |places: &BTreeMap<String, Place>| {
        places
            .iter()
            .map(|(name, place)| (name.clone(), pixel(*place)))
            .collect()
    };
    let known = Known {
        centres: pixels(&plan.centers),
        coasts: pixels(&plan.coast_points),
        wishes: plan
            .corrections
            .iter()
            .map(|(name, w)| (name.clone(), pixels(w)))
            .collect(),
    };
    let (drawn, sizes) = sizes();
    let (places, doubts) = Search {
        board: &board,
        raster: &raster,
        unit: UNIT,
        sizes,
        known: &known,
    }
    .run();
    for words in &doubts {
        println!("{words}");
    }
    let kind = |label: u8| board.provinces.get(label as usize).map(|p| plan.kind(p));
    let arcs = arcs::trace(&raster, UNIT, |left, right| {
        match (
            kind(left) == Some(Kind::Sea),
            kind(right) == Some(Kind::Sea),
        ) {
            (true, true) => Polish {
                rounds: 60,
                tolerance: 2.0,
            },
            (false, false) => Polish {
                rounds: 5,
                tolerance: 0.8,
            },
            _ => Polish {
                rounds: 2,
                tolerance: 0.7,
            },
        }
    });
    let points: usize = arcs.iter().map(|arc| arc.points.len()).sum();
    println!("{} arcs, {points} points", arcs.len());
    let asset = Asset {
        map: board.map.clone(),
        size: (raster.w as i32 * UNIT, raster.h as i32 * UNIT),
        sizes: drawn,
        arcs,
        links: agreement.links,
        waters: plan.drawn_as_sea.clone(),
        places,
    };
    if !agreement.wrong.is_empty() || !doubts.is_empty() {
        return Err(
            "the map does not agree with the board, or has no room; nothing written".into(),
        );
    }
    fs::write(out, asset.text(|label| side(&board, label)))?;
    Ok(())
}

/// A schematic map of squares.
fn sketched(board: &str, plan: &str, out: &str) -> Result<(), Box<dyn Error>> {
    let board: Board = serde_json::from_str(&fs::read_to_string(board)?)?;
    let sketch: Sketch = serde_json::from_str(&fs::read_to_string(plan)?)?;
    let raster = sketch.raster(&board, UNIT);
    let (drawn, sizes) = sizes();
    let known = sketch.known(&board, UNIT);
    let (places, doubts) = Search {
        board: &board,
        raster: &raster,
        unit: UNIT,
        sizes,
        known: &known,
    }
    .run();
    for words in &doubts {
        println!("{words}");
    }
    let asset = Asset {
        map: board.map.clone(),
        size: sketch.size(),
        sizes: drawn,
        arcs: sketch.arcs(&board),
        links: Vec::new(),
        waters: Vec::new(),
        places,
    };
    fs::write(out, asset.text(|label| side(&board, label)))?;
    Ok(())
}

/// The word for a label in the geometry file.
fn side(board: &Board, label: u8) -> String {
    match label {
        raster::NEUTRAL => "neutral".into(),
        raster::WALL => "impassable".into(),
        raster::LAKE => "lake".into(),
        raster::OUTSIDE => "outside".into(),
        label => board.provinces[label as usize].abbr.clone(),
    }
}
