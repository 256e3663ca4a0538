//! Vaults, the branch, fire, water, traps.

use parlour_rogue::kit::{terrain, traps};
use parlour_rogue::{Direction, EntityId, EntityRef, Point, Prop, TileType};
use parlour_rules::{Rules, Seat};

use super::{HALL, act, give, hp, refused, scene, spawn};
use crate::command::Command;
use crate::content::Place;
use crate::game::Delve;
use crate::refusal::Refusal;
use crate::state::State;

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
fn a_trap_springs_once_on_whoever_steps_on_it() {
    let mut state = scene(&HALL);
    traps::set(&mut state.game.world, Point::new(2, 1), "dart");
    let before = state.health().0;
    act(&mut state, Command::Step(Direction::East));
    assert!(state.health().0 < before);
    assert_eq!(traps::trap_at(state.world(), Point::new(2, 1)), None);
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
