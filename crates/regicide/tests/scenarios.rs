//! Every scenario of the fixture file passes, and a bad file is told so.

use parlour_regicide::cases::check;

#[test]
fn every_scenario_passes() {
    let verdicts = check(include_str!("../fixtures/scenarios.jsonl"));
    assert_eq!(verdicts.len(), 37);
    let failed: Vec<_> = verdicts.iter().filter(|verdict| !verdict.ok()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Written from the rules by a second reader who had not seen this engine.
#[test]
fn a_second_readers_scenarios_pass() {
    let verdicts = check(include_str!("../fixtures/second-reading.jsonl"));
    assert_eq!(verdicts.len(), 97);
    let failed: Vec<_> = verdicts.iter().filter(|verdict| !verdict.ok()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Positions drawn by lot, judged by another engine made from the rules alone.
#[test]
fn another_engine_agrees_on_drawn_positions() {
    let verdicts = check(include_str!("../fixtures/drawn.jsonl"));
    assert_eq!(verdicts.len(), 250);
    let failed: Vec<_> = verdicts.iter().filter(|verdict| !verdict.ok()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

const POSITION: &str = r#"{"id":"T","players":2,"setup":{"enemy":"JH","hands":[["5C","9C"],["9H"]],
    "castle":["QC"]},"actions":[{"type":"play","cards":["5C"]}],"expected":EXPECTED}"#;

fn failures(expected: &str) -> Vec<String> {
    let line = POSITION.replace('\n', " ").replace("EXPECTED", expected);
    let mut verdicts = check(&line);
    assert_eq!(verdicts.len(), 1);
    verdicts.remove(0).failures
}

#[test]
fn a_wrong_expectation_is_told_with_what_was_found() {
    assert_eq!(failures("{}"), Vec::<String>::new());
    assert_eq!(
        failures(r#"{"attack_value":6,"defeated":"captured","result":"won"}"#),
        [
            "attack_value: expected 6, found 5",
            "defeated: expected \"captured\", found none",
            "result: expected \"won\", found \"lost\"",
        ]
    );
    assert_eq!(
        failures(r#"{"legal":false}"#),
        ["action 0: expected a refusal, found it accepted"]
    );
    assert_eq!(failures(r#"{"legal":false,"illegal_at":7}"#).len(), 1);
}

#[test]
fn null_expects_that_nothing_is_there_and_is_never_ignored() {
    assert_eq!(
        failures(r#"{"defeated":null,"medal":null,"tavern_top":null}"#),
        Vec::<String>::new()
    );
    assert_eq!(
        failures(r#"{"result":null,"hand_counts":null,"enemy":null}"#),
        [
            "enemy: expected none, found JH",
            "hand_counts: expected none, found [1, 1]",
            "result: expected none, found \"lost\"",
        ]
    );
}

#[test]
fn the_castles_order_is_a_word_or_a_list() {
    for order in [r#""Q""#, r#"["Q"]"#] {
        let expected = format!(r#"{{"castle_order":{order}}}"#);
        assert_eq!(failures(&expected), Vec::<String>::new());
    }
    assert_eq!(failures(r#"{"castle_order":7}"#).len(), 1);
}

#[test]
fn a_line_that_is_no_scenario_keeps_its_name() {
    let verdicts = check("{\"id\":\"mine\",\"colour\":1}\n{");
    assert_eq!(verdicts[0].id, "mine");
    assert!(verdicts[0].failures[0].starts_with("line 1: "));
    assert_eq!(verdicts[1].id, "line 2");
    assert!(verdicts[1].failures[0].starts_with("expected a scenario"));
}

#[test]
fn unknown_fields_and_broken_lines_are_errors() {
    assert!(failures(r#"{"atack_value":5}"#)[0].contains("atack_value"));
    for (good, bad) in [
        (r#""players":2"#, r#""players":2,"colour":1"#),
        (r#""castle":"#, r#""catsle":"#),
        (r#""type":"play""#, r#""type":"play","player":0"#),
        (r#""type":"play""#, r#""type":"attack""#),
        ("5C", "5P"),
        (r#""players":2"#, r#""players":3"#),
        (r#""9H""#, r#""9C""#),
        (r#""enemy":"JH""#, r#""enemy":"10H""#),
        (r#"{"id""#, r#"{{"id""#),
        (r#""castle":"#, r#""shield":65535,"castle":"#),
        (r#""castle":"#, r#""enemy_damage":-1,"castle":"#),
    ] {
        let line = POSITION.replace('\n', " ").replace("EXPECTED", "{}");
        let verdicts = check(&line.replace(good, bad));
        assert!(!verdicts[0].ok(), "{bad}");
    }
}

/// A scenario from this position among so many players.
fn position(players: u8, setup: &str) -> Vec<String> {
    let line =
        format!(r#"{{"id":"T","players":{players},"setup":{setup},"actions":[],"expected":{{}}}}"#);
    check(&line).remove(0).failures
}

#[test]
fn a_position_that_no_game_can_reach_is_told_with_its_field() {
    for (players, setup, failure) in [
        (
            1,
            r#"{"enemy":"JH","hands":[["5C"]],"tavern":["6C","5C"]}"#,
            "tavern: expected each card once, found 5C again",
        ),
        (
            2,
            r#"{"enemy":"JH","hands":[["5C"],["6C","6C"]]}"#,
            "hands[1]: expected each card once, found 6C again",
        ),
        (
            1,
            r#"{"enemy":"JH","hands":[["JH"]]}"#,
            "hands[0]: expected each card once, found JH again",
        ),
        (
            1,
            r#"{"enemy":"JH","hands":[["5C"]],"castle":["QC","QC"]}"#,
            "castle: expected each card once, found QC again",
        ),
        (
            4,
            r#"{"enemy":"JH","hands":[["X"],["X"],["5C"],[]],"table":["X"]}"#,
            "table: expected at most two Jesters in all, found another",
        ),
        (
            4,
            r#"{"enemy":"JH","hands":[["5C"],["2C","3C","4C","6C","7C","8C"],[],[]]}"#,
            "hands[1]: expected at most 5 cards, found 6",
        ),
        (
            1,
            r#"{"enemy":"JH","enemy_damage":20,"hands":[["5C"]]}"#,
            "enemy_damage: expected less than the 20 health of JH, found 20",
        ),
        (
            1,
            r#"{"enemy":"JH","hands":[["5C"]],"discard":["7H"],"table":["7H"]}"#,
            "table: expected each card once, found 7H again",
        ),
        (
            1,
            r#"{"enemy":"9H","hands":[["5C"]]}"#,
            "enemy: expected Jacks, Queens, Kings, found 9H",
        ),
    ] {
        assert_eq!(position(players, setup), [failure], "{setup}");
    }
}

/// A position is no census, and enemies may come in any order.
#[test]
fn a_position_may_be_odd_as_long_as_its_cards_are_there() {
    for (players, setup) in [
        (1, r#"{"enemy":"KH","hands":[["QC"]],"castle":["JD"]}"#),
        (3, r#"{"enemy":"JH","hands":[["X"],["X"],[]]}"#),
        (
            1,
            r#"{"enemy":"JH","enemy_damage":19,"hands":[[]],"discard":["KC"]}"#,
        ),
    ] {
        assert_eq!(position(players, setup), Vec::<String>::new(), "{setup}");
    }
}
