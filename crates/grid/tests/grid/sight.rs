//! Exact sight: equality with the definition, mutuality, the eight orientations,
//! and a named case for every row of the rule's table.

use parlour_grid::sight::{Sight, line_of_sight};
use parlour_grid::{BitGrid, Orientation, Point, Size};

use crate::brute::{exact_sees, exact_view};
use crate::maps::{Dice, drawn, rounds};

fn view(blocked: &BitGrid, from: Point) -> BitGrid {
    let mut sight = Sight::new();
    sight.compute(blocked, from);
    assert_eq!(sight.count(), sight.visible().count());
    sight.visible().clone()
}

/// What is visible from the `s` of a drawing, drawn with `o` for visible.
fn check(rows: &[&str]) {
    let size = Size::new(rows[0].len() as u32, rows.len() as u32);
    let letter = |cell: Point| rows[cell.y as usize].as_bytes()[cell.x as usize];
    let blocked = BitGrid::from_fn(size, |cell| letter(cell) == b'#');
    let expected = BitGrid::from_fn(size, |cell| matches!(letter(cell), b's' | b'o'));
    let from = size.cells().find(|&cell| letter(cell) == b's').unwrap();
    for way in Orientation::all() {
        let (blocked, expected) = (way.set(&blocked), way.set(&expected));
        let from = way.cell(size, from);
        assert_eq!(
            exact_view(&blocked, from),
            expected,
            "the drawing is right, {way:?}"
        );
        assert_eq!(view(&blocked, from), expected, "{way:?}\n{blocked:?}");
        for cell in blocked.size().cells() {
            assert_eq!(line_of_sight(&blocked, cell, from), expected.contains(cell));
        }
    }
}

#[test]
fn equals_the_definition_in_all_orientations_and_is_mutual() {
    let mut dice = Dice::new(21);
    let mut sight = Sight::new();
    for _ in 0..rounds(20_000, 1500) {
        let blocked = dice.map();
        let size = blocked.size();
        let from = dice.cell(size);
        let seen = exact_view(&blocked, from);
        for way in Orientation::all() {
            sight.compute(&way.set(&blocked), way.cell(size, from));
            assert_eq!(
                *sight.visible(),
                way.set(&seen),
                "{way:?} {from}\n{blocked:?}"
            );
        }
        for to in size.cells() {
            assert_eq!(line_of_sight(&blocked, from, to), seen.contains(to));
            assert_eq!(line_of_sight(&blocked, to, from), seen.contains(to));
        }
        for back in seen.iter().step_by(7) {
            sight.compute(&blocked, back);
            assert!(sight.contains(from), "{back} is seen from {from}");
        }
    }
}

#[test]
fn a_radius_cuts_the_unlimited_result_to_a_square() {
    let mut dice = Dice::new(22);
    let mut sight = Sight::new();
    for _ in 0..rounds(3000, 300) {
        let blocked = dice.map();
        let (from, radius) = (dice.cell(blocked.size()), dice.between(0, 12));
        let all = view(&blocked, from);
        sight.compute_within(&blocked, from, Some(radius));
        for cell in blocked.size().cells() {
            let expected = all.contains(cell) && from.chebyshev(cell) <= radius;
            assert_eq!(
                sight.contains(cell),
                expected,
                "{cell} from {from} within {radius}"
            );
        }
    }
}

#[test]
fn wide_maps_cross_word_boundaries() {
    let mut dice = Dice::new(23);
    for _ in 0..rounds(300, 30) {
        let size = Size::new(dice.between(60, 200), dice.between(2, 12));
        let percent = dice.between(0, 8);
        let blocked = dice.walls(size, percent);
        let from = dice.cell(size);
        assert_eq!(view(&blocked, from), exact_view(&blocked, from));
    }
}

#[test]
fn several_observers_see_what_each_of_them_sees() {
    let mut dice = Dice::new(24);
    let mut sight = Sight::new();
    for _ in 0..rounds(2000, 200) {
        let blocked = dice.map();
        let corner = dice.cell(blocked.size());
        let observers: Vec<_> = parlour_grid::Rect::new(corner.x, corner.y, 2, 2)
            .cells()
            .collect();
        for group in [&observers[..2], &observers[..]] {
            sight.compute_shared(&blocked, group);
            for cell in blocked.size().cells() {
                let each = group.iter().all(|&from| exact_sees(&blocked, from, cell));
                assert_eq!(sight.contains(cell), each);
            }
        }
    }
    sight.compute_shared(&drawn(&["..."]), &[]);
    assert_eq!(sight.count(), 0);
}

#[test]
fn grazing_a_corner_is_allowed() {
    check(&[
        "soooo", //
        "ooooo", //
        "oo#..", //
        "oo...", //
        "oo...",
    ]);
}

#[test]
fn sliding_along_a_face_is_allowed() {
    check(&[
        "o###.....", //
        "soooooooo", //
        "ooooooooo",
    ]);
}

#[test]
fn a_slot_one_cell_wide_is_passable_straight() {
    check(&[
        "ooooo", //
        "oosoo", //
        "##o##", //
        "..o..", //
        "..o..",
    ]);
}

#[test]
fn a_slot_one_cell_wide_is_passable_at_a_slope() {
    // The ray from the south-west grazes one block on each side.
    let map = drawn(&[
        ".........", //
        ".........", //
        "...#.....", //
        ".........", //
        ".....#...", //
        ".........", //
        ".........",
    ]);
    let (from, to) = (Point::new(2, 5), Point::new(6, 1));
    assert!(exact_sees(&map, from, to));
    assert!(view(&map, from).contains(to));
    assert!(view(&map, from).contains(Point::new(4, 3)));
}

#[test]
fn a_row_without_a_visible_cell_does_not_end_the_beam() {
    let mut dice = Dice::new(25);
    let mut found = 0;
    for _ in 0..4000 {
        let size = Size::new(30, 30);
        let percent = dice.between(2, 8);
        let blocked = dice.walls(size, percent);
        let from = dice.cell(size);
        let seen = exact_view(&blocked, from);
        let filled: Vec<_> = (0..30).filter(|&y| seen.row(y)[0] != 0).collect();
        if filled.windows(2).any(|rows| rows[1] > rows[0] + 1) {
            found += 1;
            assert_eq!(view(&blocked, from), seen);
        }
    }
    assert!(found > 10, "such maps are not rare: {found}");
}

#[test]
fn one_blocked_cell_beside_a_diagonal_step_hides_the_diagonal_neighbour() {
    check(&[
        "so", //
        "#.",
    ]);
}

#[test]
fn blocked_cells_are_never_visible() {
    check(&["##", "s#", "##"]);
}

#[test]
fn an_observer_in_a_wall_or_off_the_map_sees_nothing() {
    let map = drawn(&["#..", "..."]);
    for from in [(0, 0), (-1, 0), (3, 1), (1, 2), (i32::MIN, i32::MAX)] {
        assert!(view(&map, from.into()).is_empty());
        assert!(!line_of_sight(&map, from.into(), Point::new(1, 1)));
        assert!(!line_of_sight(&map, Point::new(1, 1), from.into()));
    }
}

#[test]
fn the_own_cell_is_visible_and_the_border_blocks_nothing() {
    check(&["s"]);
    check(&["ooos", "oooo"]);
    check(&["os#."]);
}
