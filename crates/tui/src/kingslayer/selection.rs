//! The hand as it lies in front of a person: in an order, some cards selected.

use parlour_regicide::{Card, Suit};
use serde::{Deserialize, Serialize};

/// In which order the hand lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As the cards came.
    #[default]
    Dealt,
    /// By suit, then by value.
    Suit,
    /// By value, then by suit.
    Value,
}

impl Order {
    /// The next one round.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Dealt => Self::Suit,
            Self::Suit => Self::Value,
            Self::Value => Self::Dealt,
        }
    }

    /// Its name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dealt => "as dealt",
            Self::Suit => "by suit",
            Self::Value => "by value",
        }
    }
}

/// Cards in an order, a cursor, and marks.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    order: Order,
    dealt: Vec<Card>,
    cards: Vec<Card>,
    marked: Vec<bool>,
    cursor: usize,
}

impl Selection {
    /// Takes a new hand up. Marks stay if the hand is the same.
    pub fn take_up(&mut self, hand: &[Card]) {
        if self.dealt != hand {
            self.dealt = hand.to_vec();
            self.lay();
        }
    }

    /// Lays the hand in the next order; marked cards stay marked.
    pub fn sort_next(&mut self) {
        self.set_order(self.order.next());
    }

    /// Lays the hand in an order; marked cards stay marked.
    pub fn set_order(&mut self, order: Order) {
        let marked = self.marked();
        self.order = order;
        self.lay();
        self.mark(&marked);
    }

    fn lay(&mut self) {
        let suit = |card: &Card| card.suit().map_or(4, |suit: Suit| suit as u8);
        self.cards.clone_from(&self.dealt);
        match self.order {
            Order::Dealt => {}
            Order::Suit => self
                .cards
                .sort_by_key(|card| (suit(card), card.value(), *card)),
            Order::Value => self.cards.sort_by_key(|card| (card.value(), *card)),
        }
        self.marked = vec![false; self.cards.len()];
        self.cursor = self.cursor.min(self.cards.len().saturating_sub(1));
    }

    /// The order the hand lies in.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The cards as they lie.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Whether the card at this place is marked.
    pub fn is_marked(&self, at: usize) -> bool {
        self.marked.get(at).copied().unwrap_or(false)
    }

    /// Where the cursor stands.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Moves the cursor, round the ends.
    pub fn step(&mut self, right: bool) {
        let count = self.cards.len().max(1);
        self.cursor = (self.cursor + if right { 1 } else { count - 1 }) % count;
    }

    /// Marks the card at this place, or takes the mark away.
    pub fn toggle(&mut self, at: usize) {
        if let Some(marked) = self.marked.get_mut(at) {
            *marked = !*marked;
            self.cursor = at;
        }
    }

    /// Takes all marks away.
    pub fn clear(&mut self) {
        self.marked.fill(false);
    }

    /// Marks exactly these cards, as far as they are there.
    pub fn mark(&mut self, cards: &[Card]) {
        self.clear();
        for card in cards {
            let free = |(at, held): (usize, &Card)| held == card && !self.marked[at];
            if let Some(at) = (0..).zip(&self.cards).position(free) {
                self.marked[at] = true;
            }
        }
    }

    /// The marked cards, as they lie.
    pub fn marked(&self) -> Vec<Card> {
        let marked = self.cards.iter().zip(&self.marked);
        marked
            .filter(|(_, marked)| **marked)
            .map(|(card, _)| *card)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(words: &str) -> Vec<Card> {
        words.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn sorting_goes_round_and_keeps_marks() {
        let mut it = Selection::default();
        it.take_up(&hand("10S 2H X AD 2C KD"));
        it.toggle(0);
        it.toggle(4);
        it.sort_next();
        assert_eq!(it.cards(), hand("2C AD KD 2H 10S X"));
        assert_eq!(it.marked(), hand("2C 10S"));
        it.sort_next();
        assert_eq!(it.cards(), hand("X AD 2C 2H 10S KD"));
        it.sort_next();
        assert_eq!(it.cards(), hand("10S 2H X AD 2C KD"));
        assert_eq!(it.marked(), hand("10S 2C"));
    }

    #[test]
    fn two_jesters_are_marked_one_by_one() {
        let mut it = Selection::default();
        it.take_up(&hand("X 5C X"));
        it.mark(&hand("X X"));
        assert_eq!(it.marked(), hand("X X"));
        it.take_up(&hand("X 5C X"));
        assert_eq!(it.marked().len(), 2, "the same hand keeps its marks");
        it.take_up(&hand("X 5C"));
        assert!(it.marked().is_empty());
        it.toggle(9);
        it.step(false);
        assert_eq!(it.cursor(), 1);
    }
}
