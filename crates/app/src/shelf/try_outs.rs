//! Small entries that try out the house itself, offered by `--with-test-games`.

use parlour_host::table::TableId;
use parlour_host::{Json, NewTable, wait};
use parlour_rules::Rules;
use parlour_rules::tiny::{Pig, PigSetup};
use parlour_solo::Visit;
use parlour_tui::home::Game;
use parlour_tui::table::Speech;

use super::{Entry, Opened, Play, in_words};
use crate::tables::new_seed;

/// Pig, and two that fall over.
pub fn entries() -> Vec<Entry> {
    let entry = |title: &str, players: &str, about: &str, play| Entry {
        card: Game {
            title: title.into(),
            players: players.into(),
            about: about.into(),
        },
        play,
    };
    let defect = "A defect in a game must give the terminal back.";
    vec![
        entry(
            "Pig",
            "2 players",
            "Roll as often as you dare; a one loses the pot. Two play at this machine.",
            Play::Table {
                game: Pig::NAME,
                begin: begin_pig,
                go_on: go_on_with_pig,
            },
        ),
        entry(
            "Fall over at once",
            "nobody",
            defect,
            Play::Screen(|| panic!("it fell over on purpose")),
        ),
        entry(
            "Fall over in a thread",
            "nobody",
            defect,
            Play::Screen(|| {
                let fallen = std::thread::spawn(|| panic!("it fell over on purpose")).join();
                fallen
                    .map_err(|_| String::from("a thread fell over"))
                    .and(Err(String::new()))
            }),
        ),
    ]
}

fn begin_pig(visit: &Visit) -> Opened {
    let setup = Json::of(&PigSetup {
        players: 2,
        goal: 20,
    });
    let mut table = NewTable::new(Pig::NAME, setup, new_seed(), visit.me.clone());
    table.title = String::from("Pig");
    table.chairs = vec![Some(visit.me.clone()); 2];
    let id = wait(visit.host.open_table(table)).map_err(|refused| refused.to_string())?;
    go_on_with_pig(visit, &id)
}

fn go_on_with_pig(visit: &Visit, id: &TableId) -> Opened {
    let speech = Speech {
        parse: |line| {
            line.parse()
                .map_err(|error: parlour_rules::tiny::NoSuchCommand| error.to_string())
        },
        hint: "roll, hold",
    };
    in_words::<Pig>(visit, id, "Pig", speech)
}
