//! Whole games, from the lobby to the end and on to the next.

use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_lan::{Control, Server};
use serde_json::json;

use crate::ledger::relay;
use crate::person::Person;
use crate::{House, Wishes};

/// A table for two, and both are there.
pub async fn two_seated(house: &House) -> (Server, Vec<Person>) {
    let server = house.serve(Wishes::players(2)).await;
    let people = vec![
        Person::seated(server.address(), "Ann").await,
        Person::seated(server.address(), "Ben").await,
    ];
    (server, people)
}

/// The same, and the game has begun.
pub async fn two_at_play(house: &House) -> (Server, Vec<Person>) {
    let (server, mut people) = two_seated(house).await;
    for person in &mut people {
        person.act("READY", json!({})).await;
    }
    for person in &mut people {
        person.until(|state| state.view.step == "play").await;
    }
    (server, people)
}

/// Everybody says READY, then moves are made until the game is over.
pub async fn play_to_the_end(people: &mut [Person]) {
    for person in people.iter_mut() {
        person.act("READY", json!({})).await;
    }
    for person in people.iter_mut() {
        person
            .until(|state| !matches!(state.view.step.as_str(), "lobby" | "over"))
            .await;
    }
    play_on(people).await;
}

/// Moves are made until the game that runs is over.
pub async fn play_on(people: &mut [Person]) {
    loop {
        let seq = people
            .iter()
            .map(|person| person.state().seq)
            .max()
            .unwrap();
        for person in people.iter_mut() {
            person.until(|state| state.seq >= seq).await;
        }
        if people[0].state().view.step == "over" {
            return;
        }
        if let Some(mover) = people.iter_mut().find(|person| person.is_to_move()) {
            mover.play_one().await;
        } else {
            // A bot is thinking.
            people[0].next_state().await;
        }
    }
}

#[tokio::test]
async fn people_play_whole_games_and_go_on_to_the_next() {
    let house = House::new();
    let server = house.serve(Wishes::players(3)).await;
    let mut people = Vec::new();
    for name in ["Ann", "Ben", "Ann"] {
        people.push(Person::seated(server.address(), name).await);
    }
    assert_eq!(
        people.iter().map(|it| it.seat).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2)]
    );
    assert_eq!(people[2].state().view.players[2].name, "Ann 2");
    for _ in 0..3 {
        let before = people[0].state().seq;
        play_to_the_end(&mut people).await;
        let view = &people[0].state().view;
        assert!(matches!(view.result.as_deref(), Some("won" | "lost")));
        assert!(people[0].state().seq > before);
        let everybody: Vec<u8> = view.waiting_for.iter().map(|seat| seat.0).collect();
        assert_eq!(
            everybody,
            [0, 1, 2],
            "all are waited for before the next game"
        );
    }
}

/// "The end of a LAN game is one commit": and so is every move before it.
#[tokio::test]
async fn every_move_and_the_end_are_stored_in_one_piece() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let stored = || -house.until_fault.load(Ordering::SeqCst);
    let (before, mut moves) = (stored(), 0);
    while people[0].state().view.step != "over" {
        let mover = usize::from(people[1].is_to_move());
        let seq = people[mover].play_one().await.seq;
        people[1 - mover].until(|state| state.seq >= seq).await;
        moves += 1;
        assert_eq!(stored() - before, moves);
    }
    // Whoever comes now is let in behind everything that followed the end.
    let mut watcher = Person::connect(server.address()).await;
    watcher
        .hello(json!({ "name": "Eve", "spectate": true }))
        .await;
    assert_eq!(watcher.state().view.step, "over");
    assert_eq!(stored() - before, moves);
    // Who is ready last says it, leaves the game that is over, and begins the next.
    for (person, step) in [(0, "over"), (1, "play")] {
        let id = people[person].act("READY", json!({})).await;
        let told = people[person]
            .until(|it| it.ack.as_deref() == Some(&id))
            .await;
        assert_eq!(told.view.step, step);
        moves += 1;
        assert_eq!(stored() - before, moves);
    }
}

/// So is the way back to the lobby, which tells how the game has ended.
#[tokio::test]
async fn the_way_back_to_the_lobby_is_stored_in_one_piece() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    play_on(&mut people).await;
    let before = house.until_fault.load(Ordering::SeqCst);
    server.control("1", Control::OpenLobby).await.unwrap();
    let lobby = people[0].until(|state| state.view.step == "lobby").await;
    let told = &lobby.view.log[0].text;
    assert!(told.starts_with("the last game was "), "{told}");
    assert_eq!(before - house.until_fault.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn bots_fill_seats_and_play() {
    let house = House::new();
    let server = house
        .serve(Wishes {
            bots: 2,
            ..Wishes::players(4)
        })
        .await;
    let mut people = vec![
        Person::seated(server.address(), "Ann").await,
        Person::seated(server.address(), "Ben").await,
    ];
    play_to_the_end(&mut people).await;
    let players = &people[0].state().view.players;
    assert_eq!(players.iter().filter(|it| it.bot).count(), 2);
}

#[tokio::test]
async fn the_hosts_screen_adds_and_removes_bots_in_the_lobby_only() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    server.control("1", Control::AddBot).await.unwrap();
    assert!(
        server.control("1", Control::AddBot).await.is_err(),
        "no seat is free"
    );
    server.control("1", Control::RemoveBot).await.unwrap();
    assert!(
        server.control("1", Control::RemoveBot).await.is_err(),
        "no bot is there"
    );
    server.control("1", Control::AddBot).await.unwrap();
    ann.act("READY", json!({})).await;
    ann.until(|state| state.view.step == "play").await;
    assert!(
        server.control("1", Control::RemoveBot).await.is_err(),
        "the game has begun"
    );
}

#[tokio::test]
async fn ready_is_idempotent_and_phrases_are_fixed() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    let mut ben = Person::seated(server.address(), "Ben").await;
    ann.act("READY", json!({})).await;
    let seq = ann.until(|state| state.view.players[0].ready).await.seq;
    let id = ann.act("READY", json!({})).await;
    let again = ann
        .until(|state| state.ack.as_deref() == Some(&id))
        .await
        .seq;
    assert_eq!(again, seq, "saying it twice is saying it once");
    ann.act("SAY", json!({ "phrase": "hello" })).await;
    let state = ben
        .until(|state| state.view.log.iter().any(|it| it.text.contains("Hello")))
        .await;
    assert!(state.seq > seq, "what is said raises seq");
    ann.act("SAY", json!({ "phrase": "want_next" })).await;
    assert_eq!(Person::code(&ann.error().await), "phrase_not_allowed");
    ann.act("PLAY", json!({ "cards": ["5H"] })).await;
    assert_eq!(Person::code(&ann.error().await), "wrong_step");
}

#[tokio::test]
async fn with_several_tables_a_handshake_names_one() {
    let house = House::new();
    let server = house
        .serve(Wishes {
            tables: 2,
            ..Wishes::players(2)
        })
        .await;
    let mut ann = Person::connect(server.address()).await;
    ann.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Ann"}"#)
        .await;
    assert_eq!(Person::code(&ann.error().await), "bad_message");
    ann.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Ann","table":"9"}"#)
        .await;
    assert_eq!(Person::code(&ann.error().await), "bad_message");
    ann.hello(json!({ "name": "Ann", "table": "2" })).await;
    let mut ben = Person::connect(server.address()).await;
    ben.hello(json!({ "name": "Ben", "table": "1" })).await;
    assert_eq!((ann.seat, ben.seat), (Some(0), Some(0)));
}

#[tokio::test]
async fn actions_out_of_turn_and_stale_ones_change_nothing() {
    let house = House::new();
    let (_server, mut people) = two_at_play(&house).await;
    let seq = people[0].state().seq;
    let mover = usize::from(people[1].is_to_move());
    let (action, rest) = people[mover].choice();
    let waiting = &mut people[1 - mover];
    waiting.act(action, rest.clone()).await;
    let error = waiting.error().await;
    assert_eq!(
        (Person::code(&error), error["seq"].as_u64()),
        ("not_your_turn", Some(seq))
    );
    let mut stale = rest.clone();
    stale["seq"] = json!(seq - 1);
    let id = people[mover].act(action, stale).await;
    let error = people[mover].error().await;
    assert_eq!(
        (Person::code(&error), error["re"].as_str()),
        ("stale", Some(id.as_str()))
    );
    // The same id twice is one action.
    let line =
        json!({ "type": "PLAYER_ACTION", "action": action, "cards": rest["cards"], "id": "once" });
    people[mover].say(&line.to_string()).await;
    people[mover].say(&line.to_string()).await;
    let first = people[mover]
        .until(|state| state.ack.as_deref() == Some("once"))
        .await
        .clone();
    let second = people[mover].next_state().await.clone();
    assert_eq!(
        (second.ack.as_deref(), second.seq),
        (Some("once"), first.seq)
    );
    assert_eq!(second.view.table.len(), 1);
}

/// The client is `plain_client.py`, written from `docs/lan-protocol.md` with the
/// standard library of another language.
#[tokio::test]
async fn a_client_written_from_the_document_alone_plays() {
    let house = House::new();
    let server = house.serve(Wishes::players(3)).await;
    let port = relay(server.address()).await.port().to_string();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plain_client.py");
    let mut clients = Vec::new();
    for name in ["Ann", "Ben", "Cleo"] {
        let client = tokio::process::Command::new("python3")
            .args([script, "127.0.0.1", &port, name, "2"])
            .stdout(std::process::Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("python3 is needed to run the client written in another language");
        clients.push(client);
    }
    let mut said = Vec::new();
    for client in clients {
        let ended = tokio::time::timeout(Duration::from_mins(2), client.wait_with_output());
        let output = ended
            .await
            .expect("two games end within two minutes")
            .unwrap();
        assert!(output.status.success());
        said.push(String::from_utf8(output.stdout).unwrap());
    }
    assert_eq!(said[0].lines().count(), 2, "{said:?}");
    assert!(
        said.iter().all(|it| *it == said[0]),
        "everybody saw the same: {said:?}"
    );
    assert!(house.states_that_were_sent() > 20, "all were looked at");
}

#[tokio::test]
async fn a_table_that_is_gone_is_refused_with_the_hosts_own_code() {
    let house = House::new();
    let (_server, mut people) = two_at_play(&house).await;
    house.states_that_were_sent();
    for table in house.host.tables().await.unwrap() {
        house.host.discard(&table).await.unwrap();
    }
    let mover = usize::from(people[1].is_to_move());
    let (action, rest) = people[mover].choice();
    people[mover].act(action, rest).await;
    let refused = people[mover].error().await;
    assert_eq!(Person::code(&refused), "unknown_table");
    // There is no log any more to hold against it what was sent; it was held before.
    std::mem::forget(house);
}
