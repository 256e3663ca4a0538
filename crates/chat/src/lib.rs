//! Slack and Telegram at a Diplomacy table.
//!
//! The adapters carry the words of `parlour-room` to and from the platforms and
//! know nothing of orders, boards or tables.
//!
//! The feature `doubles` holds stand-ins for both platforms' servers: they keep
//! people, groups and inboxes, insist on the platforms' limits, and misbehave
//! on request.

#[cfg(feature = "doubles")]
pub mod doubles;
