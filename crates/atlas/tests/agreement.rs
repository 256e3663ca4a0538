//! The drawn map and the rules agree: two provinces share a border line in the
//! geometry exactly when the board says that they are neighbours.
//!
//! * Armies: two provinces of land or coast share a line.
//! * Fleets at sea: a sea shares a line with a sea or a coast.
//! * Fleets along a coast: two coasts share a line that runs out into a sea.
//! * Split coasts: walking round the province, each run of water is one coast.
//!
//! There are no exceptions on any map.

use parlour_atlas::Chart;
use parlour_atlas::geometry::{Arc, Geometry, Point, Side};
use parlour_diplomacy::{Board, Location, Place as _, Province, ProvinceKind};
use std::collections::{BTreeMap, BTreeSet};

type Pairs = BTreeSet<(String, String)>;

fn pair(a: &str, b: &str) -> (String, String) {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (low.to_owned(), high.to_owned())
}

fn charts() -> impl Iterator<Item = &'static Chart> {
    Board::bundled().iter().map(|board| {
        Chart::named(board.name()).unwrap_or_else(|| panic!("{} cannot be drawn", board.name()))
    })
}

fn province(board: &Board, side: &Side) -> Option<Province> {
    match side {
        Side::Province(code) => Some(board.province(code).expect("arcs name provinces")),
        _ => None,
    }
}

fn is_sea(board: &Board, side: &Side) -> bool {
    province(board, side).is_some_and(|p| board.kind(p) == ProvinceKind::Sea)
}

/// What meets at each end of an arc.
fn nodes(geometry: &Geometry) -> BTreeMap<Point, Vec<&Arc>> {
    let mut nodes: BTreeMap<Point, Vec<&Arc>> = BTreeMap::new();
    for arc in &geometry.arcs {
        for end in [arc.points[0], arc.points[arc.points.len() - 1]] {
            nodes.entry(end).or_default().push(arc);
        }
    }
    nodes
}

fn drawn_army_borders(chart: &Chart) -> Pairs {
    let board = chart.board();
    let mut drawn = Pairs::new();
    for arc in &chart.geometry().arcs {
        let sides = (province(board, &arc.left), province(board, &arc.right));
        if let (Some(a), Some(b)) = sides
            && board.kind(a) != ProvinceKind::Sea
            && board.kind(b) != ProvinceKind::Sea
        {
            drawn.insert(pair(board.code(a), board.code(b)));
        }
    }
    drawn
}

#[test]
fn armies_walk_where_land_shares_a_line() {
    for chart in charts() {
        let board = chart.board();
        let mut ruled = Pairs::new();
        for from in board.provinces() {
            for to in board.army_borders(from) {
                ruled.insert(pair(board.code(from), board.code(to)));
            }
        }
        assert_eq!(drawn_army_borders(chart), ruled, "{}", board.name());
    }
}

/// One stretch of shore round a province: the water and the points.
type Shore = (Side, Vec<Point>);

/// The runs of water round a province, each with the land before and after it.
fn water_runs(chart: &Chart, code: &str) -> Vec<(Side, Vec<Shore>, Side)> {
    let board = chart.board();
    let own = Side::Province(code.to_owned());
    // Each arc with the province on its left.
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
        let mut ring = vec![first];
        loop {
            let end = *ring[ring.len() - 1].1.last().expect("arcs have points");
            if end == ring[0].1[0] {
                break;
            }
            let next = loose.iter().position(|(_, points)| points[0] == end);
            ring.push(loose.swap_remove(next.expect("rings are closed")));
        }
        rings.push(ring);
    }
    let mut ring = rings
        .into_iter()
        .max_by_key(Vec::len)
        .expect("the province is drawn");
    // Begin on land, so that no run is cut in two.
    let land = ring
        .iter()
        .position(|(side, _)| !is_sea(board, side))
        .expect("it borders land");
    ring.rotate_left(land);
    let mut runs = Vec::new();
    let mut i = 0;
    while i < ring.len() {
        if !is_sea(board, &ring[i].0) {
            i += 1;
            continue;
        }
        let before = ring[i - 1].0.clone();
        let mut shores = Vec::new();
        while i < ring.len() && is_sea(board, &ring[i].0) {
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
    let spot = |location: Location| {
        let coast = board.coast_of(location).expect("a split coast");
        chart.place(owner).coasts[coast.code()].unit
    };
    let runs = water_runs(chart, board.code(owner));
    let nearest_run = |location: Location| {
        let far = |run: &(Side, Vec<Shore>, Side)| {
            run.1
                .iter()
                .flat_map(|shore| &shore.1)
                .map(|p| p.distance(spot(location)))
                .min()
        };
        (0..runs.len())
            .min_by_key(|i| far(&runs[*i]))
            .expect("it has a shore")
    };
    let run = nearest_run(location);
    let rivals: Vec<Location> = board
        .fleet_locations(owner)
        .iter()
        .filter(|l| nearest_run(*l) == run)
        .collect();
    let ours = |p: Point| rivals.iter().min_by_key(|l| p.distance(spot(**l))) == Some(&location);
    let (before, shores, after) = &runs[run];
    let mut near = BTreeSet::new();
    for (sea, points) in shores {
        if points.iter().any(|p| ours(*p)) {
            near.extend(province(board, sea).map(|p| board.code(p).to_owned()));
        }
    }
    let first = shores[0].1[0];
    let last = *shores[shores.len() - 1].1.last().expect("arcs have points");
    for (end, at) in [(before, first), (after, last)] {
        let coastal = province(board, end).filter(|p| board.kind(*p) == ProvinceKind::Coast);
        if ours(at) {
            near.extend(coastal.map(|p| board.code(p).to_owned()));
        }
    }
    near
}

/// Which locations lie next to each other for fleets, from the geometry alone.
fn drawn_fleet_borders(chart: &Chart) -> Pairs {
    let (board, geometry) = (chart.board(), chart.geometry());
    let nodes = nodes(geometry);
    let by_sea = |p: Point| {
        nodes[&p]
            .iter()
            .any(|arc| is_sea(board, &arc.left) || is_sea(board, &arc.right))
    };
    let mut whole = Pairs::new();
    for arc in &geometry.arcs {
        let (Some(a), Some(b)) = (province(board, &arc.left), province(board, &arc.right)) else {
            continue;
        };
        let near = match (board.kind(a), board.kind(b)) {
            (ProvinceKind::Sea, ProvinceKind::Sea | ProvinceKind::Coast)
            | (ProvinceKind::Coast, ProvinceKind::Sea) => true,
            (ProvinceKind::Coast, ProvinceKind::Coast) => {
                by_sea(arc.points[0]) || by_sea(arc.points[arc.points.len() - 1])
            }
            _ => false,
        };
        if near {
            whole.insert(pair(board.code(a), board.code(b)));
        }
    }
    // Provinces with several coasts: each neighbour by the run it touches.
    let mut split = Pairs::new();
    for (a, b) in whole {
        let coast = |code: &str, other: &str| -> Vec<String> {
            let province = board.province(code).expect("a province");
            if !board.has_split_coast(province) {
                return vec![code.to_owned()];
            }
            let touching =
                |location: &Location| neighbours_of_coast(chart, *location).contains(other);
            let coasts = board.fleet_locations(province);
            coasts
                .iter()
                .filter(touching)
                .map(|l| board.code(l).to_owned())
                .collect()
        };
        for one in coast(&a, &b) {
            for other in coast(&b, &a) {
                split.insert(pair(&one, &other));
            }
        }
    }
    split
}

#[test]
fn fleets_sail_where_water_shares_a_line() {
    for chart in charts() {
        let board = chart.board();
        let mut ruled = Pairs::new();
        for from in board.locations() {
            for to in board.fleet_borders(from) {
                ruled.insert(pair(board.code(from), board.code(to)));
            }
        }
        assert_eq!(drawn_fleet_borders(chart), ruled, "{}", board.name());
    }
}

#[test]
fn every_border_line_ends_where_others_begin() {
    for chart in charts() {
        for (at, arcs) in nodes(chart.geometry()) {
            assert!(
                arcs.len() >= 2,
                "{}: a line ends at {at:?}",
                chart.board().name()
            );
        }
    }
}

#[test]
fn the_standard_map_shows_all_its_borders() {
    let chart = Chart::standard();
    assert_eq!(drawn_army_borders(chart).len(), 111);
    assert_eq!(drawn_fleet_borders(chart).len(), 141);
    assert_eq!(chart.board().provinces().count(), 75);
    assert!(chart.board().provinces().all(|p| p.index() < 75));
}
