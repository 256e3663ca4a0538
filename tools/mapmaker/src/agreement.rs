//! Does the raster say the same as the board? Borders are counted in pixel
//! edges, coast by coast is a corner where two coasts and a sea meet.

use crate::board::{Board, Kind, Liberties};
use crate::raster::{Label, Raster};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer pixel edges than this are no border.
const SHORTEST: usize = 3;

/// Pairs of labels, the smaller first.
pub type Pairs = BTreeSet<(Label, Label)>;

/// How a drawing agrees with the board.
pub struct Agreement {
    /// A line of counts.
    pub summary: String,
    /// Between which provinces armies walk on the drawing.
    pub army: Pairs,
    /// Between which provinces fleets sail on the drawing.
    pub fleet: Pairs,
    /// Every difference that is not allowed: what, where and how to mend it.
    pub wrong: Vec<String>,
    /// Provinces of which nothing is left, and seas in several pieces, in words.
    pub broken: Vec<String>,
    /// The borders that need not be drawn, and who crosses them: the
    /// picture shows them as links.
    pub links: Vec<(String, String, &'static str)>,
}

impl Agreement {
    /// Takes the borders that need not be drawn as true, for a board that has none yet:
    /// who crosses them is told by the kinds of their ends.
    pub fn link_undrawn(&mut self, board: &Board, liberties: &Liberties) {
        for (one, other) in &liberties.undrawn {
            let (Some(a), Some(b)) = (board.label(one), board.label(other)) else {
                continue;
            };
            let pair = (a.min(b), a.max(b));
            let kind = |label: Label| board.provinces[label as usize].kind;
            let sea = [kind(a), kind(b)].contains(&Kind::Sea);
            let drawn = if sea { &mut self.fleet } else { &mut self.army };
            if drawn.insert(pair) {
                let travel = if sea { "fleet" } else { "army" };
                self.links.push((one.clone(), other.clone(), travel));
            }
        }
    }
}

/// Between which provinces armies walk and fleets sail on the drawing.
fn drawn(kinds: &[Kind], raster: &Raster) -> (Pairs, Pairs) {
    let kind = |label: Label| kinds.get(label as usize).copied();
    let mut edges: BTreeMap<(Label, Label), usize> = BTreeMap::new();
    let mut corners = Pairs::new();
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
    let (mut army, mut fleet) = (Pairs::new(), Pairs::new());
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
    (army, fleet)
}

/// Provinces of which nothing is left, and seas in several pieces, in words.
fn broken(board: &Board, kinds: &[Kind], raster: &Raster) -> Vec<String> {
    let mut pieces = vec![0usize; kinds.len()];
    for piece in raster.pieces(|l| (l as usize) < kinds.len(), |a, b| a == b) {
        pieces[piece.label as usize] += 1;
    }
    let mut words = Vec::new();
    for (label, n) in pieces.iter().enumerate() {
        let code = &board.provinces[label].abbr;
        match n {
            0 => words.push(format!(
                "{code}: nothing is left of it; move the places round it away"
            )),
            1 => {}
            _ if kinds[label] == Kind::Sea => words.push(format!(
                "{code}: this sea lies in {n} pieces; join its places to a chain"
            )),
            _ => {}
        }
    }
    words
}

/// Compares the drawing with the board.
pub fn differences(board: &Board, liberties: &Liberties, raster: &Raster) -> Agreement {
    let kinds: Vec<Kind> = board.provinces.iter().map(|p| liberties.kind(p)).collect();
    let (army, fleet) = drawn(&kinds, raster);
    let name = |label: Label| board.provinces[label as usize].abbr.as_str();
    let mut wrong = Vec::new();
    let mut compare = |what: &str, who: &str, board: &Pairs, drawn: &Pairs| {
        let shown = |(a, b): &&(Label, Label)| !liberties.is_undrawn(name(*a), name(*b));
        for (a, b) in board.difference(drawn).filter(shown) {
            let (a, b) = (name(*a), name(*b));
            wrong.push(format!(
                "{a}-{b}: {who} cross this border, but the two do not touch so; put a place of \
                 {a} and one of {b} nearer to each other, or make it a link"
            ));
        }
        for (a, b) in drawn.difference(board) {
            let (a, b) = (name(*a), name(*b));
            wrong.push(format!(
                "{a}-{b}: the two touch, but no {who} cross there; put a place of a neighbour, \
                 or of none (neutral, impassable, lake), between them, or give the board that border"
            ));
        }
        format!(
            "{what} {} of {}",
            board.intersection(drawn).count(),
            board.len()
        )
    };
    let (army_ruled, fleet_ruled) = (board.army(), board.fleet());
    let links = liberties.undrawn.iter().filter_map(|undrawn| {
        let (one, other) = undrawn;
        let (a, b) = (board.label(one)?, board.label(other)?);
        let pair = (a.min(b), a.max(b));
        let missing =
            |ruled: &Pairs, drawn: &Pairs| ruled.contains(&pair) && !drawn.contains(&pair);
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
        compare("army", "armies", &board.army(), &army),
        compare("fleet", "fleets", &board.fleet(), &fleet),
    ]
    .join(", ");
    Agreement {
        summary,
        army,
        fleet,
        wrong,
        broken: broken(board, &kinds, raster),
        links,
    }
}
