//! Does the raster say the same as the board? Borders are counted in pixel
//! edges, coast by coast is a corner where two coasts and a sea meet.

use crate::board::{Board, Kind};
use crate::plan::Plan;
use crate::raster::Raster;
use std::collections::{BTreeMap, BTreeSet};

/// Fewer pixel edges than this are no border.
const SHORTEST: usize = 3;

/// How a drawing agrees with the board.
pub struct Agreement {
    /// A line of counts.
    pub summary: String,
    /// Every difference that the plan does not allow, in words.
    pub wrong: Vec<String>,
    /// The borders that the plan allows not to be drawn, and who crosses them: the
    /// picture shows them as links.
    pub links: Vec<(String, String, &'static str)>,
}

/// Compares the drawing with the board.
pub fn differences(board: &Board, plan: &Plan, raster: &Raster) -> Agreement {
    let count = board.provinces.len();
    let kind = |label: u8| board.provinces.get(label as usize).map(|p| plan.kind(p));
    let mut edges: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    let mut corners: BTreeSet<(u8, u8)> = BTreeSet::new();
    for y in 0..raster.h as i32 - 1 {
        for x in 0..raster.w as i32 - 1 {
            let own = raster.at(x, y);
            for other in [raster.at(x + 1, y), raster.at(x, y + 1)] {
                if own != other {
                    *edges.entry((own.min(other), own.max(other))).or_default() += 1;
                }
            }
            let block = [
                own,
                raster.at(x + 1, y),
                raster.at(x, y + 1),
                raster.at(x + 1, y + 1),
            ];
            if block.iter().any(|l| kind(*l) == Some(Kind::Sea)) {
                for a in block {
                    for b in block {
                        let coasts = kind(a) == Some(Kind::Coast) && kind(b) == Some(Kind::Coast);
                        if a < b && coasts {
                            corners.insert((a, b));
                        }
                    }
                }
            }
        }
    }
    let (mut army, mut fleet) = (BTreeSet::new(), BTreeSet::new());
    for (&(a, b), _) in edges.iter().filter(|(_, n)| **n >= SHORTEST) {
        match (kind(a), kind(b)) {
            (Some(Kind::Sea), Some(Kind::Sea | Kind::Coast))
            | (Some(Kind::Coast), Some(Kind::Sea)) => {
                fleet.insert((a, b));
            }
            (Some(Kind::Coast | Kind::Land), Some(Kind::Coast | Kind::Land)) => {
                army.insert((a, b));
                if corners.contains(&(a, b)) {
                    fleet.insert((a, b));
                }
            }
            // A sea against inland: never right, so it shows as an extra border.
            (Some(_), Some(_)) => {
                army.insert((a, b));
            }
            _ => {}
        }
    }
    let name = |label: u8| board.provinces[label as usize].abbr.as_str();
    let mut wrong = Vec::new();
    let mut compare = |what: &str, board: &BTreeSet<(u8, u8)>, drawn: &BTreeSet<(u8, u8)>| {
        let shown = |(a, b): &&(u8, u8)| !plan.is_undrawn(name(*a), name(*b));
        for (a, b) in board.difference(drawn).filter(shown) {
            wrong.push(format!(
                "{what} border {}-{} is missing",
                name(*a),
                name(*b)
            ));
        }
        for (a, b) in drawn.difference(board) {
            wrong.push(format!("{what} border {}-{} is extra", name(*a), name(*b)));
        }
        format!(
            "{what} {} of {}",
            board.intersection(drawn).count(),
            board.len()
        )
    };
    let (army_ruled, fleet_ruled) = (board.army(), board.fleet());
    let links = plan.undrawn.iter().filter_map(|undrawn| {
        let (one, other) = (&undrawn.border.0, &undrawn.border.1);
        let (a, b) = (board.label(one)?, board.label(other)?);
        let pair = (a.min(b), a.max(b));
        let missing = |ruled: &BTreeSet<(u8, u8)>, drawn: &BTreeSet<(u8, u8)>| {
            ruled.contains(&pair) && !drawn.contains(&pair)
        };
        let travel = match (missing(&army_ruled, &army), missing(&fleet_ruled, &fleet)) {
            (true, true) => "both",
            (true, false) => "army",
            (false, true) => "fleet",
            (false, false) => return None,
        };
        Some((one.clone(), other.clone(), travel))
    });
    let links = links.collect();
    let summary = [
        compare("army", &board.army(), &army),
        compare("fleet", &board.fleet(), &fleet),
    ]
    .join(", ");
    let mut pieces = vec![0usize; count];
    for piece in raster.pieces(|l| (l as usize) < count, |a, b| a == b) {
        pieces[piece.label as usize] += 1;
    }
    for (label, n) in pieces.iter().enumerate() {
        let sea = plan.kind(&board.provinces[label]) == Kind::Sea;
        if *n == 0 || (sea && *n != 1) {
            wrong.push(format!("{} has {n} pieces", board.provinces[label].abbr));
        }
    }
    Agreement {
        summary,
        wrong,
        links,
    }
}
