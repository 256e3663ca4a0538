//! Content files: complaints with file, line and name, and N6.

use super::*;
use parlour_rogue::{Category, ContentError, Problem};
use proptest::prelude::*;

fn complaints(text: &str) -> Vec<String> {
    let error: ContentError = Registry::new().load("mine.toml", text).unwrap_err();
    error.complaints().iter().map(ToString::to_string).collect()
}

#[test]
fn n6_circular_and_missing_parents_are_errors_at_load() {
    let circle = complaints("[entity.a]\nparent = \"b\"\n[entity.b]\nparent = \"a\"\n");
    assert_eq!(
        circle,
        [
            "mine.toml:1: a: inherits from itself: a > b > a",
            "mine.toml:3: b: inherits from itself: b > a > b"
        ]
    );
    let own = complaints("\n[entity.d]\nparent = \"d\"\n");
    assert_eq!(own, ["mine.toml:2: d: inherits from itself: d > d"]);
    let missing = complaints("[entity.creature]\n[entity.c]\nparent = \"creatur\"\n");
    assert_eq!(
        missing,
        ["mine.toml:2: c: parent \"creatur\" is not defined (did you mean \"creature\"?)"]
    );
}

#[test]
fn every_complaint_has_file_line_and_name_and_all_are_told_at_once() {
    let text = r#"
[entity.goblin]
char = "gg"
color = "grean"
attack = "2d0"
delay = 0
[entity.orc]
hp = 1.5
blocks_movement = 1
parent = 3
[tile.lava]
walkable = "yes"
[colour.red]
"#;
    let told = complaints(text);
    for (line, name, part) in [
        (3, "goblin", "char has to be one character"),
        (4, "goblin", "\"grean\" is no colour"),
        (5, "goblin", "a die has at least one side"),
        (6, "goblin", "delay has to be a whole number, 1 or more"),
        (8, "orc", "hp: use yes or no, a whole number"),
        (9, "orc", "blocks_movement has to be true or false"),
        (10, "orc", "parent has to be the key of a type"),
        (12, "lava", "walkable has to be true or false"),
        (13, "colour", "types stand under [entity.KEY] or [tile.KEY]"),
    ] {
        let start = format!("mine.toml:{line}: {name}: ");
        assert!(
            told.iter()
                .any(|complaint| complaint.starts_with(&start) && complaint.contains(part)),
            "{start}{part} in {told:#?}"
        );
    }
    assert_eq!(told.len(), 9, "{told:#?}");
}

#[test]
fn broken_toml_names_the_line() {
    let told = complaints("[entity.a]\nname = \"x\"\nname = \n");
    assert!(told[0].starts_with("mine.toml:3: "), "{told:?}");
}

#[test]
fn refused_content_changes_nothing() {
    let mut registry = registry();
    let before = registry.fingerprint();
    assert!(
        registry
            .load("bad.toml", "[entity.goblin]\nparent = \"nobody\"\n")
            .is_err()
    );
    assert_eq!(registry.fingerprint(), before);
    assert!(
        registry
            .type_prop(Category::Entity, "goblin", "hp")
            .is_some()
    );
}

#[test]
fn types_inherit_across_files_read_together() {
    let mut registry = Registry::new();
    registry
        .load_all(&[
            ("a.toml", "[entity.orc]\nparent = \"creature\"\n"),
            ("b.toml", "[entity.creature]\nhp = 3\n"),
        ])
        .unwrap();
    assert_eq!(
        registry.type_prop(Category::Entity, "orc", "hp"),
        Some(&3.into())
    );
    assert_eq!(
        registry.origin(Category::Entity, "creature"),
        Some(("b.toml", 1))
    );
}

#[test]
fn a_behaviour_nobody_defined_is_refused_with_file_and_line() {
    let mut world = world_of(&["."]);
    world
        .load_content("minds.toml", "\n[entity.bat]\nact = \"wandr\"\n")
        .unwrap();
    let error = Game::new(world, rules()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "minds.toml:2: bat: act: no behaviour \"wandr\" (did you mean \"wander\"?)"
    );
    assert!(matches!(
        error.complaints()[0].problem,
        Problem::UnknownBehaviour { .. }
    ));
}

#[test]
fn content_is_read_anew_while_the_game_runs() {
    let mut world = world_of(&["...~"]);
    let me = world.spawn("player", at(0, 0)).unwrap();
    let rat = world.spawn("coin", at(2, 0)).unwrap();
    let mut game = Game::new(world, rules()).unwrap();
    game.load_content(
        "new.toml",
        "[entity.coin]\nblocks_movement = true\n[tile.water]\nwalkable = true\n",
    )
    .unwrap();
    assert!(game.world.entity(rat).unwrap().blocks());
    assert!(game.world.level().is_walkable(at(3, 0)));
    assert!(
        game.load_content("bad.toml", "[entity.coin]\nact = \"nope\"")
            .is_err()
    );
    assert!(game.world.entity(rat).unwrap().blocks(), "nothing changed");
    game.press(Key::Char('l'));
    assert_eq!(place(&game.world, me), at(1, 0));
}

#[test]
fn ten_thousand_generations_are_read_in_no_time() {
    let line = |number: u32| match number {
        0 => "[entity.t0]\nroot = true\n".to_string(),
        number => format!("[entity.t{number}]\nparent = \"t{}\"\n", number - 1),
    };
    let text: String = (0..9_000).map(line).collect();
    let mut registry = Registry::new();
    registry.load("deep.toml", &text).unwrap();
    assert!(
        registry
            .type_prop(Category::Entity, "t8999", "root")
            .is_some()
    );
    let many: Vec<String> = (0..10_001)
        .map(|number| format!("[entity.k{number}]\n"))
        .collect();
    let many = many.concat();
    assert!(Registry::new().load("many.toml", &many).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(4000) as u32))]

    #[test]
    fn any_text_is_content_or_an_error(text in "(\\PC|\n){0,200}") {
        let _ = Registry::new().load("any.toml", &text);
    }

    #[test]
    fn near_content_is_content_or_an_error(
        text in "(\\[(entity|tile)\\.[a-c]\\]\n|(parent|char|color|act|hp|attack|walkable) = (\"[a-c]\"|true|[0-9]|\"1d4\"|\\{\\}|\\[1\\])\n){0,12}"
    ) {
        let mut registry = Registry::basics();
        if registry.load("near.toml", &text).is_ok() {
            let _ = Game::at_rest(
                World::new(registry.clone(), Seed(0), "m", Level::new(&registry, 2, 2)),
                rules(),
            );
        }
    }
}

#[test]
fn a_mod_changes_one_property_of_one_type() {
    let mut registry = Registry::basics();
    let game = "[entity.beast]\nact = \"wander\"\n[entity.bear]\nparent = \"beast\"\nhp = 9\nname = \"bear\"\n";
    let hard = "[change.entity.bear]\nhp = 20\n[change.tile.water]\ncolor = \"cyan\"\n";
    registry
        .load_all(&[("game.toml", game), ("hard.toml", hard)])
        .unwrap();
    let prop = |name| {
        registry
            .type_prop(Category::Entity, "bear", name)
            .map(ToString::to_string)
    };
    assert_eq!(prop("hp").as_deref(), Some("20"));
    assert_eq!(prop("name").as_deref(), Some("bear"));
    assert_eq!(prop("act").as_deref(), Some("wander"), "it still inherits");
    let water = registry.tile_glyph(parlour_rogue::TileType::WATER);
    assert_eq!(
        (water.char, water.colour.to_string()),
        ('~', "cyan".to_string())
    );
    // One mod over another, and faults with their place.
    registry
        .load("harder.toml", "[change.entity.bear]\nname = \"old bear\"\n")
        .unwrap();
    let hp = registry
        .type_prop(Category::Entity, "bear", "hp")
        .map(ToString::to_string);
    assert_eq!(hp.as_deref(), Some("20"));
    let error = registry
        .load("typo.toml", "\n[change.entity.baer]\nhp = 1\n")
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "typo.toml:2: baer: there is no such type to change (did you mean \"bear\"?)"
    );
    assert!(
        registry
            .load("odd.toml", "[change.monsters.bear]\nhp = 1\n")
            .is_err()
    );
}
