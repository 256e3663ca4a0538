//! All platforms together, as far as they are set. A platform is plugged in here and
//! nowhere else.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use futures_util::future::join_all;

use crate::adapter::{Adapter, Post};
use crate::desk::{Desk, Platform};
use crate::once::Once;
use crate::passed_over::PassedOver;
use crate::reception::Reception;
use crate::sender::{Carrier, Postman};
use crate::settings::ChatSettings;
use crate::slack::{Slack, WebApi};
use crate::telegram::{BotApi, Telegram};

/// A question that is under way.
pub type Asking = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The adapters of the platforms that are set.
pub struct Chat {
    adapters: Vec<Box<dyn Adapter>>,
    sender: Postman,
    passed_over: PassedOver,
    reception: Reception,
    slack_api: Option<Arc<WebApi>>,
    bot_api: Option<Arc<BotApi>>,
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
        let reception = Reception::default();
        let slack = settings.slack.as_ref();
        let slack = slack.map(|settings| {
            let api = WebApi::new(settings, reception.clone());
            (settings, Arc::new(api))
        });
        let telegram = settings.telegram.as_ref();
        let telegram = telegram.map(|settings| {
            let api = BotApi::new(settings, Arc::clone(&once), reception.clone());
            (settings, Arc::new(api))
        });

        let slack_api = slack.as_ref().map(|(_, api)| Arc::clone(api));
        let bot_api = telegram.as_ref().map(|(_, api)| Arc::clone(api));
        let mut carriers: BTreeMap<Platform, Arc<dyn Carrier>> = BTreeMap::new();
        if let Some((_, api)) = &slack {
            carriers.insert(Platform::Slack, Arc::clone(api) as Arc<dyn Carrier>);
        }
        if let Some((_, api)) = &telegram {
            carriers.insert(Platform::Telegram, Arc::clone(api) as Arc<dyn Carrier>);
        }
        let post = Post {
            desk: Arc::clone(desk),
            sender: Postman::new(
                Arc::clone(desk),
                Arc::clone(&once),
                carriers,
                reception.clone(),
            ),
            once,
            passed_over: PassedOver::default(),
        };

        let mut adapters: Vec<Box<dyn Adapter>> = Vec::new();
        if let Some((settings, api)) = slack {
            adapters.push(Box::new(Slack::new(settings, api, post.clone())));
        }
        if let Some((settings, api)) = telegram {
            adapters.push(Box::new(Telegram::new(settings, api, post.clone())));
        }
        Self {
            adapters,
            sender: post.sender,
            passed_over: post.passed_over,
            reception,
            slack_api,
            bot_api,
        }
    }

    /// What the platforms brought that was none of ours.
    pub fn passed_over(&self) -> &PassedOver {
        &self.passed_over
    }

    /// How the platforms receive us.
    pub fn reception(&self) -> &Reception {
        &self.reception
    }

    /// Asks a platform who we are, if it is set, each time the answer is called: the
    /// reception knows afterwards whether our token is taken.
    pub fn asking(&self, platform: Platform) -> impl Fn() -> Asking + Send + Sync + use<> {
        let (slack, bot) = (self.slack_api.clone(), self.bot_api.clone());
        move || -> Asking {
            let (slack, bot) = (slack.clone(), bot.clone());
            Box::pin(async move {
                match (platform, slack, bot) {
                    (Platform::Slack, Some(api), _) => api.try_token().await,
                    (Platform::Telegram, _, Some(api)) => api.try_token().await,
                    _ => {}
                }
            })
        }
    }

    /// The endpoints of the platforms, to be mounted in the server of the house.
    pub fn router(&self) -> Router {
        let routers = self.adapters.iter().map(|adapter| adapter.router());
        routers.fold(Router::new(), Router::merge)
    }

    /// The sender, to be woken when the tables have something to tell.
    pub fn sender(&self) -> &Postman {
        &self.sender
    }

    /// Listens and sends until it is dropped.
    pub async fn run(&self) {
        let listening = join_all(self.adapters.iter().map(|adapter| adapter.listen()));
        tokio::join!(self.sender.run(), listening);
    }
}
