//! An author's game in a window: rooms, doors, rats, a panel. The same game and the
//! same layout play in a terminal with `parlour_rogue::term::play(game, layout)`.
//!
//! On the desktop: `cargo run -p parlour-rogue-window --example cellar`; in a page:
//! build it for `wasm32-unknown-unknown`, see the README.

use parlour_rogue::generate::{self, Rooms};
use parlour_rogue::ui::{Layout, Panel, Tone};
use parlour_rogue::{Chance, Game, KeyMap, Level, Outcome, Registry, Rules, Seed, World, handlers};

const CONTENT: &str = r##"[entity.player]
char = "@"
color = "#f0ce58"
act = "player"
[entity.rat]
char = "r"
color = "#b08d57"
act = "wander"
blocks_movement = true
[tile.wall]
color = "#9a8468"
"##;

fn game() -> Result<Game, Box<dyn std::error::Error>> {
    let mut registry = Registry::basics();
    registry.load("content.toml", CONTENT)?;
    let mut chance = Chance::new(Seed::from_text("cellar"));
    let mut level = Level::new(&registry, 50, 24);
    let rooms = generate::rooms(&mut level, &mut chance.map, &Rooms::default());
    let mut world = World::new(registry, chance, "cellar", level);
    world.spawn("player", rooms.start)?;
    for room in rooms.rooms.iter().skip(1) {
        world.spawn("rat", room.centre())?;
    }
    let rules = Rules::new()
        .keys(KeyMap::standard().with("q", "quit")?)
        .on_bump_tile(handlers::doors)
        .on_bump(|world, _me, rat| {
            world.remove(rat);
            Outcome::turn().say("Squeak!")
        });
    Ok(Game::new(world, rules)?)
}

fn side(game: &Game, panel: &mut Panel) {
    panel.title("The cellar");
    panel.line(&format!("turn {}", game.world.turns()));
    panel.gap();
    panel.text(Tone::Faint, "F2: pictures or letters. ?: all keys");
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let layout = Layout::new().log(3).right(22, side);
    parlour_rogue_window::play("The cellar", game()?, layout)?;
    Ok(())
}
