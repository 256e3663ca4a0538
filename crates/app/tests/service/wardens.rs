//! Whoever keeps the house bans people and groups, and tells those who keep tables
//! something, while the service runs.

use std::time::{Duration, Instant};

use parlour_chat::doubles::SlackDouble;

use crate::process::{Served, parlour};

/// Only ever reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(2);

#[tokio::test(flavor = "multi_thread")]
async fn who_is_banned_is_not_heard_until_it_is_lifted_and_masters_are_told() {
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    slack.add_user("U1", "Ann");
    slack.add_channel("C1", "club");
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("house.db").display());
    let mut command = parlour(folder.path());
    command
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    let served = Served::spawn(command);
    slack.point_at(&served.url());
    let tables = |words: &[&str]| {
        let mut command = parlour(folder.path());
        command.arg("tables").args(words).args(["--database", &url]);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let hears = async |wanted: &str| {
        let begun = Instant::now();
        loop {
            let answer = slack.ask("U1", "C1", "status").await;
            if answer.body.contains(wanted) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{}", answer.body);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    slack.ask("U1", "C1", "new").await;
    for who in ["slack:U1", "slack:C1"] {
        assert_eq!(tables(&["ban", who]), format!("{who}\tbanned\n"));
        assert!(tables(&["bans"]).starts_with(who));
        hears("does not want to hear from here").await;
        assert_eq!(
            tables(&["ban", who, "--lift"]),
            format!("{who}\theard again\n")
        );
        hears("not started yet").await;
    }
    let words = tables(&["tell", "The house is closed on Monday."]);
    assert!(words.starts_with("1 are told; 0 "), "{words}");
    let begun = Instant::now();
    let told = || {
        let mut inbox = slack.inbox("U1").into_iter();
        inbox.any(|it| it.text.contains("closed on Monday"))
    };
    while !told() {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
