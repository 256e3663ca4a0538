//! The demo: two levels joined by stairs, goblins that chase, doors, shots.
//!
//! Keys: the standard ones (vi keys, arrows, `x` look, Ctrl and a vi key to reach
//! out, `.` wait), `f` shoot, `>` and `<` stairs, `S` save, `q` or
//! Escape quit. In the one-blow variant a bump slays.

use parlour_grid::{Point, Rect};
use parlour_rules::Seed;

use crate::game::Game;
use crate::keys::KeyMap;
use crate::level::Level;
use crate::notation::Key;
use crate::registry::{Registry, TileType};
use crate::rules::Rules;
use crate::world::{Arrival, World};
use crate::{combat, handlers};

/// The creatures.
pub const CONTENT: &str = include_str!("../data/demo.toml");
/// Where the way down is on the first level.
pub const STAIRS_DOWN: Point = Point::new(22, 7);
/// Where the way up is on the second level.
pub const STAIRS_UP: Point = Point::new(8, 18);
/// The action of the save key, handed to whoever runs the demo.
pub const SAVE: &str = "save";

/// The first sentence.
const WELCOME: &str =
    "Somewhere here are stairs. hjkl walk, x looks, f shoots, > and < take stairs, q quits.";

/// A fight with dice, or one blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fight {
    /// The dice rule.
    #[default]
    Dice,
    /// Whoever is bumped is gone.
    Slay,
}

/// The tiles and creatures of the demo.
pub fn registry() -> Registry {
    let mut registry = Registry::basics();
    registry
        .load("demo.toml", CONTENT)
        .expect("the creatures of the demo are well formed");
    registry
}

/// Keys and handlers of the demo.
pub fn rules(fight: Fight) -> Rules {
    let mut keys = KeyMap::standard();
    for (key, action) in [
        (Key::Char('f'), "ranged-attack"),
        (Key::Char('q'), "quit"),
        (Key::Escape, "quit"),
        (Key::Char('S'), SAVE),
    ] {
        keys.bind(key, action);
    }
    let rules = Rules::new()
        .keys(keys)
        .on_bump_tile(handlers::doors)
        .on_ranged(combat::shoot)
        .stairs()
        .pass_through(SAVE)
        .look_at_the_known()
        .message_bar(message_bar);
    match fight {
        Fight::Dice => rules.on_bump(combat::melee),
        Fight::Slay => rules.on_bump(handlers::slay),
    }
}

/// The two levels with everyone on them.
pub fn world(seed: Seed) -> World {
    let registry = registry();
    let first = halls(&registry);
    let mut second = halls(&registry);
    second.fill_rect(Rect::new(17, 6, 3, 2), TileType::WATER);
    let mut world = World::new(registry, seed, "level-1", first);
    let below = world
        .add_level("level-2", second)
        .expect("the second level has a name of its own");
    let upper = Arrival::new(world.current(), STAIRS_DOWN);
    world
        .join_stairs(upper, Arrival::new(below, STAIRS_UP))
        .expect("the stairs are on the maps");
    for (level, kind, at) in [
        (upper.level, "player", (5, 5)),
        (upper.level, "goblin", (18, 6)),
        (upper.level, "goblin", (13, 20)),
        (below, "goblin", (9, 22)),
        (below, "goblin", (20, 5)),
    ] {
        world
            .spawn_on(level, kind, at)
            .expect("the demo defines what it spawns");
    }
    world.say(WELCOME);
    world
}

/// A new game.
pub fn game(seed: Seed, fight: Fight) -> Game {
    Game::new(world(seed), rules(fight)).expect("the behaviours of the demo are shipped")
}

/// Three rooms, joined by corridors with doors.
fn halls(registry: &Registry) -> Level {
    let mut level = Level::new(registry, 60, 40);
    level.fill_all(TileType::WALL);
    level.make_room(Rect::new(2, 2, 8, 6));
    level.make_room(Rect::new(15, 3, 10, 8));
    level.make_room(Rect::new(5, 15, 12, 10));
    level.make_corridor(Point::new(9, 4), Point::new(15, 4));
    level.make_corridor(Point::new(7, 6), Point::new(7, 15));
    for door in [Point::new(9, 4), Point::new(15, 4), Point::new(7, 15)] {
        level.set_type(door, TileType::DOOR_CLOSED);
    }
    level
}

/// What the message bar shows: the sentences with the level before them.
fn message_bar(world: &World, said: &[&str]) -> String {
    if said.is_empty() {
        return String::new();
    }
    let level = world.level_name(world.current());
    format!("[{level}] {}", said.join(" "))
}
