//! Every statement of the framework's rules, each proved by a test that names it.

mod actions;
mod authors;
mod book;
mod content;
mod determinism;
mod display;
mod entities;
mod faults;
mod generators;
mod keys;
mod kit;
mod look;
mod maps;
mod movement;
mod newcomer;
mod perception;
mod player;
mod recordings;
mod registry;
mod saves;
mod scenarios;
mod script;
mod time;
mod tutorial;
mod tutorial_game;
mod worlds;

use parlour_rogue::{
    EntityId, Game, Key, KeyMap, Level, Outcome, Point, Registry, Rules, Seed, World, notation,
};

/// Content used by most tests.
const CONTENT: &str = r#"
[entity.player]
name = "Player"
act = "player"
char = "@"
color = "yellow"

[entity.goblin]
name = "Goblin"
blocks_movement = true
hp = 5
defense = 8
attack = "15"
damage = "3"

[entity.coin]
name = "Coin"
char = "$"

[entity.east]
act = "east"

[entity.west]
act = "west"

[entity.fish]
can_swim = true

[entity.wanderer]
act = "wander"
blocks_movement = true
"#;

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn registry() -> Registry {
    let mut registry = Registry::basics();
    registry.load("test.toml", CONTENT).unwrap();
    registry
}

fn world_of(rows: &[&str]) -> World {
    let registry = registry();
    let level = Level::from_rows(&registry, rows).unwrap();
    World::new(registry, Seed(1), "map", level)
}

/// A hall of pillars, and its 55 cells of floor.
fn pillars() -> (World, Vec<Point>) {
    let world = world_of(&[
        ".........",
        ".#..#..#.",
        ".........",
        "...#.#...",
        ".........",
        ".#..#..#.",
        ".........",
    ]);
    let level = world.level();
    let cells = level.size().cells();
    let floor: Vec<Point> = cells.filter(|&cell| level.is_transparent(cell)).collect();
    assert_eq!(floor.len(), 55);
    (world, floor)
}

/// Steps east and west, for minds whose moves are known.
fn rules() -> Rules {
    Rules::new()
        .keys(KeyMap::vi())
        .behaviour("east", |world, me| world.try_move(me, at(1, 0)))
        .behaviour("west", |world, me| world.try_move(me, at(-1, 0)))
}

fn game_of(world: World) -> Game {
    Game::at_rest(world, rules()).unwrap()
}

fn keys(script: &str) -> std::vec::IntoIter<Key> {
    notation::parse_script(script).unwrap().into_iter()
}

/// One action of somebody with a script; what is left of the script.
fn act(game: &mut Game, who: EntityId, script: &str) -> (Option<Outcome>, usize) {
    let mut keys = keys(script);
    let outcome = game.act(who, &mut keys);
    (outcome, keys.len())
}

fn place(world: &World, who: EntityId) -> Point {
    world.entity(who).unwrap().at()
}

fn next(world: &World, who: EntityId) -> i64 {
    world.entity(who).unwrap().next_action()
}

fn messages(world: &World) -> Vec<&str> {
    world.log().since(0).collect()
}

/// How often random tests run: all of it with `PARLOUR_TEST_LONG`, else a tenth.
fn rounds(long: u64) -> u64 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        long
    } else {
        long / 10
    }
}
