//! Symmetric field of view: equality with the definition, bits and closures alike.

use parlour_grid::fov::{ConeWidth, FieldOfView, Reach, line_of_sight};
use parlour_grid::{BitGrid, Direction, Point, Size};

use crate::brute::{symmetric_sees, symmetric_view};
use crate::maps::{Dice, rounds};

fn view(opaque: &BitGrid, from: Point, reach: Reach) -> BitGrid {
    let mut field = FieldOfView::new();
    field.compute(opaque, from, reach);
    let grid = field.to_grid();
    let mut by_closure = FieldOfView::new();
    by_closure.compute_with(opaque.size(), |cell| opaque.contains(cell), from, reach);
    assert_eq!(by_closure.to_grid(), grid, "closure and bits agree");
    assert_eq!(field.count(), grid.count());
    assert!(field.iter().eq(grid.iter()));
    grid
}

#[test]
fn equals_the_definition_on_random_maps() {
    let mut dice = Dice::new(1);
    let mut pairs = 0;
    for _ in 0..rounds(4000, 400) {
        let opaque = dice.map();
        for _ in 0..3 {
            let from = dice.cell(opaque.size());
            let seen = view(&opaque, from, Reach::UNLIMITED);
            assert_eq!(
                seen,
                symmetric_view(&opaque, from),
                "from {from}\n{opaque:?}"
            );
            pairs += seen.size().area();
            let radius = dice.between(0, 9);
            let near = view(&opaque, from, Reach::radius(radius));
            for cell in opaque.size().cells() {
                let expected = seen.contains(cell) && from.chebyshev(cell) <= radius;
                assert_eq!(near.contains(cell), expected);
            }
        }
    }
    assert!(pairs > rounds(4_000_000, 400_000));
}

#[test]
fn maps_and_radii_of_any_width_equal_the_definition() {
    let mut dice = Dice::new(4);
    let mut field = FieldOfView::new();
    for _ in 0..rounds(300, 60) {
        let size = Size::new(dice.between(1, 210), dice.between(1, 210));
        let percent = dice.between(0, 12);
        let opaque = dice.walls(size, percent);
        for _ in 0..4 {
            let from = dice.cell(size);
            let radius = dice.between(0, 110);
            let reach = match dice.between(0, 2) {
                0 => Reach::UNLIMITED,
                _ => Reach::radius(radius),
            };
            let seen = view(&opaque, from, reach);
            field.compute(&opaque, from, reach);
            assert_eq!(field.to_grid(), seen, "a used field sees the same");
            for _ in 0..300 {
                let to = dice.cell(size);
                let expected = reach.covers(from, to) && symmetric_sees(&opaque, from, to);
                assert_eq!(seen.contains(to), expected, "{from} to {to}, {reach:?}");
            }
        }
    }
}

#[test]
fn cones_cut_the_result_and_change_nothing_else() {
    let mut dice = Dice::new(5);
    for _ in 0..rounds(2000, 200) {
        let opaque = dice.map();
        let from = dice.cell(opaque.size());
        let all = view(&opaque, from, Reach::UNLIMITED);
        for direction in Direction::ALL {
            for width in [ConeWidth::Quarter, ConeWidth::Half] {
                let reach = Reach::UNLIMITED.facing(direction, width);
                let part = view(&opaque, from, reach);
                for cell in opaque.size().cells() {
                    let expected = all.contains(cell) && reach.covers(from, cell);
                    assert_eq!(part.contains(cell), expected);
                }
            }
        }
    }
}

#[test]
fn line_of_sight_agrees_with_the_definition_on_every_pair() {
    let mut dice = Dice::new(2);
    for _ in 0..rounds(300, 30) {
        let size = Size::new(dice.between(1, 13), dice.between(1, 13));
        let percent = dice.between(2, 45);
        let opaque = dice.walls(size, percent);
        for from in size.cells() {
            for to in size.cells() {
                let sees = line_of_sight(size, |cell| opaque.contains(cell), from, to);
                assert_eq!(
                    sees,
                    symmetric_sees(&opaque, from, to),
                    "{from} {to} {opaque:?}"
                );
            }
        }
    }
}

#[test]
fn words_hold_the_same_cells() {
    let map = BitGrid::from_fn(Size::new(150, 70), |cell| {
        (cell.x * 5 + cell.y * 3) % 23 == 0
    });
    let mut view = FieldOfView::new();
    for reach in [Reach::UNLIMITED, Reach::circle(9), Reach::radius(40)] {
        view.compute(&map, Point::new(71, 33), reach);
        let cells = view.words().flat_map(|(at, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| at + Point::new(bit, 0))
        });
        assert!(cells.eq(view.iter()), "{reach:?}");
    }
}
