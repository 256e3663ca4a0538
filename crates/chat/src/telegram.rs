//! Telegram: updates in by long poll or webhook, Bot API out.
//!
//! | file | duty |
//! | --- | --- |
//! | `update` | what messages and presses say |
//! | `ear` | an update becomes words, once, and their answer notes |
//! | `poll` | long polling, by one replica at a time |
//! | `webhook` | the endpoint for updates that Telegram brings |
//! | `bot_api` | calls of the Bot API, and what their failures mean |

mod bot_api;
mod ear;
mod poll;
mod update;
mod webhook;

use std::sync::Arc;

use axum::Router;

use crate::adapter::{Adapter, Listening, Post};
use crate::settings::{TelegramSettings, Webhook};
pub use bot_api::BotApi;
use ear::Ear;

/// What words begin with in a group.
pub(crate) const TYPED: &str = "/";

/// The adapter.
pub(crate) struct Telegram {
    ear: Arc<Ear>,
    webhook: Option<Webhook>,
}

impl Telegram {
    pub fn new(settings: &TelegramSettings, api: Arc<BotApi>, post: Post) -> Self {
        Self {
            ear: Arc::new(Ear { api, post }),
            webhook: settings.webhook.clone(),
        }
    }
}

impl Adapter for Telegram {
    /// The endpoint, if updates are brought.
    fn router(&self) -> Router {
        match &self.webhook {
            Some(webhook) => webhook::router(Arc::clone(&self.ear), &webhook.secret),
            None => Router::new(),
        }
    }

    /// Polls, or says where updates are to be brought.
    fn listen(&self) -> Listening<'_> {
        Box::pin(async {
            match &self.webhook {
                Some(webhook) => webhook::announce(&self.ear.api, webhook).await,
                None => poll::run(&self.ear).await,
            }
        })
    }
}
