//! The games of the house: the one place that names them.

use std::fmt;

use parlour_host::Registry;
use parlour_regicide::Kingslayer;
use parlour_rules::tiny::{Bids, Pig};
use parlour_tui::Screen;
use parlour_tui::home::Game;
use parlour_tui::replay::{Picture, Words};

/// Opens the screen a game begins with.
type Begin = Box<dyn Fn() -> Result<Box<dyn Screen>, String>>;

/// What the home screen offers.
#[derive(Debug)]
pub struct Shelf {
    /// In the order they are shown.
    pub games: Vec<Entry>,
}

/// One game on the shelf.
pub struct Entry {
    /// What the home screen says of it.
    pub card: Game,
    /// How it begins.
    pub begin: Begin,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.card.title)
    }
}

/// Every game the host knows, with or without those that try out the house.
pub fn registry(with_test_games: bool) -> Registry {
    let mut registry = Registry::new();
    registry.register::<Kingslayer>();
    if with_test_games {
        registry.register::<Pig>().register::<Bids>();
    }
    registry
}

/// How a replay draws the positions of a game.
pub fn picture(_game: &str) -> Box<dyn Picture> {
    Box::new(Words)
}

impl Shelf {
    /// All games, with or without those that try out the house itself.
    pub fn new(with_test_games: bool) -> Self {
        let mut games = Vec::new();
        if with_test_games {
            games.push(falls_over("Fall over at once", || {
                panic!("it fell over on purpose")
            }));
            games.push(falls_over("Fall over in a thread", || {
                let fallen = std::thread::spawn(|| panic!("it fell over on purpose")).join();
                fallen
                    .map_err(|_| String::from("a thread fell over"))
                    .and(Err(String::new()))
            }));
        }
        Self { games }
    }
}

/// An entry that shows what a defect in a game does to the terminal.
fn falls_over(title: &str, begin: impl Fn() -> Result<Box<dyn Screen>, String> + 'static) -> Entry {
    let card = Game {
        title: title.into(),
        players: String::from("nobody"),
        about: String::from("A defect in a game must give the terminal back."),
    };
    Entry {
        card,
        begin: Box::new(begin),
    }
}
