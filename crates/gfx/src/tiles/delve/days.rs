//! One's own days and weeks: what came of the dungeons that everybody enters, a line each,
//! kept beside the games for the page that shows them.

use parlour_delve::View;
use parlour_rogue_window::saves::{Saves, SavesError};
use parlour_rules::Seed;

use super::wanted::Wanted;

/// The name under which they are kept.
pub const DAYS: &str = "delve.days";

/// Writes down what came of the game of a day or a week: its name, the points, how it
/// ended and the line to share, with tabs between. What is written stays as it is, and
/// other games are nobody's day.
pub(super) fn record(
    saves: &Saves,
    wanted: &Wanted,
    seed: Seed,
    view: &View,
) -> Result<(), SavesError> {
    let (Wanted::OfDay(name) | Wanted::OfWeek(name)) = wanted else {
        return Ok(());
    };
    let Some(ending) = &view.ending else {
        return Ok(());
    };
    let kept = saves.read(DAYS)?.unwrap_or_default();
    let before = String::from_utf8_lossy(&kept);
    if before
        .lines()
        .any(|line| line.split('\t').next() == Some(name))
    {
        return Ok(());
    }
    let share = ending.share(&wanted.dungeon(seed), &view.deeds);
    let (score, short) = (ending.score, ending.in_short());
    let text = format!("{before}{name}\t{score}\t{short}\t{share}\n");
    saves.write(DAYS, text.as_bytes())
}
