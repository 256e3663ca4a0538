//! The games of the house: the one place that names them.

pub mod delve;
pub mod diplomacy;
pub mod kingslayer;
mod sight;
mod try_outs;
mod web;

use std::sync::Arc;

use parlour_chat::desk::Platform;
use parlour_delve::Delve;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::deadline::StageBegun;
use parlour_host::link::{Link, LocalLink};
use parlour_host::steward::Steward;
use parlour_host::table::TableId;
use parlour_host::{Host, Registry, wait};
use parlour_regicide::Kingslayer;
use parlour_room::{Room, RoomSteward};
use parlour_rules::Rules;
use parlour_rules::tiny::{Bids, Pig};
use parlour_solo::Visit;
use parlour_tui::Screen;
pub use parlour_tui::alone::Opened;
use parlour_tui::delve::LevelPicture;
use parlour_tui::diplomacy::MapPicture;
use parlour_tui::home::Game;
use parlour_tui::kingslayer::TablePicture;
use parlour_tui::replay::{Picture, Words};
use parlour_tui::table::{Speech, TableScreen};

/// What the home screen offers, in this order.
pub struct Shelf {
    /// What can be begun.
    pub games: Vec<Entry>,
}

/// One game on the shelf.
pub struct Entry {
    /// What the home screen says of it.
    pub card: Game,
    /// How it is played.
    pub play: Play,
}

/// How something on the shelf is opened.
pub enum Play {
    /// At a table that the host keeps, so that it can be continued.
    Table {
        /// The game's name in the host.
        game: &'static str,
        /// Opens a new table, or a screen that asks what kind.
        begin: fn(&Visit) -> Opened,
        /// Sits down at a table again.
        go_on: fn(&Visit, &TableId) -> Opened,
    },
    /// A screen that keeps no table.
    Screen(fn() -> Opened),
}

/// Every game the host knows, with or without those that try out the house.
pub fn registry(with_test_games: bool) -> Registry {
    let mut registry = Registry::new();
    registry.register::<Kingslayer>().register::<Delve>();
    registry
        .portray::<Kingslayer>(parlour_tui::kingslayer::portrait)
        .portray::<Delve>(parlour_tui::delve::portrait);
    Room::prepare(&mut registry);
    // What people are known by at other fronts is all it takes to be one of them.
    for platform in Platform::ALL {
        registry.names_people_of(platform.name());
    }
    if with_test_games {
        registry.register::<Pig>().register::<Bids>();
        // A round of Bids lasts as many milliseconds as the settings say, if they do.
        registry.keep_time::<Bids>(|phase: &StageBegun<'_>| {
            let milliseconds: Option<u64> = phase.settings.read().ok();
            milliseconds.map(|it| phase.now.after(it))
        });
    }
    registry
}

/// Who answers for the games that are played in a browser, those of Diplomacy before a
/// room. Where several processes share the tables of a host, this one has a name.
pub fn stewards(
    host: &Arc<Host>,
    room: &Arc<Room>,
    replica: Option<String>,
) -> Vec<Arc<dyn Steward>> {
    vec![
        Arc::new(kingslayer::KingslayerSteward::new(host, replica)),
        Arc::new(RoomSteward::new(Arc::clone(room))),
    ]
}

/// How a replay draws the positions of a game.
pub fn picture(game: &str) -> Box<dyn Picture> {
    match game {
        Kingslayer::NAME => Box::new(TablePicture::default()),
        Delve::NAME => Box::new(LevelPicture),
        Diplomacy::NAME => Box::new(MapPicture),
        _ => Box::new(Words),
    }
}

/// What a table of a game waits for, as a person would say it; nothing where there
/// is only one thing to wait for. Names of stages are made for logs.
pub fn waits_for<'a>(game: &str, stage: &'a str) -> Option<&'a str> {
    match game {
        Kingslayer::NAME | Delve::NAME => None,
        _ => Some(stage),
    }
}

impl Shelf {
    /// All games, with or without those that try out the house itself.
    pub fn new(with_test_games: bool) -> Self {
        let mut games = vec![
            kingslayer::entry(),
            kingslayer::together(),
            delve::entry(),
            delve::watched(),
            sight::entry(),
            diplomacy::entry(),
        ];
        if with_test_games {
            games.extend(try_outs::entries());
        }
        games.push(web::entry());
        Self { games }
    }

    /// How a table of a game is continued.
    pub fn go_on(&self, name: &str) -> Option<fn(&Visit, &TableId) -> Opened> {
        self.games.iter().find_map(|entry| match &entry.play {
            Play::Table { game, go_on, .. } if *game == name => Some(*go_on),
            _ => None,
        })
    }
}

/// A table in words, with every seat this person holds: for games that have no
/// screen of their own.
fn in_words<G: Rules>(visit: &Visit, id: &TableId, title: &str, speech: Speech<G>) -> Opened {
    let record = wait(visit.host.record(id)).map_err(|refused| refused.to_string())?;
    let mut links: Vec<Box<dyn Link<G>>> = Vec::new();
    for seat in record.seats_of(&visit.me.identity) {
        let link = LocalLink::<G>::at_seat(&visit.host, id, &visit.me.identity, seat);
        links.push(Box::new(link.map_err(|refused| refused.to_string())?));
    }
    if links.is_empty() {
        return Err(format!("you have no seat at table {id}"));
    }
    let screen = TableScreen::new(title, links, speech).saying(visit.older_words(id));
    Ok(Box::new(screen) as Box<dyn Screen>)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_game_says_in_words_what_it_waits_for() {
        assert_eq!(waits_for(Delve::NAME, "delve"), None);
        assert_eq!(waits_for("diplomacy", "F1901R"), Some("F1901R"));
    }
}
