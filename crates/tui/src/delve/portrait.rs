//! What lists say of a game.

use parlour_delve::View;
use parlour_host::card::Portrait;
use parlour_host::table::Record;
use parlour_solo::facts;

/// How a game stands: the level and the turn; health, rank and points.
pub fn portrait(record: &Record, view: &View) -> Portrait {
    let sheet = &view.sheet;
    let mut about = format!(
        "Level {} of {}, {}, turn {}.\n{} of {} health, rank {}, {} points.",
        view.depth,
        view.levels,
        view.place,
        view.turns,
        sheet.hp,
        sheet.max_hp,
        sheet.rank,
        view.score
    );
    if view.has_amulet {
        about.push_str("\nWith the amulet, on the way up.");
    }
    if !view.mode.is_empty() {
        about += &["\nNot the ordinary game: ", &view.mode, "."].concat();
    }
    if view.own_content {
        about.push_str("\nWith content of your own: it does not count for the scores.");
    }
    Portrait {
        short: format!("level {}, turn {}", view.depth, view.turns),
        about,
        facts: Some(facts(record, view.own_content)),
    }
}
