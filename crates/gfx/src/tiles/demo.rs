//! The framework's own demo in the window: two levels, doors, goblins, shots.

use parlour_rogue::demo::{self, Fight};
use parlour_rogue::ui::{Layout, Panel, Tone};
use parlour_rogue::{EntityRef, Game, Prop, Seed};

use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::RogueTable;

/// The name of its save.
pub const SAVE: &str = "rogue-demo.save";

/// The saved demo, or a new one from a seed, with a sentence if something was
/// wrong with the save. Its save key keeps it, says where, and plays on.
pub fn table(seed: u64, fight: Fight, saves: Saves) -> RogueTable {
    let game = demo::game(Seed(seed), fight);
    let layout = Layout::new().right(22, panel);
    RogueTable::kept("Parlour rogue", game, layout, saves, SAVE)
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
