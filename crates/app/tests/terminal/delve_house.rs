//! Everything else that Delve offers, each tried in a real terminal: keys of
//! one's own, themes, the log, the level in small, hints, rest, travel, scores,
//! the game of the day, the demo, and doing nothing.

use std::path::Path;

use crate::delve::{self, press};
use crate::pty::{DOWN, ENTER, ESC, Pty};

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn game(home: &Path) -> Pty {
    delve::game(home, &["delve", "--seed", "7"])
}

/// The number after a word of the status line.
fn number(text: &str, word: &str) -> u32 {
    let (_, rest) = text.split_once(word).unwrap_or_else(|| panic!("{text}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{word}\n{text}"))
}

#[test]
fn a_changed_key_is_kept_and_named_in_the_hint_the_next_time() {
    let home = home();
    let mut pty = game(home.path());
    pty.wait_for("Press o to explore");
    press(&mut pty, "?");
    for _ in 0..8 {
        press(&mut pty, DOWN);
    }
    press(&mut pty, ENTER);
    pty.wait_for("press the new key");
    press(&mut pty, "e");
    press(&mut pty, ESC);
    pty.wait_for("Press e to explore");
    pty.leave("q");
    let kept = std::fs::read_to_string(home.path().join("delve.toml")).unwrap();
    assert!(kept.contains("explore = \"e\""), "{kept}");
    assert!(kept.contains("animations = false"), "{kept}");
    let mut pty = Pty::start(home.path(), &["delve", "--seed", "7"]);
    pty.wait_for("Press e to explore");
    press(&mut pty, "e");
    pty.wait_for_no("turn 0 ");
}

#[test]
fn keys_that_cannot_be_used_are_told_and_the_standard_ones_stand() {
    let home = home();
    let file = home.path().join("delve.toml");
    std::fs::write(&file, "[keys]\nfly = \"e\"\n").unwrap();
    let pty = Pty::start(home.path(), &["delve", "--seed", "7"]);
    pty.wait_for("there is no action \"fly\"");
    pty.wait_for("Press o to explore");
}

#[test]
fn hints_are_turned_off_and_stay_off() {
    let home = home();
    let mut pty = game(home.path());
    press(&mut pty, "H");
    pty.wait_for("Hints are off.");
    press(&mut pty, ".");
    pty.wait_for("turn 1 ");
    pty.wait_for("? keys");
    pty.leave("q");
    let pty = Pty::start(home.path(), &["delve", "--seed", "7"]);
    pty.wait_for("? keys");
}

/// In every theme the same characters stand on the screen; without colours
/// nothing is coloured.
#[test]
fn themes_differ_in_colours_alone() {
    let mut screens = Vec::new();
    for colours in ["full", "colour-blind", "none"] {
        let home = home();
        let settings = format!("colours = \"{colours}\"\n");
        std::fs::write(home.path().join("settings.toml"), settings).unwrap();
        let mut pty = game(home.path());
        press(&mut pty, "o");
        screens.push(pty.answered());
        assert_eq!(pty.is_coloured(), colours != "none", "{colours}");
    }
    assert_eq!(screens[0], screens[1]);
    assert_eq!(screens[1], screens[2]);
}

#[test]
fn the_log_scrolls_back_and_the_level_is_shown_in_small() {
    let home = home();
    let mut pty = game(home.path());
    press(&mut pty, "o");
    let log = press(&mut pty, "m");
    assert!(log.contains("All that was said"), "{log}");
    assert!(log.contains("Somewhere below lies the Amulet"), "{log}");
    press(&mut pty, ESC);
    let small = press(&mut pty, "v");
    assert!(small.contains("@ you  > < stairs"), "{small}");
    assert!(small.contains("cells known"), "{small}");
    assert!(small.contains('█') || small.contains('▄'), "{small}");
    press(&mut pty, ESC);
    pty.wait_for_no("@ you  >");
}

/// Whoever is unhurt does not rest; known stairs are walked to by one key, and not
/// out of the dungeon without the amulet; a click walks as well.
#[test]
fn travel_and_rest_do_what_they_say() {
    let home = home();
    let mut pty = game(home.path());
    let text = press(&mut pty, "R");
    assert!(text.contains("turn 0 "), "{text}");
    assert!(text.contains("You are rested already."), "{text}");
    for turn in 1..=3 {
        let text = press(&mut pty, "l");
        assert_eq!(number(&text, "turn "), turn, "{text}");
    }
    // Back to the stairs up, where the game began.
    let text = press(&mut pty, "<");
    assert_eq!(number(&text, "turn "), 6, "{text}");
    let text = press(&mut pty, "<");
    assert!(
        text.contains("You will not leave without the amulet."),
        "{text}"
    );
    let row = text.lines().position(|line| line.contains("@...")).unwrap();
    let column = text.lines().nth(row).and_then(|line| line.split_once('@'));
    let column = column.unwrap().0.chars().count() + 3;
    pty.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
    pty.wait_for("turn 9 ");
}

#[test]
fn the_game_of_the_day_is_one_and_goes_on() {
    let home = home();
    let mut pty = Pty::start(home.path(), &["delve", "--daily"]);
    pty.wait_for("turn 0 ");
    press(&mut pty, ".");
    pty.leave("q");
    let pty = Pty::start(home.path(), &["delve", "--daily"]);
    pty.wait_for("turn 1 ");
}

/// Somebody who only waits is found and slain in the end. The recap says by whom,
/// and the hall of scores has the game.
#[test]
fn a_death_has_its_recap_and_stands_among_the_scores() {
    let home = home();
    let mut pty = game(home.path());
    let mut text = pty.answered();
    for _ in 0..200 {
        if text.contains("The end") {
            break;
        }
        // Fifty turns at a time, and into whoever is there.
        pty.send(&"o.<.".repeat(3));
        pty.send(&".".repeat(40));
        text = pty.answered();
    }
    assert!(text.contains("You were slain by"), "{text}");
    assert!(text.contains("points, rank"), "{text}");
    assert!(text.contains("was slain by"), "what happened:\n{text}");
    assert!(text.contains("To share:"), "a line to share:\n{text}");
    // The last ten turns are stepped through, and one comes back.
    pty.send("r");
    pty.wait_for("Replay of delve");
    pty.send("q");
    pty.wait_for("To share:");
    pty.leave(ENTER);
    let mut pty = Pty::start(home.path(), &["delve"]);
    pty.click_on("Scores");
    pty.wait_for("  1. ");
    pty.wait_for("slain by");
}

#[test]
fn the_demo_is_one_step_from_the_home_screen() {
    let home = home();
    let mut pty = Pty::start(home.path(), &[]);
    pty.click_on("Delve, a demo");
    pty.wait_for("The bot plays. Esc leaves.");
    pty.wait_for_no("turn 0 ");
    pty.send(ESC);
    pty.wait_for("> Delve, a demo");
    pty.wait_for_no("Continue");
    pty.leave("q");
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_dungeon_uses_no_processor_time() {
    let home = home();
    let mut pty = Pty::start(home.path(), &["delve", "--seed", "7"]);
    pty.wait_for("turn 0 ");
    press(&mut pty, "o");
    pty.assert_idle();
    press(&mut pty, "v");
    pty.assert_idle();
}
