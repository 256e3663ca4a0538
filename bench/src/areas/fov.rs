//! Symmetric field of view beside the libraries of the registry.
//!
//! Every scene is measured twice: over bits, and (`/closure`) over an array of
//! booleans behind a closure, which is how most peers read a map. Each contender
//! leaves its answer in the form it is made for: a bit set, an array of booleans,
//! a list. Arrays are cleared before every answer. A radius is a square or
//! (`-circle`) a circle: what a peer promises is one or the other.
//!
//! `complete` is the share of right floor cells over all origins: those that the
//! definition and the contender agree on, of those that either has. `extra` is how
//! many cells too many it reports, as a share of the definition's. Ratios are
//! taken to the fastest peer with at least 95 % complete.

use anyhow::Result;
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, FieldOfViewAlg};
use coord_2d::{ICoord, UCoord};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use parlour_grid::fov::{FieldOfView, Reach, Shape, line_of_sight};
use parlour_grid::{BitGrid, Point, Rect};
use shadowcast::vision_distance::{Circle, Square};

use crate::maps::{self, Dice};
use crate::measure::{Bench, Contender, OURS};

/// A peer this complete is one to be measured against.
const COMPLETE_ENOUGH: f64 = 0.95;

pub fn run(bench: &mut Bench) -> Result<()> {
    for form in [Form::Bits, Form::Closure] {
        let (room, cave) = (maps::room(), maps::cave());
        scene(bench, "room-r10", &room, Reach::radius(10), form)?;
        scene(bench, "room-r10-circle", &room, Reach::circle(10), form)?;
        scene(bench, "room", &room, Reach::UNLIMITED, form)?;
        scene(bench, "pillars", &maps::pillars(), Reach::UNLIMITED, form)?;
        scene(bench, "cave-r20", &cave, Reach::radius(20), form)?;
        scene(bench, "cave-r20-circle", &cave, Reach::circle(20), form)?;
    }
    Ok(())
}

/// How our own contender reads the map.
#[derive(Clone, Copy)]
enum Form {
    Bits,
    Closure,
}

/// Where is looked from: 64 free cells.
pub fn origins(map: &BitGrid) -> Vec<Point> {
    let mut dice = Dice::new(64);
    (0..64).map(|_| dice.free_cell(map)).collect()
}

/// Says what a contender sees from a place.
type View<'a> = Box<dyn FnMut(Point, &mut dyn FnMut(Point)) + 'a>;

fn scene(bench: &mut Bench, name: &str, map: &BitGrid, reach: Reach, form: Form) -> Result<()> {
    let origins = origins(map);
    let truth: Vec<BitGrid> = origins
        .iter()
        .map(|&from| floor_by_definition(map, from, reach))
        .collect();
    let mut contenders = Vec::new();
    let cells = Cells::new(map);
    let mut field = FieldOfView::new();
    let compute = move |field: &mut FieldOfView, from: Point| match form {
        Form::Bits => field.compute(map, from, reach),
        Form::Closure => {
            let wall = |cell: Point| cells.wall[cells.index(cell.x, cell.y)];
            field.compute_with(map.size(), wall, from, reach);
        }
    };
    let found = completeness(map, &origins, &truth, |from, tell| {
        compute(&mut field, from);
        field.iter().for_each(tell);
    });
    let origins = &origins;
    contenders.push(found.told_of(Contender::new(OURS, move |question| {
        compute(&mut field, origins[question]);
        u64::from(field.contains(origins[0]))
    })));
    for (peer, mut view, mut answer) in peers(map, reach) {
        let found = completeness(map, origins, &truth, &mut view);
        let contender = Contender::new(peer, move |question| answer(origins[question]));
        let contender = found.told_of(contender);
        contenders.push(if found.complete < COMPLETE_ENOUGH {
            contender.listed_only()
        } else {
            contender
        });
    }
    let name = match form {
        Form::Bits => String::from(name),
        Form::Closure => format!("{name}/closure"),
    };
    bench.scene(&name, origins.len(), contenders)
}

fn floor_by_definition(map: &BitGrid, from: Point, reach: Reach) -> BitGrid {
    BitGrid::from_fn(map.size(), |to| {
        !map.contains(to)
            && reach.covers(from, to)
            && line_of_sight(map.size(), |cell| map.contains(cell), from, to)
    })
}

/// How much of the definition's floor was found, and how much else.
#[derive(Clone, Copy)]
struct Found {
    complete: f64,
    extra: f64,
}

impl Found {
    fn told_of(self, contender: Contender<'_>) -> Contender<'_> {
        contender
            .with("complete", self.complete)
            .with("extra", self.extra)
    }
}

fn completeness(
    map: &BitGrid,
    origins: &[Point],
    truth: &[BitGrid],
    mut view: impl FnMut(Point, &mut dyn FnMut(Point)),
) -> Found {
    let (mut wanted, mut found, mut extra) = (0, 0, 0);
    for (&from, floor) in origins.iter().zip(truth) {
        let mut reported = BitGrid::new(map.size());
        view(from, &mut |cell| {
            reported.set(cell, true);
        });
        reported -= map;
        wanted += floor.count();
        let all = reported.count();
        reported &= floor;
        found += reported.count();
        extra += all - reported.count();
    }
    Found {
        complete: f64::from(found) / f64::from(wanted + extra),
        extra: f64::from(extra) / f64::from(wanted),
    }
}

/// A peer: its name, what it sees, and a bare call for the clock.
type Peer<'a> = (&'static str, View<'a>, Box<dyn FnMut(Point) -> u64 + 'a>);

fn peers(map: &BitGrid, reach: Reach) -> Vec<Peer<'_>> {
    let radius = reach.radius;
    vec![
        doryen(map, radius, "doryen-fov restrictive", FovRestrictive::new),
        doryen(
            map,
            radius,
            "doryen-fov recursive",
            FovRecursiveShadowCasting::new,
        ),
        adam(map, radius),
        gridbugs(map, reach),
        symmetric(map, reach),
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

fn gridbugs<'a>(map: &BitGrid, reach: Reach) -> Peer<'a> {
    /// A context that is copied as a new one.
    #[derive(Default)]
    struct Context(shadowcast::Context<u8>);

    impl Clone for Context {
        fn clone(&self) -> Self {
            Self::default()
        }
    }

    let cells = Cells::new(map);
    let radius = cells.range(reach.radius) as u32;
    let mut context = Context::default();
    marking("shadowcast", &cells.clone(), move |from, seen| {
        let at = ICoord::new(from.x, from.y);
        let see = |c: ICoord, _, _| seen[cells.index(c.x, c.y)] = true;
        let context = &mut context.0;
        match reach.shape {
            Shape::Circle => {
                let within = Circle::new(radius);
                context.for_each_visible(at, &Opacity, &cells, within, 255_u8, see);
            }
            Shape::Square | Shape::Octagon => {
                let within = Square::new(radius);
                context.for_each_visible(at, &Opacity, &cells, within, 255_u8, see);
            }
        }
    })
}

fn symmetric<'a>(map: &BitGrid, reach: Reach) -> Peer<'a> {
    let cells = Cells::new(map);
    marking(
        "symmetric-shadowcasting",
        &cells.clone(),
        move |from, seen| {
            // It knows neither bounds nor a radius: both are walls to it.
            let within = |(x, y): (isize, isize)| {
                let cell = Point::new(x as i32, y as i32);
                cells.rect().contains(cell) && reach.covers(from, cell)
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
