//! The tutorial's game, put together from the parts: rooms and tunnels, orcs and
//! trolls, the fixed rule of combat, the basic mind.
//!
//! ```
//! use parlour_rogue::{Key, Seed, tutorial};
//!
//! let mut game = tutorial::game(Seed(1), 80, 45);
//! game.press(Key::Char('l'));
//! ```

use parlour_grid::{Point, Rect};
use parlour_rules::{Seed, Stream};

use crate::chance::Chance;
use crate::combat::fixed;
use crate::entity::EntityId;
use crate::game::Game;
use crate::generate::{Rooms, rooms};
use crate::keys::KeyMap;
use crate::level::Level;
use crate::minds;
use crate::outcome::Outcome;
use crate::registry::{EntityType, Registry};
use crate::rules::Rules;
use crate::world::World;

/// The fighters, as content.
pub const CONTENT: &str = include_str!("../data/tutorial.toml");

/// The most monsters of a room.
pub const MOST_MONSTERS: u32 = 4;

/// The action that asks whoever draws the game for the inventory.
pub const INVENTORY: &str = "inventory";

/// The tiles every game knows, and the tutorial's fighters.
pub fn registry() -> Registry {
    let mut registry = Registry::basics();
    registry
        .load("tutorial.toml", CONTENT)
        .expect("the content that ships with the crate is well formed");
    registry
}

/// The rules: letters and arrows walk in eight directions, `i` asks for the
/// inventory, Escape quits, a step into somebody is a blow, monsters act when they
/// are seen. The dead may look into their inventory and quit, and nobody acts any
/// more.
pub fn rules() -> Rules {
    let keys = KeyMap::standard().with("escape", "quit");
    let keys = keys.and_then(|keys| keys.with("i", INVENTORY));
    Rules::new()
        .keys(keys.expect("the words of this map are known"))
        .pass_through(INVENTORY)
        .over_when(|world, _| fixed::player_is_dead(world))
        .on_bump(fixed::attack)
        .behaviour("monster", |world, me| {
            if fixed::player_is_dead(world) {
                return Outcome::turn();
            }
            minds::current(world, me, World::player_sees)
        })
}

/// A new game: one level of rooms, the player in the first, monsters in the
/// others.
pub fn game(seed: Seed, width: u32, height: u32) -> Game {
    let registry = registry();
    let mut chance = Chance::new(seed);
    let mut level = Level::new(&registry, width, height);
    let layout = rooms(&mut level, &mut chance.map, &Rooms::default());
    let mut world = World::new(registry, chance, "dungeon", level);
    world
        .spawn("player", layout.start)
        .expect("the content knows the player");
    for room in layout.rooms.iter().skip(1) {
        settle(&mut world, *room);
    }
    Game::new(world, rules()).expect("the content names known behaviours")
}

/// Puts up to four monsters anywhere on the floor of a room, never two on one
/// cell: four of five are orcs, the fifth a troll.
pub fn settle(world: &mut World, room: Rect) {
    let mut chance: Stream = world.chance.map.clone();
    for _ in 0..chance.below(MOST_MONSTERS + 1) {
        let floor: Vec<Point> = room.grown(-1).cells().collect();
        let Some(&at) = chance.pick(&floor) else {
            break;
        };
        let kind = if chance.below(100) < 80 {
            "orc"
        } else {
            "troll"
        };
        if world.level().is_walkable(at) && world.top_at(at).is_none() {
            world.spawn(kind, at).expect("the content knows both");
        }
    }
    world.chance.map = chance;
}

/// The player of the game.
pub fn player(world: &World) -> Option<EntityId> {
    let all = world.entities();
    all.filter(|entity| entity.kind() == EntityType::PLAYER)
        .map(crate::EntityRef::id)
        .next()
}
