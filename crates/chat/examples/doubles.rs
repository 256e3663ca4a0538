//! Both doubles on loopback, until the input ends: for the platforms' own SDKs, and
//! for trying the adapters at home.
//!
//! Prints one line of JSON with both addresses and a signed example. Lines of input
//! let Telegram's people act, each answered by `done`:
//!
//! - `say USER CHAT TEXT`
//! - `press USER MESSAGE DATA`
//!
//! With an address as its first word, as in `http://127.0.0.1:8080`, Slack's people
//! act there too: `slash USER CHANNEL TEXT`, `dm USER TEXT`, `mention USER CHANNEL
//! TEXT`. `show` prints what everybody has read.

use std::io::{BufRead, Write};

use parlour_chat::doubles::{SlackDouble, TelegramDouble, with_seven_people};
use serde_json::json;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> std::io::Result<()> {
    let (slack, telegram) = with_seven_people().await?;
    if let Some(bot) = std::env::args().nth(1) {
        slack.point_at(&bot);
    }
    let body = "command=%2Fdip&text=status";
    let addresses = json!({
        "slack": slack.url(), "telegram": telegram.url(),
        "signed": {
            "stamp": 1_900_000_000, "body": body,
            "signature": slack.signature(1_900_000_000, body),
        },
    });
    let mut output = std::io::stdout();
    writeln!(output, "{addresses}")?;
    output.flush()?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        act(&slack, &telegram, &line).await;
        writeln!(output, "done")?;
        output.flush()?;
    }
    Ok(())
}

async fn act(slack: &SlackDouble, telegram: &TelegramDouble, line: &str) {
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    match *words {
        ["say", user, chat, text] => {
            if let (Ok(user), Ok(chat)) = (user.parse(), chat.parse()) {
                telegram.say(user, chat, text);
            }
        }
        ["press", user, message, data] => {
            if let (Ok(user), Ok(message)) = (user.parse(), message.parse()) {
                telegram.press(user, message, data);
            }
        }
        ["slash", user, channel, text] => {
            let answer = slack.slash(user, channel, text).await;
            println!("{} {}", answer.status, answer.body);
        }
        ["mention", user, channel, text] => {
            println!("{}", slack.mention(user, channel, text).await.status);
        }
        ["dm", user, ..] => {
            let text = words[2..].join(" ");
            println!("{}", slack.dm(user, &text).await.status);
        }
        ["show"] => show(slack, telegram),
        _ => println!("what?"),
    }
}

fn show(slack: &SlackDouble, telegram: &TelegramDouble) {
    for sent in slack.channel("C1") {
        println!("[C1] {} {:?}", sent.text, sent.file.map(|(name, _)| name));
    }
    for user in 1..=7 {
        for sent in slack.inbox(&format!("U{user}")) {
            println!(
                "[U{user}] {} {:?}",
                sent.text,
                sent.file.map(|(name, _)| name)
            );
        }
    }
    for chat in (1..=7).chain([-9]) {
        for sent in telegram.inbox(chat) {
            println!(
                "[{chat}] {} {:?}",
                sent.text,
                sent.file.map(|(name, _)| name)
            );
        }
    }
    for fault in slack.violations().into_iter().chain(telegram.violations()) {
        println!("[refused] {fault}");
    }
}
