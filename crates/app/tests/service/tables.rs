//! `parlour tables` over a database, as somebody at a shell uses it.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use parlour_host::journal::SqliteJournal;
use parlour_host::table::Person;
use parlour_host::{Host, Json, Message, NewTable, Registry, SystemClock, SystemEntropy, wait};
use parlour_rules::Seed;
use parlour_rules::tiny::{Bids, Pig};

use crate::process::parlour;

/// A database with two games of Pig, one of them over, and one of Bids, in which Ann
/// has bid 3141592653 in secret.
fn house(path: &Path) {
    let mut games = Registry::new();
    games.register::<Pig>().register::<Bids>();
    let journal = Arc::new(SqliteJournal::open(path).unwrap());
    let host = Host::new(
        games,
        journal,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    );
    let ann = Person::new("ann", "Ann");
    for (game, name, setup) in [
        ("pig", "over", r#"{"players":1,"goal":1}"#),
        ("pig", "running", r#"{"players":1,"goal":1000}"#),
        (
            "bids",
            "secret",
            r#"{"players":2,"rounds":3,"coins":4000000000}"#,
        ),
    ] {
        let setup = Json::parse(setup).unwrap();
        let mut new = NewTable::new(game, setup, Seed(3), ann.clone());
        new.id = Some(name.parse().unwrap());
        if game == "bids" {
            new.chairs.push(Some(Person::new("bob", "Bob")));
        }
        wait(host.open_table(new)).unwrap();
    }
    let say = |table: &str, words: &str| {
        let message = Message::new(&table.parse().unwrap(), &"ann".into(), words);
        wait(host.command_text(message))
    };
    say("running", "\"roll\"").unwrap();
    say("secret", "{\"bid\":3141592653}").unwrap();
    // Until a roll counts and is held.
    for _ in 0..200 {
        let _ = say("over", "\"roll\"");
        let _ = say("over", "\"hold\"");
    }
    assert_eq!(say("over", "\"roll\"").unwrap_err().code(), "game_over");
}

fn run(home: &Path, words: &[&str]) -> Output {
    let url = format!("sqlite:{}", home.join("house.db").display());
    let mut command = parlour(home);
    command.args(["tables", "--database", &url]).args(words);
    command.env("USER", "rika");
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The names in a list, sorted.
fn names(home: &Path, words: &[&str]) -> Vec<String> {
    let listed = said(&run(home, words));
    let mut names: Vec<String> = listed
        .lines()
        .map(|line| line.split('\t').next().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn tables_are_listed_shown_closed_deleted_and_purged() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    house(&home.join("house.db"));
    assert_eq!(names(home, &["list"]), ["over", "running", "secret"]);
    assert_eq!(names(home, &["list", "--game", "pig"]), ["over", "running"]);
    assert_eq!(names(home, &["list", "--open"]), ["running", "secret"]);
    assert_eq!(names(home, &["list", "--closed"]), ["over"]);
    assert_eq!(names(home, &["list", "--person", "bob"]), ["secret"]);
    // In pages, each of which says where the next begins.
    let mut found = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let mut words = vec!["list", "--limit", "1"];
        if let Some(after) = &after {
            words.extend(["--after", after.as_str()]);
        }
        let page = said(&run(home, &words));
        let mut lines = page.lines();
        found.extend(
            lines
                .next()
                .map(|line| line.split('\t').next().unwrap().to_owned()),
        );
        match lines.next() {
            Some(more) => after = more.strip_prefix("more: --after ").map(str::to_owned),
            None => break,
        }
    }
    found.sort();
    assert_eq!(found, ["over", "running", "secret"]);

    let shown = said(&run(home, &["show", "secret"]));
    assert!(shown.contains("players  Ann, Bob"), "{shown}");
    let told = said(&run(home, &["show", "secret", "--json"]));
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["awaiting"], serde_json::json!([1]));
    assert_eq!(told["entries"], 1);
    for words in [
        &["list", "--json"][..],
        &["show", "secret"],
        &["show", "secret", "--json"],
    ] {
        let told = said(&run(home, words));
        assert!(!told.contains("3141592653"), "a bid is secret: {told}");
    }

    // Nobody is at a terminal here, so what cannot be undone has to be meant.
    for words in [
        &["close", "running"][..],
        &["delete", "running"],
        &["purge", "--older-than", "0d"],
    ] {
        let refused = run(home, words);
        assert_eq!(refused.status.code(), Some(1));
        let words = String::from_utf8(refused.stderr).unwrap();
        assert!(words.contains("--yes"), "{words}");
    }
    assert_eq!(names(home, &["list"]).len(), 3);
    said(&run(home, &["close", "running", "--yes"]));
    assert_eq!(names(home, &["list", "--closed"]), ["over", "running"]);
    let url = format!("sqlite:{}", home.join("house.db").display());
    let words = ["audit", "running", "--changes", "--database", &url];
    let audit = said(&parlour(home).args(words).output().unwrap());
    let closed = "rika (operator), \"parlour tables close\": the table was closed";
    assert!(audit.contains(closed), "{audit}");
    assert_eq!(
        run(home, &["close", "running", "--yes"]).status.code(),
        Some(1)
    );
    said(&run(home, &["delete", "secret", "--yes"]));
    assert_eq!(names(home, &["list"]), ["over", "running"]);
    let words = said(&run(home, &["purge", "--older-than", "1d", "--yes"]));
    assert_eq!(words, "nothing is that old\n");
    said(&run(
        home,
        &["purge", "--older-than", "0d", "--game", "pig", "--yes"],
    ));
    assert_eq!(names(home, &["list"]), Vec::<String>::new());
    assert_eq!(run(home, &["show", "over"]).status.code(), Some(1));
}
