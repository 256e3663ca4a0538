//! Y112 to Y116, N9, and the triggers: worlds and transitions.

use super::*;
use parlour_rogue::{
    Arrival, BadTransition, EntityRef, LevelId, LevelRefused, NoWay, Prop, Side, TileType, Trigger,
    handlers,
};

fn two() -> (World, LevelId, LevelId) {
    let registry = registry();
    let up = Level::from_rows(&registry, &[".........."; 10]).unwrap();
    let down = Level::from_rows(&registry, &["............"; 8]).unwrap();
    let mut world = World::new(registry, Seed(1), "up", up);
    let below = world.add_level("down", down).unwrap();
    (world.clone(), world.current(), below)
}

fn end(level: LevelId, x: i32, y: i32) -> Arrival {
    Arrival {
        level,
        at: at(x, y),
    }
}

fn on(world: &World, level: LevelId) -> Vec<EntityId> {
    world.entities_of(level).map(EntityRef::id).collect()
}

#[test]
fn y112_a_world_has_named_maps_a_current_one_and_transitions() {
    let (mut world, up, down) = two();
    assert_eq!(world.level_name(world.current()), "up");
    assert_eq!(world.level_id("down"), Some(down));
    assert_eq!(world.level_id("attic"), None);
    assert!(world.get_level(down).is_some());
    let again = Level::new(world.registry(), 2, 2);
    assert_eq!(
        world.add_level("up", again.clone()),
        Err(LevelRefused::NameTaken)
    );
    // Replacing the current map leaves the others.
    let before = world.get_level(down).unwrap().to_rows();
    let gone = world.spawn("coin", at(0, 0)).unwrap();
    *world.level_mut() = again;
    assert_eq!(world.get_level(up).unwrap().width(), 2);
    assert_eq!(world.get_level(down).unwrap().to_rows(), before);
    assert!(
        world.entity(gone).is_none(),
        "whoever stood on the old map is gone with it"
    );
    assert!(!world.set(gone, Prop::HP, 1));
}

#[test]
fn y113_a_pair_is_two_one_way_transitions() {
    let (mut world, up, down) = two();
    world
        .add_pair(end(up, 5, 5), end(down, 2, 3), Trigger::Key)
        .unwrap();
    let mut other = two().0;
    other
        .add_transition(end(up, 5, 5), end(down, 2, 3), Trigger::Key)
        .unwrap();
    assert_eq!(other.transition(down, at(2, 3)), None);
    other
        .add_transition(end(down, 2, 3), end(up, 5, 5), Trigger::Key)
        .unwrap();
    assert_eq!(world.fingerprint(), other.fingerprint());
}

#[test]
fn y114_lookup_by_level_and_cell_or_by_an_entitys_cell() {
    let (mut world, up, down) = two();
    world
        .add_pair(end(up, 5, 5), end(down, 2, 3), Trigger::Key)
        .unwrap();
    assert_eq!(world.transition(up, at(5, 5)), Some(end(down, 2, 3)));
    assert_eq!(world.transition(up, at(5, 4)), None);
    let here = world.spawn("player", at(5, 5)).unwrap();
    let away = world.spawn("coin", at(0, 0)).unwrap();
    let below = world.spawn_on(down, "coin", at(2, 3)).unwrap();
    assert_eq!(world.transition_at(here), Some(end(down, 2, 3)));
    assert_eq!(world.transition_at(away), None);
    assert_eq!(
        world.transition_at(below),
        None,
        "only on the current level"
    );
}

#[test]
fn y115_travelling_moves_the_entity_and_switches_the_level() {
    let (mut world, up, down) = two();
    world
        .add_pair(end(up, 5, 5), end(down, 2, 3), Trigger::Key)
        .unwrap();
    let me = world.spawn("player", at(5, 5)).unwrap();
    let a = world.spawn("goblin", at(3, 3)).unwrap();
    let b = world.spawn_on(down, "goblin", at(7, 7)).unwrap();
    world.set(me, Prop::HP, 13);
    let before = world.entity(me).unwrap().to_entity();
    assert_eq!(world.travel(me), Ok(end(down, 2, 3)));
    assert_eq!(world.current(), down);
    assert_eq!((on(&world, up), on(&world, down)), (vec![a], vec![b, me]));
    assert_eq!(
        world.entity(me).unwrap().to_entity(),
        before.moved_to(at(2, 3)),
        "moved, never copied"
    );
    assert_eq!(world.travel(me), Ok(end(up, 5, 5)));
    assert_eq!((on(&world, up), on(&world, down)), (vec![a, me], vec![b]));
    world.place(me, at(0, 0));
    assert_eq!(world.travel(me), Err(NoWay::NoTransition));
}

#[test]
fn y116_creatures_on_other_levels_are_frozen() {
    let (mut world, _, down) = two();
    let me = world.spawn("player", at(0, 0)).unwrap();
    let east = world.spawn_on(down, "east", at(0, 0)).unwrap();
    let map = KeyMap::vi().with(".", "wait").unwrap();
    let mut game = Game::new(world, rules().keys(map)).unwrap();
    for _ in 0..50 {
        game.press(Key::Char('.'));
    }
    assert_eq!(
        (place(&game.world, east), next(&game.world, east)),
        (at(0, 0), 0)
    );
    // And when the level is entered, they do not make up for lost time.
    game.world.travel_to(me, end(down, 5, 5)).unwrap();
    game.press(Key::Char('.'));
    assert!(
        place(&game.world, east).x <= 2,
        "{}",
        place(&game.world, east)
    );
}

#[test]
fn n9_an_occupied_arrival_cell_gives_way_to_the_nearest_free_one() {
    let (mut world, up, down) = two();
    world
        .add_transition(end(up, 5, 5), end(down, 2, 3), Trigger::Key)
        .unwrap();
    let me = world.spawn("player", at(5, 5)).unwrap();
    world.spawn_on(down, "goblin", at(2, 3)).unwrap();
    assert_eq!(
        world.clone().travel(me),
        Ok(end(down, 2, 2)),
        "a straight step is nearer than a diagonal"
    );
    for cell in at(2, 3).neighbours() {
        world.spawn_on(down, "goblin", cell).unwrap();
    }
    let arrival = world.clone().travel(me).unwrap();
    assert_eq!(arrival.at.chebyshev(at(2, 3)), 2);
    // Those who do not block take no room.
    let (mut world, up, down) = two();
    world
        .add_transition(end(up, 5, 5), end(down, 2, 3), Trigger::Key)
        .unwrap();
    let me = world.spawn("player", at(5, 5)).unwrap();
    world.spawn_on(down, "coin", at(2, 3)).unwrap();
    assert_eq!(world.travel(me), Ok(end(down, 2, 3)));
}

#[test]
fn a_full_level_lets_nobody_in() {
    let registry = registry();
    let up = Level::from_rows(&registry, &["..."]).unwrap();
    let mut world = World::new(registry.clone(), Seed(1), "up", up);
    let cell = world
        .add_level(
            "cell",
            Level::from_rows(&registry, &["###", "#.#", "###"]).unwrap(),
        )
        .unwrap();
    let me = world.spawn("player", at(0, 0)).unwrap();
    world.spawn_on(cell, "goblin", at(1, 1)).unwrap();
    let before = world.fingerprint();
    assert_eq!(world.travel_to(me, end(cell, 1, 1)), Err(NoWay::NoRoom));
    assert_eq!(world.travel_to(me, end(cell, 9, 9)), Err(NoWay::OffMap));
    assert_eq!(
        world.travel_to(EntityId(99), end(cell, 1, 1)),
        Err(NoWay::Nobody)
    );
    assert_eq!(world.fingerprint(), before, "nothing happened");
}

#[test]
fn stairs_by_key_portals_by_stepping_edges_by_walking_off() {
    let (mut world, up, down) = two();
    world
        .get_level_mut(up)
        .unwrap()
        .set_type(at(1, 0), TileType::STAIRS_DOWN);
    world
        .add_transition(end(up, 1, 0), end(down, 4, 4), Trigger::Key)
        .unwrap();
    world
        .add_transition(end(down, 5, 4), end(up, 8, 8), Trigger::Step)
        .unwrap();
    world.join_edges(up, Side::East, down).unwrap();
    let me = world.spawn("player", at(0, 0)).unwrap();
    let map = KeyMap::vi().with(">", "descend").unwrap();
    let stairs = handlers::take_stairs(TileType::STAIRS_DOWN, "descend");
    let mut game = Game::new(world, rules().keys(map).on_action("descend", stairs)).unwrap();
    game.press(Key::Char('>'));
    assert_eq!(game.world.log().last(), Some("There are no stairs here."));
    assert_eq!(game.world.turns(), 0, "which is free");
    game.press_all(keys("l>"));
    assert_eq!(
        (game.world.current(), place(&game.world, me)),
        (down, at(4, 4))
    );
    assert_eq!(game.world.log().last(), Some("You descend to down."));
    game.press(Key::Char('l'));
    assert_eq!(
        (game.world.current(), place(&game.world, me)),
        (up, at(8, 8)),
        "the portal"
    );
    game.press_all(keys("ll"));
    assert_eq!(
        (game.world.current(), place(&game.world, me)),
        (down, at(0, 7)),
        "off the eastern edge, onto the shorter map"
    );
    game.press(Key::Char('h'));
    assert_eq!(
        (game.world.current(), place(&game.world, me)),
        (up, at(9, 7)),
        "and back"
    );
    let turns = game.world.turns();
    game.press_all(keys("kkkkkkkk"));
    assert_eq!(game.world.turns(), turns + 7, "other edges are walls");
}

#[test]
fn transitions_from_and_to_nowhere_are_refused() {
    let (mut world, up, down) = two();
    let nowhere = two()
        .0
        .add_level("third", Level::new(&Registry::new(), 1, 1))
        .unwrap();
    let far = Arrival {
        level: nowhere,
        at: at(0, 0),
    };
    assert_eq!(
        world.add_transition(end(up, 0, 0), far, Trigger::Key),
        Err(BadTransition::NoSuchLevel)
    );
    assert_eq!(
        world.add_transition(end(up, 50, 0), end(down, 0, 0), Trigger::Key),
        Err(BadTransition::OffMap(at(50, 0)))
    );
    assert_eq!(
        world.join_edges(up, Side::North, nowhere),
        Err(BadTransition::NoSuchLevel)
    );
}

#[test]
fn a_traveller_takes_its_clock_and_pack_along() {
    let (mut world, _, down) = two();
    let me = world.spawn("player", at(0, 0)).unwrap();
    let coin = world.spawn("coin", at(0, 0)).unwrap();
    world.pick_up(me, coin).unwrap();
    world.set_next_action(me, 35);
    world.travel_to(me, end(down, 1, 1)).unwrap();
    assert_eq!(next(&world, me), 35);
    assert_eq!(world.pack(me).len(), 1);
}
