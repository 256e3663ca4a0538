//! Operations of looking: the cursor, mutual sight, distances, paths.

use parlour_grid::{Point, Rect};
use serde_json::{Value as Json, json};

use super::form::Keys;
use super::framework::{cell, cells};
use super::observed::Observed;
use super::setup::{Table, script};
use crate::entity::EntityId;
use crate::look::{Cursor, Pointing};
use crate::notation::Key;
use crate::world::World;

/// Scenarios end in good time and in little memory, whatever they ask.
const MOST_OBSERVERS: usize = 16_384;

pub(super) fn look(
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

pub(super) fn is_mutual(world: &mut World, radius: Option<u32>) -> Result<bool, String> {
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

pub(super) fn distance(metric: Option<&str>, from: Point, to: Point) -> Result<Json, String> {
    Ok(match metric {
        Some("chebyshev") => from.chebyshev(to).into(),
        Some("manhattan") => from.manhattan(to).into(),
        None | Some("euclidean") => from.euclid(to).into(),
        Some(other) => return Err(format!("unknown metric {other:?}")),
    })
}

pub(super) fn path_observed(
    world: &World,
    mover: Option<EntityId>,
    path: Option<Vec<Point>>,
) -> Observed {
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
