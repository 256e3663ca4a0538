//! Whoever sends nonsense is told so, changes nothing and breaks nothing.

use parlour_rules::{Seed, Stream};
use serde_json::json;

use crate::house::{browser, door, host, whispers};

/// How many bodies are tried; more in a long run.
fn count() -> u32 {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    if long { 20_000 } else { 1_000 }
}

/// Bodies that are understood, to begin with.
const SOUND: [(&str, &str); 11] = [
    (
        "commands",
        r#"{"stage":"evening","id":"a1","command":{"whisper":7},"seat":0}"#,
    ),
    (
        "words",
        r#"{"id":"w1","word":"hello","more":[1,2,{"a":null}]}"#,
    ),
    ("ask", r#"{"ask":"legal","cards":["5H","AC"]}"#),
    ("invitations", r#"{"place":{"seat":1}}"#),
    ("undo", r#"{"to":"AAAA"}"#),
    ("undo/refuse", r"{}"),
    ("forks", r#"{"at":"AAAA"}"#),
    ("../../me", r#"{"name":"Ann"}"#),
    ("../../claim", r#"{"token":"AAAA","name":"Eve"}"#),
    ("../../peek", r#"{"token":"AAAA"}"#),
    (
        "../../tables",
        r#"{"game":"pig","wish":{"players":2,"goal":9}}"#,
    ),
];

/// What is put into a body, or in the place of a part of it.
const PIECES: [&str; 20] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "true",
    "-1",
    "1e999",
    "18446744073709551616",
    "\\u0000",
    "\\ud800",
    "\u{202e}",
    "<script>",
    "'; DROP TABLE tables; --",
    "../..",
    "%00",
    "é",
];

/// Another body, made of one by a few changes.
fn spoilt(body: &str, chance: &mut Stream) -> String {
    let mut letters: Vec<char> = body.chars().collect();
    for _ in 0..=chance.below(4) {
        let at = chance.below(letters.len() as u32 + 1) as usize;
        match chance.below(4) {
            0 => letters.truncate(at),
            1 if at < letters.len() => {
                let length = chance.below(8) as usize;
                let end = (at + length).min(letters.len());
                letters.drain(at..end);
            }
            2 if at < letters.len() => {
                let again: Vec<char> = letters[at..].to_vec();
                letters.extend(again);
            }
            _ => {
                let piece = PIECES[chance.below(PIECES.len() as u32) as usize];
                letters.splice(at..at, piece.chars());
            }
        }
    }
    letters.into_iter().collect()
}

#[tokio::test]
async fn spoilt_bodies_are_refused_or_understood_and_nothing_breaks() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let mut chance = Stream::new(Seed(22), 0);
    for number in 0..count() {
        let (path, sound) = SOUND[(number as usize) % SOUND.len()];
        let path = match path.strip_prefix("../../") {
            Some(path) => format!("/api/{path}"),
            None => format!("/api/tables/{table}/{path}"),
        };
        let body = spoilt(sound, &mut chance);
        let answer = ann.post(&path, &body).await;
        assert!(answer.status < 500, "{path} {body}: {answer:?}");
        if answer.status >= 300 {
            let refused = answer.json();
            assert!(
                refused["code"].is_string() && refused["words"].is_string(),
                "{refused}"
            );
        }
    }
    let body = r#"{"stage":"evening","id":"last","command":{"say":1}}"#;
    let answer = ann
        .post(&format!("/api/tables/{table}/commands"), body)
        .await;
    assert_eq!(answer.json()["repeated"], json!(false));
}

#[tokio::test]
async fn paths_and_questions_that_make_no_sense_are_answered() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    for path in [
        "/api",
        "/api/",
        "/api/tables/",
        "/api/tables/..",
        "/api/tables/%2e%2e%2fme",
        "/api/tables/A",
        "/api/tables/x/stream?since=%00",
        "/api/tables/x/log?after=%ff&last=-1",
        "/api/tables?after=99999999999999999999",
        "/api/tables?after=1.1",
        "/t/%3Cscript%3E",
        "/assets/../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "//evil.example",
        "/t/",
        "/t/a/b",
        "/programs/",
        "/%00",
    ] {
        let answer = ann.get(path).await;
        assert!(answer.status < 500, "{path}: {answer:?}");
        let text = String::from_utf8_lossy(&answer.body);
        assert!(!text.contains("root:"), "{path}");
        // Whoever strays reads something, under the same policy as on every page.
        assert!(!text.is_empty(), "{path}");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.is_some_and(|it| it.contains("frame-ancestors 'none'")),
            "{path}"
        );
    }
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let request = format!(
            "{method} /api/me HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            opened.address
        );
        let answer = ann.raw(request.as_bytes()).await;
        assert!((400..500).contains(&answer.status), "{method}: {answer:?}");
    }
}

#[tokio::test]
async fn what_is_asked_in_the_wrong_way_is_refused_as_json() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    for (method, path, allowed) in [
        ("GET", "/api/claim", "POST"),
        ("DELETE", "/api/me", "GET,HEAD,POST"),
        ("PUT", "/api/tables/x/commands", "POST"),
        ("POST", "/api/tables/x/stream", "GET,HEAD"),
    ] {
        let here = opened.address;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {here}\r\norigin: http://{here}\r\n\
             connection: close\r\n\r\n"
        );
        let answer = ann.raw(request.as_bytes()).await;
        assert_eq!(answer.code(), (405, "not_so".into()), "{method} {path}");
        assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
    }
}

#[tokio::test]
async fn a_request_that_names_two_hosts_or_another_one_in_its_target_is_forged() {
    let host = host();
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    let here = opened.address;
    for (target, hosts) in [
        ("/", format!("Host: {here}\r\nHost: evil.example\r\n")),
        ("/", format!("Host: evil.example\r\nHost: {here}\r\n")),
        ("http://evil.example/", format!("Host: {here}\r\n")),
    ] {
        let request = format!("GET {target} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        assert_eq!(ann.raw(request.as_bytes()).await.status, 403, "{request}");
    }
    let whole = format!("GET http://{here}/ HTTP/1.1\r\nHost: {here}\r\nConnection: close\r\n\r\n");
    assert_eq!(ann.raw(whole.as_bytes()).await.status, 200);
}

#[tokio::test]
async fn a_name_that_nobody_can_see_is_none() {
    let host = host();
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    for name in [
        "\u{200b}",
        "\u{feff}\u{2060}",
        "\u{3164}",
        "\u{2800} \u{ad}",
    ] {
        let answer = ann
            .post("/api/me", &json!({"name": name}).to_string())
            .await;
        assert_eq!(answer.status, 400, "{name:?}");
    }
    let answer = ann.post("/api/me", r#"{"name":"नि‍र्"}"#).await;
    assert_eq!(answer.status, 200, "joiners belong to letters");
}

#[tokio::test]
async fn what_stands_behind_the_question_mark_is_refused_as_json() {
    let host = host();
    let table = whispers(&host).await;
    let opened = door(&host, "ann").await;
    let ann = browser(&opened).await;
    for query in ["last=-1", "last=99999999999999999999", "after=A"] {
        let answer = ann.get(&format!("/api/tables/{table}/log?{query}")).await;
        assert_eq!(answer.status, 400, "{query}");
        assert_eq!(answer.json()["code"], "bad_request", "{query}");
    }
}
