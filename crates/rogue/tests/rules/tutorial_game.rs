//! K8 to K11, K15, K20, K21, K28, and the traps of the tutorial's text, each shown
//! absent.

use super::*;
use parlour_rogue::combat::fixed::Fighter;
use parlour_rogue::generate::{Rooms, rooms};
use parlour_rogue::{Direction, Log, Prop, Rect, items, tutorial, wrap};
use std::collections::BTreeSet;

/// A room with the player in the middle and nobody else.
fn room() -> (Game, EntityId) {
    let registry = tutorial::registry();
    let rows = [
        "#########",
        "#.......#",
        "#.......#",
        "#.......#",
        "#########",
    ];
    let level = Level::from_rows(&registry, &rows).unwrap();
    let mut world = World::new(registry, Seed(1), "room", level);
    let me = world.spawn("player", at(4, 2)).unwrap();
    (Game::new(world, tutorial::rules()).unwrap(), me)
}

#[test]
fn k8_stats_looks_and_shares_of_player_orc_and_troll() {
    let (mut game, me) = room();
    let orc = game.world.spawn("orc", at(1, 1)).unwrap();
    let troll = game.world.spawn("troll", at(2, 1)).unwrap();
    let fighter = |who| Fighter::of(game.world.entity(who).unwrap()).unwrap();
    assert_eq!(fighter(me), Fighter::new(30, 2, 5));
    assert_eq!(fighter(orc), Fighter::new(10, 0, 3));
    assert_eq!(fighter(troll), Fighter::new(16, 1, 4));
    let looks = |who| {
        let glyph = game.world.entity(who).unwrap().glyph();
        (glyph.char, glyph.colour.to_string())
    };
    assert_eq!(looks(orc), ('o', "green".to_string()));
    assert_eq!(looks(troll), ('T', "yellow".to_string()));

    let (mut orcs, mut trolls) = (0, 0);
    for seed in 0..300 {
        let game = tutorial::game(Seed(seed), 80, 45);
        for entity in game.world.entities() {
            match entity.type_key() {
                "orc" => orcs += 1,
                "troll" => trolls += 1,
                _ => {}
            }
        }
    }
    let share = orcs * 100 / (orcs + trolls);
    assert!((77..=83).contains(&share), "{orcs} orcs, {trolls} trolls");
}

/// The trap: monsters only in the upper left quarter, and two on one cell.
#[test]
fn k8_up_to_four_monsters_stand_anywhere_in_a_room_never_two_on_a_cell() {
    let registry = tutorial::registry();
    let mut cells = BTreeSet::new();
    let mut most = 0;
    for seed in 0..2_000 {
        let mut level = Level::new(&registry, 9, 9);
        let rect = Rect::new(0, 0, 9, 9);
        level.make_room(rect);
        let mut world = World::new(registry.clone(), Seed(seed), "room", level);
        tutorial::settle(&mut world, rect);
        let here: Vec<Point> = world.entities().map(parlour_rogue::EntityRef::at).collect();
        let apart: BTreeSet<Point> = here.iter().copied().collect();
        assert_eq!(apart.len(), here.len());
        most = most.max(here.len());
        cells.extend(here);
    }
    assert_eq!(most, 4);
    assert_eq!(cells.len(), 49, "every cell of the floor has its monsters");
}

#[test]
fn k9_walking_into_rock_is_no_turn() {
    let (mut game, me) = room();
    let orc = game.world.spawn("orc", at(7, 1)).unwrap();
    game.world.place(me, at(1, 2));
    game.press(Key::Char('h'));
    assert_eq!(game.world.turns(), 0);
    assert_eq!(place(&game.world, orc), at(7, 1));
}

#[test]
fn k10_a_free_cell_is_entered_sight_is_new_and_the_monsters_follow() {
    let (mut game, me) = room();
    game.world.level_mut().explored_mut().clear();
    let orc = game.world.spawn("orc", at(7, 2)).unwrap();
    game.press(Key::Char('h'));
    assert_eq!(place(&game.world, me), at(3, 2));
    assert_eq!(game.world.turns(), 1);
    assert_eq!(place(&game.world, orc), at(6, 2), "once, and one step");
    assert!(game.world.level().explored().contains(at(0, 2)));
}

#[test]
fn k11_a_blocker_is_attacked_and_each_monster_answers_once() {
    let (mut game, me) = room();
    let one = game.world.spawn("orc", at(5, 2)).unwrap();
    game.world.spawn("orc", at(4, 1)).unwrap();
    game.press(Key::Char('l'));
    assert_eq!(place(&game.world, me), at(4, 2), "a blow is no step");
    let hp = |who| game.world.entity(who).unwrap().int(Prop::HP);
    assert_eq!(hp(one), Some(5));
    assert_eq!(hp(me), Some(28), "power 3 less defence 2, from each of two");
}

#[test]
fn k15_everyone_moves_in_eight_directions_by_letters_and_arrows_and_escape_quits() {
    for (key, way) in ["k", "u", "l", "n", "j", "b", "h", "y"]
        .into_iter()
        .zip(Direction::ALL)
    {
        let (mut game, me) = room();
        game.press(key.parse().unwrap());
        assert_eq!(place(&game.world, me), at(4, 2).step(way), "{key}");
    }
    for (key, way) in [
        ("up", Direction::North),
        ("right", Direction::East),
        ("down", Direction::South),
        ("left", Direction::West),
    ] {
        let (mut game, me) = room();
        game.press(key.parse().unwrap());
        assert_eq!(place(&game.world, me), at(4, 2).step(way), "{key}");
    }
    // Monsters too: diagonally towards the player.
    let (mut game, _) = room();
    let orc = game.world.spawn("orc", at(6, 1)).unwrap();
    game.world
        .place(tutorial::player(&game.world).unwrap(), at(3, 3));
    game.press(Key::Char('h'));
    assert_eq!(place(&game.world, orc), at(5, 2));
    game.press(Key::Escape);
    assert!(game.ending().is_some());
}

/// Of two orcs the first slays; the other stops at once, and of the player's keys
/// only the inventory and Escape are left.
#[test]
fn k20_for_the_dead_the_inventory_and_escape_remain_and_the_monsters_stop() {
    let (mut game, me) = room();
    for cell in [at(5, 2), at(3, 2)] {
        game.world.spawn("orc", cell).unwrap();
    }
    game.world.set(me, Prop::HP, 1);
    game.press(Key::Char('.'));
    let said = messages(&game.world);
    assert_eq!(said, ["Orc attacks Player for 1 hit points.", "You died!"]);
    let dead = game.world.entity(me).unwrap();
    assert_eq!(
        (dead.glyph().char, dead.glyph().colour.to_string()),
        ('%', "red".into())
    );
    let before = game.world.save();
    for key in "hjklyubn.x".chars() {
        let events = game.press(Key::Char(key));
        assert!(events.is_empty(), "{key}: {events:?}");
    }
    assert!(game.world.save() == before, "nobody moves, nothing is said");
    let asked = parlour_rogue::Event::Asked(tutorial::INVENTORY.into());
    assert_eq!(game.press(Key::Char('i')), [asked]);
    assert!(game.world.save() == before && game.ending().is_none());
    game.press(Key::Escape);
    assert!(game.ending().is_some());
}

#[test]
fn k21_the_log_wraps_at_its_width_and_drops_the_oldest() {
    let mut log = Log::with_capacity(2);
    for text in ["one", "The orc attacks you", "three"] {
        log.push(0, text);
    }
    assert_eq!(log.wrapped(8, 10), ["The orc", "attacks", "you", "three"]);
    assert_eq!(
        wrap("The orc attacks you", 8),
        ["The orc", "attacks", "you"]
    );
}

/// The trap: rays that stop one short, reach four, and read off the array.
#[test]
fn k28_sight_reaches_five_cells_everywhere_and_what_was_seen_stays_explored() {
    let registry = tutorial::registry();
    let level = Level::new(&registry, 30, 30);
    let mut world = World::new(registry, Seed(1), "field", level);
    let me = world.spawn("player", at(15, 15)).unwrap();
    for cell in world.level().size().cells().collect::<Vec<_>>() {
        let near = cell.chebyshev(at(15, 15)) <= 5;
        assert_eq!(world.player_sees(cell), near, "{cell}");
    }
    world.explore(me);
    world.place(me, at(0, 0));
    world.explore(me);
    assert!(world.player_sees(at(5, 5)) && !world.player_sees(at(-1, 0)));
    assert!(world.level().explored().contains(at(20, 20)));
}

#[test]
fn k28_rooms_are_six_to_nine_apart_and_joined_and_the_first_holds_the_player() {
    for seed in 0..50 {
        let game = tutorial::game(Seed(seed), 80, 45);
        let registry = tutorial::registry();
        let mut level = Level::new(&registry, 80, 45);
        let mut chance = parlour_rogue::Chance::new(Seed(seed)).map;
        let layout = rooms(&mut level, &mut chance, &Rooms::default());
        assert!(layout.rooms.len() <= 30);
        for (number, room) in layout.rooms.iter().enumerate() {
            assert!((6..=9).contains(&room.w) && (6..=9).contains(&room.h));
            let earlier = &layout.rooms[..number];
            assert!(earlier.iter().all(|other| !other.overlaps(*room)));
        }
        assert!(parlour_rogue::generate::is_connected(game.world.level()));
        let me = tutorial::player(&game.world).unwrap();
        assert!(layout.rooms[0].contains(place(&game.world, me)));
    }
}

/// The trap: the message of an attack stands outside its condition.
#[test]
fn trap_a_blow_without_damage_says_so_and_nothing_else() {
    let (mut game, me) = room();
    let troll = game.world.spawn("troll", at(5, 2)).unwrap();
    game.world.set(me, Prop::POWER, 1);
    game.world.set(troll, Prop::POWER, 0);
    game.press(Key::Char('l'));
    assert_eq!(
        messages(&game.world),
        [
            "Player attacks Troll but does no damage.",
            "Troll attacks Player but does no damage."
        ]
    );
}

/// The trap: two items on a cell are both taken while one stays.
#[test]
fn trap_of_two_items_on_a_cell_one_is_taken_and_the_other_stays() {
    let (mut game, me) = room();
    let world = &mut game.world;
    world
        .load_content(
            "potion",
            "[entity.potion]\nname = \"potion\"\nuse = \"heal\"\n",
        )
        .unwrap();
    for _ in 0..2 {
        world.spawn("potion", at(4, 2)).unwrap();
    }
    items::pick_up(world, me);
    assert_eq!(world.pack(me).len(), 1);
    let left = world.entities_at(at(4, 2)).into_iter();
    assert_eq!(left.filter(|it| it.type_key() == "potion").count(), 1);
}

/// The trap: what a potion says is lost when it is drunk from the menu.
#[test]
fn trap_the_words_of_a_potion_reach_the_log() {
    let (mut game, me) = room();
    game.world
        .load_content(
            "potion",
            "[entity.potion]\nname = \"potion\"\nuse = \"heal\"\n",
        )
        .unwrap();
    game.world.set(me, Prop::HP, 10);
    let potion = game.world.spawn("potion", at(4, 2)).unwrap();
    game.world.pick_up(me, potion).unwrap();
    game.perform(|world, me| items::use_item(world, me, potion, None, &mut |_, _| true));
    assert_eq!(messages(&game.world), ["You feel better."]);
    assert!(game.world.pack(me).is_empty());
    assert_eq!(game.world.turns(), 1);
}
