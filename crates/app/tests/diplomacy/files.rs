//! Files and pipes: records in, answers out, and what is wrong with them.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use crate::{fed, fixture, parlour, printed};

#[test]
fn a_reader_that_has_seen_enough_ends_the_command_quietly() {
    let table = std::fs::read_to_string(fixture("phases.jsonl")).unwrap();
    // More than any pipe holds.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.jsonl");
    std::fs::write(&file, table.repeat(4)).unwrap();
    let file = file.to_str().unwrap();
    for words in [
        ["adjudicate", file],
        ["orders", file],
        ["explain", file],
        ["check", file],
    ] {
        let mut command = parlour(&words);
        if words[0] == "check" {
            command.arg("--json");
        }
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut reader = BufReader::with_capacity(64, child.stdout.take().unwrap());
        reader.read_line(&mut first).unwrap();
        drop(reader);
        let mut complaint = String::new();
        let mut errors = child.stderr.take().unwrap();
        errors.read_to_string(&mut complaint).unwrap();
        assert!(!first.is_empty(), "{words:?}");
        assert_eq!(complaint, "", "{words:?}");
        assert!(child.wait().unwrap().success(), "{words:?}");
    }
}

#[test]
fn saved_games_go_through_records_and_back() {
    let file = fixture("saved-games.jsonl");
    let output = parlour(&["import", file.to_str().unwrap()])
        .output()
        .unwrap();
    let (records, errors) = printed(&output);
    assert_eq!(errors, "");
    assert_eq!(records.lines().count(), 60);
    let output = fed(&["export"], records);
    let (games, errors) = printed(&output);
    assert_eq!(errors, "");
    assert_eq!(games.lines().count(), 6);
    assert!(output.status.success());
    let output = fed(&["import", "-"], games);
    let read = |text: &str| -> Vec<serde_json::Value> {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    for (one, two) in read(records).iter().zip(read(printed(&output).0)) {
        for part in ["id", "phase", "units", "centers", "orders", "builds"] {
            assert_eq!(one[part], two[part], "{}: {part}", one["id"]);
        }
    }
}

#[test]
fn a_saved_game_may_be_spread_over_lines() {
    let text = std::fs::read_to_string(fixture("saved-games.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let spread = serde_json::to_string_pretty(&game).unwrap();
    let output = fed(&["import"], &spread);
    assert!(output.status.success(), "{:?}", printed(&output).1);
}

#[test]
fn what_cannot_be_read_is_told_with_its_line_and_the_rest_is_answered() {
    let good =
        r#"{"phase":"S1901M","units":{"AUSTRIA":["A VIE"]},"orders":{"AUSTRIA":["A Vie - Bud"]}}"#;
    let bad = "nonsense";
    for command in ["adjudicate", "orders"] {
        let output = fed(&[command], &format!("{good}\n{bad}\n\n{good}\n"));
        let (answers, errors) = printed(&output);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 3, "{answers}");
        assert!(
            lines[1].contains("\"line\":2") && lines[1].contains("\"error\""),
            "{answers}"
        );
        // It is told once, where the answer would stand.
        assert_eq!(errors, "");
        assert_eq!(output.status.code(), Some(1));
    }
    let output = fed(&["import"], "{}\n[]\n");
    assert_eq!(printed(&output).0.lines().count(), 2);
    assert_eq!(output.status.code(), Some(1));
    let output = fed(&["import"], "");
    assert!(printed(&output).1.contains("no saved game"), "{output:?}");
    let broken = r#"{"id":"x-S1901M","phase":"S1901M","map":"training","units":{}}"#;
    let output = fed(&["export"], &format!("{broken}\n{bad}\n"));
    let (answers, _) = printed(&output);
    assert!(answers.contains("has no map"), "{answers}");
    assert!(answers.contains("\"line\":2"), "{answers}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn two_orders_for_one_unit_are_both_illegal_and_the_unit_holds() {
    let record = r#"{"phase":"S1901M","units":{"AUSTRIA":["A VIE"]},
        "orders":{"AUSTRIA":["A Vie - Bud","A Vie - Gal"]}}"#
        .replace('\n', " ");
    let output = fed(&["adjudicate"], &record);
    let answer: serde_json::Value = serde_json::from_str(printed(&output).0).unwrap();
    assert_eq!(answer["results"]["A VIE"][0], "illegal");
    assert_eq!(answer["next"]["units"]["AUSTRIA"][0], "A VIE");
}

#[test]
fn a_records_own_rules_win_over_the_command_line() {
    // An army that was to go by sea to a neighbour, without any convoy.
    let record = |rules: &str| {
        format!(
            r#"{{"phase":"S1901M","units":{{"ENGLAND":["A YOR","F NTH"]}},
               "orders":{{"ENGLAND":["A YOR - LON VIA"]}}{rules}}}"#
        )
        .replace('\n', " ")
    };
    let stands = |words: &[&str], rules: &str| {
        let output = fed(words, &record(rules));
        let answer: serde_json::Value = serde_json::from_str(printed(&output).0).unwrap();
        answer["next"]["units"]["ENGLAND"][0]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let walk = ["adjudicate", "--rules", "via=land-fallback"];
    assert_eq!(stands(&["adjudicate"], ""), "A YOR");
    assert_eq!(stands(&walk, ""), "A LON");
    assert_eq!(stands(&walk, r#","rules":{"via":"strict"}"#), "A YOR");
    let output = fed(&["adjudicate", "--rules", "via=fly"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        printed(&output).1.contains("strict, land-fallback"),
        "{output:?}"
    );
}

#[test]
fn a_game_is_drawn_phase_by_phase() {
    let folder = tempfile::tempdir().unwrap();
    let saved = fixture("saved-games.jsonl");
    let records = parlour(&["import", saved.to_str().unwrap()])
        .output()
        .unwrap();
    let game: Vec<u8> = records
        .stdout
        .split_inclusive(|byte| *byte == b'\n')
        .take(3)
        .flatten()
        .copied()
        .collect();
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, game).unwrap();
    let file = file.to_str().unwrap();
    let draw = |output: &str, width: &str| {
        let output = folder.path().join(output);
        let words = ["draw", "--game", file, "--width", width, "-o"];
        parlour(&words).arg(output).output().unwrap()
    };
    assert!(draw("pages/", "300").status.success());
    assert!(draw("own/game-{phase}.svg", "300").status.success());
    let names = |inner: &str| -> Vec<String> {
        let files = std::fs::read_dir(folder.path().join(inner)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let pages = names("pages");
    assert_eq!(pages.len(), 4, "{pages:?}");
    assert_eq!(pages[0], "001-S1901M.png");
    assert_eq!(names("own")[0], "game-001-S1901M.svg");
    let refused = draw("own/{phase}.bmp", "300");
    assert!(printed(&refused).1.contains(".svg or .png"), "{refused:?}");
    assert!(!draw("pages/", "0").status.success());
    let nowhere = folder.path().join("nowhere.svg");
    let words = ["draw", file, "--crop", "atlantis:1", "-o"];
    let output = parlour(&words).arg(&nowhere).output().unwrap();
    assert!(printed(&output).1.contains("atlantis"), "{output:?}");
    assert!(!nowhere.exists());
}
