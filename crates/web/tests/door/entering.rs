//! Who comes in, and who does not.

use crate::client::Browser;
use crate::house::{browser, door, host};

#[tokio::test]
async fn nobody_is_known_without_a_session() {
    let opened = door(&host(), "ann").await;
    let stranger = Browser::new(opened.address);
    for path in [
        "/api/me",
        "/api/tables",
        "/api/tables/x",
        "/api/tables/x/stream",
    ] {
        let answer = stranger.get(path).await;
        assert_eq!(answer.code(), (401, "no_session".into()), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    let mut guessing = stranger.clone();
    let answer = guessing
        .claim("x#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        .await;
    assert_eq!(answer.code(), (404, "no_such_link".into()));
    assert!(guessing.cookie.is_none());
}

#[tokio::test]
async fn a_link_is_looked_at_and_then_claimed_by_a_change_alone() {
    let opened = door(&host(), "ann").await;
    let mut ann = Browser::new(opened.address);
    let token = opened.link.split_once('#').unwrap().1;
    assert!(token.len() >= 22, "128 bits or more: {token}");
    assert!(!opened.link.split_once('#').unwrap().0.contains(token));
    let body = format!(r#"{{"token":"{token}"}}"#);
    let peeked = ann.post("/api/peek", &body).await;
    assert_eq!(peeked.json()["purpose"], "here");
    assert!(peeked.header("set-cookie").is_none());
    assert_eq!(ann.get("/api/claim").await.status, 405);
    let claimed = ann.claim(&opened.link).await;
    assert_eq!(claimed.json()["person"]["name"], "ann");
    let cookie = claimed.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let me = ann.get("/api/me").await.json();
    assert_eq!(me["person"]["name"], "ann");
    assert_eq!(me["games"][0]["game"], "pig");
    assert_eq!(me["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(me["sessions"][0]["here"], true);
}

#[tokio::test]
async fn a_request_for_another_host_or_from_another_origin_is_refused() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    let cookie = ann.cookie.clone().unwrap();
    for host in ["evil.example", "127.0.0.1", "localhost:1", ""] {
        let request = format!(
            "GET /api/me HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n"
        );
        let answer = ann.raw(request.as_bytes()).await;
        assert_eq!(answer.code(), (403, "forged".into()), "{host}");
    }
    let address = opened.address;
    for origin in [
        String::new(),
        "origin: null\r\n".into(),
        "origin: http://evil.example\r\n".into(),
        format!("origin: https://{address}\r\n"),
        format!("origin: http://{address}.evil.example\r\n"),
        // Who stands between might read the other one.
        format!("origin: http://{address}\r\norigin: http://evil.example\r\n"),
    ] {
        let headers = format!("{origin}content-type: application/json\r\n");
        let answer = ann
            .post_with("/api/me", &headers, r#"{"name":"Eve"}"#)
            .await;
        assert_eq!(answer.code(), (403, "forged".into()), "{origin}");
    }
    for kind in [
        "",
        "content-type: text/plain\r\n",
        "content-type: application/jsonx\r\n",
    ] {
        let headers = format!("origin: http://{address}\r\n{kind}");
        let answer = ann
            .post_with("/api/me", &headers, r#"{"name":"Eve"}"#)
            .await;
        assert_eq!(answer.code(), (415, "not_json".into()), "{kind}");
    }
    assert_eq!(ann.get("/api/me").await.json()["person"]["name"], "ann");
}

#[tokio::test]
async fn bodies_that_make_no_sense_change_nothing_and_are_told_so() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"name":3}"#,
        r#"{"name":"a","more":1}"#,
        r#"{"name":""}"#,
        r#"{"name":"   "}"#,
        r#"{"name":"a\u0000b"}"#,
        r#"{"name":"\u202egnp.exe"}"#,
        &format!(r#"{{"name":"{}"}}"#, "x".repeat(41)),
        &"[".repeat(50_000),
    ] {
        let answer = ann.post("/api/me", body).await;
        assert_eq!(answer.code(), (400, "bad_request".into()), "{body}");
    }
    let long = format!(r#"{{"name":"{}"}}"#, "x".repeat(200_000));
    assert_eq!(
        ann.post("/api/me", &long).await.code(),
        (413, "too_long".into())
    );
    assert_eq!(ann.get("/api/me").await.json()["person"]["name"], "ann");
    let answer = ann.post("/api/me", r#"{"name":" Ann <b>& Co</b> "}"#).await;
    assert_eq!(answer.json()["person"]["name"], "Ann <b>& Co</b>");
}

#[tokio::test]
async fn a_session_is_ended_by_its_owner_and_by_nobody_else() {
    let host = host();
    let opened = door(&host, "ann").await;
    let (desk, phone) = (browser(&opened).await, browser(&opened).await);
    let sessions = desk.get("/api/me").await.json()["sessions"].clone();
    let phones = sessions.as_array().unwrap();
    let phones = phones.iter().find(|it| it["here"] == false).unwrap();
    let path = format!("/api/sessions/{}/end", phones["id"].as_str().unwrap());
    assert_eq!(
        Browser::new(opened.address).post(&path, "{}").await.status,
        401
    );
    assert_eq!(phone.get("/api/me").await.status, 200);
    assert_eq!(desk.post(&path, "{}").await.status, 200);
    assert_eq!(phone.get("/api/me").await.status, 401);
    assert_eq!(
        desk.post(&path, "{}").await.code(),
        (404, "not_found".into())
    );
    assert_eq!(desk.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn every_answer_says_what_a_browser_may_do_with_it() {
    let opened = door(&host(), "ann").await;
    let ann = browser(&opened).await;
    for path in ["/", "/api/me", "/api/nothing", "/assets/nothing.js"] {
        let answer = ann.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{path}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
    }
}
