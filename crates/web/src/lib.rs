//! The HTTP server of `parlour serve`.
//!
//! - `GET /healthz` is 200 while commands are taken, and 503 with the reason while
//!   the journal cannot be reached;
//! - `GET /metrics` shows the figures of the host in Prometheus' text format.
//!
//! The app mounts the routers of other fronts beside these with
//! [`Router::merge`](axum::Router::merge): nothing here knows them. What stands in the
//! open is bounded: connections, and how slow, how large and how many requests may be,
//! by [`Limits`]; how often one address may ask, by [`Rate`].

mod caller;
pub mod door;
mod figures;
mod limits;
mod rate;
mod server;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use parlour_host::Host;
use tokio::time::timeout;

pub use caller::Caller;
pub use figures::Family;
pub use ipnet::IpNet;
pub use limits::Limits;
pub use rate::{Rate, too_many};
pub use server::{Stopping, serve, serve_within};

/// How long the journal may take to answer before the service counts as ill.
const ANSWER: Duration = Duration::from_secs(2);

/// The routes that every service has.
pub fn routes(host: Arc<Host>) -> Router {
    routes_with(host, Vec::new)
}

/// The same with figures of other fronts beside those of the host.
pub fn routes_with(
    host: Arc<Host>,
    more: impl Fn() -> Vec<Family> + Clone + Send + Sync + 'static,
) -> Router {
    let shown = async move |State(host): State<Arc<Host>>| metrics(&host, &more());
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(shown))
        .with_state(host)
}

async fn health(State(host): State<Arc<Host>>) -> (StatusCode, String) {
    match timeout(ANSWER, host.next_due()).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok\n".to_owned()),
        Ok(Err(refused)) => (StatusCode::SERVICE_UNAVAILABLE, format!("{refused}\n")),
        Err(_) => {
            let words = "the journal does not answer\n".to_owned();
            (StatusCode::SERVICE_UNAVAILABLE, words)
        }
    }
}

fn metrics(host: &Host, more: &[Family]) -> impl IntoResponse + use<> {
    let format = "text/plain; version=0.0.4; charset=utf-8";
    let text = figures::text(&host.figures(), more);
    ([(header::CONTENT_TYPE, format)], text)
}
