//! Ten properties that prove a symmetric field of view, each on random maps, from
//! every kind of origin, without a limit and with a small radius.

use parlour_grid::fov::{FieldOfView, Reach, line_of_sight};
use parlour_grid::{BitGrid, Direction, Orientation, Point, Rect, Size};

use crate::brute::symmetric_view;
use crate::maps::{Dice, drawn, rounds};

fn view(opaque: &BitGrid, from: Point, reach: Reach) -> BitGrid {
    let mut field = FieldOfView::new();
    field.compute(opaque, from, reach);
    field.to_grid()
}

fn walled(size: Size) -> BitGrid {
    BitGrid::from_fn(size, |cell| size.rect().on_border(cell))
}

fn is_floor(opaque: &BitGrid, cell: Point) -> bool {
    opaque.get(cell) == Some(false)
}

/// Maps of every kind: noise, rooms with doorways, corridors, no border at all.
fn any_map(dice: &mut Dice) -> BitGrid {
    let mut map = dice.map();
    match dice.between(0, 3) {
        0 => {}
        1 => map |= &walled(map.size()),
        2 => {
            // A wall with doorways across a room.
            let size = Size::new(dice.between(8, 30), dice.between(8, 30));
            map = walled(size);
            let column = dice.between(2, size.width() - 3) as i32;
            for y in 0..size.height() as i32 {
                map.set(Point::new(column, y), dice.between(0, 5) > 0);
            }
        }
        _ => {
            // Corridors one cell wide, crossing.
            let size = Size::new(dice.between(8, 30), dice.between(8, 30));
            map = BitGrid::full(size);
            for _ in 0..dice.between(1, 5) {
                let (at, along) = (dice.cell(size), dice.between(0, 1) == 0);
                let line = if along {
                    Rect::new(1, at.y, size.width() as i32 - 2, 1)
                } else {
                    Rect::new(at.x, 1, 1, size.height() as i32 - 2)
                };
                for cell in line.cells() {
                    map.set(cell, false);
                }
            }
        }
    }
    map
}

#[test]
fn property_1_an_empty_room_is_seen_with_walls_and_corners_from_every_floor_cell() {
    let mut dice = Dice::new(101);
    for _ in 0..rounds(200, 40) {
        let size = Size::new(dice.between(3, 90), dice.between(3, 30));
        let room = walled(size);
        for from in size
            .cells()
            .filter(|&cell| is_floor(&room, cell))
            .step_by(7)
        {
            assert_eq!(view(&room, from, Reach::UNLIMITED).count(), size.area());
        }
    }
}

#[test]
fn property_2_corridors_are_seen_with_both_walls_and_up_to_the_bend() {
    for length in 3..70 {
        let size = Size::new(length, 3);
        let corridor = walled(size);
        for way in Orientation::all() {
            for x in 1..length as i32 - 1 {
                let from = way.cell(size, Point::new(x, 1));
                let seen = view(&way.set(&corridor), from, Reach::UNLIMITED);
                assert_eq!(seen.count(), size.area(), "{way:?} from {x}");
            }
        }
    }
    let bend = drawn(&[
        "##########",
        "#........#",
        "########.#",
        "########.#",
        "########.#",
        "##########",
    ]);
    for way in Orientation::all() {
        let from = way.cell(bend.size(), Point::new(1, 1));
        let seen = view(&way.set(&bend), from, Reach::UNLIMITED);
        let sees = |x, y| seen.contains(way.cell(bend.size(), Point::new(x, y)));
        assert!(
            (0..10).all(|x| sees(x, 0) && sees(x, 1)),
            "up to the outer corner"
        );
        assert!((0..8).all(|x| sees(x, 2)));
        assert!(!sees(8, 3) && !sees(8, 4) && !sees(7, 3));
    }
}

#[test]
fn property_3_every_wall_beside_visible_floor_on_the_observers_side_is_visible() {
    let mut dice = Dice::new(103);
    for _ in 0..rounds(3000, 400) {
        let map = any_map(&mut dice);
        let from = dice.cell(map.size());
        let seen = view(&map, from, Reach::UNLIMITED);
        for floor in seen.iter().filter(|&cell| is_floor(&map, cell)) {
            for way in Direction::STRAIGHT {
                let wall = floor.step(way);
                let away = wall.chebyshev(from) >= floor.chebyshev(from)
                    && wall.manhattan(from) > floor.manhattan(from);
                if map.contains(wall) && away {
                    assert!(
                        seen.contains(wall),
                        "{wall} beyond {floor} from {from}\n{map:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn property_4_behind_a_gap_exactly_the_cells_of_the_definition_are_seen() {
    for gap in 0..15 {
        let map = BitGrid::from_fn(Size::new(25, 15), |cell| cell.x == 10 && cell.y != gap);
        for from in Rect::new(0, 0, 10, 15).cells() {
            let seen = view(&map, from, Reach::UNLIMITED);
            assert_eq!(seen, symmetric_view(&map, from), "gap {gap} from {from}");
        }
    }
}

/// Whether a segment between two centres meets the interior of a cell: in doubled
/// coordinates the cell is the open square of side 2 round its centre.
fn crosses_interior(a: Point, b: Point, cell: Point) -> bool {
    let (mut low, mut high) = ((0_i64, 1_i64), (1_i64, 1_i64));
    for (from, to, at) in [(a.x, b.x, cell.x), (a.y, b.y, cell.y)] {
        let (delta, off) = (2 * i64::from(to - from), 2 * i64::from(at - from));
        if delta == 0 {
            if off != 0 {
                return false;
            }
            continue;
        }
        let sign = delta.signum();
        let (one, other) = ((off - 1) * sign, (off + 1) * sign);
        let (enter, leave) = ((one.min(other), delta.abs()), (one.max(other), delta.abs()));
        if low.0 * enter.1 < enter.0 * low.1 {
            low = enter;
        }
        if leave.0 * high.1 < high.0 * leave.1 {
            high = leave;
        }
    }
    low.0 * high.1 < high.0 * low.1
}

#[test]
fn property_5_floor_whose_segment_crosses_no_wall_is_visible() {
    let mut dice = Dice::new(105);
    for _ in 0..rounds(1500, 150) {
        let map = any_map(&mut dice);
        let from = dice.cell(map.size());
        let seen = view(&map, from, Reach::UNLIMITED);
        for to in map.size().cells().filter(|&to| is_floor(&map, to)) {
            let clear = Rect::spanning(from, to)
                .cells()
                .filter(|&cell| cell != from && map.contains(cell))
                .all(|cell| !crosses_interior(from, to, cell));
            assert!(!clear || seen.contains(to), "{from} to {to}\n{map:?}");
        }
    }
}

#[test]
fn property_6_floor_sees_floor_exactly_when_it_is_seen() {
    let mut dice = Dice::new(106);
    for _ in 0..rounds(100, 12) {
        let size = Size::new(dice.between(1, 16), dice.between(1, 16));
        let percent = dice.between(2, 45);
        let map = dice.walls(size, percent);
        for reach in [Reach::UNLIMITED, Reach::radius(dice.between(0, 8))] {
            let floor: Vec<_> = size.cells().filter(|&cell| is_floor(&map, cell)).collect();
            let views: Vec<_> = floor.iter().map(|&from| view(&map, from, reach)).collect();
            for (one, seen) in floor.iter().zip(&views) {
                for (other, back) in floor.iter().zip(&views) {
                    assert_eq!(seen.contains(*other), back.contains(*one), "{one} {other}");
                }
            }
        }
    }
}

#[test]
fn property_7_the_result_commutes_with_flips_and_transpositions() {
    let mut dice = Dice::new(107);
    for _ in 0..rounds(2000, 300) {
        let map = any_map(&mut dice);
        let from = dice.cell(map.size());
        for reach in [Reach::UNLIMITED, Reach::radius(dice.between(0, 8))] {
            let seen = view(&map, from, reach);
            for way in Orientation::all() {
                let laid = view(&way.set(&map), way.cell(map.size(), from), reach);
                assert_eq!(laid, way.set(&seen), "{way:?}");
            }
        }
    }
}

#[test]
fn property_8_removing_a_wall_hides_no_floor_and_a_radius_only_cuts() {
    let mut dice = Dice::new(108);
    for _ in 0..rounds(3000, 400) {
        let map = any_map(&mut dice);
        let from = dice.cell(map.size());
        let seen = view(&map, from, Reach::UNLIMITED);
        let mut opened = map.clone();
        for wall in map.iter().step_by(5) {
            opened.set(wall, false);
        }
        let more = view(&opened, from, Reach::UNLIMITED);
        for floor in seen.iter().filter(|&cell| is_floor(&map, cell)) {
            assert!(more.contains(floor), "{floor} from {from}\n{map:?}");
        }
        let radius = dice.between(0, 20);
        let near = view(&map, from, Reach::radius(radius));
        for cell in map.size().cells() {
            let expected = seen.contains(cell) && from.chebyshev(cell) <= radius;
            assert_eq!(near.contains(cell), expected);
        }
    }
}

#[test]
fn property_9_equality_with_the_definition_on_a_million_pairs() {
    let mut dice = Dice::new(109);
    let mut pairs = 0;
    while pairs < rounds(10_000_000, 1_000_000) {
        let map = any_map(&mut dice);
        for _ in 0..4 {
            let from = dice.cell(map.size());
            let seen = view(&map, from, Reach::UNLIMITED);
            assert_eq!(seen, symmetric_view(&map, from), "from {from}\n{map:?}");
            pairs += map.size().area();
        }
    }
}

#[test]
fn property_9_products_fit_on_the_largest_maps() {
    let size = Size::new(32_767, 32_767);
    let (corner, far) = (Point::new(0, 0), Point::new(32_766, 32_765));
    assert!(line_of_sight(size, |_| false, corner, far));
    // At step 8000 the segment is a quarter of a cell off the diagonal.
    let wall = Point::new(8000, 8000);
    assert!(!line_of_sight(size, |cell| cell == wall, corner, far));
    for size in [Size::new(32_767, 3), Size::new(3, 32_767)] {
        let map = BitGrid::new(size);
        for from in [Point::ORIGIN, size.rect().south_east()] {
            assert_eq!(view(&map, from, Reach::UNLIMITED).count(), size.area());
        }
    }
}

#[test]
fn property_10_maps_without_borders_origins_in_corners_and_single_lines() {
    let mut dice = Dice::new(110);
    for length in 1..140 {
        for size in [Size::new(length, 1), Size::new(1, length)] {
            let map = dice.walls(size, 10);
            let from = dice.cell(size);
            let seen = view(&map, from, Reach::UNLIMITED);
            assert_eq!(seen, symmetric_view(&map, from));
        }
    }
    for _ in 0..rounds(500, 60) {
        let size = Size::new(dice.between(1, 30), dice.between(1, 30));
        let map = dice.walls(size, 12);
        let Rect { w, h, .. } = size.rect();
        for from in [(0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)] {
            let seen = view(&map, from.into(), Reach::UNLIMITED);
            assert_eq!(seen, symmetric_view(&map, from.into()));
        }
    }
    let empty = BitGrid::new(Size::new(0, 0));
    assert!(view(&empty, Point::ORIGIN, Reach::UNLIMITED).is_empty());
    let map = BitGrid::new(Size::new(4, 4));
    for off in [(-1, 0), (4, 0), (0, 4), (i32::MIN, i32::MAX)] {
        for reach in [Reach::UNLIMITED, Reach::radius(u32::MAX)] {
            assert!(view(&map, off.into(), reach).is_empty());
        }
    }
}

#[test]
fn an_opaque_origin_still_sees_and_radius_0_is_the_origin_alone() {
    let map = drawn(&["###", "#.#", "###"]);
    let wall = Point::new(0, 1);
    assert!(view(&map, wall, Reach::UNLIMITED).contains(Point::new(2, 1)));
    for from in map.size().cells() {
        let seen = view(&map, from, Reach::radius(0));
        assert!(seen.iter().eq([from]));
    }
}
