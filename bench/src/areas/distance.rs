//! Distance maps beside a plain binary-heap version and a peer's.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use anyhow::Result;
use parlour_grid::path::{DistanceMap, PathRules};
use parlour_grid::{BitGrid, Point, Size};

use super::paths::neighbours;
use crate::maps::{self, Dice};
use crate::measure::{Bench, Contender, OURS};

const RULES: PathRules = PathRules::new(70, 99);

pub fn run(bench: &mut Bench) -> Result<()> {
    scene(bench, "dungeon", &maps::dungeon())?;
    scene(bench, "random256", &maps::random256())?;
    scene(bench, "maze512", &maps::maze512())?;
    scene(bench, "rooms512", &maps::rooms512())
}

fn scene(bench: &mut Bench, name: &str, map: &BitGrid) -> Result<()> {
    let size = map.size();
    let mut dice = Dice::new(4);
    let goals: Vec<Point> = (0..4).map(|_| dice.free_cell(map)).collect();
    let mut ours = DistanceMap::new();
    let mut plain = Plain::new(map);
    let ids: Vec<u32> = goals.iter().filter_map(|&goal| size.id(goal)).collect();
    for question in 0..goals.len() {
        ours.compute(map, [goals[question]], &RULES);
        plain.compute(ids[question]);
        for cell in size.cells() {
            let found = plain.costs[size.id(cell).unwrap_or_default() as usize];
            let found = (found != u32::MAX).then_some(found);
            assert_eq!(ours.get(cell), found, "both are right at {cell}");
        }
    }
    let parlour = Contender::new(OURS, |question| {
        ours.compute(map, [goals[question]], &RULES);
        u64::from(ours.get(goals[0]).unwrap_or_default())
    });
    let binary_heap = Contender::new("plain binary heap", |question| {
        plain.compute(ids[question]);
        u64::from(plain.costs[ids[0] as usize])
    });
    let pathfinding = Contender::new("pathfinding", |question| {
        let reached = pathfinding::prelude::dijkstra_all(&ids[question], |&id| {
            neighbours(map, id).collect::<Vec<_>>()
        });
        reached.len() as u64
    });
    bench.scene(name, goals.len(), vec![parlour, binary_heap, pathfinding])
}

/// Dijkstra's algorithm as everyone writes it first: an array of costs, an array
/// of walls, a binary heap.
struct Plain {
    size: Size,
    blocked: Vec<bool>,
    costs: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Plain {
    fn new(map: &BitGrid) -> Self {
        Self {
            size: map.size(),
            blocked: map.size().cells().map(|cell| map.contains(cell)).collect(),
            costs: vec![u32::MAX; map.size().area() as usize],
            open: BinaryHeap::new(),
        }
    }

    fn compute(&mut self, goal: u32) {
        let (width, height) = (self.size.width() as i32, self.size.height() as i32);
        self.costs.fill(u32::MAX);
        self.costs[goal as usize] = 0;
        self.open.push(Reverse((0, goal)));
        while let Some(Reverse((cost, id))) = self.open.pop() {
            if cost > self.costs[id as usize] {
                continue;
            }
            let (x, y) = (id as i32 % width, id as i32 / width);
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let (nx, ny) = (x + dx, y + dy);
                    if (dx == 0 && dy == 0) || nx < 0 || ny < 0 || nx >= width || ny >= height {
                        continue;
                    }
                    let next = (nx + ny * width) as usize;
                    let total = cost + if dx != 0 && dy != 0 { 99 } else { 70 };
                    if !self.blocked[next] && total < self.costs[next] {
                        self.costs[next] = total;
                        self.open.push(Reverse((total, next as u32)));
                    }
                }
            }
        }
    }
}
