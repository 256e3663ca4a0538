//! The rules of rules 3, one scenario each: a small drawn level, a command, what came of
//! it.

use parlour_rogue::kit::{terrain, traps};
use parlour_rogue::{Direction, Entity, EntityId, EntityRef, Level, Point, Prop, TileType, World};
use parlour_rules::{Actor, Rules, Seat, Seed};

use crate::command::Command;
use crate::content::Place;
use crate::game::Delve;
use crate::journey::Slot;
use crate::lore;
use crate::refusal::Refusal;
use crate::state::{Setup, State};

/// A game whose first level is the drawing, with the player on its first floor and
/// nobody else.
fn scene(rows: &[&str]) -> State {
    scene_of(&Setup::default(), rows)
}

/// The same with what shipped when rules 3 were the newest.
fn scene_of_rules_3(rows: &[&str]) -> State {
    scene_of(&Setup::of_shipped(Some("4ab8fa4ea76941a9")).unwrap(), rows)
}

fn scene_of(setup: &Setup, rows: &[&str]) -> State {
    let mut state = Delve::start(setup, Seed(7)).unwrap();
    let content = state.content.clone();
    let others: Vec<EntityId> = state
        .world()
        .entities()
        .map(EntityRef::id)
        .filter(|it| *it != state.player())
        .collect();
    let world = &mut state.game.world;
    for it in others {
        world.remove(it);
    }
    let drawn = Level::from_rows(&content.registry, rows).unwrap();
    let cells: Vec<Point> = world.level().size().cells().collect();
    for at in cells {
        let tile = drawn.tile_type(at).unwrap_or(TileType::WALL);
        world.level_mut().set_tile(at, tile);
    }
    let me = world.player().unwrap();
    world.place(me, Point::new(1, 1));
    world.explore(me);
    state
}

fn spawn(state: &mut State, kind: &str, at: (i32, i32)) -> EntityId {
    let kind = state.content.registry.entity(kind).unwrap();
    let creature = Entity::new(kind, Point::new(at.0, at.1)).acting_at(10_000_000);
    state.game.world.add(creature).unwrap()
}

fn give(state: &mut State, kind: &str) -> char {
    let kind = state.content.registry.entity(kind).unwrap();
    let names = state.content.names;
    let me = state.player();
    let mut item = Entity::new(kind, Point::ORIGIN);
    let charges = state.content.registry.entity_prop(kind, names.charges);
    if charges.is_some() {
        item = item.with(names.charges, 2);
    }
    let id = state.game.world.give(me, item).unwrap();
    let letter = state.journey.free_letter().unwrap();
    state.journey.letters.insert(letter, id);
    letter
}

fn wield(state: &mut State, kind: &str) {
    let letter = give(state, kind);
    act(state, Command::Use(letter));
}

fn act(state: &mut State, command: Command) {
    let events = Delve::decide(state, Actor::Seat(Seat(0)), &command).unwrap();
    for event in &events {
        Delve::apply(state, event);
    }
}

fn refused(state: &State, command: Command) -> Refusal {
    Delve::decide(state, Actor::Seat(Seat(0)), &command).unwrap_err()
}

fn hp(world: &World, who: EntityId) -> i64 {
    crate::scene::number(world, who, Prop::HP)
}

const HALL: [&str; 5] = [
    "##########",
    "#........#",
    "#........#",
    "#........#",
    "##########",
];

#[test]
fn a_sweep_strikes_everyone_around_and_a_dagger_only_one() {
    for (weapon, both) in [("war-axe", true), ("dagger", false)] {
        let mut state = scene(&HALL);
        wield(&mut state, weapon);
        let one = spawn(&mut state, "ogre", (2, 1));
        let other = spawn(&mut state, "ogre", (1, 2));
        for _ in 0..12 {
            act(&mut state, Command::Step(Direction::East));
        }
        assert!(hp(state.world(), one) < 42, "{weapon}");
        assert_eq!(hp(state.world(), other) < 42, both, "{weapon}");
    }
}

#[test]
fn a_spear_reaches_two_cells_and_through_the_first() {
    let mut state = scene(&HALL);
    wield(&mut state, "spear");
    let behind = spawn(&mut state, "ogre", (3, 1));
    for _ in 0..12 {
        act(&mut state, Command::Step(Direction::East));
    }
    assert_eq!(
        state.here(),
        Point::new(1, 1),
        "it strikes and does not walk"
    );
    assert!(hp(state.world(), behind) < 42);
    let before = spawn(&mut state, "ogre", (2, 1));
    let left = hp(state.world(), behind);
    for _ in 0..12 {
        act(&mut state, Command::Step(Direction::East));
    }
    assert!(hp(state.world(), before) < 42 && hp(state.world(), behind) < left);
}

#[test]
fn a_dagger_is_five_times_as_hard_on_a_sleeper() {
    let mut state = scene(&HALL);
    let ogre = spawn(&mut state, "ogre", (2, 1));
    let asleep = state.content.names.asleep;
    state.game.world.set(ogre, asleep, true);
    act(&mut state, Command::Step(Direction::East));
    let taken = 42 - hp(state.world(), ogre);
    assert!(taken >= 5 && taken % 5 == 0, "{taken}");
}

#[test]
fn a_shard_binds_to_a_weapon_to_a_staff_or_to_oneself() {
    let mut state = scene(&HALL);
    let (_, most) = state.health();
    let shard = give(&mut state, "shard");
    act(&mut state, Command::Use(shard));
    assert_eq!(state.health().1, most + 6);
    let shard = give(&mut state, "shard");
    let potion = state.journey.letters.keys().copied().find(|letter| {
        let item = state.item(*letter).unwrap();
        state.content.registry.entity_type_key(item.kind) == "healing"
    });
    let refusal = refused(&state, Command::UseOn(shard, potion.unwrap()));
    assert!(matches!(refusal, Refusal::CannotHold(_)), "{refusal}");
    let dagger = state.journey.letter_of(state.journey.worn[&Slot::Weapon]);
    let before = crate::scene::word(state.world(), state.player(), Prop::DAMAGE);
    act(&mut state, Command::UseOn(shard, dagger.unwrap()));
    let after = crate::scene::word(state.world(), state.player(), Prop::DAMAGE);
    assert_eq!((before.as_str(), after.as_str()), ("1d4", "1d4+1"));
}

#[test]
fn a_wand_loses_charges_and_is_known_once_it_was_used() {
    let mut state = scene(&HALL);
    let wand = give(&mut state, "slowing");
    let kind = state.item(wand).unwrap().kind;
    assert!(lore::is_unknown(state.world(), kind));
    let ogre = spawn(&mut state, "ogre", (4, 1));
    for _ in 0..2 {
        act(&mut state, Command::UseAt(wand, Point::new(4, 1)));
    }
    assert!(!lore::is_unknown(state.world(), kind));
    assert!(state.world().entity(ogre).unwrap().delay() > 12);
    let refusal = refused(&state, Command::UseAt(wand, Point::new(4, 1)));
    assert!(matches!(refusal, Refusal::NoCharge(_)), "{refusal}");
}

/// Nothing that is refused or accepted tells what an unknown potion is.
#[test]
fn unknown_potions_are_alike_to_whoever_has_not_used_them() {
    let state = scene(&HALL);
    for kind in ["greater-healing", "antidote", "incineration", "speed"] {
        let mut state = state.clone();
        let letter = give(&mut state, kind);
        assert!(Delve::decide(&state, Actor::Seat(Seat(0)), &Command::Use(letter)).is_ok());
        let at = Command::UseAt(letter, Point::new(2, 1));
        assert!(matches!(refused(&state, at), Refusal::Useless(_)));
        let view = Delve::view(&state, parlour_rules::Viewer::Seat(Seat(0)));
        let item = view.pack.iter().find(|it| it.letter == letter).unwrap();
        assert!(
            !item.known && item.key.is_empty() && item.does.is_empty(),
            "{item:?}"
        );
    }
}

#[test]
fn a_thief_takes_a_thing_and_its_death_gives_it_back() {
    let mut state = scene(&HALL);
    let monkey = spawn(&mut state, "monkey", (2, 1));
    let things = |state: &State| -> i64 {
        let names = state.content.names;
        let pack = state.world().pack(state.player()).iter();
        pack.map(|it| crate::act::count_of(state.world(), &names, it))
            .sum()
    };
    // A dagger in hand, and two potions in a heap.
    let before = things(&state);
    let wits = state.content.wits();
    let me = state.player();
    for _ in 0..60 {
        crate::fight::strike_player(&wits, &mut state.game.world, monkey, me, false);
        state.game.world.set(me, Prop::HP, 30);
        if !state.world().pack(monkey).is_empty() {
            break;
        }
    }
    assert_eq!((things(&state), before), (2, 3), "one of a heap");
    let names = state.content.names;
    let stolen = &state.world().pack(monkey)[0];
    assert_eq!(crate::act::count_of(state.world(), &names, stolen), 1);
    assert_eq!(state.journey.letters.len(), 2, "the heap keeps its letter");
    crate::fight::hurt(&wits, &mut state.game.world, monkey, 99).unwrap();
    let there = state.world().entities_at(Point::new(2, 1));
    assert!(there.into_iter().any(crate::scene::is_item));
}

#[test]
fn a_wounded_slime_is_two_and_a_band_without_its_leader_runs() {
    let mut state = scene(&HALL);
    let wits = state.content.wits();
    let names = state.content.names;
    let slime = spawn(&mut state, "slime", (4, 2));
    crate::fight::hurt(&wits, &mut state.game.world, slime, 2);
    let kind = state.content.registry.entity("slime").unwrap();
    let slimes = state.world().entities().filter(|it| it.kind() == kind);
    let left: Vec<i64> = slimes.map(|it| it.int(Prop::HP).unwrap()).collect();
    assert_eq!(left, [10, 10]);
    let chief = spawn(&mut state, "goblin-chief", (6, 2));
    let goblin = spawn(&mut state, "goblin", (7, 2));
    for who in [chief, goblin] {
        state.game.world.set(who, names.pack_number, 9);
    }
    state.game.world.set(chief, names.leads, true);
    crate::fight::hurt(&wits, &mut state.game.world, chief, 99);
    assert_eq!(
        crate::scene::number(state.world(), goblin, names.afraid),
        20
    );
}

#[test]
fn whoever_takes_fright_is_told_of_once() {
    let mut state = scene(&HALL);
    let names = state.content.names;
    let kobold = spawn(&mut state, "kobold", (2, 1));
    let world = &mut state.game.world;
    world.set(kobold, Prop::HP, 1);
    world.set(kobold, names.alert, 25);
    world.set_next_action(kobold, world.now());
    for _ in 0..4 {
        act(&mut state, Command::Wait);
    }
    let log = state.world().log().iter();
    let told = log.filter(|said| &*said.text == "The kobold turns and runs.");
    assert_eq!(told.count(), 1);
    assert!(state.world().entity(kobold).unwrap().at().x > 3);
}

#[test]
fn chains_are_broken_by_a_step_and_friends_change_places() {
    let mut state = scene(&HALL);
    let names = state.content.names;
    let orc = spawn(&mut state, "orc", (2, 1));
    for prop in [names.friend, names.captive] {
        state.game.world.set(orc, prop, true);
    }
    act(&mut state, Command::Step(Direction::East));
    assert!(!state.world().entity(orc).unwrap().is(names.captive));
    assert_eq!(state.here(), Point::new(1, 1));
    act(&mut state, Command::Step(Direction::East));
    assert_eq!(state.here(), Point::new(2, 1));
    assert_eq!(state.world().entity(orc).unwrap().at(), Point::new(1, 1));
}

#[test]
fn a_vault_opens_to_its_key_and_one_of_three_is_taken() {
    let mut state = scene(&HALL);
    let names = state.content.names;
    let deep = state.content.kinds.deep.unwrap();
    state
        .game
        .world
        .level_mut()
        .set_tile(Point::new(2, 1), deep.locked);
    assert_eq!(
        refused(&state, Command::Step(Direction::East)),
        Refusal::Locked
    );
    give(&mut state, "key");
    act(&mut state, Command::Step(Direction::East));
    let open = state.world().level().tile_type(Point::new(2, 1));
    assert_eq!(open, Some(TileType::DOOR_OPEN));
    for (kind, x) in [("mace", 1), ("mail", 5), ("firebolt", 7)] {
        let item = spawn(&mut state, kind, (x, 1));
        state.game.world.set(item, names.caged, 1);
    }
    act(&mut state, Command::PickUp);
    assert!(
        state
            .world()
            .entities()
            .all(|it| it.int(names.caged).is_none())
    );
    assert!(
        state
            .world()
            .pack(state.player())
            .iter()
            .any(|item| { state.content.registry.entity_type_key(item.kind) == "mace" })
    );
}

/// Down the shaft and further, to the end of the branch, and all the way back.
#[test]
fn a_shaft_leads_aside_and_back_and_one_legend_is_taken() {
    let mut state = scene(&HALL);
    let shaft = state.content.kinds.deep.unwrap().shaft.unwrap();
    let branch = state.content.branch.clone().unwrap();
    state.journey.come_to(Place::on_the_way(branch.from));
    let here = state.here();
    state.game.world.level_mut().set_tile(here, shaft);
    let home = state.world().current();
    let strong = |state: &mut State| {
        let me = state.player();
        state.game.world.set(me, Prop::HP, 30);
    };
    for number in 1..=branch.levels.len() as u8 {
        let place = state.journey.place();
        if number > 1 {
            let world = &mut state.game.world;
            let mut cells = world.level().size().cells();
            let is_down = |at| world.level().tile_type(at) == Some(TileType::STAIRS_DOWN);
            let down = cells.find(|at| is_down(*at)).unwrap();
            let me = world.player().unwrap();
            world.place(me, down);
        }
        act(&mut state, Command::Descend);
        strong(&mut state);
        assert_eq!(state.journey.place().branch, number);
        assert_eq!(state.journey.depth, place.depth + 1);
    }
    let view = Delve::view(&state, parlour_rules::Viewer::Seat(Seat(0)));
    assert_eq!((view.place.as_str(), view.branch), ("the Forge", 2));
    let legends: Vec<(EntityId, Point)> = state
        .world()
        .entities()
        .filter(|it| state.content.legends.contains(&it.kind()))
        .map(|it| (it.id(), it.at()))
        .collect();
    assert_eq!(legends.len(), 3);
    let me = state.player();
    let others: Vec<EntityId> = state
        .world()
        .entities()
        .filter(|it| crate::scene::is_enemy(*it))
        .map(EntityRef::id)
        .collect();
    for other in others {
        state.game.world.remove(other);
    }
    state.game.world.place(me, legends[0].1);
    let score = state.journey.score(0);
    act(&mut state, Command::PickUp);
    assert!(state.journey.legend && state.journey.score(0) >= score + 500);
    let left = state.world().entities();
    let left = left.filter(|it| state.content.legends.contains(&it.kind()));
    assert_eq!(left.count(), 0, "cages fall over the others");
    for _ in 0..branch.levels.len() {
        let world = &mut state.game.world;
        let mut cells = world.level().size().cells();
        let is_up = |at| world.level().tile_type(at) == Some(TileType::STAIRS_UP);
        let up = cells.find(|at| is_up(*at)).unwrap();
        world.place(me, up);
        act(&mut state, Command::Ascend);
        strong(&mut state);
    }
    assert_eq!(state.journey.place(), Place::on_the_way(branch.from));
    assert_eq!((state.world().current(), state.here()), (home, here));
    let deeds = state.journey.deeds(10);
    assert!(deeds.contains(&crate::journey::Deed::Legend), "{deeds:?}");
    // What was left goes on where it was.
    let text = serde_json::to_string(&state).unwrap();
    assert_eq!(serde_json::from_str::<State>(&text).unwrap(), state);
}

#[test]
fn a_stall_wants_its_price() {
    let mut state = scene(&HALL);
    let names = state.content.names;
    let mail = spawn(&mut state, "mail", (1, 1));
    state.game.world.set(mail, names.for_sale, true);
    assert_eq!(refused(&state, Command::PickUp), Refusal::TooDear(2));
    give(&mut state, "shard");
    assert_eq!(refused(&state, Command::PickUp), Refusal::TooDear(2));
    let id = *state.journey.letters.values().last().unwrap();
    state.game.world.change_carried(|item| {
        if item.id == Some(id) {
            item.props.set(names.count, 2);
        }
    });
    act(&mut state, Command::PickUp);
    let shard = state.content.kinds.deep.unwrap().shard;
    assert!(
        state
            .world()
            .pack(state.player())
            .iter()
            .all(|it| it.kind != shard)
    );
}

#[test]
fn fire_runs_through_grass_and_gas_explodes() {
    let mut state = scene(&HALL);
    for x in 3..9 {
        state.game.world.turn_into(Point::new(x, 1), "grass");
    }
    let ogre = spawn(&mut state, "ogre", (8, 3));
    terrain::ignite(&mut state.game.world, Point::new(3, 1));
    for _ in 0..30 {
        act(&mut state, Command::Wait);
    }
    let ash = state.content.registry.tile("ash");
    let level = state.world().level();
    let burnt = (3..9).filter(|x| level.tile_type(Point::new(*x, 1)) == ash);
    assert!(burnt.count() >= 2);
    terrain::release(&mut state.game.world, Point::new(8, 3), 40);
    terrain::ignite(&mut state.game.world, Point::new(7, 3));
    act(&mut state, Command::Wait);
    assert!(hp(state.world(), ogre) < 42 - 3);
    assert!(state.world().marked(terrain::GAS).is_empty());
}

#[test]
fn exploring_keeps_out_of_water_fire_and_traps_and_searching_finds_what_is_hidden() {
    let mut state = scene(&["######", "#....#", "######"]);
    state.game.world.turn_into(Point::new(3, 1), "deep-water");
    assert_eq!(
        refused(&state, Command::Travel(Point::new(4, 1))),
        Refusal::NoWay
    );
    let mut state = scene(&["######", "#....#", "######"]);
    let secret = state.content.kinds.deep.unwrap().secret;
    state
        .game
        .world
        .level_mut()
        .set_tile(Point::new(2, 2), secret);
    traps::set(&mut state.game.world, Point::new(3, 1), "dart");
    for _ in 0..4 {
        act(&mut state, Command::Search);
    }
    let door = Some(state.content.kinds.door);
    assert_eq!(state.world().level().tile_type(Point::new(2, 2)), door);
    assert_eq!(
        refused(&state, Command::Travel(Point::new(4, 1))),
        Refusal::NoWay
    );
}

#[test]
fn a_trap_springs_once_on_whoever_steps_on_it() {
    let mut state = scene(&HALL);
    traps::set(&mut state.game.world, Point::new(2, 1), "dart");
    let before = state.health().0;
    act(&mut state, Command::Step(Direction::East));
    assert!(state.health().0 < before);
    assert_eq!(traps::trap_at(state.world(), Point::new(2, 1)), None);
}

/// How a thing looks says nothing of what it does: over many seeds every potion has every
/// look about equally often.
#[test]
fn looks_are_independent_of_effects() {
    let state = Delve::start(&Setup::default(), Seed(0)).unwrap();
    let content = state.content.clone();
    let seeds = 600_u64;
    let mut counts = std::collections::BTreeMap::<(String, String), u64>::new();
    for seed in 0..seeds {
        let level = Level::from_rows(&content.registry, &["..."]).unwrap();
        let mut world = World::new(content.registry.clone(), Seed(seed), "1", level);
        lore::deal(&content, &mut world);
        let looks = world.extra["identify"].as_object().unwrap().clone();
        for (key, look) in looks {
            *counts.entry((key, look.to_string())).or_default() += 1;
        }
    }
    for (class, looks) in &content.classes {
        let kinds = content.registry.entity_types();
        let kinds = kinds.filter(|kind| lore::class_of(&content, *kind) == Some(*class));
        for kind in kinds.filter(|kind| content.registry.entity_prop(*kind, Prop::USE).is_some()) {
            let key = content.registry.entity_type_key(kind);
            // Chi-square without fractions: the sum of squares over n times k is near n.
            let (n, k) = (seeds, looks.len() as u64);
            let squares: u64 = looks
                .iter()
                .map(|look| counts.get(&(key.to_string(), format!("{look:?}"))).copied())
                .map(|count| count.unwrap_or(0).pow(2))
                .sum();
            let chi_square = (squares * k / n).saturating_sub(n);
            // The limit of one in a thousand for nine degrees of freedom is 27.9.
            assert!(chi_square < 28, "{key}: {chi_square}");
        }
    }
}

#[test]
fn exploring_says_that_somebody_is_in_the_way() {
    let mut state = scene(&["######", "#....#", "######"]);
    let asleep = state.content.names.asleep;
    let ogre = spawn(&mut state, "ogre", (2, 1));
    state.game.world.set(ogre, asleep, true);
    assert_eq!(refused(&state, Command::Explore), Refusal::InTheWay);
}

#[test]
fn water_does_not_take_the_amulet() {
    let mut state = scene(&HALL);
    let letters: Vec<char> = state.journey.letters.keys().copied().collect();
    for letter in letters {
        act(&mut state, Command::Drop(letter));
    }
    act(&mut state, Command::Step(Direction::East));
    let amulet = give(&mut state, "amulet");
    state.journey.has_amulet = true;
    let here = state.here();
    state.game.world.turn_into(here, "deep-water");
    for _ in 0..40 {
        act(&mut state, Command::Wait);
    }
    assert!(state.item(amulet).is_ok());
    // Anything else is taken soon.
    let potion = give(&mut state, "healing");
    for _ in 0..40 {
        act(&mut state, Command::Wait);
    }
    assert!(state.item(potion).is_err());
}

#[test]
fn where_a_bridge_burned_is_deep_water() {
    let mut state = scene(&HALL);
    let at = Point::new(7, 3);
    state.game.world.turn_into(at, "bridge");
    terrain::ignite(&mut state.game.world, at);
    for _ in 0..6 {
        act(&mut state, Command::Wait);
    }
    let water = state.content.registry.tile("deep-water");
    assert_eq!(state.world().level().tile_type(at), water);
}

#[test]
fn a_trap_under_a_friend_springs_when_one_changes_places() {
    let mut state = scene(&HALL);
    let friend = spawn(&mut state, "kobold", (2, 1));
    let names = state.content.names;
    state.game.world.set(friend, names.friend, true);
    traps::set(&mut state.game.world, Point::new(2, 1), "net");
    act(&mut state, Command::Step(Direction::East));
    assert_eq!(state.here(), Point::new(2, 1));
    assert!(state.number(names.held) > 0);
}

#[test]
fn an_enemy_that_burns_to_death_is_somebody_killed() {
    let mut state = scene(&HALL);
    let rat = spawn(&mut state, "rat", (7, 3));
    terrain::ignite(&mut state.game.world, Point::new(7, 3));
    for _ in 0..6 {
        act(&mut state, Command::Wait);
    }
    assert!(state.world().entity(rat).is_none());
    assert!(state.journey.done.as_ref().is_some_and(|done| done.felled));
    assert!(state.journey.slain.is_empty());
}

#[test]
fn of_older_rules_nothing_is_written_down_that_they_did_not_write() {
    let mut state = scene_of_rules_3(&HALL);
    let rat = spawn(&mut state, "rat", (7, 3));
    terrain::ignite(&mut state.game.world, Point::new(7, 3));
    for _ in 0..6 {
        act(&mut state, Command::Wait);
    }
    assert!(state.world().entity(rat).is_none());
    assert!(state.journey.done.as_ref().is_some_and(|done| !done.felled));
}

/// Arrows in a full pack, and a thing for which there is no room where more arrows lie.
fn full_pack_above(mut state: State, unwanted: &str, arrows_first: bool) -> (State, EntityId) {
    give(&mut state, "arrow");
    while state.journey.free_letter().is_some() {
        give(&mut state, "mace");
    }
    let seen = state.content.names.seen;
    let mut kinds = [unwanted, "arrow"];
    if arrows_first {
        kinds.reverse();
    }
    let there = kinds.map(|kind| spawn(&mut state, kind, (1, 1)));
    for item in there {
        state.game.world.set(item, seen, true);
    }
    (state, there[usize::from(arrows_first)])
}

fn arrows(state: &State) -> i64 {
    let names = &state.content.names;
    let arrows = state.world().pack(state.player()).iter();
    arrows
        .filter(|it| it.kind == state.content.kinds.arrow)
        .map(|it| crate::act::count_of(state.world(), names, it))
        .sum()
}

#[test]
fn exploring_takes_what_it_wants_and_never_stands_still() {
    for arrows_first in [false, true] {
        let (mut state, mace) = full_pack_above(scene(&HALL), "mace", arrows_first);
        let (turns, had) = (state.world().turns(), arrows(&state));
        act(&mut state, Command::Explore);
        assert!(state.world().turns() > turns && arrows(&state) > had);
        assert!(state.world().entity(mace).is_some());
        assert_eq!(refused(&state, Command::Explore), Refusal::NothingToExplore);
    }
}

#[test]
fn exploring_buys_nothing() {
    let mut state = scene(&HALL);
    let names = state.content.names;
    let shard = state.content.kinds.deep.unwrap().shard;
    let letter = give(&mut state, "shard");
    let id = state.journey.letters[&letter];
    state.game.world.change_carried(|item| {
        if item.id == Some(id) {
            item.props.set(names.count, 9);
        }
    });
    let (mut state, staff) = full_pack_above(state, "firebolt", false);
    state.game.world.set(staff, names.for_sale, true);
    act(&mut state, Command::Explore);
    let pack = state.world().pack(state.player()).iter();
    let left: Vec<i64> = pack
        .filter(|it| it.kind == shard)
        .map(|it| crate::act::count_of(state.world(), &names, it))
        .collect();
    assert_eq!(left, [9]);
    assert!(state.world().entity(staff).is_some() && arrows(&state) > 1);
}

#[test]
fn picking_up_takes_the_first_thing_there_is_room_for() {
    let (mut state, mace) = full_pack_above(scene(&HALL), "mace", false);
    let had = arrows(&state);
    act(&mut state, Command::PickUp);
    assert!(arrows(&state) > had && state.world().entity(mace).is_some());
    assert_eq!(refused(&state, Command::PickUp), Refusal::PackFull);
    // Rules 3 asked for the first thing only.
    let (state, _) = full_pack_above(scene_of_rules_3(&HALL), "mace", false);
    assert_eq!(refused(&state, Command::PickUp), Refusal::PackFull);
    assert!(Delve::decide(&state, Actor::Seat(Seat(0)), &Command::Explore).is_ok());
}

#[test]
fn nobody_is_told_to_pick_up_what_there_is_no_room_for() {
    let mut state = scene(&HALL);
    spawn(&mut state, "mace", (1, 1));
    let hint = |state: &State| crate::View::of(state).hint;
    assert_eq!(hint(&state), Some(crate::Hint::PickUp));
    while state.journey.free_letter().is_some() {
        give(&mut state, "mace");
    }
    assert_ne!(hint(&state), Some(crate::Hint::PickUp));
}
