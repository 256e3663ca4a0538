//! A game at somebody else's table: listed, stepped through, looked back on.

use std::sync::Arc;

use parlour_court::{About, Keepsake, Place};
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Time};
use parlour_regicide::analysis::Budget;
use parlour_regicide::search::{Dice, Position};
use parlour_regicide::{Kingslayer, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Turn, Viewer};
use parlour_solo::Visit;
use parlour_tui::Colours;
use parlour_tui::kingslayer::{Hall, HouseRules, Nook, Remembered};

use crate::looking_back::wait_for_the_curve;
use crate::{drawn, press, small, stack, wide};

/// What Ben has kept of a game at Ann's table, in which both played by chance.
pub(crate) fn keepsake() -> Keepsake {
    let me = Viewer::Seat(Seat(1));
    let mut state = Kingslayer::start(&Setup::for_players(2), Seed(7)).unwrap();
    let mut dice = Dice::new(5);
    let mut places = vec![Place {
        told: Vec::new(),
        view: Kingslayer::view(&state, me),
        decided: None,
    }];
    loop {
        let seat = match Kingslayer::turn(&state) {
            Turn::Awaiting { seats, .. } => seats.iter().next().unwrap(),
            Turn::Over(outcome) => {
                return Keepsake {
                    about: About {
                        begun: Time(1_900_000_000_000),
                        played: 600_000,
                        seat: Seat(1),
                        names: vec![String::from("Ann\u{1b}[31m"), String::from("Ben")],
                        moves: places.len() as u32 - 1,
                        eased: false,
                        hints: 2,
                        taken_back: false,
                        outcome,
                    },
                    places,
                };
            }
        };
        let chosen = Position::of(&state).sample_move(&mut dice);
        let command = chosen.unwrap().command();
        let events = Kingslayer::decide(&state, Actor::Seat(seat), &command).unwrap();
        for event in &events {
            Kingslayer::apply(&mut state, event);
        }
        if seat == Seat(1) {
            places.last_mut().unwrap().decided = Some(command);
        }
        let told = events.iter().filter_map(|it| Kingslayer::observe(it, me));
        places.push(Place {
            told: told.collect(),
            view: Kingslayer::view(&state, me),
            decided: None,
        });
    }
}

/// A screen of it that looks back quickly.
pub(crate) fn remembered() -> Remembered {
    Remembered::new(keepsake()).thinking(Budget {
        search: 60,
        games: 80,
        again: 400,
        ..Budget::default()
    })
}

static NOOK: Nook = Nook {
    keep_replay: |_, _| Err(String::from("no room")),
    house_rules: HouseRules::default,
    keep_house_rules: |_| {},
    also: Vec::new,
    elsewhere: || {
        let one = |name: &str| (name.to_owned(), keepsake().about);
        vec![one("one"), one("gone")]
    },
    keepsake: |name| match name {
        "one" => Ok(keepsake()),
        name => Err(format!("{name} cannot be read")),
    },
    new_seed: || Seed(1),
};

fn visit() -> Visit {
    let mut games = parlour_host::Registry::new();
    games.register::<Kingslayer>();
    Visit {
        host: Arc::new(Host::in_memory(games)),
        me: Person::new(Identity::local(), "Ben"),
    }
}

#[test]
fn a_game_at_somebody_elses_table_is_counted_listed_and_stepped_through() {
    let mut stack = stack(Hall::new(&visit(), &NOOK).entrance(), Colours::Full);
    press(&mut stack, "5");
    let shown = wide(&mut stack);
    assert!(shown.contains("with help       2, won 0"), "{shown}");
    press(&mut stack, "g");
    let shown = wide(&mut stack);
    assert!(shown.contains("2030-03-17, as a guest"), "{shown}");
    assert!(shown.contains("with hints"), "{shown}");
    press(&mut stack, "1");
    let shown = wide(&mut stack);
    assert!(shown.contains("gone cannot be read"), "{shown}");
    press(&mut stack, "q2");
    let begins = small(&mut stack);
    assert!(begins.contains("As you saw it · 0 of "), "{begins}");
    let mut told = String::new();
    for _ in 0..6 {
        press(&mut stack, "l");
        told.push_str(&wide(&mut stack));
    }
    assert!(told.contains("Ann·[31m"), "names are letters: {told}");
    press(&mut stack, "g");
    assert_eq!(small(&mut stack), begins);
    press(&mut stack, "G");
    assert!(wide(&mut stack).contains("of 12 enemies defeated"));
}

#[test]
fn what_was_decided_at_somebody_elses_table_is_looked_back_on() {
    let mut stack = stack(remembered(), Colours::Full);
    press(&mut stack, "a");
    wait_for_the_curve(&mut stack);
    let shown = small(&mut stack);
    assert!(shown.contains("looking back"), "{shown}");
    assert!(
        !shown.contains("play on"),
        "the cards are the host's: {shown}"
    );
    press(&mut stack, "q");
    assert!(drawn(&mut stack, 40, 18).contains("As you saw it"));
}
