//! Cheapest paths beside the libraries of the registry: 70 straight, 99
//! diagonal, corners cut, all queries between cells that are joined.
//!
//! `optimal` is the share of answers that cost no more than the cheapest; ratios
//! are taken to the fastest peer whose answers were all optimal. What a library
//! prepares once for a map is prepared before the clock starts; `prepare` tells
//! how many thousandths of a second that took. In scenes that end in `/closure` we
//! search over an array of booleans behind a closure and prepare nothing.

use anyhow::Result;
use bracket_pathfinding::prelude::{BaseMap, SmallVec};
use cpu_time::ThreadTime;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use parlour_grid::path::{DistanceMap, JumpMap, PathFinder, PathRules};
use parlour_grid::{BitGrid, Direction, Point, Size};
use petgraph::graph::{NodeIndex, UnGraph};

use crate::maps::{self, Dice};
use crate::measure::{Bench, Contender, OURS};

const RULES: PathRules = PathRules::new(70, 99);

pub fn run(bench: &mut Bench) -> Result<()> {
    for form in [Form::Prepared, Form::Closure] {
        scene(bench, "dungeon", &maps::dungeon(), 128, form)?;
        scene(bench, "random256", &maps::random256(), 64, form)?;
        scene(bench, "maze512", &maps::maze512(), 16, form)?;
        scene(bench, "rooms512", &maps::rooms512(), 32, form)?;
    }
    Ok(())
}

/// How our own contender reads the map.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Prepared,
    Closure,
}

/// A question and the least cost.
#[derive(Clone, Copy)]
struct Query {
    from: Point,
    to: Point,
    cost: u32,
}

/// Pairs of joined cells, with the cost by a distance map.
fn queries(map: &BitGrid, count: usize) -> Vec<Query> {
    let mut dice = Dice::new(99);
    let mut distances = DistanceMap::new();
    let mut queries = Vec::new();
    while queries.len() < count {
        let (from, to) = (dice.free_cell(map), dice.free_cell(map));
        distances.compute(map, [to], &RULES);
        if let Some(cost) = distances.get(from) {
            queries.push(Query { from, to, cost });
        }
    }
    queries
}

/// A way to find a path: the cells from start to goal.
type Find<'a> = Box<dyn FnMut(Query) -> Vec<Point> + 'a>;

fn scene(bench: &mut Bench, name: &str, map: &BitGrid, count: usize, form: Form) -> Result<()> {
    let queries = queries(map, count);
    let queries = &queries;
    let (prepared, prepare) = timed(|| JumpMap::new(map, RULES.steps));
    let (prepared, size) = (&prepared, map.size());
    let blocked: Vec<bool> = size.cells().map(|cell| map.contains(cell)).collect();
    let free = |cell: Point| !blocked[(cell.x + cell.y * size.width() as i32) as usize];
    let free = &free;
    let mut finder = PathFinder::new();
    let mut find = |query: Query| -> Vec<Point> {
        let path = match form {
            Form::Prepared => finder.find_on(prepared, query.from, query.to, &RULES),
            Form::Closure => finder.find_with(size, free, query.from, query.to, &RULES),
        };
        path.map(|path| path.cells().collect()).unwrap_or_default()
    };
    let share = optimality(queries, &mut find);
    // Every contender walks the whole path once.
    let mut finder = PathFinder::new();
    let ours = Contender::new(OURS, move |question| {
        let query = queries[question];
        let path = match form {
            Form::Prepared => finder.find_on(prepared, query.from, query.to, &RULES),
            Form::Closure => finder.find_with(size, free, query.from, query.to, &RULES),
        };
        path.map_or(0, |path| path.cells().fold(0, checksum))
    });
    let prepare = if form == Form::Prepared { prepare } else { 0.0 };
    let mut contenders = vec![ours.with("optimal", share).with("prepare", prepare)];
    for (peer, make) in PEERS {
        let (mut find, prepare) = timed(|| make(map));
        let share = optimality(queries, &mut find);
        let contender = Contender::new(peer, move |question| {
            find(queries[question]).into_iter().fold(0, checksum)
        })
        .with("optimal", share)
        .with("prepare", prepare);
        contenders.push(if share < 1.0 {
            contender.listed_only()
        } else {
            contender
        });
    }
    let name = match form {
        Form::Prepared => String::from(name),
        Form::Closure => format!("{name}/closure"),
    };
    bench.scene(&name, queries.len(), contenders)
}

/// What comes of it, and how many thousandths of a second it took: the best of
/// three times.
fn timed<T>(mut make: impl FnMut() -> T) -> (T, f64) {
    let mut once = || {
        let start = ThreadTime::now();
        let made = make();
        (made, start.elapsed().as_secs_f64() * 1000.0)
    };
    let (_, first) = once();
    let (_, second) = once();
    let (made, third) = once();
    (made, first.min(second).min(third))
}

fn checksum(sum: u64, cell: Point) -> u64 {
    sum.wrapping_mul(31)
        .wrapping_add(cell.x as u64 ^ cell.y as u64)
}

/// The share of paths that are legal and cost no more than the cheapest.
fn optimality(queries: &[Query], mut find: impl FnMut(Query) -> Vec<Point>) -> f64 {
    let optimal = queries
        .iter()
        .filter(|query| {
            let path = find(**query);
            let cost: Option<u32> = path
                .windows(2)
                .map(|step| {
                    let way = Direction::from_delta(step[1] - step[0])?;
                    Some(RULES.costs.of(way))
                })
                .sum();
            let ends = (path.first(), path.last());
            ends == (Some(&query.from), Some(&query.to)) && cost == Some(query.cost)
        })
        .count();
    optimal as f64 / queries.len() as f64
}

/// What makes a peer ready for a map.
type Make = for<'a> fn(&'a BitGrid) -> Find<'a>;

const PEERS: [(&str, Make); 6] = [
    ("pathfinding", pathfinding),
    ("grid_pathfinding", |map| grid_pathfinding(map, true)),
    ("grid_pathfinding unpruned", |map| {
        grid_pathfinding(map, false)
    }),
    ("petgraph", petgraph),
    ("bracket-pathfinding", bracket),
    ("torchbearer", torchbearer),
];

/// The steps from a cell, as ids with their costs.
pub fn neighbours(map: &BitGrid, id: u32) -> impl Iterator<Item = (u32, u32)> {
    let size = map.size();
    let cell = size.point(id).unwrap_or_default();
    Direction::ALL.into_iter().filter_map(move |way| {
        let next = cell.step(way);
        let free = map.get(next) == Some(false);
        free.then(|| (size.id(next).unwrap_or_default(), RULES.costs.of(way)))
    })
}

fn points(size: Size, ids: impl IntoIterator<Item = u32>) -> Vec<Point> {
    ids.into_iter().filter_map(|id| size.point(id)).collect()
}

fn pathfinding(map: &BitGrid) -> Find<'_> {
    // The steps are written out over an array, as its users would.
    let size = map.size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    let blocked: Vec<bool> = size.cells().map(|cell| map.contains(cell)).collect();
    Box::new(move |query| {
        let goal = query.to;
        let found = pathfinding::prelude::astar(
            &(query.from.x, query.from.y),
            |&(x, y)| {
                let blocked = &blocked;
                let steps = [
                    (0, -1, 70),
                    (1, 0, 70),
                    (0, 1, 70),
                    (-1, 0, 70),
                    (1, -1, 99),
                    (1, 1, 99),
                    (-1, 1, 99),
                    (-1, -1, 99_u32),
                ];
                steps.into_iter().filter_map(move |(dx, dy, cost)| {
                    let (nx, ny) = (x + dx, y + dy);
                    let inside = nx >= 0 && ny >= 0 && nx < width && ny < height;
                    (inside && !blocked[(nx + ny * width) as usize]).then_some(((nx, ny), cost))
                })
            },
            |&(x, y)| octile(Point::new(x, y), goal),
            |&at| at == (goal.x, goal.y),
        );
        found.map_or_else(Vec::new, |(cells, _)| {
            cells.into_iter().map(Point::from).collect()
        })
    })
}

fn octile(from: Point, to: Point) -> u32 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    dx.min(dy) * 99 + dx.abs_diff(dy) * 70
}

fn grid_pathfinding(map: &BitGrid, improved_pruning: bool) -> Find<'_> {
    let size = map.size();
    let mut grid = PathingGrid::new(size.width() as usize, size.height() as usize, false);
    grid.improved_pruning = improved_pruning;
    for cell in map.iter() {
        grid.set(cell.x, cell.y, true);
    }
    grid.generate_components();
    Box::new(move |query| {
        let point = |cell: Point| grid_util::point::Point::new(cell.x, cell.y);
        let found = grid.get_path_single_goal(point(query.from), point(query.to), false);
        found.map_or_else(Vec::new, |cells| {
            cells
                .into_iter()
                .map(|cell| Point::new(cell.x, cell.y))
                .collect()
        })
    })
}

fn petgraph(map: &BitGrid) -> Find<'_> {
    let size = map.size();
    let mut graph: UnGraph<(), u32> = UnGraph::with_capacity(size.area() as usize, 0);
    for _ in 0..size.area() {
        graph.add_node(());
    }
    for cell in size.cells().filter(|&cell| !map.contains(cell)) {
        let id = size.id(cell).unwrap_or_default();
        for (next, cost) in neighbours(map, id).filter(|&(next, _)| next > id) {
            graph.add_edge(
                NodeIndex::new(id as usize),
                NodeIndex::new(next as usize),
                cost,
            );
        }
    }
    Box::new(move |query| {
        let node = |cell| NodeIndex::new(size.id(cell).unwrap_or_default() as usize);
        let goal = node(query.to);
        let found = petgraph::algo::astar(
            &graph,
            node(query.from),
            |at| at == goal,
            |edge| *edge.weight(),
            |at| octile(size.point(at.index() as u32).unwrap_or_default(), query.to),
        );
        found.map_or_else(Vec::new, |(_, nodes)| {
            points(size, nodes.into_iter().map(|node| node.index() as u32))
        })
    })
}

/// Lets bracket-pathfinding and torchbearer read our map.
struct Ground<'a> {
    map: &'a BitGrid,
    goal: Point,
}

impl BaseMap for Ground<'_> {
    fn is_opaque(&self, index: usize) -> bool {
        let cell = self.map.size().point(index as u32).unwrap_or_default();
        self.map.contains(cell)
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        neighbours(self.map, index as u32)
            .map(|(id, cost)| (id as usize, cost as f32))
            .collect()
    }

    fn get_pathing_distance(&self, from: usize, to: usize) -> f32 {
        let cell = |index: usize| self.map.size().point(index as u32).unwrap_or_default();
        octile(cell(from), cell(to)) as f32
    }
}

fn bracket(map: &BitGrid) -> Find<'_> {
    let size = map.size();
    Box::new(move |query| {
        let ground = Ground {
            map,
            goal: query.to,
        };
        let id = |cell| size.id(cell).unwrap_or_default() as usize;
        let found =
            bracket_pathfinding::prelude::a_star_search(id(query.from), id(query.to), &ground);
        if found.success {
            points(size, found.steps.into_iter().map(|id| id as u32))
        } else {
            Vec::new()
        }
    })
}

impl torchbearer::path::Graph for Ground<'_> {
    fn node_count(&self) -> usize {
        self.map.size().area() as usize
    }

    fn heuristic(&self, from: usize, _: usize) -> f32 {
        octile(
            self.map.size().point(from as u32).unwrap_or_default(),
            self.goal,
        ) as f32
    }

    fn neighbors(&self, at: usize, into: &mut Vec<(usize, f32)>) {
        into.extend(neighbours(self.map, at as u32).map(|(id, cost)| (id as usize, cost as f32)));
    }
}

fn torchbearer(map: &BitGrid) -> Find<'_> {
    let size = map.size();
    Box::new(move |query| {
        let ground = Ground {
            map,
            goal: query.to,
        };
        let id = |cell| size.id(cell).unwrap_or_default() as usize;
        let found = torchbearer::path::astar_path(&ground, id(query.from), id(query.to));
        points(
            size,
            found.unwrap_or_default().into_iter().map(|id| id as u32),
        )
    })
}
