//! Entries taken back by consent, and tables of one's own that begin as another did.

use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Json, NewTable};
use parlour_rules::Seed;
use serde_json::{Value, json};

use crate::client::{Answer, Browser};
use crate::house::{browser, door, host, whispers};

async fn post(browser: &Browser, table: &str, what: &str, body: Value) -> Answer {
    let path = format!("/api/tables/{table}/{what}");
    browser.post(&path, &body.to_string()).await
}

/// Says a number aloud; the place after it.
async fn say(browser: &Browser, table: &str, number: u32) -> String {
    let command = json!({
        "stage": "evening", "id": format!("say-{number}"), "command": {"say": number},
    });
    let answer = post(browser, table, "commands", command).await.json();
    answer["seq"].as_str().unwrap().to_owned()
}

async fn glance(browser: &Browser, table: &str) -> Value {
    let seen = browser.get(&format!("/api/tables/{table}")).await.json();
    seen["glance"].clone()
}

#[tokio::test]
async fn what_came_after_a_place_is_taken_back_when_all_agree() {
    let host = host();
    let table = whispers(&host).await.to_string();
    let (first, second) = (door(&host, "ann").await, door(&host, "bob").await);
    let (ann, bob) = (browser(&first).await, browser(&second).await);
    let place = say(&ann, &table, 1).await;
    say(&bob, &table, 2).await;
    let asked = post(&ann, &table, "undo", json!({"to": place})).await;
    assert_eq!(asked.json(), json!({"done": false, "table": table}));
    let mut stream = bob.follow(&table, None).await;
    let seen = stream.next().await.unwrap().data["glance"].clone();
    let (agreed, missing) = (&seen["undo"]["agreed"], &seen["undo"]["missing"]);
    assert_eq!((agreed, missing), (&json!([0]), &json!([1])));
    assert_eq!(seen["undo"]["entries"], Value::Null, "who may count?");
    let again = glance(&bob, &table).await;
    let to = &again["undo"]["to"];
    assert_eq!(&seen["undo"]["to"], to, "it can be compared");
    let done = post(&bob, &table, "undo", json!({ "to": to })).await.json();
    assert_eq!(done["done"], true);
    let fork = done["table"].as_str().unwrap();
    assert_eq!(glance(&ann, &table).await["moved_to"], fork);
    let now = glance(&ann, fork).await;
    assert_eq!(now["view"]["aloud"], json!([1]));
    assert_eq!((&now["my_seat"], &now["undo"]), (&json!(0), &Value::Null));
    // Whoever asks again, not knowing, is told the same.
    let late = post(&ann, &table, "undo", json!({"to": place})).await;
    assert_eq!(late.json(), done);
}

#[tokio::test]
async fn a_request_lapses_when_it_is_refused_or_somebody_plays_on() {
    let host = host();
    let table = whispers(&host).await.to_string();
    let (first, second) = (door(&host, "ann").await, door(&host, "bob").await);
    let (ann, bob) = (browser(&first).await, browser(&second).await);
    let place = say(&ann, &table, 1).await;
    say(&ann, &table, 2).await;
    let back = json!({"to": place});
    let nothing = post(&bob, &table, "undo/refuse", json!({})).await;
    assert_eq!(nothing.status, 409);
    post(&ann, &table, "undo", back.clone()).await;
    let refused = post(&bob, &table, "undo/refuse", json!({})).await;
    assert_eq!(refused.json(), json!({}));
    assert_eq!(glance(&ann, &table).await["undo"], Value::Null);
    post(&ann, &table, "undo", back.clone()).await;
    say(&bob, &table, 3).await;
    assert_eq!(glance(&ann, &table).await["undo"], Value::Null);
    let alone = post(&bob, &table, "undo", back).await.json();
    assert_eq!(alone["done"], false, "old consent counts for nothing");
    assert_eq!(glance(&bob, &table).await["undo"]["agreed"], json!([1]));
}

/// A table of ann's alone.
async fn anns(host: &Host) -> TableId {
    let setup = Json::parse(r#"{"players":1}"#).unwrap();
    let ann = Person::new("ann", "ann");
    let new = NewTable::new("whispers", setup, Seed(1), ann);
    host.open_table(new).await.unwrap()
}

#[tokio::test]
async fn a_fork_is_ones_own_and_begins_as_its_table_did() {
    let host = host();
    let table = anns(&host).await.to_string();
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let place = say(&ann, &table, 1).await;
    say(&ann, &table, 2).await;
    let forked = post(&ann, &table, "forks", json!({"at": place})).await;
    let fork = forked.json()["table"].as_str().unwrap().to_owned();
    assert_eq!(glance(&ann, &fork).await["view"]["aloud"], json!([1]));
    assert_eq!(glance(&ann, &table).await["view"]["aloud"], json!([1, 2]));
    // While others sit at a table, their secrets are theirs.
    let others = whispers(&host).await.to_string();
    let place = say(&ann, &others, 1).await;
    let refused = post(&ann, &others, "forks", json!({"at": place})).await;
    assert_eq!(refused.code(), (403, "not_owner".into()));
    // A place is of one table only.
    let refused = post(&ann, &table, "forks", json!({"at": place})).await;
    assert_eq!(refused.code(), (400, "bad_request".into()));
}

#[tokio::test]
async fn who_may_not_look_learns_nothing_by_asking() {
    let host = host();
    let table = whispers(&host).await.to_string();
    let (first, second) = (door(&host, "ann").await, door(&host, "eve").await);
    let (ann, eve) = (browser(&first).await, browser(&second).await);
    let place = say(&ann, &table, 1).await;
    let absent = "nowhere";
    for (what, body) in [
        ("undo", json!({ "to": place })),
        ("undo", json!({"to": "AAAA"})),
        ("undo/refuse", json!({})),
        ("forks", json!({ "at": place })),
        ("forks", json!({"at": "AAAA"})),
    ] {
        let there = post(&eve, &table, what, body.clone()).await;
        let nowhere = post(&eve, absent, what, body).await;
        assert_eq!(there.code(), (404, "not_found".into()), "{what}");
        assert_eq!(there.body, nowhere.body, "{what}");
    }
    assert_eq!(glance(&ann, &table).await["undo"], Value::Null);
}
