//! After warm-up no query allocates: counted by the allocator itself.

use std::alloc::System;

use parlour_grid::fov::{FieldOfView, Reach};
use parlour_grid::path::{Clearance, DistanceMap, JumpMap, PathFinder, PathRules, Steps};
use parlour_grid::sight::Sight;
use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Point, Size, View};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A map with a bit of everything, and cells to ask about.
fn map() -> (BitGrid, Vec<Point>) {
    let mut state = 7_u64;
    let mut number = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let size = Size::new(150, 90);
    let blocked = BitGrid::from_fn(size, |_| number() % 100 < 22);
    let cells = (0..200)
        .filter_map(|_| size.point((number() % 13_500) as u32))
        .collect();
    (blocked, cells)
}

/// Asks everything about one half of the cells to warm up; then the other half
/// must not allocate. One test, because the allocator counts for all threads
/// together.
#[test]
fn no_query_allocates_after_warm_up() {
    let (blocked, cells) = map();
    let size = blocked.size();
    let mut view = FieldOfView::new();
    let mut sight = Sight::new();
    let mut own_sight = Sight::new();
    let mut finder = PathFinder::new();
    let mut distances = DistanceMap::new();
    let mut flee = DistanceMap::new();
    let mut explored = BitGrid::new(size);
    let mut interesting = BitGrid::new(size);
    let corners = Corners::new(&blocked);
    let prepared = JumpMap::new(&blocked, Steps::Eight);
    let mut queries = |cells: &[Point]| {
        let mut sum = 0;
        for pair in cells.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            for reach in [
                Reach::UNLIMITED,
                Reach::radius(9),
                Reach::radius(40),
                Reach::circle(9),
                Reach::octagon(40),
            ] {
                view.compute(&blocked, from, reach);
                view.add_to(&mut explored);
                view.compute_with(size, |cell| blocked.contains(cell), to, reach);
                sum += view.count();
            }
            sight.compute(&blocked, from);
            sight.compute_shared(&blocked, pair);
            let own = View::new(size, |cell| blocked.contains(cell));
            own_sight.compute(&own, from);
            own_sight.compute_shared(&own, pair);
            sum += own_sight.count();
            corners.interesting_into(sight.visible(), &mut interesting);
            for steps in [Steps::Eight, Steps::EightNoCutting, Steps::Four] {
                let rules = PathRules::default().with(steps);
                for path in [
                    finder
                        .find(&blocked, from, to, &rules)
                        .map(|path| path.cells().count()),
                    finder
                        .find_on(&prepared, from, to, &rules)
                        .map(|path| path.cells().count()),
                    finder
                        .find_with(size, |cell| !blocked.contains(cell), from, to, &rules)
                        .map(|path| path.cells().count()),
                ] {
                    sum += path.unwrap_or(0) as u32;
                }
            }
        }
        for pair in cells.windows(2).step_by(20) {
            let rules = PathRules::default();
            distances.compute(&blocked, pair.iter().copied(), &rules);
            flee.compute_flee(&distances, 12, &rules);
            distances.compute_weighted(size, |cell| 1 + cell.x as u32 % 3, [pair[0]], &rules);
            distances.compute_explore(&explored, &blocked, &rules);
            sum += distances.descent(pair[1]).count() as u32;
        }
        sum
    };
    let (warm_up, others) = cells.split_at(cells.len() / 2);
    let first = queries(warm_up);
    let region = Region::new(ALLOCATOR);
    let second = queries(others);
    let change = region.change();
    assert_ne!(first, 0);
    assert_ne!(second, 0);
    assert_eq!(change.allocations, 0, "{change:?}");
    assert_eq!(change.reallocations, 0, "{change:?}");
    edits_and_large_movers_do_not_allocate(&blocked, &cells);
}

/// What searches more or less far from query to query, and what follows a wall that
/// comes and goes: asked about all cells, and then about all of them the other way round.
fn edits_and_large_movers_do_not_allocate(blocked: &BitGrid, cells: &[Point]) {
    let size = blocked.size();
    let rules = PathRules::default();
    let corners = Corners::new(blocked);
    let mut walls = blocked.clone();
    let mut any_angle = AnyAngleFinder::new();
    let mut finder = PathFinder::new();
    let mut clearance = Clearance::new(blocked);
    let mut distances = DistanceMap::new();
    distances.compute(blocked, [cells[0]], &rules);
    let mut queries = |pairs: &mut dyn Iterator<Item = (Point, Point)>| {
        let mut found = 0;
        for (from, to) in pairs {
            found += u32::from(any_angle.find(blocked, &corners, from, to).is_some());
            let own = View::new(size, |cell| blocked.contains(cell));
            found += u32::from(any_angle.find(&own, &corners, from, to).is_some());
            for side in [2, 3] {
                let path = finder.find_large(&clearance, side, from, to, &rules);
                found += u32::from(path.is_some());
            }
            for wall in [true, false] {
                let was = walls.contains(from);
                walls.set(from, wall || was);
                clearance.update(&walls, from);
                assert!(distances.set(from, wall || was));
                walls.set(from, was);
                clearance.update(&walls, from);
                assert!(distances.set(from, was));
            }
        }
        found
    };
    let pairs = || cells.windows(2).map(|pair| (pair[0], pair[1]));
    let first = queries(&mut pairs());
    let region = Region::new(ALLOCATOR);
    let second = queries(&mut pairs().rev());
    let change = region.change();
    assert_eq!(first, second);
    assert_ne!(first, 0);
    assert_eq!(change.allocations, 0, "{change:?}");
    assert_eq!(change.reallocations, 0, "{change:?}");
}
