//! Delve in a real terminal: a newcomer who reads nothing but the screen plays
//! the first level, leaves, goes on from the home screen; a replay is stepped
//! through.

use std::cell::RefCell;
use std::path::Path;
use std::process::Command;

use crate::pty::{DOWN, ENTER, ESC, Pty, UP};

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";

/// The bottom line: where the hints are.
fn hint(text: &str) -> String {
    text.lines().nth(23).unwrap_or_default().trim().to_string()
}

/// The key a hint names: the word after "Press".
fn named_key(hint: &str) -> Option<String> {
    let (_, rest) = hint.split_once("Press ")?;
    let word = rest.split_whitespace().next()?;
    Some(word.trim_end_matches(['.', ',']).to_string())
}

/// The cells of the map with a character that satisfies a test.
fn places(text: &str, wanted: impl Fn(char) -> bool) -> Vec<(i32, i32)> {
    let rows = text.lines().enumerate().skip(1).take(19);
    rows.flat_map(|(row, line)| {
        let cells = line.chars().enumerate().collect::<Vec<_>>();
        cells
            .into_iter()
            .map(move |(column, char)| (column as i32, row as i32, char))
    })
    .filter(|&(_, _, char)| wanted(char))
    .map(|(column, row, _)| (column, row))
    .collect()
}

/// The key that walks towards the nearest creature on the screen, or waits.
fn towards_enemy(text: &str) -> &'static str {
    let Some(&(x, y)) = places(text, |char| char == '@').first() else {
        return ".";
    };
    let letters = places(text, |char| char.is_ascii_alphabetic());
    let nearest = letters
        .into_iter()
        .min_by_key(|(column, row)| (column - x).abs().max((row - y).abs()));
    let Some((column, row)) = nearest else {
        return ".";
    };
    let ways = [
        ((-1, -1), "y"),
        ((1, -1), "u"),
        ((-1, 1), "b"),
        ((1, 1), "n"),
        ((-1, 0), LEFT),
        ((1, 0), RIGHT),
        ((0, -1), UP),
        ((0, 1), DOWN),
    ];
    // Walls and the dark are seen, and not walked into.
    let open = places(text, |char| !"# ~".contains(char));
    let left = |x: i32, y: i32| {
        (
            (column - x).abs().max((row - y).abs()),
            (column - x).abs() + (row - y).abs(),
        )
    };
    ways.into_iter()
        .filter(|((dx, dy), _)| open.contains(&(x + dx, y + dy)))
        .filter(|((dx, dy), _)| left(x + dx, y + dy) < left(x, y))
        .min_by_key(|((dx, dy), _)| left(x + dx, y + dy))
        .map_or(".", |(_, key)| key)
}

/// Presses a key and waits until the screen has answered.
fn press(pty: &mut Pty, key: &str) -> String {
    let before = pty.text();
    pty.send(key);
    pty.wait_for_other(&before);
    // A person looks when the drawing is done.
    let last = RefCell::new(before);
    pty.wait_until("the drawing is done", || {
        let now = pty.text();
        last.replace(now.clone()) == now
    });
    pty.text()
}

/// Does what the hint on the screen says, once.
fn follow(pty: &mut Pty) {
    let text = pty.text();
    let hint = hint(&text);
    if hint.contains("Walk into it") {
        press(pty, towards_enemy(&text));
        return;
    }
    let key = named_key(&hint).unwrap_or_else(|| panic!("no hint to follow:\n{text}"));
    let after = press(pty, &key);
    if after.contains("Your pack") {
        // The hint says which letter comes then.
        let (_, rest) = hint.split_once("then ").expect("a letter to choose by");
        press(pty, &rest[..1]);
    }
}

/// Plays the first level by its hints. Says whether the newcomer lived.
fn first_level(pty: &mut Pty) -> bool {
    pty.wait_for("level 1 of 10");
    for _ in 0..600 {
        let text = pty.text();
        if text.contains("level 2 of 10") {
            return true;
        }
        if text.contains("The end") {
            pty.wait_for("You were slain by");
            return false;
        }
        follow(pty);
    }
    panic!("the hints lead nowhere:\n{}", pty.text());
}

/// Some newcomers die, and are told of what; one of a few comes through.
#[test]
fn a_newcomer_plays_the_first_level_from_the_hints_alone() {
    let mut seeds = ["3", "7", "11", "12", "20", "21"].into_iter();
    let (home, mut pty) = loop {
        let seed = seeds.next().expect("somebody comes to the second level");
        let home = tempfile::tempdir().unwrap();
        let mut pty = Pty::start(home.path(), &["delve", "--seed", seed]);
        if first_level(&mut pty) {
            break (home, pty);
        }
        pty.send(ENTER);
        assert!(pty.wait_for_end().success());
    };
    // Leaving keeps the game, and the home screen goes on with it.
    pty.send(ESC);
    assert!(pty.wait_for_end().success());
    pty.assert_given_back();
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Continue (1)");
    // Past the five games on the shelf.
    for _ in 0..5 {
        pty.send(DOWN);
    }
    pty.wait_for("> Delve");
    pty.send(ENTER);
    pty.wait_for("level 2 of 10");
    pty.send("q");
    pty.wait_for("Continue (1)");
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
    let mut pty = Pty::start(home.path(), &["delve", "--seed", "7"]);
    pty.wait_for("turn 0");
    press(&mut pty, "o");
    press(&mut pty, "?");
    press(&mut pty, ESC);
    pty.send("q");
    assert!(pty.wait_for_end().success());
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
    pty.send("q");
    assert!(pty.wait_for_end().success());
}

#[test]
fn content_of_ones_own_is_checked_with_file_line_and_name() {
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
        said.contains("creatures.toml:") && said.contains("bat: habit"),
        "{said}"
    );
}
