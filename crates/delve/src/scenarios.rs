//! The rules of rules 3, one scenario each: a small drawn level, a command, what came of
//! it.

mod arms;
mod creatures;
mod finds;
mod places;

use parlour_rogue::{Entity, EntityId, EntityRef, Level, Point, Prop, TileType, World};
use parlour_rules::{Actor, Rules, Seat, Seed};

use crate::command::Command;
use crate::game::Delve;
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
