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

use std::sync::Arc;

use axum::Router;

use crate::adapter::{Adapter, Post};
use crate::settings::SlackSettings;
use edge::Edge;
pub use web_api::WebApi;

/// What words begin with in a channel: the slash command that the documents set up.
pub(crate) const TYPED: &str = "/dip ";

/// The adapter. Slack brings everything.
pub(crate) struct Slack {
    edge: Arc<Edge>,
}

impl Slack {
    pub fn new(settings: &SlackSettings, api: Arc<WebApi>, post: Post) -> Self {
        let edge = Edge {
            secret: settings.signing_secret.clone(),
            api,
            post,
        };
        Self {
            edge: Arc::new(edge),
        }
    }
}

impl Adapter for Slack {
    fn router(&self) -> Router {
        edge::router(Arc::clone(&self.edge))
    }
}
