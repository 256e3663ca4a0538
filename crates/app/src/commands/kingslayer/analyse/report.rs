//! An analysis in words, and as JSON.

use std::io::{self, Write};

use parlour_regicide::analysis::{Analysis, Costly, Moment};
use parlour_regicide::{Card, Command, ended};
use parlour_rules::Seat;
use serde_json::json;

use super::Game;

/// Bars from nothing to everything.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How many bars stand in one line.
const LINE: usize = 60;

/// Writes the analysis for people.
pub fn text(out: &mut impl Write, game: &Game, analysis: &Analysis) -> io::Result<()> {
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
    if analysis.costly.is_empty() {
        return writeln!(out, "No decision was clearly worse than the bot's.");
    }
    writeln!(out, "{}", heading(analysis.costly.len()))?;
    for (place, costly) in analysis.costly.iter().enumerate() {
        writeln!(out)?;
        tell(out, place + 1, game.players, costly)?;
    }
    Ok(())
}

fn heading(count: usize) -> String {
    match count {
        1 => String::from("The costliest decision:"),
        2 => String::from("The two costliest decisions:"),
        3 => String::from("The three costliest decisions:"),
        many => format!("The {many} costliest decisions:"),
    }
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

fn tell(out: &mut impl Write, place: usize, players: u8, costly: &Costly) -> io::Result<()> {
    let who = match players {
        1 => String::from("You"),
        _ => format!("Player {}", costly.seat.0 + 1),
    };
    let against = costly.enemy.map(against).unwrap_or_default();
    writeln!(
        out,
        "{place}. Decision {}{against}: {who} {}.",
        costly.number,
        past(&costly.done)
    )?;
    writeln!(out, "   Better: {} - {}.", wish(&costly.better), costly.why)?;
    let duel = &costly.duel;
    writeln!(
        out,
        "   {} % instead of {} % of {} games played out were won.",
        percent(duel.other_share()),
        percent(duel.one_share()),
        duel.games
    )
}

fn against(enemy: Card) -> String {
    format!(" against the {}", enemy.in_words())
}

/// A command as one would say it.
pub fn wish(command: &Command) -> String {
    match command {
        Command::Flip => String::from("turn a Jester"),
        Command::Next(Seat(seat)) => format!("let player {} go next", seat + 1),
        other => other.to_string(),
    }
}

/// A command as one tells it afterwards.
fn past(command: &Command) -> String {
    let cards = |cards: &[Card]| {
        let words: Vec<String> = cards.iter().map(Card::to_string).collect();
        words.join(" ")
    };
    match command {
        Command::Play(it) => format!("played {}", cards(it)),
        Command::Pay(it) => format!("paid {}", cards(it)),
        Command::Yield => String::from("yielded"),
        Command::Flip => String::from("turned a Jester"),
        Command::Next(Seat(seat)) => format!("let player {} go next", seat + 1),
    }
}

/// A share of a thousand in whole hundredths, rounded.
pub fn percent(share: u16) -> u16 {
    (share + 5) / 10
}

/// Writes the analysis for programs.
pub fn json(out: &mut impl Write, game: &Game, analysis: &Analysis) -> io::Result<()> {
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
