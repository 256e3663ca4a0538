//! The faults of the list, each shown absent, and N5, N10.

use super::*;
use parlour_rogue::{
    Action, Arrival, BadTransition, Category, Dice, Event, Prop, TileType, Trigger, combat,
};

fn with_walker() -> (Game, EntityId, EntityId) {
    let mut world = world_of(&[".........."; 9]);
    let content =
        "[entity.player]\nact = \"player\"\nranged_attack = \"15\"\nranged_damage = \"4\"\n";
    world.load_content("bow.toml", content).unwrap();
    let me = world.spawn("player", at(4, 4)).unwrap();
    let walker = world.spawn("east", at(0, 0)).unwrap();
    let map = KeyMap::vi()
        .with("S", "save")
        .unwrap()
        .with("f", "ranged-attack")
        .unwrap();
    let rules = rules()
        .keys(map)
        .pass_through("save")
        .on_ranged(combat::shoot);
    (Game::new(world, rules).unwrap(), me, walker)
}

#[test]
fn fault_1_n5_free_player_actions_give_nobody_a_turn() {
    let (mut game, me, walker) = with_walker();
    game.press_all(keys("xll<enter>x<escape>Sfl<enter>?x"));
    game.press(Key::Escape);
    assert_eq!(
        (place(&game.world, walker), next(&game.world, me)),
        (at(0, 0), 0)
    );
    let events = game.press(Key::Char('S')).to_vec();
    assert_eq!(events, [Event::Asked(Action::other("save"))]);
    assert_eq!(place(&game.world, walker), at(0, 0));
    game.press(Key::Char('l'));
    assert_eq!(
        (place(&game.world, walker), next(&game.world, me)),
        (at(1, 0), 10)
    );
}

#[test]
fn fault_2_speed_has_an_effect_in_the_game() {
    for (delay, steps) in [(5, 8), (10, 4), (20, 2), (40, 1)] {
        let (mut game, _, walker) = with_walker();
        game.world.set(walker, Prop::DELAY, delay);
        // Its first step is at tick 0; then one every `delay`.
        game.press_all(keys("hlhl"));
        let walked = place(&game.world, walker).x;
        assert!(
            (steps..=steps + 1).contains(&walked),
            "delay {delay}: {walked}"
        );
    }
}

#[test]
fn fault_3_a_walled_in_wanderer_does_not_stop_the_world() {
    let mut world = world_of(&["#####", "#.#.#", "#####"]);
    world.spawn("wanderer", at(1, 1)).unwrap();
    let me = world.spawn("player", at(3, 1)).unwrap();
    let map = KeyMap::vi().with(".", "wait").unwrap();
    let mut game = Game::new(world, rules().keys(map)).unwrap();
    for _ in 0..20 {
        game.press(Key::Char('.'));
    }
    assert_eq!((game.world.turns(), next(&game.world, me)), (20, 200));
}

#[test]
fn fault_4_no_message_and_no_effect_of_a_round_is_lost() {
    let mut world = world_of(&["..........", ".........."]);
    world
        .load_content("t.toml", "[entity.talker]\nact = \"talk\"")
        .unwrap();
    for x in 0..5 {
        world.spawn("talker", at(x, 0)).unwrap();
    }
    let rules = rules().behaviour("talk", |world, me| {
        world.say(format!("{me} thinks."));
        Outcome::turn()
            .say(format!("{me} speaks."))
            .show(parlour_rogue::Effect::hit(at(0, 0)))
    });
    let mut game = Game::at_rest(world, rules).unwrap();
    game.round(&mut keys(""));
    let expected: Vec<String> = (1..=5)
        .flat_map(|id| [format!("{id} thinks."), format!("{id} speaks.")])
        .collect();
    assert_eq!(messages(&game.world), expected);
    let shown = game
        .world
        .events()
        .iter()
        .filter(|event| matches!(event, Event::Shown(_)))
        .count();
    assert_eq!(shown, 5);
}

#[test]
fn fault_5_nobody_bumps_into_itself() {
    let mut world = world_of(&["###", "#.#", "###"]);
    let me = world.spawn("wanderer", at(1, 1)).unwrap();
    let outcome = world.try_move(me, at(0, 0));
    assert_eq!(outcome, Outcome::turn());
    assert_eq!(place(&world, me), at(1, 1));
}

#[test]
fn fault_6_sight_is_mutual_and_one_with_the_field_of_view() {
    // The pillar map of the fault: of 55 floor cells all 3025 pairs agree.
    let (mut world, floor) = pillars();
    let (mut one_way, mut differ, mut lopsided) = (0, 0, 0);
    for &a in &floor {
        let view = world.field_of_view(a, None).to_grid();
        for &b in &floor {
            let back = world.field_of_view(b, None).contains(a);
            one_way += u32::from(view.contains(b) != back);
            differ += u32::from(world.sees(a, b) != view.contains(b));
            lopsided += u32::from(world.sees(a, b) != world.sees(b, a));
        }
    }
    assert_eq!((one_way, differ, lopsided), (0, 0, 0));
}

#[test]
fn fault_7_cells_off_the_map_do_not_wrap_and_do_not_panic() {
    let mut level = Level::new(&Registry::new(), 4, 3);
    level.set_type(at(3, 0), TileType::WALL);
    for off in [
        at(-1, 1),
        at(4, 0),
        at(0, -1),
        at(0, 3),
        at(i32::MIN, i32::MAX),
    ] {
        assert_eq!(level.tile_type(off), None);
        assert_eq!(level.tile(off), None);
        assert!(!level.is_walkable(off) && !level.is_transparent(off));
        assert!(!level.set_tile(off, TileType::WALL) && !level.set_type(off, TileType::WALL));
        assert!(!level.set_tile_prop(off, Prop::NAME, "x"));
        assert_eq!(level.tile_glyph(off).char, '?');
    }
    assert_eq!(level.to_rows(), ["...#", "....", "...."]);
}

#[test]
fn fault_8_false_of_an_instances_type_is_not_lost() {
    let mut world = world_of(&["."]);
    let content = "[entity.base]\nmortal = true\n[entity.ghost]\nparent = \"base\"\nmortal = false\n[tile.ghost]\nmortal = true\n";
    world.load_content("g.toml", content).unwrap();
    let ghost = world.spawn("ghost", at(0, 0)).unwrap();
    assert_eq!(
        world.entity(ghost).unwrap().named("mortal"),
        Some(&false.into())
    );
    assert_eq!(
        world
            .registry()
            .type_prop(Category::Entity, "ghost", "mortal"),
        Some(&false.into())
    );
}

#[test]
fn fault_9_circular_parents_end_and_missing_parents_are_told() {
    let circle = "[entity.a]\nparent = \"b\"\n[entity.b]\nparent = \"c\"\n[entity.c]\nparent = \"a\"\n[entity.d]\nparent = \"a\"\n";
    assert_eq!(
        Registry::new()
            .load("c.toml", circle)
            .unwrap_err()
            .complaints()
            .len(),
        3
    );
    assert!(
        Registry::new()
            .load("m.toml", "[tile.x]\nparent = \"y\"\n")
            .is_err()
    );
}

#[test]
fn fault_10_extra_keys_of_a_save_overwrite_nothing() {
    let mut world = world_of(&["..", ".."]);
    world.spawn("player", at(1, 1)).unwrap();
    let hostile = [
        "version", "world", "map", "state", "extra", "last_id", "chance",
    ];
    for key in hostile {
        world.extra.insert(key.into(), serde_json::json!(99));
    }
    let loaded = World::load(&world.save(), registry()).unwrap();
    assert_eq!(loaded.fingerprint(), world.fingerprint());
    assert_eq!(loaded.extra, world.extra);
    let old = World::load(&world.save_v1(), registry()).unwrap();
    assert_eq!(
        (old.level().to_rows(), &old.extra),
        (world.level().to_rows(), &world.extra)
    );
}

#[test]
fn fault_11_dice_without_sides_and_huge_counts_are_refused() {
    for text in ["2d0", "99999999999d6", "2d99999999999"] {
        assert!(text.parse::<Dice>().is_err(), "{text}");
    }
}

#[test]
fn fault_12_no_way_leads_to_a_level_that_does_not_exist_or_onto_somebody() {
    let mut world = world_of(&["...."]);
    let here = Arrival {
        level: world.current(),
        at: at(0, 0),
    };
    let ghost = world
        .clone()
        .add_level("ghost", Level::new(&Registry::new(), 1, 1))
        .unwrap();
    let there = Arrival {
        level: ghost,
        at: at(0, 0),
    };
    assert_eq!(
        world.add_transition(here, there, Trigger::Key),
        Err(BadTransition::NoSuchLevel)
    );
    let me = world.spawn("player", at(0, 0)).unwrap();
    assert!(world.travel_to(me, there).is_err());
    assert_eq!(world.level_ids().count(), 1);
    world.spawn("goblin", at(3, 0)).unwrap();
    let taken = Arrival {
        level: world.current(),
        at: at(3, 0),
    };
    assert_eq!(world.travel_to(me, taken).unwrap().at, at(2, 0));
}

#[test]
fn fault_13_shooting_at_things_without_hit_points_or_defence_is_harmless() {
    let (mut game, me, _) = with_walker();
    game.world.spawn("coin", at(6, 4)).unwrap();
    let half = game.world.spawn("coin", at(7, 4)).unwrap();
    game.world.set(half, Prop::HP, 3);
    for target in [at(6, 4), at(7, 4)] {
        let outcome = combat::shoot(&mut game.world, me, target);
        assert_eq!(outcome.message.as_deref(), Some("Nothing to shoot at."));
        assert!(outcome.is_free());
    }
    // Behind a coin stands a goblin in the same cell: it is the target.
    let goblin = game.world.spawn("goblin", at(6, 4)).unwrap();
    combat::shoot(&mut game.world, me, at(6, 4));
    assert_eq!(game.world.entity(goblin).unwrap().int(Prop::HP), Some(1));
    // Bumping such a thing is no crash either.
    assert!(combat::melee(&mut game.world, me, half).retry);
    assert!(combat::shoot(&mut game.world, EntityId(999), at(0, 0)).retry);
}

#[test]
fn fault_14_one_machine_of_pushed_keys_serves_every_caller() {
    // The same keys through `press`, through scripts and through a display end
    // in the same game.
    let script = "lljxl<enter>fl<escape>hS?kkk";
    let (mut pressed, ..) = with_walker();
    pressed.press_all(keys(script));
    let (mut scripted, ..) = with_walker();
    let mut left = keys(script);
    while left.len() > 0 {
        scripted.turn(&mut left);
    }
    assert_eq!(pressed.fingerprint(), scripted.fingerprint());
    let (mut shown, ..) = with_walker();
    let mut display = parlour_rogue::display::Headless::new(20, 9, keys(script));
    parlour_rogue::display::run(&mut shown, &mut display, |_, _| {
        parlour_rogue::display::Flow::GoOn
    });
    assert_eq!(shown.fingerprint(), pressed.fingerprint());
}
