//! Circles and octagons: the unlimited field of view cut to the shape, and mutual
//! between all floor cells.

use parlour_grid::fov::{ConeWidth, FieldOfView, Reach, Shape};
use parlour_grid::sight::Sight;
use parlour_grid::{BitGrid, Direction, Orientation, Point, Size, View};

use crate::brute::{exact_view, symmetric_view};
use crate::maps::{Dice, rounds};

/// The words of the definition.
fn is_within(shape: Shape, radius: u32, a: Point, b: Point) -> bool {
    let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
    let radius = radius as i32;
    match shape {
        Shape::Square => dx <= radius && dy <= radius,
        Shape::Circle => dx * dx + dy * dy <= radius * radius,
        Shape::Octagon => dx.max(dy) + dx.min(dy) / 2 <= radius,
    }
}

const SHAPES: [Shape; 3] = [Shape::Square, Shape::Circle, Shape::Octagon];

fn view(map: &BitGrid, from: Point, reach: Reach) -> BitGrid {
    let mut field = FieldOfView::new();
    field.compute(map, from, reach);
    let grid = field.to_grid();
    field.compute_with(map.size(), |cell| map.contains(cell), from, reach);
    assert_eq!(field.to_grid(), grid, "closure and bits agree");
    grid
}

#[test]
fn a_shape_is_the_definition_cut() {
    let mut dice = Dice::new(401);
    for _ in 0..rounds(10_000, 700) {
        let map = dice.map();
        let from = dice.cell(map.size());
        let all = symmetric_view(&map, from);
        for shape in SHAPES {
            let radius = dice.between(0, 24);
            let seen = view(&map, from, Reach::UNLIMITED.within(radius, shape));
            for cell in map.size().cells() {
                let expected = all.contains(cell) && is_within(shape, radius, from, cell);
                assert_eq!(seen.contains(cell), expected, "{cell} {shape:?} {radius}");
            }
        }
    }
}

#[test]
fn floor_within_a_shape_sees_floor_exactly_when_it_is_seen() {
    let mut dice = Dice::new(402);
    for _ in 0..rounds(10_000, 250) {
        let size = Size::new(dice.between(1, 14), dice.between(1, 14));
        let percent = dice.between(2, 40);
        let map = dice.walls(size, percent);
        let shape = SHAPES[dice.between(1, 2) as usize];
        let reach = Reach::UNLIMITED.within(dice.between(0, 9), shape);
        let floor: Vec<_> = size.cells().filter(|&cell| !map.contains(cell)).collect();
        let views: Vec<_> = floor.iter().map(|&from| view(&map, from, reach)).collect();
        for (one, seen) in floor.iter().zip(&views) {
            for (other, back) in floor.iter().zip(&views) {
                assert_eq!(seen.contains(*other), back.contains(*one), "{one} {other}");
            }
        }
    }
}

#[test]
fn shapes_commute_with_flips_and_transpositions() {
    let mut dice = Dice::new(403);
    for _ in 0..rounds(2000, 150) {
        let map = dice.map();
        let from = dice.cell(map.size());
        for shape in SHAPES {
            let reach = Reach::UNLIMITED.within(dice.between(0, 20), shape);
            let seen = view(&map, from, reach);
            for way in Orientation::all() {
                let laid = view(&way.set(&map), way.cell(map.size(), from), reach);
                assert_eq!(laid, way.set(&seen), "{way:?}");
            }
        }
    }
}

#[test]
fn large_shapes_on_large_maps() {
    let size = Size::new(700, 500);
    let map = BitGrid::new(size);
    let from = Point::new(333, 222);
    for shape in SHAPES {
        for radius in [0, 1, 31, 32, 33, 64, 150, 400, 2000] {
            let seen = view(&map, from, Reach::UNLIMITED.within(radius, shape));
            let expected = size
                .cells()
                .filter(|&cell| is_within(shape, radius, from, cell))
                .count();
            assert_eq!(seen.count() as usize, expected, "{shape:?} {radius}");
        }
    }
}

#[test]
fn exact_sight_is_cut_to_a_shape_as_the_field_of_view_is() {
    let mut dice = Dice::new(404);
    let mut sight = Sight::new();
    for _ in 0..rounds(10_000, 300) {
        let map = dice.map();
        let from = dice.cell(map.size());
        let all = exact_view(&map, from);
        let own = View::new(map.size(), |cell| map.contains(cell));
        for shape in SHAPES {
            let radius = dice.between(0, 24);
            let mut reach = Reach::UNLIMITED.within(radius, shape);
            if dice.between(0, 3) == 0 {
                reach = reach.facing(Direction::East, ConeWidth::Quarter);
            }
            sight.compute_reach(&map, from, reach);
            for cell in map.size().cells() {
                let covered = is_within(shape, radius, from, cell) && reach.covers(from, cell);
                let expected = all.contains(cell) && covered;
                assert_eq!(sight.contains(cell), expected, "{cell} {reach:?}");
            }
            let seen = sight.visible().clone();
            sight.compute_reach(&own, from, reach);
            assert_eq!(*sight.visible(), seen);
            sight.compute_reach(&map, from, Reach::UNLIMITED);
            assert_eq!(*sight.visible(), all, "nothing is left of the cut");
        }
    }
}
