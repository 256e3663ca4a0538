//! Telegram: what is heard, once, by poll or webhook, and where the answer goes.

use std::time::Duration;

use parlour_chat::desk::{Address, Platform, Spoken, What};
use serde_json::{Value, json};

use crate::desk::{Bed, FakeDesk, SOON};

#[tokio::test]
async fn words_are_heard_by_poll_and_by_webhook() {
    for webhook in [false, true] {
        let bed = Bed::with(FakeDesk::default(), webhook).await;
        bed.telegram.say(1, 1, "/start");
        assert!(
            bed.telegram
                .wait_for(1, SOON, |sent| sent.text == "You said: start")
                .await
                .is_some()
        );
        bed.telegram.say(2, -9, "/status@parlour_bot now");
        let said = bed
            .telegram
            .wait_for(-9, SOON, |sent| sent.text == "You said: status now");
        assert!(said.await.is_some(), "webhook: {webhook}");
        bed.telegram.say(2, -9, "just talking");
        bed.telegram.say(2, -9, "/status@other_bot");
        bed.telegram.say(1, 1, "rules");
        assert!(
            bed.telegram
                .wait_for(1, SOON, |sent| sent.text == "You said: rules")
                .await
                .is_some()
        );
        let heard = bed.desk.heard();
        assert_eq!(heard.len(), 3, "webhook: {webhook}");
        assert_eq!(heard[0].spoken, Spoken::Alone);
        assert_eq!(
            (heard[1].spoken, heard[1].chat.as_deref()),
            (Spoken::Aloud, Some("-9"))
        );
        assert_eq!(
            (heard[1].user.as_str(), heard[1].name.as_str()),
            ("2", "Ben")
        );
    }
}

#[tokio::test]
async fn updates_are_heard_once_whoever_repeats_them() {
    let mut bed = Bed::new().await;
    bed.telegram.say(1, 1, "one");
    bed.telegram.repeat_last_update();
    assert!(
        bed.telegram
            .wait_for(1, SOON, |sent| sent.text == "You said: one")
            .await
            .is_some()
    );
    bed.telegram.repeat_last_update();
    bed.restart(false).await;
    bed.telegram.repeat_last_update();
    bed.telegram.say(1, 1, "two");
    assert!(
        bed.telegram
            .wait_for(1, SOON, |sent| sent.text == "You said: two")
            .await
            .is_some()
    );
    let words: Vec<String> = bed
        .desk
        .heard()
        .into_iter()
        .map(|heard| heard.text)
        .collect();
    assert_eq!(words, ["one", "two"]);
}

#[tokio::test]
async fn a_webhook_without_its_secret_is_401() {
    let bed = Bed::with(FakeDesk::default(), true).await;
    let body = r#"{"update_id":1,"message":{"message_id":1,"date":1,"text":"status",
        "from":{"id":1,"first_name":"Ann"},"chat":{"id":1,"type":"private"}}}"#;
    let client = parlour_chat::http_client();
    for secret in [None, Some(""), Some("wrong"), Some("s3cret2")] {
        let mut request = client
            .post(format!("{}/telegram/webhook", bed.url))
            .body(body);
        if let Some(secret) = secret {
            request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        assert_eq!(request.send().await.unwrap().status(), 401, "{secret:?}");
    }
    assert!(bed.desk.heard().is_empty());
}

#[tokio::test]
async fn without_a_webhook_there_is_no_endpoint() {
    let bed = Bed::new().await;
    let request = parlour_chat::http_client().post(format!("{}/telegram/webhook", bed.url));
    assert_eq!(request.body("{}").send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn an_order_in_a_group_is_deleted() {
    let bed = Bed::new().await;
    let message = bed.telegram.say(2, -9, "/order A Vie-Bud");
    assert!(
        bed.telegram
            .wait_for(-9, SOON, |sent| sent.text.contains("A Vie-Bud"))
            .await
            .is_some()
    );
    assert!(bed.telegram.is_deleted(message));
}

#[tokio::test]
async fn a_closed_inbox_is_answered_with_the_link_that_opens_it() {
    let bed = Bed::new().await;
    bed.telegram.say(2, -9, "/join AB12 Italy");
    let said = bed
        .telegram
        .wait_for(-9, SOON, |sent| sent.text.contains("https://"))
        .await
        .unwrap();
    let link = "https://t.me/parlour_bot?start=join_AB12_Italy";
    assert_eq!(said.text, format!("Open your inbox: {link}"));
    bed.telegram.say(2, 2, "/start join_AB12_Italy");
    let joined = "You said: join AB12 Italy";
    assert!(
        bed.telegram
            .wait_for(2, SOON, |sent| sent.text == joined)
            .await
            .is_some()
    );
    bed.telegram.say(2, -9, "/join AB12 France");
    let open = "You said: join AB12 France";
    assert!(
        bed.telegram
            .wait_for(-9, SOON, |sent| sent.text == open)
            .await
            .is_some()
    );
}

#[tokio::test]
async fn buttons_say_their_words_to_the_presser_alone() {
    let bed = Bed::new().await;
    bed.telegram.say(1, 1, "/start");
    bed.telegram.say(1, -9, "/buttons");
    let shown = bed
        .telegram
        .wait_for(-9, SOON, |sent| !sent.buttons.is_empty())
        .await
        .unwrap();
    assert_eq!(shown.buttons[0].text, "Ready");
    bed.telegram.press(1, shown.message, &shown.buttons[0].data);
    assert!(
        bed.telegram
            .wait_for(1, SOON, |sent| sent.text == "You said: ready")
            .await
            .is_some()
    );
    assert_eq!(bed.telegram.inbox(-9).len(), 1);
    assert_eq!(bed.desk.heard().last().unwrap().spoken, Spoken::Aside);
}

#[tokio::test]
async fn long_answers_and_pictures_fit() {
    let bed = Bed::new().await;
    bed.telegram.say(1, 1, "long");
    let all = || {
        let texts: Vec<String> = bed
            .telegram
            .inbox(1)
            .into_iter()
            .map(|it| it.text)
            .collect();
        texts.join("\n").matches("A Vie - Bud & <more>").count()
    };
    assert!(
        bed.telegram
            .wait_for(1, SOON, |_| all() == 600)
            .await
            .is_some()
    );
    bed.telegram.say(1, 1, "map");
    let sent = bed
        .telegram
        .wait_for(1, SOON, |sent| sent.file.is_some())
        .await
        .unwrap();
    assert_eq!(sent.text, "Spring <1901> & more");
}

#[tokio::test]
async fn what_one_person_says_in_two_chats_stays_in_order() {
    let bed = Bed::new().await;
    // While the first word is in work, the others gather to one batch.
    bed.desk.0.lock().unwrap().slow = Some(Duration::from_millis(300));
    bed.telegram.say(1, 1, "/start");
    let heard = async {
        while bed.desk.heard().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, heard).await.is_ok());
    bed.telegram.say(1, 1, "order A Bul-Gre");
    bed.telegram.say(1, -9, "/ready");
    bed.telegram.say(1, 1, "orders");
    let last = bed
        .telegram
        .wait_for(1, SOON, |sent| sent.text == "You said: orders");
    assert!(last.await.is_some());
    let heard = bed.desk.heard().into_iter().map(|heard| heard.text);
    let heard: Vec<String> = heard.collect();
    assert_eq!(heard, ["start", "order A Bul-Gre", "ready", "orders"]);
}

#[tokio::test]
async fn the_house_hears_that_a_group_has_another_id() {
    for announced in [true, false] {
        let bed = Bed::new().await;
        bed.telegram
            .upgrade_group(-9, -1_000_000_000_009, announced);
        let to = Address::Chat(String::from("-9"));
        let news = What::Text(String::from("news"));
        bed.desk
            .write_letter(1, vec![(Platform::Telegram, to, news)]);
        bed.telegram.say(1, 1, "/start");
        let told = bed
            .telegram
            .wait_for(-1_000_000_000_009, SOON, |sent| sent.text == "news");
        assert!(told.await.is_some(), "announced: {announced}");
        let moved = bed.desk.0.lock().unwrap().moved.clone();
        let pair = (String::from("-9"), String::from("-1000000000009"));
        assert!(!moved.is_empty() && moved.iter().all(|it| *it == pair));
    }
}

#[tokio::test]
async fn in_a_group_the_answer_is_a_reply() {
    let bed = Bed::new().await;
    for words in ["/status", "/map"] {
        let asked = bed.telegram.say(2, -9, words);
        let reply = bed
            .telegram
            .wait_for(-9, SOON, |sent| sent.answers == Some(asked));
        assert!(reply.await.is_some(), "{words}");
    }
    bed.telegram.say(1, 1, "rules");
    let alone = bed.telegram.wait_for(1, SOON, |_| true).await.unwrap();
    assert_eq!(alone.answers, None);
}

/// A message as it stands in an update.
fn message(chat: i64, text: &str) -> Value {
    let kind = if chat > 0 { "private" } else { "supergroup" };
    json!({
        "message_id": 77, "date": 1_900_000_000, "text": text,
        "from": { "id": 1, "is_bot": false, "first_name": "Ann" },
        "chat": { "id": chat, "type": kind },
    })
}

#[tokio::test]
async fn what_is_changed_afterwards_is_answered_and_not_heard() {
    let bed = Bed::new().await;
    bed.telegram.say(1, 1, "/start");
    assert!(bed.telegram.wait_for(1, SOON, |_| true).await.is_some());
    for chat in [1, -9] {
        let edited = message(chat, "/order A Vie-Bud");
        bed.telegram.happen("edited_message", &edited);
        let told = bed
            .telegram
            .wait_for(chat, SOON, |sent| sent.text.contains("say it anew"));
        assert!(told.await.is_some());
    }
    assert_eq!(bed.desk.heard().len(), 1);
}

#[tokio::test]
async fn an_administrator_in_the_name_of_the_group_is_told_that_nobody_knows_them() {
    let bed = Bed::new().await;
    let mut anonymous = message(-9, "/force");
    anonymous["from"] = json!({ "id": 1_087_968_824, "is_bot": true, "first_name": "Group" });
    anonymous["sender_chat"] = anonymous["chat"].clone();
    bed.telegram.happen("message", &anonymous);
    let told = bed
        .telegram
        .wait_for(-9, SOON, |sent| sent.text.contains("Remain anonymous"));
    assert!(told.await.is_some());
    assert!(bed.desk.heard().is_empty());
}

#[tokio::test]
async fn what_is_none_of_ours_is_counted() {
    let bed = Bed::new().await;
    bed.telegram.happen("my_chat_member", &json!({}));
    bed.telegram.happen("message", &json!("no message"));
    bed.telegram.say(2, -9, "just talking");
    let counted = async {
        let count = |kind: &str| {
            let all = bed.passed_over.all();
            all.iter()
                .filter(|it| it.1 == kind)
                .map(|it| it.2)
                .sum::<u64>()
        };
        let kinds = ["my_chat_member", "unreadable", "not_for_us"];
        while kinds.iter().any(|kind| count(kind) != 1) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, counted).await.is_ok());
}
