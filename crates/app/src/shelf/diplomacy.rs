//! Diplomacy on the shelf: a table in this terminal where every power can be
//! played, with bots for the rest.

use std::sync::Arc;

use parlour_diplomacy::game::Diplomacy;
use parlour_host::table::TableId;
use parlour_host::{Entropy, SystemEntropy};
use parlour_room::Room;
use parlour_room::local::Local;
use parlour_rules::Rules;
use parlour_solo::Visit;
use parlour_tui::Screen;
use parlour_tui::diplomacy::{Minds, RoomScreen};
use parlour_tui::home::Game;

use super::{Entry, Opened, Play};

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Diplomacy"),
            players: String::from("1-7 players"),
            about: String::from(
                "Seven powers, secret orders, everybody moves at once. One table in this \
                 terminal: speak for any power, let bots play the others.\n\n\
                 In the same words as at every chat: orders, deadlines, the judge's reasons, \
                 history, the map.",
            ),
        },
        play: Play::Table {
            game: Diplomacy::NAME,
            begin: |visit| Ok(begin(visit)),
            go_on,
        },
    }
}

/// A new table.
pub fn begin(visit: &Visit) -> Box<dyn Screen> {
    let mut bytes = [0; 8];
    SystemEntropy.fill(&mut bytes);
    let window = format!("table-{:016x}", u64::from_le_bytes(bytes));
    let (room, minds) = room(visit);
    Box::new(RoomScreen::with_minds(Local::new(room, &window), minds))
}

/// A table that was left.
pub fn go_on(visit: &Visit, table: &TableId) -> Opened {
    let (room, minds) = room(visit);
    match Local::at(room, table) {
        Ok(Some(local)) => Ok(Box::new(RoomScreen::with_minds(local, minds))),
        Ok(None) => Err(format!("table {table} is played elsewhere")),
        Err(error) => Err(error.to_string()),
    }
}

fn room(visit: &Visit) -> (Arc<Room>, Minds) {
    let entropy = Arc::new(SystemEntropy);
    Minds::apart(Room::new(Arc::clone(&visit.host), entropy))
}
