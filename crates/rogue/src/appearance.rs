//! How a thing looks: one character in one colour.

use std::fmt;
use std::str::FromStr;

/// The colours a terminal knows by name, or any colour by its three parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `black`
    Black,
    /// `red`
    Red,
    /// `green`
    Green,
    /// `yellow`
    Yellow,
    /// `blue`
    Blue,
    /// `magenta`
    Magenta,
    /// `cyan`
    Cyan,
    /// `white`: also what a thing without a colour is drawn in.
    #[default]
    White,
    /// `grey` (or `gray`)
    Grey,
    /// `#rrggbb`
    Rgb(u8, u8, u8),
}

const NAMED: [(&str, Colour); 9] = [
    ("black", Colour::Black),
    ("red", Colour::Red),
    ("green", Colour::Green),
    ("yellow", Colour::Yellow),
    ("blue", Colour::Blue),
    ("magenta", Colour::Magenta),
    ("cyan", Colour::Cyan),
    ("white", Colour::White),
    ("grey", Colour::Grey),
];

/// A text that names no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no colour; use black, red, green, yellow, blue, magenta, cyan, white, grey or #rrggbb"
)]
pub struct NoSuchColour(pub String);

impl FromStr for Colour {
    type Err = NoSuchColour;

    fn from_str(text: &str) -> Result<Self, NoSuchColour> {
        if let Some((_, colour)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*colour);
        }
        if text == "gray" {
            return Ok(Self::Grey);
        }
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(rgb) => Ok(Self::Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)),
            None => Err(NoSuchColour(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Rgb(red, green, blue) = self {
            return write!(f, "#{red:02x}{green:02x}{blue:02x}");
        }
        let named = NAMED.iter().find(|(_, colour)| colour == self);
        f.write_str(named.map_or("white", |(name, _)| name))
    }
}

/// A character in a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Glyph {
    /// The character.
    pub char: char,
    /// Its colour.
    pub colour: Colour,
}

impl Glyph {
    /// What is drawn for things that say nothing about their looks.
    pub const UNKNOWN: Self = Self::new('?', Colour::White);

    /// A character in a colour.
    pub const fn new(char: char, colour: Colour) -> Self {
        Self { char, colour }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_written() {
        for (name, colour) in NAMED {
            assert_eq!(name.parse(), Ok(colour));
            assert_eq!(colour.to_string(), name);
        }
        assert_eq!("#0a0bff".parse(), Ok(Colour::Rgb(10, 11, 255)));
        assert_eq!(Colour::Rgb(10, 11, 255).to_string(), "#0a0bff");
        for wrong in ["", "Red", "#12345", "#1234567", "#+12345", "puce"] {
            assert!(wrong.parse::<Colour>().is_err(), "{wrong}");
        }
    }
}
