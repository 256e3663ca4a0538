//! Which key means which action.

use std::collections::BTreeMap;

use crate::notation::{Action, Key, NoSuchKey};

/// Keys and their meanings. Any map may replace the default one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap(BTreeMap<Key, Action>);

impl KeyMap {
    /// No key means anything.
    pub fn empty() -> Self {
        Self(BTreeMap::new())
    }

    /// `hjkl` straight, `yubn` diagonal, `x` look.
    pub fn vi() -> Self {
        let mut keys = Self::empty();
        for (key, action) in [
            ('h', "move-left"),
            ('j', "move-down"),
            ('k', "move-up"),
            ('l', "move-right"),
            ('y', "move-up-left"),
            ('u', "move-up-right"),
            ('b', "move-down-left"),
            ('n', "move-down-right"),
            ('x', "look"),
        ] {
            keys.bind(Key::Char(key), action);
        }
        keys
    }

    /// The vi keys, the arrows (with Home, End, Page up and Page down for the
    /// diagonals), control and a vi key to reach out without moving, `.` to wait.
    pub fn standard() -> Self {
        let mut keys = Self::vi();
        for (key, way) in [
            (Key::Up, "up"),
            (Key::Down, "down"),
            (Key::Left, "left"),
            (Key::Right, "right"),
            (Key::Home, "up-left"),
            (Key::PageUp, "up-right"),
            (Key::End, "down-left"),
            (Key::PageDown, "down-right"),
        ] {
            keys.bind(key, format!("move-{way}").as_str());
        }
        for (key, way) in [
            ('h', "left"),
            ('j', "down"),
            ('k', "up"),
            ('l', "right"),
            ('y', "up-left"),
            ('u', "up-right"),
            ('b', "down-left"),
            ('n', "down-right"),
        ] {
            keys.bind(Key::Ctrl(key), format!("bump-{way}").as_str());
        }
        keys.bind(Key::Char('.'), "wait");
        keys
    }

    /// Gives a key a meaning.
    pub fn bind(&mut self, key: Key, action: impl Into<Action>) {
        self.0.insert(key, action.into());
    }

    /// The same with one key more, named as text (`"S"`, `"C-k"`, `"escape"`).
    pub fn with(mut self, key: &str, action: impl Into<Action>) -> Result<Self, NoSuchKey> {
        self.bind(key.parse()?, action);
        Ok(self)
    }

    /// What a key means.
    pub fn get(&self, key: Key) -> Option<&Action> {
        self.0.get(&key)
    }

    /// Every key and its meaning, by key: for help screens.
    pub fn iter(&self) -> impl Iterator<Item = (Key, &Action)> {
        self.0.iter().map(|(key, action)| (*key, action))
    }
}

impl Default for KeyMap {
    fn default() -> Self {
        Self::standard()
    }
}
