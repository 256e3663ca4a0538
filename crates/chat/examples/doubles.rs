//! Both doubles on loopback, until the input ends: for the platforms' own SDKs, and
//! for trying the adapters at home.
//!
//! Prints one line of JSON with both addresses. A line of input `say USER CHAT TEXT`
//! lets a Telegram user speak.

use std::io::{BufRead, Write};

use parlour_chat::doubles::{SlackDouble, TelegramDouble};

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> std::io::Result<()> {
    let slack = SlackDouble::start("xoxb-1", "secret").await?;
    slack.add_user("U1", "Ann");
    slack.add_channel("C1", "diplomacy");
    let telegram = TelegramDouble::start("42:TOKEN").await?;
    telegram.add_user(1, "Ann");
    telegram.add_group(-9, "Table");
    let mut output = std::io::stdout();
    let addresses = serde_json::json!({ "slack": slack.url(), "telegram": telegram.url() });
    writeln!(output, "{addresses}")?;
    output.flush()?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.splitn(4, ' ');
        if let (Some("say"), Some(user), Some(chat), Some(text)) =
            (words.next(), words.next(), words.next(), words.next())
            && let (Ok(user), Ok(chat)) = (user.parse(), chat.parse())
        {
            telegram.say(user, chat, text);
        }
    }
    Ok(())
}
