//! A log that tells warnings alone names what each of them was about: the request, or the
//! update that Telegram was asked for. (Deadlines are looked at in the test `capacity`.)

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use parlour_chat::doubles::{SlackDouble, TelegramDouble};
use serde_json::{Value, json};

use crate::process::{Served, parlour, postgres};
use crate::relay::Relay;

/// Only ever reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(2);

/// Waits for a line that is logged within a span of this name, and gives the id of that.
fn id_in(log: &Path, span: &str, words: &str) -> Value {
    let begun = Instant::now();
    loop {
        let text = fs::read_to_string(log).unwrap();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        for line in whole.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let about = line["message"].as_str().unwrap_or_default();
            if line["span"]["name"] == span && about.starts_with(words) {
                return line["span"]["id"].clone();
            }
        }
        assert!(begun.elapsed() < PATIENCE, "no {span} in {text}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_says_in_a_chat_has_an_id_in_a_log_of_warnings() {
    let Some(server) = postgres() else { return };
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    let telegram = TelegramDouble::start("1:a").await.unwrap();
    slack.add_user("U1", "Ann");
    telegram.add_user(5, "Bob");
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::before(&server).await;
    let url = format!("{}?schema=ids_{}", relay.url(), std::process::id());
    let log = folder.path().join("log");
    let mut command = parlour(folder.path());
    command
        .env("PARLOUR_LOG", "warn")
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .env("PARLOUR_TELEGRAM_TOKEN", "1:a")
        .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "json"])
        .args(["--database", &url])
        .stderr(Stdio::from(File::create(&log).unwrap()));
    let served = Served::spawn(command);
    slack.point_at(&served.url());
    // Polled once at least, so that the one who polls is known.
    telegram.say(5, 5, "help");
    let heard = telegram.wait_for(5, PATIENCE, |it| !it.text.is_empty());
    assert!(heard.await.is_some(), "the bot answers");
    relay.cut();
    telegram.say(5, 5, "help again");
    let update = id_in(&log, "update", "telegram: ");
    assert!(
        update.as_str().is_some_and(|it| it.parse::<u64>().is_ok()),
        "{update}"
    );
    // Once: Slack itself would say it again until it is heard.
    let said = json!({
        "type": "message", "channel_type": "im", "channel": "D1", "user": "U1",
        "text": "help", "ts": "1.0", "event_ts": "1.0",
    });
    assert_eq!(slack.event_with_id("Ev1", said).await.status, 503);
    let request = id_in(&log, "request", "POST /slack/events: 503");
    assert!(
        request.as_str().is_some_and(|it| it.contains('-')),
        "{request}"
    );
    relay.mend();
    assert!(served.terminate().success());
}
