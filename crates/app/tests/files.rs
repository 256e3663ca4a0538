//! `parlour verify` and `parlour replay` on files, good and bad.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A complete game of Pig, recorded by playing it.
const PIG: &str = include_str!("../fixtures/pig.jsonl");

fn parlour(home: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("--with-test-games")
        .args(words)
        .env("PARLOUR_HOME", home)
        .output()
        .unwrap()
}

/// Writes the text to a file and runs the command on it: exit code, both outputs.
fn after(command: &str, text: impl AsRef<[u8]>) -> (i32, String, String) {
    let home = tempfile::tempdir().unwrap();
    let file: PathBuf = home.path().join("game.jsonl");
    fs::write(&file, text).unwrap();
    let output = parlour(home.path(), &[command, file.to_str().unwrap()]);
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn lines() -> Vec<&'static str> {
    PIG.lines().collect()
}

#[test]
fn a_whole_game_is_verified() {
    let entries = lines().len() - 2;
    assert_eq!(
        after("verify", PIG),
        (0, format!("verified {entries} entries\n"), String::new())
    );
}

#[test]
fn a_compressed_game_is_verified() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(PIG.as_bytes()).unwrap();
    let (code, out, _) = after("verify", packed.finish().unwrap());
    assert_eq!(code, 0);
    assert!(out.starts_with("verified "), "{out}");
}

#[test]
fn a_file_without_its_end_line_is_torn() {
    let lines = lines();
    let text = lines[..lines.len() - 1].join("\n") + "\n";
    let entries = lines.len() - 2;
    assert_eq!(
        after("verify", text),
        (1, format!("torn after entry {entries}\n"), String::new())
    );
    let (_, out, _) = after("verify", &PIG[..PIG.len() - 300]);
    assert!(out.starts_with("torn after entry "), "{out}");
}

#[test]
fn a_changed_entry_is_named() {
    let mut lines: Vec<String> = lines().into_iter().map(String::from).collect();
    lines[3] = lines[3].replace("\"seq\":3", "\"seq\":4");
    let (code, out, _) = after("verify", lines.join("\n") + "\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "entry 3: expected seq 3, found seq 4\n")
    );
}

#[test]
fn what_is_no_game_is_named_with_file_and_line() {
    let newer = PIG.replacen("\"parlour\":1", "\"parlour\":2", 1);
    let unknown = PIG.replacen("\"game\":\"pig\"", "\"game\":\"cow\"", 1);
    for (text, fact) in [
        ("", "line 1"),
        ("hello\n", "line 1: not a header"),
        (newer.as_str(), "version 2"),
        (unknown.as_str(), "cow"),
        (&"x".repeat(10 << 20), "line 1"),
    ] {
        for command in ["verify", "replay"] {
            let (code, out, err) = after(command, text);
            assert_eq!((code, out.as_str()), (1, ""), "{err}");
            assert!(
                err.contains("game.jsonl") && err.contains(fact),
                "{fact}: {err}"
            );
            assert_eq!(err.matches(fact).count(), 1, "{fact} is said once: {err}");
        }
    }
}

#[test]
fn a_replay_says_where_a_file_is_broken() {
    let lines = lines();
    let text = |lines: &[&str]| lines.join("\n") + "\n";
    let (code, out, _) = after("replay", text(&lines[..6]));
    assert_eq!(code, 0);
    assert!(out.ends_with("torn after entry 5\n"), "{out}");

    let broken = text(&[&lines[..6], &["{"], &lines[7..]].concat());
    let (code, _, err) = after("replay", broken);
    assert_eq!(code, 1);
    assert!(err.contains("line 7: not JSON"), "{err}");

    let other_end = PIG.replacen("\"end\":{\"winner\":1}", "\"end\":{\"winner\":0}", 1);
    assert_ne!(other_end, PIG);
    let (code, _, err) = after("replay", other_end);
    assert_eq!(code, 1);
    assert!(err.contains("entry 19: expected end"), "{err}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let home = tempfile::tempdir().unwrap();
    for command in ["verify", "replay"] {
        let output = parlour(home.path(), &[command, "nowhere.jsonl"]);
        assert_eq!(output.status.code(), Some(1));
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("nowhere.jsonl"), "{words}");
    }
}

#[test]
fn without_a_terminal_replay_prints_every_entry() {
    let (code, out, _) = after("replay", PIG);
    assert_eq!(code, 0);
    let printed: Vec<&str> = out.lines().collect();
    assert_eq!(printed.len(), lines().len());
    assert!(
        printed[0].starts_with("pig with players 2, goal 20"),
        "{out}"
    );
    assert!(printed[1].starts_with("1 seat 0: roll: rolled "), "{out}");
    assert!(
        printed.last().unwrap().starts_with("over: winner "),
        "{out}"
    );
}

#[test]
fn words_that_are_not_understood_have_their_own_exit_code() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(parlour(home.path(), &["verfy"]).status.code(), Some(2));
    assert_eq!(parlour(home.path(), &["verify"]).status.code(), Some(2));
}

#[test]
fn completions_and_pages_are_printed() {
    let home = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = parlour(home.path(), &["completions", shell]);
        assert!(output.status.success());
        assert!(
            String::from_utf8(output.stdout).unwrap().contains("verify"),
            "{shell}"
        );
    }
    let page = parlour(home.path(), &["man"]);
    assert!(
        String::from_utf8(page.stdout)
            .unwrap()
            .contains(".TH parlour 1")
    );
    let folder = home.path().join("pages");
    assert!(
        parlour(home.path(), &["man", folder.to_str().unwrap()])
            .status
            .success()
    );
    assert!(folder.join("parlour-verify.1").exists());
}

/// A lost game of Kingslayer, as an older program wrote it.
const LOST: &[u8] = include_bytes!("../fixtures/ages/d7cd960/kingslayer-lost.jsonl.gz");

#[test]
fn a_game_of_kingslayer_is_analysed_in_words_and_pictures_and_always_alike() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("lost.jsonl.gz"), LOST).unwrap();
    let analyse = |more: &[&str]| {
        let file = path("lost.jsonl.gz");
        let words = ["kingslayer", "analyse", &file, "--rollouts", "60"];
        let output = parlour(home.path(), &[&words[..], more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let said = analyse(&["-o", &path("one.svg"), "-o", &path("one.png")]);
    assert!(said.starts_with("Lost: "), "{said}");
    assert!(
        said.contains("The chance to win after each decision"),
        "{said}"
    );
    assert_eq!(said, analyse(&["-o", &path("two.svg")]));
    let svg = fs::read_to_string(path("one.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Lost: "), "{svg}");
    assert_eq!(svg, fs::read_to_string(path("two.svg")).unwrap());
    assert!(fs::read(path("one.png")).unwrap().starts_with(b"\x89PNG"));

    let told: serde_json::Value = serde_json::from_str(&analyse(&["--json"])).unwrap();
    let moments = told["moments"].as_array().unwrap();
    assert_eq!(moments.len(), 25, "every decision of the file");
    assert_eq!(moments[24]["chance"], 0, "the last one lost the game");
}

#[test]
fn what_cannot_be_analysed_says_why() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("game.jsonl");
    fs::write(&file, PIG).unwrap();
    let file = file.to_str().unwrap();
    for (words, reason) in [
        (vec![file], "this is a game of pig, not of kingslayer"),
        (vec![file, "-o", "curve.gif"], "must end in .svg or .png"),
        (vec!["nowhere.jsonl"], "nowhere.jsonl"),
    ] {
        let words = [&["kingslayer", "analyse"], words.as_slice()].concat();
        let output = parlour(home.path(), &words);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(reason), "{said}");
    }
}
