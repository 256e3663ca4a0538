//! Y25 to Y37: entities.

use super::*;
use parlour_rogue::{Colour, Entity, EntityRef, Glyph, NotAdded, Prop, Value};

fn list(world: &World) -> Vec<EntityId> {
    world.entities().map(EntityRef::id).collect()
}

#[test]
fn y25_an_entity_has_type_glyph_colour_and_position() {
    let mut world = world_of(&["..."]);
    let kind = world.registry().entity("goblin").unwrap();
    let entity = Entity::new(kind, at(1, 0))
        .with(Prop::CHAR, "g")
        .with(Prop::COLOR, "green");
    let id = world.add(entity).unwrap();
    let entity = world.entity(id).unwrap();
    assert_eq!(
        (entity.kind(), entity.type_key(), entity.at()),
        (kind, "goblin", at(1, 0))
    );
    assert_eq!(entity.glyph(), Glyph::new('g', Colour::Green));
}

#[test]
fn y26_extra_properties_are_kept_as_given() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("coin", at(0, 0)).unwrap();
    let loot = Value::List(vec!["ring".into(), 3.into(), false.into()]);
    assert!(world.set_named(id, "loot", loot.clone()));
    assert_eq!(world.entity(id).unwrap().named("loot"), Some(&loot));
}

#[test]
fn y27_ids_are_whole_numbers_never_repeated_and_the_player_has_one() {
    let mut world = world_of(&["..."]);
    let player = world.add(Entity::player(at(0, 0))).unwrap();
    let mut seen = vec![player];
    for _ in 0..20 {
        let id = world.spawn("coin", at(1, 0)).unwrap();
        assert!(!seen.contains(&id));
        seen.push(id);
        world.remove(id);
    }
}

#[test]
fn y28_a_caller_may_give_the_id() {
    let mut world = world_of(&["..."]);
    let coin = world.registry().entity("coin").unwrap();
    let given = world
        .add(Entity::new(coin, at(0, 0)).with_id(7_000_000_000))
        .unwrap();
    assert_eq!(given, EntityId(7_000_000_000));
    assert_eq!(
        world.spawn("coin", at(0, 0)).unwrap(),
        EntityId(7_000_000_001)
    );
    let twice = world.add(Entity::new(coin, at(0, 0)).with_id(7_000_000_000));
    assert_eq!(twice, Err(NotAdded::IdTaken(given)));
    let last = world
        .add(Entity::new(coin, at(0, 0)).with_id(u64::MAX))
        .unwrap();
    assert_eq!(last, EntityId(u64::MAX));
    assert_eq!(world.spawn("coin", at(0, 0)), Err(NotAdded::NoIdsLeft));
}

#[test]
fn y29_add_appends_remove_takes_away_and_a_new_map_lists_none() {
    let mut world = world_of(&["..."]);
    assert!(list(&world).is_empty());
    let (a, b, c) = (
        world.spawn("coin", at(0, 0)).unwrap(),
        world.spawn("coin", at(1, 0)).unwrap(),
        world.spawn("coin", at(0, 0)).unwrap(),
    );
    assert_eq!(list(&world), [a, b, c]);
    assert_eq!(world.remove(b).unwrap().id, Some(b));
    assert_eq!(list(&world), [a, c]);
    assert_eq!(world.remove(b), None);
}

#[test]
fn y30_a_cell_answers_all_who_are_there_or_none() {
    let mut world = world_of(&["...", "..."]);
    let (a, b) = (
        world.spawn("coin", at(1, 1)).unwrap(),
        world.spawn("goblin", at(1, 1)).unwrap(),
    );
    world.spawn("coin", at(2, 1)).unwrap();
    let ids = |cell| {
        world
            .entities_at(cell)
            .into_iter()
            .map(EntityRef::id)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(at(1, 1)), [a, b]);
    assert!(ids(at(0, 0)).is_empty() && ids(at(-1, 9)).is_empty());
}

#[test]
fn y31_remove_and_update_find_the_entity_by_id_whatever_copy_the_caller_holds() {
    let mut world = world_of(&["....."]);
    let id = world.spawn("goblin", at(0, 0)).unwrap();
    let outdated = world.entity(id).unwrap().to_entity();
    world.set(id, Prop::HP, 1);
    world.place(id, at(3, 0));
    assert!(world.set(outdated.id.unwrap(), Prop::NAME, "Snaga"));
    assert_eq!(
        world.entity(id).unwrap().int(Prop::HP),
        Some(1),
        "the later change stays"
    );
    assert!(world.remove(outdated.id.unwrap()).is_some());
    assert!(list(&world).is_empty());
}

#[test]
fn y32_without_an_id_an_entity_is_found_by_equality() {
    let mut world = world_of(&["....."]);
    let goblin = world.registry().entity("goblin").unwrap();
    let described = Entity::new(goblin, at(2, 0)).with(Prop::HP, 3);
    let (first, _second) = (
        world.add(described.clone()).unwrap(),
        world.add(described.clone()).unwrap(),
    );
    assert_eq!(world.find_equal(&described), Some(first));
    assert_eq!(world.find_equal(&described.with(Prop::HP, 4)), None);
}

#[test]
fn y33_an_updated_entity_is_the_last_of_the_list_and_the_top_of_its_cell() {
    let mut world = world_of(&["..."]);
    let (a, b) = (
        world.spawn("coin", at(1, 0)).unwrap(),
        world.spawn("coin", at(1, 0)).unwrap(),
    );
    assert_eq!(world.top_at(at(1, 0)).unwrap().id(), b);
    world.set(a, Prop::NAME, "Ducat");
    assert_eq!(list(&world), [b, a]);
    assert_eq!(world.top_at(at(1, 0)).unwrap().id(), a);
}

#[test]
fn y34_low_level_moves_check_nothing() {
    let mut world = world_of(&["#.."]);
    let id = world.spawn("goblin", at(1, 0)).unwrap();
    assert!(world.place(id, at(0, 0)));
    assert_eq!(place(&world, id), at(0, 0), "into a wall");
    assert!(world.place_by(id, at(-5, 7)));
    assert_eq!(place(&world, id), at(-5, 7), "off the map");
    assert!(world.entities_at(at(0, 0)).is_empty());
    assert!(world.place(id, at(2, 0)));
    assert_eq!(world.entities_at(at(2, 0)).len(), 1);
    assert!(!world.place(EntityId(99), at(0, 0)));
}

#[test]
fn y35_the_standard_player_is_a_yellow_at_without_input_of_its_own() {
    let player = Entity::player(at(1, 2));
    assert_eq!(
        (player.kind, player.at),
        (parlour_rogue::EntityType::PLAYER, at(1, 2))
    );
    let mut world = World::new(
        Registry::new(),
        Seed(0),
        "m",
        Level::new(&Registry::new(), 3, 3),
    );
    let id = world.add(player).unwrap();
    assert_eq!(
        world.entity(id).unwrap().glyph(),
        Glyph::new('@', Colour::Yellow)
    );
    // Spawned by its key it is the same, unless content names other looks.
    for (content, char, colour) in [
        ("[entity.player]\nhp = 3", '@', Colour::Yellow),
        ("[entity.player]\nchar = \"P\"", 'P', Colour::Yellow),
        (
            "[entity.player]\nchar = \"P\"\ncolor = \"red\"",
            'P',
            Colour::Red,
        ),
    ] {
        let mut registry = Registry::new();
        registry.load("looks.toml", content).unwrap();
        let level = Level::new(&registry, 3, 3);
        let mut world = World::new(registry, Seed(0), "m", level);
        let id = world.spawn("player", (0, 0)).unwrap();
        let glyph = world.entity(id).unwrap().glyph();
        assert_eq!(glyph, Glyph::new(char, colour), "{content}");
    }
    assert!(
        !world.entity(id).unwrap().acts(),
        "behaviour comes from content"
    );
}

#[test]
fn y36_the_player_is_the_first_entity_of_type_player() {
    let mut world = world_of(&["..."]);
    assert_eq!(world.player(), None);
    world.spawn("coin", at(0, 0)).unwrap();
    let (first, second) = (
        world.spawn("player", at(0, 0)).unwrap(),
        world.spawn("player", at(1, 0)).unwrap(),
    );
    assert_eq!(world.player(), Some(first));
    world.remove(first);
    assert_eq!(world.player(), Some(second));
}

#[test]
fn y37_a_missing_glyph_is_a_question_mark_and_a_missing_colour_white() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("fish", at(0, 0)).unwrap();
    assert_eq!(
        world.entity(id).unwrap().glyph(),
        Glyph::new('?', Colour::White)
    );
}

#[test]
fn entities_cells_and_numbers_agree_after_any_changes() {
    let mut world = world_of(&["......", "......", "......"]);
    let mut chance = parlour_rogue::Stream::new(Seed(5), 0);
    let mut known: Vec<EntityId> = Vec::new();
    for _ in 0..rounds(20_000) {
        let cell = at(chance.below(8) as i32 - 1, chance.below(5) as i32 - 1);
        match (chance.below(5), chance.pick(&known).copied()) {
            (0, _) | (_, None) => known.push(world.spawn("coin", cell).unwrap()),
            (1, Some(id)) => {
                world.remove(id);
                known.retain(|&other| other != id);
            }
            (2, Some(id)) => {
                world.set(id, Prop::HP, 1);
                known.retain(|&other| other != id);
                known.push(id);
            }
            (_, Some(id)) => {
                world.place(id, cell);
                known.retain(|&other| other != id);
                known.push(id);
            }
        }
        assert_eq!(list(&world), known);
        let by_cell: usize = world
            .level()
            .size()
            .cells()
            .map(|cell| world.entities_at(cell).len())
            .sum();
        let on_map = world
            .entities()
            .filter(|entity| world.level().contains(entity.at()))
            .count();
        assert_eq!(by_cell, on_map);
        let here: Vec<EntityId> = world
            .entities_at(cell)
            .into_iter()
            .map(EntityRef::id)
            .collect();
        let there: Vec<EntityId> = world
            .entities()
            .filter(|entity| entity.at() == cell && world.level().contains(cell))
            .map(EntityRef::id)
            .collect();
        assert_eq!(here, there);
    }
}
