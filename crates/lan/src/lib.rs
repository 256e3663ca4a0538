//! Kingslayer for two to four people on a local network.
//!
//! What a table is, the `court` knows; here it is carried, as newline-delimited JSON
//! over TCP. `docs/lan-protocol.md` describes every message. A seat is sent its own
//! view and nothing else.
//!
//! [`Server`] opens tables and accepts connections to them; [`Client`] keeps a
//! connection, comes back by its token when it breaks, and turns lines into
//! news. [`discovery`] announces a host and finds others.

pub mod client;
pub mod discovery;
mod limits;
mod lines;
mod lively;
mod outlet;
pub mod protocol;
mod remote;
mod server;
pub mod wire;
#[cfg(any(test, feature = "testing"))]
pub mod witness;

pub use client::{Client, ClientNews, ClientSettings, Recall};
pub use limits::Limits;
pub use remote::{Connection, KeepToken, LanLink, RemoteTable, view_of};
pub use server::{Server, ServerSettings, present_game, seat_identity, unfinished};

pub use parlour_court::OpenRefused as StartRefused;
pub use parlour_court::{About, Keepsake, Place};
pub use parlour_court::{BotMind, Control, ControlRefused, Seeds, Tell, Unfinished};
