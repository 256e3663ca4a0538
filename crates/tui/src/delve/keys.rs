//! What keys do, and how that is changed.
//!
//! A key is written as its letter, or `Ctrl-` and a letter. Arrows and the digits
//! of a number pad always walk, Escape always closes.

use parlour_delve::Direction;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::Input;

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Walks or strikes.
    Walk(Direction),
    /// Lets a turn pass.
    Wait,
    /// Rests until healed.
    Rest,
    /// Explores until something happens.
    Explore,
    /// Picks up.
    Take,
    /// Uses something of the pack.
    Use,
    /// Drops something of the pack.
    Drop,
    /// Shoots.
    Fire,
    /// Takes the stairs down, or walks there.
    Descend,
    /// Takes the stairs up, or walks there.
    Ascend,
    /// Looks about with a cursor, and walks where it points.
    Look,
    /// Shuts a door.
    Close,
    /// Shows the pack.
    Pack,
    /// Shows the character sheet.
    Sheet,
    /// Shows all that was said.
    Log,
    /// Shows who and what is known here, and the levels.
    Overview,
    /// Shows or hides hints.
    Hints,
    /// Shows the keys, and changes them.
    Help,
    /// Takes the last command back, in practice.
    Undo,
    /// Leaves; the game is kept.
    Leave,
}

/// Every action: its name in files and hints, its key, what it does.
const ALL: [(Action, &str, &str, &str); 27] = [
    (
        Action::Walk(Direction::West),
        "west",
        "h",
        "walk or strike west; also the arrow keys",
    ),
    (
        Action::Walk(Direction::South),
        "south",
        "j",
        "walk or strike south",
    ),
    (
        Action::Walk(Direction::North),
        "north",
        "k",
        "walk or strike north",
    ),
    (
        Action::Walk(Direction::East),
        "east",
        "l",
        "walk or strike east",
    ),
    (
        Action::Walk(Direction::NorthWest),
        "northwest",
        "y",
        "walk north-west; also 7 9 1 3 for slants",
    ),
    (
        Action::Walk(Direction::NorthEast),
        "northeast",
        "u",
        "walk north-east",
    ),
    (
        Action::Walk(Direction::SouthWest),
        "southwest",
        "b",
        "walk south-west",
    ),
    (
        Action::Walk(Direction::SouthEast),
        "southeast",
        "n",
        "walk south-east",
    ),
    (
        Action::Explore,
        "explore",
        "o",
        "explore, picking up what lies about",
    ),
    (
        Action::Rest,
        "rest",
        "R",
        "rest until your wounds have closed",
    ),
    (Action::Wait, "wait", ".", "wait a turn"),
    (Action::Take, "take", "g", "pick up what lies here"),
    (
        Action::Use,
        "use",
        "a",
        "use something: drink, read, wield, wear, take off",
    ),
    (Action::Drop, "drop", "d", "drop something"),
    (Action::Fire, "fire", "f", "shoot with a bow"),
    (
        Action::Descend,
        "descend",
        ">",
        "take the stairs down, or walk to them",
    ),
    (
        Action::Ascend,
        "ascend",
        "<",
        "take the stairs up, or walk to them",
    ),
    (
        Action::Look,
        "look",
        "x",
        "look about; Enter walks there. Or click",
    ),
    (Action::Close, "close", "c", "close a door"),
    (Action::Pack, "pack", "i", "what you carry"),
    (Action::Sheet, "sheet", "@", "what you have become"),
    (Action::Log, "log", "m", "all that was said"),
    (
        Action::Overview,
        "overview",
        "v",
        "what you know of the dungeon",
    ),
    (Action::Hints, "hints", "H", "hints on or off"),
    (Action::Help, "help", "?", "these keys, and changing them"),
    (
        Action::Undo,
        "undo",
        "Ctrl-z",
        "take back the last command, in practice",
    ),
    (Action::Leave, "leave", "q", "leave; the game is kept"),
];

/// Which key does what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    bound: Vec<(Action, String)>,
}

impl Default for Keys {
    fn default() -> Self {
        let bound = ALL.iter();
        Self {
            bound: bound
                .map(|(action, _, key, _)| (*action, (*key).to_string()))
                .collect(),
        }
    }
}

impl Keys {
    /// The standard keys with some changed, by the names of actions.
    ///
    /// # Errors
    /// Names that are no action, texts that are no key, keys given twice.
    pub fn with<'a>(changes: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut keys = Self::default();
        for (name, key) in changes {
            let known = ALL.iter().find(|(_, known, _, _)| *known == name);
            let Some((action, ..)) = known else {
                return Err(format!("there is no action {name:?}"));
            };
            if !is_key(key) {
                return Err(format!(
                    "{key:?} is no key: use a letter, or Ctrl- and a letter"
                ));
            }
            keys.set(*action, key);
        }
        for (place, (action, key)) in keys.bound.iter().enumerate() {
            let other = keys.bound[..place].iter().find(|(_, other)| other == key);
            if let Some((other, _)) = other {
                let (one, two) = (name_of(*other), name_of(*action));
                return Err(format!("{key} is both {one} and {two}"));
            }
        }
        Ok(keys)
    }

    /// The changed keys, by the names of actions.
    pub fn changes(&self) -> Vec<(&'static str, &str)> {
        let standard = Self::default();
        let pairs = self.bound.iter().zip(standard.bound.iter());
        pairs
            .filter(|(mine, standard)| mine.1 != standard.1)
            .map(|((action, key), _)| (name_of(*action), key.as_str()))
            .collect()
    }

    /// Gives an action another key; whoever had it gets the old one.
    pub fn rebind(&mut self, action: Action, key: &str) {
        let old = self.key(action).to_string();
        if let Some((_, taken)) = self.bound.iter_mut().find(|(_, bound)| bound == key) {
            *taken = old;
        }
        self.set(action, key);
    }

    fn set(&mut self, action: Action, key: &str) {
        if let Some((_, bound)) = self.bound.iter_mut().find(|(bound, _)| *bound == action) {
            *bound = key.to_string();
        }
    }

    /// The key of an action.
    pub fn key(&self, action: Action) -> &str {
        let bound = self.bound.iter().find(|(bound, _)| *bound == action);
        bound.map_or("", |(_, key)| key)
    }

    /// What an input does.
    pub fn action(&self, input: &Input) -> Option<Action> {
        let walk = |way| Some(Action::Walk(way));
        match input.plain() {
            Some(KeyCode::Up | KeyCode::Char('8')) => return walk(Direction::North),
            Some(KeyCode::Down | KeyCode::Char('2')) => return walk(Direction::South),
            Some(KeyCode::Left | KeyCode::Char('4')) => return walk(Direction::West),
            Some(KeyCode::Right | KeyCode::Char('6')) => return walk(Direction::East),
            Some(KeyCode::Home | KeyCode::Char('7')) => return walk(Direction::NorthWest),
            Some(KeyCode::PageUp | KeyCode::Char('9')) => return walk(Direction::NorthEast),
            Some(KeyCode::End | KeyCode::Char('1')) => return walk(Direction::SouthWest),
            Some(KeyCode::PageDown | KeyCode::Char('3')) => return walk(Direction::SouthEast),
            Some(KeyCode::Char('5')) => return Some(Action::Wait),
            Some(KeyCode::Esc) => return Some(Action::Leave),
            _ => {}
        }
        let key = key_text(input)?;
        let bound = self.bound.iter().find(|(_, bound)| *bound == key);
        bound.map(|(action, _)| *action)
    }

    /// Every action with its key and what it does.
    pub fn list(&self) -> Vec<(Action, &str, &'static str)> {
        let all = ALL.iter();
        all.map(|(action, _, _, what)| (*action, self.key(*action), *what))
            .collect()
    }

    /// Words in which `{explore}` and the like stand for keys.
    pub fn fill(&self, words: &str) -> String {
        let walk: String = ["west", "south", "north", "east"]
            .iter()
            .filter_map(|name| ALL.iter().find(|(_, known, _, _)| known == name))
            .map(|(action, ..)| self.key(*action))
            .collect();
        let mut filled = words.replace("{walk}", &format!("arrows or {walk}"));
        for (action, name, _, _) in ALL {
            filled = filled.replace(&format!("{{{name}}}"), self.key(action));
        }
        filled
    }
}

fn name_of(action: Action) -> &'static str {
    let known = ALL.iter().find(|(known, ..)| *known == action);
    known.map_or("", |(_, name, _, _)| name)
}

/// The text of a key that may be bound.
pub(super) fn key_text(input: &Input) -> Option<String> {
    let Input::Key(key) = input else {
        return None;
    };
    let KeyCode::Char(letter) = key.code else {
        return None;
    };
    if key.modifiers.contains(KeyModifiers::ALT) || letter.is_control() {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return Some(format!("Ctrl-{}", letter.to_ascii_lowercase()));
    }
    Some(letter.to_string())
}

fn is_key(text: &str) -> bool {
    let letter = text.strip_prefix("Ctrl-").unwrap_or(text);
    let mut chars = letter.chars();
    let one = chars
        .next()
        .is_some_and(|char| !char.is_control() && !char.is_ascii_digit());
    one && chars.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_changed_and_told() {
        let keys = Keys::with([("explore", "e")]).unwrap();
        assert_eq!(keys.action(&Input::letter('e')), Some(Action::Explore));
        assert_eq!(keys.action(&Input::letter('o')), None);
        assert_eq!(keys.fill("Press {explore}."), "Press e.");
        assert_eq!(keys.changes(), [("explore", "e")]);
        assert!(Keys::with([("fly", "e")]).unwrap_err().contains("fly"));
        assert!(Keys::with([("rest", "ab")]).unwrap_err().contains("ab"));
        let twice = Keys::with([("rest", "o")]).unwrap_err();
        assert!(
            twice.contains("explore") && twice.contains("rest"),
            "{twice}"
        );
    }

    #[test]
    fn a_key_that_is_taken_changes_places() {
        let mut keys = Keys::default();
        keys.rebind(Action::Rest, "o");
        assert_eq!(keys.key(Action::Rest), "o");
        assert_eq!(keys.key(Action::Explore), "R");
        assert!(Keys::with(keys.changes()).is_ok());
    }

    #[test]
    fn arrows_digits_and_escape_are_fixed() {
        let keys = Keys::default();
        let walk = |way| Some(Action::Walk(way));
        assert_eq!(
            keys.action(&Input::key(KeyCode::Up)),
            walk(Direction::North)
        );
        assert_eq!(keys.action(&Input::letter('9')), walk(Direction::NorthEast));
        assert_eq!(keys.action(&Input::key(KeyCode::Esc)), Some(Action::Leave));
    }
}
