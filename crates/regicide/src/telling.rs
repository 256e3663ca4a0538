//! What happened, in words for a log that anybody may read: draws are counts.

use parlour_rules::Seat;

use crate::card::Card;
use crate::event::{DrawCount, Event, Seen};
use crate::state::{Loss, Outcome};

/// One line about something seen; nothing for what needs no words. `name` gives
/// the name of a seat; `you` as a name is understood ("you draw 3").
pub fn tell(seen: &Seen, name: &dyn Fn(Seat) -> String) -> Option<String> {
    let does = |seat: Seat, verb: &str| phrase(&name(seat), verb);
    Some(match seen {
        Seen::Healed { count } => format!("{} to the tavern", cards_return(*count)),
        Seen::Drawn { counts, .. } => drawn(counts, name),
        Seen::JesterFlipped {
            discarded, count, ..
        } => format!(
            "A Jester is turned: {} discarded, {count} drawn",
            discarded.len()
        ),
        Seen::Open(event) => match event {
            Event::CardsPlayed { seat, cards, value } => {
                format!("{} {} for {value}", does(*seat, "play"), written(cards))
            }
            Event::JesterPlayed { seat, unblocked: 0 } => {
                format!("{} a Jester: no suit is blocked now", does(*seat, "play"))
            }
            Event::JesterPlayed { seat, unblocked } => format!(
                "{} a Jester: no suit is blocked now, earlier spades shield {unblocked}",
                does(*seat, "play")
            ),
            Event::Shielded { amount } => format!("Spades shield {amount}"),
            Event::SpadesBlocked { amount } => {
                format!("The enemy is immune to spades: {amount} blocked")
            }
            Event::DamageDealt {
                amount,
                doubled: true,
            } => format!("{amount} damage, doubled by clubs"),
            Event::DamageDealt { amount, .. } => format!("{amount} damage"),
            Event::EnemyDefeated {
                enemy,
                captured: true,
            } => format!("Exact! The {} is captured", enemy.in_words()),
            Event::EnemyDefeated { enemy, .. } => format!("The {} falls", enemy.in_words()),
            Event::EnemyRevealed { enemy } => format!("The {} steps forward", enemy.in_words()),
            Event::Yielded { seat } => does(*seat, "yield"),
            Event::AttackFaced { due, .. } => format!("The enemy strikes for {due}"),
            Event::AttackPaid { seat, cards, due } => {
                format!("{} {} for {due}", does(*seat, "pay"), written(cards))
            }
            Event::NextChosen { by, seat } if by == seat => {
                format!("{} again", does(*by, "go"))
            }
            Event::NextChosen { by, seat } => {
                format!("{} {} next", does(*by, "choose"), name(*seat))
            }
            Event::Ended { outcome } => ended(outcome),
            Event::TurnBegan { .. }
            | Event::Healed { .. }
            | Event::Drawn { .. }
            | Event::JesterFlipped { .. } => return None,
        },
    })
}

/// The end of a game in a sentence.
pub fn ended(outcome: &Outcome) -> String {
    match (outcome.loss, outcome.medal) {
        (None, Some(medal)) => format!("The castle has fallen: {}", medal.name()),
        (None, None) => String::from("The castle has fallen"),
        (Some(Loss::CannotPay { due, worth }), _) => {
            format!("Lost: the attack of {due} is more than a hand worth {worth}")
        }
        (Some(Loss::CannotMove), _) => String::from("Lost: no card to play, and no other move"),
    }
}

fn phrase(name: &str, verb: &str) -> String {
    if name.eq_ignore_ascii_case("you") {
        return format!("You {verb}");
    }
    let ending = if verb.ends_with('o') { "es" } else { "s" };
    format!("{name} {verb}{ending}")
}

fn cards_return(count: u8) -> String {
    match count {
        1 => String::from("1 card returns"),
        _ => format!("{count} cards return"),
    }
}

fn drawn(counts: &[DrawCount], name: &dyn Fn(Seat) -> String) -> String {
    let part = |(place, it): (usize, &DrawCount)| match place {
        0 => format!("{} {}", phrase(&name(it.seat), "draw"), it.count),
        _ => format!("{} {}", name(it.seat), it.count),
    };
    let parts: Vec<String> = counts.iter().enumerate().map(part).collect();
    parts.join(", ")
}

fn written(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}
