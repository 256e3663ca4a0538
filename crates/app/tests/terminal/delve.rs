//! Delve in a real terminal: a newcomer who reads nothing but the screen plays
//! the first level; a game is left and goes on from the home screen; a replay is
//! stepped through.

use std::path::Path;
use std::process::Command;

use crate::pty::{DOWN, ENTER, ESC, Pty, UP};

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";

/// A game in a dungeon that is known. Nothing flashes over the map: what is drawn
/// when a key is answered stays until the next.
pub fn game(home: &Path, words: &[&str]) -> Pty {
    std::fs::write(home.join("delve.toml"), "animations = false\n").unwrap();
    let pty = Pty::start(home, words);
    pty.wait_for("turn 0 ");
    pty
}

/// Presses a key and says what the screen shows when it is answered.
pub fn press(pty: &mut Pty, key: &str) -> String {
    if key == ESC {
        // Only what it does says that it was read as a key of its own.
        let before = pty.answered();
        pty.send(key);
        pty.wait_for_other(&before);
    } else {
        pty.send(key);
    }
    pty.answered()
}

/// What a person gets from the hint on the screen: the bottom line.
#[derive(Debug, PartialEq, Eq)]
enum Advice {
    /// "Press KEY", perhaps "then LETTER".
    Press(String, Option<char>),
    /// "Walk into it", with the arrows or, slanting, with four letters.
    WalkIntoIt {
        slants: Option<[char; 4]>,
        wait: Option<char>,
    },
}

fn advice(text: &str) -> Option<Advice> {
    let hint = text.lines().nth(23)?.trim();
    if hint.contains("Walk into it") {
        let after = |word: &str| hint.split_once(word).map(|(_, rest)| rest.trim_start());
        let slants = after("slanting with ").and_then(|rest| {
            let letters: Vec<char> = rest.chars().take(4).collect();
            letters.try_into().ok()
        });
        let wait = hint.split_once(" waits");
        let wait = wait.and_then(|(before, _)| before.chars().last());
        return Some(Advice::WalkIntoIt { slants, wait });
    }
    let (_, rest) = hint.split_once("Press ")?;
    let key = rest.split_whitespace().next()?;
    let key = key.trim_end_matches(['.', ',']).to_string();
    let then = rest.split_once("then ");
    let then = then.and_then(|(_, rest)| rest.chars().next());
    (!key.is_empty()).then_some(Advice::Press(key, then))
}

/// The cells of the map with a character that satisfies a test.
fn places(text: &str, wanted: impl Fn(char) -> bool) -> Vec<(i32, i32)> {
    let rows = text.lines().enumerate().skip(1);
    let rows = rows.take_while(|(_, line)| !line.contains("HP "));
    let cells = rows.flat_map(|(row, line)| {
        let cells = line.chars().enumerate();
        cells.map(move |(column, char)| (column as i32, row as i32, char))
    });
    cells
        .filter(|&(_, _, char)| wanted(char))
        .map(|(column, row, _)| (column, row))
        .collect()
}

/// The key that walks towards the nearest letter on the map: the arrows, and what
/// the hint says of slants. Walls and the dark are seen, and not walked into. If
/// no step leads nearer, the key that waits.
fn towards_enemy(text: &str, slants: Option<[char; 4]>, wait: Option<char>) -> String {
    let wait = wait.map_or_else(|| String::from(DOWN), String::from);
    let Some(&(x, y)) = places(text, |char| char == '@').first() else {
        return wait;
    };
    let far = |(column, row): (i32, i32), x: i32, y: i32| {
        let (dx, dy) = ((column - x).abs(), (row - y).abs());
        (dx.max(dy), dx + dy)
    };
    let letters = places(text, |char| char.is_ascii_alphabetic());
    let Some(enemy) = letters.into_iter().min_by_key(|at| far(*at, x, y)) else {
        return wait;
    };
    let mut ways: Vec<((i32, i32), String)> = [
        ((-1, 0), LEFT),
        ((1, 0), RIGHT),
        ((0, -1), UP),
        ((0, 1), DOWN),
    ]
    .map(|(way, key)| (way, key.to_string()))
    .to_vec();
    if let Some(slants) = slants {
        let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
        ways.extend(corners.into_iter().zip(slants.map(String::from)));
    }
    let open = places(text, |char| !"# ~".contains(char));
    let near = |way: &(i32, i32)| far(enemy, x + way.0, y + way.1);
    ways.into_iter()
        .filter(|(way, _)| open.contains(&(x + way.0, y + way.1)))
        .filter(|(way, _)| near(way) < far(enemy, x, y))
        .min_by_key(|(way, _)| near(way))
        .map_or(wait, |(_, key)| key)
}

/// How the first level ended for somebody who did what the screen said.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// On the second level.
    Deeper,
    /// Slain, and told by whom.
    Slain,
}

/// Plays the first level: one piece of advice after the other, and nothing else.
fn first_level(pty: &mut Pty) -> Fate {
    pty.wait_for("level 1 of 10");
    for _ in 0..600 {
        let text = pty.answered();
        if text.contains("level 2 of 10") {
            return Fate::Deeper;
        }
        if text.contains("The end") {
            assert!(text.contains("You were slain by"), "{text}");
            return Fate::Slain;
        }
        if text.contains("Enter: to yourself") {
            // The hint leads to this question, and the foot of its page to the answer.
            press(pty, "\r");
            continue;
        }
        match advice(&text) {
            Some(Advice::Press(key, then)) => {
                press(pty, &key);
                if let Some(letter) = then {
                    press(pty, &letter.to_string());
                }
            }
            Some(Advice::WalkIntoIt { slants, wait }) => {
                press(pty, &towards_enemy(&text, slants, wait));
            }
            None => panic!("no advice on the screen:\n{text}"),
        }
    }
    panic!("the hints lead nowhere:\n{}", pty.text());
}

/// One dungeon, played once. The newcomer may come to the second level or die;
/// either way the screen has led there and says so.
#[test]
fn a_newcomer_plays_the_first_level_from_the_hints_alone() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = game(home.path(), &["delve", "--seed", "7"]);
    let fate = first_level(&mut pty);
    pty.send(if fate == Fate::Slain { ENTER } else { "q" });
    assert!(pty.wait_for_end().success());
    pty.assert_given_back();
}

#[test]
fn hints_are_read_as_a_person_reads_them() {
    let screen = |hint: &str| format!("{}{hint}", "\n".repeat(23));
    let read = |hint: &str| advice(&screen(hint));
    let press = |key: &str, then| Some(Advice::Press(key.into(), then));
    assert_eq!(
        read(" You are the @. Press o to explore."),
        press("o", None)
    );
    let drink = " You are badly hurt! Press a, then b, to drink a potion.";
    assert_eq!(read(drink), press("a", Some('b')));
    let fight = " An enemy! Walk into it to strike, slanting with yubn. . waits, f shoots.";
    let walk = Advice::WalkIntoIt {
        slants: Some(['y', 'u', 'b', 'n']),
        wait: Some('.'),
    };
    assert_eq!(read(fight), Some(walk));
    assert_eq!(read(" ? keys"), None);
}

/// Leaving keeps the game, and the home screen goes on with it.
#[test]
fn a_game_that_was_left_goes_on_from_the_home_screen() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = game(home.path(), &["delve", "--seed", "7"]);
    press(&mut pty, ".");
    pty.wait_for("turn 1 ");
    pty.leave("q");
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Continue (1)");
    pty.click_on("level 1, turn 1");
    pty.wait_for("turn 1 \u{b7}");
    pty.send("q");
    pty.wait_for("Continue (1)");
    pty.leave("q");
    // So does the entrance of the game itself.
    let mut pty = Pty::start(home.path(), &["delve"]);
    pty.wait_for("Continue (1)");
    pty.click_on("level 1, turn 1");
    pty.wait_for("turn 1 \u{b7}");
}

fn parlour(home: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(words)
        .env("PARLOUR_HOME", home)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn a_game_is_exported_verified_and_replayed() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = game(home.path(), &["delve", "--seed", "7"]);
    press(&mut pty, "o");
    press(&mut pty, "?");
    press(&mut pty, ESC);
    pty.leave("q");
    let (_, tables) = parlour(home.path(), &["export"]);
    let id = tables.lines().find(|line| line.contains("elve"));
    let id = id.and_then(|line| line.split_whitespace().next());
    let id = id.unwrap_or_else(|| panic!("{tables}"));
    let file = home.path().join("game.jsonl.gz");
    let file = file.to_str().unwrap();
    let (code, said) = parlour(home.path(), &["export", id, "-o", file]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = parlour(home.path(), &["verify", file]);
    assert_eq!(code, Some(0), "{said}");
    let mut pty = Pty::start(home.path(), &["delve", "--replay", file]);
    pty.wait_for("the Cellars");
    pty.leave("q");
}

#[test]
fn content_of_ones_own_is_checked_with_file_line_table_and_key() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("mine");
    std::fs::create_dir(&folder).unwrap();
    let creatures = include_str!("../../../delve/data/creatures.toml");
    std::fs::write(folder.join("creatures.toml"), creatures).unwrap();
    let folder_word = folder.to_str().unwrap();
    let (code, said) = parlour(home.path(), &["delve", "content", folder_word]);
    assert_eq!(code, Some(0), "{said}");
    let wrong = creatures.replace("habit = \"erratic\"", "habit = \"dreamy\"");
    std::fs::write(folder.join("creatures.toml"), wrong).unwrap();
    let (code, said) = parlour(home.path(), &["delve", "content", folder_word]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("creatures.toml:") && said.contains("[entity.bat] habit has to be"),
        "{said}"
    );
}

#[test]
fn content_is_written_for_authors_and_nothing_is_written_over() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("deep/mine");
    let word = folder.to_str().unwrap();
    let (code, said) = parlour(home.path(), &["delve", "content", "--write", word]);
    assert_eq!(code, Some(0), "{said}");
    let own = home.path().join("delve");
    assert!(said.contains(own.to_str().unwrap()), "{said}");
    let (code, said) = parlour(home.path(), &["delve", "content", word]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "5 files, 10 levels: all is well\n")
    );
    // One file that is there is enough to write none.
    for name in ["tiles.toml", "items.toml", "dungeon.toml", "rooms.toml"] {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
    std::fs::write(folder.join("creatures.toml"), "mine").unwrap();
    let (code, said) = parlour(home.path(), &["delve", "content", "--write", word]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("creatures.toml"), "{said}");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let kept = std::fs::read_to_string(folder.join("creatures.toml")).unwrap();
    assert_eq!(kept, "mine");
}

/// A full disk, played by a limit on the size of files: the first is written, a later
/// one is not.
#[test]
fn content_that_cannot_be_written_whole_leaves_no_file() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("mine");
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_parlour"))
        .args(["delve", "content", "--write"])
        .arg(&folder)
        .env("PARLOUR_HOME", home.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(".toml"), "{said}");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 0, "{left:?}");
}

/// A game in a dungeon of one's own says so while it is played, and stands apart
/// from the scores. A copy of what ships is nobody's own.
#[test]
fn a_game_with_content_of_ones_own_does_not_count() {
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("delve");
    let word = own.to_str().unwrap();
    let (code, said) = parlour(home.path(), &["delve", "content", "--write", word]);
    assert_eq!(code, Some(0), "{said}");
    let mut pty = game(home.path(), &["delve", "--seed", "7"]);
    assert!(!pty.answered().contains("own content"));
    pty.leave("q");
    let creatures = own.join("creatures.toml");
    let text = std::fs::read_to_string(&creatures).unwrap();
    std::fs::write(&creatures, text.replacen("hp = 26", "hp = 1", 1)).unwrap();
    let mut pty = game(home.path(), &["delve", "--seed", "7"]);
    let mut text = pty.answered();
    assert!(text.contains("own content"), "{text}");
    for _ in 0..200 {
        if text.contains("The end") {
            break;
        }
        pty.send(&"o.<.".repeat(3));
        pty.send(&".".repeat(40));
        text = pty.answered();
    }
    assert!(text.contains("The end"), "{text}");
    pty.leave(ENTER);
    let mut pty = Pty::start(home.path(), &["delve"]);
    pty.click_on("Scores");
    pty.wait_for("Apart, because their points do not compare:");
    pty.wait_for("Nobody has come back yet.");
    pty.wait_for("slain by");
}
