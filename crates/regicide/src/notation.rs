//! Cards and commands as text.
//!
//! ```text
//! command = "play" card+ | "pay" card+ | "yield" | "flip" | "next" seat
//! card    = rank suit | "X"
//! rank    = "A" | "2" … "10" | "J" | "Q" | "K"
//! suit    = "C" | "D" | "H" | "S"
//! seat    = a number from 0
//! ```
//!
//! Reading is generous: capitals do not matter, `T` is a ten, `discard` means
//! `pay`, `Jester` and `Joker` mean `X`, and a single card may be spelled out as
//! in `Ace of Clubs`. Writing always uses the short words above.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use parlour_rules::Seat;

use crate::card::{Card, Rank, Suit};
use crate::command::Command;

/// More cards than a game has are not read.
const MOST_CARDS: usize = 54;

/// A word that is no card. The word itself is not repeated: it may be long, and
/// what somebody else typed is nobody's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACard;

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is written like 5H, 10D, AS, QC or X for the Jester")
    }
}

impl Error for NotACard {}

/// Text that is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotACommand {
    /// Nothing was written.
    Empty,
    /// The first word is none of the five.
    UnknownVerb,
    /// The card at this place, counted from 1, cannot be read.
    UnknownCard(u8),
    /// A play or payment with more cards than the game has.
    TooManyCards,
    /// `next` without a seat number.
    NoSeat,
    /// Words after a command that takes none.
    TrailingWords,
}

impl fmt::Display for NotACommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("nothing was written; try play, pay, yield, flip or next"),
            Self::UnknownVerb => {
                f.write_str("a command begins with play, pay, yield, flip or next")
            }
            Self::UnknownCard(place) => {
                write!(f, "the {} card cannot be read; {NotACard}", ordinal(*place))
            }
            Self::TooManyCards => write!(f, "there are only {MOST_CARDS} cards"),
            Self::NoSeat => f.write_str("next needs the number of a seat, for instance next 2"),
            Self::TrailingWords => f.write_str("yield and flip stand alone"),
        }
    }
}

impl Error for NotACommand {}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let text = text.trim();
        short_card(text).or_else(|| long_card(text)).ok_or(NotACard)
    }
}

impl Card {
    /// The card spelled out: `Ace of Clubs`, `Jester`.
    pub fn in_words(self) -> String {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => {
                let suit = suit.name();
                let (first, rest) = suit.split_at(1);
                format!("{} of {}{rest}", rank.name(), first.to_ascii_uppercase())
            }
            _ => String::from("Jester"),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verb, cards) = match self {
            Self::Play(cards) => ("play", cards),
            Self::Pay(cards) => ("pay", cards),
            Self::Yield => return f.write_str("yield"),
            Self::Flip => return f.write_str("flip"),
            Self::Next(seat) => return write!(f, "next {}", seat.0),
        };
        f.write_str(verb)?;
        cards.iter().try_for_each(|card| write!(f, " {card}"))
    }
}

impl FromStr for Command {
    type Err = NotACommand;

    fn from_str(text: &str) -> Result<Self, NotACommand> {
        let mut words = text.split_whitespace();
        let verb = words.next().ok_or(NotACommand::Empty)?;
        let is = |name: &str| verb.eq_ignore_ascii_case(name);
        if is("play") {
            return cards(words).map(Self::Play);
        }
        if is("pay") || is("discard") {
            return cards(words).map(Self::Pay);
        }
        let command = if is("yield") {
            Self::Yield
        } else if is("flip") {
            Self::Flip
        } else if is("next") {
            let seat = words.next().ok_or(NotACommand::NoSeat)?;
            Self::Next(Seat(seat.parse().map_err(|_| NotACommand::NoSeat)?))
        } else {
            return Err(NotACommand::UnknownVerb);
        };
        match words.next() {
            None => Ok(command),
            Some(_) => Err(NotACommand::TrailingWords),
        }
    }
}

/// Short words, each one card.
fn cards<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Card>, NotACommand> {
    let mut cards = Vec::new();
    for (place, word) in (1_u8..).zip(words) {
        if cards.len() == MOST_CARDS {
            return Err(NotACommand::TooManyCards);
        }
        cards.push(short_card(word).ok_or(NotACommand::UnknownCard(place))?);
    }
    Ok(cards)
}

fn short_card(word: &str) -> Option<Card> {
    if ["X", "Jester", "Joker"]
        .iter()
        .any(|jester| word.eq_ignore_ascii_case(jester))
    {
        return Some(Card::JESTER);
    }
    let suit_at = word.len().checked_sub(1)?;
    let (rank, suit) = (word.get(..suit_at)?, word.get(suit_at..)?);
    let rank = if rank.eq_ignore_ascii_case("T") {
        Rank::Ten
    } else {
        *Rank::ALL
            .iter()
            .find(|it| it.letters().eq_ignore_ascii_case(rank))?
    };
    let suit = Suit::ALL
        .iter()
        .find(|it| suit.eq_ignore_ascii_case(it.letter().encode_utf8(&mut [0; 4])))?;
    Some(Card::new(rank, *suit))
}

/// `Ace of Clubs`, `10 of hearts`.
fn long_card(text: &str) -> Option<Card> {
    let mut words = text.split_whitespace();
    let (rank, of, suit) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() || !of.eq_ignore_ascii_case("of") {
        return None;
    }
    let rank = Rank::ALL.iter().find(|it| {
        it.name().eq_ignore_ascii_case(rank) || it.letters().eq_ignore_ascii_case(rank)
    })?;
    let suit = Suit::ALL
        .iter()
        .find(|it| it.name().eq_ignore_ascii_case(suit))?;
    Some(Card::new(*rank, *suit))
}

/// `first`, `second`, … for places counted from 1.
pub fn ordinal(place: u8) -> String {
    const WORDS: [&str; 8] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    ];
    match WORDS.get(usize::from(place).wrapping_sub(1)) {
        Some(word) => String::from(*word),
        None => format!("{place}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_back_from_short_and_long_words() {
        for index in 0..Card::KINDS {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(card.in_words().parse(), Ok(card));
        }
        assert_eq!("10 of hearts".parse::<Card>(), "TH".parse());
    }

    #[test]
    fn words_that_are_no_cards_are_refused() {
        for word in [
            "",
            "5",
            "H",
            "11H",
            "1H",
            "0D",
            "5X",
            "5HH",
            "♥5",
            "5♥",
            "XX",
            "é",
            "of of of",
            "Ace of Clubs now",
        ] {
            assert_eq!(word.parse::<Card>(), Err(NotACard), "{word}");
        }
    }

    #[test]
    fn every_command_is_read_back() {
        for text in [
            "play 5H AC",
            "pay JC 4D 10S",
            "yield",
            "flip",
            "next 2",
            "play X",
            "play",
        ] {
            let command: Command = text.parse().unwrap();
            assert_eq!(command.to_string(), text);
        }
        assert_eq!(
            " Discard\t10d ".parse::<Command>().unwrap().to_string(),
            "pay 10D"
        );
    }

    #[test]
    fn words_that_are_no_commands_are_refused_with_the_place() {
        let problem = |text: &str| text.parse::<Command>().unwrap_err();
        assert_eq!(problem("  "), NotACommand::Empty);
        assert_eq!(problem("attack 5H"), NotACommand::UnknownVerb);
        assert_eq!(problem("play 5H 5P"), NotACommand::UnknownCard(2));
        assert_eq!(problem("next"), NotACommand::NoSeat);
        assert_eq!(problem("next -1"), NotACommand::NoSeat);
        assert_eq!(problem("next 900"), NotACommand::NoSeat);
        assert_eq!(problem("yield now"), NotACommand::TrailingWords);
        let long = format!("play{}", " 5H".repeat(10_000));
        assert_eq!(problem(&long), NotACommand::TooManyCards);
        assert_eq!(
            problem("pay 5H 5P").to_string(),
            "the second card cannot be read; a card is written like 5H, 10D, AS, QC or X for the \
             Jester"
        );
    }
}
