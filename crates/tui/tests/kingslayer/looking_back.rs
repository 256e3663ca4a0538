//! A game looked back on, from its end and in pictures.

use std::rc::Rc;
use std::time::Duration;

use parlour_regicide::analysis::{Budget, Decision};
use parlour_regicide::search::{Dice, Position};
use parlour_regicide::{Kingslayer, Setup};
use parlour_rules::{Actor, Rules, Seed, Turn, Viewer};
use parlour_solo::Day;
use parlour_tui::alone::Keeper;
use parlour_tui::kingslayer::{Castellan, Manner, Played, PlayedGame, Wish};
use parlour_tui::{Colours, Lent, Screen, Stack, Theme};

use crate::ends::play_to_the_end;
use crate::{click_on, drawn, game_in, manner, press, small};

/// A game that was played by chance, so that much in it was costly.
fn played_by_chance() -> PlayedGame {
    let mut state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
    let mut dice = Dice::new(5);
    let mut decisions = Vec::new();
    for number in 1.. {
        let seat = match Kingslayer::turn(&state) {
            Turn::Awaiting { seats, .. } => seats.iter().next().unwrap(),
            Turn::Over(outcome) => {
                return PlayedGame {
                    players: 1,
                    decisions,
                    outcome: Some(outcome),
                };
            }
        };
        let it = Position::of(&state).sample_move(&mut dice);
        let command = it.unwrap().command();
        decisions.push(Decision {
            number,
            view: Kingslayer::view(&state, Viewer::Seat(seat)),
            command: command.clone(),
        });
        for event in Kingslayer::decide(&state, Actor::Seat(seat), &command).unwrap() {
            Kingslayer::apply(&mut state, &event);
        }
    }
    unreachable!("every game ends")
}

/// A keeper of that game, who says where it would go on.
struct Archivist;

impl Keeper for Archivist {
    fn today(&self) -> Day {
        "2031-05-02".parse().unwrap()
    }
}

impl Castellan for Archivist {
    fn tables(&self) -> &dyn Keeper {
        self
    }

    fn begin(&self, _: &Wish) -> Result<Box<dyn Screen>, String> {
        Err(String::from("not now"))
    }

    fn export(&self) -> Result<String, String> {
        Err(String::from("not now"))
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        Ok(Vec::new())
    }

    fn look_back(&self) -> Result<PlayedGame, String> {
        Ok(played_by_chance())
    }

    fn play_on(&self, entries: u64) -> Result<Box<dyn Screen>, String> {
        Err(format!("It would go on after {entries} entries."))
    }
}

/// A table after its end.
pub(crate) fn at_the_end(theme: Theme) -> Stack {
    let manner = Manner {
        budget: Budget {
            search: 60,
            games: 80,
            again: 400,
            ..Budget::default()
        },
        ..manner(false)
    };
    let setup = Setup::for_players(1);
    let screen = game_in(&setup, 7, manner, Some(Rc::new(Archivist)));
    let mut stack = Stack::new(Box::new(screen), Lent::silent(theme));
    press(&mut stack, "a");
    assert!(
        !small(&mut stack).contains("looking back"),
        "not before the end"
    );
    play_to_the_end(&mut stack);
    stack
}

/// Waits until the game has been looked at.
pub(crate) fn wait_for_the_curve(stack: &mut Stack) {
    for _ in 0..6_000 {
        stack.woken();
        if !small(stack).contains("Looking at decisions") {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no curve:\n{}", small(stack));
}

#[test]
fn the_costliest_decisions_are_told_with_what_was_better_and_played_again() {
    let mut stack = at_the_end(Theme::new(Colours::Full));
    press(&mut stack, "a");
    wait_for_the_curve(&mut stack);
    insta::assert_snapshot!("looking_back", small(&mut stack));
    for (width, height) in [(40, 18), (60, 20), (120, 40)] {
        let name = format!("looking_back_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
    }
    let better = |stack: &mut Stack| small(stack).contains("Better: ");
    assert!(better(&mut stack));
    press(&mut stack, "G");
    let last = small(&mut stack);
    press(&mut stack, "1");
    assert!(better(&mut stack) && small(&mut stack) != last);
    press(&mut stack, "g");
    assert!(small(&mut stack).contains("Decision 1 "));
    press(&mut stack, "lc");
    let shown = small(&mut stack);
    assert!(shown.contains("It would go on after 1 entries."), "{shown}");
}

#[test]
fn a_game_is_looked_at_in_the_background_and_once() {
    let mut stack = at_the_end(Theme::new(Colours::Full));
    click_on(&mut stack, "a look back");
    press(&mut stack, "q");
    assert!(small(&mut stack).contains("enemies defeated"));
    press(&mut stack, "a");
    wait_for_the_curve(&mut stack);
    let shown = small(&mut stack);
    press(&mut stack, "qa");
    assert_eq!(small(&mut stack), shown, "it is there at once");
}
