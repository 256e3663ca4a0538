//! `parlour replay FILE` in a real terminal.

use crate::pty::{ESC, Pty};

#[test]
fn a_game_is_stepped_through() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("pig.jsonl");
    std::fs::write(&file, include_str!("../../fixtures/pig.jsonl")).unwrap();
    let mut pty = Pty::start(
        home.path(),
        &["--with-test-games", "replay", file.to_str().unwrap()],
    );
    pty.wait_for("entry 0 of 19");
    pty.send("\x1b[C");
    pty.wait_for("entry 1 of 19");
    pty.wait_for("rolled");
    pty.send("\x1b[F");
    pty.wait_for("The game is over: winner 1");
    pty.send("\x1b[D");
    pty.wait_for("entry 18 of 19");
    pty.wait_for_no("The game is over");
    pty.leave(ESC);
    pty.assert_given_back();
}
