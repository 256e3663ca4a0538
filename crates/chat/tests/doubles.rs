//! The doubles keep what real platforms keep and refuse what they refuse.

use std::time::Duration;

use parlour_chat::doubles::{Fault, SlackDouble, TelegramDouble, with_seven_people};
use serde_json::{Value, json};

const SOON: Duration = Duration::from_mins(1);

struct Telegram {
    double: TelegramDouble,
    client: reqwest::Client,
}

impl Telegram {
    async fn new() -> Self {
        let double = TelegramDouble::start("TOKEN").await.unwrap();
        double.add_user(1, "Ann");
        double.add_group(-9, "Table");
        let client = parlour_chat::http_client();
        Self { double, client }
    }

    async fn call(&self, method: &str, arguments: Value) -> (u16, Value) {
        let request = self
            .client
            .post(format!("{}/botTOKEN/{method}", self.double.url()))
            .header("content-type", "application/json")
            .body(arguments.to_string());
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (
            status,
            serde_json::from_str(&answer.text().await.unwrap()).unwrap(),
        )
    }
}

#[tokio::test]
async fn telegram_gives_updates_until_they_are_confirmed() {
    let t = Telegram::new().await;
    t.double.say(1, 1, "/start");
    t.double.say(1, -9, "/status");
    let (_, first) = t.call("getUpdates", json!({ "timeout": 5 })).await;
    assert_eq!(first["result"].as_array().unwrap().len(), 2);
    let (_, again) = t.call("getUpdates", json!({ "timeout": 0 })).await;
    assert_eq!(again, first);
    let second = first["result"][1]["update_id"].as_i64().unwrap();
    let (_, rest) = t
        .call("getUpdates", json!({ "offset": second, "timeout": 0 }))
        .await;
    assert_eq!(rest["result"][0]["message"]["chat"]["type"], "group");
    let (_, none) = t
        .call("getUpdates", json!({ "offset": second + 1, "timeout": 0 }))
        .await;
    assert_eq!(none["result"], json!([]));
}

#[tokio::test]
async fn telegram_keeps_a_private_chat_closed_until_its_person_writes() {
    let t = Telegram::new().await;
    let hello = json!({ "chat_id": 1, "text": "hello" });
    assert_eq!(t.call("sendMessage", hello.clone()).await.0, 403);
    t.double.say(1, 1, "/start");
    assert_eq!(t.call("sendMessage", hello.clone()).await.0, 200);
    t.double.block(1, true);
    assert_eq!(t.call("sendMessage", hello).await.0, 403);
    assert_eq!(t.double.inbox(1).len(), 1);
    assert!(
        t.double.violations().is_empty(),
        "closed chats are no fault of form"
    );
}

#[tokio::test]
async fn telegram_refuses_what_is_too_long_or_broken() {
    let t = Telegram::new().await;
    for arguments in [
        json!({ "chat_id": -9, "text": "x".repeat(4097) }),
        json!({ "chat_id": -9, "text": "<b>x", "parse_mode": "HTML" }),
        json!({ "chat_id": -9, "text": "" }),
        json!({ "chat_id": 77, "text": "x" }),
        json!({ "chat_id": -9, "text": "x", "reply_markup":
            { "inline_keyboard": [[{ "text": "a", "callback_data": "d".repeat(65) }]] } }),
    ] {
        assert_eq!(
            t.call("sendMessage", arguments.clone()).await.0,
            400,
            "{arguments}"
        );
    }
    assert_eq!(t.double.violations().len(), 5);
    assert!(t.double.inbox(-9).is_empty());
}

#[tokio::test]
async fn telegram_misbehaves_on_request() {
    let t = Telegram::new().await;
    let hello = json!({ "chat_id": -9, "text": "hello" });
    t.double
        .mischief()
        .once(Some("sendMessage"), Fault::RateLimited(3));
    let (status, body) = t.call("sendMessage", hello.clone()).await;
    assert_eq!(
        (status, &body["parameters"]["retry_after"]),
        (429, &json!(3))
    );
    t.double.mischief().once(None, Fault::DroppedAfter);
    let url = format!("{}/botTOKEN/sendMessage", t.double.url());
    let request = t
        .client
        .post(url)
        .header("content-type", "application/json");
    let answer = request.body(hello.to_string()).send().await;
    let lost = match answer {
        Err(_) => true,
        Ok(answer) => answer.text().await.is_err(),
    };
    assert!(lost, "the caller sees a broken connection");
    assert!(
        t.double
            .wait_for(-9, SOON, |sent| sent.text == "hello")
            .await
            .is_some()
    );
}

#[tokio::test]
async fn telegram_knows_presses_edits_and_deletions() {
    let t = Telegram::new().await;
    let keyboard = json!({ "inline_keyboard": [[{ "text": "Ready", "callback_data": "ready" }]] });
    let ask = json!({ "chat_id": -9, "text": "Ready?", "reply_markup": keyboard });
    let (_, sent) = t.call("sendMessage", ask).await;
    let message = sent["result"]["message_id"].as_i64().unwrap();
    t.double.press(1, message, "ready");
    let (_, updates) = t.call("getUpdates", json!({ "timeout": 1 })).await;
    assert_eq!(updates["result"][0]["callback_query"]["data"], "ready");
    let edit = json!({ "chat_id": -9, "message_id": message, "text": "Ready." });
    assert_eq!(t.call("editMessageText", edit.clone()).await.0, 200);
    assert_eq!(t.call("editMessageText", edit).await.0, 400, "not modified");
    let order = t.double.say(1, -9, "/order A Vie-Bud");
    let delete = json!({ "chat_id": -9, "message_id": order });
    assert_eq!(t.call("deleteMessage", delete).await.0, 200);
    assert!(t.double.is_deleted(order));
}

async fn slack(double: &SlackDouble, method: &str, arguments: Value) -> Value {
    let request = parlour_chat::http_client()
        .post(format!("{}/{method}", double.url()))
        .header("authorization", "Bearer xoxb-1")
        .header("content-type", "application/json; charset=utf-8")
        .body(arguments.to_string());
    serde_json::from_str(&request.send().await.unwrap().text().await.unwrap()).unwrap()
}

async fn new_slack() -> SlackDouble {
    let double = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    double.add_user("U1", "Ann");
    double.add_user("U2", "Ben");
    double.add_channel("C1", "diplomacy");
    double
}

#[tokio::test]
async fn slack_shows_ephemeral_messages_to_one_person_only() {
    let double = new_slack().await;
    let said = json!({ "channel": "C1", "user": "U1", "text": "Noted." });
    assert_eq!(slack(&double, "chat.postEphemeral", said).await["ok"], true);
    assert_eq!(double.inbox("U1").len(), 1);
    assert!(double.inbox("U2").is_empty());
    assert!(double.channel("C1").is_empty());
}

#[tokio::test]
async fn slack_takes_files_in_three_steps() {
    let double = new_slack().await;
    let asked = json!({ "filename": "map.png", "length": 4 });
    let promise = slack(&double, "files.getUploadURLExternal", asked).await;
    let url = promise["upload_url"].as_str().unwrap();
    let early = json!({ "files": [{ "id": promise["file_id"] }], "channel_id": "C1" });
    assert_eq!(
        slack(&double, "files.completeUploadExternal", early.clone()).await["ok"],
        false
    );
    let sent = parlour_chat::http_client()
        .post(url)
        .body("PNG!")
        .send()
        .await
        .unwrap();
    assert_eq!(sent.status(), 200);
    assert_eq!(
        slack(&double, "files.completeUploadExternal", early).await["ok"],
        true
    );
    assert_eq!(
        double.channel("C1")[0].file,
        Some(("map.png".into(), b"PNG!".to_vec()))
    );
}

#[tokio::test]
async fn slack_refuses_what_is_too_long_or_broken_or_unsigned() {
    let double = new_slack().await;
    for (method, arguments) in [
        (
            "chat.postMessage",
            json!({ "channel": "C1", "text": "x".repeat(4001) }),
        ),
        (
            "chat.postMessage",
            json!({ "channel": "C1", "text": "a & b" }),
        ),
        ("chat.postMessage", json!({ "channel": "C1" })),
        ("chat.postMessage", json!({ "channel": "C7", "text": "x" })),
        ("views.open", json!({ "trigger_id": "old", "view": {} })),
    ] {
        assert_eq!(
            slack(&double, method, arguments.clone()).await["ok"],
            false,
            "{arguments}"
        );
    }
    let request = parlour_chat::http_client().post(format!("{}/auth.test", double.url()));
    let answer = request
        .header("authorization", "Bearer wrong")
        .send()
        .await
        .unwrap();
    assert!(answer.text().await.unwrap().contains("invalid_auth"));
}

/// What the platforms' own SDKs sent to the doubles, byte by byte, is answered as it
/// was then (`interop/chat` records it).
#[tokio::test]
async fn the_requests_of_the_platforms_own_tools_are_answered_as_they_were() {
    use base64::Engine;
    let (slack, telegram) = with_seven_people().await.unwrap();
    let client = parlour_chat::http_client();
    let mut calls = 0;
    for line in include_str!("../fixtures/sdk-calls.jsonl").lines() {
        let step: Value = serde_json::from_str(line).unwrap();
        if let Some(deed) = step["do"].as_str() {
            let words: Vec<&str> = deed.splitn(4, ' ').collect();
            let (user, place) = (words[1].parse().unwrap(), words[2].parse().unwrap());
            match words[0] {
                "say" => drop(telegram.say(user, place, words[3])),
                _ => telegram.press(user, place, words[3]),
            }
            continue;
        }
        let base = match step["to"].as_str().unwrap() {
            "slack" => slack.url().trim_end_matches("/api").to_owned(),
            _ => telegram.url(),
        };
        let body = step["body"].as_str().unwrap();
        let body = base64::engine::general_purpose::STANDARD
            .decode(body)
            .unwrap();
        let path = step["path"].as_str().unwrap();
        let text = String::from_utf8_lossy(&body).into_owned();
        let mut request = client.post(format!("{base}{path}")).body(body);
        for (name, value) in step["headers"].as_object().unwrap() {
            request = request.header(name, value.as_str().unwrap());
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), step["status"], "{path}");
        let said: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default();
        for (name, value) in step["answer"].as_object().unwrap() {
            assert_eq!(&said[name], value, "{path}: {said}");
        }
        // The upload address is the double's own, so the SDK went there directly.
        if let Some(url) = said["upload_url"].as_str() {
            let length = text
                .split('&')
                .find_map(|pair| pair.strip_prefix("length="));
            let bytes = vec![0; length.unwrap().parse().unwrap()];
            let taken = client.post(url).body(bytes).send().await.unwrap();
            assert_eq!(taken.status(), 200);
        }
        calls += 1;
    }
    assert!(calls >= 25, "{calls} calls");
}
