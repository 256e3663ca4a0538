//! Part 6: a screen with panels.

use parlour_rogue::combat::Health;
use parlour_rogue::ui::{Layout, Panel, Tone};
use parlour_rogue::{Game, names_in_sight};

/// Beside the map: how one is, where one is, and who is near.
pub fn side(game: &Game, panel: &mut Panel) {
    let world = &game.world;
    let Some(me) = world.player().and_then(|me| world.entity(me)) else {
        return;
    };
    panel.title(world.level_name(world.current()));
    if let Some(health) = Health::of(me) {
        let tone = if health.hp * 3 < health.max_hp {
            Tone::Bad
        } else {
            Tone::Good
        };
        panel.bar("hp", health.hp, health.max_hp, tone);
    }
    panel.line(&format!("turn {}", world.turns()));
    panel.gap();
    for it in world.entities().filter(|it| it.id() != me.id()) {
        if !names_in_sight(world, it.at()).is_empty() {
            panel.glyph(it.glyph(), it.name());
        }
    }
}

/// The map, the panel, and a log of four rows.
pub fn layout() -> Layout {
    Layout::new().log(4).right(20, side)
}
