//! An analysis told to people: what was done, what was better, by how much.

use parlour_rules::Seat;

use super::{Analysis, Costly};
use crate::card::Card;
use crate::command::Command;

/// A costly decision in three sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What was done, and against whom.
    pub done: String,
    /// What was better, and why.
    pub better: String,
    /// How often either move wins.
    pub games: String,
}

impl Costly {
    /// The decision in sentences, where so many play.
    pub fn told(&self, players: u8) -> Told {
        let who = match players {
            1 => String::from("you"),
            _ => format!("player {}", self.seat.0 + 1),
        };
        let against = self
            .enemy
            .map(|enemy| format!(" against the {}", enemy.in_words()));
        let duel = &self.duel;
        Told {
            done: format!(
                "Decision {}{}: {who} {}.",
                self.number,
                against.unwrap_or_default(),
                as_deed(&self.done)
            ),
            better: format!("Better: {} - {}.", as_wish(&self.better), self.why),
            games: format!(
                "{} % instead of {} % of {} games played out were won.",
                percent(duel.other_share()),
                percent(duel.one_share()),
                duel.games
            ),
        }
    }
}

impl Analysis {
    /// What stands above the costly decisions.
    pub fn heading(&self) -> &'static str {
        match self.costly.len() {
            0 => "No decision was clearly worse than the bot's.",
            1 => "The costliest decision:",
            2 => "The two costliest decisions:",
            _ => "The three costliest decisions:",
        }
    }
}

/// A command as one would say it.
pub fn as_wish(command: &Command) -> String {
    match command {
        Command::Flip => String::from("turn a Jester"),
        Command::Next(Seat(seat)) => format!("let player {} go next", seat + 1),
        other => other.to_string(),
    }
}

/// A command as one tells it afterwards.
pub fn as_deed(command: &Command) -> String {
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
