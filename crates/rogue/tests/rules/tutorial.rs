//! The fixed rules: fighters, deaths, minds, items (K statements).

use super::*;
use parlour_rogue::combat::fixed::{self, Fighter};
use parlour_rogue::{Entity, Outcome, Prop, items, minds};

const FIELD: [&str; 9] = ["........."; 9];

fn field() -> (World, EntityId) {
    let mut world = world_of(&FIELD);
    let content = r#"
        [entity.player]
        name = "Player"
        hp = 30
        defense = 2
        power = 5
        blocks_movement = true
        [entity.orc]
        name = "Orc"
        char = "o"
        color = "green"
        hp = 10
        defense = 0
        power = 3
        blocks_movement = true
        mind = "basic"
        [entity.troll]
        parent = "orc"
        name = "Troll"
        hp = 16
        defense = 1
        power = 4
        [entity.potion]
        name = "Healing Potion"
        use = "heal"
        [entity.bolt]
        use = "lightning"
        [entity.fire]
        use = "fireball"
        [entity.spell]
        use = "confuse"
    "#;
    world.load_content("tutorial.toml", content).unwrap();
    let me = world.spawn("player", at(4, 4)).unwrap();
    (world, me)
}

fn hp(world: &World, who: EntityId) -> Option<i64> {
    Some(Fighter::of(world.entity(who)?)?.hp)
}

fn carry(world: &mut World, me: EntityId, kind: &str) -> EntityId {
    let kind = world.registry().entity(kind).unwrap();
    world.give(me, Entity::new(kind, at(0, 0))).unwrap()
}

fn use_item(world: &mut World, me: EntityId, item: EntityId, target: Option<Point>) -> Outcome {
    items::use_item(world, me, item, target, &mut |_, _| true)
}

#[test]
fn k1_k2_k3_components_belong_to_an_entity_which_may_lack_any() {
    let (mut world, me) = field();
    let coin = world.spawn("coin", at(0, 0)).unwrap();
    assert_eq!(Fighter::of(world.entity(coin).unwrap()), None);
    assert_eq!(world.entity(coin).unwrap().prop(Prop::MIND), None);
    Fighter::new(7, 1, 2).attach(&mut world, coin);
    assert_eq!(
        Fighter::of(world.entity(coin).unwrap()),
        Some(Fighter::new(7, 1, 2))
    );
    assert_eq!(
        Fighter::of(world.entity(me).unwrap()),
        Some(Fighter::new(30, 2, 5))
    );
}

#[test]
fn k2_an_entity_has_name_cell_looks_and_blocks_and_the_rest_if_it_wants() {
    let (mut world, me) = field();
    let orc = world.spawn("orc", at(1, 2)).unwrap();
    let orc = world.entity(orc).unwrap();
    assert_eq!((orc.name(), orc.at()), ("Orc", at(1, 2)));
    assert_eq!(
        orc.glyph(),
        parlour_rogue::Glyph::new('o', parlour_rogue::Colour::Green)
    );
    assert!(orc.blocks() && Fighter::of(orc).is_some());
    let mind = orc.prop(Prop::MIND).map(ToString::to_string);
    assert_eq!(mind.as_deref(), Some("basic"));
    assert_eq!(
        (orc.prop(Prop::USE), orc.int(Prop::DRAW_ORDER)),
        (None, None)
    );
    let potion = world.spawn("potion", at(4, 4)).unwrap();
    let item = world.entity(potion).unwrap();
    assert!(item.prop(Prop::USE).is_some() && !item.blocks());
    assert!(world.pack(me).is_empty());
    world.pick_up(me, potion).unwrap();
    assert_eq!(world.pack(me).len(), 1, "whoever picks up has an inventory");
}

#[test]
fn k4_max_hp_defaults_to_the_starting_hp() {
    let (mut world, _) = field();
    let orc = world.spawn("orc", at(0, 0)).unwrap();
    fixed::hurt(&mut world, orc, 4);
    let fighter = Fighter::of(world.entity(orc).unwrap()).unwrap();
    assert_eq!((fighter.hp, fighter.max_hp), (6, 10));
}

#[test]
fn k5_k6_k7_damage_is_power_less_defense_and_only_above_zero() {
    let (mut world, me) = field();
    let orc = world.spawn("orc", at(5, 4)).unwrap();
    fixed::attack(&mut world, me, orc);
    fixed::attack(&mut world, orc, me);
    world.set(orc, Prop::POWER, 2);
    fixed::attack(&mut world, orc, me);
    world.set(orc, Prop::POWER, 1);
    fixed::attack(&mut world, orc, me);
    assert_eq!(
        messages(&world),
        [
            "Player attacks Orc for 5 hit points.",
            "Orc attacks Player for 1 hit points.",
            "Orc attacks Player but does no damage.",
            "Orc attacks Player but does no damage."
        ]
    );
    assert_eq!((hp(&world, me), hp(&world, orc)), (Some(29), Some(5)));
}

#[test]
fn k12_a_monster_acts_only_when_its_cell_is_seen() {
    let (mut world, _) = field();
    let orc = world.spawn("orc", at(8, 4)).unwrap();
    minds::current(&mut world, orc, |_, _| false);
    assert_eq!(place(&world, orc), at(8, 4));
    minds::current(&mut world, orc, World::player_sees);
    assert_eq!(place(&world, orc), at(7, 4));
}

#[test]
fn k13_k14_at_two_it_moves_below_two_it_attacks_diagonals_included() {
    let (mut world, me) = field();
    let orc = world.spawn("orc", at(6, 4)).unwrap();
    minds::basic(&mut world, orc);
    assert_eq!(hp(&world, me), Some(30), "exactly two is still too far");
    assert!(place(&world, orc).chebyshev(at(4, 4)) == 1);
    world.place(orc, at(5, 5));
    minds::basic(&mut world, orc);
    assert_eq!(hp(&world, me), Some(29));
}

#[test]
fn k16_k17_it_takes_the_second_cell_unless_a_blocker_stands_there() {
    let mut world = world_of(&["########", "#......#", "########"]);
    let orc = "[entity.player]\nhp = 30\npower = 5\n[entity.orc]\nname = \"Orc\"\nhp = 10\npower = 3\nmind = \"basic\"\nblocks_movement = true\n";
    world.load_content("t.toml", orc).unwrap();
    world.spawn("player", at(1, 1)).unwrap();
    let front = world.spawn("orc", at(3, 1)).unwrap();
    let back = world.spawn("orc", at(4, 1)).unwrap();
    minds::basic(&mut world, back);
    assert_eq!(place(&world, back), at(4, 1));
    minds::basic(&mut world, front);
    minds::basic(&mut world, back);
    assert_eq!(
        (place(&world, front), place(&world, back)),
        (at(2, 1), at(3, 1))
    );
}

#[test]
fn k16_straight_ten_diagonal_fourteen_corners_are_cut_creatures_ignored() {
    let costs = parlour_rogue::grid::path::Costs::TEN_FOURTEEN;
    let rules = parlour_rogue::grid::path::PathRules::default();
    assert_eq!(rules.costs, costs);
    assert_eq!((costs.straight, costs.diagonal), (10, 14));
    let map = [
        "..........",
        "....#.....",
        ".....#....",
        "..........",
        "###.......",
    ];
    let mut world = world_of(&map);
    // Both ends belong to it, and along a row nothing zigzags.
    let row = world.path_by(None, at(1, 3), at(5, 3), &rules).unwrap();
    assert_eq!(row, [1, 2, 3, 4, 5].map(|x| at(x, 3)));
    // Between two walls that touch at a corner: one diagonal step.
    let cut = world.path_by(None, at(4, 2), at(5, 1), &rules).unwrap();
    assert_eq!(cut, [at(4, 2), at(5, 1)]);
    // Blocked cells and what is off the map are no ends.
    for nowhere in [at(4, 1), at(-1, 0), at(10, 3)] {
        assert_eq!(world.path_by(None, at(1, 3), nowhere, &rules), None);
    }
    let orc = "[entity.orc]\nblocks_movement = true\n";
    world.load_content("orc.toml", orc).unwrap();
    world.spawn("orc", at(3, 3)).unwrap();
    let again = world.path_by(None, at(1, 3), at(5, 3), &rules);
    assert_eq!(again, Some(row), "creatures are ignored");
    let mut walled = world_of(&["..#..", "..#.."]);
    assert_eq!(walled.path_by(None, at(0, 0), at(4, 0), &rules), None);
}

/// The trap: a squared distance as the heuristic.
#[test]
fn k16_long_paths_are_shortest_and_the_heuristic_is_not_squared() {
    let mut world = world_of(&["........................................"; 20]);
    let rules = parlour_rogue::grid::path::PathRules::default();
    let path = world.path_by(None, at(0, 0), at(39, 10), &rules).unwrap();
    assert_eq!(path.len(), 40);
}

#[test]
fn k18_k19_the_dead_become_remains_after_the_damage_message() {
    let (mut world, me) = field();
    let orc = world.spawn("orc", at(5, 4)).unwrap();
    fixed::attack(&mut world, me, orc);
    fixed::attack(&mut world, me, orc);
    assert_eq!(
        messages(&world)[1..],
        ["Player attacks Orc for 5 hit points.", "Orc is dead!"]
    );
    let remains = world.entity(orc).unwrap();
    assert_eq!(remains.name(), "remains of Orc");
    assert_eq!(
        remains.glyph(),
        parlour_rogue::Glyph::new('%', parlour_rogue::Colour::Red)
    );
    assert!(!remains.blocks() && !remains.acts());
    assert_eq!(
        (remains.prop(Prop::MIND), Fighter::of(remains)),
        (None, None)
    );
    assert_eq!(
        remains.int(Prop::DRAW_ORDER),
        Some(fixed::draw_order::CORPSE)
    );
    assert!(
        !world.try_move(me, at(1, 0)).retry,
        "one may walk over them"
    );
    // They stay dead over a save.
    let loaded = World::load(&world.save(), world.registry().clone()).unwrap();
    assert_eq!(loaded.entity(orc).unwrap().name(), "remains of Orc");
}

#[test]
fn k20_the_player_dies_red_and_stays_the_player() {
    let (mut world, me) = field();
    assert!(!fixed::player_is_dead(&world));
    world.set(me, Prop::HP, 1);
    let orc = world.spawn("orc", at(5, 4)).unwrap();
    fixed::attack(&mut world, orc, me);
    assert_eq!(world.log().last(), Some("You died!"));
    assert!(fixed::player_is_dead(&world));
    assert_eq!(world.entity(me).unwrap().glyph().char, '%');
    // The dead are not attacked any more.
    let before = messages(&world).len();
    minds::basic(&mut world, orc);
    assert_eq!(messages(&world).len(), before);
}

#[test]
fn k21_draw_order_is_corpse_then_item_then_actor() {
    let (mut world, me) = field();
    let potion = world.spawn("potion", at(4, 4)).unwrap();
    world.set(potion, Prop::DRAW_ORDER, fixed::draw_order::ITEM);
    world.set(me, Prop::DRAW_ORDER, fixed::draw_order::ACTOR);
    world.set(potion, Prop::CHAR, "!");
    world.set(me, Prop::CHAR, "@");
    world.set(potion, Prop::NAME, "updated last, but an item");
    let game = Game::at_rest(world, rules()).unwrap();
    let view = parlour_rogue::View::following(&game, 9, 9);
    assert_eq!(view.to_rows()[4], "....@....");
}

#[test]
fn k21_names_under_the_mouse_are_told_in_sight_alone_joined_by_commas() {
    let mut world = world_of(&[".....#...", ".....#...", ".....#..."]);
    let content = "[entity.player]\nname = \"Player\"\ndraw_order = 2\n\
                   [entity.orc]\nname = \"Orc\"\ndraw_order = 2\n\
                   [entity.potion]\nname = \"Potion\"\ndraw_order = 1\n";
    world.load_content("names.toml", content).unwrap();
    world.spawn("player", at(0, 0)).unwrap();
    world.spawn("orc", at(3, 1)).unwrap();
    world.spawn("potion", at(3, 1)).unwrap();
    world.spawn("orc", at(7, 1)).unwrap();
    let names = |cell| parlour_rogue::names_in_sight(&world, cell);
    assert_eq!(names(at(3, 1)), "Orc, Potion");
    assert_eq!(names(at(0, 0)), "Player");
    for empty in [at(7, 1), at(4, 0), at(-1, 0), at(99, 99)] {
        assert_eq!(names(empty), "", "{empty}");
    }
}

#[test]
fn k22_k23_a_pack_of_26_picks_up_one_thing_and_puts_it_underfoot() {
    let (mut world, me) = field();
    assert_eq!(
        items::pick_up(&mut world, me).message.as_deref(),
        Some("There is nothing here to pick up.")
    );
    let potions: Vec<EntityId> = (0..27)
        .map(|_| world.spawn("potion", at(4, 4)).unwrap())
        .collect();
    let picked = items::pick_up(&mut world, me);
    assert_eq!(
        picked.message.as_deref(),
        Some("You pick up the Healing Potion")
    );
    assert!(!picked.is_free());
    assert_eq!(world.pack(me).len(), 1, "of two on a cell one is taken");
    assert_eq!(world.pack(me)[0].id, Some(potions[0]));
    for _ in 1..26 {
        items::pick_up(&mut world, me);
    }
    let full = items::pick_up(&mut world, me);
    assert_eq!(
        full.message.as_deref(),
        Some("You cannot carry any more, your inventory is full")
    );
    assert!(full.is_free());
    assert!(world.entity(potions[26]).is_some(), "it stays");
    assert!(!items::put_down(&mut world, me, potions[3]).is_free());
    assert_eq!(place(&world, potions[3]), at(4, 4));
    assert_eq!(world.pack(me).len(), 25);
    assert!(
        items::put_down(&mut world, me, potions[3]).retry,
        "what is not carried cannot be dropped"
    );
}

#[test]
fn k24_a_potion_heals_four_up_to_the_maximum() {
    let (mut world, me) = field();
    let potion = carry(&mut world, me, "potion");
    let refused = use_item(&mut world, me, potion, None);
    assert_eq!(
        refused.message.as_deref(),
        Some("You are already at full health.")
    );
    assert!(refused.is_free() && world.pack(me).len() == 1);
    fixed::hurt(&mut world, me, 6);
    assert!(!use_item(&mut world, me, potion, None).is_free());
    assert_eq!((hp(&world, me), world.pack(me).len()), (Some(28), 0));
    let potion = carry(&mut world, me, "potion");
    use_item(&mut world, me, potion, None);
    assert_eq!(hp(&world, me), Some(30));
}

#[test]
fn k25_lightning_strikes_the_nearest_in_sight_and_range() {
    let (mut world, me) = field();
    let bolt = carry(&mut world, me, "bolt");
    let refused = use_item(&mut world, me, bolt, None);
    assert_eq!(
        refused.message.as_deref(),
        Some("No enemy is close enough to strike.")
    );
    assert_eq!(
        (world.pack(me).len(), hp(&world, me)),
        (1, Some(30)),
        "kept, and never the caster"
    );
    let far = world.spawn("troll", at(8, 8)).unwrap();
    assert!(
        use_item(&mut world, me, bolt, None).is_free(),
        "5.6 away is beyond 5"
    );
    let near = world.spawn("troll", at(6, 4)).unwrap();
    let hidden = items::use_item(&mut world, me, bolt, None, &mut |_, cell| cell != at(6, 4));
    assert!(hidden.is_free());
    use_item(&mut world, me, bolt, None);
    assert_eq!((hp(&world, near), hp(&world, far)), (None, Some(16)));
    assert_eq!(world.log().last(), Some("Troll is dead!"));
}

/// The trap: only the first death of a fireball is handled.
#[test]
fn k26_n10_a_fireball_burns_all_within_three_and_every_death_is_handled() {
    let (mut world, me) = field();
    let orcs: Vec<EntityId> = [(6, 4), (7, 4), (6, 5)]
        .map(|cell| world.spawn("orc", cell).unwrap())
        .to_vec();
    let far = world.spawn("orc", at(0, 0)).unwrap();
    let fire = carry(&mut world, me, "fire");
    let unseen = items::use_item(&mut world, me, fire, Some(at(6, 4)), &mut |_, _| false);
    assert!(unseen.is_free() && world.pack(me).len() == 1);
    use_item(&mut world, me, fire, Some(at(6, 4)));
    let dead = messages(&world)
        .iter()
        .filter(|text| **text == "Orc is dead!")
        .count();
    assert_eq!(dead, 3);
    assert!(
        orcs.iter()
            .all(|&orc| world.entity(orc).unwrap().name() == "remains of Orc")
    );
    assert_eq!(
        (hp(&world, me), hp(&world, far)),
        (Some(18), Some(10)),
        "the caster burns too"
    );
}

#[test]
fn k27_confusion_lasts_ten_turns_then_the_old_mind_returns() {
    let (mut world, me) = field();
    let orc = world.spawn("orc", at(8, 8)).unwrap();
    let spell = carry(&mut world, me, "spell");
    assert!(
        use_item(&mut world, me, spell, Some(at(1, 1))).is_free(),
        "nobody there"
    );
    use_item(&mut world, me, spell, Some(at(8, 8)));
    let mind = |world: &World| {
        world
            .entity(orc)
            .unwrap()
            .prop(Prop::MIND)
            .unwrap()
            .to_string()
    };
    for _ in 0..10 {
        minds::current(&mut world, orc, |_, _| true);
        assert_eq!(mind(&world), "confused");
        assert!(world.level().contains(place(&world, orc)));
    }
    let outcome = minds::current(&mut world, orc, |_, _| true);
    assert_eq!(
        outcome.message.as_deref(),
        Some("The Orc is no longer confused!")
    );
    assert_eq!(mind(&world), "basic");
    // Confused again while confused: the old mind is still remembered.
    minds::confuse(&mut world, orc, 1);
    minds::confuse(&mut world, orc, 1);
    minds::current(&mut world, orc, |_, _| true);
    minds::current(&mut world, orc, |_, _| true);
    assert_eq!(mind(&world), "basic");
}

/// The trap: the confused walk into walls.
#[test]
fn trap_the_confused_do_not_walk_into_walls_or_others() {
    let mut world = world_of(&["###", "#.#", "###"]);
    world
        .load_content(
            "t.toml",
            "[entity.orc]\nmind = \"basic\"\nblocks_movement = true\n",
        )
        .unwrap();
    let orc = world.spawn("orc", at(1, 1)).unwrap();
    minds::confuse(&mut world, orc, 50);
    for _ in 0..50 {
        minds::current(&mut world, orc, |_, _| true);
        assert_eq!(place(&world, orc), at(1, 1));
    }
}
