//! Both platforms together, as far as they are set.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;

use crate::desk::{Desk, Platform};
use crate::once::Once;
use crate::passed_over::PassedOver;
use crate::sender::{Carrier, Sender};
use crate::settings::ChatSettings;
use crate::slack::{self, Edge, WebApi};
use crate::telegram::{BotApi, Ear, Telegram};

/// The adapters of the platforms that are set.
pub struct Chat {
    router: Router,
    sender: Sender,
    telegram: Option<Telegram>,
    passed_over: PassedOver,
}

impl Chat {
    /// Sets the platforms up. Nothing is sent or asked before [`run`](Chat::run).
    pub fn new(settings: &ChatSettings, desk: &Arc<dyn Desk>) -> Self {
        Self::named(settings, desk, None)
    }

    /// The same under a name that no other living process of the house has. It
    /// goes on at once where the last one of that name stopped; a process without
    /// a name waits some seconds, as another one may still be alive.
    pub fn named(settings: &ChatSettings, desk: &Arc<dyn Desk>, name: Option<&str>) -> Self {
        let once = Arc::new(Once::new(Arc::clone(desk), name));
        let mut carriers: BTreeMap<Platform, Arc<dyn Carrier>> = BTreeMap::new();
        let mut bot = None;
        let mut web_api = None;
        if let Some(settings) = &settings.slack {
            let api = Arc::new(WebApi::new(settings));
            carriers.insert(Platform::Slack, Arc::clone(&api) as Arc<dyn Carrier>);
            web_api = Some((settings, api));
        }
        if let Some(settings) = &settings.telegram {
            let api = Arc::new(BotApi::new(settings, Arc::clone(&once)));
            carriers.insert(Platform::Telegram, Arc::clone(&api) as Arc<dyn Carrier>);
            bot = Some((settings, api));
        }
        let sender = Sender::new(Arc::clone(desk), Arc::clone(&once), carriers);
        let passed_over = PassedOver::default();
        let telegram = bot.map(|(settings, api)| {
            let ear = Ear {
                api,
                desk: Arc::clone(desk),
                once: Arc::clone(&once),
                sender: sender.clone(),
                passed_over: passed_over.clone(),
            };
            Telegram::new(settings, ear)
        });
        let mut router = Router::new();
        if let Some((settings, api)) = web_api {
            router = router.merge(slack::router(Edge {
                secret: settings.signing_secret.clone(),
                desk: Arc::clone(desk),
                once: Arc::clone(&once),
                sender: sender.clone(),
                api,
                passed_over: passed_over.clone(),
            }));
        }
        if let Some(telegram) = &telegram {
            router = router.merge(telegram.router());
        }
        Self {
            router,
            sender,
            telegram,
            passed_over,
        }
    }

    /// What the platforms brought that was none of ours.
    pub fn passed_over(&self) -> &PassedOver {
        &self.passed_over
    }

    /// The endpoints of the platforms, to be mounted in the server of the house.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The sender, to be woken when the tables have something to tell.
    pub fn sender(&self) -> &Sender {
        &self.sender
    }

    /// Listens and sends until it is dropped.
    pub async fn run(&self) {
        let listen = async {
            match &self.telegram {
                Some(telegram) => telegram.run().await,
                None => std::future::pending().await,
            }
        };
        tokio::join!(self.sender.run(), listen);
    }
}
