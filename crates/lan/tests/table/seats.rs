//! Who gets a seat, and who does not: "the seat is kept; the same client comes back
//! by its token, a new machine by the host's leave".

use std::time::Duration;

use parlour_lan::wire::GameState;
use parlour_lan::{Control, Server};
use parlour_rules::Seat;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::person::Person;
use crate::play::{play_on, play_to_the_end, two_at_play};
use crate::{House, Wishes};

/// What a newcomer is told who asks for a seat.
async fn knock(server: &Server, token: &Value) -> Value {
    let mut stranger = Person::connect(server.address()).await;
    let hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": "Eve", "token": token });
    stranger.say(&hello.to_string()).await;
    stranger.next().await.expect("an answer")
}

async fn watcher(server: &Server) -> Person {
    let mut watcher = Person::connect(server.address()).await;
    let hello = json!({ "name": "Wim", "spectate": true });
    watcher.hello(hello).await;
    watcher
}

async fn ten_minutes() {
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(10)).await;
    tokio::time::resume();
}

#[tokio::test]
async fn the_hosts_leave_is_void_once_the_owner_is_back() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let token = people[1].token.clone().unwrap();
    people.pop();
    people[0].until(|state| state.view.paused).await;
    server.control("1", Control::Admit(Seat(1))).await.unwrap();
    let ben = Person::by_token(server.address(), &token).await;
    people[0].until(|state| !state.view.paused).await;
    drop(ben);
    people[0].until(|state| state.view.paused).await;
    let answer = knock(&server, &Value::Null).await;
    assert_eq!(answer["code"], "table_full", "{answer}");
    // Given anew, it holds anew.
    server.control("1", Control::Admit(Seat(1))).await.unwrap();
    assert_eq!(knock(&server, &Value::Null).await["player_id"], 1);
}

/// "Joining, leaving and pausing may raise seq; a refusal never does."
#[tokio::test]
async fn at_the_end_of_a_game_of_bots_a_refused_newcomer_raises_nothing() {
    let house = House::new();
    let bots = Wishes {
        bots: 2,
        ..Wishes::players(2)
    };
    let server = house.serve(bots).await;
    let mut wim = watcher(&server).await;
    let seq = wim.until(|state| state.view.step == "over").await.seq;
    for _ in 0..2 {
        for _ in 0..2 {
            let answer = knock(&server, &Value::Null).await;
            assert_eq!(answer["code"], "table_full");
            assert_eq!(answer["seq"], json!(seq));
        }
        let second = watcher(&server).await;
        assert_eq!(second.state().view.step, "over", "it stays over");
        assert_eq!(second.state().seq, seq);
        ten_minutes().await;
    }
}

/// "After the end, READY from all starts the next game at the same table", also
/// when the host died meanwhile.
#[tokio::test]
async fn a_finished_game_is_shown_to_its_players_after_a_restart() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    play_on(&mut people).await;
    let tokens: Vec<String> = people.iter().map(|it| it.token.clone().unwrap()).collect();
    drop((server, people));
    let house = house.restarted();
    let server = house.serve(Wishes::players(2)).await;
    let mut people = Vec::new();
    for token in &tokens {
        people.push(Person::by_token(server.address(), token).await);
        let answer = knock(&server, &Value::Null).await;
        assert_eq!(answer["code"], "table_full", "{answer}");
    }
    for person in &mut people {
        let state = person.until(|state| !state.view.paused).await;
        assert_eq!(state.view.step, "over");
    }
    play_to_the_end(&mut people).await;
}

/// "resumes its unfinished table": a finished one is no table to go on with, and
/// newcomers find a lobby. Who played it has a seat there by the old token.
#[tokio::test]
async fn a_finished_table_makes_room_when_the_host_is_started_again() {
    for shows_finished in [true, false] {
        let house = House::new();
        let (server, mut people) = two_at_play(&house).await;
        play_on(&mut people).await;
        let tokens: Vec<String> = people.iter().map(|it| it.token.clone().unwrap()).collect();
        let seq = people[0].state().seq;
        drop((server, people));
        let house = house.restarted();
        let wishes = Wishes {
            shows_finished,
            ..Wishes::players(2)
        };
        let server = house.serve(wishes).await;
        let cleo = if shows_finished {
            // The seats are kept as if the host had never been away.
            let answer = knock(&server, &Value::Null).await;
            assert_eq!(answer["code"], "table_full", "{answer}");
            ten_minutes().await;
            Some(Person::seated(server.address(), "Cleo").await)
        } else {
            None
        };
        let mut ben = Person::by_token(server.address(), &tokens[1]).await;
        assert_eq!(ben.state().view.step, "lobby");
        assert_eq!(ben.seat, Some(1), "where he sat before");
        assert_eq!(ben.state().view.players[1].name, "Ben");
        assert!(ben.state().seq > seq, "the count goes on");
        let end = &ben.state().view.log[0].text;
        assert!(end.starts_with("the last game was "), "{end}");
        let answer = knock(&server, &json!(tokens[0])).await;
        if let Some(cleo) = cleo {
            assert_eq!(answer["code"], "table_full", "Cleo was first: {answer}");
            play_to_the_end(&mut [cleo, ben]).await;
        } else {
            assert_eq!(answer["player_id"], 0, "{answer}");
            ben.until(|state| state.view.paused).await;
        }
    }
}

/// "Lobby screen: who is in, who is ready, bots added and removed", between two
/// games as well.
#[tokio::test]
async fn after_the_end_the_host_may_open_the_lobby() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let refused = server.control("1", Control::OpenLobby).await.unwrap_err();
    assert_eq!(refused.to_string(), "the game is not over");
    play_on(&mut people).await;
    let ben = people.pop().unwrap();
    let (token, mut ann) = (ben.token.clone().unwrap(), people.pop().unwrap());
    drop(ben);
    ann.until(|state| state.view.paused).await;
    server.control("1", Control::OpenLobby).await.unwrap();
    let lobby = ann.until(|state| state.view.step == "lobby").await;
    assert!(!lobby.view.paused, "nobody is waited for");
    assert_eq!(lobby.view.players[0].name, "Ann");
    assert_eq!(lobby.view.players[1].name, "", "a free chair");
    server.control("1", Control::AddBot).await.unwrap();
    server.control("1", Control::RemoveBot).await.unwrap();
    // Ben comes back while there is a chair.
    let ben = Person::by_token(server.address(), &token).await;
    assert_eq!(ben.seat, Some(1));
    play_to_the_end(&mut [ann, ben]).await;
    // The person at a host without a screen was told all of it.
    let told = house.told.lock().unwrap().clone();
    let mut told = told.iter().map(String::as_str);
    for words in [
        "1: Ann takes seat 0",
        "1: Ben takes seat 1",
        "1: the game begins",
        "1: Ben at seat 1 is gone; the table waits",
        "1: a new lobby is open",
        "1: Ben is back at seat 1",
    ] {
        assert!(told.any(|it| it == words), "{words}");
    }
}

/// "Lobby screen: who is in": and how who is away has gone.
#[tokio::test]
async fn in_the_lobby_the_log_tells_who_left_and_who_lost_the_connection() {
    let house = House::new();
    let server = house.serve(Wishes::players(3)).await;
    let mut wim = watcher(&server).await;
    drop(Person::seated(server.address(), "Ben").await);
    let last = |state: &GameState| {
        let last = state.view.log.last();
        last.map(|it| (it.player, it.text.clone()))
    };
    let left = Some((Some(Seat(0)), String::from("left")));
    let state = wim.until(|state| last(state) == left).await;
    assert!(!state.view.players[0].connected);
    // A connection that ends with something unread is reset.
    let mut cleo = TcpStream::connect(server.address()).await.unwrap();
    let hello = b"{\"type\":\"HANDSHAKE\",\"protocol\":1,\"name\":\"Cleo\"}\n";
    cleo.write_all(hello).await.unwrap();
    cleo.peek(&mut [0]).await.unwrap();
    drop(cleo);
    let lost = Some((Some(Seat(1)), String::from("lost the connection")));
    wim.until(|state| last(state) == lost).await;
}

/// Whether reading or writing finds out that somebody is gone, all hear of it.
#[tokio::test]
async fn who_vanishes_while_others_talk_is_missed_by_the_host_too() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    let ben = Person::seated(server.address(), "Ben").await;
    ann.until(|state| state.view.players[1].connected).await;
    let token = ben.token.clone().unwrap();
    drop(ben);
    let hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": "Ben", "token": token });
    for round in 1..=20 {
        ann.until(|state| !state.view.players[1].connected).await;
        let told = house.times_told("Ben at seat 1 is gone");
        assert_eq!(told, round, "before it is shown");
        let mut ben = TcpStream::connect(server.address()).await.unwrap();
        ben.write_all(format!("{hello}\n").as_bytes())
            .await
            .unwrap();
        ann.until(|state| state.view.players[1].connected).await;
        for _ in 0..3 {
            ann.act("SAY", json!({ "phrase": "hello" })).await;
        }
        // With something unread, it is reset.
        drop(ben);
    }
}

/// "the host may put a bot in", and it is not the end for whoever comes back.
#[tokio::test]
async fn who_comes_back_gets_the_seat_from_the_bot() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let mut ben = people.pop().unwrap();
    ben.act("SAY", json!({ "phrase": "hello" })).await;
    ben.until(|state| !state.view.log.is_empty()).await;
    let (token, hand) = (ben.token.clone().unwrap(), ben.state().view.hand.clone());
    drop(ben);
    let mut ann = people.pop().unwrap();
    ann.until(|state| state.view.paused).await;
    server.control("1", Control::PutBot(Seat(1))).await.unwrap();
    let told = ann.until(|state| state.view.players[1].bot).await;
    let told: Vec<&str> = told.view.log.iter().map(|it| it.text.as_str()).collect();
    let words = ["Ben says: Hello!", "Bot 1 plays on for Ben"];
    assert_eq!(told, words, "what he said stays his");
    let waits_for_ann = ann.until(|state| !state.view.paused).await.clone();
    let ben = Person::by_token(server.address(), &token).await;
    assert_eq!(ben.seat, Some(1));
    let view = &ben.state().view;
    assert_eq!(
        (view.players[1].name.as_str(), view.players[1].bot),
        ("Ben", false)
    );
    if waits_for_ann.view.current == Some(Seat(0)) {
        assert_eq!(view.hand, hand, "with the cards that were his");
    }
    let told: Vec<&str> = view.log.iter().map(|it| it.text.as_str()).collect();
    assert!(told.contains(&"Ben is back"), "{told:?}");
    play_on(&mut [ann, ben]).await;
    drop(server);
}

/// "A bot plays until the seat's owner comes back by token": the owner it plays
/// for, and nobody who sat there earlier.
#[tokio::test]
async fn a_bot_gives_the_seat_to_nobody_but_its_last_owner() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let bens = people.pop().unwrap().token.clone().unwrap();
    people[0].until(|state| state.view.paused).await;
    server.control("1", Control::PutBot(Seat(1))).await.unwrap();
    people[0].until(|state| !state.view.paused).await;
    play_on(&mut people).await;
    server.control("1", Control::OpenLobby).await.unwrap();
    server.control("1", Control::RemoveBot).await.unwrap();
    people.push(Person::seated(server.address(), "Cleo").await);
    for person in &mut people {
        person.act("READY", json!({})).await;
    }
    for person in &mut people {
        person.until(|state| state.view.step == "play").await;
    }
    let cleos = people.pop().unwrap().token.clone().unwrap();
    people[0].until(|state| state.view.paused).await;
    server.control("1", Control::PutBot(Seat(1))).await.unwrap();
    drop((server, people));
    let house = house.restarted();
    let server = house.serve(Wishes::players(2)).await;
    let answer = knock(&server, &json!(bens)).await;
    assert_eq!(answer["code"], "table_full", "{answer}");
    let cleo = Person::by_token(server.address(), &cleos).await;
    assert_eq!(cleo.seat, Some(1));
    assert_eq!(cleo.state().view.players[1].name, "Cleo");
}

/// The same, with the host's leave.
#[tokio::test]
async fn at_the_end_too_the_host_may_admit_a_new_machine() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    play_on(&mut people).await;
    people.pop();
    people[0].until(|state| state.view.paused).await;
    assert_eq!(knock(&server, &Value::Null).await["code"], "table_full");
    server.control("1", Control::Admit(Seat(1))).await.unwrap();
    people.push(Person::seated(server.address(), "Cleo").await);
    people[0].until(|state| !state.view.paused).await;
    play_to_the_end(&mut people).await;
}

#[tokio::test]
async fn a_finished_game_that_everybody_left_for_long_makes_room() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    play_on(&mut people).await;
    let mut wim = watcher(&server).await;
    let seq = wim.state().seq;
    drop(people);
    let nobody = [Seat(0), Seat(1)];
    wim.until(|state| state.view.waiting_for == nobody && state.view.paused)
        .await;
    assert_eq!(knock(&server, &Value::Null).await["code"], "table_full");
    ten_minutes().await;
    let cleo = Person::seated(server.address(), "Cleo").await;
    assert_eq!(cleo.state().view.step, "lobby");
    assert!(cleo.state().seq > seq, "the count goes on");
    wim.until(|state| state.view.step == "lobby").await;
}

/// "`name`: 1-24 printable characters …; a taken name gets " 2"."
#[tokio::test]
async fn a_long_name_that_is_taken_keeps_its_length() {
    let house = House::new();
    let server = house.serve(Wishes::players(3)).await;
    let (long, mut people) = ("é".repeat(24), Vec::new());
    for _ in 0..3 {
        people.push(Person::seated(server.address(), &long).await);
    }
    let players = &people[2].state().view.players;
    let names: Vec<&str> = players.iter().map(|it| it.name.as_str()).collect();
    let cut = "é".repeat(22);
    assert_eq!(names, [long, format!("{cut} 2"), format!("{cut} 3")]);
}

/// The same for bots: nobody at the table has their names.
#[tokio::test]
async fn a_bot_takes_the_first_name_that_is_free() {
    let house = House::new();
    let server = house.serve(Wishes::players(4)).await;
    let mut ann = Person::seated(server.address(), "Bot 2").await;
    for _ in 0..3 {
        server.control("1", Control::AddBot).await.unwrap();
    }
    let full = |state: &GameState| state.view.players.iter().all(|it| !it.name.is_empty());
    let players = &ann.until(full).await.view.players;
    let names: Vec<&str> = players.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Bot 2", "Bot 1", "Bot 3", "Bot 4"]);
}

#[tokio::test]
async fn an_unknown_token_of_any_length_is_unknown() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    for length in [0, 1, 128, 129, 10_000] {
        let answer = knock(&server, &json!("t".repeat(length))).await;
        assert_eq!(answer["code"], "unknown_token", "{length} letters");
    }
}
