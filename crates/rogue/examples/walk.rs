//! The smallest game: an `@` that walks about a room. `q` ends it.
//!
//! `cargo run -p parlour-rogue --features term --example walk`

use parlour_rogue::{Entity, Game, KeyMap, Level, Point, Registry, Rules, Seed, World, term};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut registry = Registry::basics();
    registry.load("walk.toml", "[entity.player]\nact = \"player\"\n")?;
    let room = [
        "##########",
        "#........#",
        "#...##...#",
        "#........#",
        "##########",
    ];
    let level = Level::from_rows(&registry, &room)?;
    let mut world = World::new(registry, Seed(1), "room", level);
    world.add(Entity::player(Point::new(2, 2)))?;
    let rules = Rules::new().keys(KeyMap::standard().with("q", "quit")?);
    term::run(Game::new(world, rules)?)?;
    Ok(())
}
