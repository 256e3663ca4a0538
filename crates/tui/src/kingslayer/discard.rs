//! The top of the discard pile, which lies face up (R1.5). The rules keep the pile
//! without an order, so it is read off what is told, card by card.

use parlour_regicide::{Card, Event, Seen};

/// What lies on top, as far as it was seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscardPile {
    top: Option<Card>,
    /// The last card that was played, for when the table is cleared.
    played: Option<Card>,
}

impl DiscardPile {
    /// The card on top; nothing for an empty pile, or one that was shuffled and not
    /// looked at since.
    pub fn top(self) -> Option<Card> {
        self.top
    }

    /// Takes in what happened.
    pub fn hear(&mut self, seen: &Seen) {
        match seen {
            Seen::Open(Event::CardsPlayed { cards, .. }) => self.played = cards.last().copied(),
            Seen::Open(Event::JesterPlayed { .. }) => self.played = Some(Card::JESTER),
            Seen::Open(Event::EnemyDefeated { enemy, captured }) => {
                let last = self.played.take();
                self.top = if *captured { last } else { Some(*enemy) };
            }
            Seen::Open(Event::AttackPaid { cards, .. }) => self.put(cards),
            Seen::JesterFlipped { discarded, .. } => self.put(discarded),
            // Shuffled (R5.2).
            Seen::Healed { count: 1.. } => self.top = None,
            _ => {}
        }
    }

    fn put(&mut self, cards: &[Card]) {
        self.top = cards.last().copied().or(self.top);
    }
}

#[cfg(test)]
mod tests {
    use parlour_rules::Seat;

    use super::*;

    fn cards(words: &str) -> Vec<Card> {
        let words = words.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    }

    /// R1.5: "Contents of the discard: face up, top visible".
    #[test]
    fn the_top_is_what_was_laid_there_last() {
        let seat = Seat(0);
        let played = |words: &str| {
            let (cards, value) = (cards(words), 1);
            Seen::Open(Event::CardsPlayed { seat, cards, value })
        };
        let paid = |words: &str| {
            let (cards, due) = (cards(words), 1);
            Seen::Open(Event::AttackPaid { seat, cards, due })
        };
        let fell = |enemy: &str, captured| {
            let enemy = enemy.parse().unwrap();
            Seen::Open(Event::EnemyDefeated { enemy, captured })
        };
        let flipped = |words: &str| Seen::JesterFlipped {
            discarded: cards(words),
            count: 8,
            yours: Vec::new(),
        };
        let mut pile = DiscardPile::default();
        for (seen, top) in [
            (played("5H AC"), ""),
            (paid("4D 9S"), "9S"),
            (paid(""), "9S"),
            (played("2H"), "9S"),
            (Seen::Healed { count: 0 }, "9S"),
            (Seen::Healed { count: 2 }, ""),
            (fell("JC", true), "2H"),
            (played("10D"), "2H"),
            (fell("JS", false), "JS"),
            (flipped("3C 7H"), "7H"),
        ] {
            pile.hear(&seen);
            let found = pile.top().map(|card| card.to_string());
            assert_eq!(found.unwrap_or_default(), top, "{seen:?}");
        }
    }
}
