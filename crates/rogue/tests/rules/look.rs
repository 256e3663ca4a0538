//! Y72 to Y79 and Y121, Y122: look mode and targeting.

use super::*;
use parlour_rogue::{Event, Mode, Rect, combat};
use std::sync::{Arc, Mutex};

const OPEN: [&str; 10] = [".........."; 10];

fn setting() -> (World, EntityId) {
    let mut world = world_of(&OPEN);
    let me = world.spawn("player", at(5, 5)).unwrap();
    world.spawn("coin", at(7, 5)).unwrap();
    (world, me)
}

fn trace(game: &Game) -> Vec<Point> {
    let events = game.world.events().iter();
    events
        .filter_map(|event| match event {
            Event::Pointed { at } => Some(*at),
            _ => None,
        })
        .collect()
}

#[test]
fn y72_look_starts_at_the_player_and_uses_the_same_direction_keys() {
    let (world, me) = setting();
    let mut game = Game::at_rest(world, rules().keys(KeyMap::standard())).unwrap();
    let (outcome, _) = act(&mut game, me, "xl<right>yb<enter>");
    assert_eq!(outcome.unwrap().target, Some(at(5, 5)));
    assert_eq!(
        trace(&game),
        [at(5, 5), at(6, 5), at(7, 5), at(6, 4), at(5, 5)]
    );
}

#[test]
fn y73_the_cursor_never_leaves_the_map() {
    let (mut world, me) = setting();
    world.place(me, at(0, 0));
    let mut game = game_of(world);
    act(&mut game, me, "xyhkul<enter>");
    assert_eq!(
        trace(&game),
        [at(0, 0), at(0, 0), at(0, 0), at(0, 0), at(0, 0), at(1, 0)]
    );
}

#[test]
fn y74_a_box_limits_it_further_and_may_exceed_the_map() {
    let (mut world, me) = setting();
    let boxed = rules().look_bounds(|_, _| Some(Rect::spanning(at(4, 4), at(6, 6))));
    let mut game = Game::at_rest(world.clone(), boxed).unwrap();
    act(&mut game, me, "xllkk<enter>");
    assert_eq!(
        trace(&game),
        [at(5, 5), at(6, 5), at(6, 5), at(6, 4), at(6, 4)]
    );
    world.place(me, at(9, 5));
    let huge = rules().look_bounds(|_, _| Some(Rect::new(-50, -50, 200, 200)));
    let mut game = Game::at_rest(world.clone(), huge).unwrap();
    act(&mut game, me, "xlk<enter>");
    assert_eq!(trace(&game), [at(9, 5), at(9, 5), at(9, 4)]);
    // No box: the map only.
    let mut game = game_of(world);
    act(&mut game, me, "xlk<enter>");
    assert_eq!(trace(&game), [at(9, 5), at(9, 5), at(9, 4)]);
}

#[test]
fn y75_the_callback_is_told_at_the_start_and_after_every_key() {
    let (world, me) = setting();
    let told: Arc<Mutex<Vec<(Point, String)>>> = Arc::default();
    let sink = told.clone();
    let rules = rules().on_look(move |world, at, info| {
        assert!(world.player().is_some());
        sink.lock().unwrap().push((at, info.name.clone()));
    });
    let mut game = Game::at_rest(world, rules).unwrap();
    // A move, an unknown key, a move, leaving.
    act(&mut game, me, "xl?l<escape>");
    let told = told.lock().unwrap();
    let expected = [
        (at(5, 5), "Player"),
        (at(6, 5), "Stone Floor"),
        (at(6, 5), "Stone Floor"),
        (at(7, 5), "Coin"),
    ];
    assert_eq!(told.len(), expected.len());
    for ((at, name), (cell, expected)) in told.iter().zip(expected) {
        assert_eq!((*at, name.as_str()), (cell, expected));
    }
}

#[test]
fn y76_enter_is_free_and_says_the_description_or_the_name() {
    let (world, me) = setting();
    let mut game = game_of(world);
    let (outcome, _) = act(&mut game, me, "xll<enter>");
    let outcome = outcome.unwrap();
    assert!(outcome.is_free());
    assert_eq!(outcome.message.as_deref(), Some("You see Coin."));
    assert_eq!(outcome.target, Some(at(7, 5)));
    let (outcome, _) = act(&mut game, me, "xl<enter>");
    assert_eq!(
        outcome.unwrap().message.as_deref(),
        Some("Cold grey stone.")
    );
    assert_eq!(next(&game.world, me), 0);
}

#[test]
fn y77_escape_is_silent_and_the_player_is_asked_again() {
    let (world, me) = setting();
    let mut game = game_of(world);
    let (outcome, left) = act(&mut game, me, "xll<escape>h");
    let outcome = outcome.unwrap();
    assert_eq!((outcome.message, outcome.target, left), (None, None, 0));
    assert_eq!(
        (place(&game.world, me), next(&game.world, me)),
        (at(4, 5), 10)
    );
    assert!(messages(&game.world).is_empty());
}

#[test]
fn y78_without_look_the_key_is_unknown() {
    let (world, me) = setting();
    let map = KeyMap::vi()
        .with("q", "quit")
        .unwrap()
        .with("f", "ranged-attack")
        .unwrap();
    let mut game = Game::at_rest(world, rules().keys(map).without_look()).unwrap();
    let (outcome, left) = act(&mut game, me, "xfq");
    assert!(outcome.unwrap().quit);
    assert_eq!(left, 0);
}

#[test]
fn y79_the_bounds_are_asked_once_when_look_mode_starts() {
    let (world, me) = setting();
    let asked = Arc::new(Mutex::new(0));
    let count = asked.clone();
    let rules = rules().look_bounds(move |world, me| {
        *count.lock().unwrap() += 1;
        Some(Rect::around(world.entity(me)?.at(), 2))
    });
    let mut game = Game::at_rest(world, rules).unwrap();
    act(&mut game, me, "xlll<enter>");
    assert_eq!(*asked.lock().unwrap(), 1);
    assert_eq!(trace(&game), [at(5, 5), at(6, 5), at(7, 5), at(7, 5)]);
}

#[test]
fn look_is_a_mode_of_the_game_not_a_loop() {
    let (world, _) = setting();
    let mut game = Game::new(world, rules()).unwrap();
    game.press(Key::Char('x'));
    assert!(matches!(game.mode(), Mode::Look(_)));
    assert_eq!(game.cursor(), Some(at(5, 5)));
    game.press(Key::Char('l'));
    assert_eq!(game.cursor(), Some(at(6, 5)));
    let loaded = Game::load(&game.save(), registry(), rules()).unwrap();
    assert_eq!(
        loaded.mode(),
        game.mode(),
        "a save may be taken while looking"
    );
    game.press(Key::Escape);
    assert_eq!(game.mode(), Mode::Command);
}

#[test]
fn looking_can_be_kept_to_what_the_player_knows() {
    let mut world = world_of(&["...#....", "........"]);
    world.spawn("player", at(0, 0)).unwrap();
    let hidden = world.spawn("goblin", at(7, 0)).unwrap();
    world.set(world.player().unwrap(), parlour_rogue::Prop::VIEW_RADIUS, 2);
    let mut game = Game::new(world, rules().look_at_the_known()).unwrap();
    game.press_all(keys("xlllllll<enter>"));
    assert_eq!(
        game.world.log().last(),
        Some("You do not know what is there.")
    );
    game.world.level_mut().explored_mut().set(at(7, 0), true);
    game.press_all(keys("xlllllll<enter>"));
    assert_eq!(
        game.world.log().last(),
        Some("Cold grey stone."),
        "the goblin is not seen"
    );
    game.world.place(hidden, at(2, 0));
    game.press_all(keys("xll<enter>"));
    assert_eq!(game.world.log().last(), Some("You see Goblin."));
}

fn ranged_rules() -> Rules {
    let map = KeyMap::vi().with("f", "ranged-attack").unwrap();
    rules().keys(map).on_ranged(combat::shoot)
}

fn archer() -> (World, EntityId) {
    let mut world = world_of(&["..........", ".......#..", ".........."]);
    let content =
        "[entity.player]\nact = \"player\"\nranged_attack = \"15\"\nranged_damage = \"4\"\n";
    world.load_content("bow.toml", content).unwrap();
    let me = world.spawn("player", at(2, 1)).unwrap();
    (world, me)
}

#[test]
fn y121_targeting_is_look_mode_that_ends_in_the_handler() {
    let (mut world, me) = archer();
    let goblin = world.spawn("goblin", at(4, 1)).unwrap();
    let mut game = Game::at_rest(world.clone(), ranged_rules()).unwrap();
    // Escape asks again; one's own cell is a retry and asks again.
    let (outcome, left) = act(&mut game, me, "f<escape>f<enter>fll<enter>");
    let outcome = outcome.unwrap();
    assert_eq!(
        (outcome.message.as_deref(), left),
        (Some("You hit the Goblin for 4 damage."), 0)
    );
    assert_eq!(
        game.world
            .entity(goblin)
            .unwrap()
            .int(parlour_rogue::Prop::HP),
        Some(1)
    );
    // Without handler: the look message.
    let map = KeyMap::vi().with("f", "ranged-attack").unwrap();
    let mut game = Game::at_rest(world, rules().keys(map)).unwrap();
    let (outcome, _) = act(&mut game, me, "fll<enter>");
    assert_eq!(outcome.unwrap().message.as_deref(), Some("You see Goblin."));
}

#[test]
fn y122_refused_shots_say_why_and_cost_nothing() {
    let (mut world, me) = archer();
    world.spawn("goblin", at(9, 1)).unwrap();
    let mut game = Game::at_rest(world, ranged_rules()).unwrap();
    for (script, sentence) in [
        ("flllllll<enter>", "You can't see there."),
        ("fklllllll<enter>", "Out of range."),
        ("fl<enter>", "Nothing to shoot at."),
    ] {
        let (outcome, _) = act(&mut game, me, script);
        let outcome = outcome.unwrap();
        assert_eq!(outcome.message.as_deref(), Some(sentence), "{script}");
        assert!(outcome.is_free() && !outcome.retry);
        assert_eq!(next(&game.world, me), 0);
    }
    // The default range is six.
    game.world.spawn("goblin", at(8, 0)).unwrap();
    let (outcome, _) = act(&mut game, me, "fkllllll<enter>");
    assert!(!outcome.unwrap().is_free());
}
