//! The fingerprint of a state: that of its JSON text.
//!
//! Every move is stored with one, so the text is written here by hand, without the
//! detours that derived code takes for each card. It must stay the very text that a
//! state is stored as; a test compares the two.

use std::io::Write as _;

use parlour_rules::{Fingerprint, HashedText};

use crate::card::Card;
use crate::memory::{Layer, Memory};
use crate::setup::{ByCourtRank, House};
use crate::state::{Enemy, Loss, Outcome, State};

/// The fingerprint of a state, the same as [`Fingerprint::of`].
pub fn fingerprint(state: &State) -> Fingerprint {
    let mut text = Text(HashedText::default());
    text.state(state);
    text.0.fingerprint()
}

/// JSON as it grows.
struct Text(HashedText);

impl Text {
    fn state(&mut self, state: &State) {
        let seed = state.seed.0;
        write!(self.0, r#"{{"seed":"{seed}""#).expect("hashing takes every byte");
        self.number(r#","moves":"#, state.moves);
        self.house(&state.house);
        self.number(r#","current":"#, state.current.0.into());
        self.put(r#","step":""#);
        self.put(state.step.name());
        self.put(r#"","enemy":"#);
        match state.enemy {
            Some(enemy) => self.enemy(enemy),
            None => self.put("null"),
        }
        self.put(r#","castle":"#);
        self.cards(state.castle.iter().copied());
        self.put(r#","tavern":"#);
        self.cards(state.tavern.iter().copied());
        self.put(r#","discard":"#);
        self.cards(state.discard);
        self.put(r#","table":"#);
        self.cards(state.table.iter().copied());
        self.put(r#","hands":"#);
        self.list(&state.hands, |text, hand| text.cards(hand.iter().copied()));
        self.put(r#","yielded":"#);
        self.list(&state.yielded, |text, yielded| text.truth(*yielded));
        self.number(r#","solo_jesters":"#, state.solo_jesters.into());
        self.number(r#","jesters_used":"#, state.jesters_used.into());
        self.number(r#","defeated":"#, state.defeated.into());
        self.memory(&state.memory);
        self.put(r#","outcome":"#);
        match &state.outcome {
            Some(outcome) => self.outcome(outcome),
            None => self.put("null"),
        }
        self.put("}");
    }

    fn house(&mut self, house: &House) {
        self.put(r#","house":{"surplus_payment":"#);
        self.truth(house.surplus_payment);
        self.put(r#","solo_yield":"#);
        self.truth(house.solo_yield);
        if house.mulligan {
            self.put(r#","mulligan":true"#);
        }
        self.put(r#","health":"#);
        self.by_court_rank(house.health);
        self.put(r#","attack":"#);
        self.by_court_rank(house.attack);
        self.number(r#","combo_limit":"#, house.combo_limit.into());
        self.put("}");
    }

    fn by_court_rank(&mut self, numbers: ByCourtRank) {
        self.number(r#"{"jack":"#, numbers.jack.into());
        self.number(r#","queen":"#, numbers.queen.into());
        self.number(r#","king":"#, numbers.king.into());
        self.put("}");
    }

    fn enemy(&mut self, enemy: Enemy) {
        self.put(r#"{"card":""#);
        self.put(enemy.card.letters());
        self.number(r#"","damage":"#, enemy.damage.into());
        self.number(r#","shield":"#, enemy.shield.into());
        self.number(r#","blocked_spades":"#, enemy.blocked_spades.into());
        self.put(r#","immunity_cancelled":"#);
        self.truth(enemy.immunity_cancelled);
        self.put("}");
    }

    fn memory(&mut self, memory: &Memory) {
        self.put(r#","memory":{"captured":"#);
        self.cards(memory.captured.iter().copied());
        self.put(r#","layers":"#);
        self.list(&memory.layers, Self::layer);
        self.put(r#","known":"#);
        self.list(&memory.known, |text, known| text.cards(*known));
        self.put(r#","loose":"#);
        self.cards(memory.loose);
        self.put("}");
    }

    fn layer(&mut self, layer: &Layer) {
        self.number(r#"{"in_tavern":"#, layer.in_tavern.into());
        self.put(r#","in_hands":"#);
        self.list(&layer.in_hands, |text, held| {
            text.number("", (*held).into());
        });
        self.put(r#","joined":"#);
        self.cards(layer.joined);
        self.put("}");
    }

    fn outcome(&mut self, outcome: &Outcome) {
        self.put(r#"{"loss":"#);
        match outcome.loss {
            Some(Loss::CannotPay { due, worth }) => {
                self.number(r#"{"cannot_pay":{"due":"#, due.into());
                self.number(r#","worth":"#, worth.into());
                self.put("}}");
            }
            Some(Loss::CannotMove) => self.put(r#""cannot_move""#),
            None => self.put("null"),
        }
        self.put(r#","medal":"#);
        match outcome.medal {
            Some(medal) => {
                self.put("\"");
                self.put(medal.name());
                self.put("\"");
            }
            None => self.put("null"),
        }
        self.number(r#","enemies":"#, outcome.enemies.into());
        self.number(r#","jesters":"#, outcome.jesters.into());
        self.put("}");
    }

    fn put(&mut self, words: &str) {
        self.0.put(words.as_bytes());
    }

    fn truth(&mut self, truth: bool) {
        self.put(if truth { "true" } else { "false" });
    }

    /// A number with what stands before it.
    fn number(&mut self, before: &str, number: u32) {
        self.put(before);
        let mut digits = [0; 10];
        let (mut place, mut rest) = (digits.len(), number);
        loop {
            place -= 1;
            digits[place] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.0.put(&digits[place..]);
    }

    fn cards(&mut self, cards: impl IntoIterator<Item = Card>) {
        let mut before = "[\"";
        for card in cards {
            self.put(before);
            self.put(card.letters());
            before = "\",\"";
        }
        self.put(if before == "[\"" { "[]" } else { "\"]" });
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.put("[");
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.put(",");
            }
            write(self, item);
        }
        self.put("]");
    }
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Rules, Seed};

    use super::*;
    use crate::game::Kingslayer;
    use crate::setup::Setup;
    use crate::state::Medal;

    /// Random games hardly ever end well.
    #[test]
    fn every_end_has_the_fingerprint_of_its_text() {
        let mut state = Kingslayer::start(&Setup::for_players(1), Seed(u64::MAX)).unwrap();
        let unpaid = Loss::CannotPay { due: 20, worth: 9 };
        for loss in [None, Some(Loss::CannotMove), Some(unpaid)] {
            for medal in [
                None,
                Some(Medal::Gold),
                Some(Medal::Silver),
                Some(Medal::Bronze),
            ] {
                state.enemy = None;
                state.moves = u32::MAX;
                state.outcome = Some(Outcome {
                    loss,
                    medal,
                    enemies: 12,
                    jesters: 0,
                });
                assert_eq!(fingerprint(&state), Fingerprint::of(&state));
            }
        }
    }
}
