//! What is kept of a game: its history, its state, its board.

use parlour_diplomacy::game::{BoardRef, Diplomacy, GameState, Setup};
use parlour_diplomacy::{Board, History, Rulebook};
use parlour_rules::Rules;

use crate::bed::Table;

#[test]
fn the_history_tells_positions_and_reasons_and_can_be_branched() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur", "A Mar - Spa"]);
    table.tick();
    let second = table.state.position().clone();
    table.order("FRANCE", &["A Bur - Mun"]);
    table.tick();
    let history = History::of(&table.state);
    assert_eq!(
        history.before(0).as_ref(),
        Some(table.state.board().start())
    );
    assert_eq!(history.after(0), Some(second.clone()));
    assert_eq!(history.before(2).as_ref(), Some(table.state.position()));
    assert_eq!(history.before(3), None);
    let fall = history.find("F1901M".parse().unwrap()).unwrap();
    let resolution = history.resolution(fall).unwrap();
    assert!(resolution.orders[0].reason.text.contains("succeeded"));
    let mut sandbox = history.branch(fall).unwrap();
    let france = table.state.board().power("FRANCE").unwrap();
    sandbox.order(france, "A Bur - Bel");
    assert_eq!(
        sandbox.orders().len(),
        1,
        "the new order replaces the old one"
    );
    let tried = sandbox.play();
    assert!(
        tried
            .next
            .occupied()
            .contains(table.state.board().province("BEL").unwrap())
    );
    assert_eq!(
        history.before(1),
        Some(second),
        "the game itself is untouched"
    );
}

#[test]
fn stored_states_that_make_no_sense_are_refused() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur"]);
    let stored = serde_json::to_value(&table.state).unwrap();
    let again: GameState = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(again, table.state);
    let text = stored.to_string();
    for (from, to) in [
        ("\"duel\"", "\"moon\""),
        ("A PAR - BUR", "A PAR - LON"),
        ("\"A VIE\"", "\"A XXX\""),
        ("\"F1901M\"", "\"X\""),
    ] {
        let broken = text.replace(from, to);
        if broken != text {
            assert!(serde_json::from_str::<GameState>(&broken).is_err(), "{to}");
        }
    }
}

#[test]
fn a_board_of_ones_own_can_be_played() {
    let mut file = Board::named("training").unwrap().file().clone();
    file.map = "mine".into();
    let text = format!(r#"{{"map":{}}}"#, serde_json::to_string(&file).unwrap());
    let setup: Setup = serde_json::from_str(&text).unwrap();
    assert_eq!(Diplomacy::seats(&setup), 2);
    let table = Table::new(&setup);
    let stored = serde_json::to_string(&table.state).unwrap();
    assert_eq!(
        serde_json::from_str::<GameState>(&stored).unwrap(),
        table.state
    );
    assert_eq!(table.state.rules(), Rulebook::default());
}

const MAPS: &str = include_str!("maps.txt");

/// What a map was when its game was begun, it stays; a map that changes is kept as it
/// was, in `data/ages/`, and so is every variant upon it. The hashes of the files and of
/// their bases were computed by another program.
#[test]
fn every_map_that_ever_came_along_is_found_by_its_hash() {
    let lines = MAPS.lines().filter(|line| !line.starts_with('#'));
    let pinned = lines.map(|line| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().unwrap_or_default();
        (word(), word(), word())
    });
    let pinned: Vec<(&str, &str, &str)> = pinned.collect();
    let names: Vec<&str> = Board::bundled().iter().map(Board::name).collect();
    let now: Vec<&str> = pinned.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, now, "a new board is pinned in maps.txt");
    for (name, hash, base) in pinned {
        // A base is told where it is not the first there was.
        let mut forms = vec![format!(
            r#"{{"map":{{"bundled":"{name}","hash":"{hash}"}}}}"#
        )];
        if !base.is_empty() {
            forms.push(format!(
                r#"{{"map":{{"bundled":"{name}","hash":"{hash}","base":"{base}"}}}}"#
            ));
        }
        let mut setups = Vec::new();
        for text in &forms {
            let setup: Setup = serde_json::from_str(text).unwrap_or_else(|fault| {
                let now = Setup {
                    map: BoardRef::named(name).unwrap(),
                    ..Setup::default()
                };
                panic!(
                    "{fault}; now it is {}. Games have begun on what it was: keep that in \
                     data/ages, with its base, and name it in board/editions.rs",
                    serde_json::to_string(&now).unwrap()
                )
            });
            assert_eq!(setup.map.name(), name);
            setups.push(setup);
        }
        // A game that goes on is stored as it was: its fingerprints hold the setup.
        let stored = serde_json::to_string(&setups[0]).unwrap();
        let pin = &forms[0][1..forms[0].len() - 1];
        assert!(stored.contains(pin), "{stored}");
        // Games were begun by the name alone before; they are kept as they were.
        let old: Setup = serde_json::from_str(&format!(r#"{{"map":"{name}"}}"#)).unwrap();
        assert!(
            serde_json::to_string(&old)
                .unwrap()
                .contains(&format!(r#""map":"{name}""#))
        );
        for setup in setups {
            assert_eq!(old.map.file(), setup.map.file());
        }
    }
    let unknown = r#"{"map":{"bundled":"standard","hash":"0123456789abcdef"}}"#;
    let fault = serde_json::from_str::<Setup>(unknown)
        .unwrap_err()
        .to_string();
    assert!(
        fault.contains("no map \"standard\" with the hash 0123456789abcdef"),
        "{fault}"
    );
    let unknown =
        r#"{"map":{"bundled":"fleet-rome","hash":"63dca521aea11b1e","base":"0123456789abcdef"}}"#;
    let fault = serde_json::from_str::<Setup>(unknown)
        .unwrap_err()
        .to_string();
    assert!(
        fault.contains("the hash 63dca521aea11b1e built upon 0123456789abcdef"),
        "{fault}"
    );
}

#[test]
fn a_new_game_names_its_map_with_the_hash() {
    let setup = Setup {
        map: BoardRef::named("duel").unwrap(),
        ..Setup::default()
    };
    let text = serde_json::to_string(&setup).unwrap();
    assert!(
        text.contains(r#""map":{"bundled":"duel","hash":""#),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
}
