//! Every scenario of the fixtures passes, and a wrong file says so.

use super::rounds;
use parlour_rogue::cases;
use proptest::prelude::*;

const FIXTURES: &str = include_str!("../../fixtures/scenarios.jsonl");

#[test]
fn every_scenario_passes() {
    all_pass(FIXTURES, 59);
}

#[test]
fn every_module_of_the_kit_has_a_scenario_that_passes() {
    all_pass(include_str!("../../fixtures/kit.jsonl"), 17);
}

/// Written from the rules by a second reader who had not seen this engine.
#[test]
fn a_second_readers_scenarios_pass() {
    all_pass(include_str!("../../fixtures/second-reading.jsonl"), 167);
}

fn all_pass(text: &str, count: usize) {
    let verdicts = cases::check(text);
    assert!(verdicts.len() >= count);
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
fn words_that_mean_nothing_are_errors_of_the_file() {
    let tutorial = r#"{"id":"X","setup":{"ruleset":"tutorial","map":["..."],"entities":[{"id":"p","at":[0,0]ENTITY}]PACK},"steps":[]}"#;
    let line = |entity: &str, pack: &str| tutorial.replace("ENTITY", entity).replace("PACK", pack);
    assert_eq!(failures(&line("", "")), Vec::<String>::new());
    let found = failures(&line("", r#","inventory":[{"id":"i","use":"fly"}]"#));
    assert!(found[0].contains("unknown use \"fly\""), "{found:?}");
    let found = failures(&line(r#","ai":"genius""#, ""));
    assert!(found[0].contains("unknown ai \"genius\""), "{found:?}");
    let base = r#"{"id":"X","setup":{"map":["..."]},"steps":[STEP]}"#;
    for (step, part) in [
        (
            r#"{"op":"fov","from":[0,0],"radius":0,"expect":{"hidden":["zz",[9]]}}"#,
            "is no cell",
        ),
        (
            r#"{"op":"fov","from":[0,0],"radius":0,"expect":{"inventory":[]}}"#,
            "inventory is of the tutorial",
        ),
        (
            r#"{"op":"roll","text":"2d0","times":1,"expect":{"min":1}}"#,
            "error: expected none",
        ),
        (
            r#"{"op":"look","from":[0,0],"keys":5,"expect":{}}"#,
            "keys have to be text or a list of names",
        ),
    ] {
        let found = failures(&base.replace("STEP", step));
        assert!(found.len() == 1 && found[0].contains(part), "{found:?}");
    }
}

#[test]
fn any_refusal_can_be_expected() {
    let base = r#"{"id":"X","setup":{"map":["..."]},"steps":[STEP]}"#;
    for step in [
        r#"{"op":"look_at","at":[-1,1],"expect":{"error":""}}"#,
        r#"{"op":"tile_look","at":[7,1],"expect":{"error":"off the map"}}"#,
        r#"{"op":"name","who":"nobody","expect":{"error":"nobody"}}"#,
    ] {
        assert_eq!(failures(&base.replace("STEP", step)), Vec::<String>::new());
    }
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
        (
            r#"{"op":"line","from":[-2147483648,0],"to":[2147483647,0]}"#,
            "a line has at most",
        ),
        (r#"{"op":"next_n","n":4294967295}"#, "n is at most"),
        (
            r#"{"op":"roll","text":"10000d6","times":1000000}"#,
            "times has to be",
        ),
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
        (r#"{"map":["."],"seed":1.5}"#, "a seed is a whole number"),
        (r#"{"demo":true,"map":["."]}"#, "brings its own world"),
        (
            r#"{"map":["."],"types":{"entity":{"a":{"act":{"behaviour":"step","d":[4294967297,0]}}}}}"#,
            "a nearer d",
        ),
        (
            r#"{"map":["."],"types":{"entity":{"a":{"act":{"behaviour":"step","d":[1,0],"time_cost":"x"}}}}}"#,
            "time_cost as a number",
        ),
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
    let verdicts = cases::check("{\n{\"id\":\"X\"}");
    assert_eq!(verdicts[0].id, "line 1");
    assert!(verdicts[1].failures[0].starts_with("line 2: "));
}

/// Scenarios about reading: each is written in another way, and all pass.
#[test]
fn setups_steps_and_expectations_are_read_as_they_are_written() {
    let player = r#""types":{"entity":{"player":{"act":"player"}}},"entities":[{"id":"p","type":"player","at":[0,0]}]"#;
    let open = r#""map":["...","...","..."]"#;
    for (setup, steps) in [
        // Labels may be absent; a seed may be below zero or a word.
        (
            format!(r#"{{{open},{player},"seed":-5}}"#),
            r#"{"op":"act","who":"p","keys":"l","expect":{"error":null,"flags":{"action":null}}}"#,
        ),
        (
            r#"{"demo":true,"seed":"rats and bats"}"#.to_string(),
            r#"{"op":"replay","keys":"l","seed":-1,"twice":true,"expect":{"same_hash":true}},
               {"op":"name","who":"player","expect":{"value":"Player"}}"#,
        ),
        // Types that were defined in a step are there in the next, whole.
        (
            format!("{{{open},{player}}}"),
            r#"{"op":"define_types","types":{"rat":{"hp":3,"name":"Rat"}},"expect":{"error":null}},
               {"op":"type_prop","category":"entity","type":"rat","prop":"hp","expect":{"value":3}},
               {"op":"define_types","types":{"rat":{"parent":"rat"}},"expect":{"error":"rat"}},
               {"op":"define_types","types":{"rat":{"tail":true}},"expect":{"error":null}},
               {"op":"type_prop","category":"entity","type":"rat","prop":"hp","expect":{"value":null}}"#,
        ),
        // A version nobody knows is refused, whoever claims it.
        (
            format!("{{{open},{player}}}"),
            r#"{"op":"save_load","version":3,"extra":{},"expect":{"error":"Unsupported save version: 3"}},
               {"op":"save_load","version":null,"expect":{"error":"Unsupported save version"}},
               {"op":"save_load","version":1,"expect":{"version":1,"extra":{}}}"#,
        ),
        // Straight along a row; a swimmer's way is walkable to the swimmer.
        (
            format!("{{{open},{player}}}"),
            r#"{"op":"path","from":[0,1],"to":[2,1],"expect":{"through":[[1,1],[2,1]]}},
               {"op":"path","from":[0,1],"to":[2,1],"max":2,"expect":{"value":[[0,1],[1,1],[2,1]]}},
               {"op":"path","from":[0,1],"to":[2,1],"max":1,"expect":{"value":null}}"#,
        ),
        (
            r#"{"map":[".~."],"entities":[{"id":"f","type":"fish","at":[0,0],"props":{"can_swim":true,"next_action":7}}]}"#.to_string(),
            r#"{"op":"path","who":"f","from":[0,0],"to":[2,0],"expect":{"walkable":true,"cells":3}},
               {"op":"prop","who":"f","prop":"next_action","expect":{"value":7}}"#,
        ),
    ] {
        let line = format!(r#"{{"id":"X","note":null,"kind":null,"setup":{setup},"steps":[{steps}]}}"#);
        let line = line.replace('\n', " ");
        assert_eq!(failures(&line), [""; 0], "{line}");
    }
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
        line in 0usize..59, place in 0usize..400, what in 0usize..10,
    ) {
        let line = FIXTURES.lines().nth(line).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut paths = Vec::new();
        pointers(&json, &mut String::new(), &mut paths);
        let values = [
            serde_json::json!(null), serde_json::json!(-1), serde_json::json!(1.5),
            serde_json::json!(9_000_000_000_u64), serde_json::json!("zz"), serde_json::json!([]),
            serde_json::json!({}), serde_json::json!([[0, 0]]),
            serde_json::json!(i32::MAX), serde_json::json!([i32::MIN, i32::MAX]),
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
