//! Case files: the examples pass, each form is read, and what is wrong is named.

use parlour_grid::cases::{Solver, check};

const EXAMPLES: &str = include_str!("../fixtures/sight.jsonl");

#[test]
fn every_example_passes() {
    let verdicts = check(EXAMPLES);
    assert_eq!(verdicts.len(), 60);
    for verdict in verdicts {
        assert!(verdict.ok(), "{}: {:?}", verdict.id, verdict.failures);
    }
}

#[test]
fn a_solved_record_gives_back_the_expected_values() {
    let mut solver = Solver::default();
    for line in EXAMPLES.lines() {
        let expected: serde_json::Value = serde_json::from_str(line).unwrap();
        let answer = solver.solve_line(line).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        for (field, value) in answer.as_object().unwrap() {
            let Some(wanted) = expected.get(field) else {
                assert_eq!(field, "anyangle", "only this one is left out of examples");
                continue;
            };
            if field == "anyangle" && !value.is_null() {
                let off = (value.as_f64().unwrap() - wanted.as_f64().unwrap()).abs();
                assert!(off < 1e-6, "{value} {wanted}");
            } else {
                assert_eq!(value, wanted, "{field} of {}", expected["name"]);
            }
        }
    }
}

/// The one failure of a text with a single case, which fails alike in every
/// orientation or cannot be read at all.
fn failure(text: &str) -> String {
    let verdicts = check(text);
    assert_eq!(verdicts.len(), 1, "{verdicts:?}");
    let failures = &verdicts[0].failures;
    assert!(
        failures.len() <= 1,
        "one failure is told once: {failures:?}"
    );
    let failure = failures.first().cloned().unwrap_or_default();
    let everywhere = failure.strip_suffix(" (in all 8 orientations)");
    everywhere.map(str::to_owned).unwrap_or(failure)
}

#[test]
fn an_expectation_that_does_not_hold_is_named_with_what_was_found() {
    let record = |visible: &str| {
        format!(r#"{{"name":"row","w":3,"h":1,"blocked":[2],"observers":[0],"visible":{visible}}}"#)
    };
    assert_eq!(failure(&record("[0,1]")), "");
    assert_eq!(
        failure(&record("null")),
        "`visible` is not a list of ids: null"
    );
    assert_eq!(
        failure(&record("[0,2]")),
        "visible: expected 2 cells, found 2 cells; missing: 2; too many: 1"
    );
    assert_eq!(
        check(&record("[0]"))[0].failures,
        ["visible: expected 1 cells, found 2 cells; too many: 1 (in all 8 orientations)"]
    );
    // Two expectations, two failures.
    let two =
        r#"{"name":"t","w":3,"h":1,"blocked":[2],"observers":[0],"visible":[0],"corners":[1]}"#;
    assert_eq!(check(two)[0].failures.len(), 2);
    let costs = r#"{"name":"c","w":3,"h":3,"blocked":[1,3],"observers":[0],"target":8,"octile_cut":198,"octile_nocut":198}"#;
    assert_eq!(failure(costs), "octile_nocut: expected 198, found null");
    let length =
        r#"{"name":"l","w":3,"h":1,"blocked":[],"observers":[0],"target":2,"anyangle":2.1}"#;
    assert_eq!(failure(length), "anyangle: expected 2.1, found 2");
}

#[test]
fn a_path_is_as_good_as_another_of_the_same_length() {
    let record = |path: &str| {
        format!(r#"{{"name":"p","w":5,"h":3,"blocked":[7],"start":5,"dest":9,"path":{path}}}"#)
    };
    assert_eq!(failure(&record("[5,1,3,9]")), "");
    assert_eq!(failure(&record("[5,11,13,9]")), "");
    assert!(failure(&record("[5,9]")).contains("5 does not see 9"));
    assert!(failure(&record("[5,1,2,3,9]")).contains("2 is no corner"));
    assert!(failure(&record("null")).starts_with("path: expected null, found [5, 1, 3, 9]"));
}

#[test]
fn the_single_form_is_read_and_its_log_left_alone() {
    let text = r#"
    {
      "testName": "slot",
      "gridRows": 2, "gridCols": 3,
      "blockedCells": [4],
      "startX": 0, "startY": 0,
      "log": ["anything"],
      "expectedVisible": [0, 1, 2, 3]
    }"#;
    let verdicts = check(text);
    assert_eq!(verdicts[0].id, "slot");
    assert_eq!(failure(text), "");
    assert_eq!(
        failure(&text.replace("[0, 1, 2, 3]", "[0, 1, 2, 3, 5]")),
        "visible: expected 5 cells, found 4 cells; missing: 5"
    );
    for off in ["3", "-1", "-2147483648", "2147483647"] {
        let off = text.replace("\"startX\": 0", &format!("\"startX\": {off}"));
        assert_eq!(
            failure(&off),
            "visible: expected 4 cells, found 0 cells; missing: 0, 1, 2, 3"
        );
        assert_eq!(failure(&off.replace("[0, 1, 2, 3]", "[]")), "");
    }
    let far = text.replace("\"startX\": 0", "\"startX\": 2147483648");
    assert_eq!(failure(&far), "`startX` is no coordinate: 2147483648");
}

#[test]
fn drawings_are_read_with_blanks_and_comments() {
    let text = "; a block\ns o ▲ o\no ■ □ □\n▲ □ u □\n\n; another\nso\n\n\n";
    let verdicts = check(text);
    assert_eq!(verdicts.len(), 2);
    assert_eq!(verdicts[0].id, "drawing 1 (line 2)");
    for verdict in verdicts {
        assert!(verdict.ok(), "{verdict:?}");
    }
    assert!(failure("s.o").starts_with("visible: expected 2 cells, found 3 cells"));
    assert!(failure("son").starts_with("corners: expected 1 cells, found 0 cells"));
    assert_eq!(
        failure("soo\nso."),
        "a drawing has exactly one s, this one has 2"
    );
    assert_eq!(
        failure("so\n;\nsoo"),
        "line 3: the row has 3 cells, the first one 2"
    );
}

#[test]
fn records_that_cannot_be_answered_are_refused_with_the_reason() {
    let mut solver = Solver::default();
    for (line, reason) in [
        ("{", "broken JSON: EOF while parsing an object at column 1"),
        ("[1]", "a record is a JSON object"),
        (r#"{"w":1}"#, "`name` is missing"),
        (r#"{"name":"a","w":0,"h":3,"blocked":[]}"#, "a: `w` is 0"),
        (r#"{"name":"a","w":2,"blocked":[]}"#, "a: `h` is missing"),
        (
            r#"{"name":"a","w":-1,"h":1,"blocked":[]}"#,
            "a: `w` is not a whole number: -1",
        ),
        (
            r#"{"name":"a","w":16777217,"h":1,"blocked":[]}"#,
            "a: the map has 16777217 x 1 cells, more than 16777216",
        ),
        (
            r#"{"name":"a","w":18446744073709551615,"h":18446744073709551615,"blocked":[]}"#,
            "a: the map has 18446744073709551615 x 18446744073709551615 cells, more than 16777216",
        ),
        (r#"{"name":"a","w":2,"h":1}"#, "a: `blocked` is missing"),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[1,1]}"#,
            "a: `blocked` holds the id 1 twice",
        ),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[2]}"#,
            "a: `blocked` holds the id 2, the map has 2",
        ),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[],"observers":[4294967296]}"#,
            "a: `observers` holds the id 4294967296, the map has 2",
        ),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[],"target":"x"}"#,
            "a: `target` holds \"x\", which is no id",
        ),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[],"want":["seen"]}"#,
            "a: `want` holds the unknown field \"seen\"",
        ),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[],"want":["visible"]}"#,
            "a: `visible` needs an observer",
        ),
        (
            r#"{"name":"a","w":2,"h":1,"blocked":[],"observers":[0,1],"want":["symmetric"]}"#,
            "a: `symmetric` needs exactly one observer",
        ),
    ] {
        assert_eq!(solver.solve_line(line).unwrap_err().to_string(), reason);
    }
}

#[test]
fn without_a_wish_everything_the_inputs_allow_is_answered() {
    let mut solver = Solver::default();
    let mut solve = |line: &str| solver.solve_line(line).unwrap();
    assert_eq!(
        solve(r#"{"name":"a","w":2,"h":1,"blocked":[],"observers":[0]}"#),
        r#"{"name":"a","visible":[0,1],"corners":[],"interesting":[],"symmetric":[0,1]}"#
    );
    assert_eq!(
        solve(r#"{"name":"a","w":2,"h":1,"blocked":[],"observers":[0,1],"target":1}"#),
        r#"{"name":"a","visible":[0,1],"corners":[],"interesting":[],"octile_cut":70,"octile_nocut":70,"anyangle":1.0}"#
    );
    assert_eq!(
        solve(r#"{"name":"a","w":2,"h":1,"blocked":[1],"observers":[1],"target":0}"#),
        r#"{"name":"a","visible":[],"corners":[],"interesting":[],"symmetric":null,"octile_cut":null,"octile_nocut":null,"anyangle":null}"#
    );
    assert_eq!(
        solve(r#"{"name":"a\"b","w":2,"h":1,"blocked":[],"start":0,"dest":1}"#),
        r#"{"name":"a\"b"}"#
    );
    assert_eq!(
        solve(r#"{"name":"a","w":2,"h":1,"blocked":[],"start":0,"dest":1,"want":["path"]}"#),
        r#"{"name":"a","path":[0,1]}"#
    );
    for want in ["null", "[]"] {
        let line = format!(
            r#"{{"name":"a","w":2,"h":1,"blocked":[],"observers":[0],"target":null,"want":{want}}}"#
        );
        assert_eq!(
            solve(&line),
            r#"{"name":"a","visible":[0,1],"corners":[],"interesting":[],"symmetric":[0,1]}"#
        );
    }
}

#[test]
fn broken_lines_leave_the_others_standing() {
    let text = format!("{}\n{{broken\n\n[]\n", EXAMPLES.lines().next().unwrap());
    let verdicts = check(&text);
    assert_eq!(verdicts.len(), 3);
    assert!(verdicts[0].ok());
    assert_eq!(
        (verdicts[1].id.as_str(), verdicts[1].ok()),
        ("record 2", false)
    );
    assert_eq!(
        (verdicts[2].id.as_str(), verdicts[2].ok()),
        ("record 4", false)
    );
    assert!(!check("")[0].ok() && !check("{\n{\n")[0].ok() && !check("[")[0].ok());
    assert_eq!(
        failure(r#"{"name":"a","w":1,"h":1,"blocked":[]}"#),
        "the record expects nothing"
    );
}
