//! The games that are known, filled once by the app.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_rules::Rules;
use thiserror::Error;

use super::Game;
use super::erased::Erased;
use crate::deadline::Timetable;
use crate::quotable;

/// The games of the house, by name.
#[derive(Clone, Default)]
pub struct Registry {
    games: BTreeMap<&'static str, Arc<dyn Game>>,
    timetables: BTreeMap<&'static str, Arc<dyn Timetable>>,
}

impl Registry {
    /// No game yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a game in.
    ///
    /// # Panics
    /// If another game of that name is there already.
    pub fn register<G: Rules>(&mut self) -> &mut Self {
        let earlier = self.games.insert(G::NAME, Arc::new(Erased::<G>::new()));
        assert!(earlier.is_none(), "two games are called {}", G::NAME);
        self
    }

    /// Says how long the stages of a game last at a table. Without one, nothing
    /// ends by time.
    pub fn keep_time<G: Rules>(&mut self, timetable: impl Timetable + 'static) -> &mut Self {
        self.timetables.insert(G::NAME, Arc::new(timetable));
        self
    }

    /// The game of that name.
    pub fn game(&self, name: &str) -> Result<&Arc<dyn Game>, UnknownGame> {
        self.games.get(name).ok_or_else(|| UnknownGame {
            name: quotable(name, 40),
            known: self.names().collect::<Vec<_>>().join(", "),
        })
    }

    /// The names of all games, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.games.keys().copied()
    }

    /// The timetable of that game, if it has one.
    pub fn timetable(&self, name: &str) -> Option<&Arc<dyn Timetable>> {
        self.timetables.get(name)
    }
}

/// No game of that name is registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game \"{name}\"; known are: {known}")]
pub struct UnknownGame {
    /// The name that was asked for, cut if it is long.
    pub name: String,
    /// The names there are.
    pub known: String,
}
