//! Pictures of a crowded Diplomacy board: 32 units with orders and results.

use anyhow::{Context, Result};
use parlour_atlas::geometry::Geometry;
use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, DrawnOrder, Look, Picture, Shown};
use parlour_diplomacy::PhaseRecord;

use crate::measure::{Bench, Contender, OURS};

const RECORDS: &str = include_str!("../../../crates/diplomacy/fixtures/phases.jsonl");
const GEOMETRY: &str = include_str!("../../../crates/atlas/data/standard.json");
const CROWDED: &str = "\"id\":\"g0017-S1911M\"";

/// SVG and PNG of one board; the reading of the geometry, which a process does
/// once.
pub fn run(bench: &mut Bench) -> Result<()> {
    let line = RECORDS.lines().find(|line| line.contains(CROWDED));
    let record = PhaseRecord::parse(line.context("the crowded record")?)?;
    let chart = Chart::standard();
    let position = record.position(chart.board())?;
    let shown = Shown {
        power: None,
        results: true,
    };
    let orders = DrawnOrder::of_record(chart.board(), &position, &record, shown)?;
    let draw = |look: &Look, png: bool| {
        let picture = Picture {
            chart,
            position: &position,
            orders: &orders,
            look,
        };
        let size = if png {
            picture.png().map(|bytes| bytes.len())
        } else {
            picture.svg().map(|text| text.len())
        };
        size.expect("the picture is drawn") as u64
    };
    let scenes = [
        ("svg", false, 1200, Theme::Light),
        ("png-800", true, 800, Theme::Light),
        ("png-1200", true, 1200, Theme::Light),
        ("png-1200-mono", true, 1200, Theme::Mono),
        ("png-1600", true, 1600, Theme::Light),
    ];
    for (scene, png, width, theme) in scenes {
        let look = Look {
            width,
            theme,
            ..Look::default()
        };
        let bytes = draw(&look, png) as f64;
        let ours = Contender::new(OURS, |_| draw(&look, png)).with("bytes", bytes);
        bench.scene(scene, 1, vec![ours])?;
    }
    let board = chart.board();
    let geometry = Contender::new(OURS, |_| {
        let geometry = Geometry::read(GEOMETRY).expect("the geometry is well formed");
        let chart = Chart::new(board.clone(), geometry).expect("it fits the board");
        chart.geometry().arcs.len() as u64
    });
    bench.scene(
        "geometry",
        1,
        vec![geometry.with("bytes", GEOMETRY.len() as f64)],
    )
}
