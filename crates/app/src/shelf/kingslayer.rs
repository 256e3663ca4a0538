//! Kingslayer on the shelf: alone, in words.

use parlour_host::table::TableId;
use parlour_host::{Json, NewTable, wait};
use parlour_regicide::{Kingslayer, Setup};
use parlour_rules::Rules;
use parlour_tui::home::Game;
use parlour_tui::table::Speech;

use super::{Entry, Opened, Play, in_words};
use crate::tables::{Visit, new_seed};

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer"),
            players: String::from("alone, in words"),
            about: String::from(
                "Twelve of the castle stand against you, one after the other. Play cards for \
                 their strength and their suits; pay with cards for what strikes back.\n\n\
                 Say what you do: play 5H AC, pay JC 4D, yield, flip.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin,
            go_on,
        },
    }
}

fn begin(visit: &Visit) -> Opened {
    let setup = Json::of(&Setup::for_players(1));
    let mut table = NewTable::new(Kingslayer::NAME, setup, new_seed(), visit.me.clone());
    table.title = String::from("Kingslayer, alone");
    let id = wait(visit.host.open_table(table)).map_err(|refused| refused.to_string())?;
    go_on(visit, &id)
}

fn go_on(visit: &Visit, id: &TableId) -> Opened {
    let speech = Speech {
        parse: |line| {
            line.parse()
                .map_err(|error: parlour_regicide::notation::NotACommand| error.to_string())
        },
        hint: "play 5H AC, pay JC 4D, yield, flip",
    };
    in_words::<Kingslayer>(visit, id, "Kingslayer", speech)
}
