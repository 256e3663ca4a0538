//! Cards in plain characters.
//!
//! ```text
//! .-------.
//! | 5     |
//! |   ♥   |
//! |     5 |
//! '-------'
//! ```

use parlour_regicide::{Card, Rank, Suit};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::Theme;

/// How wide a small card is drawn.
pub const WIDTH: u16 = 9;
/// How high a small card is drawn.
pub const HEIGHT: u16 = 5;

/// How large cards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// Rank and suit.
    #[default]
    Small,
    /// With pips, as printed cards have them.
    Large,
}

impl Size {
    /// The larger of those that fit.
    pub fn fitting(width: u16, height: u16) -> Self {
        if width >= Self::Large.width() && height >= Self::Large.height() {
            Self::Large
        } else {
            Self::Small
        }
    }

    /// How wide a card is.
    pub fn width(self) -> u16 {
        match self {
            Self::Small => WIDTH,
            Self::Large => 13,
        }
    }

    /// How high a card is.
    pub fn height(self) -> u16 {
        match self {
            Self::Small => HEIGHT,
            Self::Large => 7,
        }
    }
}

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
    /// How large.
    pub size: Size,
}

/// The lines of a card.
pub fn picture(theme: Theme, card: Card, look: Look<'_>) -> Vec<Line<'static>> {
    let mut style = colour(theme, card.suit());
    if look.blocked {
        style = theme.dim();
    }
    if look.selected {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let inside = match look.size {
        Size::Small => small_face(card, look.blocked),
        Size::Large => large_face(card, look.blocked),
    };
    let edge = |corner: char, words: &str| match look.size {
        Size::Small => format!("{corner}{words:-^7}{corner}"),
        Size::Large => format!("{corner}{words:-^11}{corner}"),
    };
    let inside = inside.iter().map(|line| format!("|{line}|"));
    std::iter::once(edge('.', look.above))
        .chain(inside)
        .chain([edge('\'', look.below)])
        .map(|line| Line::styled(line, style))
        .collect()
}

/// A blocked suit is crossed out, so that it shows without colours too.
fn small_face(card: Card, blocked: bool) -> Vec<String> {
    let rank = card.rank().map_or("X", |rank| rank.letters());
    let sign = card.suit().map_or('★', sign);
    let middle = if blocked {
        format!("  {sign} ×  ")
    } else {
        format!("   {sign}   ")
    };
    vec![format!(" {rank:<6}"), middle, format!("{rank:>6} ")]
}

/// Where pips lie on a large card, row by row: left, middle, right.
fn pips(rank: Rank) -> [&'static str; 5] {
    match rank {
        Rank::Ace => ["     ", "     ", "  *  ", "     ", "     "],
        Rank::Two => ["  *  ", "     ", "     ", "     ", "  *  "],
        Rank::Three => ["  *  ", "     ", "  *  ", "     ", "  *  "],
        Rank::Four => ["*   *", "     ", "     ", "     ", "*   *"],
        Rank::Five => ["*   *", "     ", "  *  ", "     ", "*   *"],
        Rank::Six => ["*   *", "     ", "*   *", "     ", "*   *"],
        Rank::Seven => ["*   *", "  *  ", "*   *", "     ", "*   *"],
        Rank::Eight => ["*   *", "  *  ", "*   *", "  *  ", "*   *"],
        Rank::Nine => ["*   *", "*   *", "  *  ", "*   *", "*   *"],
        Rank::Ten => ["*   *", "* * *", "     ", "* * *", "*   *"],
        Rank::Jack => ["+---+", "| ^ |", "| * |", "| v |", "+---+"],
        Rank::Queen => ["+---+", "|^^^|", "| * |", "|vvv|", "+---+"],
        Rank::King => ["+---+", "|\\|/|", "| * |", "|/|\\|", "+---+"],
    }
}

/// The same on a large card, with a cross in the free corners.
fn large_face(card: Card, blocked: bool) -> Vec<String> {
    let letters = card.rank().map_or("X", |rank| rank.letters());
    let sign = card.suit().map_or('★', sign);
    let rows = card
        .rank()
        .map_or(["* * *", "     ", " * * ", "     ", "* * *"], pips);
    let cross = if blocked { '×' } else { ' ' };
    let row = |at: usize| rows[at].replace('*', &sign.to_string());
    let mut lines = vec![format!(" {letters:<2}{}  {cross}", row(0))];
    lines.extend((1..4).map(|at| format!("   {}   ", row(at))));
    lines.push(format!("{cross}  {}{letters:>2} ", row(4)));
    lines
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
            size: Size::Small,
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
    fn large_cards_have_pips_and_court_cards_a_frame() {
        let large = |blocked| Look {
            size: Size::Large,
            blocked,
            ..Look::default()
        };
        assert_eq!(
            drawn("10H", large(false)),
            ".-----------.\n| 10♥   ♥   |\n|   ♥ ♥ ♥   |\n|           |\n\
             |   ♥ ♥ ♥   |\n|   ♥   ♥10 |\n'-----------'"
        );
        assert_eq!(
            drawn("KS", large(true)),
            ".-----------.\n| K +---+  ×|\n|   |\\|/|   |\n|   | ♠ |   |\n\
             |   |/|\\|   |\n|×  +---+ K |\n'-----------'"
        );
        let suits = Suit::ALL.into_iter();
        let cards = suits.flat_map(|suit| Rank::ALL.map(|rank| Card::new(rank, suit)));
        for card in cards.chain([Card::JESTER]) {
            let lines = picture(Theme::new(Colours::None), card, large(true));
            assert_eq!(lines.len(), usize::from(Size::Large.height()), "{card}");
            for line in lines {
                assert_eq!(line.width(), usize::from(Size::Large.width()), "{card}");
            }
        }
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
