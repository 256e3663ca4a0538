//! Every kind of message that the adapters send, held to a file whose messages the
//! platforms' own SDKs have read (`interop/chat`).

use std::collections::BTreeSet;
use std::path::Path;

use parlour_chat::desk::{Address, Platform, What};
use serde_json::{Value, json};

use crate::desk::{Bed, SOON};

/// Everything both platforms were sent, sorted, each once, without what differs from
/// run to run.
fn sent(bed: &Bed) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (platform, calls) in [
        ("slack", bed.slack.calls()),
        ("telegram", bed.telegram.calls()),
    ] {
        for mut call in calls {
            assert_eq!(call["ok"], true, "{call}");
            let arguments = &mut call["arguments"];
            for (key, word) in [("trigger_id", "TRIGGER"), ("callback_query_id", "PRESS")] {
                if !arguments[key].is_null() {
                    arguments[key] = json!(word);
                }
            }
            if let Some(reply) = arguments["reply_parameters"].as_object_mut() {
                reply.insert(String::from("message_id"), json!(7));
            }
            if let Some(files) = arguments["files"].as_array_mut() {
                for file in files {
                    file["id"] = json!("FILE");
                }
            }
            if let Some(arguments) = arguments.as_object_mut() {
                arguments.retain(|_, value| !value.is_null());
            }
            let line = json!({
                "platform": platform, "method": call["method"], "arguments": call["arguments"],
            });
            all.insert(line.to_string());
        }
    }
    all
}

async fn on_slack(bed: &Bed) {
    let read = async |words: &str| {
        let found = bed.slack.wait_for("U1", SOON, |it| it.text.contains(words));
        assert!(found.await.is_some(), "{words}");
    };
    for words in ["status", "buttons", "long", "map", "file"] {
        assert_eq!(bed.slack.slash("U1", "C1", words).await.status, 200);
    }
    let lines = || {
        let texts = bed.slack.inbox("U1").into_iter().map(|it| it.text);
        let texts: Vec<String> = texts.collect();
        texts.concat().matches("A Vie - Bud").count()
    };
    let whole = bed.slack.wait_for("U1", SOON, |_| lines() == 600);
    assert!(whole.await.is_some());
    for name in ["map.png", "game.jsonl"] {
        let file = |it: &Option<(String, Vec<u8>)>| it.as_ref().is_some_and(|it| it.0 == name);
        let found = bed.slack.wait_for("U1", SOON, |it| file(&it.file));
        assert!(found.await.is_some());
    }
    bed.slack.dm("U1", "buttons").await;
    bed.slack.mention("U1", "C1", "order A Vie-Bud").await;
    let refused = bed.slack.wait_in_channel("C1", SOON, |_| true);
    assert!(refused.await.is_some());
    bed.order_by_form().await;
    read("K7Q2M order S1901M A Vie - Bud").await;
}

async fn on_telegram(bed: &Bed) {
    let read = async |chat: i64, words: &str| {
        let found = bed
            .telegram
            .wait_for(chat, SOON, |it| it.text.contains(words));
        found.await.unwrap_or_else(|| panic!("{words}"))
    };
    for words in ["/start", "buttons", "map", "file", "touch", "long"] {
        bed.telegram.say(1, 1, words);
    }
    let units = read(1, "which unit?").await;
    bed.telegram.press(1, units.message, "K7Q2M touch A Vie");
    let orders = read(1, "what shall it do?").await;
    bed.telegram
        .press(1, orders.message, &orders.buttons[1].data);
    read(1, "You said: K7Q2M order S1901M A Vie - Bud").await;
    for name in ["map.png", "game.jsonl"] {
        let file = |it: &Option<(String, Vec<u8>)>| it.as_ref().is_some_and(|it| it.0 == name);
        let found = bed.telegram.wait_for(1, SOON, |it| file(&it.file));
        assert!(found.await.is_some());
    }
    let lines = || {
        let texts = bed.telegram.inbox(1).into_iter().map(|it| it.text);
        let texts: Vec<String> = texts.collect();
        texts.concat().matches("A Vie - Bud & <more>").count()
    };
    let whole = bed.telegram.wait_for(1, SOON, |_| lines() == 600);
    assert!(whole.await.is_some());
    bed.telegram.say(2, -9, "/order A Vie-Bud");
    bed.telegram.say(2, -9, "/join AB12 Italy");
    read(-9, "t.me/parlour_bot").await;
}

#[tokio::test]
async fn every_outgoing_message_is_one_that_the_platforms_own_tools_know() {
    let bed = Bed::new().await;
    on_slack(&bed).await;
    on_telegram(&bed).await;
    let picture = What::Picture {
        name: String::from("S1901M.png"),
        caption: String::from("Spring 1901, movement (S1901M)"),
        bytes: vec![1, 2, 3],
    };
    let to = |name: &str| Address::Chat(name.to_owned());
    bed.desk.write_letter(
        1,
        vec![
            (
                Platform::Slack,
                to("C1"),
                What::Text(String::from("News & <more>")),
            ),
            (Platform::Slack, to("C1"), picture.clone()),
            (
                Platform::Telegram,
                to("-9"),
                What::Text(String::from("News & <more>")),
            ),
            (Platform::Telegram, to("-9"), picture),
        ],
    );
    let drawn = bed
        .slack
        .wait_in_channel("C1", SOON, |it| it.file.is_some());
    assert!(drawn.await.is_some());
    let drawn = bed.telegram.wait_for(-9, SOON, |it| it.file.is_some());
    assert!(drawn.await.is_some());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/outgoing.jsonl");
    let found: Vec<String> = sent(&bed).into_iter().collect();
    if std::env::var_os("PARLOUR_WRITE_GOLDEN").is_some() {
        std::fs::write(&file, found.join("\n") + "\n").unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    let kept: Vec<&str> = kept.lines().collect();
    for line in &found {
        assert!(kept.contains(&line.as_str()), "new: {line}");
    }
    for line in kept {
        let read: Value = serde_json::from_str(line).unwrap();
        assert!(found.contains(&read.to_string()), "gone: {line}");
    }
}
