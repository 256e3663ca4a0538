//! All platforms together, as far as they are set.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use futures_util::future::join_all;

use crate::adapter::{Adapter, Connection, Post};
use crate::desk::{Desk, Platform};
use crate::once::Once;
use crate::passed_over::PassedOver;
use crate::reception::Reception;
use crate::sender::{Carrier, Postman};
use crate::settings::ChatSettings;

/// A question that is under way.
pub type Asking = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The adapters of the platforms that are set.
pub struct Chat {
    adapters: BTreeMap<Platform, Arc<dyn Adapter>>,
    sender: Postman,
    passed_over: PassedOver,
    reception: Reception,
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
        let mut carriers: BTreeMap<Platform, Arc<dyn Carrier>> = BTreeMap::new();
        let mut opening = Vec::new();
        for setup in settings.setups() {
            let Connection { carrier, adapter } = setup.connect(&once, &reception);
            carriers.insert(setup.platform(), carrier);
            opening.push((setup.platform(), adapter));
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
        let adapters = opening
            .into_iter()
            .map(|(platform, adapter)| (platform, adapter(post.clone())));
        Self {
            adapters: adapters.collect(),
            sender: post.sender,
            passed_over: post.passed_over,
            reception,
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
        let adapter = self.adapters.get(&platform).cloned();
        move || -> Asking {
            let adapter = adapter.clone();
            Box::pin(async move {
                if let Some(adapter) = adapter {
                    adapter.try_token().await;
                }
            })
        }
    }

    /// The endpoints of the platforms, to be mounted in the server of the house.
    pub fn router(&self) -> Router {
        let routers = self.adapters.values().map(|adapter| adapter.router());
        routers.fold(Router::new(), Router::merge)
    }

    /// The sender, to be woken when the tables have something to tell.
    pub fn sender(&self) -> &Postman {
        &self.sender
    }

    /// Listens and sends until it is dropped.
    pub async fn run(&self) {
        let listening = join_all(self.adapters.values().map(|adapter| adapter.listen()));
        tokio::join!(self.sender.run(), listening);
    }
}
