//! Why the bot would do it, in a few words.

use crate::bot::race::{Advice, Weighed};
use crate::card::{Card, Suit};
use crate::command::Command;
use crate::preview::{Fate, preview};
use crate::view::View;

/// One sentence about what the bot would do, and how much better it is.
pub fn reason(view: &View, advice: &Advice) -> String {
    let what = match &advice.command {
        Command::Play(cards) => format!("Play {}: {}.", words(cards), why_play(view, cards)),
        Command::Pay(cards) => format!("Pay {}: {}.", words(cards), why_pay(view, cards)),
        Command::Yield => String::from("Yield: the cards are worth more later."),
        Command::Flip => format!("Turn a Jester: {}.", why_flip(view)),
        Command::Next(seat) => format!("Let player {} go next.", seat.0 + 1),
    };
    match advice.weighed.as_slice() {
        [best, next, ..] if best.tries > 0 && next.tries > 0 => {
            let other = in_words(&next.command);
            let next = match percent(next) {
                // More than the best by luck only, or it would be the best.
                equal if equal >= percent(best) => format!("{other} is as good"),
                less => format!("next best, {other}, {less} %"),
            };
            format!("{what} {}; {next}.", won(best))
        }
        [best, ..] if best.tries > 0 => format!("{what} {}.", won(best)),
        [_, _, ..] => what,
        _ => format!("{what} There is nothing else to do."),
    }
}

/// How many of the games that the bot played out after a move were won.
fn won(weighed: &Weighed) -> String {
    let (percent, games) = (percent(weighed), weighed.tries);
    format!("{percent} % of {games} games played out were won")
}

/// A move as the screen names it.
pub(crate) fn in_words(command: &Command) -> String {
    match command {
        Command::Flip => String::from("turn a Jester"),
        Command::Next(seat) => format!("player {} next", seat.0 + 1),
        other => other.to_string(),
    }
}

fn percent(weighed: &Weighed) -> u32 {
    weighed.wins * 100 / weighed.tries.max(1)
}

pub(crate) fn why_play(view: &View, cards: &[Card]) -> String {
    let Ok(it) = preview(view, cards) else {
        return String::from("it is the best there is");
    };
    if it.jester {
        return String::from("no suit is blocked any longer, and no attack comes");
    }
    let mut parts = Vec::new();
    match it.fate {
        Fate::Captured => parts.push(String::from("it kills exactly and captures")),
        Fate::Overkilled(_) => parts.push(String::from("it kills, and no attack comes")),
        Fate::Stands(left) => parts.push(format!("{} damage leave {left}", it.damage)),
    }
    if it.drawn_in_all() > 0 {
        parts.push(format!("{} drawn", it.drawn_in_all()));
    }
    if it.healed > 0 {
        parts.push(format!("{} healed", it.healed));
    }
    if it.shield > 0 && matches!(it.fate, Fate::Stands(_)) {
        parts.push(format!("{} shielded", it.shield.min(view.due)));
    }
    parts.join(", ")
}

/// What a Jester brings.
pub(crate) fn why_flip(view: &View) -> String {
    let new = match view.hand_limit.min(view.tavern_count) {
        1 => String::from("1 new card"),
        count => format!("{count} new cards"),
    };
    if view.hand.is_empty() {
        format!("{new} for an empty hand")
    } else {
        format!("{new} instead of these")
    }
}

/// What the payment keeps.
fn why_pay(view: &View, cards: &[Card]) -> String {
    let kept: Vec<Card> = view
        .hand
        .iter()
        .copied()
        .filter(|card| !cards.contains(card))
        .collect();
    let diamonds = kept.iter().any(|card| card.suit() == Some(Suit::Diamonds));
    match kept.len() {
        0 => String::from("everything is needed"),
        _ if diamonds => format!("it keeps {}, with diamonds to draw", words(&kept)),
        _ => format!("it keeps {}", words(&kept)),
    }
}

pub(crate) fn words(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}

#[cfg(all(test, feature = "cases"))]
mod tests {
    use super::*;
    use crate::bot::{Thinking, advise};
    use crate::cases::Table;

    fn hint(lay: &str) -> String {
        let view = Table::lay(lay).view(0);
        let thinking = Thinking {
            play_outs: 200,
            ..Thinking::default()
        };
        reason(&view, &advise(&view, &thinking, &mut || true).unwrap())
    }

    #[test]
    fn a_win_at_once_is_seen_and_explained() {
        let words = hint("enemy KC; damage 30; hands 10D 5D 9S; castle ; jesters 2");
        assert!(words.starts_with("Play 10D: it kills exactly"), "{words}");
        assert!(
            words.contains("100 % of") && words.contains("were won"),
            "{words}"
        );
    }

    #[test]
    fn a_jester_is_explained_by_what_the_hand_is() {
        let tavern = "tavern 8C 9D 10D 2S 7C 6S 4C 5D 9S; castle KD; jesters 2";
        let words = hint(&format!("enemy KC; hands ; {tavern}"));
        assert!(
            words.starts_with("Turn a Jester: 8 new cards for an empty hand."),
            "{words}"
        );
        let words = hint(&format!("enemy KC; step suffer; hands 2D 3S; {tavern}"));
        assert!(
            words.starts_with("Turn a Jester: 8 new cards instead of these."),
            "{words}"
        );
        let words = hint(&format!("enemy KC; damage 38; hands 2D 2H; {tavern}"));
        assert!(!words.contains("flip"), "{words}");
    }

    #[test]
    fn a_single_move_needs_no_try() {
        let words = hint("enemy KC; step suffer; hands 10D 10S; castle KD; jesters 0");
        assert_eq!(
            words,
            "Pay 10D 10S: everything is needed. There is nothing else to do."
        );
    }
}
