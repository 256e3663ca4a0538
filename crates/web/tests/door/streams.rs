//! Streams: whoever follows a table misses nothing, hears nothing twice, and cannot
//! count what is none of theirs.

use parlour_host::Message;
use parlour_host::audit::Asker;
use parlour_host::table::{Identity, TableId};
use serde_json::{Value, json};

use crate::client::Stream;
use crate::house::{browser, door, host, whispers};

async fn say(host: &parlour_host::Host, table: &TableId, who: &str, command: &str) {
    let message = Message::new(table, &Identity::from(who), command);
    host.command_text(message).await.unwrap();
}

/// What is told until the stream has shown this many numbers said aloud.
async fn told_until(stream: &mut Stream, aloud: usize) -> (Vec<Value>, String) {
    let mut told = Vec::new();
    loop {
        let event = stream.next().await.unwrap();
        assert_eq!(event.name, "view");
        told.extend(event.data["told"].as_array().into_iter().flatten().cloned());
        let view = &event.data["glance"]["view"];
        if view["aloud"].as_array().unwrap().len() >= aloud {
            return (told, event.id);
        }
    }
}

#[tokio::test]
async fn a_stream_begins_with_the_table_and_tells_what_happens() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let mut stream = ann.follow(table.as_str(), None).await;
    let first = stream.next().await.unwrap();
    assert_eq!(first.name, "view");
    assert!(first.data["told"].is_null());
    assert_eq!(first.data["glance"]["my_seat"], 0);
    say(&host, &table, "bob", r#"{"say":5}"#).await;
    let (told, _) = told_until(&mut stream, 1).await;
    assert_eq!(told, [json!({"said": [1, 5]})]);
}

#[tokio::test]
async fn what_tells_a_viewer_nothing_makes_no_event() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let mut stream = ann.follow(table.as_str(), None).await;
    stream.next().await.unwrap();
    for secret in 0..5 {
        say(&host, &table, "bob", &format!(r#"{{"whisper":{secret}}}"#)).await;
    }
    say(&host, &table, "bob", r#"{"say":1}"#).await;
    // The very next event is what was said aloud, and it alone.
    let event = stream.next().await.unwrap();
    assert_eq!(event.data["told"], json!([{"said": [1, 1]}]));
    assert_eq!(
        event.data["glance"]["view"],
        json!({"own": [], "aloud": [1]})
    );
}

#[tokio::test]
async fn ids_and_places_cannot_be_counted_or_compared() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let place = async || {
        let seen = ann.get(&format!("/api/tables/{table}")).await.json();
        let log = ann.get(&format!("/api/tables/{table}/log")).await.json();
        (
            seen["standing"].clone(),
            log["next"].clone(),
            seen["glance"].clone(),
        )
    };
    let before = place().await;
    let same = place().await;
    assert_ne!(
        before.0, same.0,
        "the same place is another text every time"
    );
    assert_ne!(before.1, same.1);
    say(&host, &table, "bob", r#"{"whisper":1}"#).await;
    let after = place().await;
    assert_eq!(before.2, after.2, "nothing of a whisper shows");
    let lengths = [&before, &after].map(|it| it.0.as_str().unwrap().len());
    assert_eq!(lengths[0], lengths[1]);
}

#[tokio::test]
async fn who_comes_back_misses_nothing_and_hears_nothing_twice() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let mut said = 0;
    let mut heard: Vec<Value> = Vec::new();
    let mut stream = ann.follow(table.as_str(), None).await;
    let mut last = String::new();
    // The connection breaks at any moment, before or after an event was read; more
    // happens than is remembered in memory.
    for round in 0_usize..30 {
        for _ in 0..round % 7 * 3 {
            said += 1;
            say(&host, &table, "bob", r#"{"whisper":7}"#).await;
            say(
                &host,
                &table,
                "bob",
                &format!(r#"{{"say":{}}}"#, said + 100),
            )
            .await;
        }
        if round % 3 == 0 {
            let (told, id) = told_until(&mut stream, if round % 2 == 0 { said } else { 0 }).await;
            heard.extend(told);
            last = id;
        }
        drop(stream);
        stream = ann.follow(table.as_str(), Some(&last)).await;
    }
    let (told, _) = told_until(&mut stream, said).await;
    heard.extend(told);
    let all: Vec<Value> = (1..=said)
        .map(|it| json!({"said": [1, it + 100]}))
        .collect();
    assert_eq!(heard, all);
}

#[tokio::test]
async fn a_place_of_another_table_or_time_is_a_fresh_beginning() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    for forged in ["x", "7", "AAAA", &"A".repeat(59)] {
        let mut stream = ann.follow(table.as_str(), Some(forged)).await;
        assert!(stream.next().await.unwrap().data["told"].is_null());
    }
}

#[tokio::test]
async fn a_change_of_the_record_is_shown_though_nothing_was_played() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "bob").await;
    let bob = browser(&opened).await;
    let mut stream = bob.follow(table.as_str(), None).await;
    stream.next().await.unwrap();
    host.pause(&table, &Identity::from("ann")).await.unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!(event.data["glance"]["paused"], true);
    assert_eq!(event.data["told"], json!([]));
    // Whoever may not look any longer is told that, and no more.
    let bob = Identity::from("bob");
    host.leave(&table, &bob, &Asker::known(&bob)).await.unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "gone");
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn streams_end_when_the_session_or_the_service_does() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let (desk, phone) = (browser(&opened).await, browser(&opened).await);
    let mut on_desk = desk.follow(table.as_str(), None).await;
    let mut on_phone = phone.follow(table.as_str(), None).await;
    on_desk.next().await.unwrap();
    on_phone.next().await.unwrap();
    let me = phone.get("/api/me").await.json();
    let sessions = me["sessions"].as_array().unwrap();
    let own = sessions.iter().find(|it| it["here"] == true).unwrap();
    let end = format!("/api/sessions/{}/end", own["id"].as_str().unwrap());
    assert_eq!(phone.post(&end, "{}").await.status, 200);
    assert!(on_phone.next().await.is_none());
    opened.close.send(true).unwrap();
    assert!(on_desk.next().await.is_none());
}

#[tokio::test]
async fn one_person_has_so_many_streams_and_no_more() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let mut streams = Vec::new();
    for _ in 0..32 {
        let mut stream = ann.follow(table.as_str(), None).await;
        stream.next().await.unwrap();
        streams.push(stream);
    }
    let refused = ann.get(&format!("/api/tables/{table}/stream")).await;
    assert_eq!(refused.code(), (429, "too_many".into()));
}
