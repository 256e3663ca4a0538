//! Paths and distance maps against Dijkstra's algorithm over an ordered set.

use parlour_grid::path::{DistanceMap, JumpMap, PathFinder, PathRules, Steps, frontier};
use parlour_grid::{BitGrid, Point, Size};

use crate::brute::{costs_from, step_is_legal};
use crate::maps::{Dice, rounds};

const STEPS: [Steps; 3] = [Steps::Eight, Steps::EightNoCutting, Steps::Four];
const COSTS: [(u32, u32); 7] = [
    (10, 14),
    (70, 99),
    (1, 1),
    (3, 8),
    (5, 3),
    (1, 2),
    (400, 501),
];

/// Checks a path cell by cell and returns its cost.
fn check_path(
    finder: &mut PathFinder,
    blocked: &BitGrid,
    start: Point,
    goal: Point,
    rules: &PathRules,
) -> Option<u32> {
    let path = finder.find(blocked, start, goal, rules)?;
    let cells: Vec<_> = path.cells().collect();
    assert_eq!((cells[0], cells[cells.len() - 1]), (start, goal));
    assert_eq!((path.start(), path.goal()), (start, goal));
    assert_eq!(path.steps() as usize + 1, cells.len());
    assert_eq!(path.cells().len(), cells.len());
    assert_eq!(path.next(), cells.get(1).copied());
    let mut total = 0;
    for step in cells.windows(2) {
        assert!(step_is_legal(blocked, rules, step[0], step[1]), "{step:?}");
        let way = parlour_grid::Direction::from_delta(step[1] - step[0]).unwrap();
        total += rules.costs.of(way);
    }
    assert_eq!(total, path.cost());
    Some(total)
}

#[test]
fn cost_equals_dijkstras_in_every_mode() {
    let mut dice = Dice::new(11);
    let mut finder = PathFinder::new();
    let mut map = DistanceMap::new();
    for round in 0..rounds(10_000, 1000) {
        let blocked = dice.map();
        let (straight, diagonal) = COSTS[round as usize % COSTS.len()];
        let start = dice.cell(blocked.size());
        for steps in STEPS {
            let rules = PathRules::new(straight, diagonal).with(steps);
            let costs = costs_from(&blocked, &rules, start, |_| 1);
            map.compute(&blocked, [start], &rules);
            for cell in blocked.size().cells() {
                let cost = costs[blocked.size().id(cell).unwrap() as usize];
                assert_eq!(map.get(cell), cost, "{steps:?} {cell}");
            }
            for _ in 0..4 {
                let goal = dice.cell(blocked.size());
                let cost = costs[blocked.size().id(goal).unwrap() as usize];
                let found = check_path(&mut finder, &blocked, start, goal, &rules);
                assert_eq!(found, cost, "{rules:?} {start} to {goal}\n{blocked:?}");
                if let Some(cost) = cost {
                    let limited =
                        check_path(&mut finder, &blocked, start, goal, &rules.at_most(cost));
                    assert_eq!(limited, Some(cost));
                    let refused = cost > 0
                        && finder
                            .find(&blocked, start, goal, &rules.at_most(cost - 1))
                            .is_some();
                    assert!(!refused);
                }
            }
        }
    }
}

#[test]
fn a_prepared_map_follows_every_change() {
    let mut dice = Dice::new(15);
    let (mut finder, mut other) = (PathFinder::new(), PathFinder::new());
    for round in 0..rounds(3000, 300) {
        let mut blocked = if round % 5 == 0 {
            let size = Size::new(dice.between(1, 150), dice.between(1, 80));
            dice.walls(size, 35)
        } else {
            dice.map()
        };
        let size = blocked.size();
        let steps = [Steps::Eight, Steps::EightNoCutting][round as usize % 2];
        let rules = PathRules::new(10, 14).with(steps);
        let mut map = JumpMap::new(&blocked, steps);
        for _ in 0..6 {
            let (start, goal) = (dice.cell(size), dice.cell(size));
            let costs = costs_from(&blocked, &rules, start, |_| 1);
            let expected = costs[size.id(goal).unwrap() as usize];
            // Asked twice: a failed search teaches the map what is not joined.
            for _ in 0..2 {
                let path = finder.find_on(&map, start, goal, &rules);
                assert_eq!(path.map(|path| path.cost()), expected);
            }
            let path = other.find(&blocked, start, goal, &rules);
            assert_eq!(path.map(|path| path.cost()), expected);
            for _ in 0..dice.between(0, 3) {
                let cell = dice.cell(size);
                let wall = dice.between(0, 1) == 1;
                assert_eq!(map.set(cell, wall), blocked.set(cell, wall));
                assert_eq!(map.get(cell), Some(wall));
            }
        }
        assert_eq!(map.set(Point::new(-1, 0), true), None);
        assert_eq!(map.get(Point::new(0, size.height() as i32)), None);
    }
}

#[test]
fn ends_that_are_blocked_or_off_the_map_have_no_path() {
    let mut blocked = BitGrid::new(Size::new(4, 4));
    blocked.set(Point::new(1, 1), true);
    let mut finder = PathFinder::new();
    let rules = PathRules::default();
    let free = Point::new(0, 0);
    for other in [(1, 1), (4, 0), (-1, 3), (i32::MAX, i32::MIN)] {
        assert!(finder.find(&blocked, free, other.into(), &rules).is_none());
        assert!(finder.find(&blocked, other.into(), free, &rules).is_none());
    }
    let own = finder.find(&blocked, free, free, &rules).unwrap();
    assert_eq!((own.cost(), own.cells().count(), own.next()), (0, 1, None));
}

#[test]
fn heavier_ground_is_paid_for_on_entering() {
    let mut dice = Dice::new(12);
    let mut finder = PathFinder::new();
    let mut map = DistanceMap::new();
    for _ in 0..rounds(1000, 100) {
        let blocked = dice.map();
        let size = blocked.size();
        let weights: Vec<u32> = size.cells().map(|_| dice.between(1, 9)).collect();
        let weight = |cell: Point| weights[size.id(cell).unwrap() as usize];
        let ground = |cell: Point| {
            if blocked.contains(cell) {
                0
            } else {
                weight(cell)
            }
        };
        for steps in STEPS {
            let rules = PathRules::new(10, 14).with(steps);
            let (start, goal) = (dice.cell(size), dice.cell(size));
            let costs = costs_from(&blocked, &rules, start, weight);
            let cost = costs[size.id(goal).unwrap() as usize];
            let path = finder.find_weighted(size, ground, start, goal, &rules);
            assert_eq!(path.map(|path| path.cost()), cost);
            map.compute_weighted(size, ground, [goal], &rules);
            assert_eq!(map.get(start), cost);
        }
    }
}

#[test]
fn downhill_reaches_the_nearest_goal_by_legal_steps() {
    let mut dice = Dice::new(13);
    let mut map = DistanceMap::new();
    for _ in 0..rounds(1000, 100) {
        let blocked = dice.map();
        let size = blocked.size();
        let goals: Vec<_> = (0..3).map(|_| dice.cell(size)).collect();
        for steps in STEPS {
            let rules = PathRules::counting_steps().with(steps);
            map.compute(&blocked, goals.iter().copied(), &rules);
            let from = dice.cell(size);
            let way: Vec<_> = map.descent(from).collect();
            assert_eq!(way.is_empty(), map.get(from).is_none());
            for step in way.windows(2) {
                assert!(step_is_legal(&blocked, &rules, step[0], step[1]));
            }
            if let Some(cost) = map.get(from) {
                assert_eq!(way.len() as u32, cost + 1);
                assert!(goals.contains(way.last().unwrap()));
            }
        }
    }
}

#[test]
fn the_frontier_is_where_the_unknown_begins() {
    let mut dice = Dice::new(14);
    for _ in 0..rounds(1000, 200) {
        let size = Size::new(dice.between(1, 140), dice.between(1, 9));
        let (blocked, explored) = (dice.walls(size, 30), dice.walls(size, 80));
        let expected: Vec<_> = size
            .cells()
            .filter(|&cell| {
                explored.contains(cell)
                    && !blocked.contains(cell)
                    && cell
                        .neighbours()
                        .any(|near| explored.get(near) == Some(false))
            })
            .collect();
        assert_eq!(frontier(&explored, &blocked).collect::<Vec<_>>(), expected);
        let mut map = DistanceMap::new();
        let any = map.compute_explore(&explored, &blocked, &PathRules::default());
        assert_eq!(any, !expected.is_empty());
        assert!(expected.iter().all(|&cell| map.get(cell) == Some(0)));
    }
}

#[test]
fn fleeing_leads_away_and_out_of_a_dead_end() {
    let size = Size::new(20, 1);
    let blocked = BitGrid::new(size);
    let mut threat = DistanceMap::new();
    threat.compute(&blocked, [Point::new(10, 0)], &PathRules::default());
    let mut flee = DistanceMap::new();
    flee.compute_flee(&threat, 12, &PathRules::default());
    assert_eq!(
        flee.descent(Point::new(9, 0)).last(),
        Some(Point::new(0, 0))
    );
    assert_eq!(
        flee.descent(Point::new(12, 0)).last(),
        Some(Point::new(19, 0))
    );
}
