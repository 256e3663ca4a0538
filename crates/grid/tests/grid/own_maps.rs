//! Maps in an author's own form give the same answers as bits.

use std::cell::Cell;

use parlour_grid::fov::{FieldOfView, Reach, Shape};
use parlour_grid::path::{DistanceMap, JumpMap, Path, PathFinder, PathRules, Steps, frontier};
use parlour_grid::sight::{Sight, line_of_sight};
use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Grid, Point, Size, View};

use crate::brute::{exact_view, symmetric_view};
use crate::maps::{Dice, rounds};

/// A level as games keep it: a byte a cell.
struct Level {
    size: Size,
    tiles: Vec<u8>,
}

impl Level {
    fn of(walls: &BitGrid) -> Self {
        let tile = |cell| if walls.contains(cell) { b'#' } else { b'.' };
        Self {
            size: walls.size(),
            tiles: walls.size().cells().map(tile).collect(),
        }
    }
}

impl Grid for Level {
    fn size(&self) -> Size {
        self.size
    }

    fn holds(&self, cell: Point) -> bool {
        let id = self.size.id(cell).expect("only cells of the map are asked");
        self.tiles[id as usize] == b'#'
    }
}

#[test]
fn field_of_view_sight_and_corners_are_those_of_the_bits() {
    let mut dice = Dice::new(301);
    let (mut view, mut sight) = (FieldOfView::new(), Sight::new());
    let mut corners = Corners::default();
    for _ in 0..rounds(5000, 300) {
        let walls = dice.map();
        let level = Level::of(&walls);
        let slice = View::of_slice(level.size, &level.tiles, |&tile| tile == b'#');
        let from = dice.cell(walls.size());
        view.compute(&level, from, Reach::UNLIMITED);
        assert_eq!(view.to_grid(), symmetric_view(&walls, from));
        sight.compute(&slice, from);
        assert_eq!(*sight.visible(), exact_view(&walls, from));
        sight.compute_within(&level, from, Some(3));
        let near = sight.visible().clone();
        sight.compute_within(&walls, from, Some(3));
        assert_eq!(*sight.visible(), near);
        let group = [from, dice.cell(walls.size())];
        sight.compute_shared(&slice, &group);
        let shared = sight.visible().clone();
        sight.compute_shared(&walls, &group);
        assert_eq!(*sight.visible(), shared);
        for _ in 0..20 {
            let to = dice.cell(walls.size());
            let seen = line_of_sight(&walls, from, to);
            assert_eq!(line_of_sight(&level, from, to), seen);
        }
        corners.compute(&level);
        assert_eq!(corners, Corners::new(&walls));
        let mut changed = walls.clone();
        let at = dice.cell(walls.size());
        changed.set(at, !walls.contains(at));
        corners.update(&Level::of(&changed), at);
        assert_eq!(corners, Corners::new(&changed));
    }
}

#[test]
fn wide_maps_of_ones_own_are_seen_like_bits() {
    let mut dice = Dice::new(302);
    let (mut view, mut sight) = (FieldOfView::new(), Sight::new());
    let mut by_bits = FieldOfView::new();
    for _ in 0..rounds(2000, 120) {
        let size = Size::new(dice.between(1, 300), dice.between(1, 300));
        let percent = dice.between(0, 15);
        let walls = dice.walls(size, percent);
        let own = View::new(size, |cell| walls.contains(cell));
        let from = dice.cell(size);
        let shape = [Shape::Square, Shape::Circle, Shape::Octagon][dice.between(0, 2) as usize];
        let reach = match dice.between(0, 2) {
            0 => Reach::UNLIMITED,
            _ => Reach::UNLIMITED.within(dice.between(0, 160), shape),
        };
        view.compute(&own, from, reach);
        by_bits.compute(&walls, from, reach);
        assert_eq!(view.to_grid(), by_bits.to_grid(), "{size} {from} {reach:?}");
        sight.compute(&own, from);
        let seen = sight.visible().clone();
        sight.compute(&walls, from);
        assert_eq!(*sight.visible(), seen);
    }
}

#[test]
fn any_angle_paths_over_ones_own_map_are_the_same() {
    let mut dice = Dice::new(303);
    let mut finder = AnyAngleFinder::new();
    for _ in 0..rounds(2000, 150) {
        let walls = dice.map();
        let corners = Corners::new(&walls);
        let (start, goal) = (dice.cell(walls.size()), dice.cell(walls.size()));
        let vertices = |path: parlour_grid::AnyAnglePath<'_>| path.vertices().to_vec();
        let own = finder
            .find(&Level::of(&walls), &corners, start, goal)
            .map(vertices);
        let bits = finder.find(&walls, &corners, start, goal).map(vertices);
        assert_eq!(own, bits);
    }
}

#[test]
fn only_what_sight_comes_to_is_asked_for() {
    // A room of 9 by 9 in solid rock of 4096 by 4096 cells.
    let size = Size::new(4096, 4096);
    let asked = Cell::new(0);
    let rock = View::new(size, |cell| {
        asked.set(asked.get() + 1);
        Point::new(2000, 2000).chebyshev(cell) > 4
    });
    let mut view = FieldOfView::new();
    view.compute(&rock, Point::new(2001, 1999), Reach::UNLIMITED);
    assert_eq!(view.count(), 11 * 11);
    assert!(asked.get() <= 2 * 11 * 11, "{} cells", asked.get());
    asked.set(0);
    let mut sight = Sight::new();
    sight.compute(&rock, Point::new(2001, 1999));
    assert_eq!(sight.count(), 81);
    assert!(asked.get() <= 64 * 2 * 12, "{} cells", asked.get());
}

#[test]
fn maps_of_any_size_and_cells_anywhere_are_answered() {
    let mut view = FieldOfView::new();
    let mut sight = Sight::new();
    let mut finder = AnyAngleFinder::new();
    let far = [i32::MIN, -1, 0, 1, 63, 64, 65, i32::MAX];
    for (w, h) in [(0, 0), (0, 9), (1, 1), (64, 64), (65, 65), (129, 2)] {
        let size = Size::new(w, h);
        let open = View::new(size, |_| false);
        let corners = Corners::new(&open);
        for x in far {
            for y in far {
                let at = Point::new(x, y);
                for reach in [Reach::circle(u32::MAX), Reach::octagon(u32::MAX)] {
                    view.compute(&open, at, reach);
                    let expected = if size.contains(at) { size.area() } else { 0 };
                    assert_eq!(view.count(), expected, "{size} {at}");
                }
                sight.compute_within(&open, at, Some(u32::MAX));
                assert_eq!(sight.contains(at), size.contains(at));
                let found = finder.find(&open, &corners, at, Point::ORIGIN);
                assert_eq!(
                    found.is_some(),
                    size.contains(at) && size.contains(Point::ORIGIN)
                );
            }
        }
    }
    // A slice that is too short counts as walls beyond its end.
    let short = View::of_slice(Size::new(3, 2), &[0, 0], |&tile| tile == 1);
    view.compute(&short, Point::ORIGIN, Reach::UNLIMITED);
    assert!(view.contains(Point::new(1, 0)) && short.holds(Point::new(2, 0)));
}

#[test]
fn paths_distances_and_frontiers_over_ones_own_map_are_the_same() {
    let mut dice = Dice::new(304);
    let (mut of_bits, mut of_own) = (PathFinder::new(), PathFinder::new());
    let (mut far_bits, mut far_own) = (DistanceMap::new(), DistanceMap::new());
    for round in 0..rounds(2000, 150) {
        let walls = dice.map();
        let own = Level::of(&walls);
        let steps = [Steps::Eight, Steps::EightNoCutting, Steps::Four][round as usize % 3];
        let rules = PathRules::default().with(steps);
        let prepared = JumpMap::new(&own, steps);
        for _ in 0..4 {
            let (start, goal) = (dice.cell(walls.size()), dice.cell(walls.size()));
            let told = |path: Path<'_>| (path.cost(), path.cells().collect::<Vec<_>>());
            let bits = of_bits.find(&walls, start, goal, &rules).map(told);
            assert_eq!(of_own.find(&own, start, goal, &rules).map(told), bits);
            let on = of_own.find_on(&prepared, start, goal, &rules).map(told);
            assert_eq!(on.map(|(cost, _)| cost), bits.map(|(cost, _)| cost));
            far_bits.compute(&walls, [goal], &rules);
            far_own.compute(&own, [goal], &rules);
            assert_eq!(far_own.get(start), far_bits.get(start));
            assert_eq!(far_own.downhill(start), far_bits.downhill(start));
        }
        let explored = dice.walls(walls.size(), 60);
        let own_explored = Level::of(&explored);
        let cells: Vec<_> = frontier(&explored, &walls).collect();
        assert_eq!(frontier(&own_explored, &own).collect::<Vec<_>>(), cells);
        let any = far_own.compute_explore(&own_explored, &own, &rules);
        assert_eq!(any, far_bits.compute_explore(&explored, &walls, &rules));
        let all = walls.size().cells();
        assert!(
            all.into_iter()
                .all(|cell| far_own.get(cell) == far_bits.get(cell))
        );
    }
}
