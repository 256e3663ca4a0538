//! Exploring, searching, buying, picking up.

use parlour_rogue::kit::traps;
use parlour_rogue::{EntityId, Point};
use parlour_rules::{Actor, Rules, Seat};

use super::{HALL, act, give, refused, scene, scene_of_rules_3, spawn};
use crate::command::Command;
use crate::game::Delve;
use crate::refusal::Refusal;
use crate::state::State;

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
fn exploring_says_that_somebody_is_in_the_way() {
    let mut state = scene(&["######", "#....#", "######"]);
    let asleep = state.content.names.asleep;
    let ogre = spawn(&mut state, "ogre", (2, 1));
    state.game.world.set(ogre, asleep, true);
    assert_eq!(refused(&state, Command::Explore), Refusal::InTheWay);
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
fn exploring_says_when_only_danger_is_left() {
    let mut state = scene(&["######", "#....#", "######"]);
    let seen = state.content.names.seen;
    let mace = spawn(&mut state, "mace", (4, 1));
    state.game.world.set(mace, seen, true);
    state.game.world.turn_into(Point::new(3, 1), "deep-water");
    assert_eq!(refused(&state, Command::Explore), Refusal::OnlyDanger);
    state.game.world.remove(mace);
    assert_eq!(refused(&state, Command::Explore), Refusal::NothingToExplore);
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
