//! Every scenario of the fixture file passes, and a bad file is told so.

use parlour_regicide::cases::check;

#[test]
fn every_scenario_passes() {
    let verdicts = check(include_str!("../fixtures/scenarios.jsonl"));
    assert_eq!(verdicts.len(), 37);
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
