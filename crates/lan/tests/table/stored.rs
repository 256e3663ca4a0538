//! "`GAME_STATE` is sent only after the action is stored": also when storing fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::person::{PATIENCE, Person, simple_command};
use crate::play::{play_on, play_to_the_end, two_at_play, two_seated};
use crate::{House, Wishes};

/// What the host says once when nothing can be stored, and once when it can again.
const FAILS: &str = "nothing can be stored";
const WORKS: &str = "storing works again";

async fn until_told(house: &House, words: &str) {
    let telling = async {
        while house.times_told(words) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let told = timeout(PATIENCE, telling).await;
    told.expect("the host says it");
}

/// Reads to the end; nothing of it is an answer.
async fn is_hung_up(person: &mut Person) {
    while let Some(message) = person.next().await {
        assert_ne!(message["type"], "ERROR", "{message}");
    }
}

/// What was not stored is shown to nobody, and who wanted it may come back and say
/// it again.
#[tokio::test]
async fn what_cannot_be_stored_is_not_shown() {
    let house = House::new();
    let (server, mut people) = two_seated(&house).await;
    let ready = r#"{"type":"PLAYER_ACTION","action":"READY","id":"ready"}"#;
    let hello = r#"{"type":"PLAYER_ACTION","action":"SAY","phrase":"hello","id":"hello"}"#;
    let mut watcher = Person::connect(server.address()).await;
    watcher
        .hello(json!({ "name": "Wim", "spectate": true }))
        .await;
    for (action, id) in [(ready, "ready"), (hello, "hello")] {
        let seq = watcher.state().seq;
        house.broken.store(true, Ordering::SeqCst);
        people[0].say(action).await;
        while people[0].next().await.is_some() {}
        // Whoever looks now sees the table as it is kept.
        let mut other = Person::connect(server.address()).await;
        other
            .hello(json!({ "name": "Eve", "spectate": true }))
            .await;
        let shown = other.state();
        assert_eq!(shown.seq, seq, "nothing was stored");
        assert!(!shown.view.players[0].ready || id != "ready");
        assert!(shown.view.log.is_empty());
        house.broken.store(false, Ordering::SeqCst);
        let token = people[0].token.clone().unwrap();
        people[0] = Person::by_token(server.address(), &token).await;
        people[0].say(action).await;
        people[0]
            .until(|state| state.ack.as_deref() == Some(id))
            .await;
        assert!(people[0].state().view.players[0].ready);
        let seq = people[0].state().seq;
        watcher.until(|state| state.seq >= seq).await;
    }
    let log = &people[0].state().view.log;
    let said = log.iter().filter(|it| it.text == "says: Hello!").count();
    assert_eq!(said, 1);
    play_to_the_end(&mut people).await;
}

/// Whoever is sent away is back in the end, and nothing stands still or is done twice.
#[tokio::test]
async fn who_returns_while_nothing_can_be_stored_is_sent_away_to_come_back() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let token = people.pop().unwrap().token.unwrap();
    people[0].until(|state| state.view.paused).await;
    house.broken.store(true, Ordering::SeqCst);
    for _ in 0..2 {
        let mut ben = Person::connect(server.address()).await;
        let hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": "Ben", "token": token });
        ben.say(&hello.to_string()).await;
        is_hung_up(&mut ben).await;
    }
    // First he left, then he was let in for a moment.
    assert_eq!(house.times_told("Ben at seat 1 is gone"), 2);
    assert_eq!(house.times_told("Ben is back"), 1);
    house.broken.store(false, Ordering::SeqCst);
    until_told(&house, WORKS).await;
    let ben = Person::by_token(server.address(), &token).await;
    people.push(ben);
    for person in &mut people {
        person.until(|state| !state.view.paused).await;
    }
    play_on(&mut people).await;
    assert_eq!((house.times_told(FAILS), house.times_told(WORKS)), (1, 1));
}

/// "While any person's seat is disconnected `paused` is true": as soon as it can be
/// stored, though nobody asks for anything.
#[tokio::test]
async fn who_left_while_nothing_could_be_stored_is_missed_when_it_can() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    house.broken.store(true, Ordering::SeqCst);
    let token = people.pop().unwrap().token.unwrap();
    until_told(&house, FAILS).await;
    house.broken.store(false, Ordering::SeqCst);
    let view = &people[0].until(|state| state.view.paused).await.view;
    assert!(!view.players[1].connected);
    until_told(&house, WORKS).await;
    people.push(Person::by_token(server.address(), &token).await);
    people[0].until(|state| !state.view.paused).await;
    play_on(&mut people).await;
    assert_eq!((house.times_told(FAILS), house.times_told(WORKS)), (1, 1));
}

/// Whether a bot may think. When it goes, as when the test fails, no bot waits for it.
#[derive(Default)]
struct MayThink(Arc<AtomicBool>);

impl MayThink {
    fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Drop for MayThink {
    fn drop(&mut self) {
        self.now();
    }
}

/// It plays what it had decided, and need not be woken.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_move_could_not_be_stored_makes_it_later() {
    let house = House::new();
    let may_think = MayThink::default();
    let thinks = Arc::clone(&may_think.0);
    let server = house
        .serve(Wishes {
            bots: 1,
            mind: Arc::new(move |view, _| {
                let since = Instant::now();
                while !thinks.load(Ordering::SeqCst) && since.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(1));
                }
                simple_command(view)
            }),
            ..Wishes::players(2)
        })
        .await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    ann.act("READY", json!({})).await;
    ann.until(|state| state.view.step == "play").await;
    while ann.is_to_move() {
        ann.play_one().await;
    }
    house.broken.store(true, Ordering::SeqCst);
    may_think.now();
    until_told(&house, FAILS).await;
    house.broken.store(false, Ordering::SeqCst);
    ann.until(|state| state.view.current == Some(parlour_rules::Seat(0)))
        .await;
    play_on(&mut [ann]).await;
    assert_eq!((house.times_told(FAILS), house.times_told(WORKS)), (1, 1));
}

/// A client as it should be: whenever it is sent away it comes back by its token, and
/// repeats what it wanted under the same id.
async fn insists(server: &parlour_lan::Server, person: &mut Person, line: &Value) {
    let id = line["id"].as_str().unwrap();
    let insisting = async {
        loop {
            person.say(&line.to_string()).await;
            while let Some(message) = person.next().await {
                assert_ne!(message["re"], id, "{message}");
                if message["ack"] == id {
                    return;
                }
            }
            comes_back(server, person).await;
        }
    };
    let done = timeout(PATIENCE, insisting).await;
    done.unwrap_or_else(|_| panic!("{line} is done in the end"));
}

async fn comes_back(server: &parlour_lan::Server, person: &mut Person) {
    let mut hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": "Back" });
    hello["token"] = json!(person.token.clone().unwrap());
    loop {
        let mut again = Person::connect(server.address()).await;
        again.say(&hello.to_string()).await;
        again.seat = person.seat;
        again.token.clone_from(&person.token);
        // The welcome may come before the table is left alone by its journal.
        while let Some(message) = again.next().await {
            if message["type"] == "GAME_STATE" {
                *person = again;
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// One thing is not stored: whichever it is, everything is done once, and the game
/// goes on to its end.
#[tokio::test]
async fn whichever_single_thing_is_not_stored_the_table_goes_on() {
    // Two are ready, the game begins, which is noted, two say something, one plays.
    for fault in 0..7 {
        let house = House::new();
        let (server, mut people) = two_seated(&house).await;
        house.until_fault.store(fault, Ordering::SeqCst);
        let ready = json!({ "type": "PLAYER_ACTION", "action": "READY", "id": "ready" });
        for person in &mut people {
            insists(&server, person, &ready).await;
        }
        let hello = json!({ "type": "PLAYER_ACTION", "action": "SAY", "phrase": "hello" });
        for (number, person) in people.iter_mut().enumerate() {
            let mut hello = hello.clone();
            hello["id"] = json!(format!("hello {number}"));
            insists(&server, person, &hello).await;
        }
        let seq = people[1].state().seq;
        people[0].until(|state| state.seq >= seq).await;
        let mover = usize::from(!people[0].is_to_move());
        let mover = &mut people[mover];
        let (action, mut play) = mover.choice();
        play["type"] = json!("PLAYER_ACTION");
        play["action"] = json!(action);
        play["id"] = json!("play");
        insists(&server, mover, &play).await;
        insists(&server, mover, &play).await;
        let seq = mover.state().seq;
        for person in &mut people {
            person
                .until(|state| !state.view.paused && state.seq >= seq)
                .await;
            let view = &person.state().view;
            assert_ne!(view.step, "lobby", "fault {fault}");
            assert!(view.players.iter().all(|it| it.connected && !it.ready));
            let said = view.log.iter().filter(|it| it.text == "says: Hello!");
            assert_eq!(said.count(), 2, "fault {fault}");
        }
        let told = (house.times_told(FAILS), house.times_told(WORKS));
        assert_eq!(told, (1, 1), "fault {fault}");
        play_on(&mut people).await;
    }
}
