//! Symmetric field of view beside the libraries of the registry.
//!
//! Each contender leaves its answer in the form it is made for: a bit set, an
//! array of booleans, a list. Arrays are cleared before every answer. `complete`
//! is the share of the definition's floor cells, over all origins, that a
//! contender reports; ratios are taken to the fastest peer with at least 95 %.

use anyhow::Result;
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, FieldOfViewAlg};
use coord_2d::{ICoord, UCoord};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use parlour_grid::fov::{FieldOfView, Reach, line_of_sight};
use parlour_grid::{BitGrid, Point, Rect};
use shadowcast::vision_distance::Square;

use crate::maps::{self, Dice};
use crate::measure::{Bench, Contender, OURS};

/// A peer this complete is one to be measured against.
const COMPLETE_ENOUGH: f64 = 0.95;

pub fn run(bench: &mut Bench) -> Result<()> {
    scene(bench, "room-r10", &maps::room(), Some(10))?;
    scene(bench, "room", &maps::room(), None)?;
    scene(bench, "pillars", &maps::pillars(), None)?;
    scene(bench, "cave-r20", &maps::cave(), Some(20))
}

/// Where is looked from: 64 free cells.
pub fn origins(map: &BitGrid) -> Vec<Point> {
    let mut dice = Dice::new(64);
    (0..64).map(|_| dice.free_cell(map)).collect()
}

/// Says what a contender sees from a place.
type View<'a> = Box<dyn FnMut(Point, &mut dyn FnMut(Point)) + 'a>;

fn scene(bench: &mut Bench, name: &str, map: &BitGrid, radius: Option<u32>) -> Result<()> {
    let origins = origins(map);
    let truth: Vec<BitGrid> = origins
        .iter()
        .map(|&from| floor_by_definition(map, from, radius))
        .collect();
    let mut contenders = Vec::new();
    let mut field = FieldOfView::new();
    let reach = radius.map_or(Reach::UNLIMITED, Reach::radius);
    let share = completeness(&origins, &truth, |from, tell| {
        field.compute(map, from, reach);
        field.iter().for_each(tell);
    });
    let origins = &origins;
    contenders.push(
        Contender::new(OURS, move |question| {
            field.compute(map, origins[question], reach);
            u64::from(field.contains(origins[0]))
        })
        .with("complete", share),
    );
    for (peer, mut view, mut answer) in peers(map, radius) {
        let share = completeness(origins, &truth, &mut view);
        let contender =
            Contender::new(peer, move |question| answer(origins[question])).with("complete", share);
        contenders.push(if share < COMPLETE_ENOUGH {
            contender.listed_only()
        } else {
            contender
        });
    }
    bench.scene(name, origins.len(), contenders)
}

fn floor_by_definition(map: &BitGrid, from: Point, radius: Option<u32>) -> BitGrid {
    BitGrid::from_fn(map.size(), |to| {
        !map.contains(to)
            && radius.is_none_or(|radius| from.chebyshev(to) <= radius)
            && line_of_sight(map.size(), |cell| map.contains(cell), from, to)
    })
}

fn completeness(
    origins: &[Point],
    truth: &[BitGrid],
    mut view: impl FnMut(Point, &mut dyn FnMut(Point)),
) -> f64 {
    let (mut wanted, mut found) = (0, 0);
    for (&from, floor) in origins.iter().zip(truth) {
        let mut missing = floor.clone();
        view(from, &mut |cell| {
            missing.set(cell, false);
        });
        wanted += floor.count();
        found += floor.count() - missing.count();
    }
    f64::from(found) / f64::from(wanted)
}

/// A peer: its name, what it sees, and a bare call for the clock.
type Peer<'a> = (&'static str, View<'a>, Box<dyn FnMut(Point) -> u64 + 'a>);

fn peers(map: &BitGrid, radius: Option<u32>) -> Vec<Peer<'_>> {
    vec![
        doryen(map, radius, "doryen-fov restrictive", FovRestrictive::new),
        doryen(
            map,
            radius,
            "doryen-fov recursive",
            FovRecursiveShadowCasting::new,
        ),
        adam(map, radius),
        gridbugs(map, radius),
        symmetric(map, radius),
        bracket(
            map,
            radius,
            "bracket-pathfinding",
            FieldOfViewAlg::RecursiveShadowcasting,
        ),
        bracket(
            map,
            radius,
            "bracket-pathfinding symmetric",
            FieldOfViewAlg::SymmetricShadowcasting,
        ),
        torchbearer(map, radius),
    ]
}

/// The walls of a map as an array of booleans, as most peers want them.
#[derive(Clone)]
struct Cells {
    width: i32,
    height: i32,
    wall: Vec<bool>,
}

impl Cells {
    fn new(map: &BitGrid) -> Self {
        Self {
            width: map.size().width() as i32,
            height: map.size().height() as i32,
            wall: map.size().cells().map(|cell| map.contains(cell)).collect(),
        }
    }

    fn index(&self, x: i32, y: i32) -> usize {
        (x + y * self.width) as usize
    }

    fn rect(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The radius, or one that covers the map.
    fn range(&self, radius: Option<u32>) -> i32 {
        radius.map_or(self.width.max(self.height), |radius| radius as i32)
    }
}

/// A peer that answers by marking an array.
fn marking<'a>(
    name: &'static str,
    cells: &Cells,
    compute: impl FnMut(Point, &mut [bool]) + Clone + 'a,
) -> Peer<'a> {
    let (rect, width) = (cells.rect(), cells.width);
    let mut seen = vec![false; cells.wall.len()];
    let (mut other_seen, mut other_compute) = (seen.clone(), compute.clone());
    let mut compute = compute;
    (
        name,
        Box::new(move |from, tell| {
            other_seen.fill(false);
            other_compute(from, &mut other_seen);
            for (cell, _) in rect.cells().zip(&other_seen).filter(|(_, seen)| **seen) {
                tell(cell);
            }
        }),
        Box::new(move |from| {
            seen.fill(false);
            compute(from, &mut seen);
            u64::from(seen[(from.x + from.y * width) as usize])
        }),
    )
}

/// A peer that answers with a list.
fn listing<'a>(
    name: &'static str,
    list: impl Fn(Point) -> Vec<(i32, i32)> + Clone + 'a,
) -> Peer<'a> {
    let other = list.clone();
    (
        name,
        Box::new(move |from, tell| {
            for cell in other(from) {
                tell(cell.into());
            }
        }),
        Box::new(move |from| list(from).len() as u64),
    )
}

fn doryen<'a, A: FovAlgorithm + 'a>(
    map: &BitGrid,
    radius: Option<u32>,
    name: &'static str,
    algorithm: fn() -> A,
) -> Peer<'a> {
    let cells = Cells::new(map);
    let new_data = || {
        let mut data = MapData::new(cells.width as usize, cells.height as usize);
        data.transparent = cells.wall.iter().map(|wall| !wall).collect();
        data
    };
    // 0 is without a limit.
    let radius = radius.unwrap_or(0) as usize;
    let (mut one, mut two) = (new_data(), new_data());
    let (mut first, mut second) = (algorithm(), algorithm());
    let rect = cells.rect();
    (
        name,
        Box::new(move |from, tell| {
            one.fov.fill(false);
            first.compute_fov(&mut one, from.x as usize, from.y as usize, radius, true);
            for (cell, _) in rect.cells().zip(&one.fov).filter(|(_, seen)| **seen) {
                tell(cell);
            }
        }),
        Box::new(move |from| {
            two.fov.fill(false);
            second.compute_fov(&mut two, from.x as usize, from.y as usize, radius, true);
            u64::from(two.is_in_fov(from.x as usize, from.y as usize))
        }),
    )
}

fn adam<'a>(map: &BitGrid, radius: Option<u32>) -> Peer<'a> {
    let cells = Cells::new(map);
    let range = cells.range(radius) as usize;
    marking("adam_fov_rs", &cells.clone(), move |from, seen| {
        let size = [cells.width as u32, cells.height as u32];
        adam_fov_rs::compute_fov(
            [from.x, from.y],
            range,
            size,
            |p| cells.wall[cells.index(p.x, p.y)],
            |p| seen[cells.index(p.x, p.y)] = true,
        );
    })
}

/// Lets shadowcast read our cells.
struct Opacity;

impl shadowcast::InputGrid for Opacity {
    type Grid = Cells;
    type Opacity = u8;

    fn size(&self, grid: &Cells) -> UCoord {
        UCoord::new(grid.width as u32, grid.height as u32)
    }

    fn get_opacity(&self, grid: &Cells, coord: ICoord) -> u8 {
        if grid.wall[grid.index(coord.x, coord.y)] {
            255
        } else {
            0
        }
    }
}

fn gridbugs<'a>(map: &BitGrid, radius: Option<u32>) -> Peer<'a> {
    let cells = Cells::new(map);
    let distance = Square::new(cells.range(radius) as u32);
    let mut context = shadowcast::Context::default();
    let mut other: shadowcast::Context<u8> = shadowcast::Context::default();
    let (mut seen, rect) = (vec![false; cells.wall.len()], cells.rect());
    let (mut other_seen, other_cells) = (seen.clone(), cells.clone());
    (
        "shadowcast",
        Box::new(move |from, tell| {
            other_seen.fill(false);
            let at = ICoord::new(from.x, from.y);
            other.for_each_visible(at, &Opacity, &other_cells, distance, 255_u8, |c, _, _| {
                other_seen[other_cells.index(c.x, c.y)] = true;
            });
            for (cell, _) in rect.cells().zip(&other_seen).filter(|(_, seen)| **seen) {
                tell(cell);
            }
        }),
        Box::new(move |from| {
            seen.fill(false);
            let at = ICoord::new(from.x, from.y);
            context.for_each_visible(at, &Opacity, &cells, distance, 255_u8, |c, _, _| {
                seen[cells.index(c.x, c.y)] = true;
            });
            u64::from(seen[cells.index(from.x, from.y)])
        }),
    )
}

fn symmetric<'a>(map: &BitGrid, radius: Option<u32>) -> Peer<'a> {
    let cells = Cells::new(map);
    let range = cells.range(radius);
    marking(
        "symmetric-shadowcasting",
        &cells.clone(),
        move |from, seen| {
            // It knows neither bounds nor a radius: both are walls to it.
            let within = |(x, y): (isize, isize)| {
                let cell = Point::new(x as i32, y as i32);
                cells.rect().contains(cell) && from.chebyshev(cell) as i32 <= range
            };
            symmetric_shadowcasting::compute_fov(
                (from.x as isize, from.y as isize),
                &mut |at| !within(at) || cells.wall[cells.index(at.0 as i32, at.1 as i32)],
                &mut |at| {
                    if within(at) {
                        seen[cells.index(at.0 as i32, at.1 as i32)] = true;
                    }
                },
            );
        },
    )
}

impl BaseMap for Cells {
    fn is_opaque(&self, index: usize) -> bool {
        self.wall[index]
    }
}

impl Algorithm2D for Cells {
    fn dimensions(&self) -> bracket_pathfinding::prelude::Point {
        bracket_pathfinding::prelude::Point::new(self.width, self.height)
    }
}

fn bracket<'a>(
    map: &BitGrid,
    radius: Option<u32>,
    name: &'static str,
    algorithm: FieldOfViewAlg,
) -> Peer<'a> {
    let cells = Cells::new(map);
    let range = cells.range(radius);
    listing(name, move |from| {
        let at = bracket_pathfinding::prelude::Point::new(from.x, from.y);
        let seen = algorithm.field_of_view(at, range, &cells);
        seen.into_iter().map(|point| (point.x, point.y)).collect()
    })
}

impl torchbearer::fov::VisionMap for Cells {
    fn dimensions(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    fn is_transparent(&self, (x, y): (i32, i32)) -> bool {
        !self.wall[self.index(x, y)]
    }
}

fn torchbearer<'a>(map: &BitGrid, radius: Option<u32>) -> Peer<'a> {
    let cells = Cells::new(map);
    let range = cells.range(radius);
    listing("torchbearer", move |from| {
        torchbearer::fov::field_of_view(&cells, (from.x, from.y), range)
    })
}
