//! `parlour web` as a real process: Kingslayer alone, played over HTTP as a page does.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// The process; it is killed when this is dropped.
struct Opened {
    child: Child,
    address: String,
    token: String,
    cookie: String,
}

impl Opened {
    fn start(home: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .env("PARLOUR_HOME", home)
            .args(["web", "--no-open", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let link = line.trim_end().strip_prefix("http://").unwrap();
        let (address, token) = link.split_once("/join#").unwrap();
        let mut opened = Self {
            address: address.to_owned(),
            token: token.to_owned(),
            cookie: String::new(),
            child,
        };
        let (head, _) = opened.ask("POST", "/api/claim", Some(json!({"token": opened.token})));
        let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: "));
        opened.cookie = String::from(cookie.unwrap().split(';').next().unwrap());
        opened
    }

    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> (String, Value) {
        let (address, cookie) = (&self.address, &self.cookie);
        let body = body.map_or_else(String::new, |it| it.to_string());
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), serde_json::from_str(body).unwrap())
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, None).1
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, Some(body)).1
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_whole_game_alone_is_played_and_kept_when_the_process_is_killed() {
    let home = tempfile::tempdir().unwrap();
    let mut web = Opened::start(home.path());
    let me = web.get("/api/me");
    assert_eq!(me["loopback"], true);
    assert_eq!(me["games"][0]["game"], "kingslayer");
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
    let wish = json!({"game": "kingslayer", "wish": {"kind": "practice"}});
    let table = web.post("/api/tables", wish)["table"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/tables/{table}");
    let before = web.get(&path)["glance"].clone();
    assert_eq!(before["kind"], "practice");
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
