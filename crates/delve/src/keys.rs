//! What keys do, the same on every screen, and how that is changed.
//!
//! A key that may be bound is written as its letter, or `Ctrl-` and a letter.
//! Arrows and the digits of a number pad always walk, Escape always closes what lies over
//! the map, and never the game.

use parlour_grid::Direction;
use parlour_rogue::Key;

/// Name in files and hints, standard key, what it does: a line for each of
/// [`Action::ALL`], in the same order.
const TABLE: &str = include_str!("../data/keys.txt");

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Walks or strikes.
    Walk(Direction),
    /// Lets a turn pass.
    Wait,
    /// Searches for what is hidden.
    Search,
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
    /// Shows the level in small, and who and what is known.
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

impl Action {
    /// Every action.
    pub const ALL: [Self; 28] = [
        Self::Walk(Direction::West),
        Self::Walk(Direction::South),
        Self::Walk(Direction::North),
        Self::Walk(Direction::East),
        Self::Walk(Direction::NorthWest),
        Self::Walk(Direction::NorthEast),
        Self::Walk(Direction::SouthWest),
        Self::Walk(Direction::SouthEast),
        Self::Explore,
        Self::Rest,
        Self::Wait,
        Self::Search,
        Self::Take,
        Self::Use,
        Self::Drop,
        Self::Fire,
        Self::Descend,
        Self::Ascend,
        Self::Look,
        Self::Close,
        Self::Pack,
        Self::Sheet,
        Self::Log,
        Self::Overview,
        Self::Hints,
        Self::Help,
        Self::Undo,
        Self::Leave,
    ];

    /// Its name in files and hints.
    pub fn name(self) -> &'static str {
        let mut rows = rows();
        rows.find(|row| row.action == self)
            .map_or("", |row| row.name)
    }
}

struct Row {
    action: Action,
    name: &'static str,
    key: &'static str,
    what: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    TABLE.lines().zip(Action::ALL).map(|(line, action)| {
        let mut fields = line.splitn(3, '|').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        Row {
            action,
            name: field(),
            key: field(),
            what: field(),
        }
    })
}

/// Which key does what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    bound: Vec<(Action, String)>,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            bound: rows().map(|row| (row.action, row.key.into())).collect(),
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
            let Some(row) = rows().find(|row| row.name == name) else {
                return Err(format!("there is no action {name:?}"));
            };
            if !is_key(key) {
                return Err(format!(
                    "{key:?} is no key: use a letter, or Ctrl- and a letter"
                ));
            }
            keys.set(row.action, key);
        }
        for (place, (action, key)) in keys.bound.iter().enumerate() {
            let other = keys.bound[..place].iter().find(|(_, other)| other == key);
            if let Some((other, _)) = other {
                let (one, two) = (other.name(), action.name());
                return Err(format!("{key} is both {one} and {two}"));
            }
        }
        Ok(keys)
    }

    /// The changed keys, by the names of actions.
    pub fn changes(&self) -> Vec<(&'static str, &str)> {
        let pairs = self.bound.iter().zip(rows());
        pairs
            .filter(|((_, key), row)| key != row.key)
            .map(|((_, key), row)| (row.name, key.as_str()))
            .collect()
    }

    /// Gives an action another key; whoever had it gets the old one. Says what that
    /// came to.
    pub fn rebind(&mut self, action: Action, key: &str) -> String {
        let old = self.key(action).to_string();
        let mut words = format!("{key} is {} now", action.name());
        let taken = self.bound.iter_mut().find(|(_, bound)| bound == key);
        if let Some((other, taken)) = taken.filter(|(other, _)| *other != action) {
            words += &[", and ", &old, " is ", other.name()].concat();
            *taken = old;
        }
        self.set(action, key);
        words.push('.');
        words
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

    /// What a key does.
    pub fn action(&self, key: Key) -> Option<Action> {
        let way = match key {
            Key::Up | Key::Char('8') => Direction::North,
            Key::Down | Key::Char('2') => Direction::South,
            Key::Left | Key::Char('4') => Direction::West,
            Key::Right | Key::Char('6') => Direction::East,
            Key::Home | Key::Char('7') => Direction::NorthWest,
            Key::PageUp | Key::Char('9') => Direction::NorthEast,
            Key::End | Key::Char('1') => Direction::SouthWest,
            Key::PageDown | Key::Char('3') => Direction::SouthEast,
            Key::Char('5') => return Some(Action::Wait),
            _ => {
                let text = key_text(key)?;
                let bound = self.bound.iter().find(|(_, bound)| *bound == text);
                return bound.map(|(action, _)| *action);
            }
        };
        Some(Action::Walk(way))
    }

    /// The direction a key walks in.
    pub fn way(&self, key: Key) -> Option<Direction> {
        match self.action(key)? {
            Action::Walk(way) => Some(way),
            _ => None,
        }
    }

    /// Every action with its key and what it does.
    pub fn list(&self) -> impl Iterator<Item = (Action, &str, &'static str)> {
        rows().map(|row| (row.action, self.key(row.action), row.what))
    }

    /// Words in which `{explore}` and the like stand for keys.
    pub fn fill(&self, words: &str) -> String {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let letters = |ways: [Direction; 4]| -> String {
            let keys = ways.map(|way| self.key(Action::Walk(way)));
            keys.concat()
        };
        let straight = letters([West, South, North, East]);
        let slanting = letters([NorthWest, NorthEast, SouthWest, SouthEast]);
        let mut filled = words.replace("{walk}", &format!("arrows or {straight}"));
        filled = filled.replace("{slants}", &slanting);
        for row in rows() {
            filled = filled.replace(&format!("{{{}}}", row.name), self.key(row.action));
        }
        filled
    }
}

/// The text of a key that may be bound.
pub fn key_text(key: Key) -> Option<String> {
    match key {
        Key::Char(letter) if letter.is_ascii_digit() || letter.is_control() => None,
        Key::Char(letter) => Some(letter.to_string()),
        Key::Ctrl(letter) => Some(format!("Ctrl-{}", letter.to_ascii_lowercase())),
        _ => None,
    }
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
    fn the_table_has_a_line_for_every_action() {
        assert_eq!(TABLE.lines().count(), Action::ALL.len());
        for row in rows() {
            assert!(is_key(row.key) && !row.what.is_empty(), "{}", row.name);
            let name = match row.action {
                Action::Walk(way) => crate::notation::direction_word(way).to_string(),
                other => format!("{other:?}").to_lowercase(),
            };
            assert_eq!(row.name, name);
        }
        assert!(Keys::with([]).is_ok(), "no key is given twice");
    }

    #[test]
    fn keys_are_changed_and_told() {
        let keys = Keys::with([("explore", "e")]).unwrap();
        assert_eq!(keys.action(Key::Char('e')), Some(Action::Explore));
        assert_eq!(keys.action(Key::Char('o')), None);
        assert_eq!(keys.fill("Press {explore}."), "Press e.");
        assert_eq!(keys.fill("{walk}; {slants}"), "arrows or hjkl; yubn");
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
        let said = keys.rebind(Action::Rest, "o");
        assert_eq!(said, "o is rest now, and R is explore.");
        assert_eq!(keys.key(Action::Rest), "o");
        assert_eq!(keys.key(Action::Explore), "R");
        assert!(Keys::with(keys.changes()).is_ok());
    }

    #[test]
    fn arrows_digits_and_escape_are_fixed() {
        let keys = Keys::default();
        assert_eq!(keys.way(Key::Up), Some(Direction::North));
        assert_eq!(keys.way(Key::Char('9')), Some(Direction::NorthEast));
        assert_eq!(keys.action(Key::Escape), None);
        assert_eq!(keys.action(Key::Ctrl('z')), Some(Action::Undo));
        assert_eq!((key_text(Key::Char('5')), key_text(Key::Tab)), (None, None));
    }
}
