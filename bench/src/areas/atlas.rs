//! Pictures of a crowded Diplomacy board: 32 units with orders and results.

use anyhow::{Context, Result};
use parlour_atlas::geometry::Geometry;
use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, DrawnOrder, Look, OrdersShown, Picture};
use parlour_diplomacy::{PhaseRecord, Position};

use crate::measure::{Bench, Contender, OURS};

const RECORDS: &str = include_str!("../../../crates/diplomacy/fixtures/phases.jsonl");
const GEOMETRY: &str = include_str!("../../../crates/atlas/data/standard.json");
const CROWDED: &str = "\"id\":\"g0017-S1911M\"";

/// A picture to draw.
struct Scene {
    position: Position,
    orders: Vec<DrawnOrder>,
}

impl Scene {
    fn of(line: &str) -> Result<Self> {
        let board = Chart::standard().board();
        let record = PhaseRecord::parse(line)?;
        let position = record.position(board)?;
        let shown = OrdersShown {
            power: None,
            results: record.results.is_some(),
        };
        let orders = DrawnOrder::of_record(board, &position, &record, shown)?;
        Ok(Self { position, orders })
    }

    fn draw(&self, look: &Look, how: How) -> u64 {
        let picture = Picture {
            chart: Chart::standard(),
            position: &self.position,
            orders: &self.orders,
            look,
        };
        let size = match how {
            How::Svg => picture.svg().map(|text| text.len()),
            How::Png => picture.png().map(|bytes| bytes.len()),
            How::Afresh => picture.png_afresh().map(|bytes| bytes.len()),
        };
        size.expect("the picture is drawn") as u64
    }
}

/// What is made of a picture.
#[derive(Clone, Copy)]
enum How {
    Svg,
    Png,
    /// PNG with nothing kept from other pictures.
    Afresh,
}

/// SVG and PNG of one board, and PNG of many, beside the same rendered whole; the
/// reading of the geometry, which a process does once.
pub fn run(bench: &mut Bench) -> Result<()> {
    let line = RECORDS.lines().find(|line| line.contains(CROWDED));
    let crowded = vec![Scene::of(line.context("the crowded record")?)?];
    let all = RECORDS.lines().map(Scene::of).collect::<Result<Vec<_>>>()?;
    let scenes = [
        ("svg", How::Svg, 1200, Theme::Light, &crowded),
        ("png-390", How::Png, 390, Theme::Light, &crowded),
        ("png-800", How::Png, 800, Theme::Light, &crowded),
        ("png-1200", How::Png, 1200, Theme::Light, &crowded),
        ("png-1200-mono", How::Png, 1200, Theme::Mono, &crowded),
        ("png-1600", How::Png, 1600, Theme::Light, &crowded),
        ("png-1200-phases", How::Png, 1200, Theme::Light, &all),
    ];
    for (scene, how, width, theme, pictures) in scenes {
        let look = Look {
            width,
            theme,
            ..Look::default()
        };
        let look = &look;
        let bytes = pictures.iter().map(|it| it.draw(look, how)).sum::<u64>();
        let bytes = bytes as f64 / pictures.len() as f64;
        let draw = move |how| move |i: usize| pictures[i % pictures.len()].draw(look, how);
        let mut contenders = vec![Contender::new(OURS, draw(how)).with("bytes", bytes)];
        if matches!(how, How::Png) {
            contenders.push(Contender::new("whole", draw(How::Afresh)).with("bytes", bytes));
        }
        bench.scene(scene, pictures.len(), contenders)?;
    }
    let chart = Chart::standard();
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
