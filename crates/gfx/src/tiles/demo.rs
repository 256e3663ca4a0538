//! The framework's own demo in the window: two levels, doors, goblins, shots.

use parlour_rogue::demo::{self, Fight};
use parlour_rogue::display::Flow;
use parlour_rogue::ui::{Layout, Panel, Tone};
use parlour_rogue::{Action, EntityRef, Game, Prop, Seed};

use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::RogueTable;

/// The name of its save.
pub const SAVE: &str = "rogue-demo.save";

/// The saved demo, or a new one from a seed, with a sentence if something was
/// wrong with the save. Its save key keeps it and closes the window.
pub fn table(seed: u64, fight: Fight, saves: Saves) -> RogueTable {
    let game = match saves.read(SAVE) {
        Ok(Some(bytes)) => match Game::load(&bytes, demo::registry(), demo::rules(fight)) {
            Ok(game) => game,
            Err(error) => told(
                demo::game(Seed(seed), fight),
                &format!("The saved game cannot be used: {error}"),
            ),
        },
        Ok(None) => demo::game(Seed(seed), fight),
        Err(error) => told(demo::game(Seed(seed), fight), &error.to_string()),
    };
    let layout = Layout::new().right(22, panel);
    RogueTable::new("Parlour rogue", game, layout, move |game, action| {
        if *action != Action::other(demo::SAVE) {
            return Flow::GoOn;
        }
        match saves.write(SAVE, &game.save()) {
            Ok(()) => {
                game.world.say("The game is saved.");
                Flow::Stop
            }
            Err(error) => {
                game.world.say(format!("It was not saved: {error}"));
                Flow::GoOn
            }
        }
    })
}

fn told(mut game: Game, words: &str) -> Game {
    game.world.say(words);
    game
}

/// What stands beside the map.
fn panel(game: &Game, panel: &mut Panel) {
    let world = &game.world;
    let player = world.player().and_then(|player| world.entity(player));
    let number = |prop| player.and_then(|player: EntityRef<'_>| player.int(prop));
    panel.title("You");
    if let Some(hp) = number(Prop::HP) {
        let most = number(Prop::MAX_HP).unwrap_or(hp);
        panel.bar("hp", hp, most, Tone::Good);
    }
    panel.line(&format!("turn {}", world.turns()));
    panel.gap();
    panel.tone(Tone::Faint, "F2: pictures or letters");
    panel.tone(Tone::Faint, "?: all keys");
}
