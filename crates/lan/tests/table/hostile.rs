//! Strangers misbehave; those who play do not notice.

use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::person::{PATIENCE, Person};
use crate::play::{play_to_the_end, two_seated};
use crate::{House, Wishes};

#[tokio::test]
async fn garbage_is_refused_and_the_others_play_on() {
    let house = House::new();
    let (server, mut people) = two_seated(&house).await;
    let address = server.address();
    let stranger = tokio::spawn(async move {
        let mut eve = Person::connect(address).await;
        for line in [
            "\u{0}\u{1}\u{2}",
            "{",
            "[]",
            "null",
            &"[".repeat(10_000),
            r#"{"type":7}"#,
        ] {
            eve.say(line).await;
            let error = eve.error().await;
            assert!(
                matches!(Person::code(&error), "bad_json" | "bad_message"),
                "{error}"
            );
        }
        eve.raw(&[0xff, 0xfe, b'\n']).await;
        assert_eq!(Person::code(&eve.error().await), "bad_json");
        eve.act("PLAY", json!({ "cards": ["5H"], "player_id": 0 }))
            .await;
        assert_eq!(Person::code(&eve.error().await), "not_seated");
        eve.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Eve"}"#)
            .await;
        assert_eq!(Person::code(&eve.error().await), "table_full");
        eve.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Eve","token":"guess"}"#)
            .await;
        assert_eq!(Person::code(&eve.error().await), "unknown_token");
        eve.act("YIELD", json!({})).await;
        assert_eq!(Person::code(&eve.error().await), "not_seated");
        eve.say(r#"{"type":"HANDSHAKE","protocol":2,"name":"Eve"}"#)
            .await;
        let error = eve.error().await;
        assert_eq!(Person::code(&error), "wrong_protocol");
        assert!(error["seq"].is_u64(), "every refusal names the seq");
        eve.hello(json!({ "name": "Eve", "spectate": true })).await;
        eve.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Eve","spectate":true}"#)
            .await;
        assert_eq!(Person::code(&eve.error().await), "already_seated");
        eve.act("YIELD", json!({})).await;
        assert_eq!(Person::code(&eve.error().await), "not_seated");
        for second in [r#""protocol":2,"name":"Eve""#, r#""protocol":1,"name":"""#] {
            eve.say(&format!(r#"{{"type":"HANDSHAKE",{second}}}"#))
                .await;
            assert_eq!(Person::code(&eve.error().await), "already_seated");
        }
    });
    play_to_the_end(&mut people).await;
    stranger.await.unwrap();
}

#[tokio::test]
async fn a_line_without_end_is_cut_off() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut eve = Person::connect(server.address()).await;
    let block = vec![b'x'; 64 * 1024];
    let mut sent = 0_usize;
    while sent < 100 << 20 && eve.raw(&block).await {
        sent += block.len();
    }
    assert!(
        sent < 50 << 20,
        "the connection was closed long before: {sent} bytes went out"
    );
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    ann.say(&"x".repeat(100_000)).await;
    assert_eq!(Person::code(&ann.error().await), "line_too_long");
    ann.act("SAY", json!({ "phrase": "hello" })).await;
    ann.until(|state| !state.view.log.is_empty()).await;
}

#[tokio::test]
async fn nobody_sits_at_two_tables() {
    let house = House::new();
    let wishes = Wishes {
        tables: 2,
        ..Wishes::players(2)
    };
    let server = house.serve(wishes).await;
    let mut eve = Person::connect(server.address()).await;
    let knock = |table: u8| {
        format!(r#"{{"type":"HANDSHAKE","protocol":1,"name":"Eve","table":"{table}"}}"#)
    };
    eve.say(&format!("{}\n{}", knock(1), knock(2))).await;
    assert_eq!(Person::code(&eve.error().await), "already_seated");
    drop(eve);
    let mut ann = Person::connect(server.address()).await;
    ann.hello(json!({ "name": "Ann", "table": "2" })).await;
    assert_eq!(ann.seat, Some(0), "the second table is empty");
    ann.act("SAY", json!({ "phrase": "hello" })).await;
    ann.until(|state| !state.view.log.is_empty()).await;
}

#[tokio::test]
async fn a_refusal_for_haste_names_the_action() {
    let house = House::new();
    let wishes = Wishes::limited(|limits| limits.lines_per_second = 2);
    let server = house.serve(wishes).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    for _ in 0..100 {
        ann.act("READY", json!({})).await;
    }
    let error = ann.error().await;
    assert_eq!(Person::code(&error), "rate_limited");
    assert!(error["re"].is_string() && error["seq"].is_u64(), "{error}");
}

#[tokio::test]
async fn connections_over_the_limit_are_closed_and_places_come_back() {
    let house = House::new();
    let wishes = Wishes::limited(|limits| limits.per_address = 5);
    let server = house.serve(wishes).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    for _ in 0..1000 {
        // Each is closed at once, or is one of the four that are let in.
        let _ = TcpStream::connect(server.address()).await;
    }
    ann.act("SAY", json!({ "phrase": "hello" })).await;
    ann.until(|state| !state.view.log.is_empty()).await;
    let ben = Person::seated_when_there_is_room(server.address(), "Ben");
    let ben = timeout(PATIENCE, ben).await.expect("places come back");
    assert_eq!(ben.seat, Some(1));
}

#[tokio::test]
async fn a_flood_of_lines_is_refused_and_then_cut_off() {
    let house = House::new();
    let wishes = Wishes::limited(|limits| limits.lines_per_second = 40);
    let server = house.serve(wishes).await;
    let mut eve = Person::connect(server.address()).await;
    eve.hello(json!({ "name": "Eve", "spectate": true })).await;
    let flood = "x\n".repeat(5000);
    eve.raw(flood.as_bytes()).await;
    let mut limited = 0;
    while let Some(message) = eve.next().await {
        limited += usize::from(message["code"] == "rate_limited");
    }
    assert!(limited > 0);
}

#[tokio::test]
async fn who_says_nothing_is_sent_away() {
    let house = House::new();
    let wishes = Wishes::limited(|limits| limits.handshake_seconds = 1);
    let server = house.serve(wishes).await;
    let mut eve = Person::connect(server.address()).await;
    assert!(eve.next().await.is_none());
}
