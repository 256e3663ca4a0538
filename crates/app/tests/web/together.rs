//! Kingslayer with others.

use serde_json::{Value, json};

use crate::house::{Browser, Opened, play_once};

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
pub fn taken_back_once(person: &Browser, path: &str) -> String {
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

/// A seat is left for good: others play on with a bot in it, who left is shown the table
/// no more, and who is left with bots alone may give the game up.
#[test]
fn a_game_with_others_is_left_for_good_and_given_up_by_who_is_left() {
    let home = tempfile::tempdir().unwrap();
    let web = Opened::start(home.path());
    let wish = json!({"game": "kingslayer", "wish": {"players": 2}});
    let table = web.post("/api/tables", wish)["table"].clone();
    let path = format!("/api/tables/{}", table.as_str().unwrap());
    let link = web.post(&format!("{path}/invitations"), json!({"place": "any"}))["link"].clone();
    let token = link.as_str().unwrap().split_once('#').unwrap().1;
    let mut ben = web.stranger();
    ben.claim(json!({"token": token, "name": "Ben"}));
    let _here = [&web.browser, &ben].map(|it| it.attend(table.as_str().unwrap()));
    let words = format!("{path}/words");
    for person in [&web.browser, &ben] {
        person.post(&words, json!({"id": "r", "word": "ready"}));
    }
    let give_up = json!({"id": "g", "word": "give_up"});
    assert_eq!(ben.post(&words, give_up.clone())["code"], "others_play");
    let left = ben.post(&words, json!({"id": "l", "word": "resign"}));
    assert_eq!(left["seat"], json!(null), "{left}");
    assert_eq!(ben.get(&path)["code"], "not_found");
    assert_eq!(ben.get("/api/tables")["tables"], json!([]));
    let seats = web.get(&path)["glance"]["seats"].clone();
    assert!(seats[1]["bot"].is_string(), "{seats}");
    assert_eq!(web.post(&words, give_up), json!({}));
    assert_eq!(web.get(&path)["code"], "not_found");
}
