//! Scripts and leagues: what is played, kept and told again.

use std::process::{Command, Stdio};

use crate::{parlour, printed};

#[test]
fn a_script_writes_what_it_announces_and_its_log_is_told_again_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.txt");
    let lines = "new map=training bots=hold\nstart\n/as Alder\norder A Elm-Cra\n/as gm\nforce\n\
                 export\n";
    std::fs::write(&script, lines).unwrap();
    let mut command = parlour(&["play", "--script", "script.txt", "--log", "game.jsonl"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let (said, errors) = printed(&output);
    assert!(output.status.success(), "{errors}");
    let (_, named) = said.split_once("(file ").expect("a file is announced");
    let (name, _) = named.split_once(',').unwrap();
    let record = std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(record.contains("A ELM - CRA"), "{record}");
    let mut replay = Command::new(env!("CARGO_BIN_EXE_parlour"));
    let replay = replay.args(["replay", "game.jsonl"]).stdin(Stdio::null());
    let output = replay.current_dir(folder.path()).output().unwrap();
    let (told, errors) = printed(&output);
    assert!(output.status.success(), "{errors}");
    for words in [
        "Alder notes A Elm - Cra.",
        "Spring 1901, movement (S1901M):",
        "Alder: A Elm - Cra: succeeded unopposed",
        "FAsh",
        "Alder: AFel FAsh ACra *Elm",
        "unfinished, at F1901M",
    ] {
        assert!(told.contains(words), "{words:?} is missing in\n{told}");
    }
}

/// What a league prints for programs: its games, without what they cost, and the last
/// line.
fn league(words: &[&str]) -> (Vec<serde_json::Value>, serde_json::Value) {
    let output = parlour(words).output().unwrap();
    let (out, err) = printed(&output);
    assert!(output.status.success(), "{err}");
    let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut lines: Vec<serde_json::Value> = lines.collect();
    let last = lines.pop().unwrap();
    for game in &mut lines {
        for cost in ["cpu_us", "longest_us"] {
            game.as_object_mut().unwrap().remove(cost).unwrap();
        }
    }
    (lines, last)
}

#[test]
fn a_league_that_was_stopped_in_the_middle_of_a_line_goes_on_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = [
        "league",
        "--one",
        "dumb",
        "--six",
        "greedy",
        "--games",
        "4",
        "--seed",
        "9",
        "--until",
        "1903",
        "--threads",
        "2",
        "--json",
        "--keep",
        file.to_str().unwrap(),
    ];
    let (games, last) = league(&words);
    assert_eq!(games.len(), 4);
    let keys: Vec<&String> = last.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["cpu_ms", "draws", "games", "share", "solos"]);
    assert_eq!(last["games"], 4);
    // Two games and a half are left.
    let kept = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines.len(), 4);
    let half = &lines[2][..lines[2].len() / 2];
    std::fs::write(&file, format!("{}\n{}\n{half}", lines[0], lines[1])).unwrap();
    let (again, _) = league(&words);
    assert_eq!(again, games, "the games that were missing are played again");
    // Nothing is lost with the line that was cut off: now every game is kept.
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 5);
    let whole = kept
        .lines()
        .filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok());
    assert_eq!(whole.count(), 4);
    let (third, _) = league(&words);
    assert_eq!(third, games);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        kept,
        "nothing was played"
    );
    // Games of other bots are not taken for these.
    std::fs::write(&file, kept.replace("\"key\":\"", "\"key\":\"0")).unwrap();
    league(&words);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 9);
}
