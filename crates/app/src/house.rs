//! What the home screen is told of this machine and of the games.

use std::cell::RefCell;
use std::rc::Rc;

use parlour_solo::{Kept, Left, Saved, Visit, ago, moves};
use parlour_tui::home::{Game, House};
use parlour_tui::settings::Settings;
use parlour_tui::{Background, Colours, Remember, Screen, Theme, terminal_is_light};

use crate::place::Place;
use crate::settings;
use crate::shelf::{Play, Shelf, registry, waits_for};
use crate::tables;

/// The house as the home screen sees it.
#[derive(Clone)]
pub struct OurHouse(Rc<Inside>);

struct Inside {
    place: Place,
    settings: RefCell<Settings>,
    shelf: Shelf,
    with_test_games: bool,
    colours_forced_by: Option<&'static str>,
    /// Whether the terminal said that it is light.
    light: bool,
    /// The host, once it is needed.
    visit: RefCell<Option<Visit>>,
    /// The tables in the last answer of [`House::saved`].
    listed: RefCell<Vec<Left>>,
}

impl OurHouse {
    /// A house whose things are kept at a place.
    pub fn new(
        place: Place,
        settings: Settings,
        with_test_games: bool,
        colours_forced_by: Option<&'static str>,
    ) -> Self {
        // Without colours the terminal's own two are used, whichever they are.
        let coloured = colours_forced_by.is_none() && settings.colours != Colours::None;
        let light = coloured && settings.background == Background::Terminal && terminal_is_light();
        Self(Rc::new(Inside {
            place,
            settings: RefCell::new(settings),
            shelf: Shelf::new(with_test_games),
            with_test_games,
            colours_forced_by,
            light,
            visit: RefCell::default(),
            listed: RefCell::default(),
        }))
    }

    /// The theme to begin with.
    pub fn theme(&self) -> Theme {
        let settings = self.0.settings.borrow();
        let colours = match self.0.colours_forced_by {
            Some(_) => Colours::None,
            None => settings.colours,
        };
        Theme::new(colours)
            .with_four_colours(settings.four_colours)
            .on_light(settings.background.is_light(self.0.light))
    }

    /// Keeps the habits of the card table in the settings.
    pub fn remember(&self) -> Remember {
        let house = self.clone();
        Remember(Rc::new(move |four_colours, hand_order| {
            let settings = Settings {
                four_colours,
                hand_order,
                ..house.settings()
            };
            // They hold until the end all the same.
            if let Err(reason) = house.clone().keep(&settings) {
                tracing::warn!("{reason}");
            }
        }))
    }

    /// What the person is called.
    pub fn name(&self) -> String {
        self.0.settings.borrow().name.clone()
    }

    /// The host, with the name that the person has now.
    pub fn visit(&self) -> Result<Visit, String> {
        let name = self.0.settings.borrow().name.clone();
        let mut visit = self.0.visit.borrow_mut();
        if let Some(visit) = visit.as_mut() {
            visit.me.name = name;
            return Ok(visit.clone());
        }
        let opened = tables::open(&self.0.place, registry(self.0.with_test_games), &name);
        let opened = opened.map_err(|error| format!("{error:#}"))?;
        Ok(visit.insert(opened).clone())
    }
}

impl House for OurHouse {
    fn games(&self) -> Vec<Game> {
        self.0
            .shelf
            .games
            .iter()
            .map(|entry| entry.card.clone())
            .collect()
    }

    fn saved(&self) -> Result<Vec<Saved>, String> {
        // A machine that nothing was played on needs no database.
        if !self.0.place.database().exists() {
            return Ok(Vec::new());
        }
        let visit = self.visit()?;
        let mut left = visit.left().map_err(|refused| refused.to_string())?;
        left.retain(|left| match left {
            Left::Kept(kept) => self.0.shelf.go_on(&kept.record.game).is_some(),
            Left::Broken(_) => true,
        });
        let saved = left.iter().map(|left| match left {
            Left::Kept(kept) => card(kept, &visit),
            Left::Broken(broken) => broken.card(visit.host.now()),
        });
        let saved = saved.collect();
        *self.0.listed.borrow_mut() = left;
        Ok(saved)
    }

    fn begin(&mut self, game: usize) -> Result<Box<dyn Screen>, String> {
        let entry = self.0.shelf.games.get(game).ok_or("this game is gone")?;
        match &entry.play {
            Play::Screen(open) => open(),
            Play::Table { begin, .. } => begin(&self.visit()?),
        }
    }

    fn go_on(&mut self, saved: usize) -> Result<Box<dyn Screen>, String> {
        let listed = self.0.listed.borrow();
        match listed.get(saved).ok_or("this game is gone")? {
            Left::Kept(kept) => {
                let go_on = self.0.shelf.go_on(&kept.record.game);
                let visit = self.visit()?;
                let opened = go_on.ok_or("this game is gone")?(&visit, &kept.id);
                opened.map_err(|reason| visit.why_closed(&kept.id, reason))
            }
            Left::Broken(broken) => Err(broken.card(self.visit()?.host.now()).about),
        }
    }

    fn delete(&mut self, saved: usize) -> Result<(), String> {
        let listed = self.0.listed.borrow();
        let left = listed.get(saved).ok_or("this game is gone")?;
        (self.visit()?.delete(left.id())).map_err(|reason| reason.to_string())
    }

    fn settings(&self) -> Settings {
        self.0.settings.borrow().clone()
    }

    fn keep(&mut self, settings: &Settings) -> Result<(), String> {
        let file = self.0.place.settings_file();
        settings::write(&file, settings).map_err(|error| format!("{error:#}"))?;
        *self.0.settings.borrow_mut() = settings.clone();
        Ok(())
    }

    fn terminal_is_light(&self) -> bool {
        self.0.light
    }

    fn colours_forced_by(&self) -> Option<&'static str> {
        self.0.colours_forced_by
    }
}

fn card(kept: &Kept, visit: &Visit) -> Saved {
    let others: Vec<&str> = kept
        .record
        .chairs
        .iter()
        .flatten()
        .filter(|person| person.identity != visit.me.identity)
        .map(|person| person.name.as_str())
        .collect();
    let now = visit.host.now();
    let moves = moves(kept.entries);
    let stands = match kept.about.as_str() {
        "" => String::new(),
        about => format!("{about}\n{moves}. "),
    };
    let mut about = format!(
        "{stands}Played {}, begun {}.",
        ago(kept.last, now),
        ago(kept.record.created, now)
    );
    if !others.is_empty() {
        about.push_str("\nWith ");
        about.push_str(&others.join(", "));
        about.push('.');
    }
    about.push_str("\nTable ");
    about.push_str(kept.id.as_str());
    about.push('.');
    let progress = match kept.short.as_str() {
        "" => waits_for(&kept.record.game, &kept.stage)
            .map_or_else(|| moves.clone(), |words| format!("{words}, {moves}")),
        short => short.to_owned(),
    };
    Saved {
        title: kept.record.title.clone(),
        progress,
        about,
        damaged: false,
    }
}
