//! Any-angle paths against the shortest way over the whole visibility graph.

#![expect(
    clippy::disallowed_types,
    reason = "lengths of any-angle paths are floats"
)]

use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Orientation, Point, Size};

use crate::brute::{any_angle_length, exact_sees};
use crate::maps::{Dice, drawn, rounds};

/// Checks one path against the definition and returns its length.
fn check(finder: &mut AnyAngleFinder, blocked: &BitGrid, start: Point, goal: Point) -> Option<f64> {
    let corners = Corners::new(blocked);
    let expected = any_angle_length(blocked, start, goal)
        .filter(|_| !blocked.contains(start) && !blocked.contains(goal));
    let found = finder.find(blocked, &corners, start, goal);
    assert_eq!(
        found.is_some(),
        expected.is_some(),
        "{start} to {goal}\n{blocked:?}"
    );
    let path = found?;
    let expected = expected?;
    assert!(
        (path.length() - expected).abs() < 1e-9,
        "{start} to {goal}: {} instead of {expected}\n{blocked:?}",
        path.length()
    );
    let cells = path.vertices();
    assert_eq!((cells[0], cells[cells.len() - 1]), (start, goal));
    let mut length = 0.0;
    for leg in cells.windows(2) {
        assert!(exact_sees(blocked, leg[0], leg[1]));
        length += leg[0].euclid(leg[1]);
    }
    assert!((length - expected).abs() < 1e-9);
    for inner in cells.iter().skip(1).take(cells.len().saturating_sub(2)) {
        assert!(corners.cells().contains(*inner));
    }
    Some(expected)
}

#[test]
fn lengths_equal_the_definition() {
    let mut dice = Dice::new(41);
    let mut finder = AnyAngleFinder::new();
    for _ in 0..rounds(20_000, 300) {
        let blocked = dice.map();
        let size = blocked.size();
        let (start, goal) = (dice.cell(size), dice.cell(size));
        let expected = check(&mut finder, &blocked, start, goal);
        for way in Orientation::all() {
            let laid = way.set(&blocked);
            let corners = Corners::new(&laid);
            let (start, goal) = (way.cell(size, start), way.cell(size, goal));
            for (from, to) in [(start, goal), (goal, start)] {
                let length = finder
                    .find(&laid, &corners, from, to)
                    .map(|path| path.length());
                match (length, expected) {
                    (Some(length), Some(expected)) => assert!((length - expected).abs() < 1e-9),
                    (length, expected) => assert_eq!(length, expected, "{way:?}"),
                }
            }
        }
    }
}

#[test]
fn ends_that_are_corners_blocked_or_equal() {
    let mut finder = AnyAngleFinder::new();
    let map = drawn(&[".....", "..#..", ".....", "###..", "....."]);
    for start in map.size().cells() {
        for goal in map.size().cells() {
            check(&mut finder, &map, start, goal);
        }
    }
    let corners = Corners::new(&map);
    for off in [(5, 0), (-1, -1), (2, 5)] {
        assert!(
            finder
                .find(&map, &corners, off.into(), Point::ORIGIN)
                .is_none()
        );
        assert!(
            finder
                .find(&map, &corners, Point::ORIGIN, off.into())
                .is_none()
        );
    }
    let empty = BitGrid::new(Size::new(0, 0));
    let none = Corners::new(&empty);
    assert!(
        finder
            .find(&empty, &none, Point::ORIGIN, Point::ORIGIN)
            .is_none()
    );
}
