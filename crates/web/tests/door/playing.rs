//! Tables over HTTP: opened, listed, played at.

use std::collections::BTreeSet;

use crate::client::Browser;
use crate::house::{browser, door, host, whispers};

async fn pig(ann: &Browser) -> String {
    let opened = ann
        .post(
            "/api/tables",
            r#"{"game":"pig","wish":{"players":1,"goal":20}}"#,
        )
        .await;
    opened.json()["table"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_whole_game_is_played_and_told() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    let table = pig(&ann).await;
    let path = format!("/api/tables/{table}");
    let mut moves = 0;
    loop {
        let glance = ann.get(&path).await.json()["glance"].clone();
        if glance["over"] == true {
            assert!(glance["stage"].is_null());
            break;
        }
        assert_eq!(glance["waits_for"], serde_json::json!([0]));
        assert_eq!(glance["seats"][0]["you"], true);
        let word = if glance["view"]["pot"].as_u64().unwrap() >= 8 {
            "hold"
        } else {
            "roll"
        };
        let stage = &glance["stage"];
        let body = format!(r#"{{"stage":{stage},"id":"move {moves}","command":"{word}"}}"#);
        // A blank in an id is refused.
        assert_eq!(
            ann.post(&format!("{path}/commands"), &body).await.status,
            400
        );
        let body = body.replace("move ", "move-");
        let answer = ann.post(&format!("{path}/commands"), &body).await;
        assert_eq!(answer.json()["repeated"], false, "{answer:?}");
        let again = ann.post(&format!("{path}/commands"), &body).await;
        assert_eq!(
            again.json()["repeated"],
            true,
            "the same id is the same command"
        );
        moves += 1;
    }
    let log = ann.get(&format!("{path}/log")).await.json();
    assert_eq!(log["entries"].as_array().unwrap().len(), moves);
    assert_eq!(log["more"], false);
    let after = log["next"].as_str().unwrap();
    let rest = ann.get(&format!("{path}/log?after={after}")).await.json();
    assert_eq!(rest["entries"], serde_json::json!([]));
    let last = ann.get(&format!("{path}/log?last=1")).await.json();
    let newest = &log["entries"][moves - 1];
    assert_eq!(last["entries"][0]["told"], newest["told"]);
    // Every entry says where it ends: what comes after the last but one is the last.
    let before = log["entries"][moves - 2]["place"].as_str().unwrap();
    let rest = ann.get(&format!("{path}/log?after={before}")).await.json();
    assert_eq!(rest["entries"].as_array().unwrap().len(), 1);
    assert_eq!(rest["entries"][0]["told"], newest["told"]);
    let listed = ann.get("/api/tables").await.json();
    assert_eq!(listed["tables"][0]["table"], table.as_str());
    assert_eq!(listed["tables"][0]["over"], true);
    let unfinished = ann.get("/api/tables?unfinished=1").await.json();
    assert_eq!(unfinished["tables"], serde_json::json!([]));
    let stale = r#"{"stage":"turn-1","id":"x","command":"roll"}"#;
    let answer = ann.post(&format!("{path}/commands"), stale).await;
    assert_eq!(answer.code(), (409, "game_over".into()));
}

#[tokio::test]
async fn refusals_are_told_with_their_codes() {
    let host = host();
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let table = whispers(&host).await;
    let path = format!("/api/tables/{table}/commands");
    for (body, status, code) in [
        (
            r#"{"stage":"evening","id":"a","command":{"say":13}}"#,
            409,
            "thirteen",
        ),
        (
            r#"{"stage":"morning","id":"a","command":{"say":1}}"#,
            409,
            "stale",
        ),
        (
            r#"{"stage":"evening","id":"a","command":{"shout":1}}"#,
            400,
            "bad_command",
        ),
        (
            r#"{"stage":"evening","id":"a","command":{"say":1},"seat":1}"#,
            403,
            "not_your_seat",
        ),
        (
            r#"{"stage":"evening","id":"a","command":{"say":1},"seat":9}"#,
            404,
            "no_such_seat",
        ),
        (
            r#"{"stage":"evening","id":"a","command":{"say":1},"seen":"x"}"#,
            400,
            "bad_request",
        ),
        (
            r#"{"stage":"evening","command":{"say":1}}"#,
            400,
            "bad_request",
        ),
        (r#"{"id":"a","command":{"say":1}}"#, 400, "bad_request"),
    ] {
        assert_eq!(
            ann.post(&path, body).await.code(),
            (status, code.into()),
            "{body}"
        );
    }
    let glance = ann.get(&format!("/api/tables/{table}")).await.json()["glance"].clone();
    assert_eq!(glance["view"]["aloud"], serde_json::json!([]));
}

#[tokio::test]
async fn who_guesses_a_table_learns_nothing_of_it() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "eve").await;
    let eve = browser(&opened).await;
    for suffix in ["", "/log", "/stream"] {
        let real = eve.get(&format!("/api/tables/{table}{suffix}")).await;
        let made_up = eve
            .get(&format!("/api/tables/whispers-00000000{suffix}"))
            .await;
        assert_eq!(real.status, 404, "{suffix}");
        assert_eq!((real.status, &real.body), (made_up.status, &made_up.body));
    }
    let command = r#"{"stage":"evening","id":"a","command":{"say":1}}"#;
    for (suffix, body) in [
        ("commands", command),
        ("words", r#"{"id":"a","word":"hello"}"#),
        ("ask", r#"{"ask":"legal"}"#),
    ] {
        let real = eve
            .post(&format!("/api/tables/{table}/{suffix}"), body)
            .await;
        let made_up = eve
            .post(&format!("/api/tables/whispers-00000000/{suffix}"), body)
            .await;
        assert_eq!(real.status, 404, "{suffix}");
        assert_eq!((real.status, &real.body), (made_up.status, &made_up.body));
    }
    assert_eq!(
        eve.get("/api/tables").await.json()["tables"],
        serde_json::json!([])
    );
}

#[tokio::test]
async fn nothing_of_a_record_goes_out_but_what_is_named() {
    let host = host();
    let table = whispers(&host).await;
    let code = host
        .invite(&table, &"ann".into(), parlour_host::table::Place::Watch)
        .await
        .unwrap();
    let opened = door(&host, "bob").await;
    let bob = browser(&opened).await;
    for path in [format!("/api/tables/{table}"), "/api/tables".into()] {
        let answer = bob.get(&path).await;
        let text = String::from_utf8(answer.body).unwrap();
        assert!(!text.contains(&code), "{text}");
        assert!(!text.contains("identity"), "{text}");
    }
}

#[tokio::test]
async fn words_and_questions_are_the_stewards() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let say = async |body: &str| ann.post(&format!("/api/tables/{table}/words"), body).await;
    let heard = say(r#"{"id":"w1","word":"hello"}"#).await;
    assert_eq!(heard.json(), serde_json::json!(["ann", "w1"]));
    assert_eq!(
        say(r#"{"id":"w2","word":"no"}"#).await.code(),
        (409, "no".into())
    );
    assert_eq!(say(r#"{"word":"hello"}"#).await.status, 400);
    let ask = async |body: &str| ann.post(&format!("/api/tables/{table}/ask"), body).await;
    let answer = ask(r#"{"ask":"view"}"#).await.json();
    assert_eq!(answer, serde_json::json!({"own": [], "aloud": []}));
    assert_eq!(
        ask(r#"{"ask":"panic"}"#).await.code(),
        (500, "broken".into())
    );
    assert_eq!(ask(r#"{"ask":"view"}"#).await.status, 200);
    let body = r#"{"game":"chess","wish":{}}"#;
    assert_eq!(
        ann.post("/api/tables", body).await.code(),
        (404, "not_found".into())
    );
}

#[tokio::test]
async fn a_long_list_is_read_page_by_page_whatever_is_opened_meanwhile() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    let mut tables = BTreeSet::new();
    for _ in 0..120 {
        tables.insert(pig(&ann).await);
    }
    let mut listed = Vec::new();
    let mut path = String::from("/api/tables");
    loop {
        let page = ann.get(&path).await.json();
        let cards = page["tables"].as_array().unwrap();
        assert!(!cards.is_empty() && cards.len() <= 50);
        let names = cards
            .iter()
            .map(|it| it["table"].as_str().unwrap().to_owned());
        listed.extend(names);
        let Some(next) = page["next"].as_str() else {
            break;
        };
        // A place in the list is sealed, and another's is none of mine.
        assert!(!next.contains('.'), "{next}");
        path = format!("/api/tables?after={next}");
        pig(&ann).await;
    }
    let found: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!((listed.len(), found), (120, tables));
    for wrong in ["", "x", "1900000000000.7"] {
        let answer = ann.get(&format!("/api/tables?after={wrong}")).await;
        assert_eq!(answer.code(), (400, "bad_request".into()), "{wrong}");
    }
}

#[tokio::test]
async fn a_table_is_told_as_plain_text_to_who_has_no_scripts() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let page = ann.get(&format!("/t/{table}?plain")).await;
    let plain = format!("/api/tables/{table}/plain");
    assert_eq!(page.status, 303);
    assert_eq!(page.header("location"), Some(plain.as_str()));
    let told = ann.get(&plain).await;
    assert_eq!(told.status, 200);
    let kind = told.header("content-type");
    assert_eq!(kind, Some("text/plain; charset=utf-8"));
    let text = String::from_utf8(told.body.clone()).unwrap();
    for line in ["1. ann (you) - to move", "2. bob - to move"] {
        assert!(text.lines().any(|it| it == line), "{text}");
    }
    let nowhere = ann.get("/api/tables/nowhere/plain").await;
    assert_eq!(nowhere.code(), (404, "not_found".into()));
    let stranger = Browser::new(opened.address).get(&plain).await;
    assert_eq!(stranger.code(), (401, "no_session".into()));
}
