//! Kingslayer alone.

use serde_json::{Value, json};

use crate::house::{Opened, play_once};

#[test]
fn a_whole_game_alone_is_played_and_kept_when_the_process_is_killed() {
    let home = tempfile::tempdir().unwrap();
    let mut web = Opened::start(home.path());
    let me = web.get("/api/me");
    assert_eq!(me["loopback"], true);
    assert_eq!(me["games"][0]["game"], "diplomacy");
    assert_eq!(me["games"][1]["game"], "kingslayer");
    let wish = json!({"game": "kingslayer", "wish": {"kind": "ordinary", "difficulty": "hard"}});
    let table = web.post("/api/tables", wish)["table"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/tables/{table}");
    let mut moves = 0;
    loop {
        let glance = web.get(&path)["glance"].clone();
        if glance["over"] == true {
            break;
        }
        let legal = web.post(&format!("{path}/ask"), json!({"ask": "legal"}));
        let commands = legal["commands"].as_array().unwrap();
        let command = commands[moves % commands.len()].clone();
        let sent = json!({"stage": glance["stage"], "id": format!("m{moves}"), "command": command});
        let answer = web.post(&format!("{path}/commands"), sent.clone());
        assert_eq!(answer["repeated"], false, "{answer}");
        moves += 1;
        if moves == 2 {
            // A second process finds everything, and the same id is the same command.
            drop(web);
            web = Opened::start(home.path());
            let answer = web.post(&format!("{path}/commands"), sent);
            assert_eq!(answer["repeated"], true, "{answer}");
        }
    }
    let log = web.get(&format!("{path}/log"));
    assert_eq!(log["entries"].as_array().unwrap().len(), moves);
    let listed = web.get("/api/tables?game=kingslayer");
    assert_eq!(listed["tables"][0]["table"], table.as_str());
    assert!(listed["tables"][0]["outcome"].is_object(), "{listed}");
}

#[test]
fn a_practice_game_takes_moves_back_and_a_hint_can_be_played() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let wish = json!({"kind": "practice", "mulligan": true});
    let wish = json!({"game": "kingslayer", "wish": wish});
    let table = web.post("/api/tables", wish)["table"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/tables/{table}");
    let before = web.get(&path)["glance"].clone();
    assert_eq!(before["kind"], "practice");
    assert_eq!(before["view"]["house"]["mulligan"], true);
    let none = web.post(
        &format!("{path}/words"),
        json!({"id": "a", "word": "take_back"}),
    );
    assert_eq!(none["code"], "nothing_played");
    let hint = web.post(&format!("{path}/ask"), json!({"ask": "hint"}));
    let cards: Vec<&str> = hint["command"]
        .as_str()
        .unwrap()
        .split(' ')
        .skip(1)
        .collect();
    let preview = web.post(
        &format!("{path}/ask"),
        json!({"ask": "preview", "cards": cards}),
    );
    assert!(preview["play"]["damage"].is_u64(), "{preview}");
    let sent = json!({"stage": before["stage"], "id": "1", "command": hint["command"]});
    assert_eq!(
        web.post(&format!("{path}/commands"), sent)["repeated"],
        false
    );
    let word = json!({"id": "b", "word": "take_back"});
    let next = web.post(&format!("{path}/words"), word.clone())["table"].clone();
    let again = web.post(&format!("{path}/words"), word)["table"].clone();
    assert_eq!(next, again, "the same word twice takes one move back");
    let next = next.as_str().unwrap();
    let after = web.get(&format!("/api/tables/{next}"))["glance"].clone();
    assert_eq!(after["view"], before["view"]);
    assert_eq!(web.get(&path)["glance"]["moved_to"], next);
}

#[test]
fn a_game_that_counts_is_neither_taken_back_nor_forked_and_practice_is_both() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let mut answers = Vec::new();
    for wish in [
        json!({"kind": "ordinary"}),
        json!({"kind": "daily"}),
        json!({"players": 2, "bots": 1}),
        json!({"kind": "practice"}),
    ] {
        let opened = web.post("/api/tables", json!({"game": "kingslayer", "wish": wish}));
        let path = format!("/api/tables/{}", opened["table"].as_str().unwrap());
        let seen = web.get(&path);
        let start = &seen["standing"];
        if wish["kind"] != json!(null) {
            let hint = web.post(&format!("{path}/ask"), json!({"ask": "hint"}));
            let stage = &seen["glance"]["stage"];
            let sent = json!({"stage": stage, "id": "1", "command": hint["command"]});
            web.post(&format!("{path}/commands"), sent);
        }
        let forked = web.post(&format!("{path}/forks"), json!({ "at": start }));
        let undone = web.post(&format!("{path}/undo"), json!({ "to": start }));
        answers.push((forked, undone));
    }
    let (forked, undone) = answers.pop().unwrap();
    assert_eq!(undone["done"], true, "{undone}");
    for table in [&forked["table"], &undone["table"]] {
        let path = format!("/api/tables/{}", table.as_str().unwrap());
        let glance = web.get(&path)["glance"].clone();
        assert_eq!(
            (&glance["kind"], &glance["view"]["moves"]),
            (&json!("practice"), &json!(0))
        );
    }
    let codes: Vec<_> = answers
        .iter()
        .map(|(forked, undone)| [&forked["code"], &undone["code"]])
        .collect();
    // With others all may agree to it, once there is something to take back.
    assert_eq!(
        json!(codes),
        json!([
            ["not_over", "not_practice"],
            ["not_over", "not_practice"],
            ["not_alone", "no_such_entry"]
        ])
    );
}

#[test]
fn the_daily_game_is_begun_once() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let wish = json!({"game": "kingslayer", "wish": {"kind": "daily"}});
    let first = web.post("/api/tables", wish.clone());
    assert_eq!(first, web.post("/api/tables", wish));
    for wish in [
        json!({"kind": "weekly"}),
        json!({}),
        json!({"kind": "daily", "seed": 7}),
        json!(3),
    ] {
        let answer = web.post("/api/tables", json!({"game": "kingslayer", "wish": wish}));
        assert_eq!(answer["code"], "bad_request");
    }
}

/// What came of a game is told once it is over, its seed when nobody can use it any
/// more, and how it stood before as who asks saw it then.
#[test]
fn a_game_that_is_over_tells_its_result_and_its_past() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    for kind in ["ordinary", "daily"] {
        let wish = json!({"game": "kingslayer", "wish": {"kind": kind}});
        let table = web.post("/api/tables", wish)["table"].clone();
        let path = format!("/api/tables/{}", table.as_str().unwrap());
        let ask = |question: Value| web.post(&format!("{path}/ask"), question);
        let first = web.get(&path)["glance"]["view"].clone();
        assert_eq!(ask(json!({"ask": "result"}))["code"], "not_over");
        assert_eq!(ask(json!({"ask": "past", "at": 0}))["code"], "not_over");
        let mut moves = 0;
        while !play_once(&[&web], &path, &mut moves) {}
        let result = ask(json!({"ask": "result"}))["result"].clone();
        let daily = kind == "daily";
        assert_eq!(result["hints"], 0, "{result}");
        assert_eq!(result["seed"].is_null(), daily, "{result}");
        assert_eq!(result["bot"].is_null(), !daily, "{result}");
        let line = result["line"].as_str().unwrap_or_default();
        assert_eq!(line.starts_with("Kingslayer 20"), daily, "{line}");
        assert_eq!(line.ends_with(" moves, no hints"), daily, "{line}");
        let past = ask(json!({"ask": "past", "at": 0}))["past"].clone();
        assert_eq!(past["view"], first);
        let entries = past["entries"].as_u64().unwrap();
        let last = ask(json!({"ask": "past", "at": entries}))["past"].clone();
        assert_eq!(last["view"], web.get(&path)["glance"]["view"]);
        let beyond = ask(json!({"ask": "past", "at": entries + 1}));
        assert_eq!(beyond["code"], "no_such_place");
        let forged = ask(json!({"ask": "result", "gathered": {"past": past}}));
        assert_eq!(forged["code"], "bad_request", "{forged}");
        // Each entry has a place from which practice goes on; of the daily game, tomorrow.
        let log = web.get(&format!("{path}/log"));
        assert_eq!(log["entries"].as_array().unwrap().len() as u64, entries);
        let at = &log["entries"][0]["place"];
        let forked = web.post(&format!("{path}/forks"), json!({"at": at}));
        assert_eq!(forked["table"].is_string(), !daily, "{forked}");
    }
}
