//! Makes picture files of maps.
//!
//! `mapmaker FOLDER [--cell PIXELS] [--preview FILE.png] [--countries FILE]`
//! `mapmaker draw BOARD.json PLAN.json countries-50m.json OUT.json [PREVIEW.png]`
//! `mapmaker sketch BOARD.json PLAN.json OUT.json`
//!
//! A folder holds `provinces.csv`, a table of provinces with approximate places, and
//! perhaps `board.json`; out come outlines, `picture.json`. With places in degrees they
//! are cut from Natural Earth's country outlines (the package `world-atlas`, file
//! `countries-50m.json`), otherwise they grow round the places.
//!
//! The maps of this house are cut by the plans in `data/` (`draw`). The program refuses
//! to write a map whose borders differ from the board's.

mod agreement;
mod arcs;
mod asset;
mod board;
mod draft;
mod earth;
mod folder;
mod partition;
mod picture;
mod placement;
mod plan;
mod preview;
mod raster;
mod sketch;
mod sown;
mod standing;
mod table;
mod topojson;

use crate::asset::Asset;
use crate::board::Board;
use crate::plan::Plan;
use crate::sketch::Sketch;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: mapmaker FOLDER [--cell PIXELS] [--preview FILE.png] [--countries FILE]
       mapmaker draw BOARD PLAN COUNTRIES OUT [PREVIEW]
       mapmaker sketch BOARD PLAN OUT";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [
            "standard" | "draw",
            board,
            plan,
            countries,
            out,
            preview @ ..,
        ] => drawn(board, plan, countries, out, preview.first().copied()),
        ["sketch", board, plan, out] => sketched(board, plan, out),
        ["--help" | "-h"] => Ok(USAGE.into()),
        ["draw" | "standard" | "sketch", ..] | [] => Err(USAGE.into()),
        [folder, rest @ ..] => folder::Wishes::read(folder, rest)
            .ok_or_else(|| USAGE.into())
            .and_then(|wishes| folder::made(&wishes)),
    };
    match done {
        Ok(words) => {
            println!("{words}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn drawn(
    board: &str,
    plan: &str,
    countries: &str,
    out: &str,
    preview: Option<&str>,
) -> Result<String, Box<dyn Error>> {
    let board: Board = serde_json::from_str(&fs::read_to_string(board)?)?;
    let plan: Plan = serde_json::from_str(&fs::read_to_string(plan)?)?;
    let countries = topojson::read(&fs::read_to_string(countries)?)?;
    let raster = partition::provinces(&board, &plan, &countries, plan.km_per_pixel);
    if let Some(path) = preview {
        preview::write(&raster, Path::new(path))?;
    }
    let liberties = plan.liberties();
    let agreement = agreement::differences(&board, &liberties, &raster);
    let known = earth::known(&plan);
    let (asset, doubts) = picture::survey(&board, &liberties, &raster, &known, &agreement);
    let mut wrong = agreement.wrong;
    wrong.extend(agreement.broken);
    wrong.extend(doubts);
    if !wrong.is_empty() {
        wrong.insert(0, agreement.summary);
        wrong.push("the map does not agree with the board, or has no room: nothing written".into());
        return Err(wrong.join("\n").into());
    }
    let points: usize = asset.arcs.iter().map(|arc| arc.points.len()).sum();
    fs::write(out, asset.text(|label| picture::side(&board, label)))?;
    let arcs = asset.arcs.len();
    Ok(format!(
        "{}, {arcs} arcs, {points} points",
        agreement.summary
    ))
}

/// A schematic map of squares.
fn sketched(board: &str, plan: &str, out: &str) -> Result<String, Box<dyn Error>> {
    let board: Board = serde_json::from_str(&fs::read_to_string(board)?)?;
    let sketch: Sketch = serde_json::from_str(&fs::read_to_string(plan)?)?;
    let raster = sketch.raster(&board, picture::UNIT);
    let known = sketch.known(&board, picture::UNIT);
    let (places, doubts) = picture::places(&board, &raster, &known);
    let asset = Asset {
        map: board.map.clone(),
        size: sketch.size(),
        sizes: picture::sizes().0,
        arcs: sketch.arcs(&board),
        links: Vec::new(),
        waters: Vec::new(),
        places,
    };
    fs::write(out, asset.text(|label| picture::side(&board, label)))?;
    Ok(doubts.join("\n"))
}
