//! Distance maps that follow one wall more or less equal new ones.

use parlour_grid::path::{DistanceMap, PathRules, Steps};
use parlour_grid::{BitGrid, Point, Size};

use crate::maps::{Dice, rounds};

#[test]
fn edited_maps_equal_new_ones() {
    let mut dice = Dice::new(601);
    let mut fresh = DistanceMap::new();
    let mut edits = 0;
    let all = rounds(100_000, 8000);
    while edits < all {
        let size = Size::new(dice.between(1, 22), dice.between(1, 22));
        let percent = dice.between(0, 45);
        let mut blocked = dice.walls(size, percent);
        let steps = [Steps::Eight, Steps::EightNoCutting, Steps::Four][edits as usize % 3];
        let costs = [(70, 99), (1, 1), (10, 14), (5, 3), (1, 3)][dice.between(0, 4) as usize];
        let mut rules = PathRules::new(costs.0, costs.1).with(steps);
        if dice.between(0, 3) == 0 {
            rules = rules.at_most(dice.between(0, 12) * costs.0);
        }
        // Goals may be blocked for now, and may be off the map.
        let mut goals: Vec<_> = (0..dice.between(0, 4)).map(|_| dice.cell(size)).collect();
        goals.push(Point::new(-3, 99));
        let mut map = DistanceMap::new();
        map.compute(&blocked, goals.iter().copied(), &rules);
        for _ in 0..40 {
            let cell = match dice.between(0, 5) {
                0 => goals[0],
                _ => dice.cell(size),
            };
            let wall = dice.between(0, 1) == 0;
            let on_map = blocked.set(cell, wall).is_some();
            assert_eq!(map.set(cell, wall), on_map);
            fresh.compute(&blocked, goals.iter().copied(), &rules);
            for cell in size.cells() {
                assert_eq!(
                    map.get(cell),
                    fresh.get(cell),
                    "{cell} {rules:?}\n{blocked:?}"
                );
                assert_eq!(map.downhill(cell), fresh.downhill(cell));
            }
            edits += 1;
        }
    }
}

#[test]
fn maps_of_other_kinds_say_that_they_do_not_follow() {
    let open = BitGrid::new(Size::new(5, 5));
    let rules = PathRules::default();
    let at = Point::new(2, 2);
    let mut map = DistanceMap::new();
    assert!(!map.set(at, true), "nothing was computed");
    map.compute(&open, [Point::ORIGIN], &rules);
    let mut flee = DistanceMap::new();
    flee.compute_flee(&map, 12, &rules);
    assert!(!flee.set(at, true));
    for off in [(-1, 0), (5, 0), (i32::MAX, i32::MIN)] {
        assert!(!map.set(off.into(), true));
    }
    map.compute_weighted(open.size(), |_| 2, [at], &rules);
    assert!(!map.set(at, true));
    map.compute_explore(&open, &open, &rules);
    assert!(!map.set(at, true));
}

#[test]
fn a_door_in_four_thousand_cells_shuts_and_opens() {
    let size = Size::new(4096, 4096);
    let door = Point::new(2048, 2048);
    let walls = BitGrid::from_fn(size, |cell| cell.x == 2048 && cell != door);
    let mut map = DistanceMap::new();
    let rules = PathRules::counting_steps();
    map.compute(&walls, [Point::new(0, 2048)], &rules);
    let beyond = Point::new(4095, 2048);
    assert_eq!(map.get(beyond), Some(4095));
    assert!(map.set(door, true));
    assert_eq!(map.get(beyond), None);
    assert!(map.set(door, false));
    assert_eq!(map.get(beyond), Some(4095));
}
