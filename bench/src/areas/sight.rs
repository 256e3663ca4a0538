//! Exact sight. It has no peers in the registries; the row is ours alone.

use anyhow::Result;
use parlour_grid::BitGrid;
use parlour_grid::sight::Sight;

use super::fov::origins;
use crate::maps;
use crate::measure::{Bench, Contender, OURS};

pub fn run(bench: &mut Bench) -> Result<()> {
    scene(bench, "room", &maps::room())?;
    scene(bench, "pillars", &maps::pillars())
}

fn scene(bench: &mut Bench, name: &str, map: &BitGrid) -> Result<()> {
    let origins = origins(map);
    let mut sight = Sight::new();
    let ours = Contender::new(OURS, |question| {
        sight.compute(map, origins[question]);
        u64::from(sight.contains(origins[0]))
    });
    bench.scene(name, origins.len(), vec![ours])
}
