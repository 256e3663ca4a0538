//! An author's workshop: content in a file that is read anew whenever it is saved, and a
//! widget of `ratatui` in the panel.
//!
//! `cargo run -p parlour-rogue --features term,ratatui,watch --example workshop [FILE]`;
//! without a file `workshop.toml` is written here, to be changed while you walk about.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program at the edge: it reads its content from a file, and a gauge is a share"
)]

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use parlour_rogue::ui::ratatui_core::style::Stylize;
use parlour_rogue::ui::{Layout, Panel};
use parlour_rogue::watch::Watch;
use parlour_rogue::{Game, Level, Registry, Rules, Seed, World, term};
use ratatui_widgets::gauge::LineGauge;

const CONTENT: &str = r#"# Save this file while the game runs: it is read anew at once.

[entity.player]
name = "You"
act = "player"
hp = 12
max_hp = 20
defense = 10
attack = "1d20"
damage = "1d6"

[entity.potion]
name = "red potion"
char = "!"
color = "magenta"
use = "heal"
amount = 5

[entity.statue]
name = "statue"
char = "&"
color = "grey"
blocks_movement = true
"#;

const ROOM: [&str; 5] = [
    "####################",
    "#..................#",
    "#..................#",
    "#..................#",
    "####################",
];

fn game(content: &str) -> Result<Game, Box<dyn Error>> {
    let mut registry = Registry::basics();
    registry.load("workshop.toml", content)?;
    let level = Level::from_rows(&registry, &ROOM)?;
    let mut world = World::new(registry, Seed(1), "workshop", level);
    world.spawn("player", (2, 2))?;
    world.spawn("potion", (3, 2))?;
    world.spawn("potion", (4, 2))?;
    world.spawn("statue", (12, 2))?;
    let rules = Rules::new().fight_with_dice().inventory().key('q', "quit");
    Ok(Game::new(world, rules)?)
}

fn side(game: &Game, panel: &mut Panel) {
    let world = &game.world;
    let Some(me) = world.player().and_then(|me| world.entity(me)) else {
        return;
    };
    panel.title("Workshop");
    let (hp, most) = (me.count("hp"), me.count("max_hp").max(1));
    let percent = u16::try_from(hp.clamp(0, most) * 100 / most).unwrap_or(100);
    let share = f64::from(percent) / 100.0;
    let label = format!("hp {hp}");
    panel.widget(
        1,
        LineGauge::default().ratio(share).label(label).light_green(),
    );
    panel.line("i use, q quit");
}

fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().nth(1).map(PathBuf::from);
    let path = named.unwrap_or_else(|| PathBuf::from("workshop.toml"));
    if !path.exists() {
        fs::write(&path, CONTENT)?;
    }
    let watch = Watch::new([&path]);
    let game = game(&fs::read_to_string(&path)?)?;
    term::play_watched(game, Layout::new().log(3).right(24, side), watch)?;
    Ok(())
}
