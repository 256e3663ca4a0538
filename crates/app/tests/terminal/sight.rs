//! The sight editor in a real terminal.

use crate::pty::{DOWN, ENTER, ESC, Pty};

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_editor_paints_with_keys_and_mouse_and_closes() {
    let home = home();
    let words = ["sight", "--tui", "--size", "9x5", "--style", "0%"];
    let mut pty = Pty::start(home.path(), &words);
    pty.wait_for("9x5 \u{b7} 0 walls \u{b7} 45 visible");
    pty.send(DOWN);
    pty.send(" ");
    pty.wait_for("1 walls");
    pty.wait_for("exact sight");
    pty.click_on("@");
    pty.wait_for("the observer stands in a wall");
    pty.send("uu");
    pty.wait_for("0 walls \u{b7} 45 visible");
    pty.send("f");
    pty.wait_for("symmetric field of view");
    pty.send("o");
    pty.send("nowhere.txt");
    pty.send(ENTER);
    pty.wait_for("nowhere.txt: No such file");
    pty.send("h");
    pty.wait_for("random map");
    pty.send("x");
    pty.wait_for("9x5");
    pty.leave(ESC);
    pty.assert_given_back();
}

#[test]
fn the_home_screen_opens_the_editor_here_where_there_is_no_display() {
    let home = home();
    let nothing = [("DISPLAY", ""), ("WAYLAND_DISPLAY", "")];
    let mut pty = Pty::start_with(home.path(), &[], &nothing, (80, 24));
    pty.wait_for("Sight editor");
    for _ in 0..4 {
        pty.send(DOWN);
    }
    pty.wait_for("> Sight editor");
    pty.send(ENTER);
    pty.wait_for("48x32");
    pty.send(ESC);
    pty.wait_for("> Sight editor");
    pty.leave("q");
}

/// The drawing goes into another file only if the person says so.
#[test]
fn the_editor_asks_before_it_saves_over_another_file() {
    let home = home();
    let old = home.path().join("old.txt");
    std::fs::write(&old, "precious").unwrap();
    let words = ["sight", "--tui", "--size", "9x5", "--style", "0%"];
    let mut pty = Pty::start(home.path(), &words);
    pty.wait_for("9x5");
    let save = |pty: &mut Pty| {
        pty.send("s");
        pty.send("\x15");
        pty.send(old.to_str().unwrap());
        pty.send(ENTER);
        pty.wait_for("write over it");
    };
    save(&mut pty);
    pty.send("n");
    pty.wait_for("not saved");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "precious");
    save(&mut pty);
    pty.send("y");
    pty.wait_for("written");
    let text = std::fs::read_to_string(&old).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    pty.leave(ESC);
}
