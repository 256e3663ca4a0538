//! Kingslayer in a real terminal: a game begun by a command, left, continued
//! from the home screen, played to its end by keys, written to a file, verified,
//! and counted.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::pty::{ENTER, ESC, Pty};

/// What the screen says when it waits for the player, or when all is over.
const PROMPTS: [&str; 5] = [
    "Your turn: select",
    "It strikes: pay",
    "You have no card",
    "You cannot pay",
    "enemies defeated",
];

/// The prompt on the screen, once it is there.
fn prompt(pty: &Pty) -> &'static str {
    let found = || {
        let text = pty.text();
        PROMPTS
            .iter()
            .rev()
            .find(|prompt| text.contains(**prompt))
            .copied()
    };
    pty.wait_until("the game waits for the player", || found().is_some());
    found().expect("prompts stay until a key is pressed")
}

/// How many Jesters lie beside the deck.
fn jesters(pty: &Pty) -> usize {
    let text = pty.text();
    let line = text.lines().find(|line| line.contains("Jesters ")).unwrap();
    line.matches('★').count()
}

/// Selects the card with this number.
fn select(pty: &mut Pty, number: usize) {
    let marked = format!("[{number}]");
    pty.send(&number.to_string());
    pty.wait_for(&marked);
}

/// One decision: the first card that is there, the first cards that cover, or a
/// Jester when nothing else helps. Says whether the game goes on.
fn decide(pty: &mut Pty) -> bool {
    match prompt(pty) {
        "enemies defeated" => return false,
        "You have no card" | "You cannot pay" => {
            let before = jesters(pty);
            pty.send("f");
            pty.wait_for("Turn a Jester?");
            pty.send("f");
            pty.wait_until("the Jester is turned", || {
                let text = pty.text();
                text.contains("enemies defeated")
                    || !text.contains("Turn a Jester?") && jesters(pty) < before
            });
            return true;
        }
        "It strikes: pay" => {
            for number in 1..=8 {
                select(pty, number);
                if pty.text().contains("Enter: pay") {
                    break;
                }
            }
        }
        _ => select(pty, 1),
    }
    pty.send(ENTER);
    pty.wait_for_no("selected");
    true
}

fn parlour(home: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(words)
        .env("PARLOUR_HOME", home)
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

/// The one file in the folder of replays.
fn replay(home: &Path) -> PathBuf {
    let mut files = std::fs::read_dir(home.join("replays")).unwrap();
    files.next().unwrap().unwrap().path()
}

#[test]
fn a_whole_game_is_left_continued_finished_shared_and_counted() {
    let home = tempfile::tempdir().unwrap();

    // Begun with given cards, and left after three decisions.
    let mut pty = Pty::start(home.path(), &["kingslayer", "--seed", "7"]);
    for _ in 0..3 {
        assert!(decide(&mut pty));
    }
    prompt(&pty);
    pty.send("q");
    pty.wait_for("Leave?");
    pty.leave("q");
    pty.assert_given_back();

    // Continued from the home screen, in a larger window, to the end.
    let mut pty = Pty::start_with(home.path(), &[], &[], (100, 30));
    pty.wait_for("Continue (1)");
    pty.click_on("J♣ ");
    prompt(&pty);
    pty.wait_for("You play");
    pty.resize(80, 24);
    pty.wait_for("♔ KINGSLAYER");
    let mut decisions = 0;
    while decide(&mut pty) {
        decisions += 1;
        assert!(decisions < 300, "no end:\n{}", pty.text());
    }
    pty.wait_for("export replay");
    pty.send("e");
    pty.wait_for("Written");
    pty.send("q");
    pty.wait_for("Settings");
    pty.wait_for_no("Continue");
    pty.leave("q");
    pty.assert_given_back();

    // The file can be handed on: every command is decided again.
    let file = replay(home.path());
    let (code, said) = parlour(home.path(), &["verify", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("verified "), "{said}");

    // The game is counted.
    let mut pty = Pty::start(home.path(), &["kingslayer"]);
    pty.wait_for("Play alone");
    pty.click_on("Statistics");
    pty.wait_for("Games             1");
    pty.send(ESC);
    pty.wait_for("Play alone");
    pty.leave("q");
}

#[test]
fn the_command_offers_what_was_left_and_a_game_is_given_up() {
    let home = tempfile::tempdir().unwrap();
    // Nothing was played: nothing is kept.
    let mut pty = Pty::start(home.path(), &["kingslayer", "--seed", "7"]);
    prompt(&pty);
    pty.send("q");
    pty.wait_for("nothing to keep");
    pty.send("q");
    assert!(pty.wait_for_end().success());
    let (code, said) = parlour(home.path(), &["export"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));

    let mut pty = Pty::start(home.path(), &["kingslayer", "--seed", "7"]);
    assert!(decide(&mut pty));
    prompt(&pty);
    pty.send("qq");
    assert!(pty.wait_for_end().success());

    let mut pty = Pty::start(home.path(), &["kingslayer"]);
    pty.wait_for("Continue (1)");
    // House rules are kept for the next time.
    pty.click_on("Difficulty");
    pty.wait_for("hard");
    pty.click_on("J♣ ");
    prompt(&pty);
    pty.send("q");
    pty.wait_for("Leave?");
    pty.click_on("g give up");
    pty.wait_for("Give up?");
    pty.click_on("g again: give up");
    pty.wait_for("Play alone");
    pty.wait_for_no("Continue");
    pty.send("q");
    assert!(pty.wait_for_end().success());

    let mut pty = Pty::start(home.path(), &["kingslayer"]);
    pty.wait_for("hard");
    pty.send("q");
    assert!(pty.wait_for_end().success());
}

#[test]
fn taking_back_leaves_one_table() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(home.path(), &["kingslayer", "--practice", "--seed", "7"]);
    for _ in 0..3 {
        assert!(decide(&mut pty));
        pty.wait_for("It strikes: pay");
        pty.send("u");
        pty.wait_for("Your turn: select");
    }
    assert!(decide(&mut pty));
    prompt(&pty);
    pty.send("qq");
    assert!(pty.wait_for_end().success());
    let (code, said) = parlour(home.path(), &["export"]);
    assert_eq!(code, Some(0));
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("1 entry"), "{said}");
}

#[test]
fn the_game_of_the_day_is_one_game_that_is_found_again() {
    let home = tempfile::tempdir().unwrap();
    let hand = |pty: &Pty| {
        prompt(pty);
        // The first picture comes in pieces, the hand after the prompt.
        pty.wait_until("all rows are drawn", || pty.text().lines().count() == 24);
        let text = pty.text();
        let rows = text.lines().skip(11).take(5);
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut pty = Pty::start(home.path(), &["kingslayer", "--daily"]);
    let dealt = hand(&pty);
    pty.leave("qq");
    let mut pty = Pty::start(home.path(), &["kingslayer", "--daily"]);
    assert_eq!(hand(&pty), dealt);
    decide(&mut pty);
    prompt(&pty);
    pty.leave("qq");
    let mut pty = Pty::start(home.path(), &["kingslayer", "--daily"]);
    assert_ne!(hand(&pty), dealt, "the same game goes on");
    pty.leave("qq");
}

#[test]
fn a_second_window_is_told_that_the_game_has_moved_on() {
    let home = tempfile::tempdir().unwrap();
    let mut first = Pty::start(home.path(), &["kingslayer", "--daily"]);
    prompt(&first);
    let mut second = Pty::start(home.path(), &["kingslayer", "--daily"]);
    prompt(&second);
    select(&mut second, 2);
    assert!(decide(&mut first));
    first.wait_for("You play");
    second.send(ENTER);
    second.wait_for("The game has moved on in");
    let log = second.text();
    assert_eq!(log.matches("You play").count(), 1, "{log}");
    // It goes on from there, in this window and then in the other.
    second.send("s");
    assert!(decide(&mut second));
    second.leave("qq");
    first.leave("qq");
    let (code, said) = parlour(home.path(), &["export"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("2 entries"), "{said}");
}

#[test]
fn the_bot_counts_its_games_and_answers_the_same_again() {
    let home = tempfile::tempdir().unwrap();
    let words = "kingslayer bot --players 2 --seeds 3..6 --rollouts 20 --json";
    let words: Vec<&str> = words.split(' ').collect();
    let tally = || {
        let (code, said) = parlour(home.path(), &words);
        assert_eq!(code, Some(0));
        let mut tally: serde_json::Value = serde_json::from_str(&said).unwrap();
        let time = tally["ms_per_decision"].take();
        assert!(time.as_f64().unwrap() > 0.0, "{time}");
        tally
    };
    let first = tally();
    assert_eq!(first["players"], 2);
    assert_eq!(first["games"], 3, "the end is not played");
    let wins = u32::try_from(first["wins"].as_u64().unwrap()).unwrap();
    assert!(wins <= 3);
    let (low, high) = (first["low"].as_f64(), first["high"].as_f64());
    let share = f64::from(wins) / 3.0;
    assert!(low.unwrap() <= share && share <= high.unwrap());
    assert!((0.0..=12.0).contains(&first["enemies"].as_f64().unwrap()));
    for medal in ["gold", "silver", "bronze"] {
        assert_eq!(first["medals"][medal], 0, "medals are for the solo game");
    }
    assert_eq!(first, tally(), "a seed and a budget decide every move");

    for wrong in [
        "kingslayer bot --players 2 --seeds 0..2",
        "kingslayer bot --players 5 --seeds 0..2 --rollouts 5",
        "kingslayer bot --players 2 --seeds 2..2 --rollouts 5",
        "kingslayer bot --players 2 --seeds 0..2 --rollouts 5 --gold",
        "kingslayer bot --players 1 --seeds 0..2 --rollouts 5 --think-ms 5",
        "kingslayer bot --players 1 --seeds 0..2 --rollouts 5 --level friend",
        "kingslayer bot --players 1 --seeds 0..2 --level grandmaster",
    ] {
        let words: Vec<&str> = wrong.split(' ').collect();
        assert_eq!(parlour(home.path(), &words).0, Some(2), "{wrong}");
    }
}

#[test]
fn scenarios_are_checked_and_a_wrong_one_is_named() {
    let home = tempfile::tempdir().unwrap();
    let good = include_str!("../../../regicide/fixtures/scenarios.jsonl");
    let file = home.path().join("scenarios.jsonl");
    let check = |text: &str| {
        std::fs::write(&file, text).unwrap();
        parlour(
            home.path(),
            &["kingslayer", "check", file.to_str().unwrap()],
        )
    };
    let (code, said) = check(good);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.ends_with("37 passed, 0 failed\n"), "{said}");
    let wrong = good.replacen("\"expected\": {", "\"expected\": {\"colour\": 1, ", 1);
    assert_ne!(wrong, good);
    let (code, said) = check(&wrong);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("colour"), "{said}");
    assert!(said.ends_with("36 passed, 1 failed\n"), "{said}");
    let other = home.path().join("other.jsonl");
    std::fs::write(&other, good.lines().next().unwrap()).unwrap();
    let (file, other) = (file.to_str().unwrap(), other.to_str().unwrap());
    let (code, said) = parlour(home.path(), &["kingslayer", "check", "--json", file, other]);
    assert_eq!(code, Some(1), "{said}");
    let of = |name: &str| said.lines().filter(|line| line.contains(name)).count();
    assert_eq!(
        (of("scenarios.jsonl"), of("other.jsonl")),
        (37, 1),
        "{said}"
    );
}
