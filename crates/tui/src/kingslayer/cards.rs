//! Cards in plain characters.
//!
//! ```text
//! .-------.
//! | 5     |
//! |   ♥   |
//! |     5 |
//! '-------'
//! ```

use parlour_regicide::{Card, Suit};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::Theme;

/// How wide a card is drawn.
pub const WIDTH: u16 = 9;
/// How high a card is drawn.
pub const HEIGHT: u16 = 5;

/// The sign of a suit.
pub fn sign(suit: Suit) -> char {
    match suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    }
}

/// A card in two or three letters: `5♥`, `10♦`, `X`.
pub fn short(card: Card) -> String {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => format!("{}{}", rank.letters(), sign(suit)),
        _ => String::from("X"),
    }
}

/// Words in which cards are written as on the screen: `4S` becomes `4♠`.
pub fn with_signs(words: &str) -> String {
    let piece = |word: &str| {
        let name = word.trim_end_matches([',', '.', ':', ';', ')']);
        match name.parse::<Card>() {
            // Letters in capitals only: other words are left alone.
            Ok(card) if card.to_string() == name => short(card) + &word[name.len()..],
            _ => word.to_owned(),
        }
    };
    let pieces: Vec<String> = words.split(' ').map(piece).collect();
    pieces.join(" ")
}

/// The colour of a suit, and of Jesters.
pub fn colour(theme: Theme, suit: Option<Suit>) -> Style {
    suit.map_or_else(|| theme.accent(), |suit| theme.suit(suit as usize))
}

/// Some cards in short words, each in its colour.
pub fn spans(theme: Theme, cards: &[Card]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for card in cards {
        if !spans.is_empty() {
            spans.push(Span::raw(" "));
        }
        spans.push(Span::styled(short(*card), colour(theme, card.suit())));
    }
    spans
}

/// How a card is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// Words in the upper edge, at most seven wide.
    pub above: &'a str,
    /// Words in the lower edge, at most seven wide.
    pub below: &'a str,
    /// Drawn inverted.
    pub selected: bool,
    /// Its suit does not work now.
    pub blocked: bool,
}

/// The five lines of a card.
pub fn picture(theme: Theme, card: Card, look: Look<'_>) -> Vec<Line<'static>> {
    let rank = card.rank().map_or("X", |rank| rank.letters());
    let sign = card.suit().map_or('★', sign);
    // A blocked suit is crossed out, so that it shows without colours too.
    let middle = if look.blocked {
        format!("|  {sign} ×  |")
    } else {
        format!("|   {sign}   |")
    };
    let mut style = colour(theme, card.suit());
    if look.blocked {
        style = theme.dim();
    }
    if look.selected {
        style = style.add_modifier(Modifier::REVERSED);
    }
    [
        edge('.', look.above, '.'),
        format!("| {rank:<6}|"),
        middle,
        format!("|{rank:>6} |"),
        edge('\'', look.below, '\''),
    ]
    .into_iter()
    .map(|line| Line::styled(line, style))
    .collect()
}

/// An edge of seven dashes with words in the middle.
fn edge(left: char, words: &str, right: char) -> String {
    format!("{left}{words:-^7}{right}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colours;

    fn drawn(card: &str, look: Look<'_>) -> String {
        let card = card.parse().unwrap();
        let lines = picture(Theme::new(Colours::None), card, look);
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines.join("\n")
    }

    #[test]
    fn a_five_of_hearts() {
        assert_eq!(
            drawn("5H", Look::default()),
            ".-------.\n| 5     |\n|   ♥   |\n|     5 |\n'-------'"
        );
    }

    #[test]
    fn a_blocked_ten_with_words_in_its_edges() {
        let look = Look {
            above: "1",
            below: "10",
            blocked: true,
            selected: true,
        };
        assert_eq!(
            drawn("10S", look),
            ".---1---.\n| 10    |\n|  ♠ ×  |\n|    10 |\n'--10---'"
        );
    }

    #[test]
    fn a_jester() {
        assert_eq!(
            drawn("X", Look::default()),
            ".-------.\n| X     |\n|   ★   |\n|     X |\n'-------'"
        );
    }

    #[test]
    fn cards_in_words_get_their_signs() {
        for (words, shown) in [
            ("You play 4S for 4", "You play 4♠ for 4"),
            ("  10D, AC: both", "  10♦, A♣: both"),
            ("play X, as 5 cards", "play X, as 5 cards"),
            ("", ""),
        ] {
            assert_eq!(with_signs(words), shown);
        }
    }
}
