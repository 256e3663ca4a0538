//! Behind TLS, where strangers come in: whose cookie counts, and how much one person may
//! have.

use std::future::pending;
use std::sync::Arc;

use parlour_host::steward::Steward;
use parlour_host::table::Person;
use parlour_host::{Host, Json, NewTable, SystemEntropy};
use parlour_rules::Seed;
use parlour_web::door::{Door, DoorPlan};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::client::{Answer, Browser};
use crate::house::{Plain, host, whispers};

/// A door in the open, and a browser at it whose requests a proxy hands on.
struct Open {
    browser: Browser,
    door: Door,
    _close: watch::Sender<bool>,
}

impl Open {
    async fn new(host: &Arc<Host>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let browser = Browser::new(listener.local_addr().unwrap());
        let (close, closing) = watch::channel(false);
        let plan = DoorPlan {
            origins: vec!["https://games.example".parse().unwrap()],
            here: Some(Person::new("ann", "ann")),
            pages: None,
            programs: None,
            closing,
        };
        let stewards: Vec<Arc<dyn Steward>> =
            vec![Arc::new(Plain("pig")), Arc::new(Plain("whispers"))];
        let door = Door::open(Arc::clone(host), stewards, Arc::new(SystemEntropy), plan);
        let door = door.await.unwrap();
        tokio::spawn(parlour_web::serve(listener, door.routes(), pending()));
        Self {
            browser,
            door,
            _close: close,
        }
    }

    async fn post(&self, cookie: &str, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: games.example\r\norigin: https://games.example\r\n\
             cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        self.browser.raw(request.as_bytes()).await
    }

    async fn get(&self, cookie: &str, path: &str) -> Answer {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: games.example\r\ncookie: {cookie}\r\n\
             connection: close\r\n\r\n"
        );
        self.browser.raw(request.as_bytes()).await
    }

    /// Comes in as the keeper of the house; the cookie as the browser sends it.
    async fn come_in(&self) -> String {
        let link = self.door.here().unwrap();
        let token = link.split_once('#').unwrap().1;
        let answer = self.post("", "/api/claim", &json!({"token": token})).await;
        let cookie = answer.header("set-cookie").unwrap();
        assert!(cookie.ends_with("; Secure"), "{cookie}");
        cookie.split(';').next().unwrap().to_owned()
    }
}

#[tokio::test]
async fn behind_tls_a_cookie_that_another_host_could_have_set_is_nobodys() {
    let open = Open::new(&host()).await;
    let cookie = open.come_in().await;
    assert_eq!(open.get(&cookie, "/api/me").await.status, 200);
    let bare = cookie.strip_prefix("__Host-").unwrap();
    let answer = open.get(bare, "/api/me").await;
    assert_eq!(answer.code(), (401, "no_session".into()));
    // Nor does it stand before the real one.
    let name = bare.split_once('=').unwrap().0;
    let both = format!("{name}=AAAA; {cookie}");
    assert_eq!(open.get(&both, "/api/me").await.status, 200);
}

#[tokio::test]
async fn who_comes_in_again_and_again_ends_the_sessions_used_longest_ago() {
    let open = Open::new(&host()).await;
    let first = open.come_in().await;
    let mut last = String::new();
    for _ in 0..70 {
        last = open.come_in().await;
    }
    let me = open.get(&last, "/api/me").await.json();
    assert_eq!(me["sessions"].as_array().unwrap().len(), 64);
    assert_eq!(open.get(&first, "/api/me").await.status, 401);
}

#[tokio::test]
async fn one_person_has_two_hundred_invitations_and_tables_at_a_time() {
    let host = host();
    let open = Open::new(&host).await;
    let cookie = open.come_in().await;
    let table = whispers(&host).await;
    let path = format!("/api/tables/{table}/invitations");
    let invite = json!({"place": "watch"});
    let mut made = open.post(&cookie, &path, &invite).await.json();
    for _ in 1..200 {
        made = open.post(&cookie, &path, &invite).await.json();
    }
    let answer = open.post(&cookie, &path, &invite).await;
    assert_eq!(answer.code(), (409, "too_many_links".into()));
    // Whoever takes one back makes another.
    let revoke = format!("{path}/{}/revoke", made["id"].as_str().unwrap());
    assert_eq!(open.post(&cookie, &revoke, &json!({})).await.status, 200);
    assert_eq!(open.post(&cookie, &path, &invite).await.status, 200);

    let wish = json!({"players": 1, "goal": 9});
    let ann = Person::new("ann", "ann");
    for _ in 2..200 {
        let new = NewTable::new("pig", Json::of(&wish), Seed(7), ann.clone());
        host.open_table(new).await.unwrap();
    }
    let wish = json!({"game": "pig", "wish": wish});
    let answer = open.post(&cookie, "/api/tables", &wish).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let last = format!("/api/tables/{}", answer.json()["table"].as_str().unwrap());
    let answer = open.post(&cookie, "/api/tables", &wish).await;
    assert_eq!(answer.code(), (429, "too_many_tables".into()));
    // A fork is one more table.
    let seen = open.get(&cookie, &last).await.json();
    let at = json!({"at": seen["standing"]});
    let answer = open.post(&cookie, &format!("{last}/forks"), &at).await;
    assert_eq!(answer.code(), (429, "too_many_tables".into()));
}

#[tokio::test]
async fn who_says_or_opens_too_much_at_once_waits_and_is_told_how_long() {
    let host = host();
    let open = Open::new(&host).await;
    let cookie = open.come_in().await;
    let table = whispers(&host).await;
    let path = format!("/api/tables/{table}/words");
    let word = json!({"id": "w", "word": "hi"});
    for _ in 0..240 {
        assert_eq!(open.post(&cookie, &path, &word).await.status, 200);
    }
    let answer = open.post(&cookie, &path, &word).await;
    assert_eq!(answer.code(), (429, "too_fast".into()));
    assert!(answer.header("retry-after").is_some(), "{answer:?}");
    // A command is a deed as a word is; looking is none.
    let path = format!("/api/tables/{table}");
    let command = json!({"stage": "evening", "id": "c", "command": {"say": 1}});
    let commands = format!("{path}/commands");
    let answer = open.post(&cookie, &commands, &command).await;
    assert_eq!(answer.code(), (429, "too_fast".into()));
    assert_eq!(open.get(&cookie, &path).await.status, 200);

    let wish = json!({"game": "pig", "wish": {"players": 1, "goal": 9}});
    for _ in 0..60 {
        let answer = open.post(&cookie, "/api/tables", &wish).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let answer = open.post(&cookie, "/api/tables", &wish).await;
    assert_eq!(answer.code(), (429, "too_fast".into()));
}
