//! All floor becomes one region.

use std::collections::VecDeque;

use parlour_grid::{BitGrid, Direction, Point};

use super::inside;
use crate::level::Level;
use crate::registry::TileType;

/// Whether every walkable cell can be reached from every other by straight
/// steps. Closed doors count as a way.
pub fn is_connected(level: &Level) -> bool {
    regions(&passable(level)).len() <= 1
}

/// Carves the shortest corridors that make all floor one region. Does nothing
/// where it already is.
pub fn connect(level: &mut Level) {
    let regions = regions(&passable(level));
    if regions.len() > 1 {
        dig(level, &regions);
    }
}

/// Where one may go now or after opening a door.
fn passable(level: &Level) -> BitGrid {
    BitGrid::from_fn(level.size(), |at| {
        level.is_walkable(at) || level.tile_type(at) == Some(TileType::DOOR_CLOSED)
    })
}

/// The cells that straight steps lead between, region by region.
pub(super) fn regions(open: &BitGrid) -> Vec<Vec<Point>> {
    let mut seen = BitGrid::new(open.size());
    let mut regions = Vec::new();
    for first in open.iter() {
        if seen.set(first, true) != Some(false) {
            continue;
        }
        let mut region = vec![first];
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            for way in Direction::STRAIGHT {
                let beside = at.step(way);
                if open.contains(beside) && seen.set(beside, true) == Some(false) {
                    region.push(beside);
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// The largest region; of equals the first.
pub(super) fn largest(regions: &[Vec<Point>]) -> usize {
    let sizes = regions.iter().enumerate().rev();
    sizes
        .max_by_key(|(_, region)| region.len())
        .map_or(0, |(place, _)| place)
}

/// No region.
const ROCK: u32 = u32::MAX;

/// From the largest region outwards, walls cost one and floor nothing: every
/// other region is met first where the fewest walls lie between, and is joined
/// there.
fn dig(level: &mut Level, regions: &[Vec<Point>]) {
    let size = level.size();
    let area = size.area() as usize;
    let ring = inside(level);
    let mut label = vec![ROCK; area];
    for (number, region) in regions.iter().enumerate() {
        for id in region.iter().filter_map(|&at| size.id(at)) {
            label[id as usize] = number as u32;
        }
    }
    let main = largest(regions) as u32;
    let mut joined = vec![false; regions.len()];
    joined[main as usize] = true;
    let mut cost = vec![u32::MAX; area];
    let mut back = vec![0_u8; area];
    let mut queue = VecDeque::new();
    for (&at, id) in regions[main as usize]
        .iter()
        .filter_map(|at| Some((at, size.id(*at)?)))
    {
        cost[id as usize] = 0;
        queue.push_back((0, at));
    }
    while let Some((here, at)) = queue.pop_front() {
        let Some(id) = size.id(at).map(|id| id as usize) else {
            continue;
        };
        if cost[id] != here {
            continue;
        }
        if label[id] != ROCK && !std::mem::replace(&mut joined[label[id] as usize], true) {
            carve_back(level, &back, at, |id| label[id as usize] == main);
        }
        for (number, way) in Direction::STRAIGHT.into_iter().enumerate() {
            let next = at.step(way);
            let Some(id) = size.id(next).map(|id| id as usize) else {
                continue;
            };
            let is_rock = label[id] == ROCK;
            if is_rock && !ring.contains(next) {
                continue;
            }
            let there = here + u32::from(is_rock);
            if there < cost[id] {
                cost[id] = there;
                back[id] = number as u8;
                if is_rock {
                    queue.push_back((there, next));
                } else {
                    queue.push_front((there, next));
                }
            }
        }
    }
}

/// Makes floor of the walls on the way back to the main region.
fn carve_back(level: &mut Level, back: &[u8], mut at: Point, is_main: impl Fn(u32) -> bool) {
    while let Some(id) = level.size().id(at).filter(|&id| !is_main(id)) {
        let door = level.tile_type(at) == Some(TileType::DOOR_CLOSED);
        if !level.is_walkable(at) && !door {
            level.set_tile(at, TileType::FLOOR);
        }
        let way = Direction::STRAIGHT[usize::from(back[id as usize])];
        at = at.step(way.opposite());
    }
}
