//! Kingslayer for two to four people on a local network.
//!
//! One process is the authority: it keeps the tables of a `parlour_host::Host`
//! and speaks newline-delimited JSON over TCP; `docs/lan-protocol.md` describes
//! every message. A seat is sent its own view and nothing else.
//!
//! [`Server`] accepts connections and runs one task per table; [`Client`] keeps a
//! connection, comes back by its token when it breaks, and turns lines into
//! news. [`discovery`] announces a host and finds others.

pub mod client;
pub mod discovery;
mod limits;
mod lines;
mod lively;
mod logbook;
mod outlet;
pub mod protocol;
mod remote;
mod server;
mod table;
pub mod wire;
#[cfg(any(test, feature = "testing"))]
pub mod witness;

pub use client::{Client, ClientNews, ClientSettings, Recall};
pub use limits::Limits;
pub use remote::{Connection, KeepToken, LanLink, RemoteTable, view_of};
pub use server::{Seeds, Server, ServerSettings, StartRefused, Tell};
pub use table::{BotMind, Control, ControlRefused, Unfinished, unfinished};
