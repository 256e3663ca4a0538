//! Slack: what is genuine, what is heard once, and where the answer goes.

use std::sync::Arc;
use std::time::SystemTime;

use parlour_chat::desk::{Platform, Spoken};
use serde_json::{Value, json};
use slack_morphism::prelude::SlackViewSubmissionResponse;
use tokio::sync::Semaphore;

use crate::desk::{AWAY, Bed, SOON};

const FORM: &str = "application/x-www-form-urlencoded";
const ENDPOINTS: [&str; 3] = ["/slack/commands", "/slack/events", "/slack/interactive"];

fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap().as_secs()
}

const COMMAND: &str = "command=%2Fdip&text=status&user_id=U1&user_name=ann&channel_id=C1";

#[tokio::test]
async fn forged_missing_and_stale_signatures_are_401_with_an_empty_body() {
    let bed = Bed::new().await;
    let good = bed.slack.signature(now(), COMMAND);
    let stale = now() - 310;
    let early = now() + 310;
    for path in ENDPOINTS {
        for signed in [
            None,
            Some((now(), String::from("v0=00"))),
            Some((now(), String::new())),
            Some((now(), good.replace("v0=", "v1="))),
            Some((now() - 7, good.clone())),
            Some((stale, bed.slack.signature(stale, COMMAND))),
            Some((early, bed.slack.signature(early, COMMAND))),
        ] {
            let answer = bed
                .slack
                .raw(path, FORM, COMMAND.into(), signed.clone())
                .await;
            assert_eq!(
                (answer.status, answer.body.as_str()),
                (401, ""),
                "{path} {signed:?}"
            );
        }
        let long = "x".repeat(70_000);
        let answer = bed.slack.signed(path, FORM, long).await;
        assert_eq!(answer.status, 413, "{path}");
    }
    assert!(bed.desk.heard().is_empty());
}

#[tokio::test]
async fn signed_nonsense_is_200_and_nothing() {
    let bed = Bed::new().await;
    for path in ENDPOINTS {
        for body in [
            "",
            "x",
            "payload=x",
            "{}",
            "[]",
            "{\"type\":3}",
            "payload=%7B%7D",
        ] {
            let answer = bed.slack.signed(path, FORM, body.into()).await;
            assert_eq!(
                (answer.status, answer.body.as_str()),
                (200, ""),
                "{path} {body}"
            );
        }
    }
    assert!(bed.desk.heard().is_empty());
}

#[tokio::test]
async fn a_command_is_answered_to_its_sender_alone() {
    let bed = Bed::new().await;
    let answer = bed.slack.ask("U1", "C1", "status").await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("You said: status"), "{}", answer.body);
    assert_eq!(bed.slack.inbox("U1").len(), 1);
    assert!(bed.slack.inbox("U2").is_empty());
    assert!(bed.slack.channel("C1").is_empty());
    let heard = &bed.desk.heard()[0];
    assert_eq!(heard.spoken, Spoken::Aside);
    assert_eq!(heard.chat.as_deref(), Some("C1"));
    bed.slack.ask("U1", "DU1", "status").await;
    let heard = &bed.desk.heard()[1];
    assert_eq!((heard.spoken, heard.chat.as_deref()), (Spoken::Alone, None));
}

/// The name of a form's sender is a handle; others read a name.
#[tokio::test]
async fn people_are_heard_under_the_name_that_others_read() {
    let bed = Bed::new().await;
    bed.slack.signed(ENDPOINTS[0], FORM, COMMAND.into()).await;
    assert_eq!(bed.desk.heard()[0].name, "Ann");
    // Whom Slack does not tell us is called as they are in the form.
    let unknown = COMMAND.replace("U1", "U404").replace("ann", "eve");
    bed.slack.signed(ENDPOINTS[0], FORM, unknown).await;
    assert_eq!(bed.desk.heard()[1].name, "eve");
}

#[tokio::test]
async fn a_replayed_request_is_200_and_nothing() {
    let mut bed = Bed::new().await;
    let stamp = now();
    let signed = || Some((stamp, bed.slack.signature(stamp, COMMAND)));
    let first = bed
        .slack
        .raw(ENDPOINTS[0], FORM, COMMAND.into(), signed())
        .await;
    assert!(first.body.contains("You said"));
    let again = bed
        .slack
        .raw(ENDPOINTS[0], FORM, COMMAND.into(), signed())
        .await;
    assert_eq!((again.status, again.body.as_str()), (200, ""));
    // Another replica, or the same one after a restart, knows it too.
    let signed = signed();
    bed.restart(false).await;
    let later = bed
        .slack
        .raw(ENDPOINTS[0], FORM, COMMAND.into(), signed)
        .await;
    assert_eq!((later.status, later.body.as_str()), (200, ""));
    assert_eq!(bed.desk.heard().len(), 1);
}

#[tokio::test]
async fn the_challenge_is_given_back() {
    let bed = Bed::new().await;
    let body = json!({ "type": "url_verification", "challenge": "abc", "token": "x" });
    let answer = bed
        .slack
        .signed(ENDPOINTS[1], "application/json", body.to_string())
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        serde_json::from_str::<Value>(&answer.body).unwrap()["challenge"],
        "abc"
    );
}

#[tokio::test]
async fn events_are_heard_once_whoever_repeats_them() {
    let mut bed = Bed::new().await;
    let event = json!({
        "type": "message", "channel_type": "im", "channel": "DU1", "user": "U1",
        "text": "order A Vie-Bud &amp; more", "ts": "1.1",
    });
    for _ in 0..3 {
        assert_eq!(
            bed.slack
                .event_until_taken("Ev1", event.clone())
                .await
                .status,
            200
        );
    }
    bed.restart(false).await;
    let again = bed.slack.event_until_taken("Ev1", event).await;
    assert_eq!(again.status, 200);
    let said = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.text.starts_with("You said"))
        .await;
    assert_eq!(said.unwrap().text, "You said: order A Vie-Bud &amp; more");
    let heard = bed.desk.heard();
    assert_eq!(heard.len(), 1);
    assert_eq!(heard[0].text, "order A Vie-Bud & more");
    assert_eq!(
        (heard[0].spoken, heard[0].name.as_str()),
        (Spoken::Alone, "Ann")
    );
    assert_eq!(bed.slack.inbox("U1").len(), 1);
}

#[tokio::test]
async fn mentions_are_heard_aloud_and_answered_in_the_channel() {
    let bed = Bed::new().await;
    bed.slack.mention("U2", "C1", "order A Vie-Bud").await;
    let said = bed
        .slack
        .wait_in_channel("C1", SOON, |sent| sent.text.contains("A Vie-Bud"));
    assert!(said.await.is_some());
    let heard = &bed.desk.heard()[0];
    assert_eq!(
        (heard.spoken, heard.text.as_str()),
        (Spoken::Aloud, "order A Vie-Bud")
    );
}

#[tokio::test]
async fn long_answers_arrive_whole_and_within_the_limits() {
    let bed = Bed::new().await;
    bed.slack.slash("U1", "C1", "long").await;
    let all = || {
        let texts: Vec<String> = bed
            .slack
            .inbox("U1")
            .into_iter()
            .map(|it| it.text)
            .collect();
        texts
            .join("\n")
            .matches("A Vie - Bud &amp; &lt;more&gt;")
            .count()
    };
    let whole = bed.slack.wait_for("U1", SOON, |_| all() == 600).await;
    assert!(whole.is_some(), "{} of 600 lines", all());
}

#[tokio::test]
async fn a_slow_answer_follows_within_the_address_slack_gave() {
    let bed = Bed::new().await;
    let gate = Arc::new(Semaphore::new(0));
    bed.desk.0.lock().unwrap().gate = Some(Arc::clone(&gate));
    // Slack hears something although the table has not answered yet.
    let answer = bed.slack.slash("U1", "C1", "status").await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    assert_eq!(bed.desk.heard().len(), 1);
    assert!(bed.slack.inbox("U1").is_empty());
    gate.add_permits(1);
    let said = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.text == "You said: status")
        .await;
    assert_eq!(said.unwrap().channel, "C1");
}

#[tokio::test]
async fn pictures_go_to_the_person_who_asked() {
    let bed = Bed::new().await;
    bed.slack.slash("U1", "C1", "map").await;
    let sent = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.file.is_some())
        .await
        .unwrap();
    assert_eq!(sent.file.unwrap().0, "map.png");
    assert_eq!(sent.channel, "DU1");
    assert!(bed.slack.channel("C1").is_empty());
}

#[tokio::test]
async fn buttons_say_their_words_and_forms_say_several() {
    let bed = Bed::new().await;
    bed.slack.ask("U1", "C1", "buttons").await;
    let shown = &bed.slack.inbox("U1")[0];
    let value = &shown.blocks[1]["elements"][0]["value"];
    let press = json!({ "type": "block_actions", "actions": [{ "value": value }] });
    assert_eq!(bed.slack.press("U1", "C1", press).await.status, 200);
    assert!(
        bed.slack
            .wait_for("U1", SOON, |sent| sent.text == "You said: ready")
            .await
            .is_some()
    );
    assert_eq!(bed.order_by_form().await.status, 200);
    let noted = "You said: K7Q2M order S1901M A Vie - Bud";
    assert!(
        bed.slack
            .wait_for("U1", SOON, |sent| sent.text == noted)
            .await
            .is_some()
    );
    let heard = bed.desk.heard();
    assert_eq!(heard.last().unwrap().spoken, Spoken::Aside);
}

#[tokio::test]
async fn a_replayed_press_or_event_is_200_and_nothing() {
    let mut bed = Bed::new().await;
    let press = json!({
        "type": "block_actions", "user": { "id": "U1", "username": "ann" },
        "channel": { "id": "C1" }, "actions": [{ "value": "ready" }],
    });
    let press = reqwest::Url::parse_with_params("http://x/", [("payload", press.to_string())]);
    let press = press.unwrap().query().unwrap().to_owned();
    let event = json!({
        "type": "event_callback", "event_id": "Ev7", "event": {
            "type": "message", "channel_type": "im", "channel": "DU1", "user": "U1",
            "text": "status", "ts": "1.1",
        },
    });
    let stamp = now();
    for (path, kind, body) in [
        (ENDPOINTS[2], FORM, press),
        (ENDPOINTS[1], "application/json", event.to_string()),
    ] {
        let before = bed.desk.heard().len();
        let signed = Some((stamp, bed.slack.signature(stamp, &body)));
        for round in 0..3 {
            if round == 2 {
                // Another replica, or the same one after a restart, knows it too.
                bed.restart(false).await;
            }
            let answer = bed.slack.raw(path, kind, body.clone(), signed.clone());
            let answer = answer.await;
            assert_eq!((answer.status, answer.body.as_str()), (200, ""), "{path}");
        }
        assert_eq!(bed.desk.heard().len(), before + 1, "{path}");
    }
}

/// Slack repeats events that were not taken, but neither commands nor presses.
/// Nobody waits for a database that does not answer.
#[tokio::test]
async fn while_the_database_is_away_everybody_is_answered_at_once() {
    let bed = Bed::new().await;
    bed.desk.0.lock().unwrap().is_away = true;
    let event = json!({
        "type": "message", "channel_type": "im", "channel": "DU1", "user": "U1",
        "text": "status", "ts": "1.1",
    });
    let press = json!({ "type": "block_actions", "actions": [{ "value": "ready" }] });
    let (command, event_answer, pressed) = tokio::join!(
        bed.slack.slash("U1", "C1", "status"),
        bed.slack.event_with_id("Ev1", event.clone()),
        bed.slack.press("U2", "C1", press),
    );
    for answer in [&command, &event_answer, &pressed] {
        assert!(answer.took < AWAY, "{answer:?}");
    }
    assert_eq!(command.status, 200);
    assert!(command.body.contains("cannot be reached"), "{command:?}");
    assert_eq!(event_answer.status, 503);
    assert_eq!(pressed.status, 200);
    let told = bed
        .slack
        .wait_for("U2", SOON, |sent| sent.text.contains("cannot be reached"));
    assert!(told.await.is_some());
    assert!(bed.desk.heard().is_empty());
    bed.desk.0.lock().unwrap().is_away = false;
    // What waited for the database gives up by itself; then the repetition counts.
    let taken = bed.slack.event_until_taken("Ev1", event).await;
    assert_eq!(taken.status, 200);
    assert_eq!(bed.desk.heard().len(), 1);
}

#[tokio::test]
async fn a_mention_in_a_thread_is_answered_in_the_thread() {
    let bed = Bed::new().await;
    let thread = "1900000000.000042";
    bed.slack.mention_in("U1", "C1", Some(thread), "map").await;
    let picture = bed
        .slack
        .wait_in_channel("C1", SOON, |sent| sent.file.is_some());
    assert!(picture.await.is_some());
    let sent = bed.slack.channel("C1");
    assert_eq!(sent.len(), 2);
    assert!(sent.iter().all(|it| it.thread.as_deref() == Some(thread)));
    bed.slack.mention("U1", "C1", "status").await;
    let open = bed
        .slack
        .wait_in_channel("C1", SOON, |sent| sent.text == "You said: status");
    assert_eq!(open.await.unwrap().thread, None);
}

#[tokio::test]
async fn where_the_bot_is_not_in_the_channel_the_answer_is_a_direct_message() {
    let bed = Bed::new().await;
    let view = json!({
        "type": "view_submission",
        "view": { "private_metadata": "K7Q2M S1901M C404", "state": { "values": {
            "unit-0": { "order": { "selected_option": { "value": "order A Vie H" } } } } } },
    });
    // A form's answer has no response address.
    let mut form = view;
    form["channel"] = json!({ "id": "" });
    bed.slack.press("U1", "C404", form).await;
    let noted = bed.slack.wait_for("U1", SOON, |sent| {
        sent.text == "You said: K7Q2M order S1901M A Vie H"
    });
    assert!(noted.await.is_some(), "{:?}", bed.slack.inbox("U1"));
}

#[tokio::test]
async fn a_form_sent_while_the_database_is_away_stays_open_and_says_why() {
    let bed = Bed::new().await;
    bed.desk.0.lock().unwrap().is_away = true;
    let view = json!({
        "type": "view_submission",
        "view": { "private_metadata": "K7Q2M S1901M C1", "state": { "values": {
            "unit-0|A Vie H": { "order": { "selected_option": { "value": "order A Vie H" } } } } } },
    });
    let answer = bed.slack.press("U1", "C1", view.clone()).await;
    assert!(answer.took < AWAY, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(body["response_action"], "errors");
    let words = body["errors"]["unit-0|A Vie H"].as_str().unwrap();
    assert!(words.contains("What you chose is kept here"), "{words}");
    // Slack knows such an answer.
    let read: SlackViewSubmissionResponse = serde_json::from_value(body).unwrap();
    assert!(matches!(read, SlackViewSubmissionResponse::Errors(_)));
    bed.desk.0.lock().unwrap().is_away = false;
    let answer = bed.slack.press("U1", "C1", view).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
}

#[tokio::test]
async fn what_is_changed_afterwards_is_answered_and_what_is_none_of_ours_is_counted() {
    let bed = Bed::new().await;
    let edited = json!({
        "type": "message", "subtype": "message_changed", "channel_type": "im", "channel": "DU1",
        "message": { "user": "U1", "text": "order A Vie-Bud" },
        "previous_message": { "user": "U1", "text": "order A Vie-Tri" },
    });
    for _ in 0..2 {
        assert_eq!(
            bed.slack.event_with_id("Ev7", edited.clone()).await.status,
            200
        );
    }
    let told = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.text.contains("say it anew"));
    assert!(told.await.is_some());
    assert!(bed.desk.heard().is_empty());
    bed.slack
        .event(json!({ "type": "reaction_added", "user": "U1" }))
        .await;
    let all = bed.passed_over.all();
    assert_eq!(all, [(Platform::Slack, String::from("reaction_added"), 1)]);
}
