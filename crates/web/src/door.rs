//! The door for browsers: one JSON API for every game, and the pages that use it.
//!
//! | route | what |
//! | --- | --- |
//! | `/`, `/t/TABLE`, `/assets/…` | the pages |
//! | `/api/me`, `/api/claim`, `/api/sessions/…` | who somebody is |
//! | `/api/tables…` | tables: listed, opened, seen, played at, followed |
//!
//! The door names no game. Commands go down the host's road; whatever a table has
//! beside its rules is asked of the game's [`Steward`]. What goes out of a table is
//! cut in one place, `door/shown.rs`.

mod address;
mod answer;
mod guard;
mod me;
mod pages;
mod playing;
mod seal;
mod session;
mod shown;
mod stream;
mod tables;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::routing::{get, post};
use axum::{Router, middleware};
use parlour_host::steward::Steward;
use parlour_host::table::Person;
use parlour_host::{Entropy, Host};
use tokio::sync::{Semaphore, watch};

pub use address::{BadOrigin, Origin};

use address::Addresses;
use answer::Failure;
use pages::Pages;
use seal::Seal;
use session::{Here, Sessions};
use stream::Streams;

/// How many questions are thought about at once; the others wait.
const THINKING: usize = 4;

/// Where a door stands, and who goes through it.
pub struct DoorPlan {
    /// Where browsers find it. Requests for any other place are refused.
    pub origins: Vec<Origin>,
    /// Who comes in by the token of [`Door::here`]: the person at this machine.
    pub here: Option<Person>,
    /// A folder with pages, in the place of those in the binary.
    pub pages: Option<PathBuf>,
    /// True when the service stops: streams end at once.
    pub closing: watch::Receiver<bool>,
}

/// A door for browsers.
#[derive(Clone)]
pub struct Door(Arc<Inside>);

/// What all routes share.
pub(crate) struct Inside {
    host: Arc<Host>,
    entropy: Arc<dyn Entropy>,
    stewards: BTreeMap<&'static str, Arc<dyn Steward>>,
    addresses: Addresses,
    sessions: Sessions,
    here: Option<Here>,
    seal: Seal,
    streams: Streams,
    thinking: Semaphore,
    pages: Pages,
    closing: watch::Receiver<bool>,
}

impl Door {
    /// A door to the tables of a host.
    pub fn new(
        host: Arc<Host>,
        stewards: Vec<Arc<dyn Steward>>,
        entropy: Arc<dyn Entropy>,
        plan: DoorPlan,
    ) -> Self {
        let named = stewards.into_iter().map(|it| (it.offer().game, it));
        Self(Arc::new(Inside {
            stewards: named.collect(),
            addresses: Addresses::new(plan.origins),
            sessions: Sessions::new(entropy.as_ref()),
            here: plan.here.map(|person| Here::new(entropy.as_ref(), person)),
            seal: Seal::new(entropy.as_ref()),
            streams: Streams::default(),
            thinking: Semaphore::new(THINKING),
            pages: Pages::new(plan.pages),
            closing: plan.closing,
            host,
            entropy,
        }))
    }

    /// The link by which the person at this machine comes in.
    pub fn here(&self) -> Option<String> {
        let here = self.0.here.as_ref()?;
        Some(self.0.addresses.link(here.token()))
    }

    /// Everything that is asked of this door.
    pub fn routes(&self) -> Router {
        let api = Router::new()
            .route("/api/me", get(me::show).post(me::rename))
            .route("/api/peek", post(me::peek))
            .route("/api/claim", post(me::claim))
            .route("/api/sessions/{session}/end", post(me::end))
            .route("/api/tables", get(tables::list).post(tables::open))
            .route("/api/tables/{table}", get(tables::show))
            .route("/api/tables/{table}/log", get(tables::log))
            .route("/api/tables/{table}/commands", post(playing::command))
            .route("/api/tables/{table}/words", post(playing::word))
            .route("/api/tables/{table}/ask", post(playing::ask))
            .route("/api/tables/{table}/stream", get(stream::follow))
            .fallback(async || Failure::not_found());
        let guard = middleware::from_fn_with_state(Arc::clone(&self.0), guard::check);
        Router::new()
            .merge(pages::routes())
            .merge(api)
            .layer(guard)
            .with_state(Arc::clone(&self.0))
    }
}

impl Inside {
    /// Who answers for a game.
    fn steward(&self, game: &str) -> Result<&Arc<dyn Steward>, Failure> {
        self.stewards.get(game).ok_or_else(Failure::not_found)
    }

    /// Unguessable bytes as text for links and cookies: 256 bits.
    fn token(&self) -> String {
        session::token(self.entropy.as_ref())
    }
}
