//! Stand-ins for the servers of Slack and Telegram, on loopback.
//!
//! A double keeps people, groups and what the bot sent to whom, refuses what the
//! platform would refuse (too long, broken markup, unknown chat, closed inbox),
//! and misbehaves when [`Mischief`] says so. Tests speak through it as people
//! would: `say`, `press`, `inbox`.

mod answer;
mod limits;
mod mischief;
mod recorded;
mod slack;
mod telegram;
mod waiting;

pub use mischief::{Fault, Mischief};
pub use recorded::{RecordedPhase, WINNER, recorded_game};
pub use slack::{SlackAnswer, SlackDouble, SlackSent};
pub use telegram::{Button, TelegramDouble, TelegramSent};
