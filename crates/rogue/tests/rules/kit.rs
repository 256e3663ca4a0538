//! The kit's parts beside each other: what one does, another does not undo.

mod company;
mod ground;
mod ways;
mod worn;

use parlour_rogue::kit::status::Status;
use parlour_rogue::kit::{doors, terrain};
use parlour_rogue::{EntityId, Game, Key, Level, Outcome, Point, Registry, Rules, Seed, World};

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
