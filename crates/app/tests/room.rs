//! Diplomacy scripts through the binary: what a person or a test runs from
//! outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn parlour(home: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(words)
        .env("PARLOUR_HOME", home)
        .current_dir(home)
        .output()
        .unwrap()
}

#[test]
fn a_script_is_run_told_and_kept_as_a_log_that_verifies() {
    let home = tempfile::tempdir().unwrap();
    let script = "# A short session.\nnew bots=hold\nstart\n/as England\norder F Lon-NTH\n\
                  /expect-refused order A Par-Bur\nready\n/as gm\nhistory\n";
    fs::write(home.path().join("a.txt"), script).unwrap();
    let words = [
        "diplomacy",
        "play",
        "--script",
        "a.txt",
        "--log",
        "a.jsonl.gz",
        "--pictures",
        "out",
    ];
    let run = parlour(home.path(), &words);
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{said}");
    assert!(said.contains("[ENGLAND] Noted: F Lon - Nth."), "{said}");
    assert!(
        said.contains("[public] England: F Lon - Nth: succeeded"),
        "{said}"
    );
    let public = |line: &str| line.starts_with("[public] ");
    assert!(
        said.lines()
            .all(|line| public(line) || line.starts_with("[ENGLAND] ")),
        "{said}"
    );
    let pictures: Vec<_> = fs::read_dir(home.path().join("out")).unwrap().collect();
    assert_eq!(pictures.len(), 1, "one picture for one phase");
    let verified = parlour(home.path(), &["verify", "a.jsonl.gz"]);
    assert!(verified.status.success(), "{verified:?}");
}

#[test]
fn a_line_that_is_accepted_against_expectation_is_the_exit_code() {
    let home = tempfile::tempdir().unwrap();
    fs::write(
        home.path().join("b.txt"),
        "new\nexpect-refused status\nhelp\n",
    )
    .unwrap();
    let run = parlour(home.path(), &["diplomacy", "play", "--script", "b.txt"]);
    assert_eq!(run.status.code(), Some(1));
    let told = String::from_utf8(run.stderr).unwrap();
    assert!(told.contains("b.txt:2"), "{told}");
    let run = parlour(
        home.path(),
        &["diplomacy", "play", "--script", "missing.txt"],
    );
    assert!(!run.status.success());
}

/// The ending of its name says whether a log is compressed.
#[test]
fn a_log_is_plain_unless_its_name_ends_in_gz() {
    let home = tempfile::tempdir().unwrap();
    let script = "\u{feff}new bots=hold map=duel\nstart\nforce\n";
    fs::write(home.path().join("a.txt"), script).unwrap();
    for (name, plain) in [("a.jsonl", true), ("a.jsonl.gz", false)] {
        let words = ["diplomacy", "play", "--script", "a.txt", "--log", name];
        let run = parlour(home.path(), &words);
        let said = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.success(), "{said}");
        assert!(said.contains("S1901M is resolved"), "{said}");
        let bytes = fs::read(home.path().join(name)).unwrap();
        assert_eq!(bytes.first() == Some(&b'{'), plain, "{name}");
        let verified = parlour(home.path(), &["verify", name]);
        assert!(verified.status.success(), "{verified:?}");
    }
    let run = parlour(home.path(), &["diplomacy", "adjudicate", "."]);
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(!run.status.success());
    assert!(said.contains(". cannot be read"), "{said}");
}

/// A seven-power game from `new` to a solo, kept as a file.
#[test]
fn a_whole_game_is_run_from_its_file_and_its_log_verifies() {
    let home = tempfile::tempdir().unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../room/fixtures/solo.txt");
    let words = [
        "diplomacy",
        "play",
        "--script",
        file,
        "--log",
        "solo.jsonl.gz",
    ];
    let run = parlour(home.path(), &words);
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{said}");
    assert!(said.contains("[public] The game is over: Russia wins alone."));
    let verified = parlour(home.path(), &["verify", "solo.jsonl.gz"]);
    assert!(verified.status.success(), "{verified:?}");
}
