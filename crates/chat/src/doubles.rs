//! Stand-ins for the servers of Slack and Telegram, on loopback.
//!
//! A double keeps people, groups and what the bot sent to whom, refuses what the
//! platform would refuse (too long, broken markup, unknown chat, closed inbox),
//! and misbehaves when [`Mischief`] says so. Tests speak through it as people
//! would: `say`, `press`, `inbox`.

mod answer;
mod bodies;
mod limits;
mod mischief;
mod recorded;
mod slack;
mod telegram;
mod waiting;

pub use bodies::read_body;
pub use mischief::{Fault, Mischief};
pub use recorded::{RecordedPhase, WINNER, recorded_game};
pub use slack::{SlackAnswer, SlackDouble, SlackSent};
pub use telegram::{Button, TelegramDouble, TelegramSent};

/// Both doubles with seven people, a channel and a group: those to which the
/// recorded calls of the platforms' own tools were made.
pub async fn with_seven_people() -> std::io::Result<(SlackDouble, TelegramDouble)> {
    let slack = SlackDouble::start("xoxb-1", "secret").await?;
    let telegram = TelegramDouble::start("42:TOKEN").await?;
    let names = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gwen"];
    for (number, name) in (1..).zip(names) {
        slack.add_user(&format!("U{number}"), name);
        telegram.add_user(number, name);
    }
    slack.add_channel("C1", "diplomacy");
    telegram.add_group(-9, "Table");
    Ok((slack, telegram))
}
