//! A board out of a table and the picture that was drawn of it: whoever has no
//! `board.json` yet begins with one that can be played.

use crate::agreement::Agreement;
use crate::board::{Board, Kind, Province};
use crate::placement::Spot;
use crate::raster::{Label, Raster};
use crate::standing::Known;
use crate::table::{Row, Table};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A coast and where its fleets stand.
type Shore = (String, Spot);

/// Fewer pixel edges than this are no border.
const SHORTEST: usize = 3;

/// The provinces of a table as a board without borders.
pub fn provinces(map: &str, table: &Table) -> Result<Board, Vec<String>> {
    let mut faults = Vec::new();
    let mut province = |row: &Row| {
        let Row { code, line, .. } = row;
        if row.kind.is_none() {
            faults.push(format!(
                "line {line}: {code} has no kind: write land, sea or coast"
            ));
        }
        Province {
            abbr: code.clone(),
            name: row.name.clone().unwrap_or_else(|| code.clone()),
            sc: row.centre.is_some(),
            coasts: row.coasts.keys().cloned().collect(),
            kind: row.kind.unwrap_or(Kind::Coast),
        }
    };
    let provinces = table.rows.iter().map(&mut province).collect();
    if faults.is_empty() {
        Ok(Board {
            map: map.to_owned(),
            provinces,
            army_borders: Vec::new(),
            fleet_borders: Vec::new(),
        })
    } else {
        Err(faults)
    }
}

/// Seas that touch inland provinces: no board has such borders.
pub fn impossible(board: &Board, agreement: &Agreement) -> Vec<String> {
    let of = |label: Label| &board.provinces[label as usize];
    let pairs = agreement.army.iter().map(|(a, b)| (of(*a), of(*b)));
    pairs
        .filter(|(a, b)| a.kind == Kind::Sea || b.kind == Kind::Sea)
        .map(|(a, b)| {
            let (a, b) = (&a.abbr, &b.abbr);
            format!(
                "{a}-{b}: a sea touches land without a coast; make it a coast, or put a place of \
                 a neighbour, or of none (neutral, impassable, lake), between them"
            )
        })
        .collect()
}

/// The text of `board.json`: what the table says, with the borders of the drawing.
pub fn text(
    board: &Board,
    table: &Table,
    agreement: &Agreement,
    raster: &Raster,
    known: &Known,
) -> String {
    let centre = |row: &Row| row.centre.clone().unwrap_or_default();
    let mut powers: Vec<String> = Vec::new();
    for power in table.rows.iter().map(centre) {
        if !power.is_empty() && power != "neutral" && !powers.contains(&power) {
            powers.push(power);
        }
    }
    let (mut provinces, mut neutral) = (Vec::new(), Vec::new());
    let (mut units, mut centres) = (Map::new(), Map::new());
    for power in &powers {
        let homes = table.rows.iter().filter(|row| centre(row) == *power);
        let codes: Vec<&str> = homes.map(|row| row.code.as_str()).collect();
        let armies: Vec<String> = codes.iter().map(|code| format!("A {code}")).collect();
        centres.insert(power.clone(), json!(codes));
        units.insert(power.clone(), json!(armies));
    }
    for (row, province) in table.rows.iter().zip(&board.provinces) {
        let mut entry = Map::new();
        entry.insert("abbr".into(), json!(province.abbr));
        entry.insert("name".into(), json!(province.name));
        let kind = match province.kind {
            Kind::Sea => "sea",
            Kind::Land => "land",
            Kind::Coast => "coast",
        };
        entry.insert("kind".into(), json!(kind));
        if province.sc {
            entry.insert("sc".into(), json!(true));
            if centre(row) == "neutral" {
                neutral.push(province.abbr.clone());
            } else {
                entry.insert("home".into(), json!(centre(row)));
            }
        }
        if !province.coasts.is_empty() {
            entry.insert("coasts".into(), json!(province.coasts));
        }
        provinces.push(Value::Object(entry));
    }
    let count = board.provinces.iter().filter(|it| it.sc).count();
    let title = board.map[..1].to_uppercase() + &board.map[1..];
    let (army, fleet) = borders(board, agreement, raster, known);
    let mut out = String::from("{\n");
    let mut field = |name: &str, value: &Value| {
        let _ = writeln!(out, " {}: {value},", json!(name));
    };
    field("map", &json!(board.map));
    field("title", &json!(title));
    field("start_phase", &json!("S1901M"));
    field("target", &json!(count / 2 + 1));
    field("powers", &json!(powers));
    let _ = writeln!(out, " \"provinces\": [\n{}\n ],", lines(&provinces));
    let mut field = |name: &str, value: &Value| {
        let _ = writeln!(out, " {}: {value},", json!(name));
    };
    field("start_units", &Value::Object(units));
    field("start_centers", &Value::Object(centres));
    field("neutral_centers", &json!(neutral));
    let _ = writeln!(out, " \"army_borders\": [\n{}\n ],", lines(&army));
    let _ = writeln!(out, " \"fleet_borders\": [\n{}\n ]\n}}", lines(&fleet));
    out
}

fn lines(values: &[Value]) -> String {
    let lines: Vec<String> = values.iter().map(|it| format!("  {it}")).collect();
    lines.join(",\n")
}

/// The borders of the drawing and those of the links, coast by coast.
fn borders(
    board: &Board,
    agreement: &Agreement,
    raster: &Raster,
    known: &Known,
) -> (Vec<Value>, Vec<Value>) {
    let name = |label: Label| board.provinces[label as usize].abbr.clone();
    let pairs = agreement.army.iter();
    let army = pairs.map(|(a, b)| json!([name(*a), name(*b)])).collect();
    let shores = shores(board, agreement, raster, known);
    let mut fleet = BTreeSet::new();
    for (a, b) in &agreement.fleet {
        let ends = |own: Label, other: Label| match shores.get(&(own, other)) {
            Some(coasts) => coasts.iter().cloned().collect(),
            None => vec![name(own)],
        };
        for one in ends(*a, *b) {
            for other in ends(*b, *a) {
                fleet.insert((one.clone(), other));
            }
        }
    }
    (army, fleet.iter().map(|pair| json!(pair)).collect())
}

/// For provinces with several coasts and each of their neighbours at sea: the coasts
/// that lie nearest to the line between them.
fn shores(
    board: &Board,
    agreement: &Agreement,
    raster: &Raster,
    known: &Known,
) -> BTreeMap<(Label, Label), BTreeSet<String>> {
    let coasts: BTreeMap<Label, Vec<Shore>> = board
        .provinces
        .iter()
        .enumerate()
        .filter(|(_, province)| !province.coasts.is_empty())
        .map(|(label, province)| {
            let of = |coast: &String| {
                let code = format!("{}/{coast}", province.abbr);
                let at = known.coasts.get(&code).copied();
                at.map(|at| (code, at))
            };
            (
                label as Label,
                province.coasts.iter().filter_map(of).collect(),
            )
        })
        .collect();
    let mut edges: BTreeMap<(Label, Label, String), usize> = BTreeMap::new();
    if coasts.is_empty() {
        return BTreeMap::new();
    }
    for y in 0..raster.h as i32 {
        for x in 0..raster.w as i32 {
            let Some(own) = coasts.get(&raster.at(x, y)) else {
                continue;
            };
            for (nx, ny) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                let pair = (raster.at(x, y), raster.at(nx, ny));
                let (low, high) = (pair.0.min(pair.1), pair.0.max(pair.1));
                if low == high || !agreement.fleet.contains(&(low, high)) {
                    continue;
                }
                let far = |at: (f64, f64)| (at.0 - f64::from(x)).hypot(at.1 - f64::from(y));
                let nearest = own.iter().min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
                if let Some((code, _)) = nearest {
                    *edges.entry((pair.0, pair.1, code.clone())).or_default() += 1;
                }
            }
        }
    }
    let mut shores: BTreeMap<(Label, Label), BTreeSet<String>> = BTreeMap::new();
    for ((own, other, code), count) in edges {
        if count >= SHORTEST {
            shores.entry((own, other)).or_default().insert(code);
        }
    }
    shores
}
