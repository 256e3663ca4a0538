//! From the labels of a finished raster to a picture file: lines are smoothed, and
//! everything that stands on the map finds its place.

use crate::agreement::Agreement;
use crate::arcs::{self, Polish};
use crate::asset::Asset;
use crate::board::{Board, Kind, Liberties};
use crate::placement::Sizes;
use crate::raster::{LAKE, Label, NEUTRAL, OUTSIDE, Raster, WALL};
use crate::standing::{Entry, Known, Search};
use serde_json::{Value, json};

/// Map units per pixel.
pub const UNIT: i32 = 4;

/// What is drawn, in map units: the product reads the same numbers.
pub fn sizes() -> (Value, Sizes) {
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

/// The places of everything on a map, and in words what finds none.
pub fn places(
    board: &Board,
    raster: &Raster,
    known: &Known,
) -> (Vec<(String, Entry)>, Vec<String>) {
    let search = Search {
        board,
        raster,
        unit: UNIT,
        sizes: sizes().1,
        known,
    };
    search.run()
}

/// The picture of a raster, and in words what has no room on it.
pub fn survey(
    board: &Board,
    liberties: &Liberties,
    raster: &Raster,
    known: &Known,
    agreement: &Agreement,
) -> (Asset, Vec<String>) {
    let (places, doubts) = places(board, raster, known);
    let is_sea = |label: Label| {
        let province = board.provinces.get(label as usize);
        province.is_some_and(|it| liberties.kind(it) == Kind::Sea)
    };
    let arcs = arcs::trace(raster, UNIT, |left, right| {
        match (is_sea(left), is_sea(right)) {
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
    let asset = Asset {
        map: board.map.clone(),
        size: (raster.w as i32 * UNIT, raster.h as i32 * UNIT),
        sizes: sizes().0,
        arcs,
        links: agreement.links.clone(),
        waters: liberties.waters.clone(),
        places,
    };
    (asset, doubts)
}

/// The word for a label in the geometry file.
pub fn side(board: &Board, label: Label) -> String {
    match label {
        NEUTRAL => "neutral".into(),
        WALL => "impassable".into(),
        LAKE => "lake".into(),
        OUTSIDE => "outside".into(),
        label => board.provinces[label as usize].abbr.clone(),
    }
}
