//! Exact sight, corners and any-angle paths. No crate of the registries answers the same questions;
//! the rows are ours alone: over bits, and (`parlour/closure`) over an array of booleans
//! that is read through a [`View`].

use anyhow::Result;
use parlour_grid::sight::Sight;
use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Grid, Point, View};

use super::fov::origins;
use crate::maps;
use crate::measure::{Bench, Contender, OURS};

pub fn run(bench: &mut Bench) -> Result<()> {
    for (name, map) in [("room", maps::room()), ("pillars", maps::pillars())] {
        scene(bench, &format!("sight/{name}"), &map, Asked::Sight)?;
        scene(bench, &format!("corners/{name}"), &map, Asked::Corners)?;
        scene(bench, &format!("any-angle/{name}"), &map, Asked::AnyAngle)?;
    }
    scene(
        bench,
        "any-angle/dungeon",
        &maps::dungeon(),
        Asked::AnyAngle,
    )
}

#[derive(Clone, Copy)]
enum Asked {
    Sight,
    Corners,
    /// Corners are found before the clock starts.
    AnyAngle,
}

fn scene(bench: &mut Bench, name: &str, map: &BitGrid, asked: Asked) -> Result<()> {
    let origins = origins(map);
    let size = map.size();
    let cells: Vec<bool> = size.cells().map(|cell| map.contains(cell)).collect();
    let view = View::of_slice(size, &cells, |wall| *wall);
    let closure = format!("{OURS}/closure");
    let contenders = vec![
        contender(OURS, map, &origins, asked),
        contender(&closure, &view, &origins, asked),
    ];
    bench.scene(name, origins.len(), contenders)
}

fn contender<'a>(
    name: &str,
    map: &'a impl Grid,
    origins: &'a [Point],
    asked: Asked,
) -> Contender<'a> {
    match asked {
        Asked::Sight => {
            let mut sight = Sight::new();
            Contender::new(name, move |question| {
                sight.compute(map, origins[question]);
                u64::from(sight.contains(origins[0]))
            })
        }
        Asked::Corners => {
            Contender::new(name, move |_| u64::from(Corners::new(map).cells().count()))
        }
        Asked::AnyAngle => {
            let corners = Corners::new(map);
            let mut finder = AnyAngleFinder::new();
            Contender::new(name, move |question| {
                let to = origins[(question + 1) % origins.len()];
                let found = finder.find(map, &corners, origins[question], to);
                found.map_or(0, |path| path.vertices().len() as u64)
            })
        }
    }
}
