//! Y1 to Y12: types and lookup.

use super::*;
use parlour_rogue::{Category, Entity, Prop, TypeDef, Value};

fn chain() -> Registry {
    let mut registry = Registry::new();
    registry
        .load(
            "chain.toml",
            r#"
            [entity.creature]
            mortal = true
            speed = 3
            [entity.humanoid]
            parent = "creature"
            hands = 2
            [entity.goblin]
            parent = "humanoid"
            name = "Goblin"
            description = "A small goblin."
            [entity.golem]
            parent = "creature"
            mortal = false
            [entity.clay-golem]
            parent = "golem"
            [tile.door]
            openable = true
            [tile.oak-door]
            parent = "door"
            walkable = false
            "#,
        )
        .unwrap();
    registry
}

fn entity_prop(registry: &Registry, key: &str, prop: &str) -> Option<Value> {
    registry.type_prop(Category::Entity, key, prop).cloned()
}

#[test]
fn y1_an_empty_registry_has_two_name_spaces_and_a_key_may_stand_in_both() {
    let mut registry = Registry::new();
    assert_eq!(registry.entity_types().count(), 0);
    assert_eq!(registry.tile_types().count(), 0);
    let def = |value: i64| TypeDef::new().with("worth", value);
    registry.define(Category::Entity, "stone", def(1)).unwrap();
    registry.define(Category::Tile, "stone", def(2)).unwrap();
    let worth = |category| registry.type_prop(category, "stone", "worth").cloned();
    assert_eq!(worth(Category::Entity), Some(1.into()));
    assert_eq!(worth(Category::Tile), Some(2.into()));
}

#[test]
fn y2_a_property_of_any_name_is_fetched_by_category_type_and_name() {
    let mut registry = Registry::new();
    let def = TypeDef::new()
        .with("smell of moss", "strong")
        .with("ŝercŭ", 7);
    registry.define(Category::Entity, "troll", def).unwrap();
    assert_eq!(
        entity_prop(&registry, "troll", "smell of moss"),
        Some("strong".into())
    );
    assert_eq!(entity_prop(&registry, "troll", "ŝercŭ"), Some(7.into()));
    let (kind, prop) = (
        registry.entity("troll").unwrap(),
        registry.prop("ŝercŭ").unwrap(),
    );
    assert_eq!(registry.entity_prop(kind, prop), Some(&Value::Int(7)));
}

#[test]
fn y3_the_nearest_definition_on_the_chain_wins_at_any_depth() {
    let registry = chain();
    assert_eq!(entity_prop(&registry, "goblin", "speed"), Some(3.into()));
    assert_eq!(entity_prop(&registry, "goblin", "hands"), Some(2.into()));
    assert_eq!(
        entity_prop(&registry, "clay-golem", "mortal"),
        Some(false.into())
    );
    let tile = |prop| {
        registry
            .type_prop(Category::Tile, "oak-door", prop)
            .cloned()
    };
    assert_eq!(tile("openable"), Some(true.into()));
    assert_eq!(tile("walkable"), Some(false.into()));
    // Twenty generations.
    let mut deep = Registry::new();
    let types = (0..20).map(|number| {
        let def = if number == 0 {
            TypeDef::new().with("root", true)
        } else {
            TypeDef::new().parent(format!("t{}", number - 1))
        };
        (Category::Entity, format!("t{number}"), def)
    });
    deep.define_all(types.collect::<Vec<_>>()).unwrap();
    assert_eq!(entity_prop(&deep, "t19", "root"), Some(true.into()));
}

#[test]
fn y4_unknown_types_and_properties_yield_nothing() {
    let registry = chain();
    assert_eq!(entity_prop(&registry, "dragon", "speed"), None);
    assert_eq!(entity_prop(&registry, "goblin", "wings"), None);
    assert_eq!(registry.entity("dragon"), None);
    assert_eq!(registry.type_prop(Category::Tile, "goblin", "speed"), None);
}

#[test]
fn y5_false_is_a_value_and_ends_the_search() {
    let registry = chain();
    assert_eq!(
        entity_prop(&registry, "creature", "mortal"),
        Some(true.into())
    );
    assert_eq!(
        entity_prop(&registry, "golem", "mortal"),
        Some(false.into())
    );
}

#[test]
fn y6_an_explicit_nothing_is_not_a_value_and_the_search_goes_on() {
    // Content has no word for nothing; JSON has, and it is none.
    assert_eq!(Value::from_json(&serde_json::json!(null)), Ok(None));
    let line = r#"{"id":"x","setup":{"map":["."],"types":{"entity":{"a":{"speed":3},"b":{"parent":"a","speed":null}}},"entities":[]},"steps":[{"op":"type_prop","category":"entity","type":"b","prop":"speed","expect":{"value":3}}]}"#;
    assert!(parlour_rogue::cases::check(line)[0].ok());
}

#[test]
fn y7_an_instance_is_asked_first_and_false_there_counts() {
    let mut world = world_of(&["..."]);
    let plain = world.spawn("goblin", at(0, 0)).unwrap();
    let meek = world.spawn("goblin", at(1, 0)).unwrap();
    world.set(meek, Prop::BLOCKS_MOVEMENT, false);
    let prop = |who| {
        world
            .entity(who)
            .unwrap()
            .prop(Prop::BLOCKS_MOVEMENT)
            .cloned()
    };
    assert_eq!(prop(plain), Some(true.into()));
    assert_eq!(prop(meek), Some(false.into()));
    world.unset(meek, Prop::BLOCKS_MOVEMENT);
    let fallen_back = world.entity(meek).unwrap().prop(Prop::BLOCKS_MOVEMENT);
    assert_eq!(fallen_back, Some(&true.into()));
}

#[test]
fn y8_a_name_is_the_instances_the_types_or_the_key() {
    let mut world = world_of(&["...."]);
    world.load_content("more.toml", "[entity.thing]").unwrap();
    let name = |world: &World, who| world.entity(who).unwrap().name().to_string();
    let goblin = world.spawn("goblin", at(0, 0)).unwrap();
    let thing = world.spawn("thing", at(1, 0)).unwrap();
    assert_eq!(name(&world, goblin), "Goblin");
    assert_eq!(name(&world, thing), "thing");
    world.set(goblin, Prop::NAME, "Grishnak");
    assert_eq!(name(&world, goblin), "Grishnak");
}

#[test]
fn y9_a_description_is_the_instances_the_types_or_nothing() {
    let mut world = world_of(&["...."]);
    let coin = world.spawn("coin", at(0, 0)).unwrap();
    assert_eq!(world.entity(coin).unwrap().description(), None);
    world.set(coin, Prop::DESCRIPTION, "Worn smooth.");
    assert_eq!(
        world.entity(coin).unwrap().description(),
        Some("Worn smooth.")
    );
}

#[test]
fn y10_looking_at_a_crowded_cell_describes_the_last_in_the_list() {
    let mut world = world_of(&["..."]);
    world.spawn("coin", at(1, 0)).unwrap();
    let goblin = world.spawn("goblin", at(1, 0)).unwrap();
    let info = world.look_at(at(1, 0)).unwrap();
    assert_eq!(
        (info.name.as_str(), info.category),
        ("Goblin", Category::Entity)
    );
    assert_eq!(info.entity, Some(goblin));
}

#[test]
fn y11_without_entities_the_tile_is_described() {
    let world = world_of(&["..."]);
    let info = world.look_at(at(2, 0)).unwrap();
    assert_eq!(info.name, "Stone Floor");
    assert_eq!(info.description.as_deref(), Some("Cold grey stone."));
    assert_eq!(
        (info.category, info.entity, info.at),
        (Category::Tile, None, at(2, 0))
    );
    assert_eq!(world.look_at(at(3, 0)), None);
}

#[test]
fn y12_behaviour_lives_on_the_type_and_defining_again_replaces_whole() {
    let mut registry = chain();
    let def = TypeDef::new().with("name", "Hobgoblin");
    registry.define(Category::Entity, "goblin", def).unwrap();
    assert_eq!(
        entity_prop(&registry, "goblin", "name"),
        Some("Hobgoblin".into())
    );
    assert_eq!(
        entity_prop(&registry, "goblin", "speed"),
        None,
        "the parent is gone too"
    );
    // An `act` on the entity itself is no behaviour.
    let mut world = world_of(&["..."]);
    let act = Prop::ACT;
    let coin = world.registry().entity("coin").unwrap();
    let fake = world
        .add(Entity::new(coin, at(0, 0)).with(act, "east"))
        .unwrap();
    assert!(!world.entity(fake).unwrap().acts());
    // And a save needs no stripping: what acts acts again.
    let east = world.spawn("east", at(0, 0)).unwrap();
    let loaded = World::load(&world.save(), super::registry()).unwrap();
    assert!(loaded.entity(east).unwrap().acts());
}
