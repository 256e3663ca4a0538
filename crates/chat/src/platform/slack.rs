//! Slack: signed requests in, Web API out.
//!
//! | file | duty |
//! | --- | --- |
//! | `settings` | token, secret, address |
//! | `edge` | the three endpoints: size, signature, once, then the words |
//! | `signature` | Slack's `v0` signature |
//! | `incoming` | what commands, events and presses say |
//! | `modal` | a form with every unit's legal orders |
//! | `blocks` | texts with buttons, in Slack's own blocks |
//! | `escaping` | text as Slack wants it |
//! | `web_api` | calls of the Web API, and what their failures mean |

mod blocks;
mod edge;
mod escaping;
pub(crate) mod incoming;
mod modal;
mod remembered;
mod settings;
mod signature;
mod web_api;

use std::sync::Arc;

use axum::Router;

use crate::adapter::{Adapter, Connection, Doing, Post, Setup};
use crate::once::Once;
use crate::platform::{Manner, Platform};
use crate::reception::Reception;
use edge::Edge;
pub use settings::SlackSettings;
pub use web_api::WebApi;

pub(crate) static MANNER: Manner = Manner {
    name: "slack",
    title: "Slack",
    // The slash command that the documents set up.
    typed: "/dip ",
    start_greets: false,
    settings: settings::NAMES,
    read: settings::read,
};

impl Setup for SlackSettings {
    fn platform(&self) -> Platform {
        Platform::Slack
    }

    fn connect(&self, _once: &Arc<Once>, reception: &Reception) -> Connection {
        let api = Arc::new(WebApi::new(self, reception.clone()));
        let secret = self.signing_secret.clone();
        let carrier = Arc::clone(&api);
        let adapter = |post: Post| -> Arc<dyn Adapter> {
            let edge = Arc::new(Edge { secret, api, post });
            Arc::new(Slack { edge })
        };
        Connection {
            carrier,
            adapter: Box::new(adapter),
        }
    }
}

/// The adapter. Slack brings everything.
struct Slack {
    edge: Arc<Edge>,
}

impl Adapter for Slack {
    fn router(&self) -> Router {
        edge::router(Arc::clone(&self.edge))
    }

    fn try_token(&self) -> Doing<'_> {
        Box::pin(self.edge.api.try_token())
    }
}
