//! Y13 to Y24 and Y80, Y81: tiles, maps, map building.

use super::*;
use parlour_rogue::{Category, Colour, Entity, Glyph, Prop, Rect, Tile, TileType, Value};

const SEVEN: [(&str, TileType, char, Colour, bool, bool); 7] = [
    ("floor", TileType::FLOOR, '.', Colour::White, true, true),
    ("wall", TileType::WALL, '#', Colour::White, false, false),
    (
        "door-closed",
        TileType::DOOR_CLOSED,
        '+',
        Colour::Yellow,
        false,
        false,
    ),
    (
        "door-open",
        TileType::DOOR_OPEN,
        '/',
        Colour::Yellow,
        true,
        true,
    ),
    ("water", TileType::WATER, '~', Colour::Blue, false, true),
    (
        "stairs-down",
        TileType::STAIRS_DOWN,
        '>',
        Colour::White,
        true,
        true,
    ),
    (
        "stairs-up",
        TileType::STAIRS_UP,
        '<',
        Colour::White,
        true,
        true,
    ),
];

#[test]
fn y13_the_seven_tiles_look_as_documented() {
    for registry in [Registry::new(), Registry::basics()] {
        for (key, kind, char, colour, _, _) in SEVEN {
            assert_eq!(registry.tile(key), Some(kind));
            assert_eq!(registry.tile_glyph(kind), Glyph::new(char, colour), "{key}");
        }
    }
}

/// Defining a type again replaces the definition (Y12); how the seven tiles look
/// without one is no definition.
#[test]
fn y12_y13_a_standard_tile_that_is_defined_keeps_the_nature_it_does_not_name() {
    for mut registry in [Registry::new(), Registry::basics()] {
        for (key, kind, char, colour, walkable, transparent) in SEVEN {
            let first = format!(
                "[tile.{key}]\nname = \"First\"\nchar = \"x\"\ncolor = \"red\"\nslow = 2\n"
            );
            registry.load("first.toml", &first).unwrap();
            assert_eq!(registry.tile_glyph(kind), Glyph::new('x', Colour::Red));
            assert_eq!(registry.tile_walkable(kind), walkable, "{key}");
            let second = format!("[tile.{key}]\nname = \"Second\"\n");
            registry.load("second.toml", &second).unwrap();
            assert_eq!(registry.tile_name(kind), "Second");
            let slow = registry.type_prop(Category::Tile, key, "slow");
            assert_eq!(slow, None, "replaced whole: {key}");
            let glyph = registry.tile_glyph(kind);
            assert_eq!(glyph, Glyph::new(char, colour), "{key}");
            assert_eq!(registry.tile_walkable(kind), walkable, "{key}");
            assert_eq!(registry.tile_transparent(kind), transparent, "{key}");
        }
    }
}

#[test]
fn y14_walkable_and_see_through_are_as_documented() {
    let registry = Registry::new();
    for (key, kind, _, _, walkable, transparent) in SEVEN {
        assert_eq!(registry.tile_walkable(kind), walkable, "{key}");
        assert_eq!(registry.tile_transparent(kind), transparent, "{key}");
    }
}

#[test]
fn y15_an_unknown_tile_is_a_white_question_mark_and_stops_feet_and_eyes() {
    let mut registry = Registry::new();
    assert_eq!(registry.tile("mystery"), None);
    let kind = registry.tile_key("mystery").unwrap();
    assert_eq!(registry.tile_glyph(kind), Glyph::new('?', Colour::White));
    let mut level = Level::new(&registry, 2, 1);
    level.set_tile(at(0, 0), kind);
    assert!(!level.is_walkable(at(0, 0)) && !level.is_transparent(at(0, 0)));
}

#[test]
fn y16_one_tile_may_differ_from_its_type() {
    let registry = Registry::new();
    let mut level = Level::new(&registry, 3, 1);
    let odd = Tile::new(TileType::FLOOR)
        .with(Prop::CHAR, ",")
        .with(Prop::COLOR, "green")
        .with(Prop::WALKABLE, false)
        .with(Prop::TRANSPARENT, false);
    level.set_tile(at(1, 0), odd);
    assert_eq!(level.tile_glyph(at(1, 0)), Glyph::new(',', Colour::Green));
    assert!(!level.is_walkable(at(1, 0)) && !level.is_transparent(at(1, 0)));
    for other in [at(0, 0), at(2, 0)] {
        assert_eq!(level.tile_glyph(other), Glyph::new('.', Colour::White));
        assert!(level.is_walkable(other) && level.is_transparent(other));
    }
}

#[test]
fn y17_walkable_is_decided_by_instance_then_type_then_abilities() {
    let mut world = world_of(&["#.~"]);
    let walker = world.spawn("coin", at(1, 0)).unwrap();
    let fish = world.spawn("fish", at(1, 0)).unwrap();
    let free = |world: &World, who, x: i32| !world.clone().try_move(who, at(x - 1, 0)).retry;
    assert!(!free(&world, walker, 0) && !free(&world, walker, 2));
    assert!(!free(&world, fish, 0) && free(&world, fish, 2));
    world
        .level_mut()
        .set_tile_prop(at(0, 0), Prop::WALKABLE, true);
    assert!(free(&world, walker, 0), "the instance says yes to a wall");
    world.place(walker, at(0, 0));
    world
        .level_mut()
        .set_tile_prop(at(1, 0), Prop::WALKABLE, false);
    assert!(
        world.try_move(walker, at(1, 0)).retry,
        "the instance says no to floor"
    );
    world
        .level_mut()
        .set_tile_prop(at(2, 0), Prop::WALKABLE, false);
    assert!(
        world.try_move(fish, at(1, 0)).retry,
        "the instance says no to swimmers"
    );
}

/// The order of Y17: what the one tile says is final, what the type says is not;
/// after it the mover's abilities are asked.
#[test]
fn y17_a_type_that_is_not_walkable_is_asked_before_abilities_and_one_tile_instead_of_them() {
    let mut registry = registry();
    let content =
        "[tile.water]\nwalkable = false\n[tile.shallows]\nparent = \"water\"\nwalkable = true\n";
    registry.load("tiles.toml", content).unwrap();
    let level = Level::from_rows(&registry, &["~.~"]).unwrap();
    let mut world = World::new(registry, Seed(1), "map", level);
    let fish = world.spawn("fish", at(1, 0)).unwrap();
    let coin = world.spawn("coin", at(1, 0)).unwrap();
    let free = |world: &World, who, x: i32| !world.clone().try_move(who, at(x - 1, 0)).retry;
    assert!(free(&world, fish, 0) && !free(&world, coin, 0));
    let shallows = world.registry().tile("shallows").unwrap();
    world.level_mut().set_tile(at(2, 0), shallows);
    assert!(free(&world, fish, 2) && free(&world, coin, 2));
    for place in [at(0, 0), at(2, 0)] {
        let level = world.level_mut();
        level.set_tile_prop(place, Prop::WALKABLE, false);
        assert!(!free(&world, fish, place.x) && !free(&world, coin, place.x));
    }
}

#[test]
fn y18_can_swim_opens_water_and_nothing_else() {
    let mut world = world_of(&["#+~", "#.#"]);
    let fish = world.spawn("fish", at(1, 1)).unwrap();
    assert!(world.try_move(fish, at(-1, -1)).retry);
    assert!(world.try_move(fish, at(0, -1)).retry);
    assert!(!world.try_move(fish, at(1, -1)).retry);
    // On an instance it works as on a type.
    let mut world = world_of(&["~."]);
    let coin = world.registry().entity("coin").unwrap();
    let swimmer = world
        .add(Entity::new(coin, at(1, 0)).with(Prop::CAN_SWIM, true))
        .unwrap();
    assert!(!world.try_move(swimmer, at(-1, 0)).retry);
}

#[test]
fn y19_no_ability_opens_walls_or_closed_doors() {
    let mut world = world_of(&["#.+"]);
    let coin = world.registry().entity("coin").unwrap();
    let able = world
        .add(Entity::new(coin, at(1, 0)).with(Prop::CAN_SWIM, true))
        .unwrap();
    for ability in ["can_fly", "can_phase", "walkable", "can_open"] {
        assert!(world.set_named(able, ability, true));
    }
    assert!(world.try_move(able, at(-1, 0)).retry);
    assert!(world.try_move(able, at(1, 0)).retry);
}

#[test]
fn abilities_are_what_tiles_ask_for() {
    let mut world = world_of(&[".."]);
    let content =
        "[tile.lava]\nchar = \"~\"\nneeds = \"fireproof\"\n[entity.imp]\nfireproof = true\n";
    world.load_content("lava.toml", content).unwrap();
    let lava = world.registry().tile("lava").unwrap();
    world.level_mut().set_tile(at(1, 0), lava);
    let (imp, fish) = (
        world.spawn("imp", at(0, 0)).unwrap(),
        world.spawn("fish", at(0, 0)).unwrap(),
    );
    assert!(world.try_move(fish, at(1, 0)).retry);
    assert!(!world.try_move(imp, at(1, 0)).retry);
}

#[test]
fn y20_a_new_map_is_all_floor_and_empty_and_knows_its_size() {
    let level = Level::new(&Registry::new(), 7, 5);
    assert_eq!(
        (level.width(), level.height(), level.entity_count()),
        (7, 5, 0)
    );
    assert!(
        level
            .size()
            .cells()
            .all(|cell| level.tile_type(cell) == Some(TileType::FLOOR))
    );
}

#[test]
fn y21_in_bounds_is_zero_up_to_but_not_including_the_size() {
    let level = Level::new(&Registry::new(), 7, 5);
    for x in -2..9 {
        for y in -2..7 {
            let inside = (0..7).contains(&x) && (0..5).contains(&y);
            assert_eq!(level.contains(at(x, y)), inside);
            assert_eq!(level.tile_type(at(x, y)).is_some(), inside);
        }
    }
}

#[test]
fn y22_setting_a_tile_gives_a_new_map_and_leaves_the_old() {
    let old = Level::new(&Registry::new(), 4, 4);
    let new = old.with_tile(at(2, 1), TileType::WALL);
    assert_eq!(old.tile_type(at(2, 1)), Some(TileType::FLOOR));
    for cell in old.size().cells() {
        let wall = cell == at(2, 1);
        assert_eq!(new.tile_type(cell) == Some(TileType::WALL), wall);
    }
}

#[test]
fn y23_a_tile_keeps_every_property_it_was_made_with() {
    let mut registry = Registry::new();
    let damage = registry.prop_key("damage").unwrap();
    let mut level = Level::new(&registry, 2, 2);
    let tile = Tile::new(TileType::FLOOR)
        .with(damage, 3)
        .with(Prop::NAME, "Embers");
    level.set_tile(at(1, 1), tile.clone());
    assert_eq!(level.tile(at(1, 1)), Some(tile));
    assert_eq!(
        level.tile_prop(&registry, at(1, 1), damage),
        Some(&Value::Int(3))
    );
}

#[test]
fn y24_basics_name_all_seven_and_more_can_be_added() {
    let mut registry = Registry::basics();
    for (key, kind, ..) in SEVEN {
        assert_ne!(registry.tile_name(kind), key);
        assert!(
            registry.tile_prop(kind, Prop::DESCRIPTION).is_some(),
            "{key}"
        );
    }
    registry
        .load(
            "more.toml",
            "[tile.moss]\nparent = \"floor\"\nchar = \"\\\"\"\n",
        )
        .unwrap();
    let moss = registry.tile("moss").unwrap();
    assert!(registry.tile_walkable(moss) && registry.tile_transparent(moss));
    assert_eq!(registry.tile_glyph(moss).char, '"');
    assert_eq!(
        registry.tile_name(moss),
        "Stone Floor",
        "the name is inherited"
    );
}

#[test]
fn y80_fill_rect_fills_exactly_and_a_room_is_a_ring_around_floor() {
    let mut level = Level::new(&Registry::new(), 12, 10);
    level.fill_rect(Rect::new(2, 3, 4, 2), TileType::WATER);
    let wet = level
        .size()
        .cells()
        .filter(|&cell| level.tile_type(cell) == Some(TileType::WATER));
    assert_eq!(wet.count(), 8);
    level.fill_all(TileType::WALL);
    level.make_room(Rect::new(1, 1, 6, 4));
    let floor: Vec<Point> = level
        .size()
        .cells()
        .filter(|&cell| level.is_walkable(cell))
        .collect();
    assert_eq!(floor.len(), 8);
    assert!(
        floor
            .iter()
            .all(|&cell| Rect::new(2, 2, 4, 2).contains(cell))
    );
    // Off the map is left out, and a rectangle without cells fills none.
    level.fill_rect(Rect::new(-5, -5, 100, 3), TileType::FLOOR);
    level.fill_rect(Rect::new(3, 3, 0, 5), TileType::WATER);
    assert_eq!(level.tile_type(at(0, 0)), Some(TileType::WALL));
}

#[test]
fn y81_a_corridor_runs_across_first_then_down_with_both_ends() {
    for (from, to) in [
        (at(4, 3), at(9, 7)),
        (at(9, 7), at(4, 3)),
        (at(4, 7), at(9, 3)),
        (at(2, 2), at(2, 2)),
    ] {
        let mut level = Level::new(&Registry::new(), 12, 10);
        level.fill_all(TileType::WALL);
        level.make_corridor(from, to);
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        for cell in level.size().cells() {
            let across = cell.y == from.y && (left..=right).contains(&cell.x);
            let down = cell.x == to.x && (top..=bottom).contains(&cell.y);
            assert_eq!(
                level.is_walkable(cell),
                across || down,
                "{from} to {to} at {cell}"
            );
        }
    }
    let demo = parlour_rogue::demo::world(Seed(1));
    assert!(
        parlour_rogue::generate::is_connected(demo.level()),
        "rooms and corridors of the demo"
    );
}

#[test]
fn drawings_are_read_and_unknown_signs_are_refused() {
    let level = Level::from_rows(&Registry::new(), &["#.+/", "~><"]).unwrap();
    assert_eq!(level.to_rows(), ["#.+/", "~><#"]);
    let error = Level::from_rows(&Registry::new(), &["..", ".x"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'x' at 1,1 stands for no tile; use # . + / ~ > <"
    );
}
