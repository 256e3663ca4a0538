//! Y64 to Y71: the player's turn.

use super::*;
use parlour_rogue::{Action, Prop, TileType, handlers};

fn arena() -> (World, EntityId) {
    let mut world = world_of(&[".....", ".....", ".....", ".....", "....."]);
    let me = world.spawn("player", at(2, 2)).unwrap();
    (world, me)
}

fn bumps() -> Rules {
    let map = KeyMap::standard().with("q", "quit").unwrap();
    rules()
        .keys(map)
        .on_bump(|_, _, it| Outcome::turn().say(format!("entity {it}")))
        .on_bump_tile(|_, _, cell| Outcome::turn().say(format!("tile {cell}")))
}

#[test]
fn y64_keys_are_taken_until_something_affects_the_world() {
    let (world, me) = arena();
    let mut game = game_of(world);
    let (_, left) = act(&mut game, me, "?7Fjl");
    assert_eq!(
        (place(&game.world, me), next(&game.world, me), left),
        (at(2, 3), 10, 1)
    );
    game.world.place(me, at(0, 0));
    let (_, left) = act(&mut game, me, "yhkubl");
    assert_eq!(
        (place(&game.world, me), next(&game.world, me), left),
        (at(1, 0), 20, 0)
    );
}

#[test]
fn y65_quit_look_ranged_pass_through_reach_then_any_other() {
    // Even handed through, quit quits and look looks; a move handed through does
    // not move.
    let (world, me) = arena();
    let map = KeyMap::vi().with("q", "quit").unwrap();
    let rules = rules()
        .keys(map)
        .pass_through("quit")
        .pass_through("look")
        .pass_through("move-left");
    let mut game = Game::at_rest(world, rules).unwrap();
    let (outcome, _) = act(&mut game, me, "x<escape>h");
    assert_eq!(outcome.unwrap().action, Some(Action::from("move-left")));
    assert_eq!(place(&game.world, me), at(2, 2));
    let (outcome, _) = act(&mut game, me, "q");
    let outcome = outcome.unwrap();
    assert!(outcome.quit && outcome.action.is_none());
}

#[test]
fn y66_a_bump_handlers_answer_is_the_result_even_if_it_says_retry() {
    let (mut world, me) = arena();
    let goblin = world.spawn("goblin", at(2, 1)).unwrap();
    let mut game = Game::at_rest(world.clone(), rules().on_bump(handlers::slay)).unwrap();
    let (outcome, left) = act(&mut game, me, "kl");
    assert_eq!(
        outcome.unwrap().message.as_deref(),
        Some("You slay the Goblin!")
    );
    assert_eq!(
        (left, place(&game.world, me), next(&game.world, me)),
        (1, at(2, 2), 10)
    );
    assert!(game.world.entity(goblin).is_none());

    let mut game =
        Game::at_rest(world.clone(), rules().on_bump(|_, _, _| Outcome::retry())).unwrap();
    let (outcome, left) = act(&mut game, me, "kl");
    assert!(outcome.unwrap().retry);
    assert_eq!((left, next(&game.world, me)), (1, 0));

    // Without a handler: like a wall.
    let mut game = game_of(world);
    let (_, left) = act(&mut game, me, "kl");
    assert_eq!((left, place(&game.world, me)), (0, at(3, 2)));
}

#[test]
fn y67_bumping_terrain_calls_the_tile_handler_and_a_creature_takes_precedence() {
    let mut world = world_of(&["#+#", "...", "..."]);
    let me = world.spawn("player", at(1, 1)).unwrap();
    let mut game = Game::at_rest(world.clone(), bumps()).unwrap();
    let (outcome, _) = act(&mut game, me, "k");
    assert_eq!(outcome.unwrap().message.as_deref(), Some("tile 1,0"));
    // Retry asks for the next key.
    let retrying = rules().on_bump_tile(|_, _, _| Outcome::retry());
    let mut game = Game::at_rest(world.clone(), retrying).unwrap();
    let (_, left) = act(&mut game, me, "kj");
    assert_eq!((left, place(&game.world, me)), (0, at(1, 2)));
    // No handler: like a wall.
    let mut game = game_of(world.clone());
    let (_, left) = act(&mut game, me, "kj");
    assert_eq!((left, place(&game.world, me)), (0, at(1, 2)));
    // A creature in the door goes first.
    let goblin = world.spawn("goblin", at(1, 0)).unwrap();
    let mut game = Game::at_rest(world, bumps()).unwrap();
    let (outcome, _) = act(&mut game, me, "k");
    assert_eq!(outcome.unwrap().message, Some(format!("entity {goblin}")));
}

#[test]
fn y68_reaching_is_a_bump_without_a_step_in_eight_directions() {
    let (mut world, me) = arena();
    let goblin = world.spawn("goblin", at(3, 2)).unwrap();
    let mut game = Game::at_rest(world, bumps()).unwrap();
    for (key, dx, dy) in [
        ('h', -1, 0),
        ('j', 0, 1),
        ('k', 0, -1),
        ('y', -1, -1),
        ('u', 1, -1),
        ('b', -1, 1),
        ('n', 1, 1),
    ] {
        let (outcome, _) = act(&mut game, me, &format!("<C-{key}>"));
        let expected = format!("tile {}", at(2 + dx, 2 + dy));
        assert_eq!(
            outcome.unwrap().message,
            Some(expected),
            "{key}: walkable cells too"
        );
        assert_eq!(place(&game.world, me), at(2, 2));
    }
    let (outcome, _) = act(&mut game, me, "<C-l>");
    assert_eq!(outcome.unwrap().message, Some(format!("entity {goblin}")));
    assert_eq!(place(&game.world, me), at(2, 2));
}

#[test]
fn y69_reaching_off_the_map_or_without_handler_asks_again() {
    let (world, me) = arena();
    let mut game = Game::at_rest(world.clone(), bumps()).unwrap();
    game.world.place(me, at(0, 0));
    let (outcome, left) = act(&mut game, me, "<C-h><C-k><C-y>q");
    assert!(outcome.unwrap().quit);
    assert_eq!(left, 0);
    let mut game = Game::at_rest(world, rules().keys(KeyMap::standard())).unwrap();
    let (_, left) = act(&mut game, me, "<C-h>l");
    assert_eq!((left, place(&game.world, me)), (0, at(3, 2)));
}

#[test]
fn y70_pass_through_actions_come_back_free_and_change_nothing() {
    let (world, me) = arena();
    let map = KeyMap::vi().with("S", "save").unwrap();
    let mut game = Game::at_rest(world, rules().keys(map).pass_through("save")).unwrap();
    let before = game.fingerprint();
    let (outcome, _) = act(&mut game, me, "S");
    let outcome = outcome.unwrap();
    assert_eq!(outcome.action, Some(Action::other("save")));
    assert!(outcome.is_free());
    assert_eq!(game.fingerprint(), before);
}

#[test]
fn y71_a_mapped_action_nobody_knows_costs_a_turn() {
    let (world, me) = arena();
    let map = KeyMap::vi().with(".", "wait").unwrap();
    let mut game = Game::at_rest(world, rules().keys(map)).unwrap();
    act(&mut game, me, ".");
    assert_eq!(
        (place(&game.world, me), next(&game.world, me)),
        (at(2, 2), 10)
    );
}

#[test]
fn the_games_own_actions_are_closures() {
    let (world, me) = arena();
    let map = KeyMap::vi().with("d", "dig").unwrap();
    let rules = rules().keys(map).on_action("dig", |world, me| {
        let here = world.entity(me).unwrap().at();
        world.level_mut().set_tile(here, TileType::WATER);
        Outcome::ticks(30).say("You dig.")
    });
    let mut game = Game::at_rest(world, rules).unwrap();
    act(&mut game, me, "d");
    assert_eq!(next(&game.world, me), 30);
    assert_eq!(
        game.world.level().tile_type(at(2, 2)),
        Some(TileType::WATER)
    );
}

/// The player in the corner, and a boulder to the right.
fn before_a_boulder(rows: &[&str]) -> (World, EntityId, EntityId) {
    let mut world = world_of(rows);
    let content = "[entity.boulder]\nblocks_movement = true\npushable = true\n";
    world.load_content("b.toml", content).unwrap();
    let me = world.spawn("player", at(0, 0)).unwrap();
    let boulder = world.spawn("boulder", at(1, 0)).unwrap();
    (world, me, boulder)
}

#[test]
fn pushing_moves_a_thing_one_cell_if_it_is_free_and_else_is_like_a_wall() {
    let (world, me, boulder) = before_a_boulder(&[".....#", "......"]);
    let mut game = Game::at_rest(world, rules().on_bump(handlers::push)).unwrap();
    for x in 1..=3 {
        act(&mut game, me, "l");
        assert_eq!(
            (place(&game.world, me), place(&game.world, boulder)),
            (at(x, 0), at(x + 1, 0))
        );
        assert_eq!(next(&game.world, me), i64::from(x) * 10);
    }
    // The wall stops the boulder, and the boulder the player.
    assert!(act(&mut game, me, "l").0.unwrap().retry);
    assert_eq!(
        (place(&game.world, me), place(&game.world, boulder)),
        (at(3, 0), at(4, 0))
    );
    assert_eq!(next(&game.world, me), 30);
    // Somebody behind it does too, and what is not pushable never moves.
    game.world.place(boulder, at(1, 1));
    let goblin = game.world.spawn("goblin", at(2, 1)).unwrap();
    game.world.place(me, at(0, 1));
    assert!(act(&mut game, me, "l").0.unwrap().retry);
    game.world.set(boulder, Prop::PUSHABLE, false);
    game.world.remove(goblin);
    assert!(act(&mut game, me, "l").0.unwrap().retry);
    assert_eq!(place(&game.world, boulder), at(1, 1));
}

#[test]
fn handlers_can_be_put_together() {
    let (mut world, me, boulder) = before_a_boulder(&["....."]);
    let goblin = world.spawn("goblin", at(3, 0)).unwrap();
    let both = handlers::first_of(handlers::push, handlers::slay);
    let mut game = Game::at_rest(world, rules().on_bump(both)).unwrap();
    act(&mut game, me, "l");
    assert_eq!(place(&game.world, boulder), at(2, 0));
    act(&mut game, me, "l");
    assert!(
        game.world.entity(boulder).is_none(),
        "it cannot be pushed into the goblin"
    );
    assert!(game.world.entity(goblin).is_some());
}

/// Games whose commands are not keys: what they do is settled as a key is, and
/// the whole game can be kept inside data of their own.
#[test]
fn an_action_without_a_key_is_settled_like_a_key() {
    let start = || {
        let mut world = world_of(&["......", "......"]);
        world.spawn("player", (0, 0)).unwrap();
        world.spawn("wanderer", (4, 1)).unwrap();
        game_of(world)
    };
    let (mut pressed, mut performed) = (start(), start());
    for _ in 0..5 {
        pressed.press(Key::Char('l'));
        assert!(performed.perform(|world, me| world.try_move(me, at(1, 0))));
        assert_eq!(pressed.fingerprint(), performed.fingerprint());
    }
    // What is free gives nobody a turn.
    let before = performed.fingerprint();
    performed.perform(|_, _| Outcome::free());
    assert_eq!(performed.fingerprint(), before);

    let raw = performed.raw();
    let restored = Game::restore(raw, registry(), rules()).unwrap();
    assert_eq!(restored.fingerprint(), before);
}
