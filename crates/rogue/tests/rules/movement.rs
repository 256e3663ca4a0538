//! Y42 to Y52: movement.

use super::*;
use parlour_rogue::{Bumped, Entity, Outcome, Prop, Step, Time};

#[test]
fn y42_a_legal_step_changes_the_position_and_nothing_else() {
    let mut world = world_of(&["...", "...", "..."]);
    let id = world.spawn("goblin", at(1, 1)).unwrap();
    let other = world.spawn("coin", at(0, 0)).unwrap();
    let before = world.entity(id).unwrap().to_entity();
    world.try_move(id, at(1, 0));
    assert_eq!(
        world.entity(id).unwrap().to_entity(),
        before.moved_to(at(2, 1))
    );
    assert_eq!(place(&world, other), at(0, 0));
    assert_eq!(world.level().to_rows(), ["...", "...", "..."]);
}

#[test]
fn y43_its_result_has_no_retry_and_no_bump() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("goblin", at(0, 0)).unwrap();
    let outcome = world.try_move(id, at(1, 0));
    assert_eq!(outcome, Outcome::turn());
    assert!(!outcome.retry && outcome.bumped.is_none());
}

#[test]
fn y44_steps_off_the_map_fail_in_every_direction_for_everyone() {
    for kind in ["player", "goblin"] {
        let mut world = world_of(&["."]);
        let id = world.spawn(kind, at(0, 0)).unwrap();
        for dx in -1..=1 {
            for dy in -1..=1 {
                let fails = world.try_move(id, at(dx, dy)).retry;
                assert_eq!(fails, (dx, dy) != (0, 0));
            }
        }
        assert!(world.try_move(id, at(i32::MAX, i32::MIN)).retry);
        assert_eq!(place(&world, id), at(0, 0));
    }
}

#[test]
fn y45_a_failed_step_leaves_everything_and_is_free_and_retry() {
    let mut world = world_of(&["#."]);
    let id = world.spawn("goblin", at(1, 0)).unwrap();
    let before = world.fingerprint();
    let outcome = world.try_move(id, at(-1, 0));
    assert!(outcome.retry && outcome.time == Time::Free);
    assert_eq!(world.fingerprint(), before);
}

#[test]
fn y46_a_diagonal_between_two_walls_is_allowed_and_into_a_wall_is_not() {
    let mut world = world_of(&[".#", "#."]);
    let id = world.spawn("coin", at(0, 0)).unwrap();
    assert!(!world.try_move(id, at(1, 1)).retry);
    let mut world = world_of(&["..", ".#"]);
    let id = world.spawn("coin", at(0, 0)).unwrap();
    assert!(world.try_move(id, at(1, 1)).retry);
}

#[test]
fn y47_terrain_inside_the_map_is_named_and_off_the_map_nothing() {
    let mut world = world_of(&["#."]);
    let id = world.spawn("coin", at(1, 0)).unwrap();
    assert_eq!(
        world.try_move(id, at(-1, 0)).bumped,
        Some(Bumped::Cell(at(0, 0)))
    );
    assert_eq!(world.try_move(id, at(1, 0)).bumped, None);
}

#[test]
fn y48_a_creature_in_the_way_is_named_and_no_cell() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("coin", at(0, 0)).unwrap();
    let goblin = world.spawn("goblin", at(1, 0)).unwrap();
    let outcome = world.try_move(id, at(1, 0));
    assert_eq!(outcome.bumped, Some(Bumped::Entity(goblin)));
    assert!(outcome.retry && outcome.is_free());
}

#[test]
fn y49_those_who_do_not_block_can_be_walked_onto() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("goblin", at(0, 0)).unwrap();
    world.spawn("coin", at(1, 0)).unwrap();
    assert!(!world.try_move(id, at(1, 0)).retry);
    assert_eq!(world.entities_at(at(1, 0)).len(), 2);
}

#[test]
fn y50_blocking_is_instance_over_type_and_no_by_default() {
    let mut world = world_of(&["....."]);
    let goblin = world.registry().entity("goblin").unwrap();
    let coin = world.registry().entity("coin").unwrap();
    let meek = world
        .add(Entity::new(goblin, at(1, 0)).with(Prop::BLOCKS_MOVEMENT, false))
        .unwrap();
    let big = world
        .add(Entity::new(coin, at(2, 0)).with(Prop::BLOCKS_MOVEMENT, true))
        .unwrap();
    assert!(!world.entity(meek).unwrap().blocks());
    assert!(world.entity(big).unwrap().blocks());
    let plain = world.spawn("coin", at(3, 0)).unwrap();
    assert!(!world.entity(plain).unwrap().blocks());
}

#[test]
fn y51_of_several_blockers_the_first_is_reported() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("coin", at(0, 0)).unwrap();
    let first = world.spawn("goblin", at(1, 0)).unwrap();
    let second = world.spawn("goblin", at(1, 0)).unwrap();
    assert_eq!(
        world.try_move(id, at(1, 0)).bumped,
        Some(Bumped::Entity(first))
    );
    world.set(first, Prop::HP, 2);
    assert_eq!(
        world.try_move(id, at(1, 0)).bumped,
        Some(Bumped::Entity(second))
    );
}

#[test]
fn y52_terrain_is_tested_before_creatures() {
    let mut world = world_of(&[".#"]);
    let id = world.spawn("coin", at(0, 0)).unwrap();
    let goblin = world.spawn("goblin", at(0, 0)).unwrap();
    world.place(goblin, at(1, 0));
    assert_eq!(world.probe(id, at(1, 0)), Step::Terrain(at(1, 0)));
}
