//! Doors that open when bumped, boulders that can be pushed, a goblin that
//! fights back, look mode (`x`) and shots (`f`). `q` ends it.
//!
//! `cargo run -p parlour-rogue --features term --example doors`

use parlour_rogue::{Game, KeyMap, Level, Registry, Rules, Seed, World, combat, handlers, term};

const CONTENT: &str = r#"
[entity.player]
name = "You"
char = "@"
color = "yellow"
act = "player"
blocks_movement = true
hp = 20
defense = 12
attack = "1d20+2"
damage = "1d6+1"
ranged_attack = "1d20"
ranged_damage = "1d6"

[entity.goblin]
name = "Goblin"
description = "It has not seen you yet. Or has it?"
char = "g"
color = "green"
act = "chase-player"
blocks_movement = true
hp = 5
defense = 8
attack = "1d20"
damage = "1d4"

[entity.boulder]
name = "Boulder"
char = "0"
color = "grey"
blocks_movement = true
pushable = true
"#;

const MAP: [&str; 9] = [
    "########################",
    "#......#...............#",
    "#......+...............#",
    "#......#......~~~......#",
    "#......#.....~~~~~.....#",
    "####+###......~~~......#",
    "#......#...............#",
    "#......+...............#",
    "########################",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut registry = Registry::basics();
    registry.load("doors.toml", CONTENT)?;
    let level = Level::from_rows(&registry, &MAP)?;
    let mut world = World::new(registry, Seed::from_text("doors"), "hall", level);
    world.spawn("player", (2, 2))?;
    world.spawn("boulder", (4, 2))?;
    world.spawn("goblin", (20, 6))?;
    let keys = KeyMap::standard()
        .with("q", "quit")?
        .with("f", "ranged-attack")?;
    let rules = Rules::new()
        .keys(keys)
        .on_bump(handlers::first_of(handlers::push, combat::melee))
        .on_bump_tile(handlers::doors)
        .on_ranged(combat::shoot);
    let game = term::run(Game::new(world, rules)?)?;
    for message in game.world.log().iter() {
        tell(&message.text);
    }
    Ok(())
}

#[expect(
    clippy::disallowed_macros,
    reason = "a program for people prints what happened"
)]
fn tell(text: &str) {
    println!("{text}");
}
