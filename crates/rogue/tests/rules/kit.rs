//! The kit's parts beside each other: what one does, another does not undo.

use parlour_rogue::generate::{self, Rooms};
use parlour_rogue::kit::status::{self, Status};
use parlour_rogue::kit::traps::{self, Traps};
use parlour_rogue::kit::{allies, doors, equipment, explore, rest, terrain, vaults};
use parlour_rogue::{
    Arrival, Chance, EntityId, EntityRef, Event, Game, Key, Level, Metric, Outcome, Point, Prop,
    Registry, Rules, Seed, TileType, Value, World, combat, handlers, items,
};

const CONTENT: &str = r#"
[entity.player]
act = "player"
delay = 10
hp = 20
defense = 1
attack = "1"
damage = "1"

[entity.coin]
use = "spend"

[entity.boots]
name = "light boots"
use = "wear"
lasting = true
slot = "feet"
gives = { delay = -2 }

[entity.dog]
name = "dog"
act = "wait"
blocks_movement = true
hp = 9
defense = 1
attack = "20"
damage = "9"

[entity.rat]
name = "rat"
act = "wait"
blocks_movement = true
hp = 3
defense = 1
attack = "1"
damage = "1"
"#;

fn registry() -> Registry {
    let mut registry = Registry::basics();
    let files = [
        ("kit.toml", CONTENT),
        ("terrain.toml", terrain::CONTENT),
        ("doors.toml", doors::CONTENT),
    ];
    registry.load_all(&files).unwrap();
    registry
}

fn world_of(rows: &[&str]) -> (World, EntityId) {
    let registry = registry();
    let level = Level::from_rows(&registry, rows).unwrap();
    let mut world = World::new(registry, Seed(1), "map", level);
    let me = world.spawn("player", (0, 0)).unwrap();
    (world, me)
}

fn rules() -> Rules {
    Rules::new()
        .inventory()
        .behaviour("wait", |_, _| Outcome::turn())
}

fn game(world: World, rules: Rules) -> Game {
    Game::new(world, rules).unwrap()
}

fn keys(game: &mut Game, keys: &str) {
    game.press_all(keys.chars().map(Key::Char));
}

fn delay(game: &Game, me: EntityId) -> i64 {
    game.world.entity(me).unwrap().delay()
}

fn place(game: &Game, who: EntityId) -> Point {
    game.world.entity(who).unwrap().at()
}

fn look(game: &Game, at: Point, prop: &str) -> Option<String> {
    let value = game.world.ground(at, prop)?;
    Some(value.as_text().unwrap_or_default().to_string())
}

fn haste() -> Status {
    Status::new("hasted").sets("delay", 5)
}

#[test]
fn what_changes_while_something_is_worn_stays_changed() {
    let (mut world, me) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let mut game = game(world, rules().with(equipment::rules));
    keys(&mut game, "gia");
    assert_eq!(delay(&game, me), 8);
    game.world.set(me, Prop::DELAY, 16);
    keys(&mut game, ".");
    assert_eq!(delay(&game, me), 16);
    // What the boots gave is taken off again.
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 18);
}

#[test]
fn what_is_put_on_while_hasted_does_not_keep_the_haste() {
    let (mut world, me) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let rules = rules()
        .with(equipment::rules)
        .with(status::rules([haste()]));
    let mut game = game(world, rules);
    keys(&mut game, "g");
    status::put(&mut game.world, me, &haste(), 3);
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 3);
    keys(&mut game, "..");
    assert_eq!(delay(&game, me), 8, "the haste is over, the boots are on");
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 10);
}

#[test]
fn haste_lasts_whatever_is_worn() {
    let (mut world, me) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let rules = rules()
        .with(equipment::rules)
        .with(status::rules([haste()]));
    let mut game = game(world, rules);
    keys(&mut game, "gia");
    status::put(&mut game.world, me, &haste(), 4);
    keys(&mut game, "..");
    assert_eq!(delay(&game, me), 3);
    // Taken off meanwhile.
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 5);
    keys(&mut game, ".");
    assert_eq!(delay(&game, me), 10);
}

#[test]
fn a_status_that_ends_leaves_another_of_the_same_property_alone() {
    for (first, second) in [(2, 5), (5, 2)] {
        let (mut world, me) = world_of(&["..."]);
        let web = Status::new("webbed").sets("delay", 30);
        status::put(&mut world, me, &haste(), first);
        status::put(&mut world, me, &web, second);
        let mut game = game(world, rules().with(status::rules([haste(), web])));
        assert_eq!(delay(&game, me), 30, "the latest counts");
        keys(&mut game, "..");
        let left = if first > second { 5 } else { 30 };
        assert_eq!(delay(&game, me), left);
        keys(&mut game, "...");
        assert_eq!(delay(&game, me), 10);
    }
}

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
fn a_found_trap_and_marks_of_the_author_look_the_same_when_gas_has_passed() {
    let (mut world, _) = world_of(&["........", "........"]);
    let (trap, rug) = (Point::new(3, 0), Point::new(4, 0));
    traps::set(&mut world, trap, "dart");
    traps::reveal(&mut world, trap);
    world.mark(rug, "color", "red");
    world.mark(rug, "background", "#400000");
    terrain::release(&mut world, trap, 40);
    terrain::release(&mut world, rug, 40);
    let mut game = game(world, rules().with(terrain::rules));
    for _ in 0..60 {
        keys(&mut game, ".");
    }
    assert!(game.world.marked(terrain::GAS).is_empty());
    assert_eq!(look(&game, trap, "char").as_deref(), Some("^"));
    assert_eq!(look(&game, trap, "color").as_deref(), Some("red"));
    assert_eq!(look(&game, trap, "background"), None);
    assert_eq!(look(&game, rug, "color").as_deref(), Some("red"));
    assert_eq!(look(&game, rug, "background").as_deref(), Some("#400000"));
}

#[test]
fn what_burns_looks_like_fire_in_the_midst_of_gas() {
    let (mut world, _) = world_of(&["........", "........"]);
    let at = Point::new(6, 1);
    world.mark(at, "color", "red");
    terrain::ignite(&mut world, at);
    terrain::release(&mut world, at, 400);
    let mut game = game(world, rules().with(terrain::rules));
    keys(&mut game, ".");
    assert!(game.world.ground(at, terrain::FIRE).is_some());
    assert_eq!(look(&game, at, "char").as_deref(), Some("^"));
    assert_eq!(look(&game, at, "background").as_deref(), Some("#601000"));
    for _ in 0..80 {
        keys(&mut game, ".");
    }
    assert_eq!(look(&game, at, "color").as_deref(), Some("red"));
    assert_eq!(look(&game, at, "background"), None);
}

#[test]
fn the_key_of_a_vault_lies_on_no_stairs() {
    let mut locked = 0;
    for seed in 0..40 {
        let registry = registry();
        let mut chance = Chance::new(Seed(seed));
        let mut level = Level::new(&registry, 60, 30);
        let layout = generate::rooms(&mut level, &mut chance.map, &Rooms::default());
        let vault = vaults::lock_one(&registry, &mut level, &layout, &mut chance.map);
        let Some(vault) = vault else { continue };
        locked += 1;
        assert_ne!(vault.key, layout.start);
        assert_ne!(vault.key, layout.end);
        assert_eq!(level.tile_type(vault.key), Some(TileType::FLOOR));
    }
    assert!(locked > 10);
}

#[test]
fn a_friend_goes_for_the_nearest_enemy_it_sees() {
    let (mut world, _) = world_of(&["..........", "##########", ".........."]);
    let dog = world.spawn("dog", (1, 0)).unwrap();
    allies::befriend(&mut world, dog);
    // One is nearer, behind the wall.
    world.spawn("rat", (1, 2)).unwrap();
    let seen = world.spawn("rat", (6, 0)).unwrap();
    let rules = rules()
        .fight_with_dice()
        .with(allies::rules)
        .behaviour("wait", |world, me| {
            let friend = world.entity(me).is_some_and(allies::is_friend);
            if friend {
                allies::follower(combat::melee)(world, me)
            } else {
                Outcome::turn()
            }
        });
    let mut game = game(world, rules);
    keys(&mut game, "......");
    assert!(game.world.entity(seen).is_none());
}

#[test]
fn changing_places_springs_traps() {
    let (mut world, me) = world_of(&["...."]);
    let dog = world.spawn("dog", (1, 0)).unwrap();
    allies::befriend(&mut world, dog);
    traps::set(&mut world, Point::new(1, 0), "dart");
    let dart = Traps::new().kind("dart", |world: &mut World, who| {
        combat::wound(world, who, 3, None);
    });
    let bump = handlers::first_of(allies::swap, combat::melee);
    let mut game = game(world, rules().with(dart.rules()).on_bump(bump));
    keys(&mut game, "l");
    assert_eq!(place(&game, me), Point::new(1, 0));
    assert_eq!(game.world.entity(me).unwrap().int(Prop::HP), Some(17));
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

#[test]
fn friends_who_are_near_follow_over_stairs() {
    let registry = registry();
    let level = || Level::from_rows(&registry, &["........"]).unwrap();
    let mut world = World::new(registry.clone(), Seed(1), "upper", level());
    let lower = world.add_level("lower", level()).unwrap();
    let upper = world.current();
    let ends = [upper, lower].map(|level| Arrival::new(level, Point::new(2, 0)));
    world.join_stairs(ends[0], ends[1]).unwrap();
    world.spawn("player", (2, 0)).unwrap();
    let near = world.spawn("dog", (4, 0)).unwrap();
    let far = world.spawn("dog", (7, 0)).unwrap();
    let told_to_stay = world.spawn("dog", (1, 0)).unwrap();
    for dog in [near, far, told_to_stay] {
        allies::befriend(&mut world, dog);
    }
    world.set_named(told_to_stay, allies::STAYS, true);
    let stranger = world.spawn("rat", (3, 0)).unwrap();
    let mut game = game(world, rules().stairs().with(allies::rules));
    keys(&mut game, ">");
    assert_eq!(game.world.current(), lower);
    assert_eq!(game.world.level_of(near), Some(lower));
    for who in [far, told_to_stay, stranger] {
        assert_eq!(game.world.level_of(who), Some(upper));
    }
}

#[test]
fn what_the_dead_carried_lies_where_they_fell() {
    let (mut world, me) = world_of(&["..."]);
    let rat = world.spawn("rat", (1, 0)).unwrap();
    let coin = world.spawn("coin", (2, 0)).unwrap();
    world.pick_up(rat, coin).unwrap();
    world.set(me, Prop::ATTACK, "20");
    world.set(me, Prop::DAMAGE, "9");
    let rules = rules().fight_with_dice().before_death(items::drop_loot);
    let mut game = game(world, rules);
    keys(&mut game, "l");
    assert!(game.world.entity(rat).is_none());
    assert_eq!(place(&game, coin), Point::new(1, 0));
}

/// Hurts everybody beside whoever dies, as a keg of powder would.
fn burst(world: &mut World, who: EntityId) {
    let at = world.entity(who).unwrap().at();
    let near = world.within(at, 1, Metric::Chebyshev).into_iter();
    let others: Vec<EntityId> = near.map(EntityRef::id).filter(|it| *it != who).collect();
    for other in others {
        combat::wound(world, other, 9, Some(who));
    }
}

#[test]
fn whoever_bursts_dies_once_though_its_neighbour_bursts_as_well() {
    for fixed in [false, true] {
        let (mut world, _) = world_of(&["......"]);
        let rats = [(3, 0), (4, 0)].map(|at| world.spawn("rat", at).unwrap());
        let coin = world.spawn("coin", (5, 0)).unwrap();
        world.pick_up(rats[0], coin).unwrap();
        for rat in rats.into_iter().filter(|_| fixed) {
            world.set(rat, Prop::POWER, 1);
        }
        let rules = rules().before_death(burst).before_death(items::drop_loot);
        let mut game = game(world, rules);
        game.perform(|world, _| {
            assert!(combat::wound(world, rats[0], 9, None));
            assert!(rats.iter().all(|rat| !world.is_leaving(*rat)));
            Outcome::free()
        });
        let died = game.world.events().iter();
        let died = died.filter_map(|event| match event {
            Event::Died { who, .. } => Some(*who),
            _ => None,
        });
        // The neighbour is gone first: it died of the burst.
        assert_eq!(died.collect::<Vec<_>>(), [rats[1], rats[0]], "{fixed}");
        let ends = if fixed { " is dead!" } else { " dies." };
        let told = game.world.log().iter();
        assert_eq!(told.filter(|it| it.text.ends_with(ends)).count(), 2);
        assert_eq!(place(&game, coin), Point::new(3, 0));
    }
}

#[test]
fn the_menu_of_the_pack_says_what_is_worn() {
    let (mut world, _) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let mut game = game(world, rules().with(equipment::rules));
    keys(&mut game, "gi");
    assert_eq!(game.menu().unwrap().choices[0].label, "light boots");
    keys(&mut game, "ai");
    assert_eq!(game.menu().unwrap().choices[0].label, "light boots (worn)");
}

#[test]
fn deep_water_leaves_what_holds_fast_and_fire_leaves_what_a_tile_says() {
    let (mut world, me) = world_of(&["....", "...."]);
    let coin = world.spawn("coin", (0, 0)).unwrap();
    world.set_named(coin, "fast_in_water", true);
    world.pick_up(me, coin).unwrap();
    let (here, there) = (Point::new(0, 0), Point::new(3, 1));
    world.turn_into(here, "deep-water");
    world.turn_into(there, "grass");
    world.mark(there, "leaves", "deep-water");
    terrain::ignite(&mut world, there);
    let mut game = game(world, rules().with(terrain::rules));
    for _ in 0..40 {
        keys(&mut game, ".");
    }
    assert_eq!(game.world.pack(me).len(), 1);
    let water = game.world.registry().tile("deep-water");
    assert_eq!(game.world.level().tile_type(there), water);
}

fn table(entries: &[(&str, Value)]) -> Value {
    let entries = entries.iter();
    Value::Table(
        entries
            .map(|(name, value)| ((*name).into(), value.clone()))
            .collect(),
    )
}

/// What saves of before held: the value beneath, and no layers.
#[test]
fn games_saved_before_there_were_layers_go_on() {
    let (mut world, me) = world_of(&["..."]);
    let boots = world.spawn("boots", (0, 0)).unwrap();
    world.pick_up(me, boots).unwrap();
    let ten = Value::List(vec![Value::Int(10)]);
    let number = Value::Int(boots.0 as i64);
    world.set_named(me, "worn", table(&[("feet", number)]));
    world.set_named(me, "bare", table(&[("delay", ten.clone())]));
    world.set(me, Prop::DELAY, 8);
    let mut worn = game(world, rules().with(equipment::rules));
    keys(&mut worn, ".");
    assert_eq!(delay(&worn, me), 8);
    keys(&mut worn, "ia");
    assert_eq!(delay(&worn, me), 10);

    let (mut world, me) = world_of(&["..."]);
    world.set_named(me, "status", table(&[("hasted", Value::Int(3))]));
    world.set_named(me, "status_before", table(&[("delay", ten)]));
    world.set(me, Prop::DELAY, 5);
    let mut hasted = game(world, rules().with(status::rules([haste()])));
    keys(&mut hasted, "..");
    assert_eq!(delay(&hasted, me), 5);
    keys(&mut hasted, ".");
    assert_eq!(delay(&hasted, me), 10);
}
