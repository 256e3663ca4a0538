//! The porch: host a table or join one, and tables that were found.

use parlour_court::Unfinished;
use parlour_tui::kingslayer::{Finder, FoundTable, Hosting, Inn, Porch, Scout};
use parlour_tui::{Input, Screen};
use ratatui::crossterm::event::KeyCode;

use crate::{drawn, stack};

pub(crate) struct Around;

impl Scout for Around {
    fn found(&self) -> Vec<FoundTable> {
        vec![FoundTable {
            name: "Ann".into(),
            players: "3".into(),
            address: "192.168.1.20:5555".into(),
        }]
    }

    fn trouble(&self) -> Option<String> {
        None
    }

    fn join(&self, address: &str) -> Result<Box<dyn Screen>, String> {
        Err(format!("nobody is at {address}"))
    }
}

#[test]
fn tables_are_found_and_addresses_typed() {
    let mut stack = stack(Box::new(Finder::new(Box::new(Around))));
    insta::assert_snapshot!("finder", drawn(&mut stack));
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(drawn(&mut stack).contains("nobody is at 192.168.1.20:5555"));
    stack.answer(&Input::letter('x'));
    for letter in "box:81".chars() {
        stack.answer(&Input::letter(letter));
    }
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(drawn(&mut stack).contains("nobody is at box:81"));
}

/// An inn whose tables cannot be opened: it says which was wanted.
#[derive(Default)]
pub(crate) struct House {
    unfinished: Option<Unfinished>,
}

impl Inn for House {
    fn usual(&self) -> (String, u16) {
        ("Ann".into(), 5555)
    }

    fn read_name(&self, typed: &str) -> Result<String, String> {
        match typed {
            "Nobody" => Err("Nobody is nobody's name.".into()),
            name => Ok(name.into()),
        }
    }

    fn unfinished(&self, port: u16, _: &str) -> Option<Unfinished> {
        self.unfinished.clone().filter(|_| port == 5555)
    }

    fn host(&self, wish: &Hosting) -> Result<Box<dyn Screen>, String> {
        let Hosting {
            name,
            port,
            players,
            bots,
            level,
            pace,
            rules,
            hints,
            new,
        } = wish;
        let how = if *new { "anew" } else { "as it comes" };
        let hints = if *hints { "hints" } else { "no hints" };
        let more = if rules.surplus_payment {
            "more"
        } else {
            "no more"
        };
        let hand = if rules.mulligan { "another" } else { "one" };
        let difficulty = rules.difficulty.name();
        Err(format!(
            "{name} at {port}: {players} players, {bots} bots, {how}; {level}, {pace:?}, \
             {difficulty}, {more} paid, {hand} hand, {hints}"
        ))
    }

    fn join(&self, name: &str) -> Result<Box<dyn Screen>, String> {
        match name {
            "Ann" => Ok(Box::new(Finder::new(Box::new(Around)))),
            name => Err(format!("{name} joins")),
        }
    }
}

#[test]
fn the_porch_hosts_and_joins() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    insta::assert_snapshot!("porch", drawn(&mut stack));
    for number in ['3', '3', '4', '4', '2'] {
        stack.answer(&Input::letter(number));
    }
    assert!(drawn(&mut stack).contains("Ann at 5555: 4 players, 2 bots, as it comes"));
}

/// "The home screen offers host and join": under any name, at any port.
#[test]
fn at_the_porch_a_name_and_a_port_are_chosen() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    let mut type_in = |item: char, text: &str| {
        stack.answer(&Input::letter(item));
        for _ in 0..24 {
            stack.answer(&Input::key(KeyCode::Backspace));
        }
        for letter in text.chars() {
            stack.answer(&Input::letter(letter));
        }
        stack.answer(&Input::key(KeyCode::Enter));
        drawn(&mut stack)
    };
    assert!(type_in('5', "70000").contains("from 1 to 65535"));
    assert!(type_in('5', "0").contains("from 1 to 65535"));
    assert!(type_in('6', "Nobody").contains("nobody's name"));
    let shown = type_in('5', "7001");
    assert!(
        shown.contains("7001") && !shown.contains("65535"),
        "{shown}"
    );
    assert!(type_in('6', "Zoe").contains("Zoe"));
    stack.answer(&Input::letter('2'));
    assert!(drawn(&mut stack).contains("Zoe at 7001: 2 players, 0 bots, as it comes"));
    stack.answer(&Input::key(KeyCode::Esc));
    stack.answer(&Input::letter('1'));
    assert!(drawn(&mut stack).contains("Zoe joins"));
}

#[test]
fn the_porch_offers_to_go_on_with_an_unfinished_table_or_to_open_a_new_one() {
    let unfinished = Unfinished {
        players: 3,
        people: vec!["Ann".into(), "Ben".into()],
        begun: true,
        seat: true,
    };
    let at = |unfinished| stack(Box::new(Porch::new(Box::new(House { unfinished }))));
    let mut stack = at(Some(unfinished.clone()));
    insta::assert_snapshot!("porch_unfinished", drawn(&mut stack));
    stack.answer(&Input::letter('2'));
    assert!(drawn(&mut stack).contains("Ann at 5555: 3 players, 0 bots, as it comes"));
    stack.answer(&Input::key(KeyCode::Esc));
    stack.answer(&Input::letter('3'));
    assert!(drawn(&mut stack).contains("Ann at 5555: 2 players, 0 bots, anew"));
    stack.answer(&Input::key(KeyCode::Esc));
    // At another port nothing waits.
    stack.answer(&Input::letter('6'));
    stack.answer(&Input::letter('9'));
    stack.answer(&Input::key(KeyCode::Enter));
    let shown = drawn(&mut stack);
    assert!(
        shown.contains("Host a table") && !shown.contains("Continue"),
        "{shown}"
    );

    // Whoever has no seat there may host it all the same.
    let seat = false;
    let shown = drawn(&mut at(Some(Unfinished { seat, ..unfinished })));
    assert!(shown.contains("you host and watch"), "{shown}");
}

/// "A 'play with bots' entry without ports."
#[test]
fn the_porch_plays_with_bots_without_a_port() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    for _ in 0..6 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    stack.answer(&Input::key(KeyCode::Enter));
    let seen = drawn(&mut stack);
    assert!(seen.contains("Ann at 0: 2 players, 1 bots, anew"), "{seen}");
}

/// "House rules and difficulty, bot levels and pace" for tables of one's own.
#[test]
fn the_porch_sets_bots_and_house_rules() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    for _ in 0..7 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    // The level, the pace, the difficulty, what may be paid, the first hand, hints.
    for _ in 0..6 {
        stack.answer(&Input::key(KeyCode::Enter));
        stack.answer(&Input::key(KeyCode::Down));
    }
    stack.answer(&Input::letter('2'));
    let shown = drawn(&mut stack);
    let told = shown.replace(['"', '│'], " ");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "master, Calm, hard, no more paid, another hand, hints";
    assert!(told.contains(wanted), "{shown}");
}
