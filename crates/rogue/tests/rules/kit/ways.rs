//! Exploring, resting and travelling beside all the rest.

use parlour_rogue::kit::{explore, rest, terrain, traps};
use parlour_rogue::{Event, Game, Key, Point, Prop, Rules, World};

use super::{game, keys, place, rules, world_of};

#[test]
fn exploring_leaves_what_was_dropped_where_it_lies() {
    let (mut world, me) = world_of(&["....."]);
    world.spawn("coin", (2, 0)).unwrap();
    let mut game = game(world, rules().with(explore::rules));
    keys(&mut game, "o");
    assert_eq!(game.world.pack(me).len(), 1);
    keys(&mut game, "da");
    assert!(game.world.pack(me).is_empty());
    keys(&mut game, "ooo");
    assert!(game.world.pack(me).is_empty());
    // By hand it is picked up all the same.
    keys(&mut game, "g");
    assert_eq!(game.world.pack(me).len(), 1);
}

#[test]
fn who_is_not_hostile_or_sleeps_keeps_nobody_from_exploring_and_resting() {
    let peaceful = |rules: Rules| {
        rules.hostile(|world, who| world.entity(who).is_some_and(|who| who.type_key() != "dog"))
    };
    for asleep in [false, true] {
        let (mut world, me) = world_of(&["..........", "##########"]);
        let dog = world.spawn("dog", (9, 0)).unwrap();
        world.set(me, Prop::HP, 18);
        let all = |rules: Rules| rules.with(explore::rules).with(rest::rules(1));
        let rules = if asleep {
            world.set_named(dog, "asleep", true);
            all(rules())
        } else {
            peaceful(all(rules()))
        };
        let mut game = game(world, rules);
        keys(&mut game, "R");
        assert_eq!(game.world.log().last(), Some("You are rested."), "{asleep}");
        keys(&mut game, "o");
        let said = game.world.log().last();
        assert_eq!(said, Some("There is nothing left to explore here."));
    }
}

#[test]
fn exploring_and_travel_go_round_what_is_dangerous() {
    let rows = ["#######", ".......", "##...##", "##...##"];
    let trap = Point::new(3, 1);
    let dangers: [fn(&mut World, Point); 4] = [
        |world, at| {
            traps::set(world, at, "dart");
            traps::reveal(world, at);
        },
        |world, at| terrain::ignite(world, at),
        |world, at| terrain::release(world, at, 1),
        |world, at| {
            world.turn_into(at, "deep-water");
        },
    ];
    for (number, danger) in dangers.into_iter().enumerate() {
        let (mut world, me) = world_of(&rows);
        world.place(me, Point::new(0, 1));
        danger(&mut world, trap);
        let trod = move |world: &mut World, event: &Event| match event {
            Event::Moved { to, .. } if *to == trap => world.say("Into it!"),
            _ => {}
        };
        let mut travels = game(world, rules().with(explore::rules).on_event(trod));
        let mut explores = travels.clone();
        travels.press(Key::Cell(Point::new(6, 1)));
        assert_eq!(place(&travels, me), Point::new(6, 1), "{number}");
        for _ in 0..40 {
            keys(&mut explores, "o");
        }
        for game in [travels, explores] {
            assert!(
                game.world
                    .log()
                    .iter()
                    .all(|said| &*said.text != "Into it!")
            );
        }
    }
}

#[test]
fn what_only_danger_leads_to_is_said_to_be_behind_it() {
    let (mut world, me) = world_of(&["....."]);
    let trap = Point::new(2, 0);
    traps::set(&mut world, trap, "dart");
    traps::reveal(&mut world, trap);
    let there = Key::Cell(Point::new(4, 0));
    let game_of = |rules: Rules| {
        let mut game = game(world.clone(), rules);
        game.press(there);
        (place(&game, me).x, messages_of(&game))
    };
    let (x, said) = game_of(rules());
    assert_eq!((x, said.as_str()), (0, "You know no safe way there."));
    // Whose game says otherwise walks through.
    let (x, _) = game_of(rules().avoid(|_, _, _| false));
    assert_eq!(x, 4);
}

fn messages_of(game: &Game) -> String {
    game.world.log().last().unwrap_or_default().to_string()
}
