//! Links: claimed once for each use, for what they are for, until they are taken back.

use std::sync::atomic::Ordering;

use parlour_host::table::{Person, TableId};
use parlour_host::{Json, NewTable};
use parlour_rules::Seed;
use serde_json::json;

use crate::client::Browser;
use crate::forgetful::forgetful_host;
use crate::house::{Opened, browser, door, host};

/// A table of Whispers for two, where ann sits alone.
async fn half_empty(host: &parlour_host::Host) -> TableId {
    let setup = Json::parse(r#"{"players":3}"#).unwrap();
    let new = NewTable::new("whispers", setup, Seed(1), Person::new("ann", "ann"));
    host.open_table(new).await.unwrap()
}

async fn invite(ann: &Browser, table: &TableId, place: &str) -> (String, String) {
    let path = format!("/api/tables/{table}/invitations");
    let made = ann.post(&path, &format!(r#"{{"place":{place}}}"#)).await;
    let made = made.json();
    let text = |name: &str| {
        made[name]
            .as_str()
            .unwrap_or_else(|| panic!("{made}"))
            .to_owned()
    };
    assert!(made["qr"].as_array().unwrap().len() >= 21);
    (text("link"), text("id"))
}

async fn house() -> (Opened, Browser, TableId) {
    let host = host();
    let table = half_empty(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    (opened, ann, table)
}

#[tokio::test]
async fn a_link_to_a_seat_seats_one_newcomer() {
    let (opened, ann, table) = house().await;
    let (link, _) = invite(&ann, &table, r#"{"seat":2}"#).await;
    let mut bob = Browser::new(opened.address);
    let token = link.split_once('#').unwrap().1;
    let peeked = bob
        .post("/api/peek", &format!(r#"{{"token":"{token}"}}"#))
        .await;
    let peeked = peeked.json();
    assert_eq!(
        (&peeked["purpose"], &peeked["table"]),
        (&json!("seat"), &json!(table))
    );
    // Without a name nothing is used up.
    assert_eq!(bob.claim(&link).await.code(), (400, "bad_request".into()));
    let claimed = bob.claim_as(&link, "Bob <i>").await.json();
    assert_eq!(claimed["table"], json!(table));
    let glance = bob.get(&format!("/api/tables/{table}")).await.json()["glance"].clone();
    assert_eq!(glance["my_seat"], 2);
    assert_eq!(glance["seats"][2]["name"], "Bob <i>");
    assert_eq!(glance["owner"], false);
    // Replayed, it admits nobody, and the seat is whose it was.
    let mut eve = Browser::new(opened.address);
    assert_eq!(
        eve.claim_as(&link, "Eve").await.code(),
        (404, "no_such_link".into())
    );
    assert!(eve.cookie.is_none());
    let peeked = eve
        .post("/api/peek", &format!(r#"{{"token":"{token}"}}"#))
        .await;
    assert_eq!(peeked.code(), (404, "no_such_link".into()));
}

#[tokio::test]
async fn of_many_who_claim_one_link_at_once_one_sits() {
    let (opened, ann, table) = house().await;
    let (link, _) = invite(&ann, &table, r#"{"seat":1}"#).await;
    let claims = (0..8).map(|number| {
        let (mut browser, link) = (Browser::new(opened.address), link.clone());
        tokio::spawn(async move { browser.claim_as(&link, &format!("N{number}")).await.status })
    });
    let claims: Vec<_> = claims.collect();
    let mut let_in = 0;
    for claim in claims {
        let_in += usize::from(claim.await.unwrap() == 200);
    }
    assert_eq!(let_in, 1);
}

#[tokio::test]
async fn a_link_to_any_seat_fills_the_table_and_who_sits_uses_up_nothing() {
    let (opened, ann, table) = house().await;
    let (link, _) = invite(&ann, &table, r#""any""#).await;
    let mut guests = Vec::new();
    for name in ["Bob", "Cid"] {
        let mut guest = Browser::new(opened.address);
        assert_eq!(guest.claim_as(&link, name).await.status, 200);
        assert_eq!(guest.claim(&link).await.json()["table"], json!(table));
        guests.push(guest);
    }
    let mut late = Browser::new(opened.address);
    assert_eq!(
        late.claim_as(&link, "Dan").await.code(),
        (409, "table_full".into())
    );
    assert!(late.cookie.is_none());
    let seats = ann.get(&format!("/api/tables/{table}")).await.json();
    let names = [0, 1, 2].map(|seat| seats["glance"]["seats"][seat]["name"].clone());
    assert_eq!(names, ["ann", "Bob", "Cid"]);
}

#[tokio::test]
async fn who_watches_sees_no_hand_and_sends_no_command() {
    let (opened, ann, table) = house().await;
    let (link, _) = invite(&ann, &table, r#""watch""#).await;
    let whisper = r#"{"stage":"evening","id":"1","command":{"whisper":7}}"#;
    let commands = format!("/api/tables/{table}/commands");
    assert_eq!(ann.post(&commands, whisper).await.status, 200);
    let mut wil = Browser::new(opened.address);
    assert_eq!(wil.claim_as(&link, "Wil").await.status, 200);
    let seen = wil.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(seen["glance"]["view"], json!({"own": [], "aloud": []}));
    assert_eq!(seen["glance"]["my_seat"], json!(null));
    assert_eq!(
        wil.post(&commands, whisper).await.code(),
        (403, "not_seated".into())
    );
    let log = wil.get(&format!("/api/tables/{table}/log")).await.json();
    assert_eq!(log["entries"], json!([]));
}

#[tokio::test]
async fn invitations_are_the_owners_to_make_to_list_and_to_take_back() {
    let (opened, ann, table) = house().await;
    let (link, id) = invite(&ann, &table, r#""any""#).await;
    let mut bob = Browser::new(opened.address);
    bob.claim_as(&link, "Bob").await;
    let path = format!("/api/tables/{table}/invitations");
    assert_eq!(
        bob.post(&path, r#"{"place":"any"}"#).await.code(),
        (403, "not_owner".into())
    );
    assert_eq!(bob.get(&path).await.code(), (403, "not_owner".into()));
    let listed = ann.get(&path).await;
    let text = String::from_utf8(listed.body.clone()).unwrap();
    assert!(
        !text.contains(link.split_once('#').unwrap().1),
        "no secret is kept"
    );
    assert_eq!(listed.json()["invitations"][0]["place"], "any");
    let revoke = format!("{path}/{id}/revoke");
    assert_eq!(
        bob.post(&revoke, "{}").await.code(),
        (404, "not_found".into())
    );
    assert_eq!(ann.post(&revoke, "{}").await.status, 200);
    assert_eq!(
        ann.post(&revoke, "{}").await.code(),
        (404, "not_found".into())
    );
    let mut late = Browser::new(opened.address);
    assert_eq!(
        late.claim_as(&link, "Dan").await.code(),
        (404, "no_such_link".into())
    );
    let nine = ann.post(&path, r#"{"place":{"seat":9}}"#).await;
    assert_eq!(nine.code(), (404, "no_such_seat".into()));
}

#[tokio::test]
async fn a_recovery_link_moves_a_person_to_another_device_once() {
    let (opened, ann, table) = house().await;
    ann.post("/api/me", r#"{"name":"Ann"}"#).await;
    let link = ann.post("/api/recovery", "{}").await.json()["link"].clone();
    let link = link.as_str().unwrap();
    let mut phone = Browser::new(opened.address);
    assert_eq!(phone.claim(link).await.json()["person"]["name"], "Ann");
    let seen = phone.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(seen["glance"]["my_seat"], 0);
    let me = phone.get("/api/me").await.json();
    assert_eq!(me["sessions"].as_array().unwrap().len(), 2);
    let mut thief = Browser::new(opened.address);
    assert_eq!(thief.claim(link).await.code(), (404, "no_such_link".into()));
}

#[tokio::test]
async fn a_session_is_no_link_and_a_link_is_no_session() {
    let (opened, ann, table) = house().await;
    let (name, session) = ann.cookie.as_ref().unwrap().split_once('=').unwrap();
    let mut thief = Browser::new(opened.address);
    let as_link = thief.claim_as(&format!("x#{session}"), "Eve").await;
    assert_eq!(as_link.code(), (404, "no_such_link".into()));
    let (link, _) = invite(&ann, &table, r#""any""#).await;
    thief.cookie = Some(format!("{name}={}", link.split_once('#').unwrap().1));
    assert_eq!(thief.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn sessions_and_places_outlive_the_door() {
    let host = host();
    let table = half_empty(&host).await;
    let first = door(&host, "ann").await;
    let ann = browser(&first).await;
    let mut stream = ann.follow(table.as_str(), None).await;
    let id = stream.next().await.unwrap().id;
    first.close.send(true).unwrap();
    let body = r#"{"stage":"evening","id":"1","command":{"say":7}}"#;
    let second = door(&host, "ann").await;
    let ann = Browser {
        address: second.address,
        cookie: ann.cookie,
    };
    let commands = format!("/api/tables/{table}/commands");
    assert_eq!(ann.post(&commands, body).await.status, 200);
    let mut stream = ann.follow(table.as_str(), Some(&id)).await;
    let told = stream.next().await.unwrap().data["told"].clone();
    assert_eq!(told, json!([{"said": [0, 7]}]));
}

#[tokio::test]
async fn a_link_from_a_chat_makes_a_browser_the_same_person_once() {
    let host = host();
    let bob = Person::new("slack:U7", "Bob");
    let mut new = NewTable::new(
        "whispers",
        Json::parse(r#"{"players":2}"#).unwrap(),
        Seed(1),
        Person::new("ann", "ann"),
    );
    new.chairs = vec![Some(Person::new("ann", "ann")), Some(bob.clone())];
    let table = host.open_table(new).await.unwrap();
    let opened = door(&host, "ann").await;
    let older = opened.door.link_from_chat(&bob).await.unwrap();
    let link = opened.door.link_from_chat(&bob).await.unwrap();
    let cat = Person::new("slack:U8", "Cat");
    let other = opened.door.link_from_chat(&cat).await.unwrap();
    let gone = (404, "no_such_link".to_owned());
    let mut phone = Browser::new(opened.address);
    assert_eq!(
        phone.claim(&older).await.code(),
        gone,
        "a newer one was made"
    );
    let token = link.split_once('#').unwrap().1;
    let peeked = phone
        .post("/api/peek", &format!(r#"{{"token":"{token}"}}"#))
        .await;
    assert_eq!(peeked.json()["purpose"], "chat");
    assert_eq!(phone.claim(&link).await.json()["person"]["name"], "Bob");
    let glance = phone.get(&format!("/api/tables/{table}")).await.json()["glance"].clone();
    assert_eq!(glance["my_seat"], 1, "the seat that was taken in the chat");
    let mut eve = Browser::new(opened.address);
    assert_eq!(eve.claim(&link).await.code(), gone);
    // Another person's link is not ended by it, and their sessions are their own.
    assert_eq!(eve.claim(&other).await.json()["person"]["name"], "Cat");
    let me = phone.get("/api/me").await.json();
    assert_eq!(me["sessions"].as_array().unwrap().len(), 1);
    let session = me["sessions"][0]["id"].as_str().unwrap();
    let end = format!("/api/sessions/{session}/end");
    assert_eq!(eve.post(&end, "{}").await.status, 404);
    assert_eq!(phone.post(&end, "{}").await.status, 200);
    assert_eq!(phone.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn a_seat_is_nobodys_whose_session_could_not_be_kept() {
    let (host, is_forgetful) = forgetful_host();
    let table = half_empty(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let (link, _) = invite(&ann, &table, r#"{"seat":2}"#).await;
    let mut bob = Browser::new(opened.address);
    is_forgetful.store(true, Ordering::SeqCst);
    assert_eq!(bob.claim_as(&link, "Bob").await.status, 503);
    let chairs = host.record(&table).await.unwrap().chairs;
    assert!(chairs[2].is_none(), "{chairs:?}");
    // The link is as good as before.
    is_forgetful.store(false, Ordering::SeqCst);
    assert_eq!(bob.claim_as(&link, "Bob").await.status, 200);
    let glance = bob.get(&format!("/api/tables/{table}")).await.json()["glance"].clone();
    assert_eq!(glance["my_seat"], 2);
}
