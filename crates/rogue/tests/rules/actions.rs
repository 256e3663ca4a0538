//! Y102 to Y111 and Y123: effects, doors, combat, minds.

use super::*;
use parlour_rogue::display::{Display, Headless, play};
use parlour_rogue::{
    Colour, Effect, Entity, Event, Glyph, Prop, TileType, combat, handlers, minds,
};

fn fight(rows: &[&str]) -> (World, EntityId) {
    let mut world = world_of(rows);
    let content = r#"
        [entity.player]
        name = "Player"
        act = "player"
        blocks_movement = true
        attack = "15"
        defense = 12
        damage = "4"
        ranged_attack = "15"
        ranged_damage = "4"
        range = 8
        hp = 20
        [entity.hunter]
        name = "Hunter"
        act = "chase-player"
        blocks_movement = true
        attack = "15"
        defense = 8
        damage = "3"
        hp = 5
    "#;
    world.load_content("fight.toml", content).unwrap();
    let me = world.spawn("player", at(3, 1)).unwrap();
    (world, me)
}

const FIELD: [&str; 3] = ["........"; 3];

fn hp(world: &World, who: EntityId) -> Option<i64> {
    world.entity(who)?.int(Prop::HP)
}

fn shown(world: &World) -> Vec<usize> {
    let events = world.events().iter();
    events
        .filter_map(|event| match event {
            Event::Shown(effect) => Some(effect.frames.len()),
            _ => None,
        })
        .collect()
}

#[test]
fn y102_playback_redraws_draws_inside_refreshes_and_waits() {
    let mut world = world_of(&[".............................."; 3]);
    world.spawn("player", at(2, 1)).unwrap();
    let game = Game::new(world, rules()).unwrap();
    let mut display = Headless::new(10, 3, []);
    let spark = Glyph::new('*', Colour::Red);
    let frames = vec![
        vec![(at(4, 1), spark), (at(25, 1), spark)],
        vec![(at(5, 1), spark)],
    ];
    play(&game, &mut display, "", &Effect::new(frames));
    assert_eq!((display.refreshed, display.waited), (2, 100));
    assert_eq!(
        display.rows()[1],
        "..@..*....",
        "the base is drawn anew, cells outside are not"
    );
    play(&game, &mut display, "", &Effect::new(Vec::new()));
    assert_eq!(display.refreshed, 2, "an empty effect does nothing");
    display.clear();
}

#[test]
fn y103_doors_swap_their_type_and_keep_their_own_properties() {
    let mut world = world_of(&["#+#", "#.#"]);
    let me = world.spawn("player", at(1, 1)).unwrap();
    world
        .level_mut()
        .set_tile_prop(at(1, 0), Prop::NAME, "Iron Door");
    for kind in [
        TileType::DOOR_OPEN,
        TileType::DOOR_CLOSED,
        TileType::DOOR_OPEN,
    ] {
        handlers::doors(&mut world, me, at(1, 0));
        assert_eq!(world.level().tile_type(at(1, 0)), Some(kind));
        let own = world.level().tile_own(at(1, 0)).unwrap();
        assert_eq!(own.get(Prop::NAME), Some(&"Iron Door".into()));
    }
}

#[test]
fn y104_the_door_handler_opens_closes_or_asks_again() {
    let mut world = world_of(&["+/."]);
    let me = world.spawn("player", at(2, 0)).unwrap();
    let said = |world: &mut World, cell| handlers::doors(world, me, cell).message;
    assert_eq!(
        said(&mut world, at(0, 0)).as_deref(),
        Some("You open the door.")
    );
    assert_eq!(
        said(&mut world, at(1, 0)).as_deref(),
        Some("You close the door.")
    );
    let outcome = handlers::doors(&mut world, me, at(2, 0));
    assert!(outcome.retry && outcome.is_free());
}

#[test]
fn y105_opening_costs_a_turn_and_moves_nobody() {
    let mut world = world_of(&["#+#", "#.#"]);
    let me = world.spawn("player", at(1, 1)).unwrap();
    let mut game = Game::at_rest(world, rules().on_bump_tile(handlers::doors)).unwrap();
    act(&mut game, me, "k");
    assert_eq!(
        (place(&game.world, me), next(&game.world, me)),
        (at(1, 1), 10)
    );
    act(&mut game, me, "k");
    assert_eq!(place(&game.world, me), at(1, 0), "then it is open");
}

#[test]
fn y106_damage_to_zero_or_below_removes_and_reports() {
    let (mut world, me) = fight(&FIELD);
    assert!(world.entity(me).unwrap().is_alive());
    assert!(!combat::damage(&mut world, me, 19));
    assert_eq!(hp(&world, me), Some(1));
    assert!(combat::damage(&mut world, me, 1));
    assert!(world.entity(me).is_none());
    assert!(
        world
            .events()
            .iter()
            .any(|event| matches!(event, Event::Died { who, .. } if *who == me))
    );
    let coin = world.spawn("coin", at(0, 0)).unwrap();
    assert!(!world.entity(coin).unwrap().is_alive());
    assert!(
        !combat::damage(&mut world, coin, 100),
        "what has no hit points is not hurt"
    );
}

#[test]
fn y107_a_roll_that_reaches_the_defense_hits() {
    for (defense, hits) in [(14, true), (15, true), (16, false)] {
        let (mut world, me) = fight(&FIELD);
        let goblin = world.spawn("goblin", at(4, 1)).unwrap();
        world.set(goblin, Prop::DEFENSE, defense);
        combat::melee(&mut world, me, goblin);
        assert_eq!(hp(&world, goblin) == Some(1), hits, "defense {defense}");
    }
}

#[test]
fn y108_damage_is_the_roll_less_armour_and_never_heals() {
    for (armor, left, damage) in [(0, 1, 4), (3, 4, 1), (4, 5, 0), (10, 5, 0)] {
        let (mut world, me) = fight(&FIELD);
        let goblin = world.spawn("goblin", at(4, 1)).unwrap();
        if armor > 0 {
            world.set(goblin, Prop::ARMOR, armor);
        }
        let outcome = combat::melee(&mut world, me, goblin);
        assert_eq!(hp(&world, goblin), Some(left));
        let sentence = format!("You hit the Goblin for {damage} damage.");
        assert_eq!(outcome.message, Some(sentence));
    }
}

#[test]
fn y109_the_sentences_and_flashes_of_a_fight() {
    let (mut world, me) = fight(&FIELD);
    let goblin = world.spawn("goblin", at(4, 1)).unwrap();
    let blow = |world: &mut World, by, at| {
        let outcome = combat::melee(world, by, at);
        (
            outcome.message.unwrap(),
            outcome.effect.unwrap().frames.len(),
        )
    };
    assert_eq!(
        blow(&mut world, me, goblin),
        ("You hit the Goblin for 4 damage.".into(), 2)
    );
    assert_eq!(
        blow(&mut world, goblin, me),
        ("The Goblin hits you for 3 damage.".into(), 2)
    );
    assert_eq!(
        blow(&mut world, me, goblin),
        ("You hit the Goblin for 4 damage, ...killing it!".into(), 2)
    );
    let goblin = world.spawn("goblin", at(4, 1)).unwrap();
    world.set(goblin, Prop::DEFENSE, 99);
    world.set(me, Prop::DEFENSE, 99);
    assert_eq!(
        blow(&mut world, me, goblin),
        ("You miss the Goblin.".into(), 1)
    );
    assert_eq!(
        blow(&mut world, goblin, me),
        ("The Goblin misses you.".into(), 1)
    );
    world.set(me, Prop::DEFENSE, 1);
    world.set(me, Prop::HP, 2);
    assert_eq!(
        blow(&mut world, goblin, me),
        (
            "The Goblin hits you for 3 damage, ...killing you!".into(),
            2
        )
    );
}

#[test]
fn y110_a_chaser_attacks_within_one_else_follows_a_path_of_at_most_twenty_else_wanders() {
    let (mut world, me) = fight(&FIELD);
    let hunter = world.spawn("hunter", at(7, 1)).unwrap();
    let mut game = game_of(world);
    for x in [6, 5, 4] {
        act(&mut game, hunter, "");
        assert_eq!(place(&game.world, hunter).x, x);
    }
    act(&mut game, hunter, "");
    assert_eq!(
        hp(&game.world, me),
        Some(17),
        "diagonals included: within one it attacks"
    );
    // 21 steps away is too far: it wanders, so sooner or later it does not come nearer.
    let (mut world, me) = fight(&[
        ".............................",
        ".............................",
    ]);
    world.place(me, at(0, 0));
    let far = world.spawn("hunter", at(28, 0)).unwrap();
    let mut game = game_of(world);
    let mut strayed = false;
    for _ in 0..20 {
        let before = place(&game.world, far);
        act(&mut game, far, "");
        strayed |= place(&game.world, far).x >= before.x && before.x > 21;
    }
    assert!(strayed);
    // Exactly twenty steps: it comes.
    game.world.place(far, at(20, 0));
    act(&mut game, far, "");
    assert_eq!(place(&game.world, far).x, 19);
    // No target: it wanders.
    game.world.remove(me);
    act(&mut game, far, "");
    assert!(place(&game.world, far).chebyshev(at(19, 0)) <= 2);
}

#[test]
fn y111_wandering_is_one_of_nine_steps_and_the_blocked_stay() {
    let mut world = world_of(&["...", "...", "..."]);
    let id = world.spawn("wanderer", at(1, 1)).unwrap();
    let mut count = std::collections::BTreeMap::new();
    for _ in 0..900 {
        world.place(id, at(1, 1));
        minds::wander(&mut world, id);
        *count.entry(place(&world, id)).or_insert(0) += 1;
    }
    assert_eq!(count.len(), 9);
    assert!(
        count.values().all(|&times| (60..=140).contains(&times)),
        "{count:?}"
    );
    let mut cell = world_of(&["###", "#.#", "###"]);
    let id = cell.spawn("wanderer", at(1, 1)).unwrap();
    for _ in 0..50 {
        minds::wander(&mut cell, id);
        assert_eq!(place(&cell, id), at(1, 1));
    }
}

#[test]
fn y123_a_shot_uses_ranged_dice_and_flies_cell_by_cell() {
    let (mut world, me) = fight(&["..........", "..........", ".........."]);
    let goblin = world.spawn("goblin", at(7, 1)).unwrap();
    let outcome = combat::shoot(&mut world, me, at(7, 1));
    assert_eq!(
        outcome.message.as_deref(),
        Some("You hit the Goblin for 4 damage.")
    );
    let effect = outcome.effect.unwrap();
    assert_eq!(effect.frames.len(), 4 + 2);
    let cells: Vec<Point> = effect.frames.iter().map(|frame| frame[0].0).collect();
    assert_eq!(
        cells,
        [at(4, 1), at(5, 1), at(6, 1), at(7, 1), at(7, 1), at(7, 1)]
    );
    world.set(goblin, Prop::DEFENSE, 99);
    let outcome = combat::shoot(&mut world, me, at(7, 1));
    assert_eq!(outcome.effect.unwrap().frames.len(), 4 + 1);
    assert_eq!(outcome.message.as_deref(), Some("You miss the Goblin."));
}

#[test]
fn n4_all_messages_of_a_turn_in_order_and_all_effects() {
    let (mut world, me) = fight(&FIELD);
    let hunter = world.registry().entity("hunter").unwrap();
    for cell in [at(2, 1), at(4, 1)] {
        world
            .add(Entity::new(hunter, cell).with(Prop::HP, 9))
            .unwrap();
    }
    let mut game = Game::new(world, rules().on_bump(combat::melee)).unwrap();
    game.press(Key::Char('l'));
    assert_eq!(
        messages(&game.world),
        [
            "You hit the Hunter for 4 damage.",
            "The Hunter hits you for 3 damage.",
            "The Hunter hits you for 3 damage."
        ]
    );
    assert_eq!(shown(&game.world), [2, 2, 2]);
    assert_eq!(hp(&game.world, me), Some(14));
}

#[test]
fn hunters_come_from_anywhere_round_each_other_by_one_shared_map() {
    let mut world = world_of(&[
        "##############################",
        "#............................#",
        "#.############################",
        "#............................#",
        "############################.#",
        "#............................#",
        "##############################",
    ]);
    let content = "[entity.player]\nact = \"player\"\nhp = 90\ndefense = 1\nblocks_movement = true\n\
        [entity.hunter]\nact = \"hunt-player\"\nattack = \"5\"\ndamage = \"1\"\nblocks_movement = true\n";
    world.load_content("hunt.toml", content).unwrap();
    let me = world.spawn("player", at(1, 5)).unwrap();
    let hunters: Vec<EntityId> = (0..5)
        .map(|number| world.spawn("hunter", at(28 - number, 1)).unwrap())
        .collect();
    let map = KeyMap::vi().with(".", "wait").unwrap();
    let mut game = Game::new(world, rules().keys(map)).unwrap();
    for _ in 0..95 {
        game.press(Key::Char('.'));
    }
    assert!(
        hp(&game.world, me).unwrap() < 90,
        "further than any limit of twenty"
    );
    let mut cells: Vec<Point> = hunters.iter().map(|&who| place(&game.world, who)).collect();
    cells.sort();
    cells.dedup();
    assert_eq!(cells.len(), 5);
    // Walled off: they wait.
    game.world.level_mut().set_type(at(10, 5), TileType::WALL);
    game.world.place(hunters[0], at(20, 5));
    assert_eq!(game.world.step_to_player(hunters[0]), None);
    // A swimmer goes where the others cannot.
    game.world.level_mut().set_type(at(10, 5), TileType::WATER);
    game.world.set(hunters[0], Prop::CAN_SWIM, true);
    assert_eq!(game.world.step_to_player(hunters[0]), Some(at(-1, 0)));
    game.world.place(hunters[1], at(21, 5));
    assert_eq!(game.world.step_to_player(hunters[1]), None);
}
