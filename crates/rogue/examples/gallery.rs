//! A page of pictures: every generator at several seeds.
//!
//! `cargo run -p parlour-rogue --features files --example gallery -- gallery.html`

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use parlour_rogue::generate::{
    self, Accretion, Bsp, Cave, Drunkard, Example, Lakes, Layout, Maze, Rooms, Template,
};
use parlour_rogue::{Chance, Level, Registry, Seed, Stream, TileType, files};

const SIZE: (u32, u32) = (64, 32);
const SEEDS: u64 = 4;
const CELL: u32 = 6;

const HALLS: &str = "\
##########
#...##...#
#...##...#
#........#
##.####.##
##.####.##
#........#
#...##...#
##########";

type Make = Box<dyn Fn(&mut Level, &mut Stream) -> Layout>;

/// Every generator with its name.
fn makers() -> Result<Vec<(&'static str, Make)>, Box<dyn Error>> {
    let pond = Template::new("#######\n#.....#\n#.~~~.#\n#.~T~.+\n#.~~~.#\n#.....#\n#######")?;
    let drawn = Rooms {
        templates: vec![pond],
        template_percent: 40,
        ..Rooms::default()
    };
    let halls = Example::new(HALLS)?;
    let mut all: Vec<(&'static str, Make)> = Vec::new();
    let mut add = |name, make: Make| all.push((name, make));
    add(
        "rooms",
        Box::new(|level, chance| generate::rooms(level, chance, &Rooms::default())),
    );
    add(
        "rooms with templates",
        Box::new(move |level, chance| generate::rooms(level, chance, &drawn)),
    );
    add(
        "accretion",
        Box::new(|level, chance| generate::accretion(level, chance, &Accretion::default())),
    );
    add(
        "bsp",
        Box::new(|level, chance| generate::bsp(level, chance, &Bsp::default())),
    );
    add(
        "cave",
        Box::new(|level, chance| generate::cave(level, chance, &Cave::default())),
    );
    add(
        "cave with lakes",
        Box::new(|level, chance| {
            let layout = generate::cave(level, chance, &Cave::default());
            generate::lakes(level, chance, &layout, &Lakes::default());
            layout
        }),
    );
    add(
        "drunkard",
        Box::new(|level, chance| generate::drunkard(level, chance, &Drunkard::default())),
    );
    add(
        "maze",
        Box::new(|level, chance| generate::maze(level, chance, &Maze::default())),
    );
    add(
        "maze with loops",
        Box::new(|level, chance| generate::maze(level, chance, &Maze { loops: 60 })),
    );
    add(
        "like an example",
        Box::new(move |level, chance| generate::like_example(level, chance, &halls)),
    );
    Ok(all)
}

/// One map as a picture.
fn picture(level: &Level, layout: &Layout) -> String {
    let (w, h) = (level.width() * CELL, level.height() * CELL);
    let mut svg = format!(
        "<svg width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\"><rect width=\"{w}\" height=\"{h}\" fill=\"#223\"/>"
    );
    for at in level.size().cells() {
        let colour = match level.tile_type(at) {
            _ if at == layout.start => "#4c4",
            _ if at == layout.end => "#e44",
            Some(TileType::WALL) => continue,
            Some(TileType::WATER) => "#48c",
            Some(TileType::DOOR_CLOSED | TileType::DOOR_OPEN) => "#c93",
            _ => "#ccb",
        };
        let (x, y) = (at.x * CELL as i32, at.y * CELL as i32);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\"/>"
        );
    }
    svg + "</svg>"
}

/// The page.
pub fn page() -> Result<String, Box<dyn Error>> {
    let registry = Registry::basics();
    let mut html = String::from(
        "<!doctype html><meta charset=\"utf-8\"><title>Gallery of maps</title><style>body{background:#111;color:#ddd;font-family:sans-serif}figure{display:inline-block;margin:8px}</style><h1>Gallery of maps</h1><p>Green is the beginning, red the end.</p>",
    );
    for (name, make) in makers()? {
        let _ = write!(html, "<h2>{name}</h2>");
        for seed in 1..=SEEDS {
            let mut level = Level::new(&registry, SIZE.0, SIZE.1);
            let layout = make(&mut level, &mut Chance::new(Seed(seed)).map);
            let _ = write!(
                html,
                "<figure>{}<figcaption>seed {seed}</figcaption></figure>",
                picture(&level, &layout)
            );
        }
    }
    Ok(html)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("gallery.html"), PathBuf::from);
    files::write_whole(&path, page()?.as_bytes())?;
    Ok(())
}
