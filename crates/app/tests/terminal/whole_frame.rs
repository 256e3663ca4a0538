//! A small game through the whole frame: home screen, table, database, the home
//! screen again, the end, a file, replay and verify.

use std::path::Path;
use std::process::Command;

use crate::pty::{CTRL_C, ENTER, ESC, Pty};

/// The number after a word on the screen, for instance after `pot:`.
fn number(text: &str, word: &str) -> Option<u32> {
    let rest = text.split_once(word)?.1;
    let digits = rest.trim_start().chars().take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().ok()
}

/// Plays one move, holding at six points, and says what the table shows then.
fn play(pty: &mut Pty) -> String {
    let before = pty.answered();
    let pot = number(&before, "pot:").expect("a table shows its pot");
    pty.send(if pot >= 6 { "hold" } else { "roll" });
    pty.send(ENTER);
    pty.answered()
}

fn parlour(home: &Path, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("--with-test-games")
        .args(words)
        .env("PARLOUR_HOME", home)
        .current_dir(home)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

#[test]
fn a_game_is_begun_left_continued_finished_exported_replayed_and_verified() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(
        parlour(home.path(), &["export"]).1,
        "no table has been opened on this machine\n"
    );

    // Begun from the home screen, and left in the middle by Ctrl-C.
    let mut pty = Pty::start(home.path(), &["--with-test-games"]);
    pty.click_on("Pig");
    pty.wait_for("It is seat 0's turn.");
    for _ in 0..3 {
        play(&mut pty);
    }
    pty.leave(CTRL_C);
    pty.assert_given_back();

    // Continued by another process, and played to the end.
    let mut pty = Pty::start(home.path(), &["--with-test-games"]);
    pty.wait_for("Continue (1)");
    pty.click_on("3 moves");
    pty.wait_for("roll, hold");
    while !play(&mut pty).contains("The game is over") {}
    pty.send(ESC);
    pty.wait_for("Settings");
    pty.wait_for_no("Continue");
    pty.leave("q");

    // From the database to a file, and from the file back.
    let (_, listed) = parlour(home.path(), &["export"]);
    assert!(listed.contains("\tpig\tover, "), "{listed}");
    let table = listed.split('\t').next().unwrap();
    assert_eq!(
        parlour(home.path(), &["export", table, "-o", "game.jsonl.gz"]).0,
        0
    );
    let (code, verified) = parlour(home.path(), &["verify", "game.jsonl.gz"]);
    assert_eq!(code, 0, "{verified}");
    assert!(verified.starts_with("verified "), "{verified}");
    let (_, printed) = parlour(home.path(), &["replay", "game.jsonl.gz"]);
    assert!(printed.contains("over: winner"), "{printed}");

    // A log is written, and nothing of it was ever on the screen.
    let log = std::fs::read_to_string(home.path().join("parlour.log")).unwrap();
    assert!(log.contains("the home screen opens"), "{log}");
}
