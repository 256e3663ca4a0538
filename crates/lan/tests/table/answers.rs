//! The right answer in every state of the table: sentence by sentence.

use serde_json::{Value, json};

use crate::House;
use crate::person::Person;
use crate::play::{play_on, two_at_play};

/// "actions READY (idempotent)": also when the game has begun meanwhile, and
/// "a repeated id from one seat is not applied twice", also at the end.
#[tokio::test]
async fn ready_said_again_after_the_start_changes_nothing() {
    let house = House::new();
    let (_server, mut people) = two_at_play(&house).await;
    let seq = people[0].state().seq;
    people[0]
        .say(r#"{"type":"PLAYER_ACTION","action":"READY"}"#)
        .await;
    let answer = people[0].next().await.unwrap();
    assert_eq!(
        (&answer["type"], &answer["seq"], &answer["ack"]),
        (&json!("GAME_STATE"), &json!(seq), &Value::Null)
    );
    let ready = r#"{"type":"PLAYER_ACTION","action":"READY","id":"once more"}"#;
    people[0].say(ready).await;
    let answer = people[0].next().await.unwrap();
    assert_eq!(
        (&answer["ack"], &answer["seq"]),
        (&json!("once more"), &json!(seq))
    );
    play_on(&mut people).await;
    let seq = people[0].state().seq;
    people[0].say(ready).await;
    let again = people[0].next_state().await;
    assert_eq!((again.seq, again.ack.as_deref()), (seq, Some("once more")));
    assert!(!again.view.players[0].ready, "it was for the game before");
}

/// "while any person's seat is disconnected … actions get `paused`".
#[tokio::test]
async fn while_paused_words_that_cannot_be_read_get_paused_too() {
    let house = House::new();
    let (_server, mut people) = two_at_play(&house).await;
    for (code, line) in [
        (
            "unknown_card",
            json!({ "action": "PLAY", "cards": ["Zeppelin"] }),
        ),
        (
            "unknown_card",
            json!({ "action": "DISCARD", "cards": ["5H", 7] }),
        ),
        (
            "phrase_not_allowed",
            json!({ "action": "SAY", "phrase": "psst" }),
        ),
        ("bad_message", json!({ "action": "SAY" })),
        ("bad_message", json!({ "action": "SAY", "phrase": 7 })),
        (
            "bad_message",
            json!({ "action": "SAY", "phrase": ["hello"] }),
        ),
    ] {
        check(&mut people[0], &line, code).await;
    }
    people.pop();
    let seq = people[0].until(|state| state.view.paused).await.seq;
    for (code, line) in [
        ("paused", json!({ "action": "PLAY", "cards": ["Zeppelin"] })),
        ("paused", json!({ "action": "DISCARD", "cards": ["5H", 7] })),
        ("paused", json!({ "action": "SAY", "phrase": "psst" })),
        ("paused", json!({ "action": "CHOOSE_NEXT", "player": 99 })),
        ("paused", json!({ "action": "READY", "seq": 0 })),
        ("bad_message", json!({ "action": "DANCE" })),
        ("bad_message", json!({ "action": "PLAY", "cards": "5H" })),
        ("bad_message", json!({ "action": "YIELD", "seq": "x" })),
    ] {
        let error = check(&mut people[0], &line, code).await;
        assert_eq!(error["seq"], json!(seq), "a refusal never raises seq");
    }
}

/// Whoever watches has no seat, whatever the words.
#[tokio::test]
async fn who_watches_is_not_seated_before_anything_else() {
    let house = House::new();
    let (server, _people) = two_at_play(&house).await;
    let mut eve = Person::connect(server.address()).await;
    let line = json!({ "action": "PLAY", "cards": ["Zeppelin"] });
    check(&mut eve, &line, "not_seated").await;
    eve.hello(json!({ "name": "Eve", "spectate": true })).await;
    check(&mut eve, &line, "not_seated").await;
}

async fn check(person: &mut Person, line: &Value, code: &str) -> Value {
    let mut line = line.clone();
    line["type"] = json!("PLAYER_ACTION");
    line["id"] = json!("mine");
    person.say(&line.to_string()).await;
    let error = person.error().await;
    assert_eq!(Person::code(&error), code, "{line}");
    assert_eq!(error["re"], "mine", "{line}");
    error
}
