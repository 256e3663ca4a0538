//! Maps without cells, of one cell, of one line, and of 4096 by 4096 cells.

use parlour_grid::fov::{FieldOfView, Reach};
use parlour_grid::path::{Clearance, DistanceMap, JumpMap, PathFinder, PathRules, Steps};
use parlour_grid::sight::{Sight, line_of_sight};
use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Point, Size, View};

const STEPS: [Steps; 3] = [Steps::Eight, Steps::EightNoCutting, Steps::Four];

/// Everything the crate can do between two far cells of an empty map.
fn check_empty(size: Size) {
    let blocked = BitGrid::new(size);
    let (first, last) = (Point::ORIGIN, size.rect().south_east());
    let mut view = FieldOfView::new();
    view.compute(&blocked, first, Reach::UNLIMITED);
    assert_eq!(view.count(), size.area());
    let mut sight = Sight::new();
    sight.compute(&blocked, last);
    assert_eq!(sight.count(), size.area());
    assert!(line_of_sight(&blocked, first, last));
    let corners = Corners::new(&blocked);
    assert!(corners.cells().is_empty());
    let mut any_angle = AnyAngleFinder::new();
    let path = any_angle.find(&blocked, &corners, first, last).unwrap();
    assert!((path.length() - first.euclid(last)).abs() < 1e-9);
    let mut finder = PathFinder::new();
    let mut map = DistanceMap::new();
    for steps in STEPS {
        let rules = PathRules::counting_steps().with(steps);
        let expected = match steps {
            Steps::Four => first.manhattan(last) as u32,
            _ => first.chebyshev(last),
        };
        let path = finder.find(&blocked, first, last, &rules).unwrap();
        assert_eq!((path.cost(), path.steps()), (expected, expected));
        assert_eq!(path.cells().count() as u32, expected + 1);
        map.compute(&blocked, [last], &rules);
        assert_eq!(map.get(first), Some(expected));
        assert_eq!(map.descent(first).count() as u32, expected + 1);
    }
}

#[test]
fn one_cell_and_one_line() {
    for length in [1, 2, 63, 64, 65, 128, 200] {
        check_empty(Size::new(length, 1));
        check_empty(Size::new(1, length));
    }
}

#[test]
fn four_thousand_by_four_thousand() {
    check_empty(Size::new(4096, 4096));
}

#[test]
fn a_wall_across_four_thousand_cells() {
    let size = Size::new(4096, 4096);
    let door = Point::new(2048, 4095);
    let blocked = BitGrid::from_fn(size, |cell| cell.x == 2048 && cell != door);
    let (from, to) = (Point::new(0, 0), Point::new(4095, 0));
    let mut finder = PathFinder::new();
    let rules = PathRules::counting_steps();
    let path = finder.find(&blocked, from, to, &rules).unwrap();
    assert_eq!(path.cost(), 8190);
    let mut shut = blocked.clone();
    shut.set(door, true);
    assert!(finder.find(&shut, from, to, &rules).is_none());
    let mut view = FieldOfView::new();
    view.compute(&blocked, from, Reach::radius(10));
    assert_eq!(view.count(), 11 * 11);
    let mut sight = Sight::new();
    sight.compute(&shut, from);
    assert_eq!(sight.count(), 2048 * 4096);
}

/// Own maps, other shapes of radius, large movers and walls that come and go, on a map
/// with one wall and a door at its foot.
#[test]
fn own_maps_shapes_and_large_movers_on_four_thousand_by_four_thousand() {
    let size = Size::new(4096, 4096);
    let door = 4090..4096;
    let blocked = BitGrid::from_fn(size, |cell| cell.x == 2048 && !door.contains(&cell.y));
    let (from, to) = (Point::new(100, 100), Point::new(4000, 100));
    let mut view = FieldOfView::new();
    let mut own = FieldOfView::new();
    for reach in [Reach::circle(3000), Reach::octagon(3000), Reach::UNLIMITED] {
        view.compute(&blocked, from, reach);
        own.compute_with(size, |cell| blocked.contains(cell), from, reach);
        assert!(view.count() > 2_000_000);
        assert_eq!(view.to_grid(), own.to_grid());
    }
    let mut sight = Sight::new();
    sight.compute(&View::new(size, |cell| blocked.contains(cell)), from);
    let mut same = Sight::new();
    same.compute(&blocked, from);
    assert_eq!(sight.count(), same.count());
    let rules = PathRules::counting_steps();
    let mut clearance = Clearance::new(&blocked);
    let mut finder = PathFinder::new();
    for (side, steps) in [(1, 7980), (6, 7985)] {
        let path = finder.find_large(&clearance, side, from, to, &rules);
        assert_eq!(
            path.map(|path| path.cost()),
            Some(steps),
            "{side} by {side}"
        );
    }
    assert!(finder.find_large(&clearance, 7, from, to, &rules).is_none());
    let mut map = DistanceMap::new();
    map.compute(&blocked, [to], &rules);
    assert_eq!(map.get(from), Some(7980));
    let mut narrowed = blocked.clone();
    for y in door {
        narrowed.set(Point::new(2048, y), true);
        clearance.update(&narrowed, Point::new(2048, y));
        assert!(map.set(Point::new(2048, y), true));
    }
    assert_eq!(clearance, Clearance::new(&narrowed));
    assert_eq!(map.get(from), None);
    assert!(map.set(Point::new(2048, 4095), false));
    assert_eq!(map.get(from), Some(7990));
}

#[test]
fn maps_without_cells_have_no_paths_and_nothing_to_see() {
    for size in [Size::new(0, 0), Size::new(0, 7), Size::new(7, 0)] {
        let blocked = BitGrid::new(size);
        let at = Point::ORIGIN;
        let mut view = FieldOfView::new();
        view.compute(&blocked, at, Reach::UNLIMITED);
        assert_eq!((view.count(), view.contains(at)), (0, false));
        let mut sight = Sight::new();
        sight.compute(&blocked, at);
        assert_eq!(sight.count(), 0);
        let corners = Corners::new(&blocked);
        assert!(corners.interesting(sight.visible()).is_empty());
        let mut finder = PathFinder::new();
        let mut map = DistanceMap::new();
        for steps in STEPS {
            let rules = PathRules::default().with(steps);
            assert!(finder.find(&blocked, at, at, &rules).is_none());
            let prepared = JumpMap::new(&blocked, steps);
            assert!(finder.find_on(&prepared, at, at, &rules).is_none());
            map.compute(&blocked, [at], &rules);
            assert_eq!((map.get(at), map.downhill(at)), (None, None));
        }
    }
}

#[test]
fn cells_off_the_map_are_answered_with_nothing() {
    let blocked = BitGrid::new(Size::new(70, 3));
    let mut map = DistanceMap::new();
    map.compute(
        &blocked,
        [Point::new(70, 0), Point::new(-1, 2)],
        &PathRules::default(),
    );
    for cell in blocked.size().cells() {
        assert_eq!(map.get(cell), None, "goals off the map are no goals");
    }
    map.compute(&blocked, [Point::new(69, 0)], &PathRules::default());
    for off in [(70, 0), (-1, 1), (0, 3), (i32::MAX, i32::MIN)] {
        assert_eq!(
            (map.get(off.into()), map.downhill(off.into())),
            (None, None)
        );
        assert_eq!(map.descent(off.into()).count(), 0);
    }
}

/// Beyond 2^16 lines edges are followed in whole numbers; what is seen is the same.
#[test]
fn sight_along_a_very_long_map_is_the_definition() {
    let long = Size::new(70_001, 5);
    let map = BitGrid::from_fn(long, |cell| {
        matches!(
            (cell.x % 9_973, cell.y),
            (4_000, 0) | (7_001, 4) | (9_000, 1)
        )
    });
    let cells = |from: Point| (from.x - 3..from.x + 3).chain((0..70_001).step_by(331));
    for map in [map.clone(), map.transposed()] {
        let size = map.size();
        let turned = size.width() < size.height();
        let place = |x: i32, y: i32| {
            if turned {
                Point::new(y, x)
            } else {
                Point::new(x, y)
            }
        };
        for (x, y) in [(0, 2), (69_990, 3), (35_000, 1)] {
            let from = place(x, y);
            let mut view = FieldOfView::new();
            view.compute(&map, from, Reach::UNLIMITED);
            let mut other = FieldOfView::new();
            other.compute_with(size, |cell| map.contains(cell), from, Reach::UNLIMITED);
            assert_eq!(view.to_grid(), other.to_grid());
            for x in cells(Point::new(x, y)).filter(|x| (0..70_001).contains(x)) {
                for y in 0..5 {
                    let to = place(x, y);
                    if !map.contains(to) {
                        let seen = parlour_grid::fov::line_of_sight(
                            size,
                            |cell| map.contains(cell),
                            from,
                            to,
                        );
                        assert_eq!(view.contains(to), seen, "{from} to {to}");
                    }
                }
            }
        }
    }
}
