//! Corners and interesting corners against their definitions.

use parlour_grid::{BitGrid, Corners, Orientation, Point, Size};

use crate::brute::{corner_directions, exact_view, is_interesting};
use crate::maps::{Dice, rounds};

fn check(corners: &Corners, blocked: &BitGrid) {
    for cell in blocked.size().cells() {
        let expected = corner_directions(blocked, cell);
        assert!(
            corners.directions(cell).eq(expected.iter().copied()),
            "{cell}"
        );
        assert_eq!(corners.cells().contains(cell), !expected.is_empty());
    }
}

#[test]
fn equal_the_definition_and_follow_every_change() {
    let mut dice = Dice::new(31);
    let mut reused = Corners::default();
    for round in 0..rounds(20_000, 1500) {
        let mut blocked = if round % 10 == 0 {
            let size = Size::new(dice.between(60, 140), dice.between(1, 5));
            dice.walls(size, 20)
        } else {
            dice.map()
        };
        reused.compute(&blocked);
        check(&reused, &blocked);
        for _ in 0..4 {
            let cell = dice.cell(blocked.size());
            let wall = blocked.contains(cell);
            blocked.set(cell, !wall);
            reused.update(&blocked, cell);
        }
        check(&reused, &blocked);
        assert_eq!(reused, Corners::new(&blocked));
    }
}

#[test]
fn interesting_ones_equal_the_definition() {
    let mut dice = Dice::new(32);
    for _ in 0..rounds(20_000, 1000) {
        let blocked = dice.map();
        let visible = exact_view(&blocked, dice.cell(blocked.size()));
        let found = Corners::new(&blocked).interesting(&visible);
        for cell in blocked.size().cells() {
            assert_eq!(
                found.contains(cell),
                is_interesting(&blocked, &visible, cell)
            );
        }
        for way in Orientation::all() {
            let laid = Corners::new(&way.set(&blocked));
            assert_eq!(*laid.cells(), way.set(Corners::new(&blocked).cells()));
            assert_eq!(laid.interesting(&way.set(&visible)), way.set(&found));
        }
    }
}

#[test]
fn a_change_off_the_map_changes_nothing() {
    let blocked = BitGrid::new(Size::new(4, 4));
    let mut corners = Corners::new(&blocked);
    for cell in [(-5, 2), (4, 4), (i32::MAX, i32::MIN)] {
        corners.update(&blocked, cell.into());
    }
    assert!(corners.cells().is_empty());
    assert_eq!(corners.directions(Point::new(9, 9)).count(), 0);
}
