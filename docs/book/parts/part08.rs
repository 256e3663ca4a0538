//! Part 8: scrolls, and where to aim them.

use std::error::Error;

use parlour_rogue::{
    Direction, Entity, EntityId, EntityRef, Game, Outcome, Point, Registry, Rules, Seed, World,
};

use super::{part05, part07};

/// Three uses that are built in, and one of our own.
const CONTENT: &str = r#"
[entity.scroll]
char = "?"
color = "cyan"

[entity.lightning]
parent = "scroll"
name = "scroll of lightning"
use = "lightning"
damage = "3d6"
range = 6
spawn = { often = 2 }

[entity.fire]
parent = "scroll"
name = "scroll of fire"
use = "fireball"
damage = "2d6"
radius = 2
spawn = { often = 2 }

[entity.confusion]
parent = "scroll"
name = "scroll of confusion"
use = "confuse"
turns = 8
spawn = { often = 1 }

[entity.wind]
parent = "scroll"
name = "scroll of wind"
use = "blow-away"
aimed = true
spawn = { often = 1 }
"#;

/// Content of the parts before, and scrolls.
pub fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = part07::registry()?;
    registry.load("part08.toml", CONTENT)?;
    Ok(registry)
}

/// Blows whoever stands on a cell away, as far as three cells.
fn blow_away(world: &mut World, me: EntityId, _scroll: &Entity, at: Option<Point>) -> Outcome {
    let here = world.entity(me).map(EntityRef::at).unwrap_or_default();
    let target = at
        .and_then(|at| world.top_at(at))
        .filter(|it| it.acts() && it.id() != me);
    let Some((target, there)) = target.map(|it| (it.id(), it.at())) else {
        return Outcome::free().say("There is nobody to blow away.");
    };
    let away = there - here;
    let way = Direction::ALL
        .into_iter()
        .find(|way| way.delta() == Point::new(away.x.signum(), away.y.signum()));
    for _ in 0..3 {
        if let Some(way) = way {
            world.try_move(target, way.delta());
        }
    }
    Outcome::turn().say("A gust of wind howls.")
}

/// A use of our own, by its word in the content.
pub fn rules() -> Rules {
    part07::rules().on_use("blow-away", blow_away)
}

/// The dungeon with magic in it.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    part05::game_of(registry()?, rules(), seed)
}
