//! Creatures with verbs, friends, and who counts as killed.

use parlour_rogue::kit::{terrain, traps};
use parlour_rogue::{Direction, Point, Prop};

use super::{HALL, act, refused, scene, scene_of_rules_3, spawn};
use crate::command::Command;
use crate::refusal::Refusal;
use crate::state::State;

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

/// Whoever runs and is not near any more holds nobody up; one goes on step by step.
#[test]
fn who_runs_holds_up_nobody_but_those_beside_it() {
    let mut state = scene(&HALL);
    let names = state.content.names;
    let kobold = spawn(&mut state, "kobold", (5, 1));
    let me = state.player();
    state.game.world.set(me, Prop::HP, 9);
    assert_eq!(refused(&state, Command::Rest), Refusal::EnemyInView);
    state.game.world.set(kobold, names.runs, true);
    let turns = state.world().turns();
    act(&mut state, Command::Rest);
    assert_eq!(state.world().turns(), turns + 1);
    state.game.world.place(kobold, Point::new(3, 1));
    assert_eq!(refused(&state, Command::Rest), Refusal::EnemyInView);
    // Whoever shoots while it runs is minded from afar.
    state.game.world.remove(kobold);
    let archer = spawn(&mut state, "goblin-archer", (6, 1));
    state.game.world.set(archer, names.runs, true);
    assert_eq!(refused(&state, Command::Rest), Refusal::EnemyInView);
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
