//! By links, from the local network, and by a program of somebody's own.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::house::{Browser, Killed, Opened, play_once};
use crate::together::taken_back_once;

/// A link that moves somebody to another device is used up by who comes in, and not by
/// who could not be let in because their session was not stored.
#[test]
fn a_link_is_given_back_when_no_session_can_be_stored() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let made = web.post("/api/recovery", json!({}));
    let token = made["link"].as_str().unwrap().split_once('#').unwrap().1;
    let full = rusqlite::Connection::open(home.path().join("games.sqlite")).unwrap();
    full.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON passes WHEN NEW.purpose = 'session'
         BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    )
    .unwrap();
    let mut phone = web.stranger();
    let (head, _) = phone.ask("POST", "/api/claim", Some(json!({"token": token})));
    assert!(head.starts_with("HTTP/1.1 503"), "{head}");
    full.execute_batch("DROP TRIGGER full").unwrap();
    phone.claim(json!({"token": token}));
    assert_eq!(phone.get("/api/me")["person"], web.get("/api/me")["person"]);
    let again = web.stranger().post("/api/claim", json!({"token": token}));
    assert_eq!(again["code"], "no_such_link");
}

#[test]
fn a_browser_plays_at_a_table_of_the_local_network() {
    let home = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .env("PARLOUR_HOME", home.path())
        .args(["kingslayer", "host", "--headless", "--port", "0"])
        .args(["--players", "2", "--bots", "1", "--hints"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut child = Killed(child);
    let mut output = BufReader::new(child.0.stdout.take().unwrap()).lines();
    let lines = output.by_ref().map(Result::unwrap);
    let mut links = lines.filter_map(|it| it.strip_prefix("In a browser: ").map(str::to_owned));
    let link = links.next().unwrap();
    // Whoever prints must be read.
    std::thread::spawn(move || output.for_each(drop));
    let (address, token) = link
        .strip_prefix("http://")
        .unwrap()
        .split_once("/join#")
        .unwrap();
    let mut bob = Browser {
        address: address.to_owned(),
        cookie: String::new(),
    };
    let claimed = bob.claim(json!({"token": token, "name": "Bob"}));
    let table = claimed["table"].as_str().unwrap();
    let path = format!("/api/tables/{table}");
    let _here = bob.attend(table);
    let ready = bob.post(
        &format!("{path}/words"),
        json!({"id": "1", "word": "ready"}),
    );
    assert_eq!(ready["game"], table, "{ready}");
    // This table allows hints; to whom it is not up to move there is nothing to say.
    let hint = bob.post(&format!("{path}/ask"), json!({"ask": "hint"}));
    assert!(hint.get("code").is_none(), "{hint}");
    assert_eq!(
        bob.get(&path)["glance"]["plane"]["customs"],
        json!({"hints": true})
    );
    // Moves are taken back; a link from before leads to the table as it is now.
    let table = taken_back_once(&bob, &path);
    let _there = bob.attend(&table);
    let path = format!("/api/tables/{table}");
    let eve = Browser {
        address: address.to_owned(),
        cookie: String::new(),
    };
    let body = json!({"token": token, "name": "Eve"});
    let (_, late) = eve.ask("POST", "/api/claim", Some(body));
    assert_eq!(late["code"], "table_full", "{late}");
    let mut moves = 0;
    while !play_once(&[&bob], &path, &mut moves) {}
    let result = bob.post(&format!("{path}/ask"), json!({"ask": "result"}));
    assert_eq!(result["result"]["goes_on"], false, "{result}");
    // Nobody opens tables of their own here, and none are offered.
    let game = bob.get("/api/me")["games"][0].clone();
    assert_eq!(
        (&game["alone"], &game["players"], &game["offers"]),
        (
            &json!(false),
            &json!([2, 4]),
            &json!(["learn", "statistics"])
        )
    );
    let wish = json!({"game": "kingslayer", "wish": {"kind": "ordinary"}});
    assert_eq!(bob.post("/api/tables", wish)["code"], "elsewhere");
}

#[test]
fn the_bot_of_the_manual_plays_a_whole_game() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/web-bot.py");
    let lines = std::fs::read_to_string(bot).unwrap().lines().count();
    assert!(lines < 60, "{lines} lines");
    let played = Command::new("python3").args([bot, &web.link]).output();
    let played = played.expect("the bot of the manual needs python3");
    let said = String::from_utf8_lossy(&played.stdout);
    let wrong = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{said}{wrong}");
    assert!(
        said.lines().last().unwrap().starts_with("over: {"),
        "{said}"
    );
    assert!(
        said.lines()
            .all(|it| it.ends_with("accepted") || it.starts_with("over")),
        "{said}"
    );
}
