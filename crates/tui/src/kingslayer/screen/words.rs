//! What the table says: whose turn it is, and which keys there are.

use parlour_host::link::Shown;
use parlour_regicide::{Kingslayer, Step as TurnStep, View};
use parlour_rules::Seat;

use super::super::battlefield::Prompt;
use super::super::hint::Hint;
use super::GameScreen;

impl GameScreen {
    /// What stands at the bottom of the battlefield.
    pub(super) fn prompt(&self, view: &View, names: &[String]) -> Prompt {
        if let Some((words, bad)) = &self.news {
            return Prompt {
                words: words.clone(),
                bad: *bad,
            };
        }
        let words = match &self.hint {
            Hint::Thinking(_) => String::from("The bot is thinking…"),
            Hint::Ready { reason, .. } => reason.clone(),
            Hint::None => turn_words(view, names),
        };
        Prompt { words, bad: false }
    }

    pub(super) fn keys_now(&self, view: &View) -> Vec<(&'static str, &'static str)> {
        if self.manner.with_others {
            let act = match view.step {
                TurnStep::Suffer => "pay",
                _ => "play",
            };
            return vec![
                ("1-8", "select"),
                ("←→ space", "select"),
                ("Enter", act),
                ("y", "yield"),
                ("t", "say"),
                ("s", "sort"),
                ("PgUp/Dn", "rules"),
                ("F1", "help"),
                ("q", "leave"),
            ];
        }
        if view.outcome.is_some() {
            let mut keys = vec![("n", "new game"), ("e", "export replay"), ("q", "leave")];
            if self.manner.practice {
                keys.insert(1, ("u", "take back"));
            }
            return keys;
        }
        let mut keys = vec![("1-8", "select"), ("←→ space", "select")];
        keys.push(match view.step {
            TurnStep::Suffer => ("Enter", "pay"),
            _ => ("Enter", "play"),
        });
        if view.players.len() == 1 {
            keys.push(("f", "turn Jester"));
        }
        if view.players.len() > 1 || view.house.solo_yield {
            keys.push(("y", "yield"));
        }
        keys.push(("h", "hint"));
        keys.push(("s", "sort"));
        if self.manner.practice {
            keys.push(("u", "take back"));
        }
        keys.extend([("PgUp/Dn", "rules"), ("F1", "help"), ("q", "leave")]);
        keys
    }
}

/// Whose turn it is and what is to be done.
fn turn_words(view: &View, names: &[String]) -> String {
    let name = |seat: Seat| {
        let name = names.get(usize::from(seat.0));
        name.cloned().unwrap_or_else(|| seat.to_string())
    };
    if view.outcome.is_some() {
        return String::from("The game is over.");
    }
    if !view.is_yours() {
        return format!("Waiting for {}…", name(view.current));
    }
    match view.step {
        TurnStep::Play if view.hand.is_empty() && view.players.len() > 1 => {
            String::from("⚔  Your turn. You have no card: y yields.")
        }
        TurnStep::Play if view.hand.is_empty() => {
            String::from("⚔  You have no card: f turns a Jester.")
        }
        TurnStep::Play => String::from("⚔  Your turn: select cards, Enter plays."),
        TurnStep::Suffer if parlour_regicide::worth(&view.hand) < view.due => {
            format!("🛡  You cannot pay {}: f turns a Jester.", view.due)
        }
        TurnStep::Suffer => format!("🛡  It strikes: pay {} with cards.", view.due),
        TurnStep::Choose => {
            let all: Vec<String> = (1..)
                .zip(&view.players)
                .map(|(number, player)| format!("{number} {}", name(player.id)))
                .collect();
            format!("Who goes next? {}", all.join(", "))
        }
        TurnStep::Over => String::new(),
    }
}

/// The names of the players, by seat.
pub(super) fn names(shown: &Shown<Kingslayer>) -> Vec<String> {
    let chairs = shown.record.as_ref().map(|record| &record.chairs);
    (0..shown.view.players.len())
        .map(|seat| {
            let person = chairs.and_then(|chairs| chairs.get(seat)?.as_ref());
            let name = person.map(|person| crate::plain::printable(&person.name));
            name.unwrap_or_else(|| format!("player {}", seat + 1))
        })
        .collect()
}
