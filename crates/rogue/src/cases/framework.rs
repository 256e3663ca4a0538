//! The operations of the framework.

use parlour_grid::{Point, Rect, line};
use serde_json::{Value as Json, json};

use super::form::{Cell, Op};
use super::observed::Observed;
use super::setup::{Table, type_defs};
use super::sights::{distance, is_mutual, look, path_observed};
use super::turns::{act, game_turn, next_n, press, round, until_player};
use super::{kit, replay, saving};
use crate::combat;
use crate::dice::Dice;
use crate::registry::Category;
use crate::value::Value;
use crate::viewport::Viewport;
use crate::world::{Metric, World};

/// Scenarios end in good time and in little memory, whatever they ask.
const LONGEST_LINE: u32 = 100_000;

pub(super) fn point((x, y): Cell) -> Point {
    Point::new(x, y)
}

pub(super) fn cell(at: Point) -> Json {
    json!([at.x, at.y])
}

pub(super) fn cells(points: impl IntoIterator<Item = Point>) -> Json {
    points.into_iter().map(cell).collect()
}

pub(super) fn perform(table: &mut Table, op: Op) -> Result<Observed, String> {
    match op {
        Op::Act { who, keys } => act(table, &who, &keys),
        Op::Next { keys } => next_n(table, 1, &keys),
        Op::NextN { n, keys } => next_n(table, n, &keys),
        Op::Round { keys } => round(table, &keys),
        Op::UntilPlayer { keys } => until_player(table, &keys),
        Op::Press { keys } => press(table, &keys),
        Op::GameTurn { keys } => game_turn(table, &keys),
        Op::TryMove { who, d } => {
            let who = table.id(&who)?;
            let outcome = table.game.world.try_move(who, point(d));
            Ok(Observed::new().outcome(table, Some(&outcome)))
        }
        Op::Look { from, keys, bounds } => look(table, point(from), &keys, bounds),
        Op::DefineTypes { types } => {
            let defs = type_defs(Category::Entity, &types)?;
            let mut registry = table.game.world.registry().clone();
            let defined = registry
                .define_all(defs)
                .and_then(|()| table.game.set_content(registry));
            Ok(Observed::new().failing(defined.err().map(|error| error.to_string())))
        }
        op @ (Op::SaveLoad { .. }
        | Op::Restore { .. }
        | Op::LoadFile { .. }
        | Op::Migrate { .. }) => saving::perform(table, op),
        op @ (Op::Replay { .. } | Op::SplitReplay { .. }) => replay::perform(table, op),
        op @ (Op::Met { .. } | Op::Vault { .. }) => kit::perform(table, op),
        op => ask(table, op),
    }
}

/// Operations that only look, or change the map itself.
pub(super) fn ask(table: &mut Table, op: Op) -> Result<Observed, String> {
    let world = &mut table.game.world;
    Ok(match op {
        Op::LookAt { at } => {
            let info = world.look_at(point(at)).ok_or("that cell is off the map")?;
            Observed::new()
                .with("name", info.name)
                .with("description", json!(info.description))
                .with("category", json!(info.category))
        }
        Op::Fov { from, radius } => {
            let view = world.field_of_view(point(from), radius);
            Observed::new()
                .with("count", view.count())
                .with("seen", cells(view.iter()))
        }
        Op::EntityFov { who } => {
            let who = table.id(&who)?;
            let view = table.game.world.entity_view(who).ok_or("nobody is there")?;
            Observed::new()
                .with("count", view.count())
                .with("seen", cells(view.iter()))
        }
        Op::FovSymmetry { radius } => Observed::new().with("value", is_mutual(world, radius)?),
        Op::Line { from, to } => {
            if point(from).chebyshev(point(to)) > LONGEST_LINE {
                return Err(format!("a line has at most {LONGEST_LINE} steps"));
            }
            let points: Vec<Point> = line(point(from), point(to)).collect();
            Observed::new()
                .with("length", points.len())
                .with("first", json!(points.first().map(|at| (at.x, at.y))))
                .with("last", json!(points.last().map(|at| (at.x, at.y))))
                .with("value", cells(points))
        }
        Op::Los { from, to } => Observed::new().with("value", world.sees(point(from), point(to))),
        Op::Distance {
            metric,
            from,
            to,
            who,
            target,
        } => {
            let at = |cell: Option<Cell>, who: Option<String>| match (cell, who) {
                (Some(cell), None) => Ok(point(cell)),
                (None, Some(who)) => {
                    let entity = table.game.world.entity(table.id(&who)?);
                    Ok(entity.ok_or("nobody is there")?.at())
                }
                _ => Err("distance needs from and to, or who and target".to_string()),
            };
            let (from, to) = (at(from, who)?, at(to, target)?);
            Observed::new().with("value", distance(metric.as_deref(), from, to)?)
        }
        Op::Path { who, from, to, max } => {
            let mover = who.map(|who| table.id(&who)).transpose()?;
            let path = if table.tutorial.is_some() {
                let rules = parlour_grid::path::PathRules::default();
                let world = &mut table.game.world;
                let path = world.path_by(mover, point(from), point(to), &rules);
                // The limit is one of steps, whatever they cost.
                let most = max.map_or(usize::MAX, |max| max as usize);
                path.filter(|path| path.len().saturating_sub(1) <= most)
            } else {
                table.game.world.path(mover, point(from), point(to), max)
            };
            path_observed(&table.game.world, mover, path)
        }
        Op::InRadius { at, radius, metric } => {
            let metric = match metric.as_deref() {
                None | Some("chebyshev") => Metric::Chebyshev,
                Some("manhattan") => Metric::Manhattan,
                Some("euclidean") => Metric::Euclid,
                Some(other) => return Err(format!("unknown metric {other:?}")),
            };
            let near = table.game.world.within(point(at), radius, metric);
            let near: Json = near
                .iter()
                .map(|entity| Json::from(table.alias(entity.id())))
                .collect();
            Observed::new().with("set", near)
        }
        Op::Nearest { at, kind } => {
            let wanted = |key: &str| kind.as_ref().is_none_or(|kind| kind == key);
            let nearest = table
                .game
                .world
                .nearest(point(at), |entity| wanted(entity.type_key()));
            let alias = nearest.map(|entity| table.alias(entity.id()));
            Observed::new().with("value", json!(alias))
        }
        Op::TypeProp {
            category,
            kind,
            prop,
        } => {
            let category = match category.as_str() {
                "entity" => Category::Entity,
                "tile" => Category::Tile,
                other => return Err(format!("unknown category {other:?}")),
            };
            let value = world.registry().type_prop(category, &kind, &prop);
            Observed::new().with("value", value.map_or(Json::Null, Value::to_json))
        }
        Op::Prop { who, prop } => {
            let entity = table
                .game
                .world
                .entity(table.id(&who)?)
                .ok_or("nobody is there")?;
            Observed::new().with("value", table.entity_field(entity, &prop))
        }
        Op::Name { who } => {
            let entity = table
                .game
                .world
                .entity(table.id(&who)?)
                .ok_or("nobody is there")?;
            Observed::new().with("value", entity.name())
        }
        Op::Description { who } => {
            let entity = table
                .game
                .world
                .entity(table.id(&who)?)
                .ok_or("nobody is there")?;
            Observed::new().with("value", json!(entity.description()))
        }
        Op::TileLook { at, kind } => tile_look(world, at, kind)?,
        Op::MakeRoom { rect: (x, y, w, h) } => {
            world.level_mut().make_room(Rect::new(x, y, w, h));
            Observed::new()
        }
        Op::MakeCorridor { from, to } => {
            world.level_mut().make_corridor(point(from), point(to));
            Observed::new()
        }
        Op::TransitionAt { who } => {
            let arrival = table.game.world.transition_at(table.id(&who)?);
            Observed::new().with("value", place(&table.game.world, arrival))
        }
        Op::TransitionLookup { at } => {
            // An unknown level has no transitions.
            let from = table.place(&at).ok();
            let world = &table.game.world;
            let arrival = from.and_then(|from| world.transition(from.level, from.at));
            Observed::new().with("value", place(world, arrival))
        }
        Op::Transition { who } => {
            let who = table.id(&who)?;
            let error = table.game.world.travel(who).err();
            Observed::new().failing(error.map(|error| error.to_string()))
        }
        Op::Damage { who, amount } => {
            let who = table.id(&who)?;
            combat::damage(&mut table.game.world, who, amount);
            Observed::new()
        }
        Op::ParseDice { text } => match text.parse::<Dice>() {
            Ok(dice) => Observed::new().failing(None).with(
                "value",
                json!({
                    "listed": [dice.count(), dice.sides(), dice.modifier()],
                    "named": {
                        "count": dice.count(),
                        "sides": dice.sides(),
                        "modifier": dice.modifier(),
                    },
                }),
            ),
            Err(error) => Observed::new()
                .failing(Some(error.to_string()))
                .with("value", Json::Null),
        },
        Op::Roll { text, times } => roll(world, &text, times)?,
        Op::Viewport {
            size: (width, height),
            center,
            clamp,
            world: at,
        } => {
            let mut view = Viewport::new(width, height).centred_on(point(center));
            if clamp {
                view = view.clamped_to(world.level().size());
            }
            let screen = at.map(|at| cell(point(at) - view.offset));
            Observed::new()
                .with("offset", cell(view.offset))
                .with("screen", screen.unwrap_or(Json::Null))
        }
        _ => return Err("that operation is of the other rule set".to_string()),
    })
}

fn tile_look(world: &World, at: Option<Cell>, kind: Option<String>) -> Result<Observed, String> {
    let registry = world.registry();
    let (glyph, transparent, walkable, name) = match (at, kind) {
        (Some(at), None) => {
            let at = point(at);
            let level = world.level();
            let kind = level.tile_type(at).ok_or("that cell is off the map")?;
            let glyph = level.tile_glyph(at);
            let (see, walk) = (level.is_transparent(at), level.is_walkable(at));
            (glyph, see, walk, registry.tile_name(kind).to_string())
        }
        (None, Some(key)) => match registry.tile(&key) {
            Some(kind) => (
                registry.tile_glyph(kind),
                registry.tile_transparent(kind),
                registry.tile_walkable(kind),
                registry.tile_name(kind).to_string(),
            ),
            None => (crate::Glyph::UNKNOWN, false, false, key),
        },
        _ => return Err("tile_look needs either at or type".to_string()),
    };
    Ok(Observed::new()
        .with("char", glyph.char.to_string())
        .with("color", glyph.colour.to_string())
        .with("transparent", transparent)
        .with("walkable", walkable)
        .with("name", name))
}

fn place(world: &World, arrival: Option<crate::Arrival>) -> Json {
    arrival.map_or(Json::Null, |arrival| {
        json!([world.level_name(arrival.level), arrival.at.x, arrival.at.y])
    })
}

fn roll(world: &mut World, text: &str, times: u32) -> Result<Observed, String> {
    let dice: Dice = match text.parse() {
        Ok(dice) => dice,
        Err(error) => return Ok(Observed::new().failing(Some(format!("{error}")))),
    };
    let thrown = u64::from(dice.count()) * u64::from(times);
    if times == 0 || times > 1_000_000 || thrown > 100_000_000 {
        return Err("times has to be 1 to 1000000, for 100000000 dice in all".to_string());
    }
    let (mut min, mut max, mut rolls) = (i64::MAX, i64::MIN, 0);
    for _ in 0..times {
        let roll = dice.roll_detail(&mut world.chance.fight);
        min = min.min(roll.total);
        max = max.max(roll.total);
        rolls = roll.rolls.len();
    }
    Ok(Observed::new()
        .failing(None)
        .with("min", min)
        .with("max", max)
        .with("rolls", rolls)
        .with("modifier", dice.modifier()))
}
