//! Y82 to Y86 and Y93 to Y100: sight, distances, lines, paths.

use super::*;
use parlour_rogue::grid::line;
use parlour_rogue::{EntityRef, Metric, Prop};

fn seen(world: &mut World, from: Point, radius: Option<u32>) -> Vec<Point> {
    world.field_of_view(from, radius).iter().collect()
}

#[test]
fn y82_the_result_is_the_set_of_visible_cells_with_the_origin() {
    let mut world = world_of(&["#####", "#.#.#", "#####"]);
    for origin in world.level().size().cells() {
        assert!(seen(&mut world, origin, None).contains(&origin));
        assert!(seen(&mut world, origin, Some(3)).contains(&origin));
    }
    assert!(
        seen(&mut world, at(-1, 0), None).is_empty(),
        "nothing is seen from off the map"
    );
}

#[test]
fn y83_on_an_open_map_everything_is_seen() {
    let mut world = world_of(&["........"; 6]);
    assert_eq!(seen(&mut world, at(3, 2), None).len(), 48);
}

#[test]
fn y84_opaque_cells_are_seen_and_hide_what_lies_behind() {
    let mut world = world_of(&[
        ".........",
        ".........",
        "....#....",
        ".........",
        ".........",
    ]);
    let view = seen(&mut world, at(1, 2), None);
    assert!(view.contains(&at(4, 2)));
    assert!(!view.contains(&at(7, 2)));
    for beside in [at(4, 1), at(4, 3), at(3, 2), at(5, 1), at(5, 3)] {
        assert!(view.contains(&beside), "{beside}");
    }
    let mut room = world_of(&[".......", ".#####.", ".#...#.", ".#####.", "......."]);
    let inside = seen(&mut room, at(3, 2), None);
    assert_eq!(inside.len(), 15, "floor and ring, nothing outside");
}

#[test]
fn y85_the_radius_is_a_square_and_zero_is_the_origin_alone() {
    let mut world = world_of(&["....................."; 21]);
    assert_eq!(seen(&mut world, at(10, 10), Some(0)), [at(10, 10)]);
    let view = seen(&mut world, at(10, 10), Some(3));
    assert_eq!(view.len(), 49);
    assert!(view.contains(&at(13, 13)) && !view.contains(&at(14, 10)));
}

#[test]
fn y86_an_entity_sees_from_its_cell_as_far_as_its_view_radius() {
    let mut world = world_of(&["....................."; 21]);
    let scout = world.spawn("coin", at(10, 10)).unwrap();
    assert_eq!(
        world.entity_view(scout).unwrap().count(),
        441,
        "none is unlimited"
    );
    world.set(scout, Prop::VIEW_RADIUS, 3);
    assert_eq!(world.entity_view(scout).unwrap().count(), 49);
    for (corner, count) in [
        (at(0, 0), 16),
        (at(20, 0), 16),
        (at(0, 20), 16),
        (at(20, 10), 28),
    ] {
        world.place(scout, corner);
        assert_eq!(world.entity_view(scout).unwrap().count(), count);
    }
}

#[test]
fn y93_three_distances() {
    let (a, b) = (at(1, 2), at(6, 4));
    assert_eq!(a.chebyshev(b), 5);
    assert_eq!(a.manhattan(b), 7);
    assert!((at(0, 0).euclid(at(3, 4)) - 5.0).abs() < 1e-9);
    assert!(Metric::Euclid.within(at(0, 0), at(3, 4), 5));
    assert!(!Metric::Euclid.within(at(0, 0), at(3, 4), 4));
}

#[test]
fn y94_a_line_has_both_ends_and_no_gaps_in_any_direction() {
    for x in -5..=5 {
        for y in -5..=5 {
            let cells: Vec<Point> = line(at(0, 0), at(x, y)).collect();
            assert_eq!(cells.first(), Some(&at(0, 0)));
            assert_eq!(cells.last(), Some(&at(x, y)));
            assert_eq!(cells.len() as u32, at(0, 0).chebyshev(at(x, y)) + 1);
            assert!(cells.windows(2).all(|step| step[0].chebyshev(step[1]) == 1));
        }
    }
}

#[test]
fn y95_only_cells_between_the_ends_stop_a_sight_line() {
    let world = world_of(&[
        "..........",
        "...#.....+",
        "..........",
        "...../....",
        "..........",
    ]);
    assert!(!world.sees(at(1, 1), at(5, 1)));
    assert!(world.sees(at(1, 1), at(3, 1)) && world.sees(at(3, 1), at(5, 1)));
    assert!(world.sees(at(5, 1), at(9, 1)) && world.sees(at(3, 3), at(8, 3)));
    for cell in world.level().size().cells() {
        assert!(world.sees(cell, cell));
        for beside in cell
            .neighbours()
            .filter(|&beside| world.level().contains(beside))
        {
            assert!(world.sees(cell, beside));
        }
    }
    assert!(!world.sees(at(-1, 0), at(0, 0)));
}

#[test]
fn y96_entities_within_a_radius_and_the_nearest() {
    let mut world = world_of(&["...................."; 20]);
    let [a, b, c, d] =
        [(5, 5), (7, 5), (5, 8), (15, 15)].map(|cell| world.spawn("coin", cell).unwrap());
    world.set(c, Prop::NAME, "rat");
    let ids = |found: Vec<EntityRef<'_>>| {
        let mut ids: Vec<EntityId> = found.into_iter().map(EntityRef::id).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(world.within(at(5, 5), 3, Metric::Chebyshev)), [a, b, c]);
    assert_eq!(ids(world.within(at(5, 5), 2, Metric::Manhattan)), [a, b]);
    assert_eq!(ids(world.within(at(15, 15), 0, Metric::Chebyshev)), [d]);
    let nearest = |cell, name: &str| {
        world
            .nearest(cell, |entity| entity.name() == name)
            .map(EntityRef::id)
    };
    assert_eq!(nearest(at(4, 6), "Coin"), Some(a));
    assert_eq!(nearest(at(4, 6), "rat"), Some(c));
    assert_eq!(nearest(at(4, 6), "dragon"), None);
    // Searching by cells and searching by entities agree.
    for number in 0..200 {
        world.spawn("coin", (number % 20, number / 20)).unwrap();
    }
    for radius in [0, 1, 3, 6, 30, u32::MAX] {
        let found = ids(world.within(at(9, 9), radius, Metric::Euclid));
        let mut all: Vec<EntityId> = world
            .entities()
            .filter(|entity| Metric::Euclid.within(at(9, 9), entity.at(), radius))
            .map(EntityRef::id)
            .collect();
        all.sort();
        assert_eq!(found, all, "radius {radius}");
    }
}

#[test]
fn y97_paths_take_eight_directions_at_one_and_cut_corners() {
    let mut world = world_of(&[
        "..........",
        "...#......",
        "...#......",
        "...#......",
        "..........",
    ]);
    let path = world.path(None, at(1, 2), at(5, 2), None).unwrap();
    assert_eq!((path.len(), path[0], path[4]), (5, at(1, 2), at(5, 2)));
    assert_eq!(
        world.path(None, at(6, 1), at(6, 1), None),
        Some(vec![at(6, 1)])
    );
    let mut corner = world_of(&[".#", "#."]);
    assert_eq!(
        corner.path(None, at(0, 0), at(1, 1), None).unwrap().len(),
        2
    );
}

#[test]
fn y98_no_path_where_blocked_unwalkable_or_off_the_map() {
    let mut world = world_of(&[".#...", "##...", "....."]);
    for (from, to) in [
        (at(0, 0), at(4, 2)),
        (at(4, 2), at(1, 0)),
        (at(1, 1), at(4, 2)),
        (at(4, 2), at(15, 15)),
        (at(-1, -1), at(4, 2)),
    ] {
        assert_eq!(world.path(None, from, to, None), None, "{from} to {to}");
    }
}

#[test]
fn y99_a_step_limit() {
    let mut world = world_of(&[".........."; 10]);
    assert_eq!(world.path(None, at(2, 2), at(9, 9), Some(3)), None);
    assert_eq!(world.path(None, at(2, 2), at(9, 9), Some(6)), None);
    assert_eq!(
        world.path(None, at(2, 2), at(9, 9), Some(7)).unwrap().len(),
        8
    );
}

#[test]
fn y100_paths_honour_abilities_and_ignore_creatures() {
    let mut world = world_of(&["..~..", "##~##"]);
    let fish = world.spawn("fish", at(0, 0)).unwrap();
    let walker = world.spawn("coin", at(0, 0)).unwrap();
    assert!(world.path(Some(fish), at(0, 0), at(4, 0), None).is_some());
    assert!(world.path(Some(walker), at(0, 0), at(4, 0), None).is_none());
    let mut world = world_of(&["....."]);
    let walker = world.spawn("coin", at(0, 0)).unwrap();
    world.spawn("goblin", at(2, 0)).unwrap();
    assert!(world.path(Some(walker), at(0, 0), at(4, 0), None).is_some());
}

#[test]
fn n8_sight_is_mutual_between_floor_cells() {
    let (mut world, floor) = pillars();
    for radius in [None, Some(2), Some(4)] {
        for &one in &floor {
            let view = world.field_of_view(one, radius).to_grid();
            for &other in &floor {
                let back = world.field_of_view(other, radius).contains(one);
                assert_eq!(view.contains(other), back, "{one} and {other}");
                if radius.is_none() {
                    assert_eq!(world.sees(one, other), back);
                }
            }
        }
    }
}

#[test]
fn what_was_seen_stays_explored_on_its_own_level() {
    let mut world = world_of(&["#######", "#..#..#", "#######"]);
    let me = world.spawn("player", at(1, 1)).unwrap();
    let game = Game::new(world, rules()).unwrap();
    let explored = game.world.level().explored();
    assert!(explored.contains(at(2, 1)) && explored.contains(at(3, 1)));
    assert!(!explored.contains(at(4, 1)));
    assert_eq!(game.world.player(), Some(me));
}

#[test]
fn the_players_sight_is_kept_until_it_moves_or_a_tile_changes() {
    let mut world = world_of(&["....+...."]);
    let me = world.spawn("player", at(0, 0)).unwrap();
    assert!(!world.player_sees(at(6, 0)));
    world
        .level_mut()
        .set_type(at(4, 0), parlour_rogue::TileType::DOOR_OPEN);
    assert!(world.player_sees(at(6, 0)));
    world
        .level_mut()
        .set_type(at(4, 0), parlour_rogue::TileType::DOOR_CLOSED);
    world.place(me, at(8, 0));
    assert!(world.player_sees(at(6, 0)) && !world.player_sees(at(2, 0)));
}
