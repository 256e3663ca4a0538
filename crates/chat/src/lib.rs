//! Slack and Telegram at a Diplomacy table. How a third platform is added stands in
//! `docs/chat-platform.md`.
//!
//! The adapters carry the words of `parlour-room` to and from the platforms and
//! know nothing of orders, boards or tables. What they need of the house stands
//! in one trait, [`Desk`]: hear words, remember what was heard before, keep what
//! is still to be sent.
//!
//! | file | duty |
//! | --- | --- |
//! | [`desk`] | what the house does for an adapter |
//! | `adapter` | what an adapter is and is given |
//! | [`platform`] | the platforms, and what is different at each for the house |
//! | [`platform::slack`] | signed requests in, Web API out |
//! | [`platform::telegram`] | updates in by long poll or webhook, Bot API out |
//! | [`sender`] | carries what waits, again and again until it is acknowledged |
//! | [`settings`] | which platforms run, and with which tokens |
//!
//! The feature `doubles` holds stand-ins for both platforms' servers: they keep
//! people, groups and inboxes, insist on the platforms' limits, and misbehave
//! on request.

mod adapter;
mod chat;
pub mod desk;
#[cfg(feature = "doubles")]
pub mod doubles;
mod form;
mod house;
mod http;
mod once;
mod pace;
mod passed_over;
pub mod platform;
mod reception;
pub mod sender;
pub mod settings;
pub mod split;
mod task;

pub use chat::{Asking, Chat};
pub use desk::Desk;
pub use house::House;
pub use http::client as http_client;
pub use pace::RateLimit;
pub use passed_over::PassedOver;
pub use reception::{Reception, Waiting};
pub use settings::{ChatSettings, SettingsError};
