//! Commands as words.
//!
//! ```text
//! command   = direction | "wait" | "rest" | "explore" | "descend" | "ascend"
//!           | "take" | "search" | "travel" cell | "drop" letter
//!           | "use" letter ["at" cell | "on" letter] | "fire" cell | "close" direction
//! direction = "north" | "northeast" | "east" | "southeast" | "south"
//!           | "southwest" | "west" | "northwest"
//! cell      = number "," number            column, row
//! letter    = "a".."z"
//! ```
//!
//! One space between words; capitals and spaces round a line do not matter.

use std::fmt;
use std::str::FromStr;

use parlour_grid::{Direction, Point};

use crate::command::Command;

/// Words that are no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotACommand {
    /// The first word is none that is known.
    #[error(
        "there is no command \"{0}\"; try north, wait, rest, explore, travel 10,4, take, search, use a, drop a, fire 10,4, close north, descend, ascend"
    )]
    UnknownWord(String),
    /// A direction was expected.
    #[error("\"{0}\" is no direction; say north, northeast, east, southeast and so on")]
    NoDirection(String),
    /// A cell was expected.
    #[error("\"{0}\" is no place; say a column and a row, like 10,4")]
    NoCell(String),
    /// A letter of the pack was expected.
    #[error("\"{0}\" is no letter of the pack; say a to z")]
    NoLetter(String),
    /// There are words left over.
    #[error("\"{0}\" is too much")]
    TooMuch(String),
}

const DIRECTIONS: [&str; 8] = [
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
];

/// The word for a direction.
pub fn direction_word(way: Direction) -> &'static str {
    DIRECTIONS[way as usize]
}

fn direction(word: &str) -> Option<Direction> {
    let place = DIRECTIONS.iter().position(|known| *known == word)?;
    Some(Direction::ALL[place])
}

fn cell(word: &str) -> Result<Point, NotACommand> {
    let read = || {
        let (x, y) = word.split_once(',')?;
        let number = |text: &str| -> Option<i32> {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse().ok())?
        };
        Some(Point::new(number(x)?, number(y)?))
    };
    read().ok_or_else(|| NotACommand::NoCell(short(word)))
}

fn letter(word: &str) -> Result<char, NotACommand> {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(letter @ 'a'..='z'), None) => Ok(letter),
        _ => Err(NotACommand::NoLetter(short(word))),
    }
}

/// As much of a word as an answer repeats.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

impl FromStr for Command {
    type Err = NotACommand;

    fn from_str(line: &str) -> Result<Self, NotACommand> {
        let line = line.trim().to_lowercase();
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let mut next = || words.next().unwrap_or_default();
        let command = match first {
            "wait" => Self::Wait,
            "rest" => Self::Rest,
            "explore" => Self::Explore,
            "descend" => Self::Descend,
            "ascend" => Self::Ascend,
            "take" => Self::PickUp,
            "search" => Self::Search,
            "travel" => Self::Travel(cell(next())?),
            "drop" => Self::Drop(letter(next())?),
            "fire" => Self::Fire(cell(next())?),
            "close" => {
                let word = next();
                let way = direction(word).ok_or_else(|| NotACommand::NoDirection(short(word)))?;
                Self::Close(way)
            }
            "use" => {
                let letter = letter(next())?;
                match next() {
                    "" => Self::Use(letter),
                    "at" => Self::UseAt(letter, cell(next())?),
                    "on" => Self::UseOn(letter, self::letter(next())?),
                    more => return Err(NotACommand::TooMuch(short(more))),
                }
            }
            word => match direction(word) {
                Some(way) => Self::Step(way),
                None => return Err(NotACommand::UnknownWord(short(word))),
            },
        };
        match words.next() {
            None => Ok(command),
            Some(more) => Err(NotACommand::TooMuch(short(more))),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(way) => f.write_str(direction_word(*way)),
            Self::Wait => f.write_str("wait"),
            Self::Rest => f.write_str("rest"),
            Self::Explore => f.write_str("explore"),
            Self::Travel(at) => write!(f, "travel {},{}", at.x, at.y),
            Self::Descend => f.write_str("descend"),
            Self::Ascend => f.write_str("ascend"),
            Self::PickUp => f.write_str("take"),
            Self::Drop(letter) => write!(f, "drop {letter}"),
            Self::Use(letter) => write!(f, "use {letter}"),
            Self::UseAt(letter, at) => write!(f, "use {letter} at {},{}", at.x, at.y),
            Self::UseOn(letter, on) => write!(f, "use {letter} on {on}"),
            Self::Search => f.write_str("search"),
            Self::Fire(at) => write!(f, "fire {},{}", at.x, at.y),
            Self::Close(way) => write!(f, "close {}", direction_word(*way)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written() {
        for (text, command) in [
            ("northwest", Command::Step(Direction::NorthWest)),
            ("travel 10,-4", Command::Travel(Point::new(10, -4))),
            ("use b at 3,7", Command::UseAt('b', Point::new(3, 7))),
            ("use c on a", Command::UseOn('c', 'a')),
            ("search", Command::Search),
            ("close south", Command::Close(Direction::South)),
        ] {
            assert_eq!(text.parse(), Ok(command));
            assert_eq!(command.to_string(), text);
        }
        assert_eq!("  USE c ".parse(), Ok(Command::Use('c')));
    }

    #[test]
    fn wrong_words_name_the_smallest_wrong_piece() {
        let refused = |line: &str| line.parse::<Command>().unwrap_err();
        assert_eq!(refused("dance"), NotACommand::UnknownWord("dance".into()));
        assert_eq!(refused(""), NotACommand::UnknownWord(String::new()));
        assert_eq!(refused("travel 3;4"), NotACommand::NoCell("3;4".into()));
        assert_eq!(refused("travel +3,4"), NotACommand::NoCell("+3,4".into()));
        assert_eq!(refused("use 7"), NotACommand::NoLetter("7".into()));
        assert_eq!(refused("close up"), NotACommand::NoDirection("up".into()));
        assert_eq!(refused("rest now"), NotACommand::TooMuch("now".into()));
    }
}
