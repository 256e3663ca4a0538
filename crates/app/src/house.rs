//! What the home screen is told of this machine and of the games.

use std::rc::Rc;

use parlour_tui::home::{Game, House, Saved};
use parlour_tui::settings::Settings;
use parlour_tui::{Colours, Screen, Theme};

use crate::place::Place;
use crate::settings;
use crate::shelf::Shelf;

/// The house as the home screen sees it.
#[derive(Clone, Debug)]
pub struct OurHouse {
    place: Place,
    settings: Settings,
    shelf: Rc<Shelf>,
    colours_forced_by: Option<&'static str>,
}

impl OurHouse {
    /// A house whose things are kept at a place.
    pub fn new(
        place: Place,
        settings: Settings,
        shelf: Shelf,
        colours_forced_by: Option<&'static str>,
    ) -> Self {
        let shelf = Rc::new(shelf);
        Self {
            place,
            settings,
            shelf,
            colours_forced_by,
        }
    }

    /// The theme to begin with.
    pub fn theme(&self) -> Theme {
        match self.colours_forced_by {
            Some(_) => Theme::new(Colours::None),
            None => Theme::new(self.settings.colours),
        }
    }
}

impl House for OurHouse {
    fn games(&self) -> Vec<Game> {
        self.shelf
            .games
            .iter()
            .map(|entry| entry.card.clone())
            .collect()
    }

    fn saved(&self) -> Result<Vec<Saved>, String> {
        Ok(Vec::new())
    }

    fn begin(&mut self, game: usize) -> Result<Box<dyn Screen>, String> {
        let entry = self.shelf.games.get(game).ok_or("this game is gone")?;
        (entry.begin)()
    }

    fn go_on(&mut self, saved: usize) -> Result<Box<dyn Screen>, String> {
        Err(format!("saved game {saved} is gone"))
    }

    fn settings(&self) -> Settings {
        settings::read(&self.place.settings_file()).unwrap_or_else(|_| self.settings.clone())
    }

    fn keep(&mut self, settings: &Settings) -> Result<(), String> {
        settings::write(&self.place.settings_file(), settings)
            .map_err(|error| format!("{error:#}"))?;
        self.settings = settings.clone();
        Ok(())
    }

    fn colours_forced_by(&self) -> Option<&'static str> {
        self.colours_forced_by
    }
}
