//! Movers of several cells against brute force over their cells.

use std::collections::BTreeMap;

use parlour_grid::path::{Clearance, DistanceMap, JumpMap, PathFinder, PathRules, Steps};
use parlour_grid::{BitGrid, Direction, Point, Rect, Size};

use crate::maps::{Dice, rounds};

/// Whether every cell of a rectangle is on the map and free.
fn is_free(blocked: &BitGrid, area: Rect) -> bool {
    area.cells().all(|cell| blocked.get(cell) == Some(false))
}

fn body(side: u32, at: Point) -> Rect {
    Rect::new(at.x, at.y, side as i32, side as i32)
}

/// Whether a mover may step, by its cells: both places are free, and unless corners
/// are cut so are the two cells that a diagonal step brushes.
fn may_step(blocked: &BitGrid, side: u32, steps: Steps, from: Point, way: Direction) -> bool {
    let to = from.step(way);
    let places = is_free(blocked, body(side, from)) && is_free(blocked, body(side, to));
    if !way.is_diagonal() {
        return places;
    }
    let swept = Rect::spanning(
        Point::new(from.x.min(to.x), from.y.min(to.y)),
        Point::new(
            from.x.max(to.x) + side as i32 - 1,
            from.y.max(to.y) + side as i32 - 1,
        ),
    );
    match steps {
        Steps::Four => false,
        Steps::Eight => places,
        Steps::EightNoCutting => places && is_free(blocked, swept),
    }
}

/// Dijkstra's algorithm over places, as plainly as possible.
fn costs_from(
    blocked: &BitGrid,
    side: u32,
    rules: &PathRules,
    start: Point,
) -> BTreeMap<Point, u32> {
    let mut settled = BTreeMap::new();
    let mut open = std::collections::BTreeSet::new();
    if is_free(blocked, body(side, start)) {
        open.insert((0, start));
    }
    while let Some((cost, at)) = open.pop_first() {
        if settled.contains_key(&at) {
            continue;
        }
        settled.insert(at, cost);
        for way in Direction::ALL {
            if may_step(blocked, side, rules.steps, at, way) {
                open.insert((cost + rules.costs.of(way), at.step(way)));
            }
        }
    }
    settled
}

#[test]
fn paths_of_two_and_three_cells_are_optimal() {
    let mut dice = Dice::new(501);
    let (mut finder, mut distances) = (PathFinder::new(), DistanceMap::new());
    for round in 0..rounds(10_000, 400) {
        let size = Size::new(dice.between(2, 18), dice.between(2, 18));
        let percent = dice.between(0, 18);
        let blocked = dice.walls(size, percent);
        let clearance = Clearance::new(&blocked);
        let side = dice.between(2, 3);
        let steps = [Steps::Eight, Steps::EightNoCutting, Steps::Four][round as usize % 3];
        let rules = PathRules::new(70, 99).with(steps);
        let (start, goal) = (dice.cell(size), dice.cell(size));
        let costs = costs_from(&blocked, side, &rules, start);
        let places = clearance.blocked(side);
        distances.compute(&places, [start], &rules);
        for cell in size.cells() {
            assert_eq!(distances.get(cell), costs.get(&cell).copied(), "{cell}");
        }
        let wanted = costs.get(&goal).copied();
        let jump_map = JumpMap::new(&places, steps);
        let jumped = finder.find_on(&jump_map, start, goal, &rules);
        assert_eq!(jumped.map(|path| path.cost()), wanted);
        let found = finder.find_large(&clearance, side, start, goal, &rules);
        assert_eq!(found.map(|path| path.cost()), wanted);
        let Some(path) = found else { continue };
        let cells: Vec<_> = path.cells().collect();
        let mut cost = 0;
        for step in cells.windows(2) {
            let way = Direction::from_delta(step[1] - step[0]).expect("one step");
            assert!(may_step(&blocked, side, steps, step[0], way), "{step:?}");
            cost += rules.costs.of(way);
        }
        assert_eq!(Some(cost), wanted);
    }
}

#[test]
fn clearance_is_the_largest_free_square_and_follows_changes() {
    let mut dice = Dice::new(502);
    for _ in 0..rounds(2000, 150) {
        let size = Size::new(dice.between(1, 30), dice.between(1, 30));
        let percent = dice.between(0, 12);
        let mut blocked = dice.walls(size, percent);
        let mut clearance = Clearance::new(&blocked);
        for cell in size.cells() {
            let largest = (1..).take_while(|&side| is_free(&blocked, body(side, cell)));
            assert_eq!(clearance.get(cell) as usize, largest.count());
        }
        for _ in 0..20 {
            let cell = dice.cell(size);
            blocked.set(cell, !blocked.contains(cell));
            clearance.update(&blocked, cell);
            assert_eq!(clearance, Clearance::new(&blocked), "{cell}\n{blocked:?}");
        }
    }
}

#[test]
fn any_side_and_any_cell_are_answered() {
    let open = BitGrid::new(Size::new(300, 280));
    let clearance = Clearance::new(&open);
    assert_eq!(clearance.get(Point::ORIGIN), Clearance::MAX);
    assert_eq!(clearance.get(Point::new(299, 0)), 1);
    let mut finder = PathFinder::new();
    let rules = PathRules::default();
    for side in [0, 1, 255, 256, u32::MAX] {
        for at in [(0, 0), (45, 25), (-1, 0), (i32::MAX, i32::MIN)] {
            let path = finder.find_large(&clearance, side, Point::ORIGIN, at.into(), &rules);
            let stands = clearance.fits(side, at.into());
            assert_eq!(path.is_some(), stands, "{side} {at:?}");
        }
    }
    for size in [Size::new(0, 0), Size::new(0, 3), Size::new(1, 1)] {
        let map = BitGrid::new(size);
        let mut clearance = Clearance::new(&map);
        clearance.update(&map, Point::new(5, -5));
        assert_eq!(clearance.get(Point::ORIGIN), u32::from(!size.is_empty()));
    }
}
