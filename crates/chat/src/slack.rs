//! Slack: signed requests in, Web API out.
//!
//! | file | duty |
//! | --- | --- |
//! | `edge` | the three endpoints: size, signature, once, then the words |
//! | `signature` | Slack's `v0` signature |
//! | `incoming` | what commands, events and presses say |
//! | `modal` | a form with every unit's legal orders |
//! | `blocks` | texts with buttons, in Slack's own blocks |
//! | `web_api` | calls of the Web API, and what their failures mean |

mod blocks;
mod edge;
mod incoming;
mod modal;
mod signature;
mod web_api;

/// What words begin with in a channel: the slash command that the documents set up.
pub(crate) const TYPED: &str = "/dip ";

pub(crate) use edge::{Edge, router};
pub use web_api::WebApi;
