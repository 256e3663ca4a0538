//! A bag of cards as one machine word.
//!
//! Every card but the Jester is there at most once; of Jesters there may be
//! two, counted by the two highest bits in use, the lower one first.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::Card;

const JESTERS: u64 = 0b11 << 52;

/// An unordered bag of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bag(u64);

impl Bag {
    /// No card at all.
    pub const EMPTY: Self = Self(0);

    /// The bag as bits: bit `n` for the card with index `n`, bits 52 and 53 for
    /// the first and second Jester.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// How many cards there are.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no card.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is there.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Puts a card in.
    ///
    /// # Panics
    /// If the card, or a second Jester, is there already: no card exists twice.
    pub fn insert(&mut self, card: Card) {
        let bit = if card.is_jester() {
            ((self.0 & JESTERS) + (1 << 52)) & !self.0 & JESTERS
        } else {
            1 << card.index() & !self.0
        };
        assert!(bit != 0, "{card} is there already");
        self.0 |= bit;
    }

    /// Takes a card out; says whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let bit = if card.is_jester() {
            let jesters = self.0 & JESTERS;
            jesters & !(jesters >> 1)
        } else {
            self.0 & 1 << card.index()
        };
        self.0 &= !bit;
        bit != 0
    }

    /// Puts all cards of another bag in.
    pub fn insert_all(&mut self, other: Self) {
        for card in other {
            self.insert(card);
        }
    }

    /// Takes everything out.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }
}

/// The cards of a bag, ascending; Jesters last.
#[derive(Clone, Debug)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Card::from_index(index.min(52))
    }
}

impl IntoIterator for Bag {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        Cards(self.0)
    }
}

impl FromIterator<Card> for Bag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut bag = Self::EMPTY;
        for card in cards {
            bag.insert(card);
        }
        bag
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// A bag is stored as a list of cards.
impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Bag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        let mut bag = Self::EMPTY;
        for card in cards {
            let full = if card.is_jester() {
                bag.0 & JESTERS == JESTERS
            } else {
                bag.contains(card)
            };
            if full {
                return Err(serde::de::Error::custom(format!("{card} is there twice")));
            }
            bag.insert(card);
        }
        Ok(bag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_jesters_fit_and_leave_one_by_one() {
        let mut bag = Bag::EMPTY;
        bag.insert(Card::JESTER);
        let one = bag;
        bag.insert(Card::JESTER);
        assert_eq!(bag.len(), 2);
        assert_eq!(bag.into_iter().collect::<Vec<_>>(), [Card::JESTER; 2]);
        assert!(bag.remove(Card::JESTER));
        assert_eq!(bag, one);
        assert!(bag.remove(Card::JESTER));
        assert!(!bag.remove(Card::JESTER));
        assert!(bag.is_empty());
    }

    #[test]
    fn a_list_with_a_card_twice_is_refused() {
        let problem = serde_json::from_str::<Bag>(r#"["5H","5H"]"#).unwrap_err();
        assert!(problem.to_string().contains("5H is there twice"));
        assert!(serde_json::from_str::<Bag>(r#"["X","X"]"#).is_ok());
        assert!(serde_json::from_str::<Bag>(r#"["X","X","X"]"#).is_err());
    }
}
