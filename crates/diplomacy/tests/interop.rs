//! What the runs against the PyPI package `diplomacy` found, without the
//! package: a sample of phases that both judged, and games that it saved.

use parlour_diplomacy::game::PastPhase;
use parlour_diplomacy::saved::{COMPLETED, SavedFault, SavedGame};
use parlour_diplomacy::{Board, History, PhaseRecord, Rulebook, cases};

const PHASES: &str = include_str!("../fixtures/interop.jsonl");
const GAMES: &str = include_str!("../fixtures/saved-games.jsonl");
const TABLE: &str = include_str!("../../../docs/diplomacy-interop.md");

fn games() -> Vec<SavedGame> {
    let games = GAMES.lines().map(SavedGame::parse);
    games.collect::<Result<_, _>>().unwrap()
}

#[test]
fn phases_made_in_the_package_are_judged_alike_or_as_the_rules_say() {
    let (mut same, mut different) = (0, 0);
    for line in PHASES.lines() {
        let record = PhaseRecord::parse(line).unwrap();
        let id = record.id.clone().unwrap();
        let failures = cases::check(&record, Rulebook::default()).unwrap();
        assert!(failures.is_empty(), "{id}: {failures:?}");
        match record.rest.get("peer") {
            None => same += 1,
            Some(peer) => {
                let fault = peer["fault"].as_str().unwrap();
                assert!(TABLE.contains(fault), "{id}: {fault} is not in the table");
                let ours = serde_json::to_value(record.next.unwrap()).unwrap();
                assert_ne!(ours, peer["next"], "{id}: there is no difference");
                different += 1;
            }
        }
    }
    assert_eq!((same, different), (247, 26));
}

#[test]
fn every_phase_of_a_saved_game_is_judged_as_it_was() {
    let mut played = 0;
    for game in games() {
        for record in game.records().unwrap() {
            if record.next.is_some() {
                let failures = cases::check(&record, Rulebook::default()).unwrap();
                assert!(failures.is_empty(), "{:?}: {failures:?}", record.id);
                played += 1;
            }
        }
    }
    assert_eq!(played, 54);
}

#[test]
fn a_game_that_is_read_and_written_again_is_the_same_game() {
    for game in games() {
        let records = game.records().unwrap();
        let again = SavedGame::of_records(&game.id, &records, Rulebook::default()).unwrap();
        assert_eq!(again.map, game.map);
        assert_eq!(again.phases.len(), game.phases.len(), "{}", game.id);
        for (mut old, mut new) in game.phases.into_iter().zip(again.phases) {
            assert_eq!(old.name, new.name);
            let lists = [&mut old.state, &mut new.state]
                .into_iter()
                .flat_map(|state| [&mut state.units, &mut state.centers, &mut state.homes])
                .flat_map(|lists| lists.values_mut());
            for list in lists {
                list.sort();
            }
            assert_eq!(old.state.units, new.state.units, "{}", old.name);
            assert_eq!(old.state.centers, new.state.centers, "{}", old.name);
            assert_eq!(old.state.homes, new.state.homes, "{}", old.name);
            assert_eq!(old.state.note, new.state.note, "{}", old.name);
            if old.name != COMPLETED {
                let given = |orders: parlour_diplomacy::ByPower<Option<Vec<String>>>| {
                    let lists = orders.into_iter();
                    let sorted = lists.map(|(power, list)| {
                        let mut list = list.unwrap_or_default();
                        list.sort();
                        (power, list)
                    });
                    sorted.collect::<Vec<_>>()
                };
                assert_eq!(given(old.orders), given(new.orders), "{}", old.name);
            }
            // What we write is read again without loss.
            let text = serde_json::to_string(&new.state).unwrap();
            assert!(text.contains("\"influence\""), "{text}");
        }
    }
}

#[test]
fn a_game_that_was_drawn_says_who_shares_it() {
    let drawn: Vec<PhaseRecord> = games()
        .iter()
        .filter(|game| game.phases.last().unwrap().name == COMPLETED)
        .filter_map(|game| game.records().unwrap().pop())
        .collect();
    assert_eq!(drawn.len(), 1);
    assert_eq!(drawn[0].rest["outcome"]["kind"], "draw");
    assert_eq!(drawn[0].rest["outcome"]["powers"][6], "TURKEY");
}

/// France with seventeen centres and a fleet beside an eighteenth.
fn nearly_won() -> PhaseRecord {
    let line = r#"{"phase":"F1907M","id":"won-F1907M","units":{"FRANCE":["F MAO"]},
        "centers":{"FRANCE":["BRE","MAR","PAR","SPA","BEL","HOL","LON","LVP","EDI","MUN","KIE","BER","DEN","ROM","VEN","NAP","TUN"]},
        "orders":{"FRANCE":["F MAO - POR"]}}"#;
    let mut record = PhaseRecord::parse(line).unwrap();
    record.results = Some([(String::from("F MAO"), Vec::new())].into());
    record
}

#[test]
fn a_game_that_was_won_is_completed() {
    let saved = SavedGame::of_records("won", &[nearly_won()], Rulebook::default()).unwrap();
    let last = saved.phases.last().unwrap();
    assert_eq!(last.name, COMPLETED);
    assert_eq!(last.state.note, "Victory by: FRA");
    let records = saved.records().unwrap();
    assert_eq!(records.len(), 1);
    let next = records[0].next.as_ref().unwrap();
    assert_eq!(next.outcome.as_ref().unwrap().kind, "solo");
    assert_eq!(next.outcome.as_ref().unwrap().powers, ["FRANCE"]);
    assert_eq!(next.phase.to_string(), "W1907A");
}

#[test]
fn the_history_of_a_game_is_records_and_a_saved_game() {
    let board = Board::standard();
    let phase = |phase: &str, orders: &[(&str, &[&str])]| PastPhase {
        phase: phase.parse().unwrap(),
        orders: orders
            .iter()
            .map(|(power, orders)| {
                let orders = orders.iter().map(|order| String::from(*order));
                (String::from(*power), orders.collect())
            })
            .collect(),
    };
    let phases = vec![
        phase("S1901M", &[("FRANCE", &["A PAR - BUR", "A MAR - SPA"])]),
        phase("F1901M", &[("FRANCE", &["A SPA H", "A BUR - BEL"])]),
        phase("W1901A", &[("FRANCE", &["A PAR B", "F MAR B"])]),
    ];
    let rules: Rulebook = "via=land-fallback".parse().unwrap();
    let history = History::new(board, rules, board.start().clone(), phases);
    let records = history.records("mine");
    let ids: Vec<_> = records
        .iter()
        .filter_map(|record| record.id.clone())
        .collect();
    assert_eq!(
        ids,
        ["mine-S1901M", "mine-F1901M", "mine-W1901A", "mine-S1902M"]
    );
    assert_eq!(records[0].rules.as_ref().unwrap()["via"], "land-fallback");
    let last = records.last().unwrap();
    assert!(last.next.is_none());
    assert_eq!(last.units["FRANCE"].len(), 5);
    for record in &records[..3] {
        assert_eq!(cases::check(record, rules), Ok(Vec::new()));
    }
    let saved = SavedGame::of_records("mine", &records, Rulebook::default()).unwrap();
    assert_eq!(saved.phases.len(), 4);
    let winter = &saved.phases[2].state;
    assert_eq!(winter.builds["FRANCE"].count, 2);
    assert_eq!(winter.builds["FRANCE"].homes, ["MAR", "PAR"]);
}

#[test]
fn a_game_that_was_drawn_is_saved_as_drawn() {
    let board = Board::standard();
    let mut record = PhaseRecord::question(board, board.start());
    let outcome = serde_json::json!({"kind": "draw", "powers": ["FRANCE", "TURKEY"]});
    record.rest.insert(String::from("outcome"), outcome);
    let save = |record: &PhaseRecord| {
        SavedGame::of_records("drawn", std::slice::from_ref(record), Rulebook::default())
    };
    let saved = save(&record).unwrap();
    assert_eq!(saved.phases[1].name, COMPLETED);
    assert_eq!(saved.phases[1].state.note, "Victory by: FRA, TUR");
    assert_eq!(
        saved.records().unwrap()[0].rest["outcome"]["powers"][1],
        "TURKEY"
    );
    record
        .rest
        .insert(String::from("outcome"), serde_json::json!(7));
    assert!(save(&record).unwrap_err().to_string().contains("outcome"));
}

#[test]
fn records_that_do_not_follow_one_another_are_no_game() {
    let board = Board::standard();
    let first = PhaseRecord::question(board, board.start());
    let mut second = first.clone();
    second.phase = "F1901M".parse().unwrap();
    let save = |records: &[PhaseRecord]| SavedGame::of_records("x", records, Rulebook::default());
    assert_eq!(
        save(&[first.clone(), second.clone()]).unwrap().phases.len(),
        2
    );
    let why = |records: &[PhaseRecord]| save(records).unwrap_err().to_string();
    assert_eq!(
        why(&[first.clone(), first.clone()]),
        "S1901M does not follow from S1901M: the phase differs"
    );
    second.units.get_mut("FRANCE").unwrap().pop();
    assert_eq!(
        why(&[first.clone(), second.clone()]),
        "F1901M does not follow from S1901M: units differ"
    );
    second.units.clone_from(&first.units);
    second.centers.as_mut().unwrap().remove("FRANCE");
    assert_eq!(
        why(&[first.clone(), second]),
        "F1901M does not follow from S1901M: centers differ"
    );
    assert_eq!(why(&[]), "the game has no phase");
    let training = Board::named("training").unwrap();
    let training = PhaseRecord::question(training, training.start());
    assert!(why(std::slice::from_ref(&training)).contains("the package has no map \"training\""));
    assert!(why(&[first, training]).starts_with("phase S1901M"));
}

#[test]
fn games_of_other_maps_and_rules_are_refused_with_a_reason() {
    let game = games().remove(0);
    let change = |change: fn(&mut SavedGame)| {
        let mut game = game.clone();
        change(&mut game);
        game.records().unwrap_err().to_string()
    };
    let map = change(|game| game.map = String::from("empire"));
    assert!(map.contains("\"empire\""), "{map}");
    let rule = change(|game| game.rules.push(String::from("BUILD_ANY")));
    assert!(rule.contains("BUILD_ANY"), "{rule}");
    let name = change(|game| game.phases[0].state.name = String::from("F1901M"));
    assert_eq!(name, "phase S1901M holds the state of F1901M");
    let none = change(|game| game.phases.clear());
    assert_eq!(none, "the game has no phase");
    let forming = change(|game| {
        game.phases.truncate(1);
        game.phases[0].name = String::from("FORMING");
        game.phases[0].state.name = String::from("FORMING");
    });
    assert!(forming.starts_with("phase FORMING"), "{forming}");
    let homes = change(|game| {
        let homes = game.phases[0].state.homes.get_mut("FRANCE").unwrap();
        homes.pop();
    });
    assert!(homes.contains("homes of FRANCE"), "{homes}");
    let unit = change(|game| {
        let units = game.phases[0].state.units.get_mut("FRANCE").unwrap();
        units.push(String::from("A XYZ"));
    });
    assert!(unit.contains("A XYZ"), "{unit}");
}

#[test]
fn a_variant_has_the_packages_name_for_it() {
    let duel = Board::named("duel").unwrap();
    let record = PhaseRecord::question(duel, duel.start());
    let saved = SavedGame::of_records("duel", &[record], Rulebook::default()).unwrap();
    assert_eq!(saved.map, "standard_france_austria");
    assert_eq!(
        saved.records().unwrap()[0].position(duel).as_ref(),
        Ok(duel.start())
    );
}

#[test]
fn broken_files_are_errors_and_never_panic() {
    let line = GAMES.lines().next().unwrap();
    for cut in (0..line.len()).step_by(1499) {
        if line.is_char_boundary(cut) {
            let read = SavedGame::parse(&line[..cut]);
            assert!(matches!(read, Err(SavedFault::Shape(_))), "{cut}");
        }
    }
    // Letters and digits changed here and there: an error or another game.
    for step in [97, 211, 503, 1009, 4001] {
        for replacement in *b"\"[}9A* " {
            let mut bytes = line.as_bytes().to_vec();
            for byte in bytes.iter_mut().skip(step % 89).step_by(step) {
                *byte = replacement;
            }
            if let Ok(text) = std::str::from_utf8(&bytes)
                && let Ok(game) = SavedGame::parse(text)
                && let Ok(records) = game.records()
            {
                let _ = SavedGame::of_records("again", &records, Rulebook::default());
            }
        }
    }
}
