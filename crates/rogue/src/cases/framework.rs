//! The operations of the framework.

use parlour_grid::{Point, Rect, line};
use serde_json::{Value as Json, json};

use super::form::{Cell, Keys, Op};
use super::observed::{Observed, flags};
use super::setup::{Table, script, type_defs};
use super::{replay, saving};
use crate::combat;
use crate::dice::Dice;
use crate::entity::EntityId;
use crate::game::Acted;
use crate::look::{Cursor, Pointing};
use crate::notation::Key;
use crate::registry::Category;
use crate::rules::Mind;
use crate::value::Value;
use crate::viewport::Viewport;
use crate::world::{Metric, World};

/// Scenarios end in good time and in little memory, whatever they ask.
const LONGEST_LINE: u32 = 100_000;
const MOST_TURNS: u32 = 1_000_000;
const MOST_OBSERVERS: usize = 16_384;

pub(super) fn point((x, y): Cell) -> Point {
    Point::new(x, y)
}

fn cell(at: Point) -> Json {
    json!([at.x, at.y])
}

fn cells(points: impl IntoIterator<Item = Point>) -> Json {
    points.into_iter().map(cell).collect()
}

pub(super) fn perform(table: &mut Table, op: Op) -> Result<Observed, String> {
    match op {
        Op::Act { who, keys } => act(table, &who, &keys),
        Op::Next { keys } => next_n(table, 1, &keys),
        Op::NextN { n, keys } => next_n(table, n, &keys),
        Op::Round { keys } => round(table, &keys),
        Op::UntilPlayer { keys } => until_player(table, &keys),
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

fn act(table: &mut Table, who: &str, keys: &Keys) -> Result<Observed, String> {
    let who = table.id(who)?;
    let mut keys = script(keys)?.into_iter();
    let outcome = table.game.act(who, &mut keys);
    Ok(Observed::new()
        .with("keys_left", keys.len())
        .outcome(table, outcome.as_ref()))
}

fn next_n(table: &mut Table, count: u32, keys: &Keys) -> Result<Observed, String> {
    if count > MOST_TURNS {
        return Err(format!("n is at most {MOST_TURNS}"));
    }
    let mut keys = script(keys)?.into_iter();
    let mut acted = Vec::new();
    for _ in 0..count {
        let Some(turn) = table.game.next(&mut keys) else {
            break;
        };
        acted.push(turn);
    }
    Ok(turns(table, &acted, keys.len()))
}

fn round(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    let mut keys = script(keys)?.into_iter();
    let acted = table.game.round(&mut keys);
    Ok(turns(table, &acted, keys.len()))
}

/// What several turns came to: flags are joined, the last action counts.
fn turns(table: &Table, acted: &[Acted], keys_left: usize) -> Observed {
    let outcomes = || acted.iter().filter_map(|turn| turn.outcome.as_ref());
    let order: Json = acted
        .iter()
        .map(|turn| Json::from(table.alias(turn.who)))
        .collect();
    let quit = outcomes().any(|outcome| outcome.quit);
    let action = outcomes()
        .filter_map(|outcome| outcome.action.as_ref())
        .next_back();
    let last = outcomes().next_back();
    let single = if acted.len() == 1 { last } else { None };
    Observed::new()
        .outcome(table, last)
        .with("flags", flags(quit, action, single))
        .with("keys_left", keys_left)
        .with("order", order)
        .with("turns", acted.len())
}

fn is_players_turn(table: &mut Table) -> bool {
    let next = table.game.world.next_actor();
    next.and_then(|(who, _)| table.game.mind_of(who))
        .is_some_and(|mind| matches!(mind, Mind::Player))
}

/// Everyone in turn until a player has had one.
fn until_player(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    let mut keys = script(keys)?.into_iter();
    let mut acted = Vec::new();
    for _ in 0..100_000 {
        // Asked before the turn: a player may be gone after it.
        let done = is_players_turn(table);
        let Some(turn) = table.game.next(&mut keys) else {
            break;
        };
        acted.push(turn);
        if done {
            break;
        }
    }
    Ok(turns(table, &acted, keys.len()))
}

/// A turn of the player; if it took time, the others until the player is due.
fn game_turn(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    let mut keys = script(keys)?.into_iter();
    let result = table.game.turn(&mut keys);
    let outcome = result.as_ref();
    Ok(Observed::new()
        .with("keys_left", keys.len())
        .outcome(table, outcome))
}

fn look(
    table: &mut Table,
    from: Point,
    keys: &Keys,
    bounds: Option<(i32, i32, i32, i32)>,
) -> Result<Observed, String> {
    let bounds =
        bounds.map(|(x1, y1, x2, y2)| Rect::spanning(Point::new(x1, y1), Point::new(x2, y2)));
    let mut keys = script(keys)?.into_iter();
    let mut cursor = Cursor::new(from, bounds);
    let mut trace = vec![cell(from)];
    let (mut message, mut target) = (Json::Null, Json::Null);
    for key in keys.by_ref() {
        match press(table, &mut cursor, key) {
            Pointing::At(at) => trace.push(cell(at)),
            Pointing::Left => break,
            Pointing::Chosen(info) => {
                message = json!(info.map(|info| info.sentence()));
                target = cell(cursor.at);
                break;
            }
        }
    }
    Ok(Observed::new()
        .outcome(table, Some(&crate::Outcome::free()))
        .with("keys_left", keys.len())
        .with("trace", trace)
        .with("message", message)
        .with("target", target))
}

fn press(table: &Table, cursor: &mut Cursor, key: Key) -> Pointing {
    cursor.press(&table.game.world, table.game.keys(), key)
}

fn is_mutual(world: &mut World, radius: Option<u32>) -> Result<bool, String> {
    let floor: Vec<Point> = world
        .level()
        .size()
        .cells()
        .filter(|&at| world.level().is_transparent(at))
        .collect();
    if floor.len() > MOST_OBSERVERS {
        return Err(format!("at most {MOST_OBSERVERS} cells look at each other"));
    }
    let views: Vec<_> = floor
        .iter()
        .map(|&from| world.field_of_view(from, radius).to_grid())
        .collect();
    Ok(floor.iter().zip(&views).all(|(&one, view)| {
        let mut others = floor.iter().zip(&views);
        others.all(|(&other, back)| view.contains(other) == back.contains(one))
    }))
}

fn distance(metric: Option<&str>, from: Point, to: Point) -> Result<Json, String> {
    Ok(match metric {
        Some("chebyshev") => from.chebyshev(to).into(),
        Some("manhattan") => from.manhattan(to).into(),
        None | Some("euclidean") => from.euclid(to).into(),
        Some(other) => return Err(format!("unknown metric {other:?}")),
    })
}

fn path_observed(world: &World, mover: Option<EntityId>, path: Option<Vec<Point>>) -> Observed {
    let Some(path) = path else {
        return Observed::new()
            .with("value", Json::Null)
            .with("cells", 0)
            .with("first", Json::Null)
            .with("last", Json::Null)
            .with("walkable", false);
    };
    let steps = path.windows(2).all(|step| step[0].chebyshev(step[1]) == 1);
    let walkable = steps && path.iter().all(|&at| world.is_open_to(mover, at));
    Observed::new()
        .with("cells", path.len())
        .with("first", path.first().map_or(Json::Null, |&at| cell(at)))
        .with("last", path.last().map_or(Json::Null, |&at| cell(at)))
        .with("walkable", walkable)
        .with("value", cells(path))
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
