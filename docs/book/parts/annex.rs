//! The annex: what other libraries write, written here.

use std::error::Error;

use parlour_rogue::{Game, Key, Level, Point, Registry, Rules, Seed, World};

/// What can be seen from a cell, and the way to another.
pub fn sight_and_way(world: &mut World, from: Point, to: Point) -> (u32, Option<Vec<Point>>) {
    let seen = world.field_of_view(from, Some(8)).count();
    (seen, world.path(None, from, to, None))
}

/// A dog that hunts, twice as fast as the player: nothing but content and one rule.
const DOG: &str = r#"
[entity.player]
act = "player"
hp = 20
defense = 10
attack = "1d20"
damage = "1d6"

[entity.dog]
name = "dog"
act = "hunt-player"
delay = 5
blocks_movement = true
hp = 6
defense = 8
attack = "1d20"
damage = "1d4"
"#;

/// A game with the dog at the far end of a hall.
pub fn hunted() -> Result<Game, Box<dyn Error>> {
    let mut registry = Registry::basics();
    registry.load("dog.toml", DOG)?;
    let level = Level::from_rows(&registry, &["##########", "#........#", "##########"])?;
    let mut world = World::new(registry, Seed(1), "hall", level);
    world.spawn("player", (1, 1))?;
    world.spawn("dog", (8, 1))?;
    Ok(Game::new(world, Rules::new().fight_with_dice())?)
}

/// A turn, then the game as bytes and back.
pub fn kept(mut game: Game) -> Result<Game, Box<dyn Error>> {
    game.press(Key::Char('.'));
    let bytes = game.save();
    let registry = game.world.registry().clone();
    Ok(Game::load(&bytes, registry, game.rules().clone())?)
}
