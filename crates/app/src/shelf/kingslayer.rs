//! Kingslayer on the shelf, and what this machine keeps for it.

mod afterwards;
mod giving_up;
mod hinting;
mod inquiry;
mod steward;
mod tables;
mod wish;

use std::fs;
use std::io::{ErrorKind, stdin, stdout};

use anyhow::{Context, anyhow};
use parlour_host::private;
use parlour_host::table::TableId;
use parlour_regicide::Kingslayer;
use parlour_rules::{Rules, Seed};
use parlour_solo::Visit;
use parlour_tui::Screen;
use parlour_tui::home::Game;
use parlour_tui::kingslayer::{Hall, HouseRules, Nook, Wish};

pub use steward::KingslayerSteward;

use super::{Entry, Opened, Play};
use crate::party::{Keepsakes, own_identities, porch};
use crate::place::{Place, make_room_for};
use crate::tables::new_seed;

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer"),
            players: String::from("alone"),
            about: String::from(
                "Twelve of the castle stand against you, one after the other. Play cards for \
                 their strength and their suits; pay with cards for what strikes back.\n\n\
                 With a tutorial, a game for every day, practice with take back, hints, and \
                 statistics.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin: |visit| Ok(entrance(visit)),
            go_on,
        },
    }
}

/// The same with others, on the local network.
pub fn together() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer together"),
            players: String::from("2-4 players"),
            about: String::from(
                "The same castle for two to four people in one network, each at a machine of \
                 their own, with bots in empty seats.\n\n\
                 Host a table, or join one. A lost connection loses nothing: seats are kept, \
                 and the game waits.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin: |visit| {
                let place = Place::find().map_err(|error| format!("{error:#}"))?;
                Ok(porch(&place, &visit.me.name))
            },
            go_on,
        },
    }
}

/// The castle of somebody at this machine.
fn hall(visit: &Visit) -> Hall {
    Hall::new(visit, &NOOK)
}

/// The screen that asks what kind of game.
pub fn entrance(visit: &Visit) -> Box<dyn Screen> {
    Box::new(hall(visit).entrance())
}

/// The same where there is no home screen to go back to.
pub fn entrance_alone(visit: &Visit) -> Box<dyn Screen> {
    Box::new(hall(visit).entrance().as_first_screen())
}

/// Opens a table, or today's.
pub fn begin(visit: &Visit, wish: &Wish, seed: Option<Seed>) -> Opened {
    hall(visit).begin(wish, seed)
}

fn go_on(visit: &Visit, id: &TableId) -> Opened {
    hall(visit).go_on(id)
}

/// Plays in lines of words.
pub fn read_aloud(visit: &Visit, wish: Option<&Wish>, seed: Option<Seed>) -> anyhow::Result<()> {
    let (lines, out) = (stdin().lock(), stdout().lock());
    let read = hall(visit).read_aloud(wish, seed, lines, out);
    read.map_err(|reason| anyhow!(reason))
}

/// What this machine keeps for the castle.
static NOOK: Nook = Nook {
    keep_replay: |table, log| {
        let written = || -> anyhow::Result<String> {
            let file = Place::find()?.replay_file(table.as_str());
            make_room_for(&file)?;
            private::write(&file, log)?;
            Ok(file.display().to_string())
        };
        written().map_err(|error| format!("{error:#}"))
    },
    house_rules: || {
        read_rules().unwrap_or_else(|error| {
            tracing::warn!("the house rules are as printed: {error:#}");
            HouseRules::default()
        })
    },
    keep_house_rules: |rules| {
        // They hold until the end all the same.
        if let Err(error) = write_rules(*rules) {
            tracing::warn!("the house rules are not kept: {error:#}");
        }
    },
    elsewhere: || Place::find().map_or_else(|_| Vec::new(), |place| Keepsakes::of(&place).list()),
    keepsake: |name| {
        let read = || Keepsakes::of(&Place::find()?).read(name);
        read().map_err(|error| format!("{error:#}"))
    },
    also: || Place::find().map_or_else(|_| Vec::new(), |place| own_identities(&place)),
    new_seed,
};

/// The house rules as they were last chosen.
fn read_rules() -> anyhow::Result<HouseRules> {
    let file = Place::find()?.kingslayer_settings();
    match fs::read_to_string(&file) {
        Ok(text) => toml::from_str(&text).with_context(|| file.display().to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(HouseRules::default()),
        Err(error) => Err(error).with_context(|| file.display().to_string()),
    }
}

fn write_rules(rules: HouseRules) -> anyhow::Result<()> {
    let file = Place::find()?.kingslayer_settings();
    let text = toml::to_string(&rules).context("house rules have a text form")?;
    let beside = file.with_extension("toml.new");
    make_room_for(&file)
        .and_then(|()| fs::write(&beside, text))
        .and_then(|()| fs::rename(&beside, &file))
        .with_context(|| file.display().to_string())
}
