//! What is shown is typed as it must be where it is read.

use crate::club::{CHANNEL, Club, GROUP, MIXED, SOON};

const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slack_shows_its_slash_command_in_channels() {
    let club = Club::new(MIXED).await;
    let opened = club.slack.ask("U0", CHANNEL, "new").await.body;
    let code = opened.split_once("Game ").unwrap().1[..5].to_owned();
    assert!(opened.contains(&format!("`/dip join {code}`")), "{opened}");
    assert!(opened.contains("begin with `/dip start`"), "{opened}");
    let invited = club
        .slack
        .wait_in_channel(CHANNEL, SOON, |sent| {
            sent.text.contains(&format!("`/dip join {code}`"))
        })
        .await;
    assert!(invited.is_some(), "the channel is asked in the same words");
    // Where words alone are heard, they stand alone.
    club.slack.dm("U1", "status").await;
    let told = club
        .slack
        .wait_for("U1", SOON, |sent| sent.text.contains("You are in no game."))
        .await;
    let told = told.unwrap().text;
    assert!(
        told.contains("`join CODE`") && !told.contains("/dip"),
        "{told}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn telegram_shows_slashes_in_groups() {
    let club = Club::new(MIXED).await;
    club.telegram.say(1, GROUP, "/new");
    let opened = club
        .telegram
        .wait_for(GROUP, SOON, |sent| {
            sent.text.contains("begin with `/start`")
        })
        .await;
    assert!(opened.unwrap().text.contains("Join with `/join "));
    club.telegram.say(99, 99, "status");
    let told = club
        .telegram
        .wait_for(99, SOON, |sent| sent.text.contains("You are in no game."))
        .await;
    assert!(told.unwrap().text.contains("`join CODE`"));
}

/// The name of a slash command is its first word, as on Telegram.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slash_commands_of_other_names_say_their_name() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    // An answer that takes too long for the response comes by itself.
    let slash = async |name: &str, text: &str, expected: &str| {
        let body = format!(
            "command=%2F{name}&text={text}&user_id=U0&user_name=austriaer&channel_id={CHANNEL}"
        );
        let answer = club.slack.signed("/slack/commands", FORM, body).await;
        if !answer.body.contains(expected) {
            let came = |text: &str| text.contains(expected);
            let later = club.slack.wait_for("U0", SOON, |sent| came(&sent.text));
            assert!(later.await.is_some(), "/{name} {text}: {}", answer.body);
        }
    };
    slash("move", "A%20Vie-Bud", "Noted: A Vie - Bud.").await;
    slash("orders", "", "• A Vie - Bud").await;
    slash("map", "", "It follows here").await;
    // Without any name of a word, the text is all; and an order needs no verb.
    let expected = "Noted: A Vie - Gal; A Bud - Ser.";
    slash("diplomacy", "vie-gal%2C%20bud-ser", expected).await;
}
