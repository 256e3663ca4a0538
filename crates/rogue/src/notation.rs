//! Keys, actions and key scripts as text.
//!
//! ```text
//! key      = one character | name | "C-" one character | "@" column "," row
//!            (the last is a click on a cell of the map)
//! name     = "enter" "escape" "tab" "backspace" "delete" "insert" "space"
//!            "up" "down" "left" "right" "home" "end" "page-up" "page-down"
//!            "f1" ... "f12"
//! script   = { character | "<" key ">" | "<lt>" | "<C-gt>" }
//!            (a character other than "<" is itself)
//! action   = ("move-" | "bump-") way | "look" | "quit" | "ranged-attack" | other
//! way      = "up" "down" "left" "right" "up-left" "up-right" "down-left" "down-right"
//! other    = the game's own word, such as "wait" or "descend"
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parlour_grid::{Direction, Point};

/// One key press, as a display reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A character: letters, digits, signs, the space bar.
    Char(char),
    /// The control key held with a character.
    Ctrl(char),
    /// Return.
    Enter,
    /// Escape.
    Escape,
    /// Tabulator.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A function key, 1 to 12.
    F(u8),
    /// A click, or a finger, on a cell of the map.
    Cell(Point),
}

const NAMED_KEYS: [(&str, Key); 15] = [
    ("enter", Key::Enter),
    ("escape", Key::Escape),
    ("tab", Key::Tab),
    ("backspace", Key::Backspace),
    ("delete", Key::Delete),
    ("insert", Key::Insert),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("home", Key::Home),
    ("end", Key::End),
    ("page-up", Key::PageUp),
    ("page-down", Key::PageDown),
    ("space", Key::Char(' ')),
];

impl From<char> for Key {
    fn from(char: char) -> Self {
        Self::Char(char)
    }
}

/// A text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no key; use one character, C- and a character, or a name like enter, escape, up")]
pub struct NoSuchKey(pub String);

impl FromStr for Key {
    type Err = NoSuchKey;

    fn from_str(text: &str) -> Result<Self, NoSuchKey> {
        let no_such_key = || NoSuchKey(text.chars().take(40).collect());
        if let Some(char) = only_char(text) {
            return if char.is_control() {
                Err(no_such_key())
            } else {
                Ok(Self::Char(char))
            };
        }
        if let Some((_, key)) = NAMED_KEYS.iter().find(|(name, _)| *name == text) {
            return Ok(*key);
        }
        if let Some(char) = text.strip_prefix("C-").and_then(only_char)
            && !char.is_control()
        {
            return Ok(Self::Ctrl(char));
        }
        if let Some(cell) = text.strip_prefix('@').and_then(cell_of) {
            return Ok(Self::Cell(cell));
        }
        let function = text
            .strip_prefix('f')
            .filter(|digits| !digits.starts_with(['0', '+']));
        match function.and_then(|digits| digits.parse().ok()) {
            Some(number @ 1..=12) => Ok(Self::F(number)),
            _ => Err(no_such_key()),
        }
    }
}

fn cell_of(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let number = |digits: &str| {
        let plain = digits.strip_prefix('-').unwrap_or(digits);
        let only_digits = plain.bytes().all(|byte| byte.is_ascii_digit());
        if only_digits {
            digits.parse().ok()
        } else {
            None
        }
    };
    Some(Point::new(number(x)?, number(y)?))
}

fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(' ') => f.write_str("space"),
            Self::Char(char) => write!(f, "{char}"),
            Self::Ctrl(char) => write!(f, "C-{char}"),
            Self::F(number) => write!(f, "f{number}"),
            Self::Cell(at) => write!(f, "@{},{}", at.x, at.y),
            named => {
                let name = NAMED_KEYS.iter().find(|(_, key)| key == named);
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

/// Reads a script of keys: characters, and names between `<` and `>`.
pub fn parse_script(text: &str) -> Result<Vec<Key>, NoSuchKey> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if char != '<' {
            keys.push(char.encode_utf8(&mut [0; 4]).parse()?);
            rest = &rest[char.len_utf8()..];
            continue;
        }
        let (name, after) = match rest[1..].split_once('>') {
            // The key `>` itself would end its own brackets.
            Some(("", _)) | None => return Err(NoSuchKey(rest.chars().take(40).collect())),
            Some(pair) => pair,
        };
        keys.push(match name {
            "lt" => Key::Char('<'),
            "C-gt" => Key::Ctrl('>'),
            name => name.parse()?,
        });
        rest = after;
    }
    Ok(keys)
}

/// Writes a script that [`parse_script`] reads back.
pub fn write_script(keys: &[Key]) -> String {
    let mut text = String::with_capacity(keys.len());
    for key in keys {
        match key {
            Key::Char('<') => text.push_str("<lt>"),
            Key::Char(char) => text.push(*char),
            Key::Ctrl('>') => text.push_str("<C-gt>"),
            named => {
                text.push('<');
                text.push_str(&named.to_string());
                text.push('>');
            }
        }
    }
    text
}

/// What a key means to the player's turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A step, and a bump if something is in the way.
    Move(Direction),
    /// A bump without a step.
    Reach(Direction),
    /// Look mode.
    Look,
    /// Targeting: look mode that ends in a shot.
    Ranged,
    /// The end of the game.
    Quit,
    /// The game's own word. If nobody knows it, it passes a turn: that is how
    /// `wait` works.
    Other(Arc<str>),
}

impl Action {
    /// The game's own action of that name.
    pub fn other(name: &str) -> Self {
        Self::Other(name.into())
    }
}

const WAYS: [(&str, Direction); 8] = [
    ("up", Direction::North),
    ("down", Direction::South),
    ("left", Direction::West),
    ("right", Direction::East),
    ("up-left", Direction::NorthWest),
    ("up-right", Direction::NorthEast),
    ("down-left", Direction::SouthWest),
    ("down-right", Direction::SouthEast),
];

impl From<&str> for Action {
    fn from(text: &str) -> Self {
        let way = |name: &str| {
            WAYS.iter()
                .find(|(way, _)| *way == name)
                .map(|(_, way)| *way)
        };
        if let Some(way) = text.strip_prefix("move-").and_then(way) {
            return Self::Move(way);
        }
        if let Some(way) = text.strip_prefix("bump-").and_then(way) {
            return Self::Reach(way);
        }
        match text {
            "look" => Self::Look,
            "ranged-attack" => Self::Ranged,
            "quit" => Self::Quit,
            other => Self::other(other),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |way: &Direction| {
            WAYS.iter()
                .find(|(_, known)| known == way)
                .map_or("", |(name, _)| name)
        };
        match self {
            Self::Move(way) => write!(f, "move-{}", name(way)),
            Self::Reach(way) => write!(f, "bump-{}", name(way)),
            Self::Look => f.write_str("look"),
            Self::Ranged => f.write_str("ranged-attack"),
            Self::Quit => f.write_str("quit"),
            Self::Other(other) => f.write_str(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_are_read_and_written() {
        for (text, key) in NAMED_KEYS {
            assert_eq!(text.parse(), Ok(key));
            assert_eq!(key.to_string(), text);
        }
        assert_eq!("C-k".parse(), Ok(Key::Ctrl('k')));
        assert_eq!(">".parse(), Ok(Key::Char('>')));
        assert_eq!("f12".parse(), Ok(Key::F(12)));
        for wrong in [
            "", "C-", "C-kk", "f0", "f13", "f01", "Enter", "\u{1b}", "hh",
        ] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn scripts_are_read_and_written() {
        let keys = parse_script("ll<enter>x<C-k><lt>>").unwrap();
        assert_eq!(
            keys,
            [
                Key::Char('l'),
                Key::Char('l'),
                Key::Enter,
                Key::Char('x'),
                Key::Ctrl('k'),
                Key::Char('<'),
                Key::Char('>'),
            ]
        );
        assert_eq!(write_script(&keys), "ll<enter>x<C-k><lt>>");
        for wrong in ["<", "<>", "<enter", "a<nope>", "\n"] {
            assert!(parse_script(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn actions_are_read_and_written() {
        for text in [
            "move-up",
            "move-down-right",
            "bump-left",
            "look",
            "quit",
            "ranged-attack",
            "wait",
            "move-away",
        ] {
            assert_eq!(Action::from(text).to_string(), text);
        }
        assert_eq!(
            Action::from("move-up-left"),
            Action::Move(Direction::NorthWest)
        );
        assert_eq!(Action::from("move-away"), Action::other("move-away"));
    }

    fn any_key() -> impl Strategy<Value = Key> {
        let char = any::<char>().prop_filter("printable", |char| !char.is_control());
        prop_oneof![
            char.clone().prop_map(Key::Char),
            char.prop_map(Key::Ctrl),
            (1u8..=12).prop_map(Key::F),
            any::<(i32, i32)>().prop_map(|(x, y)| Key::Cell(Point::new(x, y))),
            proptest::sample::select(NAMED_KEYS.to_vec()).prop_map(|(_, key)| key),
        ]
    }

    proptest! {
        #[test]
        fn any_text_is_a_script_or_an_error(text in ".{0,40}") {
            let _ = parse_script(&text);
        }

        #[test]
        fn writing_and_reading_scripts_are_inverse(keys in proptest::collection::vec(any_key(), 0..20)) {
            prop_assert_eq!(parse_script(&write_script(&keys)).unwrap(), keys);
        }
    }
}
