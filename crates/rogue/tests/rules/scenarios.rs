//! Every scenario of the fixtures passes, and a wrong file says so.

use super::rounds;
use parlour_rogue::cases;
use proptest::prelude::*;

const FIXTURES: &str = include_str!("../../fixtures/scenarios.jsonl");

#[test]
fn every_scenario_passes() {
    let verdicts = cases::check(FIXTURES);
    assert!(verdicts.len() >= 59);
    let failures: Vec<String> = verdicts
        .iter()
        .flat_map(|verdict| {
            let failures = verdict.failures.iter();
            failures.map(move |failure| format!("{}: {failure}", verdict.id))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn failures(line: &str) -> Vec<String> {
    cases::check(line).remove(0).failures
}

#[test]
fn a_failure_says_what_was_expected_and_what_was_found() {
    let line = r#"{"id":"X","setup":{"map":[".."],"types":{"entity":{"player":{"act":"player"}}},"entities":[{"id":"p","type":"player","at":[0,0]}]},"steps":[{"op":"act","who":"p","keys":["l"],"expect":{"entities":{"p":{"at":[0,0]}},"keys_left":1,"message":"Hm."}}]}"#;
    let mut found = failures(line);
    found.sort();
    assert_eq!(
        found,
        [
            "step 1 (act): entities.p.at: expected [0,0], found [1,0]",
            "step 1 (act): keys_left: expected 1, found 0",
            "step 1 (act): message: expected \"Hm.\", found null",
        ]
    );
}

#[test]
fn unknown_words_are_errors_of_the_file() {
    let base = r#"{"id":"X","setup":{"map":["."],"types":{},"entities":[]},"steps":[STEP]}"#;
    for (step, part) in [
        (r#"{"op":"fly","expect":{}}"#, "unknown variant `fly`"),
        (
            r#"{"op":"line","from":[0,0],"to":[1,1],"via":[0,1],"expect":{}}"#,
            "unknown field `via`",
        ),
        (
            r#"{"op":"line","from":[0,0],"expect":{}}"#,
            "missing field `to`",
        ),
        (
            r#"{"op":"line","from":[0,0],"to":[1,1],"expect":{"colour":1}}"#,
            "unknown expected field \"colour\"",
        ),
        (
            r#"{"op":"line","from":[0,0],"to":[1,1],"expect":{"turn_spent":true}}"#,
            "says nothing of \"turn_spent\"",
        ),
        (
            r#"{"op":"try_move","who":"z","d":[1,0],"expect":{}}"#,
            "nothing is called \"z\"",
        ),
        (
            r#"{"op":"attack","who":"a","target":"b"}"#,
            "of the other rule set",
        ),
        (r#"{"expect":{}}"#, "a step needs an op"),
    ] {
        let found = failures(&base.replace("STEP", step));
        assert!(
            found.iter().any(|failure| failure.contains(part)),
            "{step}: {found:?}"
        );
    }
    for (setup, part) in [
        (
            r#"{"map":["."],"hooks":{"on_bump":"hug"}}"#,
            "unknown hook on_bump \"hug\"",
        ),
        (r#"{"map":["."],"tiles":"fancy"}"#, "unknown tiles"),
        (r#"{"map":["x"]}"#, "stands for no tile"),
        (
            r#"{"map":["."],"weather":"rain"}"#,
            "unknown field `weather`",
        ),
        (r#"{"map":["."],"ruleset":"chess"}"#, "unknown ruleset"),
        ("{}", "either map or maps"),
        (
            r#"{"map":["."],"types":{"entity":{"a":{"parent":"b"}}}}"#,
            "parent \"b\" is not defined",
        ),
    ] {
        let found = failures(&format!(r#"{{"id":"X","setup":{setup},"steps":[]}}"#));
        assert!(
            found.iter().any(|failure| failure.contains(part)),
            "{setup}: {found:?}"
        );
    }
    assert!(
        failures("{")
            .iter()
            .any(|failure| failure.starts_with("line 1: "))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(1500) as u32))]

    #[test]
    fn any_line_is_a_scenario_or_an_error(text in ".{0,80}") {
        let _ = cases::check(&text);
    }

    /// A part of a real scenario replaced by something else.
    #[test]
    fn damaged_scenarios_are_judged_or_refused(
        line in 0usize..59, place in 0usize..400, what in 0usize..8,
    ) {
        let line = FIXTURES.lines().nth(line).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut paths = Vec::new();
        pointers(&json, &mut String::new(), &mut paths);
        let values = [
            serde_json::json!(null), serde_json::json!(-1), serde_json::json!(1.5),
            serde_json::json!(9_000_000_000_u64), serde_json::json!("zz"), serde_json::json!([]),
            serde_json::json!({}), serde_json::json!([[0, 0]]),
        ];
        let pointer = paths[place % paths.len()].clone();
        *json.pointer_mut(&pointer).unwrap() = values[what].clone();
        let _ = cases::check(&json.to_string());
    }
}

fn pointers(json: &serde_json::Value, path: &mut String, paths: &mut Vec<String>) {
    let length = path.len();
    let mut visit = |key: String, value: &serde_json::Value| {
        path.push('/');
        path.push_str(&key.replace('~', "~0").replace('/', "~1"));
        paths.push(path.clone());
        pointers(value, path, paths);
        path.truncate(length);
    };
    match json {
        serde_json::Value::Object(fields) => {
            fields
                .iter()
                .for_each(|(key, value)| visit(key.clone(), value));
        }
        serde_json::Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(key, value)| visit(key.to_string(), value));
        }
        _ => {}
    }
}
