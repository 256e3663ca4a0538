//! Y124, Y125, Y128, Y129: displays and the demo.

use super::*;
use parlour_rogue::display::{Display, Flow, Headless, Input, draw, run};
use parlour_rogue::{
    Action, Category, Colour, Ending, Glyph, Knowledge, Prop, TileType, View, Viewport, demo,
};

/// A display that writes down what it is told.
#[derive(Default)]
struct Witness {
    told: Vec<&'static str>,
    keys: Vec<Key>,
}

impl Display for Witness {
    fn start(&mut self) {
        self.told.push("start");
    }
    fn stop(&mut self) {
        self.told.push("stop");
    }
    fn map_size(&self) -> (u32, u32) {
        (20, 10)
    }
    fn clear(&mut self) {
        self.told.push("clear");
    }
    fn tile(&mut self, _: Point, _: Glyph, _: Knowledge) {
        self.told.push("tile");
    }
    fn entity(&mut self, _: Point, _: Glyph) {
        self.told.push("entity");
    }
    fn message(&mut self, _: &str) {
        self.told.push("message");
    }
    fn refresh(&mut self) {
        self.told.push("refresh");
    }
    fn input(&mut self) -> Option<Input> {
        self.told.push("input");
        self.keys.pop().map(Input::Key)
    }
}

#[test]
fn y124_a_display_has_eight_duties_and_a_game_uses_them_all() {
    let mut witness = Witness {
        keys: vec![Key::Char('q'), Key::Char('l')],
        ..Witness::default()
    };
    let mut game = demo::game(Seed(1), demo::Fight::Dice);
    let ending = run(&mut game, &mut witness, |_, _| Flow::GoOn);
    assert_eq!(ending, Some(Ending::Quit));
    for duty in [
        "start", "clear", "tile", "entity", "message", "refresh", "input", "stop",
    ] {
        assert!(witness.told.contains(&duty), "{duty}");
    }
    assert_eq!(
        (witness.told[0], witness.told[witness.told.len() - 1]),
        ("start", "stop")
    );
}

#[test]
fn y125_only_what_is_inside_the_viewport_and_the_map_is_drawn() {
    let mut world = world_of(&["....."; 3]);
    world.spawn("player", at(1, 1)).unwrap();
    let game = Game::new(world, rules()).unwrap();
    let view = View::through(
        &game,
        Viewport {
            width: 8,
            height: 5,
            offset: at(-2, -1),
        },
    );
    assert_eq!(
        view.to_rows(),
        ["        ", "  ..... ", "  .@... ", "  ..... ", "        "]
    );
    let view = View::through(
        &game,
        Viewport {
            width: 2,
            height: 1,
            offset: at(3, 1),
        },
    );
    assert_eq!(view.to_rows(), [".."]);
    // A window of no size, and one far away.
    assert!(View::through(&game, Viewport::new(0, 0)).cells.is_empty());
    let far = Viewport {
        width: 3,
        height: 1,
        offset: at(i32::MAX - 1, i32::MIN),
    };
    assert_eq!(View::through(&game, far).to_rows(), ["   "]);
}

#[test]
fn y128_the_demo_has_two_levels_joined_by_stairs() {
    let world = demo::world(Seed(1));
    let names: Vec<&str> = world
        .level_ids()
        .map(|level| world.level_name(level))
        .collect();
    assert_eq!(names, ["level-1", "level-2"]);
    let below = world.level_id("level-2").unwrap();
    let (down, up) = (at(22, 7), at(8, 18));
    assert_eq!(world.level().tile_type(down), Some(TileType::STAIRS_DOWN));
    assert_eq!(
        world.get_level(below).unwrap().tile_type(up),
        Some(TileType::STAIRS_UP)
    );
    let arrival = world.transition(world.current(), down).unwrap();
    assert_eq!((arrival.level, arrival.at), (below, up));
    let back = world.transition(below, up).unwrap();
    assert_eq!((back.level, back.at), (world.current(), down));
}

#[test]
fn y128_stairs_work_only_on_the_right_tile() {
    let mut game = demo::game(Seed(1), demo::Fight::Slay);
    let me = game.world.player().unwrap();
    game.press(Key::Char('>'));
    assert_eq!(game.world.log().last(), Some("There are no stairs here."));
    assert_eq!(game.world.turns(), 0);
    game.world.place(me, demo::STAIRS_DOWN);
    game.press(Key::Char('<'));
    assert_eq!(game.world.log().last(), Some("There are no stairs here."));
    game.press(Key::Char('>'));
    assert_eq!(game.world.log().last(), Some("You descend to level-2."));
    assert_eq!(place(&game.world, me), demo::STAIRS_UP);
    game.press(Key::Char('<'));
    assert_eq!(game.world.level_name(game.world.current()), "level-1");
}

#[test]
fn y128_fog_seen_in_colour_remembered_blue_unknown_black_creatures_only_when_seen() {
    let mut world = world_of(&["##########", "#...+....#", "##########"]);
    world.spawn("player", at(1, 1)).unwrap();
    let goblin = world.spawn("goblin", at(6, 1)).unwrap();
    world.set(goblin, Prop::CHAR, "g");
    let mut game = Game::new(world, rules().on_bump_tile(parlour_rogue::handlers::doors)).unwrap();
    let cell = |game: &Game, x| View::through(game, Viewport::new(10, 3)).cells[10 + x as usize];
    assert_eq!(cell(&game, 4).glyph, Glyph::new('+', Colour::Yellow));
    assert_eq!(cell(&game, 6).knowledge, Knowledge::Unknown);
    assert_eq!(cell(&game, 6).glyph, Glyph::new(' ', Colour::Black));
    // Open the door: the goblin is seen. Close it: the floor is remembered, the
    // goblin is not.
    game.press_all(keys("lll"));
    assert_eq!(cell(&game, 6).glyph.char, 'g');
    assert!(cell(&game, 6).entity);
    game.world
        .level_mut()
        .set_type(at(4, 1), TileType::DOOR_CLOSED);
    let remembered = cell(&game, 6);
    assert_eq!(remembered.glyph, Glyph::new('.', Colour::Blue));
    assert_eq!(
        (remembered.knowledge, remembered.entity),
        (Knowledge::Remembered, false)
    );
}

#[test]
fn y128_messages_bear_the_level_and_saving_is_handed_to_whoever_runs_the_demo() {
    let mut game = demo::game(Seed(1), demo::Fight::Dice);
    let mut display = Headless::new(50, 20, keys("S"));
    let mut saved = None;
    run(&mut game, &mut display, |game, action| {
        assert_eq!(*action, Action::from(demo::SAVE));
        saved = Some(game.save());
        Flow::Stop
    });
    assert!(
        Game::load(
            &saved.unwrap(),
            demo::registry(),
            demo::rules(demo::Fight::Dice)
        )
        .is_ok()
    );
    let mut display = Headless::new(50, 20, keys(">"));
    run(&mut game, &mut display, |_, _| Flow::GoOn);
    assert_eq!(display.bar, "[level-1] There are no stairs here.");
}

#[test]
fn y129_the_numbers_of_the_demo() {
    let registry = demo::registry();
    let prop = |kind: &str, name: &str| {
        registry
            .type_prop(Category::Entity, kind, name)
            .unwrap()
            .to_string()
    };
    for (kind, name, value) in [
        ("player", "hp", "20"),
        ("player", "attack", "1d20+2"),
        ("player", "defense", "12"),
        ("player", "damage", "1d6+1"),
        ("player", "ranged_attack", "1d20+1"),
        ("player", "ranged_damage", "1d8"),
        ("player", "range", "8"),
        ("goblin", "hp", "5"),
        ("goblin", "attack", "1d20"),
        ("goblin", "defense", "8"),
        ("goblin", "damage", "1d4"),
        ("goblin", "act", "chase-player"),
    ] {
        assert_eq!(prop(kind, name), value, "{kind}.{name}");
    }
}

#[test]
fn y129_death_ends_the_game() {
    let mut game = demo::game(Seed(4), demo::Fight::Dice);
    let me = game.world.player().unwrap();
    game.world.set(me, Prop::HP, 1);
    game.world.set(me, Prop::DEFENSE, -100);
    game.world.spawn("goblin", at(6, 5)).unwrap();
    for _ in 0..3 {
        game.press(Key::Char('.'));
    }
    assert_eq!(game.ending(), Some(Ending::PlayerGone));
    assert!(
        game.world
            .log()
            .last()
            .unwrap()
            .ends_with("...killing you!")
    );
    let before = game.fingerprint();
    game.press(Key::Char('h'));
    assert_eq!(game.fingerprint(), before, "nothing happens any more");
    let mut display = Headless::new(40, 10, keys("x"));
    assert_eq!(
        run(&mut game, &mut display, |_, _| Flow::GoOn),
        Some(Ending::PlayerGone)
    );
}

#[test]
fn a_screen_of_the_demo_looks_as_it_should() {
    let game = demo::game(Seed(1), demo::Fight::Dice);
    let mut display = Headless::new(30, 10, []);
    draw(&game, &mut display, "");
    assert_eq!(
        display.rows(),
        [
            "                              ",
            "                              ",
            "  ########                    ",
            "  #......#                    ",
            "  #......+                    ",
            "  #..@...#                    ",
            "  #......#                    ",
            "  #####.##                    ",
            "        #                     ",
            "                              ",
        ]
    );
    assert_eq!(display.cursor, Some(at(5, 5)));
}

#[test]
fn the_window_follows_the_player_and_the_cursor() {
    let mut world = world_of(&["........................................"; 20]);
    world.spawn("player", at(30, 15)).unwrap();
    let mut game = Game::new(world, rules()).unwrap();
    let view = View::following(&game, 10, 5);
    assert_eq!(view.cursor, Some(at(5, 2)));
    game.press_all(keys("xhhhhhhhhhh"));
    let view = View::following(&game, 10, 5);
    assert!(view.cursor.is_some(), "the target is in the window");
    assert_eq!(view.viewport.to_world(view.cursor.unwrap()), at(20, 15));
}
