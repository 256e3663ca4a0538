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

use crate::desk::Desk;
use crate::once::Once;
use crate::sender::Sender;
use crate::settings::SlackSettings;
pub use web_api::WebApi;

/// The endpoints of Slack, to be mounted in the server of the house.
pub(crate) fn router(
    settings: &SlackSettings,
    desk: Arc<dyn Desk>,
    once: Arc<Once>,
    sender: Sender,
    api: Arc<WebApi>,
) -> Router {
    edge::router(edge::Edge {
        secret: settings.signing_secret.clone(),
        desk,
        once,
        sender,
        api,
    })
}
