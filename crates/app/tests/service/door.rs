//! From a chat to the browser: one person, whichever way they come.

use std::io::{Read, Write};
use std::net::TcpStream;

use parlour_chat::doubles::{SlackDouble, TelegramDouble};
use serde_json::{Value, json};

use crate::process::{Served, parlour};
use crate::street::PATIENCE;

/// Where browsers find the service, as its settings say.
const PUBLIC: &str = "http://games.example";

/// Asks as a browser does: head and body.
fn ask(served: &Served, cookie: &str, path: &str, body: Option<&Value>) -> (String, Value) {
    let url = served.url();
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    let (method, body) = match body {
        Some(body) => ("POST", body.to_string()),
        None => ("GET", String::new()),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: games.example\r\norigin: {PUBLIC}\r\n\
         cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), serde_json::from_str(body).unwrap())
}

/// The token of the link in a text.
fn token(text: &str) -> String {
    let (_, rest) = text
        .split_once("http://games.example/join#")
        .unwrap_or_else(|| panic!("no link: {text}"));
    let is_of_token = |it: &char| it.is_ascii_alphanumeric() || "-_".contains(*it);
    rest.chars().take_while(is_of_token).collect()
}

/// Takes a link up; the cookie.
fn come_in(served: &Served, token: &str) -> Result<String, Value> {
    let (head, body) = ask(served, "", "/api/claim", Some(&json!({"token": token})));
    let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: "));
    let cookie = cookie.map(|it| it.split(';').next().unwrap().to_owned());
    cookie.ok_or(body)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_in_a_chat_makes_a_browser_the_same_person() {
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    slack.add_user("U1", "Ann");
    slack.add_channel("C1", "club");
    let telegram = TelegramDouble::start("TOKEN").await.unwrap();
    telegram.add_user(7, "Bob");
    telegram.add_group(-9, "Table");
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("house.db").display());
    let mut command = parlour(folder.path());
    command
        .env("PARLOUR_PUBLIC_URL", PUBLIC)
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .env("PARLOUR_TELEGRAM_TOKEN", "TOKEN")
        .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    let served = Served::spawn(command);
    slack.point_at(&served.url());

    // In a channel the answer to a slash command is seen by its sender alone.
    let answer = slack.ask("U1", "C1", "web").await;
    assert!(!answer.body.contains("in_channel"), "{}", answer.body);
    let link = token(&answer.body);
    assert!(
        slack
            .channel("C1")
            .iter()
            .all(|it| !it.text.contains(&link))
    );
    let ann = come_in(&served, &link).unwrap();
    let (_, me) = ask(&served, &ann, "/api/me", None);
    assert_eq!(me["person"]["name"], "Ann");
    let refused = come_in(&served, &link).unwrap_err();
    assert_eq!(refused["code"], "no_such_link", "it opens once");

    // The table that is opened in the browser is the person's, not the browser's.
    let wish = json!({"game": "kingslayer", "wish": {"kind": "ordinary"}});
    let (_, opened) = ask(&served, &ann, "/api/tables", Some(&wish));
    let link = token(&slack.ask("U1", "C1", "web").await.body);
    let phone = come_in(&served, &link).unwrap();
    let (_, listed) = ask(&served, &phone, "/api/tables", None);
    assert_eq!(listed["tables"][0]["table"], opened["table"]);
    let (_, me) = ask(&served, &phone, "/api/me", None);
    assert_eq!(me["sessions"].as_array().unwrap().len(), 2);

    // On Telegram a group is told nothing, and the private chat everything.
    telegram.say(7, -9, "/web");
    let told = |text: &str| text.contains("in private");
    telegram
        .wait_for(-9, PATIENCE, |it| told(&it.text))
        .await
        .unwrap();
    telegram.say(7, 7, "/web");
    let sent = telegram.wait_for(7, PATIENCE, |it| it.text.contains("join#"));
    let sent = sent.await.unwrap();
    let bob = come_in(&served, &token(&sent.text)).unwrap();
    let (_, me) = ask(&served, &bob, "/api/me", None);
    assert_eq!(me["person"]["name"], "Bob");
    let (_, listed) = ask(&served, &bob, "/api/tables", None);
    assert_eq!(listed["tables"], json!([]));
    assert!(served.terminate().success());
}
