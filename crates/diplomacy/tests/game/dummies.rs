//! A whole game with a power that nobody plays (rule B.4), on a board where units begin
//! off their centres and at sea.

use parlour_diplomacy::Board;
use parlour_diplomacy::game::{BoardRef, Diplomacy, Event, GameOutcome, Setup};
use parlour_rules::{Rules, Turn};

use crate::bed::Table;

fn table() -> Table {
    let board = Board::parse(include_str!("../../fixtures/trials.json")).unwrap();
    let file = serde_json::to_value(board.file()).unwrap();
    let setup: Setup = serde_json::from_value(serde_json::json!({"map": file})).unwrap();
    assert!(matches!(setup.map, BoardRef::Own(_)));
    assert_eq!(Diplomacy::seats(&setup), 2, "BIRCH has no seat");
    Table::new(&setup)
}

fn units(table: &Table, power: &str) -> String {
    let board = table.state.board();
    let power = board.power(power).unwrap();
    let of = table.state.position().units();
    let own = of.filter(|(_, placed)| placed.power == power);
    let texts: Vec<String> = own
        .map(|(_, placed)| board.unit_text(placed.unit).to_string())
        .collect();
    texts.join(", ")
}

/// Alder orders in each phase by its name; where it has nothing to say it is not asked.
fn play(table: &mut Table, orders: &[(&str, &[&str])]) {
    for (phase, orders) in orders {
        assert_eq!(table.phase(), *phase);
        assert!(table.awaited() <= 2, "nobody waits for the dummy");
        table.order("ALDER", orders);
        table.tick();
    }
}

#[test]
fn a_game_with_a_dummy_is_won_over_it() {
    let mut table = table();
    assert_eq!(units(&table, "BIRCH"), "A HAV, A WIL");
    assert_eq!(units(&table, "CEDAR"), "F SSO, A BAY, A TOR");
    play(
        &mut table,
        &[
            ("S1901M", &["A ELM - CRA", "A FEL - MOO", "F ASH - NSO"]),
            // It holds, and is not pushed by one alone.
            ("F1901M", &["A MOO - WIL", "A CRA - HAV"]),
        ],
    );
    assert_eq!(units(&table, "BIRCH"), "A HAV, A WIL");
    // One centre, two units: the one that is far from home goes, though nobody ordered it.
    assert_eq!(table.phase(), "W1901A");
    play(&mut table, &[("W1901A", &["A FEL B"])]);
    assert_eq!(units(&table, "BIRCH"), "A WIL");
    assert_eq!(units(&table, "ALDER"), "A FEL, A CRA, A MOO, F NSO");
    play(
        &mut table,
        &[
            (
                "S1902M",
                &[
                    "A MOO - ISM",
                    "F NSO C A MOO - ISM",
                    "A FEL - MOO",
                    "A CRA - HAV",
                ],
            ),
            // Two against one: no place is left to it but the Dale.
            (
                "F1902M",
                &["A MOO - WIL", "A ISM S A MOO - WIL", "A HAV - PEN"],
            ),
        ],
    );
    // Nobody is asked where it goes: it is gone, and its power with its centre.
    assert_eq!((table.phase().as_str(), table.awaited()), ("F1902R", 0));
    let events = table.tick();
    assert_eq!(units(&table, "BIRCH"), "");
    let gone = events.iter().find_map(|event| match event {
        Event::PhaseResolved(phase) => phase.disbanded.get("BIRCH"),
        _ => None,
    });
    assert_eq!(gone.unwrap(), &["A WIL"]);
    let board = table.state.board();
    let (alder, birch) = (board.power("ALDER").unwrap(), board.power("BIRCH").unwrap());
    let position = table.state.position();
    assert_eq!(position.centers_of(birch).len(), 0);
    assert!(position.centers_of(alder).len() >= 5);
    let ended = Turn::Over(GameOutcome::Solo("ALDER".into()));
    assert_eq!(Diplomacy::turn(&table.state), ended);
}
