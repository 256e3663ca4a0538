//! `parlour web` as a real process: Kingslayer, played over HTTP as a page does.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// The process; it is killed when this is dropped.
struct Opened {
    child: Child,
    browser: Browser,
    link: String,
}

/// One browser.
struct Browser {
    address: String,
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
        let mut browser = Browser {
            address: address.to_owned(),
            cookie: String::new(),
        };
        browser.claim(json!({"token": token}));
        let link = line.trim_end().to_owned();
        Self {
            child,
            browser,
            link,
        }
    }

    /// A browser of somebody else.
    fn stranger(&self) -> Browser {
        Browser {
            address: self.browser.address.clone(),
            cookie: String::new(),
        }
    }
}

impl Deref for Opened {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Browser {
    /// Comes in by a link, and keeps the cookie.
    fn claim(&mut self, body: Value) -> Value {
        let (head, claimed) = self.ask("POST", "/api/claim", Some(body));
        let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: "));
        let cookie = cookie.unwrap_or_else(|| panic!("{claimed}"));
        self.cookie = String::from(cookie.split(';').next().unwrap());
        claimed
    }

    /// Is at a table for as long as the connection is kept. What is told there is read
    /// and thrown away.
    fn attend(&self, table: &str) -> TcpStream {
        let (address, cookie) = (&self.address, &self.cookie);
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {address}\r\n\
             cookie: {cookie}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        let mut reading = stream.try_clone().unwrap();
        std::thread::spawn(move || std::io::copy(&mut reading, &mut std::io::sink()));
        stream
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

#[test]
fn two_people_and_a_bot_play_together_and_nobody_sees_another_hand() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let wish = json!({"game": "kingslayer", "wish": {"players": 3, "bots": 1}});
    let table = web.post("/api/tables", wish)["table"].clone();
    let table = table.as_str().unwrap();
    let path = format!("/api/tables/{table}");
    let lobby = web.get(&path)["glance"].clone();
    assert_eq!(lobby["plane"]["lobby"], true, "{lobby}");
    assert_eq!(
        lobby["view"]["hand"],
        json!([]),
        "nobody has looked at their cards"
    );
    assert_eq!(
        (&lobby["kind"], &lobby["my_seat"]),
        (&json!("together"), &json!(0))
    );
    let invited = web.post(&format!("{path}/invitations"), json!({"place": "any"}));
    let link = invited["link"].as_str().unwrap();
    let token = link.split_once('#').unwrap().1;
    let mut bob = web.stranger();
    assert_eq!(
        bob.claim(json!({"token": token, "name": "Bob"}))["table"],
        table
    );
    let people: [&Browser; 2] = [&web, &bob];
    let _here = people.map(|it| it.attend(table));
    for (number, person) in people.iter().enumerate() {
        let word = json!({"id": format!("ready{number}"), "word": "ready"});
        let heard = person.post(&format!("{path}/words"), word);
        assert_eq!(heard["game"], table, "{heard}");
    }
    let mut moves = 0;
    while !play_once(&people, &path, &mut moves) {}
    let ended = bob.get(&path)["glance"].clone();
    assert_eq!(ended["over"], true);
    // Whoever had a seat has played, though the table is nobody's of them.
    for person in people {
        let numbers = statistics(person);
        assert_eq!(
            (&numbers["together"], &numbers["together_helped"]),
            (&json!(1), &json!(0)),
            "{numbers}"
        );
    }
    let hint = bob.post(&format!("{path}/ask"), json!({"ask": "hint"}));
    assert_eq!(hint["code"], "not_alone");
}

/// What came of all finished games of somebody.
fn statistics(person: &Browser) -> Value {
    person.post("/api/games/kingslayer/ask", json!({"ask": "statistics"}))
}

/// Plays until it is one's turn.
fn until_it_is_up_to(person: &Browser, path: &str) -> Value {
    for _ in 0..2_000 {
        let seen = person.get(path);
        if seen["glance"]["waits_for"] == json!([0]) {
            return seen;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the bot does not play");
}

/// All agree to take a move back, since there are only bots beside one.
fn taken_back_once(person: &Browser, path: &str) -> String {
    let before = until_it_is_up_to(person, path);
    let mut moves = 0;
    while moves == 0 {
        assert!(!play_once(&[person], path, &mut moves), "it is over");
    }
    until_it_is_up_to(person, path);
    let to = json!({"to": before["standing"]});
    let undone = person.post(&format!("{path}/undo"), to);
    assert_eq!(undone["done"], true, "{undone}");
    undone["table"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_with_others_in_which_moves_were_taken_back_is_marked_and_counts_apart() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let wish = json!({"players": 2, "bots": 1, "level": "rookie", "pace": 0});
    let opened = web.post("/api/tables", json!({"game": "kingslayer", "wish": wish}));
    let first = opened["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{first}");
    let _here = web.attend(&first);
    let ready = json!({"id": "1", "word": "ready"});
    web.post(&format!("{path}/words"), ready);
    let next = taken_back_once(&web, &path);
    let _there = web.attend(&next);
    let path = format!("/api/tables/{next}");
    let mut moves = 0;
    while !play_once(&[&web], &path, &mut moves) {}
    let result = web.post(&format!("{path}/ask"), json!({"ask": "result"}));
    assert_eq!(result["result"]["taken_back"], true, "{result}");
    assert_eq!(result["result"]["goes_on"], true, "{result}");
    let numbers = statistics(&web);
    assert_eq!(
        (&numbers["together"], &numbers["together_helped"]),
        (&json!(0), &json!(1)),
        "{numbers}"
    );
}

/// A game with others goes on as practice: one has one's seat, bots play the others at
/// once, and a take back goes to one's own last decision.
fn practised_beside_a_bot(web: &Opened, path: &str) {
    let log = web.get(&format!("{path}/log"));
    let places: Vec<&Value> = log["entries"].as_array().unwrap().iter().collect();
    let forked = web.post(&format!("{path}/forks"), json!({"at": places[2]["place"]}));
    let table = forked["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{forked}"));
    let path = format!("/api/tables/{table}");
    let before = web.get(&path)["glance"].clone();
    assert_eq!(
        (&before["kind"], &before["my_seat"], &before["plane"]),
        (&json!("practice"), &json!(0), &Value::Null)
    );
    assert_eq!(before["waits_for"], json!([0]), "bots have played");
    let mut moves = 0;
    play_once(&[web], &path, &mut moves);
    let after = web.get(&path)["glance"].clone();
    assert!(after["over"] == true || after["waits_for"] == json!([0]));
    if after["over"] == true {
        return;
    }
    let word = json!({"id": "back", "word": "take_back"});
    let back = web.post(&format!("{path}/words"), word.clone())["table"].clone();
    assert_eq!(web.post(&format!("{path}/words"), word)["table"], back);
    let back = format!("/api/tables/{}", back.as_str().unwrap());
    assert_eq!(web.get(&back)["glance"]["view"], before["view"]);
    let mut moves = 0;
    while !play_once(&[web], &back, &mut moves) {}
}

/// A table that is open for anybody is found in the list while it waits for players.
#[test]
fn an_open_table_is_listed_until_it_is_full_and_another_is_not() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let open = |wish: Value| {
        let opened = web.post("/api/tables", json!({"game": "kingslayer", "wish": wish}));
        opened["table"].as_str().unwrap().to_owned()
    };
    open(json!({"players": 2}));
    let table = open(json!({"players": 2, "open": true, "title": "Friday"}));
    let listed = || web.get("/api/tables?open=1&game=kingslayer")["tables"].clone();
    let found = listed();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(
        (&found[0]["table"], &found[0]["title"], &found[0]["kind"]),
        (&json!(table), &json!("Friday"), &json!("together"))
    );
    let _here = web.attend(&table);
    let word = json!({"id": "1", "word": "add_bot"});
    web.post(&format!("/api/tables/{table}/words"), word);
    assert_eq!(listed(), json!([]));
}

#[test]
fn a_table_for_several_has_the_house_rules_it_was_founded_with_and_gives_hints_if_agreed() {
    let home = tempfile::tempdir().unwrap();
    let mut web = Opened::start(home.path());
    let wish = json!({"players": 2, "bots": 1, "difficulty": "hard", "surplus_payment": false,
        "mulligan": true, "level": "rookie", "pace": 0, "hints": true, "open": true,
        "title": "Friday"});
    let opened = web.post("/api/tables", json!({"game": "kingslayer", "wish": wish}));
    let table = opened["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}");
    let agreed = |glance: &Value| {
        assert_eq!(glance["title"], "Friday");
        let house = &glance["view"]["house"];
        assert_eq!(house["health"]["jack"], 25, "{house}");
        assert_eq!(house["surplus_payment"], false);
        assert_eq!(house["mulligan"], true);
        let customs = json!({"level": "rookie", "pace": 0, "hints": true});
        assert_eq!(glance["plane"]["customs"], customs);
    };
    agreed(&web.get(&path)["glance"]);
    // The process is killed, and the table is opened anew by its first word.
    drop(web);
    web = Opened::start(home.path());
    let ready = json!({"id": "1", "word": "ready"});
    let _here = web.attend(&table);
    let heard = web.post(&format!("{path}/words"), ready);
    assert_eq!(heard["game"], table, "{heard}");
    agreed(&web.get(&path)["glance"]);
    let mut hints = 0;
    let mut moves = 0;
    loop {
        let glance = web.get(&path)["glance"].clone();
        if glance["over"] == true {
            break;
        }
        if glance["waits_for"] == json!([0]) && hints == 0 {
            let hint = web.post(&format!("{path}/ask"), json!({"ask": "hint"}));
            assert!(hint["command"].is_string(), "{hint}");
            hints += 1;
        }
        play_once(&[&web], &path, &mut moves);
    }
    assert_eq!(hints, 1);
    // A game with hints is marked, with others too.
    assert_eq!(web.get(&path)["glance"]["plane"]["hints"], 1);
    let result = web.post(&format!("{path}/ask"), json!({"ask": "result"}));
    assert_eq!(result["result"]["hints"], 1, "{result}");
    let numbers = statistics(&web);
    assert_eq!(
        (&numbers["together"], &numbers["together_helped"]),
        (&json!(0), &json!(1)),
        "{numbers}"
    );
    practised_beside_a_bot(&web, &path);
    let again = json!({"id": "2", "word": "ready"});
    let next = web.post(&format!("{path}/words"), again)["game"].clone();
    assert_ne!(next, json!(table));
    let next = next.as_str().unwrap();
    agreed(&web.get(&format!("/api/tables/{next}"))["glance"]);

    for (wrong, why) in [
        (
            json!({"players": 2, "title": "\u{2060}\u{200b}"}),
            "are seen",
        ),
        (
            json!({"players": 2, "title": "a\u{202e}b"}),
            "control characters",
        ),
        (json!({"players": 2, "title": "x".repeat(61)}), "1 to 60"),
        (json!({"players": 2, "level": "genius"}), "genius"),
        (json!({"players": 2, "solo_yield": true}), "solo_yield"),
        (json!({"players": 2, "pace": 60_001}), "60000"),
    ] {
        let wish = json!({"game": "kingslayer", "wish": wrong});
        let answer = web.post("/api/tables", wish);
        assert!(answer["code"].is_string(), "{answer}");
        let words = answer["words"].as_str().unwrap();
        assert!(words.contains(why), "{words}");
    }
}

/// A link that moves somebody to another device is used up by whoever comes in, and not by
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

/// Whoever's turn it is plays; true when the game is over.
fn play_once(people: &[&Browser], path: &str, moves: &mut usize) -> bool {
    let glances: Vec<Value> = people
        .iter()
        .map(|it| it.get(path)["glance"].clone())
        .collect();
    let hands = glances
        .iter()
        .map(|it| it["view"]["hand"].as_array().unwrap());
    let hands: Vec<&Vec<Value>> = hands.collect();
    if let [one, other] = hands[..] {
        let shared = one.iter().filter(|card| other.contains(card));
        let shared = shared.filter(|card| **card != "X");
        assert_eq!(shared.count(), 0, "a card is in one hand");
    }
    for (person, glance) in people.iter().zip(&glances) {
        if glance["over"] == true {
            return true;
        }
        let legal = person.post(&format!("{path}/ask"), json!({"ask": "legal"}));
        let commands = legal["commands"].as_array().unwrap();
        if let Some(command) = commands.get(*moves % commands.len().max(1)) {
            *moves += 1;
            let id = format!("m{moves}");
            let sent = json!({"stage": glance["stage"], "id": id, "command": command});
            let answer = person.post(&format!("{path}/commands"), sent);
            // The bot may have moved since.
            assert!(
                answer["repeated"] == false || answer["code"] == "stale",
                "{answer}"
            );
            return false;
        }
    }
    // It is the bot's turn, which takes a moment so that others see what it does.
    std::thread::sleep(std::time::Duration::from_millis(20));
    false
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

/// A process that is killed when this is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
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
