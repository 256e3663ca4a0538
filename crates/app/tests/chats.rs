//! `parlour serve` with both platforms, killed at random moments: nothing that was
//! acknowledged is lost.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use parlour_chat::doubles::{SlackDouble, TelegramDouble};
use serde_json::json;

const SOON: Duration = Duration::from_mins(1);

/// A running service; killed when dropped.
struct Served(Child);

impl Served {
    fn start(home: &Path, slack: &SlackDouble, telegram: &TelegramDouble) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        let database = format!("sqlite:{}", home.join("house.db").display());
        let mut child = command
            .env("PARLOUR_HOME", home)
            .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
            .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
            .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
            .env("PARLOUR_TELEGRAM_TOKEN", "TOKEN")
            .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &database])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("serving on ");
        slack.point_at(address.unwrap_or_else(|| panic!("it said {line:?}")));
        Self(child)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Slack sends an event again until it is taken.
async fn insist(slack: &SlackDouble, id: &str, user: &str, text: &str) {
    let event = json!({
        "type": "message", "channel_type": "im", "channel": format!("D{user}"),
        "user": user, "text": text, "ts": "1.1",
    });
    while slack.event_with_id(id, event.clone()).await.status != 200 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_service_loses_no_order_and_no_message() {
    let kills = if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        50
    } else {
        4
    };
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    slack.add_user("U1", "Ann");
    slack.add_channel("C1", "diplomacy");
    let telegram = TelegramDouble::start("TOKEN").await.unwrap();
    telegram.add_user(1, "Ben");
    telegram.add_group(-9, "Table");
    let home = tempfile::tempdir().unwrap();
    let mut served = Served::start(home.path(), &slack, &telegram);
    let opened = slack.slash("U1", "C1", "new bots=hold").await;
    let code = opened
        .body
        .split("Game ")
        .nth(1)
        .and_then(|it| it.split(' ').next());
    let code = code.unwrap_or_else(|| panic!("{opened:?}")).to_owned();
    slack.slash("U1", "C1", "join Austria").await;
    telegram.say(1, 1, "/start");
    telegram.say(1, 1, &format!("/join {code} France"));
    let joined = telegram
        .wait_for(1, SOON, |sent| sent.text.contains("France"))
        .await;
    assert!(joined.is_some());
    let started = slack.slash("U1", "C1", "start").await;
    assert_eq!(started.status, 200, "{started:?}");

    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let places = [("Gal", "Bur"), ("Tyr", "Pic"), ("Boh", "Gas")];
    for kill in 0..kills {
        let (vienna, paris) = places[kill % places.len()];
        telegram.say(1, 1, &format!("/order A Par-{paris}"));
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(kill as u64);
        let moment = Duration::from_millis((chance >> 40) % 300);
        let (id, order) = (format!("Ev-{kill}"), format!("order A Vie-{vienna}"));
        let insisting = insist(&slack, &id, "U1", &order);
        let killing = async {
            tokio::time::sleep(moment).await;
            drop(served);
            Served::start(home.path(), &slack, &telegram)
        };
        ((), served) = tokio::join!(insisting, killing);
        let nth = kill / places.len() + 1;
        let noted = |text: &str, order: &str| text.contains(&format!("Noted: {order}"));
        let count = || {
            let all = slack.inbox("U1");
            all.iter()
                .filter(|it| noted(&it.text, &format!("A Vie - {vienna}")))
                .count()
        };
        assert!(
            slack
                .wait_for("U1", SOON, |_| count() >= nth)
                .await
                .is_some(),
            "kill {kill}"
        );
        let count = || {
            let all = telegram.inbox(1);
            all.iter()
                .filter(|it| noted(&it.text, &format!("A Par - {paris}")))
                .count()
        };
        assert!(
            telegram
                .wait_for(1, SOON, |_| count() >= nth)
                .await
                .is_some(),
            "kill {kill}"
        );
    }
    // At most the message in flight is doubled by a kill.
    let said = slack
        .inbox("U1")
        .iter()
        .filter(|it| it.text.contains("Noted:"))
        .count();
    assert!(
        (kills..=2 * kills).contains(&said),
        "{said} answers to {kills} orders"
    );
    let (vienna, paris) = places[(kills - 1) % places.len()];
    let orders = slack.slash("U1", "C1", "orders").await.body;
    assert!(orders.contains(&format!("A Vie - {vienna}")), "{orders}");
    telegram.say(1, 1, "/orders");
    let expected = format!("A Par - {paris}");
    let shown = |text: &str| text.contains(&expected) && !text.contains("Noted");
    assert!(
        telegram
            .wait_for(1, SOON, |it| shown(&it.text))
            .await
            .is_some()
    );

    // Both are ready: one summary and one picture in the channel, through one more kill.
    slack.slash("U1", "C1", "ready").await;
    telegram.say(1, 1, "/ready");
    let resolved = telegram
        .wait_for(1, SOON, |it| it.text.contains("Spring 1901, movement"))
        .await;
    assert!(resolved.is_some());
    drop(served);
    let _served = Served::start(home.path(), &slack, &telegram);
    let picture = slack
        .wait_in_channel("C1", SOON, |sent| sent.file.is_some())
        .await;
    assert!(picture.is_some());
    assert_eq!(slack.violations(), Vec::<String>::new());
    assert_eq!(telegram.violations(), Vec::<String>::new());
}
