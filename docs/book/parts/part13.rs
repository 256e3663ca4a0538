//! Part 13: an end.

use std::error::Error;

use parlour_rogue::{Event, Game, Outcome, Registry, Rules, Seed, World};

use super::{part10, part12};

/// What it is all about, and who sits on it.
const CONTENT: &str = r##"
[entity.crown]
name = "crown"
description = "So this is what it looks like."
char = "^"
color = "#ffd700"
background = "#402000"
draw_order = 1

[entity.troll]
parent = "monster"
name = "troll"
description = "It has been sitting here for a long time."
char = "T"
color = "red"
delay = 13
hp = 22
defense = 12
attack = "1d20+3"
damage = "2d4"
"##;

/// Everything there is.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part12::registry()?;
    registry.load("part13.toml", CONTENT)?;
    Ok(registry)
}

/// Who takes the crown has won.
fn crowned(world: &mut World, event: &Event) -> Outcome {
    let taken = matches!(event, Event::Removed { .. });
    match world.player() {
        Some(me) if taken && world.carries(me, "crown") => {
            Outcome::won().say("You put on the crown. The dungeon is yours!")
        }
        _ => Outcome::free(),
    }
}

/// Everything that happens.
pub fn rules() -> Rules {
    part12::rules().on_event(crowned)
}

/// The whole game.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (mut world, last, end) = part10::world_of(registry()?, seed)?;
    world.spawn_on(last, "crown", end)?;
    world.spawn_on(last, "troll", end)?;
    Ok(Game::new(world, rules())?)
}
