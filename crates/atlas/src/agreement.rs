//! Whether a picture says what the rules say: two provinces share a border line, or a
//! link, exactly when the board says that they are neighbours.
//!
//! * Armies: two provinces of land or coast share a line.
//! * Fleets at sea: a sea shares a line with a sea or a coast.
//! * Fleets along a coast: two coasts share a line that runs out into a sea.
//! * Split coasts: walking round the province, each run of water is one coast.
//! * Links: borders that no line can show. In a schematic picture all are.

use crate::Chart;
use crate::geometry::{Arc, Geometry, Point, Side, Travel};
use parlour_diplomacy::{Board, Location, Province, ProvinceKind};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of locations, each in the order of the alphabet.
pub type Pairs = BTreeSet<(String, String)>;

/// Who can go from where to where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Borders {
    /// Pairs of provinces between which armies walk.
    pub army: Pairs,
    /// Pairs of locations between which fleets sail.
    pub fleet: Pairs,
}

fn pair(a: &str, b: &str) -> (String, String) {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (low.to_owned(), high.to_owned())
}

/// The borders that the rules know.
pub fn ruled(board: &Board) -> Borders {
    let mut borders = Borders::default();
    for from in board.provinces() {
        for to in board.army_borders(from) {
            borders.army.insert(pair(board.code(from), board.code(to)));
        }
    }
    for from in board.locations() {
        for to in board.fleet_borders(from) {
            borders.fleet.insert(pair(board.code(from), board.code(to)));
        }
    }
    borders
}

/// The borders that a picture shows.
pub fn drawn(chart: &Chart) -> Borders {
    let mut borders = Borders {
        army: army_lines(chart),
        fleet: fleet_lines(chart),
    };
    for link in &chart.geometry().links {
        let [one, other] = &link.ends;
        if link.travel != Travel::Fleet {
            borders.army.insert(pair(one, other));
        }
        if link.travel != Travel::Army {
            borders.fleet.insert(pair(one, other));
        }
    }
    borders
}

/// Everything in which a picture differs from the rules of its board, in words that
/// name the provinces and how to mend it.
pub fn differences(chart: &Chart) -> Vec<String> {
    let mut words = strangers(chart);
    if !words.is_empty() {
        return words;
    }
    let (ruled, drawn) = (ruled(chart.board()), drawn(chart));
    for (who, ruled, drawn) in [
        ("armies", &ruled.army, &drawn.army),
        ("fleets", &ruled.fleet, &drawn.fleet),
    ] {
        for (one, other) in ruled.difference(drawn) {
            words.push(format!(
                "{one}-{other}: {who} cross this border, but the picture does not show it; move \
                 their seeds nearer to each other, or add a link"
            ));
        }
        for (one, other) in drawn.difference(ruled) {
            words.push(format!(
                "{one}-{other}: the picture shows a border that {who} cannot cross; part them \
                 with a seed of a third province, or add the border to the board"
            ));
        }
    }
    words
}

/// Lines and links that name what is not on the board.
fn strangers(chart: &Chart) -> Vec<String> {
    let (board, geometry) = (chart.board(), chart.geometry());
    let mut unknown = BTreeSet::new();
    for arc in &geometry.arcs {
        for side in [&arc.left, &arc.right] {
            if let Side::Province(code) = side
                && board.province(code).is_none()
            {
                unknown.insert(code.as_str());
            }
        }
    }
    let ends = geometry.links.iter().flat_map(|link| &link.ends);
    unknown.extend(
        ends.map(String::as_str)
            .filter(|end| board.location(end).is_none()),
    );
    let words =
        |code: &str| format!("{code}: the picture has lines of it, the board does not know it");
    unknown.into_iter().map(words).collect()
}

fn province(board: &Board, side: &Side) -> Option<Province> {
    match side {
        Side::Province(code) => board.province(code),
        _ => None,
    }
}

fn is_water(chart: &Chart, side: &Side) -> bool {
    province(chart.board(), side).is_some_and(|it| chart.is_water(it))
}

/// What meets at each end of an arc.
pub fn nodes(geometry: &Geometry) -> BTreeMap<Point, Vec<&Arc>> {
    let mut nodes: BTreeMap<Point, Vec<&Arc>> = BTreeMap::new();
    for arc in &geometry.arcs {
        for end in [arc.points[0], arc.points[arc.points.len() - 1]] {
            nodes.entry(end).or_default().push(arc);
        }
    }
    nodes
}

fn army_lines(chart: &Chart) -> Pairs {
    let board = chart.board();
    let mut drawn = Pairs::new();
    for arc in &chart.geometry().arcs {
        let sides = (province(board, &arc.left), province(board, &arc.right));
        if let (Some(a), Some(b)) = sides
            && !chart.is_water(a)
            && !chart.is_water(b)
        {
            drawn.insert(pair(board.code(a), board.code(b)));
        }
    }
    drawn
}

/// One stretch of shore round a province: the water and the points.
type Shore = (Side, Vec<Point>);

/// A run of water, with the land before and after it.
type Run = (Side, Vec<Shore>, Side);

/// The lines round a province joined to rings, the province on their left.
fn rings(chart: &Chart, code: &str) -> Vec<Vec<Shore>> {
    let own = Side::Province(code.to_owned());
    let mut loose: Vec<Shore> = Vec::new();
    for arc in &chart.geometry().arcs {
        if arc.left == own {
            loose.push((arc.right.clone(), arc.points.clone()));
        } else if arc.right == own {
            loose.push((arc.left.clone(), arc.points.iter().rev().copied().collect()));
        }
    }
    let mut rings: Vec<Vec<Shore>> = Vec::new();
    while let Some(first) = loose.pop() {
        let (origin, mut end) = (first.1[0], first.1[first.1.len() - 1]);
        let mut ring = vec![first];
        while end != origin {
            let Some(next) = loose.iter().position(|(_, points)| points[0] == end) else {
                break;
            };
            let shore = loose.swap_remove(next);
            end = shore.1[shore.1.len() - 1];
            ring.push(shore);
        }
        rings.push(ring);
    }
    rings
}

/// The runs of water round the greatest ring of a province.
fn water_runs(chart: &Chart, code: &str) -> Vec<Run> {
    let Some(mut ring) = rings(chart, code).into_iter().max_by_key(Vec::len) else {
        return Vec::new();
    };
    // Begin on land, so that no run is cut in two.
    let Some(land) = ring.iter().position(|(side, _)| !is_water(chart, side)) else {
        return Vec::new();
    };
    ring.rotate_left(land);
    let mut runs = Vec::new();
    let mut i = 0;
    while i < ring.len() {
        if !is_water(chart, &ring[i].0) {
            i += 1;
            continue;
        }
        let before = ring[i - 1].0.clone();
        let mut shores = Vec::new();
        while i < ring.len() && is_water(chart, &ring[i].0) {
            shores.push(ring[i].clone());
            i += 1;
        }
        runs.push((before, shores, ring[i % ring.len()].0.clone()));
    }
    runs
}

/// The neighbours of one coast. A coast is the run of water nearest to its
/// place; where several coasts share a run, each point of the shore belongs to
/// the nearest of them.
fn neighbours_of_coast(chart: &Chart, location: Location) -> BTreeSet<String> {
    let board = chart.board();
    let owner = board.province_of(location);
    let runs = water_runs(chart, board.code(owner));
    let nearest_run = |location: Location| {
        let spot = chart.spot(location);
        let far = |run: &Run| {
            let points = run.1.iter().flat_map(|shore| &shore.1);
            points.map(|p| p.distance(spot)).min()
        };
        (0..runs.len()).min_by_key(|i| far(&runs[*i]))
    };
    let mut near = BTreeSet::new();
    let Some(run) = nearest_run(location) else {
        return near;
    };
    let rivals: Vec<Location> = board
        .fleet_locations(owner)
        .iter()
        .filter(|l| nearest_run(*l) == Some(run))
        .collect();
    let ours =
        |p: Point| rivals.iter().min_by_key(|l| p.distance(chart.spot(**l))) == Some(&location);
    let (before, shores, after) = &runs[run];
    for (sea, points) in shores {
        if points.iter().any(|p| ours(*p)) {
            near.extend(province(board, sea).map(|p| board.code(p).to_owned()));
        }
    }
    let first = shores[0].1[0];
    let shore = &shores[shores.len() - 1].1;
    let last = shore[shore.len() - 1];
    for (end, at) in [(before, first), (after, last)] {
        let coastal = province(board, end).filter(|p| board.kind(*p) == ProvinceKind::Coast);
        if ours(at) {
            near.extend(coastal.map(|p| board.code(p).to_owned()));
        }
    }
    near
}

/// Which locations lie next to each other for fleets, from the lines alone.
fn fleet_lines(chart: &Chart) -> Pairs {
    let (board, geometry) = (chart.board(), chart.geometry());
    let nodes = nodes(geometry);
    let by_sea = |p: Point| {
        let sea = |arc: &&Arc| is_water(chart, &arc.left) || is_water(chart, &arc.right);
        nodes[&p].iter().any(sea)
    };
    let mut whole = Pairs::new();
    for arc in &geometry.arcs {
        let (Some(a), Some(b)) = (province(board, &arc.left), province(board, &arc.right)) else {
            continue;
        };
        let coast = |it: Province| board.kind(it) == ProvinceKind::Coast;
        let near = match (chart.is_water(a), chart.is_water(b)) {
            (true, true) => true,
            (true, false) => coast(b),
            (false, true) => coast(a),
            (false, false) => {
                let ends = [arc.points[0], arc.points[arc.points.len() - 1]];
                coast(a) && coast(b) && ends.into_iter().any(by_sea)
            }
        };
        if near {
            whole.insert(pair(board.code(a), board.code(b)));
        }
    }
    by_coast(chart, whole)
}

/// Pairs of provinces as pairs of locations: where a province has several coasts, each
/// neighbour belongs to the run of water that it touches.
fn by_coast(chart: &Chart, whole: Pairs) -> Pairs {
    let board = chart.board();
    let mut near_coast: BTreeMap<Location, BTreeSet<String>> = BTreeMap::new();
    for province in board.split_coasts() {
        for location in board.fleet_locations(province) {
            near_coast.insert(location, neighbours_of_coast(chart, location));
        }
    }
    let coasts = |code: &str, other: &str| -> Vec<String> {
        let Some(province) = board.province(code).filter(|it| board.has_split_coast(*it)) else {
            return vec![code.to_owned()];
        };
        let touching = |location: &Location| near_coast[location].contains(other);
        let touching = board.fleet_locations(province).iter().filter(touching);
        touching.map(|it| board.code(it).to_owned()).collect()
    };
    let mut split = Pairs::new();
    for (a, b) in whole {
        for one in coasts(&a, &b) {
            for other in coasts(&b, &a) {
                split.insert(pair(&one, &other));
            }
        }
    }
    split
}
