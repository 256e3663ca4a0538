//! Part 5: blows, wounds and death.

use std::error::Error;

use parlour_rogue::kit::rest;
use parlour_rogue::{Chance, Event, Game, Outcome, Registry, Rules, Seed, World};

use super::{part02, part03, part04};

/// Numbers for everybody. A type that is defined again is replaced whole.
const CONTENT: &str = r#"
[entity.player]
name = "You"
act = "player"
view_radius = 8
hp = 30
defense = 12
armor = 0
attack = "1d20+5"
damage = "1d6+2"

[entity.rat]
parent = "monster"
name = "rat"
char = "r"
color = "yellow"
delay = 8
spawn = { to = 2, often = 6 }
hp = 3
defense = 8
attack = "1d20"
damage = "1d2"

[entity.goblin]
parent = "monster"
name = "goblin"
description = "Small, green and in a bad temper."
char = "g"
color = "green"
spawn = { often = 4 }
hp = 6
defense = 10
attack = "1d20+1"
damage = "1d4"
"#;

/// Content of the parts before, with numbers.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part04::registry()?;
    registry.load("part05.toml", CONTENT)?;
    Ok(registry)
}

/// A word when a blow was hard: a hook is told of everything that happens.
fn ouch(world: &mut World, event: &Event) -> Outcome {
    match event {
        Event::Hit { who, damage, .. } if Some(*who) == world.player() && *damage >= 4 => {
            Outcome::free().say("That hurt!")
        }
        _ => Outcome::free(),
    }
}

/// Dice decide; `R` rests, and a wound closes every eight turns.
pub fn rules() -> Rules {
    part03::rules()
        .fight_with_dice()
        .with(rest::rules(8))
        .on_event(ouch)
}

/// A level with residents; rules and content are the caller's, because from here on
/// every part brings more of both.
pub fn game_of(registry: Registry, rules: Rules, seed: Seed) -> Result<Game, Box<dyn Error>> {
    let mut chance = Chance::new(seed);
    let (level, layout) = part02::dig(&registry, &mut chance);
    let residents = part04::residents(&registry, &level, &layout, 1, &mut chance);
    let mut world = World::new(registry, chance, "dungeon", level);
    world.spawn("player", layout.start)?;
    let here = world.current();
    part04::settle(&mut world, here, residents)?;
    Ok(Game::new(world, rules)?)
}

/// The dungeon, and it fights back.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    game_of(registry()?, rules(), seed)
}
