//! What is said below the curve.

use parlour_regicide::analysis::{Analysis, Moment, as_deed, percent};
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::cards::with_signs;
use crate::Theme;
use crate::wrap::wrap;

/// Where the costly decision of this rank stands among all.
pub fn place_of(analysis: &Analysis, rank: usize) -> Option<usize> {
    let number = analysis.costly.get(rank)?.number;
    analysis.moments.iter().position(|it| it.number == number)
}

/// The rank of a decision among the costliest, if it is one of them.
pub fn rank_of(analysis: &Analysis, place: usize) -> Option<usize> {
    let number = analysis.moments.get(place)?.number;
    analysis.costly.iter().position(|it| it.number == number)
}

/// The costliest decisions, each in a line, and the one under the cursor in sentences.
pub fn lines(
    analysis: &Analysis,
    players: u8,
    cursor: usize,
    width: u16,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut say = |words: &str, style: Style| {
        let words = wrap(&with_signs(words), width).into_iter();
        lines.extend(words.map(|it| Line::styled(it, style)));
    };
    say(analysis.heading(), theme.title());
    for (rank, costly) in (1..).zip(&analysis.costly) {
        let (from, to) = (costly.duel.other_share(), costly.duel.one_share());
        let lost = percent(from).saturating_sub(percent(to));
        let words = format!(
            "{rank}  decision {}: {}, -{lost} %",
            costly.number,
            as_deed(&costly.done)
        );
        let here = rank_of(analysis, cursor) == Some(rank - 1);
        say(&words, if here { theme.accent() } else { theme.text() });
    }
    say(" ", theme.text());
    match rank_of(analysis, cursor) {
        Some(rank) => {
            let told = analysis.costly[rank].told(players);
            say(&told.done, theme.text());
            say(&told.better, theme.good());
            say(&told.games, theme.dim());
        }
        None => {
            if let Some(moment) = analysis.moments.get(cursor) {
                say(&about(moment, players), theme.text());
            }
        }
    }
    let note = "The chance: of made-up games that look the same to who decides, how many the \
                bot's quick player wins.";
    say(note, theme.dim());
    lines
}

/// A decision that was not costly, in sentences.
fn about(moment: &Moment, players: u8) -> String {
    let who = match players {
        1 => String::from("you"),
        _ => format!("player {}", moment.seat.0 + 1),
    };
    let enemy = moment
        .enemy
        .map(|enemy| format!(" against the {}", enemy.in_words()));
    let (chance, best) = (percent(moment.chance), percent(moment.best));
    let beside = if best > chance {
        format!("{best} % after the bot's move")
    } else {
        String::from("the bot knows nothing better")
    };
    format!(
        "Decision {}{}: {who} {}. Chance {chance} %; {beside}.",
        moment.number,
        enemy.unwrap_or_default(),
        as_deed(&moment.command)
    )
}
