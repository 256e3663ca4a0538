//! Telegram: updates in by long poll or webhook, Bot API out.
//!
//! | file | duty |
//! | --- | --- |
//! | `settings` | token, addresses, secret |
//! | `update` | what messages and presses say |
//! | `ear` | an update becomes words, once, and their answer notes |
//! | `poll` | long polling, by one replica at a time |
//! | `webhook` | the endpoint for updates that Telegram brings |
//! | `bot_api` | calls of the Bot API, and what their failures mean |

mod bot_api;
mod ear;
mod poll;
mod settings;
pub(crate) mod update;
mod webhook;

use std::sync::Arc;

use axum::Router;

use crate::adapter::{Adapter, Connection, Doing, Post, Setup};
use crate::once::Once;
use crate::platform::{Manner, Platform};
use crate::reception::Reception;
pub use bot_api::BotApi;
use ear::Ear;
pub use settings::{TelegramSettings, Webhook};

pub(crate) static MANNER: Manner = Manner {
    name: "telegram",
    title: "Telegram",
    typed: "/",
    start_greets: true,
    settings: settings::NAMES,
    read: settings::read,
};

impl Setup for TelegramSettings {
    fn platform(&self) -> Platform {
        Platform::Telegram
    }

    fn connect(&self, once: &Arc<Once>, reception: &Reception) -> Connection {
        let api = BotApi::new(self, Arc::clone(once), reception.clone());
        let api = Arc::new(api);
        let webhook = self.webhook.clone();
        let carrier = Arc::clone(&api);
        let adapter = |post: Post| -> Arc<dyn Adapter> {
            let ear = Arc::new(Ear { api, post });
            Arc::new(Telegram { ear, webhook })
        };
        Connection {
            carrier,
            adapter: Box::new(adapter),
        }
    }
}

/// The adapter.
struct Telegram {
    ear: Arc<Ear>,
    webhook: Option<Webhook>,
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
    fn listen(&self) -> Doing<'_> {
        Box::pin(async {
            match &self.webhook {
                Some(webhook) => webhook::announce(&self.ear.api, webhook).await,
                None => poll::run(&self.ear).await,
            }
        })
    }

    fn try_token(&self) -> Doing<'_> {
        Box::pin(self.ear.api.try_token())
    }
}
