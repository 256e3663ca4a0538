//! An analysis in words, and as JSON.

use std::io::{self, Write};

use parlour_regicide::analysis::{Analysis, Costly, Moment, percent};
use parlour_regicide::ended;
use serde_json::json;

use parlour_tui::kingslayer::PlayedGame;

/// Bars from nothing to everything.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How many bars stand in one line.
const LINE: usize = 60;

/// Writes the analysis for people.
pub fn text(out: &mut impl Write, game: &PlayedGame, analysis: &Analysis) -> io::Result<()> {
    let end = match &game.outcome {
        Some(outcome) => ended(outcome),
        None => String::from("Unfinished"),
    };
    writeln!(out, "{end}, after {} decisions.", game.decisions.len())?;
    writeln!(out)?;
    writeln!(
        out,
        "The chance to win after each decision, from what its player could know then:"
    )?;
    writeln!(
        out,
        "how many of many made-up games the bot's quick player wins from there."
    )?;
    writeln!(out)?;
    curve(out, &analysis.moments)?;
    writeln!(out)?;
    writeln!(out, "{}", analysis.heading())?;
    for (place, costly) in (1..).zip(&analysis.costly) {
        let told = costly.told(game.players);
        writeln!(out, "\n{place}. {}", told.done)?;
        writeln!(out, "   {}\n   {}", told.better, told.games)?;
    }
    Ok(())
}

/// The curve as bars, and the chance where each line ends.
fn curve(out: &mut impl Write, moments: &[Moment]) -> io::Result<()> {
    for line in moments.chunks(LINE) {
        let bars: String = line.iter().map(|moment| bar(moment.chance)).collect();
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            continue;
        };
        let percent = percent(last.chance);
        writeln!(
            out,
            "{:>4} |{bars}| {:<4} {percent:>3} %",
            first.number, last.number
        )?;
    }
    Ok(())
}

fn bar(chance: u16) -> char {
    BARS[((usize::from(chance) * 8 + 500) / 1_000).min(8)]
}

/// Writes the analysis for programs.
pub fn json(out: &mut impl Write, game: &PlayedGame, analysis: &Analysis) -> io::Result<()> {
    let moment = |it: &Moment| {
        json!({
            "number": it.number, "seat": it.seat, "enemy": it.enemy,
            "command": it.command, "chance": it.chance, "best": it.best,
        })
    };
    let costly = |it: &Costly| {
        json!({
            "number": it.number, "seat": it.seat, "enemy": it.enemy,
            "done": it.done, "better": it.better, "why": it.why, "games": it.duel.games,
            "won_after_done": it.duel.one, "won_after_better": it.duel.other,
        })
    };
    let moments: Vec<_> = analysis.moments.iter().map(moment).collect();
    let costly: Vec<_> = analysis.costly.iter().map(costly).collect();
    let whole = json!({
        "players": game.players, "outcome": game.outcome,
        "moments": moments, "costly": costly,
    });
    writeln!(out, "{whole}")
}
