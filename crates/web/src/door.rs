//! The door for browsers: one JSON API for every game, and the pages that use it.
//!
//! | route | what |
//! | --- | --- |
//! | `/`, `/t/TABLE`, `/assets/…` | the pages |
//! | `/api/me`, `/api/claim`, `/api/sessions/…`, `/api/recovery` | who somebody is |
//! | `/api/tables…` | tables: listed, opened, seen, played at, followed |
//!
//! The door names no game. Commands go down the host's road; whatever a table has
//! beside its rules is asked of the game's [`Steward`]. What goes out of a table is
//! cut in one place, `door/glance.rs`.

mod address;
mod answer;
#[cfg(test)]
mod described;
mod forks;
mod glance;
mod guard;
mod links;
mod looking;
mod me;
mod pace;
mod pages;
mod plain;
mod playing;
mod seal;
mod session;
mod stream;
mod tables;
mod token;
mod wording;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::routing::{MethodRouter, any, get, post};
use axum::{Router, middleware};
use parlour_host::pass::PassChange;
use parlour_host::steward::Steward;
use parlour_host::table::Person;
use parlour_host::{Entropy, Host, Refused};
use tokio::sync::{Semaphore, watch};

pub use address::{BadOrigin, Origin};
pub use links::{Uninvited, squares};
pub use wording::fitting;

use address::Addresses;
pub(crate) use answer::Failure;
use pace::Pace;
use pages::Pages;
use seal::Seal;
use session::Sessions;
use stream::Streams;
use token::Here;

/// The name of the secret that the journal keeps for doors.
const SECRET: &str = "door";

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
    /// A folder with programs for browsers, in the place of those in the binary.
    pub programs: Option<PathBuf>,
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
    pace: Pace,
    thinking: Semaphore,
    pages: Pages,
    closing: watch::Receiver<bool>,
}

impl Door {
    /// A door to the tables of a host. What it must know again after a restart, the
    /// journal keeps.
    pub async fn open(
        host: Arc<Host>,
        stewards: Vec<Arc<dyn Steward>>,
        entropy: Arc<dyn Entropy>,
        plan: DoorPlan,
    ) -> Result<Self, Refused> {
        let named = stewards.into_iter().map(|it| (it.offer().game, it));
        let offered = token::secret(entropy.as_ref());
        let secret = host.journal().secret(SECRET, &offered).await?;
        let before = host.now();
        host.journal()
            .change_passes(PassChange::Forget { before })
            .await?;
        let addresses = Addresses::new(plan.origins);
        Ok(Self(Arc::new(Inside {
            stewards: named.collect(),
            sessions: Sessions::new(&secret, addresses.is_secure()),
            addresses,
            here: plan.here.map(|person| Here::new(entropy.as_ref(), person)),
            seal: Seal::new(&secret),
            streams: Streams::default(),
            pace: Pace::default(),
            thinking: Semaphore::new(THINKING),
            pages: Pages::new(plan.pages, plan.programs),
            closing: plan.closing,
            host,
            entropy,
        })))
    }

    /// The link by which the person at this machine comes in.
    pub fn here(&self) -> Option<String> {
        let here = self.0.here.as_ref()?;
        Some(self.0.addresses.link(here.token()))
    }

    /// Everything that is asked of this door.
    pub fn routes(&self) -> Router {
        self.pages().merge(self.api())
    }

    /// The pages.
    pub fn pages(&self) -> Router {
        self.guarded(pages::routes())
    }

    /// The API.
    pub fn api(&self) -> Router {
        let nothing = any(async || Failure::not_found());
        let mut routes = Router::new().route("/api/{*nothing}", nothing);
        for (_, path, answer) in answers() {
            routes = routes.route(path, answer);
        }
        self.guarded(routes)
    }

    fn guarded(&self, routes: Router<Arc<Inside>>) -> Router {
        let guard = middleware::from_fn_with_state(Arc::clone(&self.0), guard::check);
        let routes = routes.method_not_allowed_fallback(async || Failure::not_so());
        routes.layer(guard).with_state(Arc::clone(&self.0))
    }
}

/// Every question of the API: method, path, and who answers it.
fn answers() -> Vec<(&'static str, &'static str, MethodRouter<Arc<Inside>>)> {
    vec![
        ("get", "/api/me", get(me::show)),
        ("post", "/api/me", post(me::rename)),
        ("post", "/api/peek", post(me::peek)),
        ("post", "/api/claim", post(me::claim)),
        ("post", "/api/recovery", post(links::recovery)),
        ("post", "/api/sessions/{session}/end", post(me::end)),
        ("post", "/api/games/{game}/ask", post(playing::inquire)),
        ("get", "/api/tables", get(tables::list)),
        ("post", "/api/tables", post(tables::open)),
        ("get", "/api/tables/{table}", get(tables::show)),
        ("get", "/api/tables/{table}/log", get(tables::log)),
        ("get", "/api/tables/{table}/plain", get(plain::show)),
        ("get", "/api/tables/{table}/stream", get(stream::follow)),
        (
            "post",
            "/api/tables/{table}/commands",
            post(playing::command),
        ),
        ("post", "/api/tables/{table}/words", post(playing::word)),
        ("post", "/api/tables/{table}/ask", post(playing::ask)),
        ("post", "/api/tables/{table}/undo", post(forks::undo)),
        (
            "post",
            "/api/tables/{table}/undo/refuse",
            post(forks::refuse),
        ),
        ("post", "/api/tables/{table}/forks", post(forks::fork)),
        (
            "get",
            "/api/tables/{table}/invitations",
            get(links::invitations),
        ),
        (
            "post",
            "/api/tables/{table}/invitations",
            post(links::invite),
        ),
        (
            "post",
            "/api/tables/{table}/invitations/{invitation}/revoke",
            post(links::revoke),
        ),
    ]
}

/// Method and path of every question of the API, for whoever describes it.
pub fn questions() -> Vec<(&'static str, &'static str)> {
    let answers = answers().into_iter();
    answers.map(|(method, path, _)| (method, path)).collect()
}

impl Inside {
    /// Who answers for a game.
    fn steward(&self, game: &str) -> Result<&Arc<dyn Steward>, Failure> {
        self.stewards.get(game).ok_or_else(Failure::not_found)
    }

    /// Unguessable bytes as text for links and cookies: 256 bits.
    fn token(&self) -> String {
        token::secret(self.entropy.as_ref())
    }
}
