//! What happened, in words that everybody at the table may read.
//!
//! The words come from what a spectator is told, so they name no card that was
//! not shown openly; draws and healings are counts.

use parlour_regicide::{Card, Event, Loss, Outcome, Seen};
use parlour_rules::Seat;

/// Whose doing it was, and what it was; nothing for events that go without
/// saying. `name` is what a seat is called.
pub fn line(seen: &Seen, name: &dyn Fn(Seat) -> String) -> Option<(Option<Seat>, String)> {
    let said = |seat: Seat, text: String| Some((Some(seat), text));
    let happened = |text: String| Some((None, text));
    match seen {
        Seen::Open(event) => match event {
            Event::CardsPlayed { seat, cards, value } => {
                said(*seat, format!("plays {} for {value}", list(cards)))
            }
            Event::JesterPlayed { seat, unblocked: 0 } => said(
                *seat,
                String::from("plays a Jester: the enemy's immunity ends"),
            ),
            Event::JesterPlayed { seat, unblocked } => said(
                *seat,
                format!(
                    "plays a Jester: the enemy's immunity ends, and {unblocked} of earlier spades shield now"
                ),
            ),
            Event::Shielded { amount } => happened(format!("spades shield {amount}")),
            Event::SpadesBlocked { .. } => happened(String::from("the enemy is immune to spades")),
            Event::DamageDealt { amount, doubled } => {
                let how = if *doubled { " (doubled by clubs)" } else { "" };
                happened(format!("the enemy takes {amount}{how}"))
            }
            Event::EnemyDefeated { enemy, captured } => {
                let how = if *captured {
                    "is captured, exactly"
                } else {
                    "falls"
                };
                happened(format!("{enemy} {how}"))
            }
            Event::EnemyRevealed { enemy } => happened(format!("{enemy} is the next enemy")),
            Event::Yielded { seat } => said(*seat, String::from("yields")),
            Event::AttackFaced { seat, due } => said(*seat, format!("must pay {due}")),
            Event::AttackPaid { seat, cards, due } => {
                said(*seat, format!("pays {} for {due}", list(cards)))
            }
            Event::NextChosen { by, seat } if by == seat => said(*by, String::from("goes next")),
            Event::NextChosen { by, seat } => said(*by, format!("lets {} go next", name(*seat))),
            Event::Ended { outcome } => happened(end(outcome)),
            Event::TurnBegan { .. }
            | Event::Healed { .. }
            | Event::Drawn { .. }
            | Event::JesterFlipped { .. } => None,
        },
        Seen::Healed { count: 0 } => None,
        Seen::Healed { count: 1 } => happened(String::from("one card goes back under the tavern")),
        Seen::Healed { count } => happened(format!("{count} cards go back under the tavern")),
        Seen::Drawn { counts, .. } => {
            let counts = counts.iter().filter(|it| it.count > 0);
            let counts: Vec<String> = counts
                .map(|it| format!("{} draws {}", name(it.seat), it.count))
                .collect();
            (!counts.is_empty()).then(|| (None, counts.join(", ")))
        }
        Seen::JesterFlipped { count, .. } => {
            happened(format!("a Jester is turned: {count} new cards"))
        }
    }
}

/// How the game ended, with what is recorded of it (R13).
pub fn end(outcome: &Outcome) -> String {
    let end = match outcome.loss {
        None => String::from("the last King has fallen: the game is won"),
        Some(Loss::CannotPay { due, .. }) => format!("{due} cannot be paid: the game is lost"),
        Some(Loss::CannotMove) => String::from("no card and no yield: the game is lost"),
    };
    format!("{end}, {}", score(outcome))
}

/// How the game before ended.
pub fn last_game(outcome: &Outcome) -> String {
    let end = if outcome.is_won() { "won" } else { "lost" };
    format!("the last game was {end}, {}", score(outcome))
}

/// Moves were taken back, so many entries.
pub fn taken_back(count: u64) -> String {
    match count {
        1 => String::from("the last move is taken back"),
        _ => format!("the last {count} moves are taken back"),
    }
}

fn score(outcome: &Outcome) -> String {
    let jesters = match outcome.jesters {
        0 => String::from("no Jester"),
        1 => String::from("one Jester"),
        count => format!("{count} Jesters"),
    };
    let enemies = outcome.enemies;
    format!("{enemies} of 12 enemies defeated, {jesters} used")
}

fn list(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
    if words.is_empty() {
        String::from("nothing")
    } else {
        words.join(" ")
    }
}
