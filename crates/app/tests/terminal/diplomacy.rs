//! The Diplomacy table in a real terminal.

use std::fs;

use crate::pty::{DOWN, ENTER, ESC, Pty, UP};

const F1: &str = "\x1bOP";
const F2: &str = "\x1bOQ";
const TAB: &str = "\t";

/// Types a line and waits for words that answer it.
fn say(pty: &mut Pty, line: &str, answer: &str) {
    pty.send(line);
    pty.send(ENTER);
    pty.wait_for(answer);
}

#[test]
fn a_table_is_opened_played_left_and_continued() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(home.path(), &["diplomacy", "play"]);
    pty.wait_for("Welcome to Diplomacy");
    pty.wait_for("new bots=greedy  opens a game");
    say(&mut pty, "new bots=hold", "takes England");
    say(&mut pty, "/as England", "ENGLAND, in private");
    say(&mut pty, "start", "Spring 1901, movement");
    say(&mut pty, "order F Lon-NTH", "Noted: F Lon - Nth.");
    say(&mut pty, "order F Par-Bur", "F Par");
    pty.send(F2);
    pty.wait_for("FLon");
    pty.wait_for("ENG");
    pty.send(F2);
    pty.wait_for_no("FLon");
    // A phase ends when the only person is ready; everybody reads what happened.
    say(&mut pty, "ready", "Fall 1901, movement");
    let picture = home.path().join("map.png");
    say(
        &mut pty,
        &format!("/png {}", picture.display()),
        "is written.",
    );
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    // The line before comes back and can be said again.
    pty.send(UP);
    pty.send(UP);
    pty.wait_for("ENGLAND> ready");
    pty.send(ENTER);
    pty.wait_for("Spring 1902, movement");
    // Tab goes to the master and back, and takes no seat from a bot.
    pty.send(TAB);
    pty.wait_for("gm> ");
    pty.send(TAB);
    pty.wait_for("ENGLAND> ");
    say(&mut pty, "powers", "Turkey (a hold bot)");
    pty.send(F1);
    pty.wait_for("speak for the next power");
    pty.send(ESC);
    pty.wait_for_no("speak for the next power");
    pty.leave(ESC);
    pty.assert_given_back();

    let mut pty = Pty::start_with(home.path(), &["diplomacy", "play"], &[], (160, 50));
    pty.wait_for("as it was left");
    pty.wait_for("(S1902M). Deadline");
    say(&mut pty, "/as England", "Still without orders: F Edi,");
    say(
        &mut pty,
        "history S1901M",
        "England: F Lon - Nth: succeeded",
    );
    pty.send(ESC);
    pty.wait_for_end();
}

#[test]
fn the_home_screen_offers_the_table_and_what_was_left() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = Pty::start_with(home.path(), &[], &[], (100, 30));
    pty.wait_for("Diplomacy");
    while !pty.text().contains("Seven powers") {
        let before = pty.text();
        pty.send(DOWN);
        pty.wait_for_other(&before);
    }
    pty.send(ENTER);
    pty.wait_for("Welcome to Diplomacy");
    say(&mut pty, "new bots=random", "is open");
    say(&mut pty, "start", "Spring 1901, movement");
    pty.send(ESC);
    pty.wait_for("Continue (1)");
    // The browser stands between.
    for _ in 0..2 {
        let before = pty.text();
        pty.send(DOWN);
        pty.wait_for_other(&before);
    }
    pty.wait_for("> Diplomacy ");
    pty.send(ENTER);
    pty.wait_for("as it was left");
    pty.wait_for("Spring 1901, movement (S1901M).");
    pty.send(ESC);
    pty.wait_for("Continue (1)");
    pty.leave("q");
}

#[test]
fn long_answers_are_read_from_their_beginning_and_lines_are_mended() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(home.path(), &["diplomacy", "play"]);
    pty.wait_for("Welcome to Diplomacy");
    say(&mut pty, "help all", "What can be said:");
    pty.wait_for("PageDown goes on");
    for _ in 0..24 {
        pty.send("\x1b[6~"); // PageDown
    }
    pty.wait_for("send them in private.");
    // The cursor moves in the line.
    pty.send("ne bots=hold\x1b[H\x1b[C\x1b[Cw");
    say(&mut pty, "", "takes England");
    say(&mut pty, "/as England", "ENGLAND, in private");
    say(&mut pty, "start", "Spring 1901, movement");
    // Lines from elsewhere are orders of one message.
    pty.send("\x1b[200~order F Lon-NTH\nF Edi-NWG\n\x1b[201~");
    pty.wait_for("order F Lon-NTH; F Edi-NWG");
    say(&mut pty, "", "Noted: F Lon - Nth;");
    // The map in letters is the present one, also when a phase is resolved.
    pty.send(F2);
    pty.wait_for("FLon");
    say(&mut pty, "ready", "Fall 1901, movement (F1901M) AUS");
    pty.wait_for("FNth");
    pty.send(F2);
    pty.wait_for_no("FNth");
    // Whoever takes a bot's seat is told so, and gives it back.
    say(&mut pty, "/as Turkey", "has got up");
    pty.wait_for("Turkey, F1901M:");
    pty.send("/as gm");
    pty.send(ENTER);
    say(&mut pty, "replace Turkey bot", "plays Turkey now.");
    say(&mut pty, "/as England", "ENGLAND, in private");
    // Bots do not end the game at once.
    say(&mut pty, "draw", "1907");
    say(&mut pty, "status", "Waiting for: England.");
    pty.leave(ESC);
}
