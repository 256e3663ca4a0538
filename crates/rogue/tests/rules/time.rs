//! Y53 to Y56 and Y59 to Y63: rounds and clocks.

use super::*;
use parlour_rogue::{Action, Mind, Prop, Time};

fn three() -> (Game, [EntityId; 3]) {
    let mut world = world_of(&[
        "....................",
        "....................",
        "....................",
    ]);
    let ids = [0, 1, 2].map(|row| world.spawn("east", at(0, row)).unwrap());
    (game_of(world), ids)
}

fn order(game: &mut Game, count: usize) -> Vec<EntityId> {
    (0..count)
        .map(|_| game.next(&mut keys("")).unwrap().who)
        .collect()
}

#[test]
fn y53_a_round_lets_everyone_act_once_in_list_order_and_joins_the_flags() {
    let mut world = world_of(&["....................", "...................."]);
    let a = world.spawn("east", at(0, 0)).unwrap();
    let me = world.spawn("player", at(0, 1)).unwrap();
    world.spawn("coin", at(5, 0)).unwrap();
    let b = world.spawn("east", at(9, 0)).unwrap();
    let map = KeyMap::vi()
        .with("S", "save")
        .unwrap()
        .with("q", "quit")
        .unwrap();
    let mut game = Game::at_rest(world, rules().keys(map).pass_through("save")).unwrap();
    let acted = game.round(&mut keys("S"));
    assert_eq!(
        acted.iter().map(|turn| turn.who).collect::<Vec<_>>(),
        [a, me, b]
    );
    let action = acted
        .iter()
        .find_map(|turn| turn.outcome.as_ref()?.action.clone());
    assert_eq!(action, Some(Action::other("save")));
    let acted = game.round(&mut keys("q"));
    assert!(acted.iter().any(|turn| turn.outcome.as_ref().unwrap().quit));
    assert_eq!(place(&game.world, b), at(11, 0));
}

#[test]
fn y54_those_removed_earlier_in_a_round_do_not_act() {
    let mut world = world_of(&[".........."]);
    world
        .load_content("k.toml", "[entity.killer]\nact = \"kill\"")
        .unwrap();
    let killer = world.spawn("killer", at(0, 0)).unwrap();
    let victim = world.spawn("east", at(5, 0)).unwrap();
    let rules = rules().behaviour("kill", move |world, _| {
        world.remove(victim);
        Outcome::turn().say("Gone.")
    });
    let mut game = Game::at_rest(world, rules).unwrap();
    let acted = game.round(&mut keys(""));
    assert_eq!(
        acted.iter().map(|turn| turn.who).collect::<Vec<_>>(),
        [killer]
    );
}

#[test]
fn y55_the_smallest_next_action_acts_and_nobody_else() {
    let (mut game, [a, b, c]) = three();
    for (id, tick) in [(a, 20), (b, 5), (c, 15)] {
        game.world.set_next_action(id, tick);
    }
    assert_eq!(order(&mut game, 1), [b]);
    assert_eq!([a, b, c].map(|id| next(&game.world, id)), [20, 15, 15]);
    assert_eq!([a, b, c].map(|id| place(&game.world, id).x), [0, 1, 0]);
    // Those without behaviour are passed over; nobody at all changes nothing.
    let mut world = world_of(&["..."]);
    world.spawn("coin", at(0, 0)).unwrap();
    let mut game = game_of(world);
    let before = game.fingerprint();
    assert_eq!(game.next(&mut keys("")), None);
    assert_eq!(game.fingerprint(), before);
}

#[test]
fn y56_ties_go_to_whoever_was_scheduled_longest_ago() {
    let (mut game, [a, b, c]) = three();
    assert_eq!(order(&mut game, 6), [a, b, c, a, b, c]);
    // A change of something else does not lose one's place in the queue.
    game.world.set(a, Prop::NAME, "Ann");
    assert_eq!(order(&mut game, 3), [a, b, c]);
    game.world.set_next_action(a, next(&game.world, a));
    assert_eq!(order(&mut game, 3), [b, c, a]);
}

#[test]
fn y59_delay_is_ten_and_the_first_turn_at_zero_unless_said() {
    let mut world = world_of(&["..."]);
    let id = world.spawn("east", at(0, 0)).unwrap();
    let entity = world.entity(id).unwrap();
    assert_eq!((entity.delay(), entity.next_action()), (10, 0));
}

#[test]
fn y60_after_acting_the_clock_grows_by_the_delay() {
    let (mut game, [a, b, c]) = three();
    game.world.set(b, Prop::DELAY, 15);
    game.world.set(c, Prop::DELAY, 5);
    for id in [a, b, c] {
        act(&mut game, id, "");
        act(&mut game, id, "");
    }
    assert_eq!([a, b, c].map(|id| next(&game.world, id)), [20, 30, 10]);
}

#[test]
fn y61_a_time_cost_replaces_the_delay_smaller_or_larger() {
    for cost in [1, 3, 25] {
        let mut world = world_of(&["..."]);
        let id = world.spawn("east", at(0, 0)).unwrap();
        let rules = rules().behaviour("east", move |_, _| Outcome::ticks(cost));
        let mut game = Game::at_rest(world, rules).unwrap();
        act(&mut game, id, "");
        assert_eq!(next(&game.world, id), cost);
    }
}

#[test]
fn y62_a_free_action_leaves_the_clock_alone() {
    let mut world = world_of(&["......"]);
    let free = world.spawn("east", at(0, 0)).unwrap();
    let other = world.spawn("west", at(5, 0)).unwrap();
    let rules = rules().behaviour("east", |world, me| Outcome {
        time: Time::Free,
        ..world.try_move(me, at(1, 0))
    });
    let mut game = Game::at_rest(world, rules).unwrap();
    assert_eq!(order(&mut game, 3), [free, free, free]);
    assert_eq!((next(&game.world, free), next(&game.world, other)), (0, 0));
}

#[test]
fn y63_quit_is_passed_up_through_act_next_and_round() {
    let make = || {
        let mut world = world_of(&["..."]);
        let me = world.spawn("player", at(0, 0)).unwrap();
        let map = KeyMap::vi().with("q", "quit").unwrap();
        (Game::at_rest(world, rules().keys(map)).unwrap(), me)
    };
    let (mut game, me) = make();
    assert!(act(&mut game, me, "q").0.unwrap().quit);
    let (mut game, _) = make();
    assert!(game.next(&mut keys("q")).unwrap().outcome.unwrap().quit);
    let (mut game, _) = make();
    assert!(game.round(&mut keys("q"))[0].outcome.as_ref().unwrap().quit);
    assert!(game.ending().is_some());
}

#[test]
fn n3_a_failed_action_of_a_monster_costs_its_delay() {
    let mut world = world_of(&["#####", "#.#.#", "#####"]);
    let monster = world.spawn("east", at(1, 1)).unwrap();
    let mut game = game_of(world);
    for turns in 1..=3 {
        assert_eq!(order(&mut game, 1), [monster]);
        assert_eq!(next(&game.world, monster), turns * 10);
    }
}

#[test]
fn nobody_keeps_the_player_from_its_turn() {
    // Free for ever, no time cost, going back in time, no delay: the player is
    // asked all the same.
    type Never = fn() -> Outcome;
    let idlers: [Never; 4] = [
        Outcome::free,
        || Outcome::ticks(0),
        || Outcome::ticks(-50),
        Outcome::turn,
    ];
    for (number, idler) in idlers.into_iter().enumerate() {
        let mut world = world_of(&["....."]);
        let idle = world.spawn("east", at(0, 0)).unwrap();
        world.set(idle, Prop::DELAY, 0);
        let me = world.spawn("player", at(3, 0)).unwrap();
        let rules = rules().mind("east", move |_| Ok(Mind::acting(move |_, _| idler())));
        let mut game = Game::new(world, rules).unwrap();
        game.press(Key::Char('h'));
        game.press(Key::Char('l'));
        assert_eq!(place(&game.world, me), at(3, 0), "idler {number}");
        assert_eq!(game.world.turns(), 2);
    }
}

#[test]
fn a_slow_player_and_a_quick_monster_keep_their_pace() {
    let mut world = world_of(&["........................................", "."]);
    let quick = world.spawn("east", at(0, 0)).unwrap();
    world.set(quick, Prop::DELAY, 5);
    let me = world.spawn("player", at(0, 1)).unwrap();
    world.set(me, Prop::DELAY, 20);
    let map = KeyMap::vi().with(".", "wait").unwrap();
    let mut game = Game::new(world, rules().keys(map)).unwrap();
    for turn in 1..=5 {
        game.press(Key::Char('.'));
        // At a tick of both the player is first: it was scheduled longer ago.
        assert_eq!(place(&game.world, quick).x, turn * 4);
    }
}
