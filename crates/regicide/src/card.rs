//! The cards: four suits of thirteen ranks, and the Jester.
//!
//! A card is one small number, so that sets of cards fit a machine word:
//! `rank * 4 + suit`, ranks from the Ace, suits in the order clubs, diamonds,
//! hearts, spades; the Jester comes last. Four cards of one rank stand side by
//! side. The two Jesters of a game are the same card twice.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A suit, and with it a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Doubles the damage of the play.
    Clubs,
    /// Draws cards.
    Diamonds,
    /// Heals: cards return from the discard pile to the tavern.
    Hearts,
    /// Shields against the enemy's attack.
    Spades,
}

impl Suit {
    /// All four, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter in the short notation.
    pub fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    /// The suit's name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }
}

/// A rank from Ace to King.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names of the ranks say it all")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All thirteen, ascending.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// What a card of this rank is worth, in attack and in payment (R3.1, R3.2).
    pub fn value(self) -> u8 {
        match self {
            Self::Jack => 10,
            Self::Queen => 15,
            Self::King => 20,
            number => number as u8 + 1,
        }
    }

    /// Whether it is a Jack, Queen or King.
    pub fn is_court(self) -> bool {
        self >= Self::Jack
    }

    /// The letters in the short notation: `A`, `2` to `10`, `J`, `Q`, `K`.
    pub fn letters(self) -> &'static str {
        [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ][self as usize]
    }

    /// The rank's name with a capital, as in `Ace of Clubs`.
    pub fn name(self) -> &'static str {
        [
            "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
            "Queen", "King",
        ][self as usize]
    }
}

/// One card. Written as `5H`, `10D`, `X`; see [`notation`](crate::notation).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The cards in the short notation, by their numbers.
#[rustfmt::skip]
const LETTERS: [&str; Card::KINDS as usize] = [
    "AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S",
    "4C", "4D", "4H", "4S", "5C", "5D", "5H", "5S", "6C", "6D", "6H", "6S",
    "7C", "7D", "7H", "7S", "8C", "8D", "8H", "8S", "9C", "9D", "9H", "9S",
    "10C", "10D", "10H", "10S", "JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS",
    "KC", "KD", "KH", "KS", "X",
];

impl Card {
    /// The Jester.
    pub const JESTER: Self = Self(52);

    /// How many different cards there are; indices are below this.
    pub const KINDS: u8 = 53;

    /// The card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank as u8 * 4 + suit as u8)
    }

    /// The card with this number, if there is one.
    pub fn from_index(index: u8) -> Option<Self> {
        (index < Self::KINDS).then_some(Self(index))
    }

    /// The card's number, below [`Card::KINDS`].
    pub fn index(self) -> u8 {
        self.0
    }

    /// The rank; the Jester has none.
    pub fn rank(self) -> Option<Rank> {
        Rank::ALL.get(usize::from(self.0 / 4)).copied()
    }

    /// The suit; the Jester has none.
    pub fn suit(self) -> Option<Suit> {
        (!self.is_jester()).then(|| Suit::ALL[usize::from(self.0 % 4)])
    }

    /// The letters in the short notation: `5H`, `10D`, `X`.
    pub fn letters(self) -> &'static str {
        LETTERS[usize::from(self.0)]
    }

    /// Whether this is the Jester.
    pub fn is_jester(self) -> bool {
        self == Self::JESTER
    }

    /// Whether this is a Jack, Queen or King.
    pub fn is_court(self) -> bool {
        self.rank().is_some_and(Rank::is_court)
    }

    /// Whether this is an Ace.
    pub fn is_ace(self) -> bool {
        self.rank() == Some(Rank::Ace)
    }

    /// What the card is worth in attack and in payment: Ace 1, numbers their
    /// number, court cards 10, 15 and 20, the Jester nothing (R3.1, R3.2).
    pub fn value(self) -> u8 {
        self.rank().map_or(0, Rank::value)
    }

    /// The twelve enemies, Jacks first.
    pub fn court() -> impl Iterator<Item = Self> {
        (40..52).map(Self)
    }

    /// The forty cards from Ace to Ten.
    pub fn commons() -> impl Iterator<Item = Self> {
        (0..40).map(Self)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Cards are stored by their short names, so that a log can be read.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.letters())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What a group of cards is worth together.
pub fn worth<'a>(cards: impl IntoIterator<Item = &'a Card>) -> u16 {
    cards.into_iter().map(|card| u16::from(card.value())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_1_numbers_are_worth_their_face_the_ace_one_the_jester_nothing() {
        let values: Vec<u8> = Rank::ALL[..10].iter().map(|rank| rank.value()).collect();
        assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(Card::JESTER.value(), 0);
    }

    #[test]
    fn r3_2_court_cards_are_worth_ten_fifteen_and_twenty() {
        let values: Vec<u8> = Rank::ALL[10..].iter().map(|rank| rank.value()).collect();
        assert_eq!(values, [10, 15, 20]);
    }

    #[test]
    fn every_index_is_one_card() {
        for index in 0..Card::KINDS {
            let card = Card::from_index(index).unwrap();
            match (card.rank(), card.suit()) {
                (Some(rank), Some(suit)) => {
                    assert_eq!(Card::new(rank, suit), card);
                    let letters = format!("{}{}", rank.letters(), suit.letter());
                    assert_eq!(card.letters(), letters);
                }
                _ => assert_eq!((card, card.letters()), (Card::JESTER, "X")),
            }
            let stored = serde_json::to_string(&card).unwrap();
            assert_eq!(stored, format!("\"{}\"", card.letters()));
        }
        assert_eq!(Card::from_index(Card::KINDS), None);
    }
}
