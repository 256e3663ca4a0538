//! A game is drawn with the picture that it began with, also when there is a newer one.

use std::collections::BTreeMap;
use std::path::Path;

use parlour_atlas::geometry::Kind;
use parlour_atlas::{Chart, add_older_picture, add_picture};
use parlour_diplomacy::Board;
use parlour_rules::Fingerprint;

const BOARD: &str = r#"{"map":"islet","start_phase":"S1901M","target":2,"powers":["ONE","TWO"],
"provinces":[{"abbr":"AAA","name":"Aye","kind":"land","sc":true,"home":"ONE"},
{"abbr":"BBB","name":"Bee","kind":"land","sc":true,"home":"TWO"},
{"abbr":"CCC","name":"Sea","kind":"land"}],
"start_units":{"ONE":["A AAA"],"TWO":["A BBB"]},
"start_centers":{"ONE":["AAA"],"TWO":["BBB"]},
"army_borders":[["AAA","BBB"],["BBB","CCC"]],"fleet_borders":[]}"#;

fn picture(places: &str) -> String {
    format!("{{\"map\":\"islet\",\"schematic\":{{{places}}}}}")
}

#[test]
fn a_game_keeps_its_picture() {
    let board = Board::parse(BOARD).unwrap();
    assert_eq!(Chart::picture_of(&board), None, "cells that are worked out");
    let first = picture(r#""AAA":[0,0],"BBB":[4,0],"CCC":[8,0]"#);
    let second = picture(r#""AAA":[8,0],"BBB":[4,0],"CCC":[0,0]"#);
    let older = picture(r#""AAA":[0,0],"BBB":[0,4],"CCC":[0,8]"#);
    let hash = |text: &String| Fingerprint::of(text);
    let runs = |picture| {
        let chart = Chart::kept_with(&board, picture).unwrap();
        let at = |code| chart.place(board.province(code).unwrap()).unit;
        let (from, to) = (at("AAA"), at("CCC"));
        (from.x.cmp(&to.x), from.y.cmp(&to.y))
    };
    let (east, west) = (runs_east(), runs_west());
    add_picture(&first).unwrap();
    assert_eq!(Chart::picture_of(&board), Some(hash(&first)));
    assert_eq!((runs(None), runs(Some(hash(&first)))), (east, east));
    add_picture(&second).unwrap();
    assert_eq!(Chart::picture_of(&board), Some(hash(&second)));
    assert_eq!(runs(None), west, "new games have the newest");
    assert_eq!(runs(Some(hash(&second))), west);
    assert_eq!(runs(Some(hash(&first))), east, "older games keep theirs");
    add_older_picture(&older).unwrap();
    assert_eq!(runs(None), west, "what is replaced is not shown again");
    assert_eq!(Chart::picture_of(&board), Some(hash(&second)));
    let south = runs(Some(hash(&older)));
    assert_eq!(south.1, std::cmp::Ordering::Less);
    assert_eq!(
        runs(Some(hash(&BOARD.to_owned()))),
        west,
        "where it is gone"
    );
}

fn runs_east() -> (std::cmp::Ordering, std::cmp::Ordering) {
    (std::cmp::Ordering::Less, std::cmp::Ordering::Equal)
}

fn runs_west() -> (std::cmp::Ordering, std::cmp::Ordering) {
    (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal)
}

#[test]
fn variants_have_the_picture_of_the_map_that_they_are_built_upon() {
    let of = |name| Chart::picture_of(Board::named(name).unwrap());
    assert!(of("standard").is_some());
    assert_eq!(of("standard"), of("fleet-rome"));
    assert_eq!(of("ancmed"), of("ancmed-age-of-empires"));
    assert_ne!(of("standard"), of("ancmed"));
}

/// Every picture that ever shipped: its name and the hash of its file.
const PICTURES: &str = include_str!("pictures.txt");

fn pictures() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = PICTURES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' '))
}

/// The hashes of the pictures of a folder, and their files.
fn hashes(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let pictures = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let hashed = pictures.map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (Fingerprint::of(&text).to_string(), name)
    });
    hashed.collect()
}

/// A game may have begun with any of them. Lines of the list are never changed.
#[test]
fn every_picture_that_ever_shipped_is_kept() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let (now, older) = (hashes(&data), hashes(&data.join("ages")));
    for (name, hash) in pictures() {
        assert!(
            now.contains_key(hash) || older.contains_key(hash),
            "{name} was a file with the hash {hash}: keep it as it was in data/ages"
        );
    }
    for (hash, name) in now.iter().chain(&older) {
        assert!(
            pictures().any(|(_, pinned)| pinned == hash),
            "{name} is new: add the line \"{name} {hash}\" to tests/pictures.txt"
        );
    }
}

#[test]
fn a_game_that_began_on_cells_is_not_drawn_on_the_map_that_came_later() {
    let board = Board::named("colonial").unwrap();
    let now = Chart::picture_of(board).unwrap().to_string();
    let of_colonial = pictures().filter(|(name, _)| *name == "colonial");
    let hashes: Vec<&str> = of_colonial.map(|(_, hash)| hash).collect();
    let (last, older) = hashes.split_last().unwrap();
    assert_eq!(*last, now);
    let first = u64::from_str_radix(older[0], 16).map(Fingerprint).unwrap();
    let kind = |picture| Chart::kept_with(board, picture).unwrap().kind();
    assert_eq!(kind(Some(first)), Kind::Schematic);
    assert_eq!(kind(None), Kind::Map);
}
